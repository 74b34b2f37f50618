"""Escape from a fight, and the way back (RB-082 to RB-084)."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.runebound.tables import ability, reprinted, table


@pytest.mark.clause("RB-082")
@pytest.mark.parametrize(("die", "free"), [(10, True), (9, False)])
def test_escape_tests_mind_against_the_enemys_mind(die: int, free: bool) -> None:
    """Torvald's mind 1 against the boar's 11."""
    desk = table().fight("G02").play("try_escape", die, boosts=[])

    assert desk.asks == ("retreat_choice" if free else "round_start")
    assert desk.hero()["wounds"] == (0 if free else 1)


@pytest.mark.clause("RB-082", "RB-002")
@pytest.mark.parametrize(("die", "free"), [(7, True), (6, False)])
def test_a_boost_for_escapes_adds_to_the_throw(die: int, free: bool) -> None:
    """No card of the box has one. A scroll that says so adds 3 to Torvald's mind 1, against the boar's 11."""
    scroll = ability("on_roll", {"type": "roll", "kind": "escape", "n": 3}, cost="discard", kinds="escape")
    desk = table(ruleset=reprinted("M59", abilities=[scroll])).give("M59").fight("G02")
    boost = [{"source": "M59", "index": 0, "times": 1}]
    assert [action["boosts"] for action in desk.legal("try_escape")] == [[], boost]
    desk.play("try_escape", die, boosts=boost)

    assert desk.asks == ("retreat_choice" if free else "round_start")
    assert desk.hero()["artifacts"] == []


@pytest.mark.clause("RB-082", "RB-140")
def test_a_feather_saves_the_hero_whom_a_failed_escape_would_fell() -> None:
    desk = table().give("M60")
    desk.hero()["wounds"] = 5
    desk.fight("G02").play("try_escape", 1, boosts=[])
    assert (desk.asks, desk.decision["used_up"]) == ("window_knockout", [])
    desk.play("use_ability", source="M60", index=0)

    assert (desk.hero()["wounds"], desk.asks) == (5, "round_start")


@pytest.mark.clause("RB-082")
def test_after_a_failed_escape_one_may_try_again_any_number_of_times_or_fight_on() -> None:
    desk = table().fight("G02")
    for _ in range(4):
        desk.play("try_escape", 1, boosts=[])
    assert desk.hero()["wounds"] == 4
    desk.play("fight_on")
    assert desk.asks == "combat_step"


@pytest.mark.clause("RB-082", "RB-140")
def test_the_wound_of_a_failed_escape_can_knock_the_hero_out() -> None:
    desk = table()
    desk.hero()["wounds"] = 5
    desk.fight("G02").play("try_escape", 1, boosts=[])

    assert desk.told("hero_knocked_out")


@pytest.mark.clause("RB-140")
def test_nobody_is_asked_about_a_knockout_while_the_hero_stands() -> None:
    """The feather that keeps a hero on its feet is for the wound that would fell it."""
    desk = table().give("M60").fight("G02").play("try_escape", 1, boosts=[])

    assert desk.hero()["wounds"] == 1
    assert desk.asks == "round_start"


@pytest.mark.clause("RB-083")
def test_after_an_escape_the_hero_goes_back_whence_it_came_or_stays() -> None:
    desk = table(hexes=["h7"]).on_top("G02").play("step_one", to="h8").play("attempt_adventure")
    desk.play("try_escape", 20, boosts=[])
    assert [action["to"] for action in desk.legal()] == ["h7", None]
    desk.refused("retreat", "RB-083", to="h9")
    desk.play("retreat", to="h7")

    assert desk.hero()["hex"] == "h7"
    assert desk.hero()["came_from"] == "h8"
    assert desk.state["track"][0] == {"card": "G02", "hex": "h8", "age": 1}
    assert desk.state["turn"] == 2


@pytest.mark.clause("RB-083")
def test_a_hero_that_came_from_nowhere_may_go_back_to_any_neighbour() -> None:
    desk = table().fight("G02", hex_="h8").play("try_escape", 20, boosts=[])
    assert [action["to"] for action in desk.legal()] == [*desk.content.map.neighbours["h8"], None]
    desk.play("retreat", to=None)

    assert desk.hero()["hex"] == "h8"


@pytest.mark.clause("RB-083")
def test_a_retreat_starts_nothing_on_the_hex_reached() -> None:
    """Lantern Fall lies beside the site L9: back in the town, there is no market."""
    desk = table(hexes=["m10"]).on_top("G02").play("step_one", to="l9").play("attempt_adventure")
    desk.play("try_escape", 20, boosts=[]).play("retreat", to="m10")

    assert desk.hero()["hex"] == "m10"
    assert desk.state["turn"] == 2
    assert not desk.told("market_opened")


@pytest.mark.clause("RB-084")
def test_from_some_enemies_there_is_no_escape() -> None:
    desk = table("H12").give("M15").fight("G06")
    assert desk.asks == "round_start"  # only because the daggers can be used
    assert desk.legal("try_escape") == []
    desk.refused("try_escape", "RB-084", boosts=[])
