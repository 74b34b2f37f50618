"""Rooms as places: reached, shut, open."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.dice_and_danger.builders import (
    act,
    cells_for,
    game,
    refused,
    rooms_for,
    settle,
    sheet,
    take,
    told,
)


@pytest.mark.clause("DD-030")
def test_only_a_reached_monster_can_be_attacked() -> None:
    """The mole's 7 is black, so distance alone is in the way."""
    far, near = game(dice=(3, 4, 2, 3, 6)), game(sheet(visited=["c39"]), dice=(3, 4, 2, 3, 6))
    for state in (far, near):
        take(state, 0)

    assert rooms_for(far, 0) == []
    assert refused(far, 0, "attack", pair=0, room="mole") == "DD-030"
    assert rooms_for(near, 0) == ["mole"]


@pytest.mark.clause("DD-030")
@pytest.mark.parametrize(("visited", "kind"), [(["c39"], "start"), (["c33", "c34"], "grey"), (["c39", "c43"], "plain")])
def test_a_cell_of_any_kind_reaches_the_room_beside_it(visited: list[str], kind: str) -> None:
    assert kind
    state = game(sheet(visited=visited[:-1]), dice=(3, 4, 1, 1, 6))
    take(state, 0)
    before = rooms_for(state, 0)
    state = game(sheet(visited=visited), dice=(3, 4, 1, 1, 6))
    take(state, 0)

    assert rooms_for(state, 0) == ["mole"]
    assert before == (["mole"] if kind == "plain" else [])


@pytest.mark.clause("DD-030")
def test_reaching_a_room_is_told() -> None:
    state = game(dice=(1, 4, 1, 1, 6))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c39")

    assert told(facts, "room_reached", seat=0, room="mole")


@pytest.mark.clause("DD-031")
def test_a_monster_with_one_box_left_still_bars_the_way() -> None:
    """c40 lies behind the mole."""
    state = game(sheet(visited=["c39"], damage={"mole": 3}), dice=(1, 3, 1, 1, 6))
    take(state, 0)

    assert "c40" not in cells_for(state, 0)
    assert refused(state, 0, "visit", pair=0, cell="c40") == "DD-031"


@pytest.mark.clause("DD-031")
def test_an_unvisited_cell_on_the_far_side_gives_no_way() -> None:
    state = game(sheet(visited=["c39"], beaten=["mole"]), dice=(4, 4, 1, 1, 6))
    take(state, 0)

    assert "c49" not in cells_for(state, 0)
    assert refused(state, 0, "visit", pair=0, cell="c49") in ("DD-023", "DD-031")


@pytest.mark.clause("DD-032", "DD-067", "DD-026")
def test_the_last_blow_opens_the_way_for_the_other_pair() -> None:
    state = game(sheet(visited=["c39"], damage={"mole": 3}), dice=(3, 4, 1, 3, 6))
    take(state, 0)
    assert "c40" not in cells_for(state, 0, 1)
    facts = act(state, 0, "attack", pair=0, room="mole")

    assert told(facts, "monster_fell", room="mole", open=True)
    assert "c40" in cells_for(state, 0, 1)
    act(state, 0, "visit", pair=1, cell="c40")
    assert state["sheets"][0]["visited"] == ["c39", "c40"]


@pytest.mark.clause("DD-032")
def test_an_open_room_leads_to_all_its_cells_and_no_further() -> None:
    state = game(sheet(visited=["c39"], beaten=["mole"]), dice=(1, 2, 1, 3, 6))
    take(state, 0)

    assert "c44" in cells_for(state, 0, 0)
    assert "c40" in cells_for(state, 0, 1)


@pytest.mark.clause("DD-033")
def test_a_monster_beaten_from_afar_opens_nothing_until_its_room_is_reached() -> None:
    """The tortoise's room lies between c54 and c66."""
    hero = sheet(visited=["c38", "c42", "c45"], beaten=["crab", "tortoise"])
    state = game(hero, dice=(1, 5, 6, 6, 1))
    take(state, 0)
    assert "c66" not in cells_for(state, 0, 1)
    assert refused(state, 0, "visit", pair=1, cell="c66") == "DD-033"
    facts = act(state, 0, "visit", pair=0, cell="c54")

    assert told(facts, "room_opened", seat=0, room="tortoise")
    assert "c66" in cells_for(state, 0, 1)


@pytest.mark.clause("DD-033", "DD-073")
def test_a_room_beaten_by_splash_is_open_once_reached() -> None:
    """Seat 1 beats the tortoise; seat 0 has one box left on it and stands nowhere near."""
    near = sheet(visited=["c38", "c42", "c45", "c54"], beaten=["crab"], damage={"tortoise": 4})
    far = sheet(visited=["c38", "c42", "c45"], beaten=["crab"], damage={"tortoise": 4})
    state = game(far, near, dice=(1, 1, 1, 1, 6), active=1)
    take(state, 1)
    act(state, 1, "attack", pair=0, room="tortoise")
    settle(state, first=1)
    assert state["sheets"][0]["trophies"]["tortoise"] == "later"

    again = game(state["sheets"][0], state["sheets"][1], dice=(1, 5, 6, 6, 1), first_defeats=state["first_defeats"])
    take(again, 0)
    assert "c66" not in cells_for(again, 0, 1)
    act(again, 0, "visit", pair=0, cell="c54")
    assert "c66" in cells_for(again, 0, 1)
