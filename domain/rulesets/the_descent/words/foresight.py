"""
What is sure to follow from an action, as far as its seat can know.

The rules themselves carry the action out on a state that has the seat's view. They stop where a face-down tile would be
turned up and where a seat has a choice. A card is the exception: they go on as if nobody used one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar, cast

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.exploring.cards import answering_cards, answers
from delvebook.domain.rulesets.the_descent.flow import begin, run
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import Action, Frame, LaidTile, State
from delvebook.domain.rulesets.the_descent.words.reading import read_state
from delvebook.domain.rulesets.the_descent.words.shapes.table import PlaceView, View
from delvebook.domain.stakes import Expected, Foreseen, expect
from delvebook.domain.tape import Tape

T = TypeVar("T")
_UNKNOWN: Final = "unknown"
"""What stands for each token and card that the seat does not know."""


class Ahead(NamedTuple):
    """A fact that will come, unless one of those others does: the cards that may still save somebody."""

    fact: Foreseen
    unless: tuple[Expected, ...]


@dataclass
class Foresight:
    """
    What an action leads to.

    Attributes:
        facts: The facts, in order.
        unless: The cards that may still change what comes after them.
        opening: The frame by which a face-down tile is turned up next, if that is what stops it.
        following: The frame after `opening`, if there is one.
        state: How everything is then, as if no die of a collapse struck.
    """

    facts: list[Ahead]
    unless: tuple[Expected, ...]
    opening: Frame | None
    following: Frame | None
    state: State


class _Blank(Tape):
    """Chance that tells nothing: no die is below a level, and what is shuffled is not looked at."""

    def __init__(self) -> None:
        super().__init__(b"")

    def die(self, sides: int, what: str) -> int:
        return sides

    def shuffle(self, items: Sequence[T], what: str) -> list[T]:
        return list(items)


def foresee(seat: int, action: Action, view: View) -> Foresight:
    """What the legal action of the seat leads to."""
    state = _known_state(view)
    course = Play(CONTENT, state, tape=_Blank(), facts=Facts())
    facts: list[Ahead] = []
    unless: tuple[Expected, ...] = ()
    begin(course, seat, action)
    while True:
        run(course, stops=lambda: _is_unknown(state))
        facts += [Ahead(cast("Foreseen", fact), unless) for fact in course.facts.public[len(facts) :]]
        pending = state["pending"]
        if pending is None or not pending["type"].startswith("answer_"):
            break
        cards = answering_cards(pending["type"], pending.get("cause"))
        if pending["seat"] == seat:
            cards = tuple(card for card in answers(course, seat, cards) if card != "none")
        unless += tuple(expect("card_used", seat=pending["seat"], card=card) for card in cards)
        begin(course, pending["seat"], {"type": pending["type"], "card": "none"})
    opening, following = (None, None) if pending is not None else _opening(state)
    if pending is not None and pending["type"] == "rotate_tile":
        opening = {"do": "open_tile", "seat": seat, "place": pending["place"], "by": "map"}
    return Foresight(facts, unless, opening, following, state)


def _known_state(view: View) -> State:
    """The state as far as the view shows it."""
    hidden = sum(one["card"] is None for seat in view["seats"] for one in seat["drawn"]) + view["deck"]["size"]
    tiles = [_known_tile(place) for place in view["places"]]
    stack = [_UNKNOWN] * sum(view["tokens_left"].values())
    state = read_state(view, tiles=tiles, stack=stack, cards=[_UNKNOWN] * hidden)
    pending = state["pending"]
    if pending is not None and pending["type"] == "rotate_tile":
        tiles[pending["place"]]["tile"] = pending["tile"]
        state["places"] = tiles
    return state


def _known_tile(place: PlaceView) -> LaidTile:
    """A tile; any stands for one that lies face down, as nothing goes on once it is seen."""
    return {"tile": place["tile"] or CONTENT.tiles[0], "turns": place["turns"] or 0, "open": place["open"]}


def _is_unknown(state: State) -> bool:
    """Whether the next frame brings what nobody knows: a face-down tile or the next token."""
    return _opening(state)[0] is not None or (bool(state["agenda"]) and state["agenda"][-1]["do"] == "draw_token")


def _opening(state: State) -> tuple[Frame | None, Frame | None]:
    """The next frame, if it turns up a face-down tile, and the one that follows it."""
    *_, following, frame = (None, None, *state["agenda"])
    if frame is None or frame["do"] != "open_tile" or state["places"][frame["place"]]["open"]:
        return None, None
    return frame, following
