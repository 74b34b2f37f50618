"""
What an action leads to, played out by the rules themselves on the table that a view shows.

Dice fall once as badly and once as well as they can. What nobody can foresee, such as the next card of a deck, ends the
foresight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeVar

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import Printed, copy_state
from delvebook.domain.rulesets.runebound.box.hexes import TOWN
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.flow import DECISIONS, answer, run
from delvebook.domain.rulesets.runebound.heroes.abilities import owned, usable
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, State, action_of, hex_of, open_cards, top
from delvebook.domain.rulesets.runebound.table.decks import MARKET
from delvebook.domain.stakes import Expected, expect

T = TypeVar("T")
Fact = Printed
ROLLS: Final = ("roll_failed", "roll_succeeded")
_HIDDEN_RESULTS: Final = ("loot", "topdeck")
"""Results that look into a deck."""
_UNSEEN: Final = "unseen"
"""Stands for a card that lies face down."""
_OPEN_CHOICES: Final[Mapping[str, str]] = {"choose_town": "hero_placed", "take_spoils": "", "choose_exhaust": "card"}
"""Decisions that change nothing of what comes after them. By each, what of its own facts is open."""


class Foreseen(NamedTuple):
    """
    A fact that will come.

    Attributes:
        fact: The fact, as far as it is known.
        unless: What would change it, as it comes only after somebody has had the chance to use an ability.
        is_later: Whether it comes after a further decision.
    """

    fact: Fact
    unless: Sequence[Expected]
    is_later: bool


class Fate:
    """Chance at its worst for the acting seat, or at its best."""

    def __init__(self, *, is_good: bool) -> None:
        self.is_good = is_good
        self.is_asked = False
        """Whether a roll was made, so that its outcome is open."""

    def die(self, sides: int, what: str) -> int:
        """The best or the worst face; of the other hero's dice, the other way round."""
        is_own = not what.endswith("target")
        self.is_asked |= is_own and what != "movement dice"
        return sides if self.is_good is is_own else 1

    def below(self, bound: int, what: str) -> int:
        """Never asked, as foresight ends before anything is drawn."""
        raise AssertionError(what)

    def choose(self, items: Sequence[T], what: str) -> T:
        """Never asked, as in `below`."""
        raise AssertionError(what)

    def shuffle(self, items: Sequence[T], what: str) -> list[T]:
        """Never asked, as in `below`."""
        raise AssertionError(what)


def with_decks(table: State, counts: Mapping[str, int]) -> State:
    """The table with decks of that many cards, of which none is known."""
    return {**table, "decks": {zone: {"cards": [_UNSEEN] * n, "top": 0, "bottom": 0} for zone, n in counts.items()}}


def foresee(content: Content, table: State, action: Action, fate: Fate) -> list[Foreseen]:
    """What follows from the action for anybody, in order, until something hidden or another decision comes."""
    return [*_Course(content, copy_state(table), fate).of(action)]


@dataclass
class _Course:
    """One way in which the game may go on."""

    content: Content
    state: State
    fate: Fate
    unless: list[Expected] = field(default_factory=list)
    is_later: bool = False

    def of(self, action: Action) -> Iterator[Foreseen]:
        """What follows from the action."""
        hand = Play(self.content, self.state, Facts(), self.fate)
        seat, told, hidden = top(self.state)["seat"], 0, ""
        next_: Action | None = action
        while next_ is not None:
            answer(hand, next_)
            run(hand, stops=self._is_hidden)
            for fact in hand.facts.public[told:]:
                if fact["type"] != hidden:
                    yield self._foreseen(_without_card(fact) if hidden == "card" else fact)
            told = len(hand.facts.public)
            yield from self._of_what_is_hidden(hand)
            told = len(hand.facts.public)
            next_, hidden = self._simplest_answer(seat)
        if self.state["agenda"] and top(self.state)["do"] == "choose_discard" and top(self.state)["seat"] == seat:
            self.is_later = True
            yield self._foreseen({"type": "card_given_up", "seat": seat})

    def _foreseen(self, fact: Fact) -> Foreseen:
        return Foreseen(
            {name: value for name, value in fact.items() if name != "clauses"}, [*self.unless], self.is_later
        )

    def _is_hidden(self, frame: Frame) -> bool:
        """Whether a frame needs a card that lies face down."""
        if frame["do"] == "market_phase":
            hero = self.state["heroes"][self.state["active"]]
            return bool(self.content.map.terrain[hex_of(hero)] == TOWN)
        return frame["do"] == "draw" or (frame["do"] == "result" and str(frame["effect"]["type"]) in _HIDDEN_RESULTS)

    def _of_what_is_hidden(self, hand: Play) -> Iterator[Foreseen]:
        """What is known of the hidden card before which the foresight has stopped; goes on where it does not matter."""
        while self.state["agenda"] and self._is_hidden(top(self.state)):
            frame, seat = top(self.state), self.state["active"]
            if frame["do"] == "draw":
                yield self._foreseen({"type": "card_drawn", "seat": seat, "colour": frame["colour"]})
            if frame["do"] != "result":
                return
            effect = frame["effect"]
            if effect["type"] == "loot":
                cards = min(effect["n"], len(self.state["decks"][MARKET]["cards"]))
                if cards:
                    yield self._foreseen({"type": "loot_revealed", "seat": seat, "cards": [_UNSEEN] * cards})
                    return
            elif effect["card"] not in open_cards(self.state):
                yield self._foreseen({"type": "card_put_on_deck", "card": effect["card"]})
            self.state["agenda"].pop()
            told = len(hand.facts.public)
            run(hand, stops=self._is_hidden)
            yield from map(self._foreseen, hand.facts.public[told:])

    def _simplest_answer(self, seat: int) -> tuple[Action | None, str]:
        """An answer that adds nothing, to a decision that can only help; and which of its facts are open."""
        if not self.state["agenda"]:
            return None, ""
        frame = top(self.state)
        if frame["do"].startswith("window_"):
            self.is_later = True
            self.unless += self._remedies(frame)
            return action_of("pass"), ""
        if frame["do"] in _OPEN_CHOICES:
            self.is_later = True
            candidates = DECISIONS[frame["do"]].candidates(self.content, self.state, frame)
            return candidates[-1 if frame["do"] == "take_spoils" else 0], _OPEN_CHOICES[frame["do"]]
        return None, ""

    def _remedies(self, frame: Frame) -> Iterator[Expected]:
        """The uses of abilities that would change what comes."""
        for action in usable(self.content, self.state, frame):
            ability = owned(self.content, self.state, frame["seat"], action["source"], action["index"])
            yield expect("ability_used", seat=frame["seat"], card=ability.card, index=ability.at)


def _without_card(fact: Fact) -> Fact:
    """The fact without the card it names, if that is open."""
    return {"type": fact["type"], "seat": fact["seat"]} if fact["type"] == "card_turned_down" else fact


def outcomes(content: Content, table: State, action: Action) -> tuple[list[Foreseen], list[Foreseen]]:
    """What follows from the action at worst and at best; the same list twice if nothing is rolled."""
    fate = Fate(is_good=False)
    worst = foresee(content, table, action, fate)
    return worst, foresee(content, table, action, Fate(is_good=True)) if fate.is_asked else worst
