"""
Builders of games in any position, and short questions about them.

By default there are three seats of 9 life and 4 treasure with all five power cards, in a room where
nothing has been played, so a test names only what matters to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Fact, Facts
from delvebook.domain.playout import Step, seed_of
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.dungeon_raiders import DungeonRaiders
from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS, ITEMS, POWER_VALUE
from delvebook.domain.rulesets.dungeon_raiders.content import parse_content
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.rulesets.shown import require_answered, require_shown

RAIDERS = DungeonRaiders()
BOX = RAIDERS.box
LIT = [[level <= 2 or (level == 3 and room <= 2) for room in range(1, 6)] for level in range(1, 6)]
ALL_FIVE = "p1 p2 p3 p4 p5"
TORCH = {"type": "light_torch"}
DARK = [[True, False, False, True, False], [True] * 5, [True] * 5, [False] * 5, [False] * 5]
"""Whether each room lies face up, level by level. Rooms 2, 3 and 5 of level 1 are dark."""


def seat(
    hand: str = ALL_FIVE,
    *,
    life: int = 9,
    treasure: int = 4,
    status: str = "alive",
    laid: str = "",
    torch_lit: bool = False,
    character: str | None = None,
) -> dict[str, Any]:
    """A seat. The power cards outside its hand lie face up before it."""
    held = Counter(hand.split())
    power = [number for card, number in POWER_VALUE.items() if held[card]]
    return {
        "character": character,
        "life": life,
        "treasure": treasure,
        "status": status,
        "power": power,
        "items": {item: held[item] for item in ITEMS},
        "played": [number for number in POWER_VALUE.values() if number not in power],
        "committed": None,
        "laid": laid.split(),
        "torch_lit": torch_lit,
        "lit_since": 0,
        "taken": {item: held[item] + (torch_lit and item == "torch") for item in ITEMS},
    }


def game(
    room: str = "tre-1",
    *,
    seats: int | Sequence[dict[str, Any]] = 3,
    level: int = 1,
    at: int = 1,
    ahead: Mapping[int, str] | None = None,
    boss: str = "boss-bailiff",
    lit: list[list[bool]] | None = None,
    first: int | None = None,
    fight: int = 1,
    difficulty: str = "standard",
) -> State:
    """
    A game in the given room, before any seat has played there.

    Args:
        room: The current room, or "boss" for the last one.
        seats: The number of default seats, or the seats themselves.
        level, at: Where the room lies; the boss always lies at 5/5.
        ahead: Later rooms of this level, by number.
        lit: Which rooms lie face up, level by level.
        first: The first player; the game is tactical if given.
    """
    table = [seat() for _ in range(seats)] if isinstance(seats, int) else list(seats)
    is_boss = room == "boss"
    if is_boss:
        level, at = 5, 5
    placed = {(level, number): card for number, card in (ahead or {}).items()}
    if not is_boss:
        placed[level, at] = room
    dungeon, removed = _dungeon(placed, boss)
    for character, sheet in zip(BOX.characters, table, strict=False):
        sheet["character"] = sheet["character"] or character
        begun = BOX.characters[sheet["character"]].items
        sheet["taken"] = {item: max(sheet["taken"][item], begun.count(item)) for item in ITEMS}
    supply = {item: 6 - sum(sheet["items"][item] for sheet in table) for item in ITEMS}
    alive = [number for number, sheet in enumerate(table) if sheet["status"] == "alive"]
    state: State = {
        "options": {"mode": "standard" if first is None else "tactical", "difficulty": difficulty},
        "phase": "boss_play" if is_boss else "play",
        "level": level,
        "room": at,
        "wave": 1,
        "fight": fight if is_boss else 0,
        "first_seat": first,
        "dungeon": dungeon,
        "lit": [list(row) for row in (lit or LIT)],
        "removed": removed,
        "supply": supply,
        "in_play": [],
        "owing": sorted(alive, key=lambda number: (number - (first or 0)) % len(table)),
        "again": [],
        "seats": table,
        "result": None,
    }
    RAIDERS.check(state)
    return state


def _dungeon(placed: Mapping[tuple[int, int], str], boss: str) -> tuple[list[list[str]], list[str]]:
    rest = list(BOX.deck)
    for card in placed.values():
        rest.remove(card)
    dungeon = [
        [
            boss if (level, room) == (5, 5) else placed[level, room] if (level, room) in placed else rest.pop(0)
            for room in range(1, 6)
        ]
        for level in range(1, 6)
    ]
    return dungeon, rest


def act(state: State, number: int, action: dict[str, Any]) -> Facts:
    """Plays an action as the service would, and checks the state that follows."""
    facts = RAIDERS.play(state, number, RAIDERS.parse_action(action), tape=Tape(b"never read"))
    RAIDERS.check(state)
    require_shown(RAIDERS, state, facts, members=State)
    return facts


def play(state: State, number: int, card: str) -> Facts:
    """Plays one card in an ordinary room or for a boss's chest."""
    return act(state, number, {"type": "play_card", "card": card})


def lay(state: State, number: int, cards: str) -> Facts:
    """Lays cards against the boss."""
    return act(state, number, {"type": "play_boss_cards", "cards": cards.split()})


def light(state: State, number: int) -> Facts:
    """Lights a torch."""
    return act(state, number, {"type": "light_torch"})


def play_all(state: State, *cards: str) -> Facts:
    """Plays one card for each seat that owes one, in turn order. Returns the facts of the last one."""
    facts = Facts()
    for number, card in zip(list(state["owing"]), cards, strict=True):
        facts = play(state, number, card)
    return facts


def lay_all(state: State, *plays: str) -> Facts:
    """Lays cards against the boss for each seat that owes some, in turn order. Returns the facts of the last one."""
    facts = Facts()
    for number, cards in zip(list(state["owing"]), plays, strict=True):
        facts = lay(state, number, cards)
    return facts


def told(facts: Facts, type_: str) -> list[Fact]:
    """The public facts of that type."""
    return [fact for fact in facts.public if fact["type"] == type_]


def types(facts: Facts) -> list[str]:
    """The types of the public facts, in order."""
    return [fact["type"] for fact in facts.public]


def lives(state: State) -> list[int]:
    """The life of every seat."""
    return [sheet["life"] for sheet in state["seats"]]


def purses(state: State) -> list[int]:
    """The treasure of every seat."""
    return [sheet["treasure"] for sheet in state["seats"]]


def statuses(state: State) -> list[str]:
    """The status of every seat."""
    return [sheet["status"] for sheet in state["seats"]]


def hand(state: State, number: int) -> list[str]:
    """The cards in a seat's hand."""
    sheet = state["seats"][number]
    return [
        card
        for card in CARDS
        for _ in range(sheet["items"][card] if card in ITEMS else sheet["power"].count(POWER_VALUE[card]))
    ]


def playable(state: State, number: int) -> list[str]:
    """The cards the seat may play, not counting a torch that it may light."""
    return [action["card"] for action in RAIDERS.legal(state, number) if action["type"] == "play_card"]


def layable(state: State, number: int) -> set[str]:
    """The plays that the seat may lay against the boss, as text."""
    legal = RAIDERS.legal(state, number)
    return {" ".join(action["cards"]) for action in legal if action["type"] == "play_boss_cards"}


def refused(state: State, seat: int, action: dict[str, Any]) -> str:
    """The clause that forbids the action."""
    before = jcs(state)
    assert action not in RAIDERS.legal(state, seat)
    with pytest.raises(IllegalActionError) as error:
        RAIDERS.play(state, seat, RAIDERS.parse_action(action), tape=Tape(b"never read"))
    assert jcs(state) == before
    require_answered(RAIDERS, state, seat, RAIDERS.parse_action(action))
    return error.value.clause


def refused_card(state: State, seat: int, card: str) -> str:
    """The clause that forbids playing the card."""
    return refused(state, seat, {"type": "play_card", "card": card})


def refused_cards(state: State, seat: int, cards: str) -> str:
    """The clause that forbids laying the cards against the boss."""
    return refused(state, seat, {"type": "play_boss_cards", "cards": cards.split()})


def refused_torch(state: State, seat: int) -> str:
    """The clause that forbids lighting a torch."""
    return refused(state, seat, {"type": "light_torch"})


class Fixed:
    """
    A chance that keeps every order and takes the first of everything unless told otherwise. It lists its draws.

    Attributes:
        asked: The draws in order: method, label and population.
    """

    def __init__(self, *, orders: Sequence[Sequence[Any]] = (), picks: Sequence[int] = ()) -> None:
        self.orders = list(orders)
        self.picks = list(picks)
        self.asked: list[tuple[str, str, Any]] = []

    def below(self, bound: int, what: str) -> int:
        self.asked.append(("below", what, bound))
        return self.picks.pop(0) if self.picks else 0

    def die(self, sides: int, what: str) -> int:
        return 1 + self.below(sides, what)

    def choose(self, items: Sequence[Any], what: str) -> Any:
        self.asked.append(("choose", what, list(items)))
        return items[self.picks.pop(0) if self.picks else 0]

    def shuffle(self, items: Sequence[Any], what: str) -> list[Any]:
        self.asked.append(("shuffle", what, list(items)))
        return list(self.orders.pop(0)) if self.orders else list(items)


def torch_bearer() -> dict[str, object]:
    return seat(f"{ALL_FIVE} torch")


def others(state: dict[str, Any], number: int) -> list[Any]:
    """The views of all viewers but that seat."""
    viewers = [SPECTATOR, *(seat_viewer(other) for other in range(len(state["seats"])) if other != number)]
    return [RAIDERS.view(state, viewer) for viewer in viewers]


def with_symbols(*symbols: dict[str, Any], wounds: int | None = 2) -> DungeonRaiders:
    """The title with other symbols on the Twin-Tail; some other boss keeps the double symbol."""
    raiders = DungeonRaiders()
    raw = copy_state(dict(raiders.content))
    bosses = {boss["id"]: boss for boss in raw["bosses"]["cards"]}
    bosses["boss-twintail"].update(symbols=list(symbols), wounds=wounds)
    bosses["boss-linen"]["symbols"].append({"code": "double"})
    raiders.box = parse_content(raw)
    return raiders


def petrified_table() -> tuple[DungeonRaiders, State]:
    """A second fight in which seat 0 is stone. No printed boss fights on after petrifying, so one is made up."""
    raiders = with_symbols({"code": "petrify"}, {"code": "double"}, wounds=None)
    state = game("boss", boss="boss-twintail")
    for number, cards in enumerate((["p1"], ["p2"], ["p2"])):
        raiders.play(state, number, {"type": "play_boss_cards", "cards": cards}, tape=Tape(b""))
    raiders.check(state)
    return raiders, state


def new_table(seats: int = 3, *, seed: str = "secrets") -> Table:
    game_id = "00000000-0000-4000-8000-000000000001"
    return Table(RAIDERS, seed=seed_of(seed), game=game_id, nonces=[""] * seats)


def begin(table: Table, **options: str) -> Step:
    return Step(1, None, None, table.start(RAIDERS.parse_options(options, seats=table.seats), n=1))


def set_up(chance: Any, *, seats: int = 3, **options: str) -> State:
    state, _ = RAIDERS.setup(RAIDERS.parse_options(options, seats=seats), seats=seats, tape=chance)
    RAIDERS.check(state)
    return state
