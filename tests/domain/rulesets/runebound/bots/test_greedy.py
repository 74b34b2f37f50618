"""Bots, sentences, and whole games."""

from __future__ import annotations

from collections import Counter

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs, parse
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.rulesets.runebound.bots.estimate import Prospects
from delvebook.domain.rulesets.runebound.bots.greedy import greedy_bot
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, Desk, random_states, reprinted, table


def choice(desk: Desk) -> dict[str, object]:
    seat = desk.decision["seat"]
    view = parse(jcs(desk.ruleset.view(desk.state, seat_viewer(seat))))
    return dict(greedy_bot(view, desk.legal(), chance=Tape(b"greedy")))


@pytest.mark.long
def test_a_greedy_hero_beats_one_that_acts_at_random() -> None:
    for number in range(3):
        game = play_through(RULESET, {}, bots=[random_bot, greedy_bot], seed=seed_of(f"versus/{number}"))
        assert game.outcome is not None
        assert game.outcome.winners == [1]


def test_a_greedy_hero_pays_for_healing_buys_a_weapon_and_leaves() -> None:
    desk = table().in_box("g7", "M16").on_top("M55")
    desk.hero().update(wounds=4, gold=15)
    desk.phase("market")
    done = []
    while desk.asks == "market":
        action = choice(desk)
        done.append(action["type"])
        desk.play(str(action.pop("type")), **action)

    assert done == ["heal", "buy", "end_market"]
    assert desk.hero()["artifacts"] == ["M16"]


def test_a_badly_hurt_hero_dares_something_only_if_no_town_heals_it() -> None:
    def at_a_green_counter() -> Desk:
        desk = table(hexes=["h8"])
        desk.hero().update(wounds=4, gold=3)
        return desk

    assert choice(at_a_green_counter().phase("adventure"))["type"] == "decline_adventure"
    assert choice(at_a_green_counter().event("B16").phase("adventure"))["type"] == "attempt_adventure"


def test_a_greedy_hero_leaves_alone_what_it_can_not_master_and_takes_what_it_can() -> None:
    assert choice(table(hexes=["i1"]).phase("adventure"))["type"] == "decline_adventure"
    strong = table(hexes=["i1"])
    strong.hero()["raises"].update(mind=15, body=15, spirit=15, life=6)
    assert choice(strong.phase("adventure"))["type"] == "attempt_adventure"


def test_a_greedy_hero_attacks_a_weaker_one_for_its_runes_only() -> None:
    desk = table("H02", "H05", hexes=["h6", "h6"])
    desk.hero(0)["raises"].update(body=6, life=4)
    assert choice(desk.phase("adventure"))["type"] == "decline_adventure"
    desk.give("R01", seat=1)
    assert choice(desk.phase("adventure")) == {"type": "attack_hero", "seat": 1}


def test_a_greedy_hero_raises_the_attribute_it_fights_with_first() -> None:
    desk = table("H10").counters(red=2).phase("experience")

    assert choice(desk) == {"type": "raise_stat", "stat": "spirit"}


@pytest.mark.long
def test_the_greedy_bot_answers_every_kind_of_decision_legally() -> None:
    """On the tables of random games, where all kinds of decisions come up, its choice is always accepted."""
    asked = set()
    for seats in (2, 4):
        for state in random_states(seats, seed=f"asked/{seats}", steps=2500)[::3]:
            desk = Desk(state)
            asked.add(desk.asks)
            assert choice(desk) in desk.legal()
    assert {"move_choice", "choose_path", "adventure_choice", "round_start", "combat_step", "market"} <= asked


def test_a_greedy_hero_leaves_alone_what_heals_as_fast_as_it_strikes() -> None:
    """The Cave Troll recovers from a wound a round; without that rule the same hero should beat it."""
    desk = table("H12", hexes=["i8"]).unfinished("Y02", "i8")
    desk.hero()["raises"].update(mind=3, body=3, spirit=3)
    assert choice(desk.phase("adventure"))["type"] == "decline_adventure"

    troll = CONTENT.adventures["Y02"]
    calm = table("H12", hexes=["i8"], ruleset=reprinted("Y02", rules=[]))
    calm.hero()["raises"].update(mind=3, body=3, spirit=3)
    assert troll["rules"]
    assert Prospects(calm.content, calm.state, 0).good("Y02")
    assert not Prospects(CONTENT, calm.state, 0).good("Y02")


def test_a_greedy_hero_does_not_fight_one_enemy_for_ever() -> None:
    """In this game it once fought one troll again and again, for more than six thousand actions."""
    fights: Counter[str] = Counter()

    def listen(game: Table, step: Step) -> None:
        fights.update(fact["card"] for fact in step.body.data["facts"] if fact["type"] == "combat_began")
        assert step.n < 3000

    bots = [random_bot, greedy_bot]
    play_through(RULESET, {"xp_cost": 3}, bots=bots, seed=seed_of("bots/gr/12"), on_step=listen)

    assert max(fights.values()) <= 10
