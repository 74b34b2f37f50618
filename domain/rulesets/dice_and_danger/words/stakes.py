"""What is at stake in an action, as far as the acting seat's view tells: prices, effects, rewards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from delvebook.domain.bots import seat_of
from delvebook.domain.rulesets.dice_and_danger.content import Cell, Content, Room
from delvebook.domain.rulesets.dice_and_danger.sheet.marked_map import MarkedMap
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES, BLACK, SKIPPED, Action
from delvebook.domain.rulesets.dice_and_danger.words.seen import marking_of, sheet_of
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import View

Effect = tuple[tuple[str, ...], dict[str, object]]
"""One thing that follows from an action: the cases of the fragment `effect` that tells it, and its fields."""


class Stakes:
    """
    The acting seat's sheet, dice and turn, as its view shows them.

    Args:
        content: The components.
        view: What the acting seat sees at its decision.
    """

    def __init__(self, content: Content, view: View) -> None:
        marking = marking_of(view)
        self.dungeon = content.dungeons[view["adventure"]]
        self.dice: Sequence[int] = view["dice"]
        self._figures = content.figures
        self._marked = MarkedMap(self.dungeon, sheet_of(marking["sheet"]))
        self._pairs = marking["pairs"]
        self._dealt: int = marking["dealt"]
        self._question: Mapping[str, object] = view["question"] or {}
        self._solo: bool = view["solo"]
        self._pays_for_black = self._solo or view["active_seat"] != seat_of(view)
        self._first_defeats: Mapping[str, int] = view["first_defeats"]

    @property
    def pairs(self) -> list[list[int]]:
        """The two pairs of this round."""
        return [pair["dice"] for pair in self._pairs]

    @property
    def is_striking(self) -> bool:
        """Whether a strike on an armoured dinosaur is half made."""
        return self._question.get("asked") == "finish_strike"

    @property
    def symbols(self) -> int:
        """The black-die symbols left."""
        return self._marked.sheet["symbols"]

    @property
    def torches(self) -> int:
        """The torches left."""
        return self._marked.sheet["torches"]

    def number_on(self, cell: Cell) -> int | None:
        """The number on the cell: printed, or written by the seat."""
        return self._marked.number_on(cell)

    def price_of(self, pairs: Sequence[Sequence[int]]) -> tuple[str, ...]:
        """The case `paid` or `free` for the black die among these pairs; empty without it."""
        if not any(BLACK in pair for pair in pairs):
            return ()
        return ("paid",) if self._pays_for_black else ("free",)

    def symbols_after(self, pairs: Sequence[Sequence[int]]) -> int:
        """The black-die symbols left when the pairs are chosen."""
        return self.symbols - (self.price_of(pairs) == ("paid",))

    @property
    def price_of_skipping(self) -> str:
        """The case for the cost of skipping a pair. Clauses: DD-042, DD-104."""
        if not self._solo or any(pair["status"] == SKIPPED for pair in self._pairs):
            return "costly"
        return "free" if self._dealt else "risky"

    def effects_of(self, action: Action) -> Iterator[Effect]:
        """The immediate effects of the step, and those at the settlement for a monster that it defeats."""
        figures, step = self._figures, action["step"]
        if "cell" in action:
            yield from self._visit(self.dungeon.cells[action["cell"]])
        elif "room" in action:
            room = self.dungeon.rooms[action["room"]]
            damage = {"attack": figures.pair_damage, "torch_attack": figures.torch_damage}
            yield from self._hit(room, damage.get(step, figures.strike_damage))

    def _visit(self, cell: Cell) -> Iterator[Effect]:
        sheet, figures = self._marked.sheet, self._figures
        if cell.kind == "rubble" and cell.id not in sheet["rubble"]:
            yield ("rubble",), {}
            return
        match cell.kind:
            case "rubble":
                yield ("rubble", "last"), {}
            case "gem":
                yield ("gem",), {"points": figures.gem_points}
            case "gold":
                yield ("gold",), {"points": figures.gold_points}
            case "chest" if len(sheet["abilities"]) < len(ABILITIES):
                yield ("chest",), {}
            case "fist":
                yield ("fist",), {}
            case "gate_in":
                yield ("gate",), {}
        for id_ in cell.unlocks:
            if not self._marked.is_defeated(self.dungeon.rooms[id_]):
                yield ("unlock",), {"number": cell.number, "room": id_}
        for id_ in cell.rooms:
            room = self.dungeon.rooms[id_]
            if not self._marked.is_reached(room):
                yield ("open",) if self._marked.is_defeated(room) else ("reach",), {"room": id_}

    def _hit(self, room: Room, damage: int) -> Iterator[Effect]:
        left = room.hp - self._marked.sheet["damage"].get(room.id, 0) - damage
        if left > 0:
            yield ("left",), {"left": left}
            return
        is_first = room.id not in self._first_defeats
        yield ("falls",), {}
        if room.worm:
            yield ("worm",), {"amount": self._figures.worm_damage, "room": self.dungeon.boss.id}
            return
        order = "solo" if self._solo else "first" if is_first else "later"
        yield (order,), {"gems": room.first if is_first else room.later}
        if is_first and room.hearts:
            yield ("hearts",), {"hearts": room.hearts}
