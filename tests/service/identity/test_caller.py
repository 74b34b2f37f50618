"""What a caller may do follows from the scopes of the token, by a table of its own."""

from __future__ import annotations

import itertools

import pytest

from delvebook.service.base.errors import ForbiddenError
from delvebook.service.identity.caller import SCOPES, Caller

ALLOWS = {
    "games:read": {"games:read"},
    "games:play": {"games:play", "games:read"},
    "bots:play": {"bots:play", "games:play", "games:read"},
    "records:export": {"records:export"},
    "disputes:file": {"disputes:file"},
    "disputes:rule": {"disputes:rule", "games:read", "records:export"},
    "service:operate": {"service:operate", "games:read", "records:export"},
}
"""What a token with this scope alone may do."""


def test_the_table_names_every_scope() -> None:
    assert set(ALLOWS) == set(SCOPES)


@pytest.mark.parametrize(("held", "wanted"), list(itertools.product(ALLOWS, ALLOWS)))
def test_a_token_may_do_what_its_scope_allows_and_nothing_else(held: str, wanted: str) -> None:
    caller = Caller(account="ann", scopes=frozenset({held}))
    if wanted in ALLOWS[held]:
        assert caller.require(wanted) == "ann"
        return
    with pytest.raises(ForbiddenError) as refused:
        caller.require(wanted)
    assert refused.value.details["scope"] == wanted
    with pytest.raises(ForbiddenError):
        caller.require_any(wanted, wanted)


@pytest.mark.parametrize("wanted", sorted(ALLOWS))
def test_nobody_may_do_anything_without_an_account_or_without_scopes(wanted: str) -> None:
    for caller in (Caller(), Caller(account=None, scopes=frozenset(ALLOWS)), Caller(account="ann")):
        with pytest.raises(ForbiddenError):
            caller.require(wanted)


def test_one_of_several_scopes_is_enough_and_the_first_is_named_if_none_is_there() -> None:
    assert Caller(account="ann", scopes=frozenset({"records:export"})).require_any("games:play", "records:export")
    with pytest.raises(ForbiddenError) as refused:
        Caller(account="ann", scopes=frozenset({"games:read"})).require_any("games:play", "records:export")
    assert refused.value.details["scope"] == "games:play"
