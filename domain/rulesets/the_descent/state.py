"""
The shape of a game's state, and the two ways rules get at it: `Board` looks, `Game` changes and tells.

The state, all of it plain data:

- `options`: `layout`, `first_seat`, `round_limit`.
- `phase`: `setup_placement`, `turn`, `creatures`, `collapse_check` or `finished`; `round`; `ended`: why, or null.
- `order`: the seats in turn order; `active`: whose turn it is, null outside turns.
- `turn`: `endurance`, `weak` (TD-032 applied), `over` (ends as soon as nothing is under way).
- `window`: the seats that `used` a card, are `barred` from cards (TD-063), have `surrendered`; null in setup (TD-080).
- `opened`: whether a tile was opened this round (TD-123).
- `places`: by place, `{"tile", "turns", "open"}`; `field`: 28 rows of what is known of each cell.
- `stack`: the exploration tokens face down, top first; `gone`: by kind, how many left the game.
- `tokens`: `{"id", "kind", "cell", "moving"}` of each chest, health, coin and backpack on the field, as placed.
- `creatures`: `{"kind", "cell", "moving", "marker", "hits", "health"}`, as placed. A marker is null or
  `{"on": "seat", "seat"}`, `{"on": "tile", "place", "seat"}` (who bore it), or
  `{"on": "lure", "cell", "seat", "returns"}` (whose it is, and whether it comes back).
- `web`: the place it lies on, or null.
- `seats`: `{"health", "points", "kit", "drawn", "backpack", "cell", "rests", "arrived", "moving", "weakened"}`.
  `drawn` holds `[kind, slot]`; the slot names the envelope the card was sealed in.
- `deck`: `[kind, slot]`, top first; `discard`: kinds, the last one on top.
- `queue`: who is still to come in this phase; `agenda`: what is under way, the next on top (at the end).
- `pending`: the open decision, or null: its `type`, its `seat`, and what it is about. All of it is public.
- `last_fall`, `last_dice`: what the table still shows of them.

A cell is an integer of `geometry`. `moving` objects are under way: they weigh on nothing and do not fall again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.geometry import (
    CELLS_OF,
    EMPTY,
    PLACE_OF,
    START_PLACE,
    Cell,
    Field,
    Place,
    standable_cells,
    xy,
)
from delvebook.domain.tape import Tape

Frame = dict[str, Any]
"""One thing under way: `do` names its handler, the rest is what it needs. Public, so nothing secret goes in."""

SETUP: Final = "setup_placement"
TURN: Final = "turn"
CREATURES: Final = "creatures"
COLLAPSE: Final = "collapse_check"
FINISHED: Final = "finished"
PHASES: Final = (SETUP, TURN, CREATURES, COLLAPSE, FINISHED)


class Board:
    """A state to look at."""

    __slots__ = ("content", "field", "state")

    def __init__(self, content: Content, state: dict[str, Any]) -> None:
        self.content = content
        self.state = state
        self.field = Field(state["field"])

    def seat(self, seat: int) -> dict[str, Any]:
        """One seat's part of the state."""
        found: dict[str, Any] = self.state["seats"][seat]
        return found

    def is_in_play(self, seat: int) -> bool:
        """Whether the seat has not arrived (TD-170)."""
        return not self.state["seats"][seat]["arrived"]

    def is_own_turn(self, seat: int) -> bool:
        """Whether this is the seat's own turn."""
        return bool(self.state["phase"] == TURN and self.state["active"] == seat)

    def priority(self) -> list[int]:
        """The seats with a character in play, the active one first, then in turn order (TD-013)."""
        order: list[int] = self.state["order"]
        if self.state["phase"] == TURN:
            at = order.index(self.state["active"])
            order = order[at:] + order[:at]
        seats = self.state["seats"]
        return [seat for seat in order if not seats[seat]["arrived"] and seats[seat]["cell"] is not None]

    def seats_at(self, cell: Cell) -> list[int]:
        """The characters in play in that cell, by priority."""
        seats = self.state["seats"]
        return [seat for seat in self.priority() if seats[seat]["cell"] == cell]

    def seats_on(self, place: Place) -> list[int]:
        """The characters in play on that tile, by priority."""
        seats = self.state["seats"]
        return [seat for seat in self.priority() if PLACE_OF[seats[seat]["cell"]] == place]

    def creature(self, kind: str) -> dict[str, Any] | None:
        """The creature of that kind, if it is on the field."""
        for creature in self.state["creatures"]:
            if creature["kind"] == kind:
                found: dict[str, Any] = creature
                return found
        return None

    def creatures_at(self, cell: Cell) -> list[dict[str, Any]]:
        """The creatures in that cell, as placed."""
        return [creature for creature in self.state["creatures"] if creature["cell"] == cell]

    def tokens_at(self, cell: Cell, *kinds: str) -> list[dict[str, Any]]:
        """The tokens of these kinds lying in that cell, as placed."""
        return [token for token in self.state["tokens"] if token["cell"] == cell and token["kind"] in kinds]

    def objects(self) -> Iterator[dict[str, Any]]:
        """Every object on the field: characters in play, tokens, creatures (TD-014)."""
        for seat in self.state["seats"]:
            if not seat["arrived"] and seat["cell"] is not None:
                yield seat
        yield from self.state["tokens"]
        yield from self.state["creatures"]

    def hand(self, seat: int) -> list[str]:
        """The kinds in the seat's hand, kit cards first."""
        own = self.seat(seat)
        return [*own["kit"], *(kind for kind, _ in own["drawn"])]

    def hand_size(self, seat: int) -> int:
        """How many cards the seat holds; public."""
        own = self.seat(seat)
        return len(own["kit"]) + len(own["drawn"])

    def start_cells(self) -> list[Cell]:
        """Where a character may be placed. Clauses: TD-024."""
        cells = CELLS_OF[START_PLACE]
        return standable_cells(self.field, cells) or [cell for cell in cells if self.field.cells[cell] in EMPTY]

    def somebody_arrived(self) -> bool:
        """Whether any seat has reached the bottom."""
        return any(seat["arrived"] for seat in self.state["seats"])


class Game(Board):
    """A state to change while telling what happens."""

    __slots__ = ("facts", "tape")

    def __init__(self, content: Content, state: dict[str, Any], *, tape: Tape, facts: Facts) -> None:
        super().__init__(content, state)
        self.tape = tape
        self.facts = facts

    def tell(self, type_: str, *clauses: str, **fields: Any) -> None:
        """Adds a public fact. Fields named `cell` or ending in `_cell` are cells, `cells` a list of them."""
        for name, value in fields.items():
            if name == "cell" or name.endswith("_cell"):
                fields[name] = None if value is None else xy(value)
            elif name == "cells":
                fields[name] = [xy(cell) for cell in value]
            elif isinstance(value, list):
                fields[name] = list(value)  # a fact stays as it was when the state goes on
        self.facts.tell(type_, *clauses, **fields)

    def push(self, *frames: Frame) -> None:
        """Puts these on the agenda, the first of them next."""
        self.state["agenda"].extend(reversed(frames))

    def ask(self, seat: int, type_: str, **about: Any) -> None:
        """Opens a decision. Everything in `about` is public."""
        self.state["pending"] = {"type": type_, "seat": seat, **about}

    def drop_movement(self, seat: int) -> None:
        """Forgets what was left of the seat's movement (TD-112)."""
        self.state["agenda"] = [frame for frame in self.state["agenda"] if frame.get("mover") != seat]

    def gain(self, seat: int, points: int, why: str, *clauses: str) -> None:
        """Gives points. Clauses: TD-175."""
        own = self.seat(seat)
        own["points"] += points
        self.tell("points_gained", *clauses, seat=seat, points=points, total=own["points"], why=why)

    def exhaust(self, seat: int) -> None:
        """Takes the seat's endurance, if it is its turn."""
        if self.is_own_turn(seat):
            self.state["turn"]["endurance"] = 0

    def finish_turn(self, seat: int) -> None:
        """Lets the seat's turn end as soon as nothing is under way, if it is its turn (TD-034)."""
        if self.is_own_turn(seat):
            self.state["turn"]["over"] = True

    def save(self) -> None:
        """Writes the field back into the state."""
        if self.field.changed:
            self.state["field"] = self.field.rows()
            self.field.changed = False
