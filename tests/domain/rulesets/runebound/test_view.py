"""The view of a viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.canonical import digest, jcs
from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTES, KINDS, SKILLS
from delvebook.domain.rulesets.runebound.heroes import figures
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, seat_viewer
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, Desk, random_states, table
from tests.domain.rulesets.runebound.words.test_sentences import DESKS


def set_up(seats: int = 3) -> tuple[dict[str, Any], Facts]:
    return RULESET.setup(RULESET.parse_options({}, seats=seats), seats=seats, tape=Tape(b"hidden"))


def test_all_seats_and_spectators_see_the_same_and_nothing_of_the_decks_order() -> None:
    for state in random_states(3, seed="views", steps=300)[::20]:
        views = [RULESET.view(state, viewer) for viewer in (*(seat_viewer(seat) for seat in range(3)), SPECTATOR)]
        assert len({digest(view) for view in views}) == 1
        for deck in views[0]["decks"].values():
            assert "cards" not in deck
        assert views[0]["heroes_not_dealt"] == sorted(views[0]["heroes_not_dealt"])


def test_a_view_is_the_same_whatever_the_order_of_the_hidden_cards() -> None:
    for state in random_states(3, seed="orders", steps=400)[::40]:
        view = RULESET.view(state, SPECTATOR)
        for deck in state["decks"].values():
            hidden = deck["cards"][deck["top"] : len(deck["cards"]) - deck["bottom"]]
            deck["cards"][deck["top"] : len(deck["cards"]) - deck["bottom"]] = hidden[::-1]
        state["undealt"].reverse()
        assert RULESET.view(state, SPECTATOR) == view


def test_when_the_game_is_over_everybody_sees_the_decks_and_the_heroes_left_over() -> None:
    desk = table("H01", "H02", hexes=["a1", "b1"], round_limit=1).play("stay").play("stay")
    assert desk.state["result"] is not None
    view = desk.ruleset.view(desk.state, SPECTATOR)

    assert view["decks"]["green"]["cards"] == desk.state["decks"]["green"]["cards"]
    assert view["heroes_not_dealt"] == desk.state["undealt"]


def test_the_arbiter_and_the_public_of_a_finished_game_see_every_order() -> None:
    state, _ = set_up()
    assert state["undealt"] != sorted(state["undealt"])
    for viewer in (ARBITER, PUBLIC):
        assert RULESET.view(state, viewer)["decks"]["red"]["cards"] == state["decks"]["red"]["cards"]
        assert RULESET.view(state, viewer)["heroes_not_dealt"] == state["undealt"]


def test_nobody_else_sees_in_which_order_the_heroes_that_were_not_dealt_lie() -> None:
    state, _ = set_up()

    assert RULESET.view(state, SPECTATOR)["heroes_not_dealt"] == sorted(state["undealt"])


def test_changing_a_view_changes_no_state() -> None:
    state, _ = set_up()
    before = jcs(state)
    view = RULESET.view(state, SPECTATOR)
    view["heroes"][0]["gold"] = 99
    view["counters"]["green"].clear()
    view["question"]["seat"] = 7

    assert jcs(state) == before


@pytest.mark.parametrize("name", DESKS)
def test_a_view_shows_the_whole_table_and_every_hero_with_its_figures_as_they_stand(name: str) -> None:
    desk = DESKS[name]()
    view = RULESET.view(desk.state, ARBITER)

    assert RULESET.determinize(view, chance=Tape(b"none")) == desk.state
    for seat, hero in enumerate(desk.state["heroes"]):
        assert {key: view["heroes"][seat][key] for key in figures_of(desk, seat)} == figures_of(desk, seat)
        assert view["heroes"][seat]["hero"] == hero["id"]
    assert view["raise_cost"] == figures.raise_cost(CONTENT, desk.state)
    asked = {key: value for key, value in view["question"].items() if key not in ("asks", *desk.decision)}
    assert asked == figures_asked(desk)
    assert [one["step"] for one in view["to_come"]] == to_come(desk)


def figures_of(desk: Desk, seat: int) -> dict[str, Any]:
    """The present worth of the hero."""
    state, hero = desk.state, desk.hero(seat)
    skills = {name: figures.skill(CONTENT, state, seat, name) for name in SKILLS}
    return {
        "life": figures.life(CONTENT, hero),
        "stamina": figures.stamina(CONTENT, hero),
        "attributes": {name: figures.attribute(CONTENT, state, seat, name) for name in ATTRIBUTES},
        "damage": {kind: figures.damage(CONTENT, state, seat, "hero", kind) for kind in KINDS},
        "skills": {name: n for name, n in skills.items() if n},
        "movement_dice": None if hero["hex"] is None else figures.movement_dice(CONTENT, state, seat),
        "experience": figures.experience(CONTENT, hero),
    }


def figures_asked(desk: Desk) -> dict[str, Any]:
    """The members of the question besides those of its frame."""
    frame, seat = desk.decision, desk.decision["seat"]
    hero = desk.hero(seat)
    if desk.asks == "move_choice":
        return {"dice_left": figures.movement_dice(CONTENT, desk.state, seat) - frame["rested"]}
    if desk.asks == "market":
        prices = {card: figures.price(CONTENT, desk.state, seat, card) for card in desk.state["boxes"][frame["town"]]}
        return {"prices": prices, "heal_price": figures.heal_fee(CONTENT, desk.state, seat)}
    legal = [action.get("card", action.get("town")) for action in desk.legal()]
    if desk.asks == "choose_discard":
        return {"limit": figures.crowded(CONTENT, hero), "to_choose_from": legal}
    if desk.asks == "take_spoils":
        return {"to_choose_from": legal[:-1]}
    if desk.asks == "choose_town":
        return {"towns": legal}
    if desk.asks == "choose_exhaust":
        return {"to_choose_from": [card for action in desk.legal() for card in action["cards"]]}
    return {}


def to_come(desk: Desk) -> list[str]:
    """The steps under the question, the next first, without the phases that are left of the turn."""
    phases = ("turn_end", "experience_phase", "market_phase", "adventure", "movement", "refresh")
    return [frame["do"] for frame in reversed(desk.state["agenda"][:-1]) if frame["do"] not in phases]


def shown_skills(desk: Desk, seat: int) -> dict[str, int]:
    skills: dict[str, int] = desk.ruleset.view(desk.state, SPECTATOR)["heroes"][seat]["skills"]
    return skills


@pytest.mark.clause("RB-062")
def test_a_skill_of_a_card_adds_to_the_same_skill_of_the_hero_in_the_view() -> None:
    """Ameline has Lore 2 and Diplomacy 2; the codex gives 2 more to the first, and Odo to the second."""
    assert shown_skills(table("H03").give("M51", "M71"), 0) == {"lore": 4, "diplomacy": 4}


def between_heroes() -> Desk:
    desk = table("H02", "H05", "H12", hexes=["h6", "h6", "h7"]).give("M12", "M71", seat=2)
    return desk.phase("adventure").play("attack_hero", seat=1)


@pytest.mark.clause("RB-010", "RB-156")
@pytest.mark.parametrize(
    ("fought", "seat"),
    [
        (lambda: table("H02", "H12").give("M12", "M71", seat=1).fight("Y05"), 1),  # allies take no part
        (lambda: table("H02", "H12").give("M12", "M71", seat=1).fight("B06"), 1),  # weapons do nothing
        (between_heroes, 2),
    ],
)
def test_who_does_not_fight_keeps_its_weapons_and_its_allies_in_the_view(fought: Callable[[], Desk], seat: int) -> None:
    desk = fought()
    own = CONTENT.heroes["H12"]

    assert shown_skills(desk, seat)["diplomacy"] == own["skills"].get("diplomacy", 0) + 2
    damage = desk.ruleset.view(desk.state, SPECTATOR)["heroes"][seat]["damage"]
    assert damage["melee"] == own["damage"]["melee"] + 1


@pytest.mark.clause("RB-158")
def test_a_view_of_a_duel_says_whose_hero_is_weakened() -> None:
    desk = table("H02", "H05", hexes=["h6", "h6"]).give("M45").phase("adventure").play("attack_hero", seat=1)
    desk.play("use_ability", source="M45", index=0)
    view = RULESET.view(desk.state, ARBITER)

    assert view["combat"]["hampered"] == [{"seat": 1, "what": "body", "by": 2}]
    assert RULESET.determinize(view, chance=Tape(b"none")) == desk.state
