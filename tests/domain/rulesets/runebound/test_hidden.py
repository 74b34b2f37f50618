"""What is hidden and how it comes to light: decks sealed card by card, opened as drawn (§7 of the specification)."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import digest, jcs
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.facts import Facts
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, seat_viewer
from tests.domain.rulesets.runebound.builders import BOOK, RULESET, random_states, table


def set_up(seats: int = 3) -> tuple[dict[str, Any], Facts]:
    return RULESET.setup(RULESET.parse_options({}, seats=seats), seats=seats, tape=Tape(b"hidden"))


def test_the_setup_seals_every_hidden_card_and_no_other() -> None:
    state, facts = set_up()
    sealed = {(one.content["zone"], one.content["item"]) for one in facts.seals}
    hidden = {(zone, card) for zone, deck in state["decks"].items() for card in deck["cards"]}
    hidden |= {("heroes", hero) for hero in state["undealt"]}

    assert sealed == hidden
    assert len(facts.seals) == len(hidden) == 77 + 4 * 21 + 9
    assert all(one.seats == () for one in facts.seals)
    assert facts.opened == []


def test_sealed_positions_are_those_of_the_decks_and_no_secret_is_in_a_fact() -> None:
    state, facts = set_up()
    for one in facts.seals:
        zone, at, item = one.content["zone"], one.content["at"], one.content["item"]
        assert (state["undealt"] if zone == "heroes" else state["decks"][zone]["cards"])[at] == item
    shown = jcs(facts.public).decode()
    for card in (*state["decks"]["market"]["cards"], *state["undealt"]):
        assert f'"{card}"' not in shown


def test_a_drawn_card_is_opened_in_the_event_that_shows_it_and_known_cards_open_nothing() -> None:
    """Every event of a random game opens exactly the hidden cards its facts turn up."""
    options = RULESET.parse_options({"round_limit": 300}, seats=4)
    game = Table(RULESET, seed=seed_of("openings"), game="00000000-0000-4000-8000-000000000001", nonces=[""] * 4)
    renewed = opened = 0
    for step in steps(game, options, bots=[random_bot] * 4):
        facts = step.body.data["facts"]
        turned = [
            fact["card"] for fact in facts if fact["type"] in ("card_drawn", "card_put_on_market", "card_put_on_deck")
        ]
        turned += [card for fact in facts if fact["type"] == "loot_revealed" for card in fact["cards"]]
        items = [opening["content"]["item"] for opening in step.body.opens]
        assert set(items) <= set(turned)
        opened += len(items)
        fresh = [fact["colour"] for fact in facts if fact["type"] == "deck_renewed"]
        renewed += len(fresh)
        if step.n > 1:
            zones = {envelope.content["zone"] for envelope in step.body.sealed}
            assert zones == set(fresh)
    assert renewed
    assert opened > 60


def test_envelopes_are_kept_for_exactly_the_cards_still_hidden() -> None:
    options = RULESET.parse_options({"round_limit": 200}, seats=3)
    game = Table(RULESET, seed=seed_of("envelopes"), game="00000000-0000-4000-8000-000000000001", nonces=[""] * 3)
    for step in steps(game, options, bots=[random_bot] * 3):
        if step.n % 25:
            continue
        hidden = [f"heroes/{at}" for at in range(9)]
        for zone, deck in game.state["decks"].items():
            hidden += [f"{zone}/{card}" for card in deck["cards"][deck["top"] : len(deck["cards"]) - deck["bottom"]]]
        assert sorted(game.hidden) == sorted(hidden)


def test_a_card_put_under_a_deck_is_known_to_lie_there_and_is_drawn_without_an_envelope() -> None:
    desk = table("H03").on_top("M05", "M24", "M76").fight("Y14")
    desk.play("roll_test", 20, skill_uses=0, boosts=[]).play("choose_loot", card=None)
    view = desk.ruleset.view(desk.state, SPECTATOR)
    assert view["decks"]["market"]["known_bottom"] == ["M05", "M24", "M76"]

    deck = desk.state["decks"]["market"]
    desk.in_box("c2", *deck["cards"][:-3])
    desk.hero()["hex"] = "g7"
    desk.phase("market")
    assert desk.told("card_put_on_market")[0]["card"] == "M05"
    assert desk.facts.opened == []
    assert deck["bottom"] == 2


def test_all_seats_and_spectators_see_the_same_and_nothing_of_the_decks_order() -> None:
    for state in random_states(3, seed="views", steps=300)[::20]:
        views = [RULESET.view(state, viewer) for viewer in (*(seat_viewer(seat) for seat in range(3)), SPECTATOR)]
        assert len({digest(view) for view in views}) == 1
        for deck in views[0]["decks"].values():
            assert "cards" not in deck
        assert views[0]["undealt"] == sorted(views[0]["undealt"])


def test_a_view_is_the_same_whatever_the_order_of_the_hidden_cards() -> None:
    for state in random_states(3, seed="orders", steps=400)[::40]:
        view = RULESET.view(state, SPECTATOR)
        for deck in state["decks"].values():
            hidden = deck["cards"][deck["top"] : len(deck["cards"]) - deck["bottom"]]
            deck["cards"][deck["top"] : len(deck["cards"]) - deck["bottom"]] = hidden[::-1]
        state["undealt"].reverse()
        assert RULESET.view(state, SPECTATOR) == view


def test_known_cards_at_both_ends_survive_being_dealt_anew() -> None:
    desk = table()
    deck = desk.state["decks"]["red"]
    deck["cards"].sort(key=lambda card: (card != "R10", card == "R03", card))
    deck.update(top=1, bottom=1)
    view = desk.ruleset.view(desk.state, SPECTATOR)
    assert (view["decks"]["red"]["known_top"], view["decks"]["red"]["known_bottom"]) == (["R10"], ["R03"])
    orders = set()
    for number in range(5):
        world = desk.ruleset.determinize(view, chance=Tape(b"world%d" % number))
        cards = world["decks"]["red"]["cards"]
        assert (cards[0], cards[-1], len(cards)) == ("R10", "R03", 21)
        assert sorted(cards) == BOOK.decks["red"]
        desk.ruleset.check(world)
        orders.add(tuple(cards))
    assert len(orders) == 5


def test_when_the_game_is_over_everybody_sees_the_decks_and_the_heroes_left_over() -> None:
    desk = table("H01", "H02", hexes=["a1", "b1"], round_limit=1).play("stay").play("stay")
    assert desk.state["result"] is not None
    view = desk.ruleset.view(desk.state, SPECTATOR)

    assert view["decks"]["green"]["cards"] == desk.state["decks"]["green"]["cards"]
    assert view["undealt"] == desk.state["undealt"]


def test_the_arbiter_and_the_public_of_a_finished_game_see_every_order() -> None:
    state, _ = set_up()
    for viewer in (ARBITER, PUBLIC):
        assert RULESET.view(state, viewer)["decks"]["red"]["cards"] == state["decks"]["red"]["cards"]


def test_changing_a_view_changes_no_state() -> None:
    state, _ = set_up()
    before = jcs(state)
    view = RULESET.view(state, SPECTATOR)
    view["heroes"][0]["gold"] = 99
    view["counters"]["green"].clear()
    view["decision"]["seat"] = 7

    assert jcs(state) == before


@pytest.mark.parametrize(
    "harm",
    [
        lambda state: state["decks"]["green"]["cards"].pop(),
        lambda state: state["decks"]["green"]["cards"].append("R01"),
        lambda state: state["heroes"][0]["artifacts"].append("M01"),
        lambda state: state["heroes"][0].update(gold=-1),
        lambda state: state["heroes"][0].update(wounds=40),
        lambda state: state["heroes"][0].update(fatigue=40),
        lambda state: state["bank"].update(green=1),
        lambda state: state["counters"]["red"].reverse(),
        lambda state: state["agenda"].clear(),
        lambda state: state["agenda"].append({"do": "draw", "colour": "green"}),
        lambda state: state["agenda"].append({"do": "choose_discard", "seat": 0}),
        lambda state: state["heroes"][0].update(runes=["R01", "R02", "R03"]),
        lambda state: state["undealt"].pop(),
        lambda state: state["heroes"][0].update(down=["M01"]),
        lambda state: state["decks"]["red"].update(top=30),
        lambda state: state["track"].pop(),
    ],
)
def test_a_state_that_can_not_be_is_found_out(harm: Any) -> None:
    state, _ = set_up()
    harm(state)

    with pytest.raises(BrokenRuleError):
        RULESET.check(state)
