"""Clauses RB-020 to RB-026 and RB-054: the order of turns and phases, what is skipped, what follows a turn."""

from __future__ import annotations

import itertools

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.rulesets.runebound.state import top
from delvebook.domain.tape import Tape
from tests.domain.rulesets.runebound.builders import BOOK, RULESET, Desk, random_states, table


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


@pytest.mark.clause("RB-020")
def test_another_seat_is_refused_and_told_whose_decision_it_is() -> None:
    desk = table("H01", "H02")
    sentence = desk.refused("stay", "RB-020", by=1)

    assert "seat 0" in sentence


@pytest.mark.clause("RB-020")
def test_the_highest_throw_begins_and_tied_highest_seats_throw_again_among_themselves() -> None:
    again = False
    for number in range(40):
        state, facts = RULESET.setup(RULESET.parse_options({}, seats=6), seats=6, tape=Tape(b"first%d" % number))
        throws = [fact for fact in facts.public if fact["type"] == "first_seat_thrown"]
        for one, following in itertools.pairwise(throws):
            best = max(one["dice"])
            assert following["seats"] == [
                seat for seat, die in zip(one["seats"], one["dice"], strict=True) if die == best
            ]
            again = True
        last = throws[-1]
        assert last["dice"].count(max(last["dice"])) == 1
        assert state["first"] == state["active"] == last["seats"][last["dice"].index(max(last["dice"]))]
    assert again


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
    desk = table().counters(green=6).fight("G02").play("attempt_escape", 20, boosts=[])
    desk.play("retreat", to=None)

    assert desk.asks == "experience"
    assert desk.state["over"]


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


@pytest.mark.clause("RB-026")
def test_what_leaves_nothing_to_decide_is_passed_over_and_nothing_else_is() -> None:
    """No before_combat without abilities, no round_start before the wolves, but a lonely `defend` is asked for."""
    desk = table("H11").fight("G06")
    desk.hero()["wounds"] = 0

    assert desk.asks == "combat_step"
    assert len(table().fight("G02").play("fight_on").legal()) == 2
    hand = table("H03").fight("B10").play("fight_on")
    assert hand.decision["kind"] == "melee"


@pytest.mark.clause("RB-026")
def test_a_single_legal_answer_to_a_fight_step_is_still_asked_for() -> None:
    """Torvald has attacked in the ranged step; in the melee step only the defence is left."""
    desk = table().fight("G02").play("fight_on").play("attack", 1, character="hero", boosts=[])

    assert desk.asks == "combat_step"
    assert desk.legal() == [{"type": "defend", "boosts": []}]


@pytest.mark.clause("RB-026")
def test_no_decision_waits_that_the_rules_pass_over() -> None:
    skipped = {"before_combat", "round_start", "window_fail", "window_hit", "window_wounds", "window_knockout"}
    for state in random_states(3, seed="skips", steps=1500):
        frame = top(state)
        legal = RULESET.legal(state, frame["seat"])
        if frame["do"] in {*skipped, "defence_roll", "experience", "choose_town", "take_spoils"}:
            assert len(legal) > 1, frame
        if frame["do"] == "adventure_choice":
            assert any(action["type"] in ("attempt_adventure", "attack_hero") for action in legal)


@pytest.mark.clause("RB-054")
def test_a_colour_without_counters_is_laid_out_again_after_the_turn_as_far_as_the_bank_has_counters() -> None:
    desk = table("H02", "H05", hexes=["h6", "a1"]).counters(seat=1, red=3)
    laid = desk.state["counters"]["red"]
    desk.state["bank"]["red"] += len(laid)
    desk.state["counters"]["red"] = []
    desk.play("stay")

    assert desk.state["counters"]["red"] == BOOK.sites["red"][:9]
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


def test_each_hero_starts_with_three_gold_and_nothing_else() -> None:
    state, _ = RULESET.setup(RULESET.parse_options({}, seats=6), seats=6, tape=Tape(b"gold"))

    for hero in state["heroes"]:
        assert hero["gold"] == 3
        assert (hero["wounds"], hero["fatigue"], hero["paper"]) == (0, 0, 0)
        assert not (hero["artifacts"])
        assert not (hero["allies"])
        assert not (hero["runes"])
        assert not any(hero["counters"].values())


def test_every_town_but_tamalir_starts_with_one_card_and_every_site_with_a_counter() -> None:
    state, _ = RULESET.setup(RULESET.parse_options({}, seats=2), seats=2, tape=Tape(b"boxes"))

    assert {town: len(box) for town, box in state["boxes"].items()} == {
        town: int(town != "g7") for town in BOOK.map.towns
    }
    assert state["counters"] == {colour: list(sites) for colour, sites in BOOK.sites.items()}
    assert state["bank"] == dict.fromkeys(BOOK.sites, 2)
    assert len(state["decks"]["market"]["cards"]) == 77


def test_the_draws_of_the_setup_come_in_the_order_of_the_specification() -> None:
    tape = Tape(b"order")
    RULESET.setup(RULESET.parse_options({}, seats=4), seats=4, tape=tape)
    draws = [(draw["what"], draw["count"]) for draw in tape.take_draws()]

    assert draws[:6] == [
        ("market deck", 83),
        ("green deck", 20),
        ("yellow deck", 20),
        ("blue deck", 20),
        ("red deck", 20),
        ("hero cards", 11),
    ]
    assert draws[6][0] == "first seat"


def test_the_state_stays_small() -> None:
    assert max(len(jcs(state)) for state in random_states(6, seed="small", steps=1500)) < 6000
