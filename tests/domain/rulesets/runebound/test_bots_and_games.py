"""Bots, sentences, and whole games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import delvebook.domain.rulesets.runebound as package
from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs, parse
from delvebook.domain.kit.phrases import LANGUAGES
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.runebound.bot import greedy_bot
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.runebound.builders import RULESET, Desk, random_states, table


def choice(desk: Desk) -> dict[str, object]:
    seat = desk.decision["seat"]
    view = parse(jcs(desk.ruleset.view(desk.state, seat_viewer(seat))))
    return dict(greedy_bot(view, desk.legal(), chance=Tape(b"greedy")))


@pytest.mark.parametrize(("seats", "seed"), [(1, "a"), (2, "b"), (4, "c")])
def test_greedy_heroes_finish_a_game_by_runes_or_by_margath(seats: int, seed: str) -> None:
    def check(game: Table, step: object) -> None:
        RULESET.check(game.state)

    game = play_through(RULESET, {}, bots=[greedy_bot] * seats, seed=seed_of(f"greedy/{seed}"), on_step=check)

    assert game.outcome is not None
    assert game.outcome.reason in ("three_runes", "margath_killed")
    assert len(game.outcome.winners) == 1


@pytest.mark.parametrize("options", [{"dice": "2d10"}, {"xp_cost": 3}, {"raise_life_stamina": False}])
def test_greedy_heroes_finish_under_other_options(options: dict[str, object]) -> None:
    game = play_through(RULESET, options, bots=[greedy_bot] * 2, seed=seed_of("greedy/options"))

    assert game.outcome is not None
    assert game.outcome.reason in ("three_runes", "margath_killed")


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


def test_the_greedy_bot_answers_every_kind_of_decision_legally() -> None:
    """On the tables of random games, where all kinds of decisions come up, its choice is always accepted."""
    asked = set()
    for seats in (2, 4):
        for state in random_states(seats, seed=f"asked/{seats}", steps=2500)[::3]:
            desk = Desk(state)
            asked.add(desk.asks)
            assert choice(desk) in desk.legal()
    assert {"move_choice", "choose_path", "adventure_choice", "round_start", "combat_step", "market"} <= asked


def test_actions_are_told_with_their_choices() -> None:
    boost = [{"source": "M59", "index": 0, "times": 1}, {"source": "hero", "index": 0, "times": 2}]
    told = {
        "Attack by Pyromancer Dessa": {"type": "attack", "character": "M78", "boosts": []},
        "The hero defends, with Scroll of Certainty, the hero ×2": {"type": "defend", "boosts": boost},
        "I use Scroll of Passage, to Veldmoor": {"type": "use_ability", "source": "M58", "index": 0, "town": "f13"},
        "I use Compass Rose on dice 1, 3": {"type": "use_ability", "source": "M34", "index": 0, "dice": [0, 2]},
        "I use Red Draught for the hero": {"type": "use_ability", "source": "M53", "index": 0, "target": "hero"},
        "I take the test": {"type": "roll_test", "skill_uses": 0, "boosts": []},
        "I take the test, using the skill ×2": {"type": "roll_test", "skill_uses": 2, "boosts": []},
        "I stay on the hex": {"type": "retreat", "to": None},
        "I go back to H7": {"type": "retreat", "to": "h7"},
        "I keep none of them": {"type": "choose_loot", "card": None},
        "I use none of the dice": {"type": "move", "path": []},
        "I move along H6, I7": {"type": "move", "path": ["h6", "i7"]},
        "I rest: the hero 2, Brother Aldous 1": {"type": "rest", "hero": 2, "allies": {"M73": 1}},
    }
    for sentence, action in told.items():
        assert RULESET.tell_action(action, "en") == sentence
        assert RULESET.parse_action(action) == action


def test_one_wound_is_told_as_one() -> None:
    wounds = {"type": "wounds_suffered", "clauses": [], "seat": 0, "character": "hero", "n": 1}

    assert RULESET.tell_fact(wounds, "en") == "Seat 1: a wound (the hero)"
    assert RULESET.tell_fact({**wounds, "n": 2}, "en") == "Seat 1: 2 wounds (the hero)"


def test_no_sentence_has_a_hole() -> None:
    """Over games that have a bit of everything: no field is missing from a fact that its sentence speaks of."""
    seen = set()

    def listen(game: Table, step: object) -> None:
        for fact in step.body.data["facts"]:  # type: ignore[attr-defined]
            seen.add(fact["type"])
            for language in LANGUAGES:
                said = RULESET.tell_fact(fact, language)
                assert "–" not in said.replace(" – ", ""), (fact, said)
                assert "{" not in said

    for bots in ([greedy_bot] * 3, [random_bot] * 3):
        play_through(RULESET, {"round_limit": 60}, bots=bots, seed=seed_of("sentences"), on_step=listen)
    assert len(seen) > 60


def test_every_sentence_is_for_a_fact_the_rules_tell() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(package.__path__[0]).glob("*.py")))
    named = set(re.findall(r'"([a-z_]+)"', code))

    assert {type_.removesuffix("_one") for type_ in RULESET.phrasebook._templates["facts"]} <= named
