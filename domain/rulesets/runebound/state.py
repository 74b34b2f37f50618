"""
The shape of a state, and the context in which the rules change it.

A state is plain data. What still has to happen lies on its `agenda`, a stack of frames `{"do": name, …}`: the last
frame is next. A frame whose name is a decision's waits until its seat answers; every other frame is carried out at
once (`flow.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NotRequired, Required, TypedDict, cast

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.tape import Chance

ENEMY: Final = "enemy"
"""The side of the enemy card in a combat; the other sides are seats."""


class Options(TypedDict):
    """The options of a game; see `actions.OptionsSchema`."""

    dice: str
    xp_cost: int | None
    raise_life_stamina: bool
    recycle_adventure_decks: bool
    refill_exhausted_colours: bool
    round_limit: int | None


class Ally(TypedDict):
    """An ally with its markers."""

    id: str
    wounds: int
    fatigue: int


class Hero(TypedDict):
    """
    A seat's hero and what it owns.

    `hex` is None until its first turn begins. `came_from` is the hex it walked or retreated from (RB-043). `paper` is
    experience noted down rather than held in counters. `down` names the cards that lie face down, in order of ids.
    """

    id: str
    hex: str | None
    came_from: str | None
    gold: int
    wounds: int
    fatigue: int
    counters: dict[str, int]
    paper: int
    raises: dict[str, int]
    artifacts: list[str]
    allies: list[Ally]
    runes: list[str]
    down: list[str]


class Deck(TypedDict):
    """A deck, the top card first. Everybody knows its first `top` and its last `bottom` cards."""

    cards: list[str]
    top: int
    bottom: int


class TrackEntry(TypedDict):
    """An unfinished challenge on the track; `age` counts the draws of the game when it was drawn."""

    card: str
    hex: str
    age: int


class Adventure(TypedDict):
    """
    The adventure that the active hero faces.

    `card` is None between two draws. `space` is the card's space on the track, counted from 1; None for a card drawn.
    `age` is the card's, as on the track. `kept` says that the hero has taken the card.
    """

    hex: str
    colour: str
    card: str | None
    space: int | None
    age: int
    kept: bool


class Combat(TypedDict):
    """
    A fight under way, against a card or between two heroes.

    `card` is None between heroes. `seats` are those in it, the attacker first; `fighter` is the one that acts like the
    player in this round (RB-151). `wounds` are the enemy card's. `number` is what the target of this step threw
    (RB-154). `attacked` names the characters that have attacked in this round, `again` counts the attacks granted on
    top. `hampered` says by side (`enemy`, or a seat) which attributes and damages are lowered, and by how much.
    """

    card: str | None
    seats: list[int]
    fighter: int
    wounds: int
    round: int
    number: int | None
    attacked: list[str]
    again: int
    hampered: dict[str, dict[str, int]]


class Result(TypedDict):
    """How the game ended; `seat` is the winner, None if there is none."""

    reason: str
    seat: int | None
    clause: str


class UsedUp(TypedDict):
    """An ability that has been used: `source` is "hero" or a card, `index` its place among that card's abilities."""

    source: str
    index: int


class Use(UsedUp):
    """An ability that a seat has used."""

    seat: int


class Boost(TypedDict):
    """An ability that is used for a roll: `source` is "hero" or a card, `index` its place there; and how often."""

    source: str
    index: int
    times: int


class Action(TypedDict, total=False):
    """An action with its parameters; `ACTION_SCHEMAS` says which action has which."""

    type: Required[str]
    hero: int
    allies: dict[str, int]
    to: str | None
    path: list[str]
    source: str
    index: int
    target: str
    dice: list[int]
    town: str
    seat: int
    boosts: list[Boost]
    skill_uses: int
    character: str
    cards: list[str]
    card: str | None
    stat: str


class Roll(TypedDict):
    """
    One roll.

    `roll` is its full name such as `melee:attack`, `test:lore` or `escape`; `aim` says what it decides. `purpose`,
    `fail` and `clause` are those of a test: whether it is the card's own or one of its rules', what failing it brings,
    and the clause by which it does.
    """

    seat: int
    character: str
    roll: str
    attribute: int
    bonus: int
    target: int
    aim: str
    ok: bool
    purpose: NotRequired[str]
    fail: NotRequired[list[Printed]]
    clause: NotRequired[str | None]


class Frame(TypedDict, total=False):
    """
    A step or a decision on the agenda; its name `do` says which of the other members it has.

    `seat` is whom it is about, `clause` the rule that asks for it. `used_up` holds the abilities that were used in this
    window. `roll` is a roll that may still be thrown again. `soaked` and `target` are figures of harm and
    tests, `effect` and `fail` what a card says will follow.
    """

    do: Required[str]
    seat: int
    clause: str | None
    used_up: list[UsedUp]
    kind: str
    wounds: int
    fatigue: int
    character: str
    roll: Roll
    when: str
    effect: Printed
    n: int
    town: str
    rested: int
    dice: list[int]
    wild: list[int]
    path: list[str]
    cards: list[str]
    loser_seat: int
    ally: str
    soaked: str | None
    target: int
    skill: str
    attribute: str
    purpose: str
    fail: list[Printed]
    card: str
    colour: str
    hex: str
    space: int
    terrain: str


class State(TypedDict):
    """
    A game between two actions.

    `cut_short` says that the active seat's turn has been cut short (RB-024). `used_before_combat` holds the abilities
    for before the combat that were used in this turn, `traded` the cards that were bought, hired or sold in it.
    `out` holds the out piles (RB-053), `bank` the counters that are neither on the map nor held. `drawn` counts the
    adventure cards drawn, and gives the cards of the track their age. `facing` is the adventure under way.
    """

    options: Options
    round: int
    turn: int
    first: int
    active: int
    phase: str
    cut_short: bool
    used_before_combat: list[Use]
    traded: list[str]
    heroes: list[Hero]
    undealt: list[str]
    decks: dict[str, Deck]
    out: dict[str, list[str]]
    boxes: dict[str, list[str]]
    counters: dict[str, list[str]]
    bank: dict[str, int]
    track: list[TrackEntry | None]
    drawn: int
    events: list[str]
    facing: Adventure | None
    combat: Combat | None
    agenda: list[Frame]
    result: Result | None


@dataclass(slots=True)
class Play:
    """
    One action being carried out.

    Attributes:
        content: The components.
        state: The state that the action changes.
        facts: The facts told so far.
        tape: The only source of chance.
        fresh: The decks shuffled in this event, which are sealed at its end.
    """

    content: Content
    state: State
    facts: Facts
    tape: Chance
    fresh: list[str] = field(default_factory=list)

    def push(self, do: str, **fields: object) -> None:
        """Puts a frame on top of the agenda, so that it comes next."""
        self.state["agenda"].append(cast("Frame", {"do": do, **fields}))

    def tell(self, type_: str, *clauses: str, **fields: object) -> None:
        """Tells a public fact."""
        self.facts.tell(type_, *clauses, **fields)

    def hero(self, seat: int) -> Hero:
        """The seat's hero."""
        return self.state["heroes"][seat]


def top(state: State) -> Frame:
    """The frame on top of the agenda: the pending decision, between two actions."""
    return state["agenda"][-1]


def clause_named(frame: Frame) -> str:
    """The rule that asks for the frame. Asked only of frames that name one."""
    if frame["clause"] is None:
        raise AssertionError("the frame names no clause")
    return frame["clause"]


def current_combat(state: State) -> Combat:
    """The fight under way. Asked only while there is one."""
    if state["combat"] is None:
        raise AssertionError("no fight is under way")
    return state["combat"]


def current_adventure(state: State) -> Adventure:
    """The adventure under way. Asked only while there is one."""
    if state["facing"] is None:
        raise AssertionError("no adventure is under way")
    return state["facing"]


def current_card(state: State) -> str:
    """The card of the adventure under way. Asked only while one is being faced."""
    card = current_adventure(state)["card"]
    if card is None:
        raise AssertionError("the adventure is between two cards")
    return card


def hex_of(hero: Hero) -> str:
    """The hex the hero stands on. Asked only of heroes on the map."""
    if hero["hex"] is None:
        raise AssertionError("the hero is not on the map yet")
    return hero["hex"]


def new_hero(hero: str, *, gold: int, stats: Sequence[str], colours: Sequence[str]) -> Hero:
    """A hero at the start: not on the map yet, nothing on its card."""
    return {
        "id": hero,
        "hex": None,
        "came_from": None,
        "gold": gold,
        "wounds": 0,
        "fatigue": 0,
        "counters": dict.fromkeys(colours, 0),
        "paper": 0,
        "raises": dict.fromkeys(stats, 0),
        "artifacts": [],
        "allies": [],
        "runes": [],
        "down": [],
    }


def new_combat(card: str | None, seats: Sequence[int], *, round_: int = 0) -> Combat:
    """A fight about to begin, the first of the seats being the attacker; `card` is None between heroes."""
    return {
        "card": card,
        "seats": list(seats),
        "fighter": seats[0],
        "wounds": 0,
        "round": round_,
        "number": None,
        "attacked": [],
        "again": 0,
        "hampered": {},
    }


def opponent(combat: Combat, seat: int) -> int:
    """The other seat of a fight between heroes."""
    return next(one for one in combat["seats"] if one != seat)


def action_of(type_: str, **parameters: object) -> Action:
    """An action of that type."""
    return cast("Action", {"type": type_, **parameters})


def card_named(action: Action) -> str:
    """The card that the action names. Asked only of actions that name one."""
    if action["card"] is None:
        raise AssertionError("the action names no card")
    return action["card"]


def hex_entered(action: Action) -> str:
    """The hex that a step or a retreat leads to. Asked only of actions that lead somewhere."""
    if action["to"] is None:
        raise AssertionError("the action leads nowhere")
    return action["to"]


def open_cards(state: State) -> list[str]:
    """Every card that lies open somewhere outside the decks. Asked of public parts alone."""
    found = [card for hero in state["heroes"] for card in (*hero["artifacts"], *hero["runes"])]
    found += [ally["id"] for hero in state["heroes"] for ally in hero["allies"]]
    found += [card for box in state["boxes"].values() for card in box]
    found += [card for cards in state["out"].values() for card in cards]
    found += [entry["card"] for entry in state["track"] if entry is not None]
    found += state["events"]
    facing = state["facing"]
    if facing is not None and facing["card"] is not None and not facing["kept"] and facing["card"] not in found:
        found.append(facing["card"])  # a card of the track stays on its space while it is attempted
    for frame in state["agenda"]:
        if frame["do"] == "choose_loot":
            found += frame["cards"]
    return found
