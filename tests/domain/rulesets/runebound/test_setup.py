"""From the box to the first decision."""

from __future__ import annotations

import itertools

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.tape import Tape
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, random_states


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


def test_each_hero_starts_with_three_gold_and_nothing_else() -> None:
    state, _ = RULESET.setup(RULESET.parse_options({}, seats=6), seats=6, tape=Tape(b"gold"))

    for hero in state["heroes"]:
        assert hero["gold"] == 3
        assert (hero["wounds"], hero["fatigue"], hero["paper"]) == (0, 0, 0)
        assert not (hero["artifacts"])
        assert not (hero["allies"])
        assert not (hero["runes"])
        assert not any(hero["counters"].values())


@pytest.mark.clause("RB-027")
def test_every_town_but_tamalir_starts_with_one_card_and_every_site_with_a_counter() -> None:
    state, _ = RULESET.setup(RULESET.parse_options({}, seats=2), seats=2, tape=Tape(b"boxes"))

    assert {town: len(box) for town, box in state["boxes"].items()} == {
        town: int(town != "g7") for town in CONTENT.map.towns
    }
    assert state["counters"] == {colour: list(sites) for colour, sites in CONTENT.sites.items()}
    assert state["bank"] == dict.fromkeys(CONTENT.sites, 2)
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


@pytest.mark.parametrize(
    "options",
    [
        {"dice": "d6"},
        {"xp_cost": 0},
        {"xp_cost": 11},
        {"round_limit": 0},
        {"round_limit": 501},
        {"xp_cost": "3"},
        {"round_limit": 40.5},
        {"raise_life_stamina": 1.5},
    ],
)
def test_options_out_of_their_domain_are_refused_by_name(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        RULESET.parse_options(options, seats=2)

    assert list(refused.value.details["fields"]) == list(options)


@pytest.mark.clause("RB-029")
def test_solitaire_is_played_by_the_same_rules_without_a_throw_for_the_first_turn() -> None:
    tape = Tape(b"alone")
    state, facts = RULESET.setup(RULESET.parse_options({}, seats=1), seats=1, tape=tape)

    assert [fact for fact in facts.public if fact["type"] == "first_seat_thrown"] == []
    assert "first seat" not in [draw["what"] for draw in tape.take_draws()]
    assert state["agenda"][-1]["do"] == "move_choice"


@pytest.mark.clause("RB-027", "RB-029")
def test_the_setup_tells_which_rule_lays_the_first_cards_out_and_who_begins() -> None:
    state, facts = RULESET.setup(RULESET.parse_options({}, seats=3), seats=3, tape=Tape(b"told"))
    laid = [fact for fact in facts.public if fact["type"] == "card_put_on_market"]

    assert {tuple(fact["clauses"]) for fact in laid} == {("RB-027",)}
    assert [fact for fact in facts.public if fact["type"] == "first_seat_chosen"] == [
        {"type": "first_seat_chosen", "clauses": ["RB-029"], "seat": state["first"]}
    ]
