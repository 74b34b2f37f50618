"""
The hooks of Dungeons, Dice & Danger for the search of its strong bot.

Rollouts play every seat by `glance` for some rounds. The sheets are then compared by the greedy bot's estimate and the
lives left. The solo game is judged by `solo`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from delvebook.domain.kit.search import Method
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.dice_and_danger.bots import solo
from delvebook.domain.rulesets.dice_and_danger.bots.glance import Glance
from delvebook.domain.rulesets.dice_and_danger.bots.greedy import RoundSearch, best_cloud
from delvebook.domain.rulesets.dice_and_danger.bots.value import LAST_LIVES, LIFE_AMPLE, POINT, Outlook, Standing
from delvebook.domain.rulesets.dice_and_danger.content import Content, Dungeon
from delvebook.domain.rulesets.dice_and_danger.ending import tally
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk, desk_of
from delvebook.domain.rulesets.dice_and_danger.state import (
    Action,
    State,
    dungeon_of,
    fresh_turn,
    is_solo,
    settled_sheet,
    turn_of,
)
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import View
from delvebook.domain.tape import Chance

CANDIDATES_MAX: Final = 6
ALIVE: Final = 40_000
WON: Final = 60_000
AHEAD: Final = 6
"""The number of rounds the search looks ahead with several seats."""


def candidates(content: Content, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Action]:
    """
    The best step at a glance, then the first steps of the greedy bot's best rounds.

    Cloud numbers are written as the greedy bot writes them.
    """
    dungeon = content.dungeons[view["adventure"]]
    if legal[0]["type"] == "write_cloud":
        return [best_cloud(dungeon, legal)]
    if view["solo"]:
        return solo.candidates(content, view, legal)
    search = RoundSearch.of_view(dungeon, view)
    first = Glance(search.desk, _gems(dungeon, view["first_defeats"])).choose(legal)
    return [first, *(step for step in search.ranked(legal) if step != first)][:CANDIDATES_MAX]


def policy(content: Content, state: State, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
    """Returns the best step at a glance; in solo, a whole round."""
    dungeon = dungeon_of(content, state)
    if legal[0]["type"] == "write_cloud":
        return [best_cloud(dungeon, legal)]
    if is_solo(state):
        return solo.play_on(content, state, legal)
    return [Glance(desk_of(content, state, seat), _gems(dungeon, state["first_defeats"])).choose(legal)]


def _gems(dungeon: Dungeon, taken: Collection[str]) -> dict[str, int]:
    """By room, the gems that its monster would bring now."""
    return {room.id: room.later if room.id in taken else room.first for room in dungeon.rooms.values()}


def clock(state: State) -> int:
    """The round. In solo each counts as `AHEAD`, so that the search looks one round ahead."""
    return state["round"] * (AHEAD if is_solo(state) else 1)


def price(view: View) -> int:
    """The cost of a ply, which in solo is three times that of others."""
    return 3 if view["solo"] else 1


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """The worth of the seat's sheet, less that of the best other, in thousandths of a point."""
    if is_solo(state):
        return solo.promise(content, state)
    worths = [_promise(content, state, one, outcome) for one in range(len(state["sheets"]))]
    others = [one for other, one in enumerate(worths) if other != seat]
    return worths[seat] - max(others, default=0)


def _promise(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    sheet, dungeon = state["sheets"][seat], dungeon_of(content, state)
    if not sheet["alive"]:
        return -ALIVE
    if outcome is not None:
        points = POINT * tally(dungeon, sheet, solo=False, final=True).points
        won = seat in outcome.winners
        return points + _lives(sheet["life"] + sheet["extra"]) + ALIVE + (WON if won else 0)
    turn = fresh_turn(sheet)
    turn["dealt"] = 1  # so that a round not yet begun costs no life
    desk = Desk(dungeon, sheet, seat=seat, turn=turn, dice=[], active=False, solo=False)
    return Outlook(dungeon, _standing(content, state, seat)).worth(desk) + _lives(sheet["life"] + sheet["extra"])


def _lives(left: int) -> int:
    """The worth of the lives left."""
    return sum(LAST_LIVES[life] if life < len(LAST_LIVES) else LIFE_AMPLE for life in range(left))


def _standing(content: Content, state: State, seat: int) -> Standing:
    """How the table stands for the seat, as far as its view shows."""
    dungeon = dungeon_of(content, state)
    points: dict[int, int] = {}
    for other, sheet in enumerate(state["sheets"]):
        shown = sheet if other == seat else settled_sheet(sheet, turn_of(state, other))
        points[other] = tally(dungeon, shown, solo=False, final=False).points
    return Standing(
        solo=False,
        taken=state["first_defeats"],
        scored=state["first_bonuses"],
        points=points[seat],
        rivals=[points[other] for other, sheet in enumerate(state["sheets"]) if other != seat and sheet["alive"]],
    )


STRONG: Final = Method(
    candidates=candidates, policy=policy, worth=worth, clock=clock, ahead=AHEAD, plies=800, price=price
)
