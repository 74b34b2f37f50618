"""Clauses RB-020 to RB-026 and RB-054: the order of turns and phases, what is skipped, what follows a turn."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.state import top
from delvebook.domain.tape import Tape
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, Desk, table


def pass_turn(desk: Desk) -> None:
    """The active seat stays and leaves everything alone."""
    desk.play("stay")
    while desk.asks in ("adventure_choice", "market"):
        desk.play("decline_adventure" if desk.asks == "adventure_choice" else "end_market")


@pytest.mark.clause("RB-020")
def test_turns_go_to_the_next_higher_seat_and_from_the_last_to_the_first() -> None:
    desk = table("H01", "H02", "H03", hexes=["a1", "b1", "c1"])
    seats = []
    for _ in range(5):
        seats.append(desk.state["active"])
        pass_turn(desk)

    assert seats == [0, 1, 2, 0, 1]


@pytest.mark.clause("RB-021")
def test_the_phases_follow_each_other_in_order() -> None:
    """Seen on the state's phase at each decision of a turn that has them all."""
    desk = table("H02", "H05").give("M39").counters(green=6)
    desk.hero()["fatigue"] = 1
    desk.phase("turn")
    assert desk.told("ability_worked")
    phases = [desk.state["phase"]]
    for action in ("stay", "decline_adventure", "end_market"):
        desk.play(action)
        phases.append(desk.state["phase"])

    assert phases == ["movement", "adventure", "market", "experience"]


@pytest.mark.clause("RB-022")
def test_refresh_abilities_work_by_themselves_hero_first_then_artifacts_then_allies() -> None:
    """Bruna rests, the Aegis and the ivy ring heal, the cook heals: in that order, each by id."""
    desk = table("H09").give("M65", "M40", "M28", "M39")
    desk.hero().update(wounds=4, fatigue=3)
    desk.phase("turn")

    assert [fact["card"] for fact in desk.told("ability_worked")] == ["H09", "M28", "M39", "M40", "M65"]
    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (1, 1)


@pytest.mark.clause("RB-022", "RB-018")
def test_a_refresh_ability_with_nothing_to_remove_is_passed_over() -> None:
    desk = table("H09").give("M40").phase("turn")

    assert desk.told("ability_worked") == []


@pytest.mark.clause("RB-023")
@pytest.mark.parametrize(
    ("hexes", "decision"),
    [
        (["h6", "a1"], "move_choice"),  # nothing there: on to the next seat
        (["h8", "a1"], "adventure_choice"),  # a counter
        (["g7", "a1"], "market"),  # a town
        (["h6", "h6"], "adventure_choice"),  # another hero
    ],
)
def test_the_hex_decides_what_follows_movement(hexes: list[str], decision: str) -> None:
    desk = table("H02", "H05", hexes=hexes).play("stay")

    assert desk.asks == decision
    assert desk.decision["seat"] == (1 if decision == "move_choice" else 0)


@pytest.mark.clause("RB-023")
def test_an_unfinished_marker_offers_the_adventure_phase() -> None:
    desk = table(hexes=["h8"]).unfinished("G02", "h8").play("stay")

    assert desk.asks == "adventure_choice"


@pytest.mark.clause("RB-024")
def test_a_turn_cut_short_still_has_its_experience_phase() -> None:
    desk = table().counters(green=6).fight("G02").play("try_escape", 20, boosts=[])
    desk.play("retreat", to=None)

    assert desk.asks == "experience"
    assert desk.state["cut_short"]


@pytest.mark.clause("RB-024", "RB-144")
def test_a_turn_cut_short_by_a_knockout_skips_the_market_of_the_town_the_hero_wakes_in() -> None:
    desk = table(hexes=["h8"]).counters(red=2)
    desk.hero()["wounds"] = 5
    desk.state["events"] = []
    desk.fight("G02").play("fight_on").play("defend", boosts=[]).play("defend", 1, boosts=[])

    assert desk.hero()["hex"] == "g7"
    assert not desk.told("market_opened")
    assert desk.asks == "move_choice"  # its counters are lost, so there was nothing to raise


@pytest.mark.clause("RB-025")
def test_a_figure_enters_tamalir_at_the_start_of_its_owners_first_turn() -> None:
    state, _facts = RULESET.setup(RULESET.parse_options({}, seats=3), seats=3, tape=Tape(b"enter"))
    active = state["active"]

    assert [hero["hex"] for seat, hero in enumerate(state["heroes"]) if seat != active] == [None, None]
    assert state["heroes"][active]["hex"] == "g7"
    assert top(state)["do"] == "move_choice"


@pytest.mark.clause("RB-025")
def test_a_hero_not_on_the_map_can_be_neither_attacked_nor_hit_by_what_hits_everyone() -> None:
    desk = table("H02", "H05", hexes=["i8", None])
    desk.on_top("Y17", "Y01").phase("adventure").play("attempt_adventure")
    assert desk.hero(0)["fatigue"] == 1
    assert desk.hero(1)["fatigue"] == 0

    duel = table("H02", "H05", "H01", hexes=["g7", None, "g7"]).phase("adventure")
    assert [action["seat"] for action in duel.legal("attack_hero")] == [2]
    duel.refused("attack_hero", "RB-025", seat=1)


@pytest.mark.clause("RB-054")
def test_a_colour_without_counters_is_laid_out_again_after_the_turn_as_far_as_the_bank_has_counters() -> None:
    desk = table("H02", "H05", hexes=["h6", "a1"]).counters(seat=1, red=3)
    laid = desk.state["counters"]["red"]
    desk.state["bank"]["red"] += len(laid)
    desk.state["counters"]["red"] = []
    desk.play("stay")

    assert desk.state["counters"]["red"] == CONTENT.sites["red"][:9]
    assert desk.state["bank"]["red"] == 0
    assert desk.told("counters_laid")


@pytest.mark.clause("RB-054")
def test_a_colour_with_one_counter_left_or_without_the_option_is_not_laid_out_again() -> None:
    for left, refill in ((1, True), (0, False)):
        desk = table(hexes=["h6"], refill_exhausted_colours=refill)
        sites = desk.state["counters"]["red"]
        desk.state["bank"]["red"] += len(sites) - left
        desk.state["counters"]["red"] = sites[:left]
        desk.play("stay")

        assert len(desk.state["counters"]["red"]) == left
