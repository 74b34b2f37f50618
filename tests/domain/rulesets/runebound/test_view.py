"""What a viewer may see."""

from __future__ import annotations

from typing import Any

from delvebook.domain.canonical import digest, jcs
from delvebook.domain.facts import Facts
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, seat_viewer
from tests.domain.rulesets.runebound.tables import RULESET, random_states, table


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
    for viewer in (ARBITER, PUBLIC):
        assert RULESET.view(state, viewer)["decks"]["red"]["cards"] == state["decks"]["red"]["cards"]


def test_changing_a_view_changes_no_state() -> None:
    state, _ = set_up()
    before = jcs(state)
    view = RULESET.view(state, SPECTATOR)
    view["heroes"][0]["gold"] = 99
    view["counters"]["green"].clear()
    view["question"]["seat"] = 7

    assert jcs(state) == before
