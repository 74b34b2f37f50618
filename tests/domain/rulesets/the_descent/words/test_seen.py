"""Tests of what a view shows, in the form in which rules and sentences ask for it."""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from delvebook.domain.bots import seat_of
from delvebook.domain.rulesets.the_descent.words.seen import Asked, asked_in, cell_of
from delvebook.domain.rulesets.the_descent.words.shapes.table import PendingView


def kinds(hint: Any) -> set[object]:
    """The types that a hint allows; literals by the type of their values."""
    if get_origin(hint) is Literal:
        return {type(value) for value in get_args(hint)}
    if get_origin(hint) in (Union, UnionType):
        return set().union(*(kinds(one) for one in get_args(hint)))
    return {hint}


def test_an_open_decision_has_the_members_of_every_kind_of_decision_and_no_others() -> None:
    asked = get_type_hints(Asked)
    shown: dict[str, set[object]] = {}
    for kind in get_args(PendingView):
        for name, hint in get_type_hints(kind).items():
            shown.setdefault(name, set()).update(kinds(hint))

    assert {*asked} == {*shown}
    for name in {*asked} - {"then"}:
        assert kinds(asked[name]) == shown[name], name


def test_what_is_not_there_is_refused_as_a_wrong_type() -> None:
    with pytest.raises(TypeError, match="no open decision"):
        asked_in({"pending": None})
    with pytest.raises(TypeError, match="not placed"):
        cell_of({"cell": None})
    with pytest.raises(TypeError, match="no seat's"):
        seat_of({"you": None})
