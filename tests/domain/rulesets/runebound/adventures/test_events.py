"""Events: the box, what works at once, what lasts (RB-110 to RB-116)."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.heroes.figures import target_number
from tests.domain.rulesets.runebound.tables import table


@pytest.mark.clause("RB-110")
def test_an_event_goes_to_an_empty_box_whatever_its_value() -> None:
    desk = table(hexes=["h8"]).on_top("G15", "G12").phase("adventure").play("attempt_adventure")

    assert desk.state["events"] == ["G15"]


@pytest.mark.clause("RB-111")
@pytest.mark.parametrize(
    ("top", "card", "placed"), [("G15", "G17", True), ("G15", "G16", False), ("G17", "G16", False)]
)
def test_only_a_higher_value_covers_the_event_in_the_box(top: str, card: str, placed: bool) -> None:
    desk = table(hexes=["h8"]).event(top).on_top(card, "G12")
    before = len(desk.state["counters"]["green"])
    desk.clear_site("d3").phase("adventure").play("attempt_adventure")

    assert desk.state["events"] == ([top, card] if placed else [top])
    assert desk.state["out"]["green"] == ([] if placed else [card])
    assert len(desk.state["counters"]["green"]) == (before if placed else before - 1)


@pytest.mark.clause("RB-112")
def test_a_placed_event_works_at_once_and_lasts_until_it_is_covered() -> None:
    """Harvest Fair makes healing free; the convoy covers it, and healing costs one gold again."""
    desk = table(hexes=["h8"]).clear_site("d3").on_top("G15", "G12").phase("adventure").play("attempt_adventure")
    assert "d3" in desk.state["counters"]["green"]
    desk.hero().update(wounds=1, gold=0, hex="g7")
    desk.state["facing"] = None
    desk.on_top("G12").phase("market").play("heal", character="hero")
    assert desk.hero()["wounds"] == 0

    covered = table().event("G15", "G17")
    covered.hero().update(wounds=1, gold=0)
    covered.phase("market")
    assert covered.legal("heal") == []
    assert covered.state["events"] == ["G15", "G17"]


@pytest.mark.clause("RB-113")
def test_a_refused_event_is_followed_by_a_draw_as_well() -> None:
    desk = table(hexes=["h8"]).event("R16").on_top("G18", "G12").phase("adventure").play("attempt_adventure")

    assert desk.told("event_refused")
    assert desk.asks == "commit_test"


@pytest.mark.clause("RB-114")
def test_what_hits_everyone_is_applied_from_the_active_seat_clockwise() -> None:
    desk = table("H02", "H05", "H01", hexes=["a1", "i8", "b1"])
    desk.state.update(active=1, turn=2)
    desk.on_top("Y17", "Y01").phase("adventure").play("attempt_adventure")

    assert [fact["seat"] for fact in desk.told("fatigue_suffered")] == [1, 2, 0]


@pytest.mark.clause("RB-114", "RB-145")
def test_if_the_active_hero_falls_the_others_still_suffer_and_nothing_more_is_drawn() -> None:
    desk = table("H02", "H05", hexes=["i8", "b1"]).on_top("Y17", "Y01")
    desk.hero(0).update(wounds=5, fatigue=3)
    desk.phase("adventure").play("attempt_adventure")

    assert desk.told("hero_knocked_out")[0]["seat"] == 0
    assert desk.hero(1)["fatigue"] == 1
    assert [fact["card"] for fact in desk.told("card_drawn")] == ["Y17"]
    assert "i8" in desk.state["counters"]["yellow"]
    assert desk.state["events"] == ["Y17"]
    assert desk.state["facing"] is None
    assert (desk.asks, desk.decision["seat"]) == ("move_choice", 1)


@pytest.mark.clause("RB-115")
def test_replenishing_fills_empty_sites_in_order_up_to_its_number_and_the_banks() -> None:
    desk = table(hexes=["h8"])
    for site in ("l3", "d5", "d13", "b7", "k4", "g10"):
        desk.clear_site(site)
    desk.on_top("G18", "G12").phase("adventure").play("attempt_adventure")
    assert desk.told("counters_laid")[0]["hexes"] == ["d5", "b7", "k4", "l3"]

    short = table(hexes=["h8"])
    for site in ("d3", "d5", "b7"):
        short.clear_site(site)
    short.counters(green=3)
    short.on_top("G15", "G12").phase("adventure").play("attempt_adventure")
    assert short.told("counters_laid")[0]["hexes"] == ["d3", "d5"]
    assert short.state["bank"]["green"] == 0


@pytest.mark.clause("RB-116", "RB-095")
def test_a_new_event_already_counts_for_the_next_card_of_the_attempt() -> None:
    """The example: Wolf Winter, then the Dire Boar: its body is 14."""
    desk = table(hexes=["h8"]).on_top("G18", "G02").phase("adventure").play("attempt_adventure")

    assert target_number(desk.content, desk.state, "body") == 14
