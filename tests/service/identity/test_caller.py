"""What a caller may do follows from the scopes of the token, by the table of rights."""

from __future__ import annotations

import itertools

import pytest

from delvebook.service.base.errors import ForbiddenError
from delvebook.service.identity.caller import SCOPES, Caller
from tests.rights.table import INCLUDED


def test_the_table_names_every_scope() -> None:
    assert set(INCLUDED) == set(SCOPES)


@pytest.mark.parametrize(("held", "wanted"), list(itertools.product(INCLUDED, INCLUDED)))
def test_a_token_may_do_what_its_scope_allows_and_nothing_else(held: str, wanted: str) -> None:
    caller = Caller(account="ann", scopes=frozenset({held}))
    if wanted in INCLUDED[held]:
        assert caller.require(wanted) == "ann"
        return
    with pytest.raises(ForbiddenError) as refused:
        caller.require(wanted)
    assert refused.value.details["scope"] == wanted
    with pytest.raises(ForbiddenError):
        caller.require_any(wanted, wanted)


@pytest.mark.parametrize("wanted", sorted(INCLUDED))
def test_nobody_may_do_anything_without_an_account_or_without_scopes(wanted: str) -> None:
    for caller in (Caller(), Caller(account=None, scopes=frozenset(INCLUDED)), Caller(account="ann")):
        with pytest.raises(ForbiddenError):
            caller.require(wanted)


def test_one_of_several_scopes_is_enough_and_the_first_is_named_if_none_is_there() -> None:
    assert Caller(account="ann", scopes=frozenset({"records:export"})).require_any("games:play", "records:export")
    with pytest.raises(ForbiddenError) as refused:
        Caller(account="ann", scopes=frozenset({"games:read"})).require_any("games:play", "records:export")
    assert refused.value.details["scope"] == "games:play"
