"""A state to be read, with the questions that several modules ask about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from delvebook.domain.rulesets.the_descent.box.cells import CELLS_OF, EMPTY, PLACE_OF, START_PLACE, Cell, Field, Place
from delvebook.domain.rulesets.the_descent.box.geometry import standable_cells
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import Character, Creature, State, Thing, Token, Window


class Board:
    """A state with its content, and its field as cells."""

    __slots__ = ("content", "field", "state")

    def __init__(self, content: Content, state: State) -> None:
        self.content = content
        self.state = state
        self.field = Field(state["field"])

    # -- seats ------------------------------------------------------------------------------------

    def character(self, seat: int) -> Character:
        """The seat's character and hand."""
        return self.state["seats"][seat]

    def cell_of(self, seat: int) -> Cell:
        """The cell of a character that is on the field."""
        return self.object_of(seat)["cell"]

    def object_of(self, seat: int) -> Thing:
        """A character that is on the field, as an object (TD-014)."""
        own = self.state["seats"][seat]
        if own["cell"] is None:
            raise TypeError(f"the character of seat {seat} is not on the field")
        return cast("Thing", own)

    def is_on_field(self, seat: int) -> bool:
        """Whether the seat's character is on the field, arrived or not."""
        return self.state["seats"][seat]["cell"] is not None

    def is_in_play(self, seat: int) -> bool:
        """Whether the seat has not arrived (TD-170)."""
        return not self.state["seats"][seat]["arrived"]

    def has_arrival(self) -> bool:
        """Whether any seat has arrived."""
        return any(seat["arrived"] for seat in self.state["seats"])

    def is_own_turn(self, seat: int) -> bool:
        """Whether this is the seat's own turn."""
        return self.state["active"] == seat

    def active(self) -> int:
        """The active seat during a turn."""
        return cast("int", self.state["active"])

    def window(self) -> Window:
        """The window that is open in every phase after setup (TD-080)."""
        return cast("Window", self.state["window"])

    def priority(self) -> list[int]:
        """The seats with a character in play, the active one first, then in turn order (TD-013)."""
        order = self.state["order"]
        if self.state["active"] is not None:
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
        return [seat for seat in self.priority() if PLACE_OF[self.cell_of(seat)] == place]

    def start_cells(self) -> list[Cell]:
        """The cells on which a character may be placed. Clauses: TD-024."""
        cells = CELLS_OF[START_PLACE]
        return standable_cells(self.field, cells) or [cell for cell in cells if self.field.cells[cell] in EMPTY]

    # -- hands ------------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[str]:
        """The kinds in the seat's hand, kit cards first."""
        own = self.character(seat)
        return [*own["kit"], *(kind for kind, _ in own["drawn"])]

    def hand_size(self, seat: int) -> int:
        """The number of cards the seat holds, which is public."""
        own = self.character(seat)
        return len(own["kit"]) + len(own["drawn"])

    # -- things -----------------------------------------------------------------------------------

    def creature(self, kind: str) -> Creature | None:
        """The creature of that kind, if it is on the field."""
        return next((creature for creature in self.state["creatures"] if creature["kind"] == kind), None)

    def present(self, kind: str) -> Creature:
        """The creature of that kind, where the rules know that it is on the field."""
        return next(creature for creature in self.state["creatures"] if creature["kind"] == kind)

    def creatures_at(self, cell: Cell) -> list[Creature]:
        """The creatures in that cell, as placed."""
        return [creature for creature in self.state["creatures"] if creature["cell"] == cell]

    def tokens_at(self, cell: Cell, *kinds: str) -> list[Token]:
        """The tokens of these kinds in that cell, as placed."""
        return [token for token in self.state["tokens"] if token["cell"] == cell and token["kind"] in kinds]

    def objects(self) -> Iterator[Thing]:
        """Every object on the field: characters in play, tokens, creatures (TD-014)."""
        for own in self.state["seats"]:
            if not own["arrived"] and own["cell"] is not None:
                yield cast("Thing", own)
        yield from self.state["tokens"]
        yield from self.state["creatures"]
