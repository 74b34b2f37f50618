"""The strong bot in solo games: it knows what its next roll may hit, and scores more than the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

import pytest

from delvebook.domain.bots import Action, Bot, View
from delvebook.domain.kit.search import SearchBot
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.dice_and_danger.bots.solo_value import COMPLETED, SoloOutlook, features, odds_of_pairs
from delvebook.domain.rulesets.dice_and_danger.bots.solo_weights import WEIGHTS
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.ending import tally
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import fresh_turn
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import RULES, sheet, solo

ADVENTURES = list(CONTENT.dungeons)


def strong() -> SearchBot[Any, Any]:
    """The strong bot."""
    bot = RULES.bot("strong")
    assert isinstance(bot, SearchBot)
    return bot


def first_guess(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """The strong bot's choice without a search."""
    if len(legal) == 1:
        return legal[0]
    return strong().method.candidates(CONTENT, view, legal, chance=chance)[0]


def after_a_hit(made: dict[str, Any], adventure: str = "animals") -> Desk:
    """The desk at the end of a round in which a monster was hit."""
    turn = fresh_turn(made)
    turn["dealt"] = 1
    return Desk(CONTENT.dungeons[adventure], made, seat=0, turn=turn, dice=[], active=False, solo=True)


def promise(made: dict[str, Any], adventure: str = "animals") -> int:
    """The worth of the sheet, as the strong bot estimates it."""
    return SoloOutlook(CONTENT.dungeons[adventure]).worth(after_a_hit(made, adventure))


def points(bot: Bot, adventure: str, *, games: int) -> int:
    """The total points of this number of solo games."""
    total = 0
    for number in range(games):
        seed = seed_of(f"alone/{adventure}/{number}")
        table = play_through(RULES, {"adventure": adventure}, bots=[bot], seed=seed)
        assert table.outcome is not None
        total += table.outcome.scores[0] or 0
    return total


@pytest.mark.parametrize("sums", [set(), {7}, {2, 12}, {4, 5, 6}, set(range(2, 13))])
def test_it_knows_how_likely_a_roll_has_a_use(sums: set[int]) -> None:
    once = twice = 0
    for dice in product(range(1, 7), repeat=4):
        uses = [(a + b in sums) + (c + d in sums) for a, b, c, d in permutations(dice)]
        once += max(uses) > 0
        twice += max(uses) > 1

    assert odds_of_pairs(frozenset(sums)) == (1000 * once // 1296, 1000 * twice // 1296)


def test_every_adventure_has_a_weight_for_every_feature() -> None:
    for adventure, dungeon in CONTENT.dungeons.items():
        cells = list(dungeon.cells)
        for known in (0, len(cells) // 2):
            for lives in (1, 5, 13):
                desk = after_a_hit(sheet(adventure, visited=cells[:known]), adventure)
                assert features(desk, lives, frozenset()).keys() <= WEIGHTS[adventure].keys()


def test_a_finished_game_is_worth_its_points() -> None:
    dungeon = CONTENT.dungeons["animals"]
    made = sheet(visited=["c01", "c18"], beaten=list(dungeon.rooms))
    made["trophies"] = dict.fromkeys(dungeon.rooms, "first")
    counted = tally(dungeon, made, solo=True, final=True).points

    assert promise(made) == 1000 * counted + COMPLETED


def test_who_dies_keeps_the_points_and_those_for_wounds_of_the_boss() -> None:
    made = sheet(visited=["c01", "c18"], damage={"thunderpaw": 7}, lost=9)
    desk = after_a_hit(made)
    desk.turn["dealt"] = 0

    assert SoloOutlook(desk.dungeon).worth(desk) == 1000 * (3 + 6)


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_a_life_more_promises_more(adventure: str) -> None:
    promises = [promise(sheet(adventure, lost=lost), adventure) for lost in (8, 5, 2)]

    assert promises == sorted(set(promises))


def test_it_hits_a_monster_rather_than_lose_a_life() -> None:
    """One way hits the mole, the other visits two start cells and costs one of the last two lives."""
    state = solo(sheet(visited=["c39"], lost=8), dice=(3, 1, 4, 1, 1))

    chosen = strong()(RULES.view(state, seat_viewer(0)), RULES.legal(state, 0), chance=Tape(b"unused"))

    assert 7 in [state["dice"][one] + state["dice"][other] for one, other in chosen["pairs"]]


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_even_its_first_guess_gets_more_points_than_the_greedy_bot(adventure: str) -> None:
    assert points(first_guess, adventure, games=6) > points(RULES.bot("greedy"), adventure, games=6)
