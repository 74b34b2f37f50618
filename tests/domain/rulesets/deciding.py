"""
The rows that a title's `test_deciding_clauses.py` plays: which clause decides in which circumstance.

A row plays one circumstance, and says which clauses the fact or refusal cites there. `make clauses`
writes the rows to `docs/clauses/<title>-facts.md`.

The title's `deciding.json` keeps what each fact or refusal names, such as seats, cards and prices.
`python -m tests.domain.rulesets.deciding` writes these files anew, and a person reads what has changed in them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import Ruleset

Played = Refusal | IllegalActionError | Mapping[str, Any] | Sequence[Mapping[str, Any]] | Facts
"""A refusal, a fact, or all the facts of an event, among which the row finds its type."""


KINDS: Final = ("fact", "refusal")
TITLES: Final = ("dice_and_danger", "dungeon_raiders", "labyrinth", "runebound", "the_descent")


class Case(NamedTuple):
    """
    One circumstance, how to play it, and the clauses that are cited in it.

    Attributes:
        type: The fact's type, or the refusal's key.
        circumstance: Its name, as in a rulebook's index; unique for its type.
        clauses: The clauses that are cited.
        builder: Plays it. Returns the refusal, the fact or all the event's facts. If several facts have the type, the
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


def shown_in(case: Case) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The clauses that are cited when the row is played, and what the fact or refusal names."""
    played = case.builder()
    if isinstance(played, IllegalActionError):
        played = played.refusal
    if isinstance(played, Refusal):
        assert case.kind == "refusal", f"{case}: this is refused: {played}"
        assert played.key == case.type, f"{case}: the refusal is {played.key}"
        return (played.clause,), dict(played.fields)
    assert case.kind == "fact", f"{case}: this is not refused"
    for fact in _facts(played):
        if fact["type"] == case.type:
            return tuple(fact["clauses"]), {key: fact[key] for key in fact if key not in ("type", "clauses")}
    raise AssertionError(f"{case}: no such fact; there are {sorted({fact['type'] for fact in _facts(played)})}")


def cited_in(case: Case) -> tuple[str, ...]:
    """The clauses that are cited when the row is played."""
    return shown_in(case)[0]


def require_decided(case: Case, title: str) -> None:
    """Checks that the row cites its clauses, and names what `deciding.json` keeps."""
    clauses, named = shown_in(case)
    assert clauses == case.clauses
    assert named == kept(title)[case.kind][str(case)]


@cache
def kept(title: str) -> dict[str, dict[str, Any]]:
    """What each fact or refusal of the title names, by kind and row."""
    found: dict[str, dict[str, Any]] = json.loads(_path_of(title).read_text(encoding="utf-8"))
    return found


def write_kept() -> None:
    """Writes `deciding.json` of every title anew."""
    for title in TITLES:
        rows = import_module(f"{__package__}.{title}.test_deciding_clauses").CASES
        parts = []
        for kind in KINDS:
            lines = [
                f"    {json.dumps(str(row))}: {json.dumps(shown_in(row)[1], ensure_ascii=False)}"
                for row in rows
                if row.kind == kind
            ]
            parts.append(f'  "{kind}": {{\n' + ",\n".join(lines) + "\n  }")
        _path_of(title).write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def _path_of(title: str) -> Path:
    return Path(__file__).parent / title / "deciding.json"


def _facts(played: Any) -> list[Mapping[str, Any]]:
    if isinstance(played, Facts):
        return [*played.public, *(fact for told in played.private.values() for fact in told.facts)]
    return [played] if isinstance(played, Mapping) else list(played)


def require_complete(ruleset: Ruleset, cases: Sequence[Case]) -> None:
    """Checks that every fact type and refusal has a row, that no two rows are the same, and that all clauses exist."""
    types = {kind: {case.type for case in cases if case.kind == kind} for kind in KINDS}
    assert types["fact"] == set(ruleset.catalogue["schemas"]["facts"])
    assert types["refusal"] == {key.partition(".")[0] for key in ruleset.phrasebook.section("refusals")}
    doubled = [row for row, n in Counter((case.kind, case.type, case.circumstance) for case in cases).items() if n > 1]
    assert doubled == []
    assert {clause for case in cases for clause in case.clauses} <= set(ruleset.clauses)
    title = ruleset.id.replace("-", "_")
    if title in TITLES:
        for kind, rows in kept(title).items():
            assert [*rows] == [str(case) for case in cases if case.kind == kind]


if __name__ == "__main__":
    write_kept()
