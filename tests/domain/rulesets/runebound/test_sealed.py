"""What is hidden and how it comes to light: decks sealed card by card, opened as drawn (§7 of the specification)."""

from __future__ import annotations

from typing import Any

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.facts import Facts
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.rulesets.runebound.state import Play
from delvebook.domain.rulesets.runebound.table.decks import draw, put_on_top
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.runebound.tables import RULESET, Desk, Loaded, table


def set_up(seats: int = 3) -> tuple[dict[str, Any], Facts]:
    return RULESET.setup(RULESET.parse_options({}, seats=seats), seats=seats, tape=Tape(b"hidden"))


def hidden_in(desk: Desk, zone: str) -> list[object]:
    """The cards of the zone that would lie in envelopes if a table began here."""
    return [one.content["item"] for one in RULESET.face_down(desk.state) if one.content["zone"] == zone]


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
    game = Table(RULESET, seed=seed_of("openings/5"), game="00000000-0000-4000-8000-000000000001", nonces=[""] * 4)
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
    assert hidden_in(desk, "market") == desk.state["decks"]["market"]["cards"][:-3]

    deck = desk.state["decks"]["market"]
    desk.in_box("c2", *deck["cards"][:-3])
    desk.hero()["hex"] = "g7"
    desk.phase("market")
    assert desk.told("card_put_on_market")[0]["card"] == "M05"
    assert desk.facts.opened == []
    assert deck["bottom"] == 2


def test_of_two_cards_known_on_top_of_a_deck_the_second_is_still_known_when_the_first_is_drawn() -> None:
    desk = table()
    play = Play(desk.content, desk.state, Facts(), Loaded())
    for card in ("R10", "R03"):
        assert put_on_top(play, "red", card)
    play.facts = Facts()

    assert draw(play, "red") == "R03"
    assert play.facts.opened == []
    assert RULESET.view(desk.state, SPECTATOR)["decks"]["red"]["known_top"] == ["R10"]
    assert hidden_in(desk, "red") == desk.state["decks"]["red"]["cards"][1:]
    assert draw(play, "red") == "R10"
    assert RULESET.view(desk.state, SPECTATOR)["decks"]["red"]["known_top"] == []


def test_every_hidden_card_has_an_envelope_of_its_own() -> None:
    state, facts = set_up()
    keys = {one.key for one in facts.seals}

    assert keys >= {f"heroes/{at}" for at in range(9)}
    assert keys >= {f"{zone}/{card}" for zone, deck in state["decks"].items() for card in deck["cards"]}
    assert len(keys) == len(facts.seals)
