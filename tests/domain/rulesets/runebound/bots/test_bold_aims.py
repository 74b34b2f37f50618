"""The aims of the strong bot, before it searches."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.bots import Action, View
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.runebound.bots.bold_aims import BOLD
from delvebook.domain.rulesets.runebound.bots.greedy import choose, greedy_bot
from delvebook.domain.rulesets.runebound.words.seen import table_of
from delvebook.domain.tape import Chance
from tests.domain.rulesets.runebound.tables import RULESET, Desk, random_states, table


def bold_bot(view: View, legal: list[Action], *, chance: Chance) -> Action:
    return choose(table_of(view), legal, BOLD) if len(legal) > 1 else legal[0]


def choice(desk: Desk) -> dict[str, Any]:
    return dict(choose(desk.state, desk.legal(), BOLD))


def test_a_bold_hero_dares_what_gains_more_than_it_costs() -> None:
    """A red counter: nothing for a beginner, and everything for a hero that stands a chance."""
    assert choice(table(hexes=["i1"]).phase("adventure"))["type"] == "decline_adventure"
    able = table(hexes=["i1"])
    able.hero()["raises"].update(mind=4, body=4, spirit=4, life=2)
    assert choice(able.phase("adventure"))["type"] == "attempt_adventure"


def test_a_hero_with_much_to_lose_dares_less() -> None:
    def at_a_red_counter(**owns: int) -> Desk:
        desk = table(hexes=["i1"])
        desk.hero()["raises"].update(mind=4, body=4, spirit=4)
        desk.hero().update(**owns)
        return desk.phase("adventure")

    assert choice(at_a_red_counter(gold=0))["type"] == "attempt_adventure"
    assert choice(at_a_red_counter(gold=200))["type"] == "decline_adventure"


def test_a_bold_hero_attacks_a_much_weaker_one_for_its_rune_but_not_its_equal() -> None:
    desk = table("H02", "H05", hexes=["h6", "h6"]).give("R01", seat=1)
    assert choice(desk.phase("adventure"))["type"] == "decline_adventure"
    desk.hero(0)["raises"].update(body=8, life=6)
    assert choice(desk.phase("adventure")) == {"type": "attack_hero", "seat": 1}


def test_a_bold_hero_with_a_rune_is_drawn_to_no_rival_it_might_lose_it_to() -> None:
    desk = table("H02", "H05", hexes=["h6", "h6"]).give("R02", seat=0)
    desk.hero(0)["raises"].update(body=2)
    assert choice(desk.phase("adventure"))["type"] == "decline_adventure"


@pytest.mark.long
def test_bold_aims_answer_every_kind_of_decision_legally() -> None:
    asked = set()
    for seats in (2, 4):
        for state in random_states(seats, seed=f"bold/{seats}", steps=2000)[::4]:
            desk = Desk(state)
            asked.add(desk.asks)
            assert choice(desk) in desk.legal()
    assert {"move_choice", "choose_path", "adventure_choice", "round_start", "combat_step", "market"} <= asked


@pytest.mark.long
def test_bold_heroes_win_more_games_than_cautious_ones() -> None:
    won = 0
    for number in range(20):
        bots = [bold_bot, greedy_bot] if number % 2 else [greedy_bot, bold_bot]
        game = play_through(RULESET, {}, bots=bots, seed=seed_of(f"bold/{number}"))
        assert game.outcome is not None
        won += bots.index(bold_bot) in game.outcome.winners

    assert won >= 11
