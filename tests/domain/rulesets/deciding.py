"""
Which clause decides in which circumstance: the rows that a title's `test_deciding_clauses.py` plays.

Each row says of a fact type or a refusal which clauses it cites in one circumstance, and plays it. `make clauses`
writes the rows to `docs/clauses/<title>-facts.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import Ruleset

Played = Refusal | IllegalActionError | Mapping[str, Any] | Sequence[Mapping[str, Any]] | Facts
"""A refusal, a fact, or the facts of an event, in which the row's type is looked up."""


class Case(NamedTuple):
    """
    A row.

    Attributes:
        type: The fact's type, or the refusal's key.
        circumstance: In words, as a rulebook's index would have it; unique for its type.
        clauses: What is cited then.
        builder: Plays it; returns the refusal, the fact or all the event's facts. Of several facts of the type the
            first counts.
        kind: Whether it is a fact or a refusal.
    """

    type: str
    circumstance: str
    clauses: tuple[str, ...]
    builder: Callable[[], Played]
    kind: Literal["fact", "refusal"] = "fact"

    def __str__(self) -> str:
        return f"{self.type}: {self.circumstance}"


def cited_in(case: Case) -> tuple[str, ...]:
    """The clauses that are cited when the row is played."""
    played = case.builder()
    if isinstance(played, IllegalActionError):
        played = played.refusal
    if isinstance(played, Refusal):
        assert case.kind == "refusal", f"{case}: this is refused: {played}"
        assert played.key == case.type, f"{case}: the refusal is {played.key}"
        return (played.clause,)
    assert case.kind == "fact", f"{case}: this is not refused"
    for fact in _facts(played):
        if fact["type"] == case.type:
            return tuple(fact["clauses"])
    raise AssertionError(f"{case}: no such fact; there are {sorted({fact['type'] for fact in _facts(played)})}")


def _facts(played: Any) -> list[Mapping[str, Any]]:
    if isinstance(played, Facts):
        return [*played.public, *(fact for told in played.private.values() for fact in told.facts)]
    return [played] if isinstance(played, Mapping) else list(played)


def require_complete(ruleset: Ruleset, cases: Sequence[Case]) -> None:
    """Every fact type and every refusal has a row, no two rows are about the same, and every clause exists."""
    types = {kind: {case.type for case in cases if case.kind == kind} for kind in ("fact", "refusal")}
    assert types["fact"] == set(ruleset.catalogue["schemas"]["facts"])
    assert types["refusal"] == {key.partition(".")[0] for key in ruleset.phrasebook.section("refusals")}
    doubled = [row for row, n in Counter((case.kind, case.type, case.circumstance) for case in cases).items() if n > 1]
    assert doubled == []
    assert {clause for case in cases for clause in case.clauses} <= set(ruleset.clauses)
