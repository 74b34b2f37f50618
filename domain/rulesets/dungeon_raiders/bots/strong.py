"""
The hooks of Dungeon Raiders for the search of its strong bots.

In rollouts of `STRONG` the greedy bot plays every seat with fewer guesses, in those of `STRONG_PLANNING` the planning
bot does. A rollout ends with the level.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.kit.search import Method, best_first, playing_as
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.dungeon_raiders.bots.greedy import (
    FEAR,
    ITEM_WORTH,
    LIFE,
    LIFE_OF_TWO,
    TREASURE,
    GreedyBot,
    greedy_bot,
)
from delvebook.domain.rulesets.dungeon_raiders.bots.odds import CERTAIN, odds
from delvebook.domain.rulesets.dungeon_raiders.bots.planner import PlanningBot, planning_bot
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.state import State, living
from delvebook.domain.rulesets.dungeon_raiders.view import view_of
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import FaceDown, Hand, SeatSeen, View

WIN: Final = 30_000
"""The worth of winning, added to the worth of the treasure; joint winners share it."""
DEAD: Final = -10_000
WEAKEST: Final = -1600
"""The cost of being the weakest of more than two seats, for each level explored."""

ITEM_ODDS: Final = 8000
"""The worth of an item held, in millionths of a game won, with ten or more rooms left."""
MANY_ROOMS: Final = 10

_quick: Final = GreedyBot(CONTENT, samples=2)
_quick_plan: Final = PlanningBot(CONTENT, samples=4)
"""Bots for rollouts: quick, with few guesses."""


def clock(state: State) -> int:
    """The level of the dungeon, which only grows."""
    return state["level"]


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """The seat's lead over the best of the others; at the end, the worth of its place."""
    if outcome is not None:
        won = WIN // len(outcome.winners) if seat in outcome.winners else 0
        place = sum(len(group) for group in outcome.ranking[: [seat in group for group in outcome.ranking].index(True)])
        return won - 500 * place
    alive = living(state)
    if seat not in alive:
        return DEAD
    standings = {one: _standing(state, one) for one in alive}
    others = [standings[one] for one in alive if one != seat]
    ahead = standings[seat] - max(others)
    return WIN // 2 + max(-WIN // 2, min(WIN // 2, ahead))


def _standing(state: State, seat: int) -> int:
    """The worth of what the seat has, in thousandths of a treasure."""
    sheet = state["seats"][seat]
    two_seats = len(state["seats"]) == 2
    items = sum(ITEM_WORTH[item] * count for item, count in sheet["items"].items())
    value = TREASURE * sheet["treasure"] + (LIFE_OF_TWO if two_seats else LIFE) * sheet["life"] + items
    value += FEAR.get(sheet["life"], 0)
    lives = [state["seats"][one]["life"] for one in living(state)]
    if not two_seats and sheet["life"] == min(lives) < max(lives):
        value += WEAKEST * state["level"]
    return value


STRONG: Final = Method(
    candidates=best_first(greedy_bot), policy=playing_as(_quick, view_of), worth=worth, clock=clock, ahead=1, plies=1000
)


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
    """The cost of a ply for the planning bot, which guesses the cards of each other seat."""
    return len(view["seats"]) - 1


def worth_by_odds(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
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


STRONG_PLANNING: Final = Method(
    candidates=best_first(planning_bot),
    policy=playing_as(_quick_plan, view_of),
    before=before_plays,
    reply=playing_as(planning_bot, view_of),
    worth=worth_by_odds,
    clock=clock,
    ahead=1,
    plies=1500,
    price=price_of_plies,
    caution=0,
)
