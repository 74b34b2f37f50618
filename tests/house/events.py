"""
docs/events.md, written from the declarations in `domain/events.py`.

    python -m tests.house.events    writes the page; `make events` does this
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from delvebook.domain.events import EVENT_TYPES, Field, GameEvent
from tests.house.files import ROOT

PAGE: Final = ROOT / "docs" / "events.md"
AUTHORS: Final[Mapping[str, str]] = {"player": "`player:ID`", "arbiter": "`arbiter:ID`", "seat": "`seat:K`"}
"""How the authors are written that have an id or a number."""

INTRODUCTION: Final = """\
# The events of a game

This page lists what stands in `type`, `by` and `data` of an event, in the API, in streams and in records
(`delvebook-record/1`). Every event also has `game`, `n`, `at`, `sealed`, `opens`, `prev` and `hash`. New types may be
added: a reader ignores types that it does not know, and a verifier of the chain needs to know none.

The page is generated from the declarations in `domain/events.py` by `make events`.
"""

NOTES: Final = """\
## What follows what

- `GameFinished` and `SeedRevealed` are stored in the same transaction as the event that ends the game.
- If a ruling resumes a game in a fork, the game's own `SeedRevealed` comes later, when the fork is over.
- After a game is over, only dispute events and a withheld `SeedRevealed` can follow.
- A seat that the creator freed is not taken again by the player who sat there.
- `SeatResigned` with `bot` null is followed in the same transaction by `GameFinished` and `SeedRevealed`. It is null if
  no player is left who has not resigned, or one seat alone that has not.
- `TimeExpired` is followed in the same transaction by the seat's `ActionTaken`, drawn from its legal actions.
- The last consent to a proposed end is followed in the same transaction by `GameAborted` with the reason `agreed`.
- `state` is a keyed digest of the whole state after the event: the state of the title and, once an action has been
  taken back, one more member, `taken_back`, the number of the last `ActionTakenBack`.
"""


def render(types: Iterable[type[GameEvent]]) -> str:
    """The whole page."""
    types = list(types)
    table = "".join(("| type | by | members of `data` |\n", "|---|---|---|\n", *map(_row, types)))
    return "\n".join((INTRODUCTION, table, *map(_section, types), NOTES))


def _row(kind: type[GameEvent]) -> str:
    members = ", ".join(map(_name, kind.data_fields))
    return f"| [`{kind.__name__}`](#{kind.__name__.lower()}) | {_authors(kind)} | {members} |\n"


def _section(kind: type[GameEvent]) -> str:
    rows = [f"| {_name(field)} | {field.kind.words} | {field.meaning} |\n" for field in kind.data_fields]
    members = "".join(("| member | value | meaning |\n", "|---|---|---|\n", *rows))
    sealed = [f"- Sealed for {_audience(audience)}: {what}\n" for audience, what in kind.seals]
    parts = (f"## `{kind.__name__}`\n", f"{kind.__doc__}\n\nMade by {_authors(kind)}.\n", members, "".join(sealed))
    return "\n".join(part for part in parts if part)


def _name(field: Field) -> str:
    return f"`{field.name}` (optional)" if field.is_optional else f"`{field.name}`"


def _authors(kind: type[GameEvent]) -> str:
    return ", ".join(AUTHORS.get(author, f"`{author}`") for author in kind.made_by)


def _audience(name: str) -> str:
    return "`seat:K`" if name == "seat" else f"`{name}`"


if __name__ == "__main__":
    PAGE.write_text(render(EVENT_TYPES.values()), encoding="utf-8")
