"""
Positions to test from: Field R of the rules with all tiles open and empty hands, changed as a test says.

`Cave` keeps the 40 cards and 24 tokens complete, so that every position it makes passes `check`.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from delvebook.domain.bots import random_bot
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.the_descent import TheDescent
from delvebook.domain.rulesets.the_descent.box.cells import (
    BOARD,
    CLOSED,
    EMPTY,
    PLACES,
    Field,
    cell_at,
    closed_rows,
    xy,
)
from delvebook.domain.rulesets.the_descent.cave.routes import (
    Goals,
    dragon_moves,
    goals_at,
    monster_moves,
    next_moves,
    spider_moves,
    worm_moves,
)
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import State
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import Viewer, seat_viewer
from tests.domain.rulesets.shown import require_answered, require_shown

RULESET = TheDescent()
Point = tuple[int, int]
Action = dict[str, Any]


class Dice(Tape):
    """A tape whose dice show what the test says; shuffles and everything after that are drawn as usual."""

    def __init__(self, *shows: int) -> None:
        super().__init__(b"dice")
        self.shows = list(shows)

    def die(self, sides: int, what: str) -> int:
        drawn = super().die(sides, what)
        return self.shows.pop(0) if self.shows else drawn


def at(point: Point) -> int:
    """The engine's cell of a point."""
    return cell_at(*point)


def point(cell: int) -> Point:
    """The point of an engine's cell."""
    x, y = xy(cell)
    return x, y


def field_r(*closed: str) -> Field:
    """Field R, the places named lying face down."""
    field = Field(closed_rows())
    for place, tile in enumerate(CONTENT.field_r):
        if PLACES[place] not in closed:
            field.lay(place, CONTENT.face(tile, 0))
    return field


class Cave:
    """A position in the first seat's turn of round 1; changed before the first action only."""

    def __init__(self, *seats: Point, closed: tuple[str, ...] = (), only: tuple[str, ...] | None = None) -> None:
        if only is not None:
            closed = tuple(place for place in PLACES if place not in only)
        count = max(1, len(seats))
        options = RULESET.parse_options({"first_seat": 0}, seats=count)
        self.state, _ = RULESET.setup(options, seats=count, tape=Tape(b"cave"))
        self.tape: Tape = Tape(b"cave")
        state = self.state
        state.update(phase="turn", round=1, active=0, queue=[], pending=None, opened=True)
        state["turn"] = {"endurance": 5, "weak": False, "over": False}
        state["window"] = {"used": [], "barred": [], "surrendered": []}
        state["places"] = [
            {"tile": tile, "turns": 0, "open": PLACES[place] not in closed}
            for place, tile in enumerate(CONTENT.field_r)
        ]
        state["field"] = field_r(*closed).rows()
        for seat, where in enumerate(seats or ((4, 2),)):
            own = self.seat(seat)
            own.update(kit=[], cell=at(where), rests=[at(where)])
        self._cards()
        state["stack"] = [kind for kind, number in CONTENT.tokens.items() for _ in range(number)]

    # -- arranging ------------------------------------------------------------------------------

    def seat(self, seat: int) -> dict[str, Any]:
        own: dict[str, Any] = self.state["seats"][seat]
        return own

    def _cards(self) -> None:
        """Puts all cards nobody holds and nobody discarded into the deck, in content order."""
        state = self.state
        left = dict(CONTENT.cards)
        for kind in [*state["discard"], *(card for seat in range(len(state["seats"])) for card in self.hand(seat))]:
            left[kind] -= 1
        kinds = [kind for kind, number in left.items() for _ in range(number)]
        taken = [slot for own in state["seats"] for _, slot in own["drawn"]]
        slots = [slot for slot in range(40) if slot not in taken]
        state["deck"] = [[kind, slot] for kind, slot in zip(kinds, slots, strict=False)]

    def kit(self, seat: int, *cards: str) -> Cave:
        """What is left of the seat's start kit."""
        self.seat(seat)["kit"] = [card for card in CONTENT.kit if card in cards]
        self._cards()
        return self

    def drawn(self, seat: int, *cards: str) -> Cave:
        """What the seat has drawn from a backpack."""
        taken = [slot for own in self.state["seats"] for _, slot in own["drawn"]]
        slots = [slot for slot in range(39, -1, -1) if slot not in taken]
        self.seat(seat).update(drawn=[[card, slot] for card, slot in zip(cards, slots, strict=False)], backpack=True)
        self._cards()
        return self

    def discard(self, *cards: str) -> Cave:
        self.state["discard"] = list(cards)
        self._cards()
        return self

    def deck(self, *cards: str) -> Cave:
        """The top of the deck."""
        deck = self.state["deck"]
        kinds = [kind for kind, _ in deck]
        for card in cards:
            kinds.remove(card)
        self.state["deck"] = [[kind, slot] for kind, (_, slot) in zip([*cards, *kinds], deck, strict=True)]
        return self

    def empty_deck(self, *left: str) -> Cave:
        """Leaves only these in the deck; the rest is discarded."""
        kinds = [kind for kind, _ in self.state["deck"]]
        for card in left:
            kinds.remove(card)
        self.state["deck"] = [[card, slot] for slot, card in enumerate(left)]
        self.state["discard"] += kinds
        return self

    def stack(self, *kinds: str) -> Cave:
        """The top of the token stack."""
        stack = self.state["stack"]
        for kind in kinds:
            stack.remove(kind)
        self.state["stack"] = [*kinds, *stack]
        return self

    def token(self, kind: str, where: Point) -> Cave:
        self.state["stack"].remove(kind)
        number = 23 - len(self.state["tokens"])
        self.state["tokens"].append({"id": number, "kind": kind, "cell": at(where), "moving": False})
        return self

    def creature(self, kind: str, where: Point, *, hunts: int | None = None, web: str | None = None) -> Cave:
        self.state["stack"].remove(kind)
        marker = None if hunts is None else {"on": "seat", "seat": hunts}
        self.state["creatures"].append(
            {
                "kind": kind,
                "cell": at(where),
                "moving": False,
                "marker": marker,
                "hits": [],
                "health": 2 if kind == "monster" else 0,
            }
        )
        if kind == "spider":
            self.state["web"] = PLACES.index(web or "r6c1")
        return self

    def heads_for(self, kind: str, place: str, *, bearer: int = 0) -> Cave:
        self.beast(kind)["marker"] = {"on": "tile", "place": PLACES.index(place), "seat": bearer}
        return self

    def have(self, seat: int, **values: Any) -> Cave:
        self.seat(seat).update(values)
        return self

    def losing(self, seat: int, cause: str, creature: str | None = None) -> Cave:
        """Asks the seat for a card against a loss of 1 health."""
        about = {"amount": 1, "cause": cause, "creature": creature, "then": None}
        self.state["pending"] = {"type": "answer_loss", "seat": seat, **about}
        return self

    def turn(self, seat: int = 0, *, endurance: int = 5) -> Cave:
        self.state["active"] = seat
        self.state["turn"]["endurance"] = endurance
        return self

    def dig(self, *cells: Point) -> Cave:
        """Rock that has been destroyed already."""
        field = Field(self.state["field"])
        for cell in cells:
            assert field.cells[at(cell)] in "#=", f"there is no rock at {cell}"
            field.put(at(cell), "*")
        self.state["field"] = field.rows()
        return self

    # -- acting -----------------------------------------------------------------------------------

    def do(self, seat: int, type_: str, **parameters: Any) -> Facts:
        """Plays a legal action, after which every invariant must hold."""
        RULESET.check(self.state)
        if "cell" in parameters:
            parameters["cell"] = list(parameters["cell"])
        action = RULESET.parse_action({"type": type_, **parameters})
        assert action in RULESET.legal(self.state, seat), f"{action} is not listed"
        facts = RULESET.play(self.state, seat, action, tape=self.tape)
        RULESET.check(self.state)
        require_shown(RULESET, self.state, facts, members=State)
        return facts

    def answer_all(self, **answers: Any) -> list[dict[str, Any]]:
        """Answers open decisions until none is left: by type as given, else the first choice; what was told."""
        facts: list[dict[str, Any]] = []
        while self.state["pending"] is not None:
            seat, type_ = self.state["pending"]["seat"], self.state["pending"]["type"]
            legal = RULESET.legal(self.state, seat)
            wanted = answers.get(type_)
            action = next((one for one in legal if wanted in one.values()), legal[0])
            facts += self.do(
                seat, **{("type_" if key == "type" else key): value for key, value in action.items()}
            ).public
        return facts

    def refused(self, seat: int, type_: str, **parameters: Any) -> str:
        """The clause that forbids an action. Checks that the refusal changes nothing."""
        if "cell" in parameters:
            parameters["cell"] = list(parameters["cell"])
        action = RULESET.parse_action({"type": type_, **parameters})
        before = RULESET.view(self.state, Viewer("arbiter"))
        try:
            RULESET.play(self.state, seat, action, tape=self.tape)
        except IllegalActionError as error:
            assert RULESET.view(self.state, Viewer("arbiter")) == before
            assert action not in RULESET.legal(self.state, seat)
            require_answered(RULESET, self.state, seat, action)
            return error.clause
        raise AssertionError(f"{action} was accepted")

    def end_round(self) -> Facts:
        """Ends the turns of all seats that are left in this round; returns what the last one brought about."""
        facts = Facts()
        state, this_round = self.state, self.state["round"]
        while state["phase"] == "turn" and state["round"] == this_round and state["pending"] is None:
            facts = self.do(state["active"], "end_turn")
        return facts

    def course(self) -> Play:
        """The state as the rules change it in the course of an action."""
        return Play(CONTENT, self.state, tape=self.tape, facts=Facts())

    # -- looking ------------------------------------------------------------------------------------

    def where(self, seat: int = 0) -> Point:
        return point(self.seat(seat)["cell"])

    def health(self, seat: int = 0) -> int:
        return int(self.seat(seat)["health"])

    def points(self, seat: int = 0) -> int:
        return int(self.seat(seat)["points"])

    def hand(self, seat: int = 0) -> list[str]:
        own = self.seat(seat)
        return [*own["kit"], *(kind for kind, _ in own["drawn"])]

    def beast(self, kind: str) -> Any:
        found: Any = next(one for one in self.state["creatures"] if one["kind"] == kind)
        return found

    def lair(self, kind: str) -> Point:
        return point(self.beast(kind)["cell"])

    def alive(self) -> list[str]:
        return [creature["kind"] for creature in self.state["creatures"]]

    def marker(self, kind: str) -> dict[str, Any] | None:
        marker: dict[str, Any] | None = self.beast(kind)["marker"]
        return marker

    def lying(self) -> list[tuple[str, Point]]:
        return [(token["kind"], point(token["cell"])) for token in self.state["tokens"]]

    def cell(self, where: Point) -> str:
        return str(self.state["field"][where[1]][where[0]])

    def pending(self) -> tuple[str, int] | None:
        pending = self.state["pending"]
        return None if pending is None else (pending["type"], pending["seat"])

    def choices(self, name: str) -> list[Any]:
        """The values of that parameter in the legal actions of the seat that is asked or has the turn."""
        seat = RULESET.to_act(self.state)[0]
        found = [action[name] for action in RULESET.legal(self.state, seat) if name in action]
        return [tuple(value) if isinstance(value, list) else value for value in found]

    def options(self, seat: int, type_: str) -> list[Any]:
        """The single parameter of every legal action of that type."""
        found = [
            next((value for name, value in action.items() if name != "type"), None)
            for action in RULESET.legal(self.state, seat)
            if action["type"] == type_
        ]
        return [tuple(value) if isinstance(value, list) else value for value in found]

    def view(self, seat: int) -> dict[str, Any]:
        return RULESET.view(self.state, seat_viewer(seat))


def cards_seen(view: dict[str, Any], seat: int) -> list[str | None]:
    """What a view shows of the cards that a seat has drawn."""
    return [one["card"] for one in view["seats"][seat]["drawn"]]


def told(facts: Facts, type_: str) -> list[dict[str, Any]]:
    """The public facts of that type."""
    return [fact for fact in facts.public if fact["type"] == type_]


def types(facts: Facts) -> list[str]:
    """The facts, in order."""
    return [fact["type"] for fact in facts.public]


GAME = "00000000-0000-4000-8000-000000000001"


def table_of(seats: int, seed: str, **options: Any) -> tuple[Table, dict[str, Any]]:
    table = Table(RULESET, seed=seed_of(seed), game=GAME, nonces=[""] * seats)
    return table, RULESET.parse_options(options, seats=seats)


def adventurous(view: dict[str, Any], legal: Any, *, chance: Any) -> dict[str, Any]:
    """Moves and uses cards wherever it can."""
    bold = [action for action in legal if action["type"] not in ("end_turn", "surrender")]
    return random_bot(view, bold or legal, chance=chance)


def daring(view: dict[str, Any], legal: Any, *, chance: Any) -> dict[str, Any]:
    """Takes each type of action as often as any other, and surrenders only where it must."""
    kinds = sorted({action["type"] for action in legal} - {"surrender"}) or ["surrender"]
    kind = chance.choose(kinds, "kind")
    return random_bot(view, [action for action in legal if action["type"] == kind], chance=chance)


def deciding(type_: str) -> Cave:
    """A cave in which that decision is open for seat 0, who has taken a backpack and holds a card of each kind."""
    cards = ["dynamite", "key", "crossbow", "shield", "lure", "insurance", "map"]
    if type_ in ("place_token", "confirm_step", "rotate_tile"):
        cave = Cave((8, 8), (4, 2), closed=("r3c2", "low1")).stack("coin" if type_ == "confirm_step" else "spider")
    else:
        start = (5, 1) if type_ == "answer_fall" else (5, 8)
        cave = Cave(start, (4, 2))
    cave.kit(0, *CONTENT.kit).drawn(0, *cards)
    if type_ == "place_character":
        cave.do(0, "surrender")
    elif type_ in ("place_token", "confirm_step"):
        cave.do(0, "step", dir="left")
    elif type_ == "rotate_tile":
        cave.do(0, "use_map", tile="low1")
    elif type_ == "answer_contact":
        cave.creature("dragon", (4, 8)).do(0, "step", dir="left")
    elif type_ == "answer_fall":
        cave.do(0, "step", dir="right")
    elif type_ == "answer_loss":
        cave.creature("dragon", (8, 8), hunts=0).turn(1).do(1, "end_turn")
    else:
        cave.have(0, cell=at((5, 1)), rests=[at((5, 1))]).creature("monster", (1, 1), hunts=0).turn(1)
        cave.do(1, "end_turn")
    return cave


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Random tiles, rotations, and face-down places."""
    tiles = draw(st.permutations(CONTENT.tiles))
    turns = draw(st.lists(st.integers(0, 3), min_size=20, max_size=20))
    closed = draw(st.sets(st.integers(0, 19), max_size=12))
    field = Field(closed_rows())
    for place in range(20):
        if place not in closed:
            field.lay(place, CONTENT.face(tiles[place], turns[place]))
    return field


def empties(field: Field) -> list[int]:
    return [cell for cell in BOARD if field.cells[cell] in EMPTY]


FIELD = field_r()


def monster_from(start: Point, target: Point) -> list[tuple[Point, str]]:
    moves = next_moves(lambda cell: monster_moves(FIELD, cell, content=CONTENT), at(start), goals_at(at(target)))
    return [(point(move.to), move.kind) for move in moves]


def spider_from(start: Point, target: Point) -> list[Point]:
    moves = next_moves(lambda cell: spider_moves(FIELD, cell, content=CONTENT), at(start), goals_at(at(target)))
    return [point(move.to) for move in moves]


def dragon_from(start: Point, target: Point) -> list[Point]:
    moves = next_moves(lambda cell: dragon_moves(FIELD, cell), at(start), goals_at(at(target)))
    return [point(move.to) for move in moves]


def worm_from(start: Point, target: Point) -> list[tuple[Point, str]]:
    x, y = target
    moves = worm_moves(FIELD, at(start), Goals((at((x, y + 1)),), (at(target),)))
    return [(point(move.to), move.kind) for move in moves]


__all__ = [
    "CLOSED",
    "CONTENT",
    "FIELD",
    "RULESET",
    "Cave",
    "Dice",
    "Point",
    "adventurous",
    "at",
    "daring",
    "deciding",
    "dragon_from",
    "empties",
    "field_r",
    "fields",
    "monster_from",
    "point",
    "spider_from",
    "table_of",
    "told",
    "types",
    "worm_from",
]
