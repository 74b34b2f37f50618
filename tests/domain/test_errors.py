"""Refusals: one tree of classes with stable codes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from delvebook.domain import errors
from delvebook.domain.errors import DelvebookError, IllegalActionError


def tree(kind: type[DelvebookError], depth: int = 0) -> Iterator[tuple[int, type[DelvebookError]]]:
    yield depth, kind
    for below in kind.__subclasses__():
        if below.__module__ == errors.__name__:
            yield from tree(below, depth + 1)


def test_the_tree_is_the_one_that_is_drawn() -> None:
    drawn = re.findall(r"^    ([│├└─ ]*)(\w+Error)\b.*?(\w+/\w+)?$", errors.__doc__ or "", flags=re.MULTILINE)
    drawn_tree = [(len(lines) // 4, name) for lines, name, _ in drawn]

    assert sorted(drawn_tree) == sorted((depth, kind.__name__) for depth, kind in tree(DelvebookError))
    for _, name, code in drawn:
        assert not code or getattr(errors, name).code == code


def test_every_refusal_has_a_code_of_its_own_in_a_namespace() -> None:
    codes = [kind.code for _, kind in tree(DelvebookError)]

    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+/[a-z0-9_]+", code) for code in codes)


def test_a_refusal_is_its_sentence_and_carries_its_details() -> None:
    error = DelvebookError("no", seats=3)

    assert (str(error), error.message, error.details) == ("no", "no", {"seats": 3})


def test_an_illegal_action_names_its_clause() -> None:
    error = IllegalActionError("the card is spent", clause="XX-4", card=3)

    assert error.clause == "XX-4"
    assert error.details == {"clause": "XX-4", "card": 3}
    assert error.code == "action/illegal"
