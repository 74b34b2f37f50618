"""
The hooks of Dungeon Raiders for the search of its strong bot.

In rollouts the greedy bot plays every seat with fewer guesses. A rollout ends with the level.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.kit.search import Method, best_first, playing_as
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.dungeon_raiders.bots.greedy import GreedyBot, greedy_bot
from delvebook.domain.rulesets.dungeon_raiders.bots.odds import CERTAIN, odds
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.state import State, living
from delvebook.domain.rulesets.dungeon_raiders.view import view_of
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import FaceDown, Hand, SeatSeen, View

ITEM_ODDS: Final = 8000
"""The worth of an item held, in millionths of a game won, with ten or more rooms left."""
MANY_ROOMS: Final = 10

_quick: Final = GreedyBot(CONTENT, samples=4)
"""The bot of the rollouts: quick, with few guesses."""


def clock(state: State) -> int:
    """The level of the dungeon, which only grows."""
    return state["level"]


def before_plays(view: View) -> View:
    """
    The view as it was before the others laid their cards face down.

    A seat's cards can be counted (ruling R-20), so it is better to guess how it chose than which card it laid.
    """
    seats = [
        seat if (laid := seat["face_down"]) is None or laid["cards"] is not None else _before_its_play(seat, laid)
        for seat in view["seats"]
    ]
    return {**view, "seats": seats}


def _before_its_play(seat: SeatSeen, laid: FaceDown) -> SeatSeen:
    hand: Hand = {"count": seat["hand"]["count"] + laid["count"], "cards": None}
    return {**seat, "turn": "acts", "hand": hand, "face_down": None}


def price_of_plies(view: View) -> int:
    """The cost of a ply for the greedy bot, which guesses the cards of each other seat."""
    return len(view["seats"]) - 1


def worth_of(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """The seat's chance to win, in millionths; at the end, whether it has won."""
    if outcome is not None:
        return CERTAIN // len(outcome.winners) if seat in outcome.winners else 0
    sheets, alive, counts = state["seats"], living(state), content.counts
    rooms = counts.levels * counts.rooms - (state["level"] - 1) * counts.rooms - state["room"] + 1
    life = {one: sheets[one]["life"] for one in alive}
    found = odds(seat, life, {one: sheets[one]["treasure"] for one in alive}, rooms=rooms, seats=len(sheets))
    held = {one: sum(sheets[one]["items"].values()) for one in alive}
    others = [held[one] for one in alive if one != seat]
    ahead = held.get(seat, 0) - sum(others) // max(1, len(others))
    return found + ITEM_ODDS * ahead * min(rooms, MANY_ROOMS) // MANY_ROOMS


STRONG: Final = Method(
    candidates=best_first(greedy_bot),
    policy=playing_as(_quick, view_of),
    before=before_plays,
    reply=playing_as(greedy_bot, view_of),
    worth=worth_of,
    clock=clock,
    ahead=1,
    plies=1500,
    price=price_of_plies,
    caution=0,
)
