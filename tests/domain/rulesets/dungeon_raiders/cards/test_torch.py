"""Lighting a torch (DR-030 to DR-034, DR-042)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    DARK,
    RAIDERS,
    TORCH,
    game,
    hand,
    light,
    others,
    play,
    play_all,
    refused_card,
    seat,
    told,
    torch_bearer,
    types,
)

DARK_2_AND_4 = [[True, False, True, False, True], [True] * 5, [True] * 4 + [False], [False] * 5, [False] * 5]


@pytest.mark.clause("DR-030", "DR-169")
def test_a_torch_may_be_lit_before_and_after_committing_while_others_owe_and_between_waves() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} torch torch ball"), torch_bearer(), torch_bearer()])
    light(state, 0)
    assert RAIDERS.to_act(state) == [0, 1, 2]

    play(state, 0, "ball")
    light(state, 0)
    assert RAIDERS.to_act(state) == [1, 2]

    play(state, 1, "p4")
    play(state, 2, "p3")
    assert RAIDERS.to_act(state) == [0]
    assert RAIDERS.legal(state, 1) == [TORCH]
    light(state, 1)
    assert RAIDERS.to_act(state) == [0]
    assert state["wave"] == 2


@pytest.mark.clause("DR-030")
def test_a_torch_does_not_replace_the_card_and_leaves_a_commitment_where_it_lies() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()])
    play(state, 0, "p2")

    light(state, 0)

    assert state["seats"][0]["committed"] == ["p2"]
    assert refused_card(state, 0, "p5") == "DR-022"


@pytest.mark.clause("DR-031")
def test_a_torch_shows_every_dark_room_of_the_level_to_its_seat_alone() -> None:
    state = game(
        "tre-1", seats=[torch_bearer(), seat(), seat()], lit=DARK_2_AND_4, ahead={2: "vau-items", 4: "mon-dragon"}
    )

    facts = light(state, 0)

    assert types(facts) == ["torch_lit"]
    assert told(facts, "torch_lit")[0] == {
        "type": "torch_lit",
        "clauses": ["DR-030", "DR-031"],
        "seat": 0,
        "dark_count": 2,
    }
    assert facts.private[0].shown == ["level-1/1", "level-1/3"]
    assert facts.private[0].facts[0]["cards"] == ["vau-items", "mon-dragon"]
    assert list(facts.private) == [0]
    assert facts.opened == []

    def row(viewer: object) -> list[str | None]:
        return [room["card"] for room in RAIDERS.view(state, viewer)["row"]]

    everything = state["dungeon"][0]
    assert row(seat_viewer(0)) == row(ARBITER) == everything
    hidden = [everything[0], None, everything[2], None, everything[4]]
    assert row(seat_viewer(1)) == row(seat_viewer(2)) == row(SPECTATOR) == hidden


@pytest.mark.clause("DR-031")
def test_on_the_fifth_level_a_torch_shows_the_boss_too() -> None:
    state = game("tre-1", level=5, seats=[torch_bearer(), seat(), seat()], boss="boss-gazer")

    light(state, 0)

    assert RAIDERS.view(state, seat_viewer(0))["row"][4]["card"] == "boss-gazer"
    assert RAIDERS.view(state, seat_viewer(1))["row"][4]["card"] is None


@pytest.mark.clause("DR-032")
def test_a_torch_shows_nothing_of_later_levels() -> None:
    state = game("tre-1", level=2, seats=[torch_bearer(), seat(), seat()])

    light(state, 0)

    view = RAIDERS.view(state, seat_viewer(0))
    assert view["stacks"] is None


@pytest.mark.clause("DR-032")
def test_what_a_torch_showed_stays_known_to_its_seat_in_the_following_rooms() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()], lit=DARK_2_AND_4, ahead={4: "mon-dragon"})
    light(state, 0)

    play_all(state, "p3", "p2", "p1")

    assert RAIDERS.view(state, seat_viewer(0))["row"][3]["card"] == "mon-dragon"
    assert RAIDERS.view(state, seat_viewer(1))["row"][3]["card"] is None


@pytest.mark.clause("DR-033")
def test_a_torch_may_be_lit_in_vain() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()])

    facts = light(state, 0)

    assert told(facts, "torch_lit")[0]["dark_count"] == 0
    assert facts.private[0].shown == []
    assert hand(state, 0) == ALL_FIVE.split()


@pytest.mark.clause("DR-034", "DR-083")
def test_a_lit_torch_is_back_in_the_supply_only_after_the_reset() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()])
    light(state, 0)
    assert state["supply"]["torch"] == 5

    play(state, 0, "p1")
    play(state, 1, "p2")
    assert state["supply"]["torch"] == 5
    play(state, 2, "p3")

    assert state["supply"]["torch"] == 6


def test_a_torch_tells_the_public_the_same_whatever_it_shows() -> None:
    worlds = []
    for hidden in ("vau-items", "mon-dragon"):
        table = [seat(f"{ALL_FIVE} torch"), seat(), seat()]
        state = game("tre-1", lit=DARK, seats=table, ahead={2: hidden})
        facts = light(state, 0)
        worlds.append((others(state, 0), facts.public, list(facts.private), facts.private[0].shown))
        assert facts.private[0].facts[0]["cards"][0] == hidden

    assert worlds[0] == worlds[1]


def test_what_a_torch_shows_is_not_a_public_fact() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    assert told(light(state, 0), "rooms_seen") == []


@pytest.mark.clause("DR-169", "DR-030")
def test_torches_are_lit_out_of_turn_in_the_tactical_mode_too() -> None:
    state = game("tre-1", first=0, seats=[seat(), seat(), seat(f"{ALL_FIVE} torch")])
    assert RAIDERS.legal(state, 2) == [{"type": "light_torch"}]

    light(state, 2)

    assert state["owing"] == [0, 1, 2]
