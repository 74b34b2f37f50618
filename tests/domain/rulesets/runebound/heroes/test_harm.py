"""Falling allies, the costs of a knockout, and the hero's return (RB-004, RB-091, RB-140 to RB-145)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import ARBITER, SPECTATOR
from tests.domain.rulesets.runebound.tables import Desk, reprinted, table


def on(desk: Desk) -> Desk:
    return desk.play("fight_on")


def knock_out(desk: Desk) -> Desk:
    """The hero loses a fight where it stands, on a red site, without a chance."""
    desk.hero()["wounds"] = desk.ruleset.view(desk.state, ARBITER)["heroes"][0]["life"] - 1
    return on(desk.fight("R14", hex_="i1")).play("defend", 1, boosts=[])


@pytest.mark.clause("RB-004", "RB-140")
def test_a_hero_is_knocked_out_when_its_wounds_reach_its_life_and_not_before() -> None:
    for wounds, out in ((4, False), (5, True)):
        desk = table()
        desk.hero()["wounds"] = wounds
        desk.fight("G02").play("fight_on").play("defend", boosts=[])
        desk.play("defend", 1, boosts=[])

        assert bool(desk.told("hero_knocked_out")) == out


@pytest.mark.clause("RB-004", "RB-094")
@pytest.mark.parametrize(("wounds", "dies"), [(0, False), (1, True)])
def test_an_ally_dies_when_its_wounds_reach_its_life_and_not_before(wounds: int, dies: bool) -> None:
    """Archer Sedge has life 2; the slingers do 1."""
    desk = table().give("M67", wounds=wounds).fight("G04").play("fight_on")
    desk.play("attack", 1, character="M67", boosts=[])

    assert bool(desk.told("ally_died")) == dies
    assert [ally["id"] for ally in desk.hero()["allies"]] == ([] if dies else ["M67"])


@pytest.mark.clause("RB-094")
def test_a_dead_ally_leaves_its_markers_its_surplus_wounds_are_lost_and_the_combat_goes_on() -> None:
    desk = table().give("M77", wounds=1, fatigue=2)
    desk.hero()["hex"] = "f2"
    desk.on_top("B04").phase("adventure").play("attempt_adventure")
    on(desk).play("attack", 1, character="M77", boosts=[])

    assert desk.told("ally_died")
    assert desk.hero()["wounds"] == 0
    assert desk.state["decks"]["market"]["cards"][-1] == "M77"
    assert desk.asks == "combat_step"
    assert desk.hero()["allies"] == []


@pytest.mark.clause("RB-024", "RB-140")
def test_without_its_feather_a_hero_that_falls_has_nothing_left_of_its_fight_or_its_adventure() -> None:
    """E7 is as near to C6 as to Tamalir; the rest of the turn waits for the choice of a town."""
    desk = table().give("M60")
    desk.hero()["wounds"] = 5
    desk.fight("G02", hex_="e7").play("try_escape", 1, boosts=[]).play("pass")

    assert desk.asks == "choose_town"
    assert [frame["do"] for frame in desk.state["agenda"]] == [
        "turn_end",
        "experience_phase",
        "set_back",
        "losses",
        "choose_town",
    ]


@pytest.mark.clause("RB-140")
def test_a_feather_keeps_the_hero_on_its_feet() -> None:
    desk = table().give("M60")
    desk.hero()["wounds"] = 5
    on(desk.fight("G10")).play("defend", boosts=[]).play("defend", 1, boosts=[])
    assert desk.asks == "window_knockout"
    assert desk.hero()["wounds"] == 7
    desk.play("use_ability", source="M60", index=0)

    assert desk.hero()["wounds"] == 5
    assert desk.asks == "combat_step"
    assert desk.state["decks"]["market"]["cards"][-1] == "M60"


@pytest.mark.clause("RB-140")
def test_a_feather_need_not_be_used() -> None:
    desk = table().give("M60")
    desk.hero()["wounds"] = 5
    on(desk.fight("G10")).play("defend", boosts=[]).play("defend", 1, boosts=[]).play("pass")

    assert desk.told("hero_knocked_out")
    assert desk.hero()["artifacts"] == ["M60"]


@pytest.mark.clause("RB-141")
def test_a_knocked_out_hero_goes_to_the_nearest_town() -> None:
    desk = knock_out(table())

    assert desk.content.map.nearest_towns["i1"] == ["m2"]
    assert desk.hero()["hex"] == "m2"
    assert desk.hero()["came_from"] is None


@pytest.mark.clause("RB-141")
@pytest.mark.parametrize("town", ["c2", "c6"])
def test_at_the_same_distance_from_two_towns_the_owner_chooses_between_them(town: str) -> None:
    toll = {"type": "toll", "terrain": "plains", "wounds": 1, "fatigue": 0}
    desk = table(ruleset=reprinted("Y17", lasting=[toll]), hexes=["d4"]).event("Y17")
    desk.hero().update(wounds=5, fatigue=3)
    desk.play("step_one", to="e4")

    assert desk.asks == "choose_town"
    assert [action["town"] for action in desk.legal()] == ["c2", "c6"]
    desk.refused("choose_town", "RB-141", town="g7")
    desk.play("choose_town", town=town)
    assert [fact["hex"] for fact in desk.told("hero_placed")] == [town]
    assert desk.hero()["hex"] == town
    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (0, 0)


@pytest.mark.clause("RB-141")
def test_a_hero_knocked_out_in_a_town_stays_there() -> None:
    desk = table("H02", "H05", hexes=["i8", "c10"]).on_top("Y17", "Y12")
    desk.hero(1).update(wounds=5, fatigue=2)
    desk.phase("adventure").play("attempt_adventure")

    assert desk.hero(1)["hex"] == "c10"


@pytest.mark.clause("RB-142")
def test_a_knocked_out_hero_pays_half_its_gold_rounded_down_and_loses_its_unspent_experience() -> None:
    """The example: 7 gold: pays 3, keeps 4."""
    desk = table().counters(green=2, red=1)
    desk.hero().update(gold=7, paper=2)
    before = dict(desk.state["bank"])
    knock_out(desk)

    assert desk.hero()["gold"] == 4
    assert not any(desk.hero()["counters"].values())
    assert desk.hero()["paper"] == 0
    assert desk.state["bank"] == {**before, "green": before["green"] + 2, "red": before["red"] + 1}
    assert desk.told("losses_paid")[0]["experience"] == 8


@pytest.mark.clause("RB-143", "RB-211")
def test_its_markers_are_removed_but_allies_markers_cards_runes_and_raises_stay() -> None:
    desk = table().give("M66", wounds=2, fatigue=1).give("M24", "R01", "R02")
    desk.hero()["raises"]["body"] = 2
    desk.hero()["fatigue"] = 1
    knock_out(desk)

    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (0, 0)
    assert desk.ally("M66") == {"id": "M66", "wounds": 2, "fatigue": 1}
    assert desk.hero()["artifacts"] == ["M24"]
    assert desk.hero()["runes"] == ["R01", "R02"]
    assert desk.hero()["raises"]["body"] == 2


@pytest.mark.clause("RB-144", "RB-130")
def test_the_challenge_that_knocked_a_hero_out_goes_to_the_track_and_the_turn_ends() -> None:
    desk = knock_out(table())

    assert desk.state["track"][0] == {"card": "R14", "hex": "i1", "age": 1}
    assert "i1" in desk.state["counters"]["red"]
    assert desk.state["turn"] == 2


@pytest.mark.clause("RB-094", "RB-091")
def test_an_ally_dies_of_the_wounds_that_it_takes_for_its_hero() -> None:
    """Holt is one wound from his end."""
    desk = table().give("M69").fight("G04")
    desk.ally("M69")["wounds"] = desk.content.items["M69"]["life"] - 1
    on(desk).play("defend", 1, boosts=[]).play("use_ability", source="M69", index=0)

    assert desk.told("ally_died")
    assert (desk.hero()["allies"], desk.hero()["wounds"]) == ([], 0)


@pytest.mark.clause("RB-140")
def test_the_fatigue_that_comes_with_wounds_waits_until_the_hero_has_been_saved() -> None:
    """B13 costs a wound and a fatigue. The feather is used between the two."""
    desk = table().give("M60")
    desk.hero()["wounds"] = 5
    desk.fight("B13").play("roll_test", 1, skill_uses=0, boosts=[])
    assert (desk.asks, desk.decision["used_up"], desk.hero()["fatigue"]) == ("window_knockout", [], 0)
    waiting = desk.ruleset.view(desk.state, SPECTATOR)["to_come"][0]
    assert (waiting["step"], waiting["wounds"], waiting["fatigue"]) == ("suffer", 0, 1)
    desk.play("use_ability", source="M60", index=0)

    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (5, 1)
