"""Tables at any point of a game, loaded dice, and a hand that plays on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Fact, Facts
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.runebound import Runebound, content
from delvebook.domain.rulesets.runebound.box import checks
from delvebook.domain.rulesets.runebound.box.hexes import HexMap
from delvebook.domain.rulesets.runebound.content import CONTENT, Content, parse_content
from delvebook.domain.rulesets.runebound.flow import run
from delvebook.domain.rulesets.runebound.state import Play, State
from delvebook.domain.tape import Tape
from tests.domain.rulesets.runebound.named import require_named
from tests.domain.rulesets.shown import require_answered, require_shown

RULESET = Runebound()
PHASES = {
    "refresh": ["turn_end", "experience_phase", "market_phase", "adventure", "movement", "refresh"],
    "movement": ["turn_end", "experience_phase", "market_phase", "adventure", "movement"],
    "adventure": ["turn_end", "experience_phase", "market_phase", "adventure"],
    "market": ["turn_end", "experience_phase", "market_phase"],
    "experience": ["turn_end", "experience_phase"],
    "turn_end": ["turn_end"],
    "turn": ["turn"],
}


class Loaded:
    """
    A chance that throws what it was told to, and leaves what it shuffles in its order.

    Steady, it throws on after that: 1 for the target of a fight between heroes, 20 for everybody else.
    """

    def __init__(self, dice: Sequence[int] = (), *, steady: bool = False) -> None:
        self.dice = list(dice)
        self.steady = steady
        self.asked: list[tuple[str, int]] = []
        self.shuffled: list[list[Any]] = []

    def die(self, sides: int, what: str) -> int:
        self.asked.append((what, sides))
        if not self.dice and self.steady:
            return 1 if what.endswith("target") else sides
        if not self.dice:
            raise AssertionError(f"no die was loaded for {what}")
        number = self.dice.pop(0)
        assert 1 <= number <= sides
        return number

    def below(self, bound: int, what: str) -> int:
        raise AssertionError(f"nothing is chosen at random: {what}")

    choose = below

    def shuffle(self, items: Sequence[Any], what: str) -> list[Any]:
        self.asked.append((what, len(items)))
        self.shuffled.append(list(items))
        return list(items)


class Desk:
    """A state in the hands of a test. Every action is parsed, played on loaded dice, and checked."""

    def __init__(self, state: dict[str, Any], ruleset: Runebound = RULESET) -> None:
        self.state = state
        self.ruleset = ruleset
        self.facts = Facts()
        self.tape = Loaded()
        self.steady = False

    @property
    def content(self) -> Content:
        return self.ruleset.box

    @property
    def decision(self) -> dict[str, Any]:
        return self.state["agenda"][-1]

    @property
    def asks(self) -> str | None:
        return self.state["agenda"][-1]["do"] if self.state["agenda"] else None

    def hero(self, seat: int = 0) -> dict[str, Any]:
        return self.state["heroes"][seat]

    def ally(self, card: str, seat: int = 0) -> dict[str, Any]:
        return next(ally for ally in self.hero(seat)["allies"] if ally["id"] == card)

    def play(self, type_: str, *dice: int, by: int | None = None, **parameters: Any) -> Desk:
        """Plays the action for the seat that decides; all loaded dice must be used up."""
        action = self.ruleset.parse_action({"type": type_, **parameters})
        self.tape = Loaded(dice, steady=self.steady)
        who = self.decision["seat"] if by is None else by
        self.facts = self.ruleset.play(self.state, who, action, tape=self.tape)
        assert self.tape.dice == [], "dice were left over"
        assert copy_state(self.state) == self.state
        self.ruleset.check(self.state)
        require_shown(self.ruleset, self.state, self.facts, members=State)
        return self

    def refused(self, type_: str, clause: str, *, by: int | None = None, **parameters: Any) -> str:
        """Asserts that it is refused for that clause, names what it must and changes nothing; returns the sentence."""
        action = self.ruleset.parse_action({"type": type_, **parameters})
        before = copy_state(self.state)
        who = self.decision["seat"] if by is None else by
        assert action not in self.ruleset.legal(self.state, who)
        with pytest.raises(IllegalActionError) as refused:
            self.ruleset.play(self.state, who, action, tape=Loaded())
        assert self.state == before
        assert refused.value.clause == clause
        require_answered(self.ruleset, self.state, who, action)
        require_named(self.content, self.state, action, refused.value.refusal)
        return str(refused.value)

    def legal(self, type_: str | None = None) -> list[dict[str, Any]]:
        found = self.ruleset.legal(self.state, self.decision["seat"])
        return found if type_ is None else [action for action in found if action["type"] == type_]

    def told(self, type_: str) -> list[Fact]:
        return [fact for fact in self.facts.public if fact["type"] == type_]

    def types(self) -> list[str]:
        return [fact["type"] for fact in self.facts.public]

    # -- arranging ------------------------------------------------------------------------------

    def give(self, *cards: str, seat: int = 0, wounds: int = 0, fatigue: int = 0) -> Desk:
        """Gives the cards to the seat's hero, wherever they lay before."""
        hero = self.hero(seat)
        for card in cards:
            _remove(self.state, card)
            kind = self.content.items[card]["type"]
            if kind == "ally":
                hero["allies"].append({"id": card, "wounds": wounds, "fatigue": fatigue})
            else:
                hero["runes" if kind == "rune" else "artifacts"].append(card)
        return self

    def on_top(self, *cards: str) -> Desk:
        """Puts the cards on top of their decks, the first of them on top."""
        for card in reversed(cards):
            zone = self.content.colour_of(card) or "market"
            _remove(self.state, card)
            self.state["decks"][zone]["cards"].insert(0, card)
        return self

    def out(self, *cards: str) -> Desk:
        """Puts the adventure cards on the out piles of their colours."""
        for card in cards:
            _remove(self.state, card)
            self.state["out"][self.content.colour_of(card)].append(card)
        return self

    def event(self, *cards: str) -> Desk:
        """Puts the events into the event box, the last on top."""
        for card in cards:
            _remove(self.state, card)
            self.state["events"].append(card)
        return self

    def in_box(self, town: str, *cards: str) -> Desk:
        """Puts the Market cards into the town's box."""
        for card in cards:
            _remove(self.state, card)
            self.state["boxes"][town].append(card)
        return self

    def unfinished(self, card: str, hex_: str, *, space: int = 1, age: int | None = None) -> Desk:
        """Puts the challenge on that space of the track, and its marker on the hex."""
        _remove(self.state, card)
        self.state["drawn"] = max(self.state["drawn"], age or space)
        self.state["track"][space - 1] = {"card": card, "hex": hex_, "age": age or space}
        return self

    def counters(self, seat: int = 0, **colours: int) -> Desk:
        """Gives the hero this number of counters, from the bank or, where that has too few, from the last sites."""
        for colour, n in colours.items():
            for _ in range(n):
                if self.state["bank"][colour]:
                    self.state["bank"][colour] -= 1
                else:
                    self.state["counters"][colour].pop()
            self.hero(seat)["counters"][colour] += n
        return self

    def clear_site(self, hex_: str) -> Desk:
        """Empties the site; its counter goes to the bank."""
        colour = self.content.site_colour[hex_]
        self.state["counters"][colour].remove(hex_)
        self.state["bank"][colour] += 1
        return self

    def phase(self, name: str, *dice: int) -> Desk:
        """The active seat's turn is at the start of that phase; goes on to the first decision."""
        self.state["agenda"] = [{"do": do} for do in PHASES[name]]
        self.tape = Loaded(dice)
        play = Play(self.content, self.state, Facts(), self.tape)
        run(play)
        self.facts = play.facts
        assert self.tape.dice == []
        self.ruleset.check(self.state)
        return self

    def fight(self, card: str, *, hex_: str = "h8", seat: int = 0) -> Desk:
        """The hero stands on a site of the card's colour and attempts it; the card is the next of its deck."""
        colour = self.content.adventures[card]["colour"]
        site = hex_ if self.content.site_colour.get(hex_) == colour else self.content.sites[colour][0]
        self.hero(seat)["hex"] = site
        self.on_top(card)
        self.phase("adventure")
        return self.play("attempt_adventure")


def table(*heroes: str, ruleset: Runebound = RULESET, hexes: Sequence[str | None] = (), **options: Any) -> Desk:
    """
    A table with these heroes (Torvald if none is named), all in Tamalir, seat 0 to move, nothing happened yet.

    Args:
        hexes: Where the heroes stand, if not all in Tamalir.
    """
    cast = list(heroes) or ["H02"]
    parsed = ruleset.parse_options(options, seats=len(cast))
    state, _ = ruleset.setup(parsed, seats=len(cast), tape=Tape(b"builders"))
    for seat, hero in enumerate(state["heroes"]):
        hero["id"] = cast[seat]
        hero["hex"] = hexes[seat] if hexes else CONTENT.rules["start"]
        hero["came_from"] = None
    state["undealt"] = sorted(hero for hero in ruleset.box.heroes if hero not in cast)
    state["first"] = state["active"] = 0
    return Desk(state, ruleset).phase("movement")


def reprinted(card: str, **changes: Any) -> Runebound:
    """The title with one card printed differently. The map is not worked out again, which takes most of the time."""
    raw = copy_state(RULESET.content)
    groups = (raw["heroes"]["cards"], raw["market"]["artifacts"], raw["market"]["allies"])
    for group in (*groups, raw["adventures"]["cards"], raw["kept"]["cards"]):
        for one in group:
            if one["id"] == card:
                one.update(changes)
    ruleset = Runebound()
    with patch.object(content, "HexMap", printed_map), patch.object(checks, "HexMap", printed_map):
        ruleset.box = parse_content(raw)
    return ruleset


def printed_map(data: object) -> HexMap:
    """The map of the box, which no card changes."""
    return CONTENT.map


def ability(trigger: str, *effects: dict[str, Any], cost: str = "none", n: int = 0, kinds: str = "") -> dict[str, Any]:
    """An ability as the content writes it."""
    made: dict[str, Any] = {"trigger": trigger, "cost": {"type": cost}, "effects": list(effects)}
    if n:
        made["cost"]["n"] = n
    if kinds:
        made["kinds"] = kinds.split(",")
    return made


def random_states(seats: int, *, seed: str, steps: int) -> list[dict[str, Any]]:
    """States of a random game, one after each action."""
    parsed = RULESET.parse_options({"round_limit": 400}, seats=seats)
    tape = Tape(seed.encode())
    state, _ = RULESET.setup(parsed, seats=seats, tape=tape)
    found = []
    for _ in range(steps):
        if state["result"] is not None:
            break
        found.append(copy_state(state))
        seat = RULESET.to_act(state)[0]
        RULESET.play(state, seat, random_bot({}, RULESET.legal(state, seat), chance=tape), tape=tape)
    return found


def rich_states(seats: int, *, seed: str, steps: int, **options: Any) -> Iterator[dict[str, Any]]:
    """
    States of a random game whose heroes set out with cards, gold, raises and fatigue, one after each action.

    So abilities, boosts and windows of all kinds come up within few turns.
    """
    tape = Tape(seed.encode())
    parsed = RULESET.parse_options({"round_limit": 400, **options}, seats=seats)
    state, _ = RULESET.setup(parsed, seats=seats, tape=tape)
    state.update(round=2, turn=seats + 1)
    desk = Desk(state)
    items = {
        kind: tape.shuffle([card for card in CONTENT.decks["market"] if kind in _kinds(card)], "cards")
        for kind in ("weapon", "armour", "other", "ally")
    }
    for seat in range(seats):
        for kind, most in (("weapon", 2), ("armour", 1), ("other", 4), ("ally", 2)):
            desk.give(*(items[kind].pop() for _ in range(tape.below(most + 1, "how many"))), seat=seat)
        desk.hero(seat).update(hex=CONTENT.rules["start"], gold=tape.below(15, "gold"), fatigue=1)
        desk.hero(seat)["paper"] = tape.below(12, "experience")
    RULESET.check(state)
    for _ in range(steps):
        if state["result"] is not None:
            return
        yield copy_state(state)
        seat = RULESET.to_act(state)[0]
        RULESET.play(state, seat, random_bot({}, RULESET.legal(state, seat), chance=tape), tape=tape)


def _kinds(card: str) -> tuple[str, ...]:
    item = CONTENT.items[card]
    return (item["type"], item.get("slot", ""))


def _remove(state: dict[str, Any], card: str) -> None:
    """Takes the card from its place, whichever that is."""
    for deck in state["decks"].values():
        if card in deck["cards"]:
            deck["cards"].remove(card)
    for pile in (*state["boxes"].values(), *state["out"].values(), state["events"]):
        if card in pile:
            pile.remove(card)
    for slot, entry in enumerate(state["track"]):
        if entry is not None and entry["card"] == card:
            state["track"][slot] = None
    for hero in state["heroes"]:
        hero["allies"] = [ally for ally in hero["allies"] if ally["id"] != card]
        for owned in (hero["artifacts"], hero["runes"], hero["down"]):
            if card in owned:
                owned.remove(card)
