"""
What is written from the declarations in `domain/events.py`: docs/events.md, and the tables of two verifiers.

    python -m tests.house.events    writes them; `make events` does this
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from delvebook.domain import kinds
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import Field, GameEvent
from delvebook.domain.kinds import Kind
from tests.house.files import ROOT

PAGE: Final = ROOT / "docs" / "events.md"
CLIENTS_TABLE: Final = ROOT / "client" / "delvebook_client" / "declared.py"
BROWSERS_TABLE: Final = ROOT / "service" / "web" / "static" / "js" / "verify" / "declared.js"
WRITTEN_BY: Final = "Written by `make events` from domain/events.py; do not change it by hand."
LINE_MAX: Final = 120
AUTHORS: Final[Mapping[str, str]] = {"player": "`player:ID`", "arbiter": "`arbiter:ID`", "seat": "`seat:K`"}
"""How the authors are written that have an id or a number."""

INTRODUCTION: Final = """\
# The events of a game

This page lists what stands in `type`, `by` and `data` of an event, in the API, in streams and in records
(`delvebook-record/1`). Every event also has `game`, `n`, `at`, `sealed`, `opens`, `prev` and `hash`. New types may be
added: a reader ignores types that it does not know. Of these a verifier of the chain checks order, hash and envelopes
alone.

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


def clients_table(types: Iterable[type[GameEvent]]) -> str:
    """The module of the Python client: by type of event, who may make it, and the members of its data."""
    entries = "".join(f"{_entry(kind)}\n" for kind in types)
    return f'''\
# {WRITTEN_BY}
"""What docs/events.md says of every type of event, as far as level `chain` needs it."""

DECLARED = """
{entries}"""
"""A line for each type of event, in the form that `course` describes."""
'''


def _entry(kind: type[GameEvent]) -> str:
    makers = "|".join((*kind.made_by, *("*" * kind.can_follow_end)))
    names = [f"{field.name}{'?' * field.is_optional}:{_kind(field)}" for field in kind.data_fields]
    lines = textwrap.wrap(" ".join((kind.__name__, makers, *names)), LINE_MAX - 2, break_on_hyphens=False)
    return " \\\n".join(lines)


def _kind(field: Field) -> str:
    return KIND_NAMES[id(field.kind)].lower().replace("_or_null", "-")


def browsers_table(types: Iterable[type[GameEvent]]) -> str:
    """The module of the browser's verifier: by type of event, its declaration, with the names of the members' kinds."""
    entries = "".join(map(_declaration, types))
    return f"""\
// {WRITTEN_BY}

/** What docs/events.md says of every type of event. `declarations.js` says what the kinds of values are. */
export const DECLARED = {{
{entries}}};
"""


def _declaration(kind: type[GameEvent]) -> str:
    by = ", ".join(f'"{AUTHORS.get(author, author).strip("`")}"' for author in kind.made_by)
    lines = [f"by: [{by}],"]
    for name, is_optional in (("members", False), ("optional", True)):
        fields = [field for field in kind.data_fields if field.is_optional == is_optional]
        rows = "".join(f'      {field.name}: "{KIND_NAMES[id(field.kind)]}",\n' for field in fields)
        lines.append(f"{name}: {{\n{rows}    }}," if fields else f"{name}: {{}},")
    lines.append(f"can_follow_end: {str(kind.can_follow_end).lower()},")
    return f"  {kind.__name__}: {{\n" + "".join(f"    {line}\n" for line in lines) + "  },\n"


KIND_NAMES: Final = {id(value): name for name, value in vars(kinds).items() if isinstance(value, Kind)}

WRITTEN: Final[Mapping[Path, Callable[[Iterable[type[GameEvent]]], str]]] = {
    PAGE: render,
    CLIENTS_TABLE: clients_table,
    BROWSERS_TABLE: browsers_table,
}
"""By file, what writes its text."""

if __name__ == "__main__":
    for path, text_of in WRITTEN.items():
        path.write_text(text_of(EVENT_TYPES.values()), encoding="utf-8")
