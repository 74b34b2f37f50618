"""The cards of the own turn, but for rope and pick."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.the_descent.tables import CONTENT, Cave, at, told, types


@pytest.mark.clause("TD-093", "TD-009")
def test_dynamite_reaches_exactly_2_cells() -> None:
    cave = Cave((5, 8)).drawn(0, "dynamite").token("coin", (3, 9)).token("chest", (7, 8))
    cells = cave.options(0, "use_dynamite")

    assert {(4, 9), (5, 6), (7, 8)} <= set(cells)
    assert (5, 9) not in cells  # 1
    assert (3, 9) not in cells  # 3
    assert (3, 8) not in cells  # empty


@pytest.mark.clause("TD-093")
def test_dynamite_spares_cells_with_a_character() -> None:
    cave = Cave((5, 8), (7, 8)).drawn(0, "dynamite").token("chest", (7, 8))

    assert cave.refused(0, "use_dynamite", cell=(7, 8)) == "TD-093"
    assert cave.refused(0, "use_dynamite", cell=(3, 8)) == "TD-093"


@pytest.mark.clause("TD-093", "TD-136", "TD-107")
def test_dynamite_destroys_everything_in_the_cell_for_no_points() -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, "dynamite").token("chest", (7, 8)).creature("monster", (7, 8), hunts=0)
    cave.do(0, "use_dynamite", cell=(7, 8))

    assert (cave.lying(), cave.alive(), cave.points()) == ([], [], 0)
    assert cave.state["gone"] == {"chest": 1, "monster": 1}


@pytest.mark.clause("TD-093")
def test_dynamite_destroys_the_worm_in_its_rock() -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, "dynamite").creature("worm", (4, 9))
    cave.do(0, "use_dynamite", cell=(4, 9))

    assert cave.alive() == []
    assert cave.cell((4, 9)) == "*"
    assert cave.points() == 0


@pytest.mark.clause("TD-093", "TD-003", "TD-004")
def test_dynamite_cannot_be_thrown_at_frame_or_face_down_tiles() -> None:
    cave = Cave((0, 15), closed=("r5c1",)).drawn(0, "dynamite")

    assert all(cave.cell(cell) in "#=" for cell in cave.options(0, "use_dynamite"))
    assert cave.refused(0, "use_dynamite", cell=(1, 16)) == "TD-009"


@pytest.mark.clause("TD-094", "TD-175")
@pytest.mark.parametrize(("card", "points"), [("key", 4), ("sword", 3), ("pick", 3)])
def test_a_chest_is_worth_4_with_the_key_and_3_broken(card: str, points: int) -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, card).token("chest", (5, 8)).token("chest", (5, 8))
    first = cave.state["tokens"][0]["id"]
    facts = cave.do(0, "open_chest", card=card)

    assert cave.points() == points
    assert told(facts, "chest_opened")[0]["id"] == first
    assert cave.lying() == [("chest", (5, 8))]
    assert cave.state["active"] == 1


@pytest.mark.clause("TD-094")
def test_a_chest_is_opened_from_its_own_cell_only_and_only_with_a_card_in_hand() -> None:
    cave = Cave((5, 8)).drawn(0, "key").token("chest", (4, 8))
    assert cave.refused(0, "open_chest", card="key") == "TD-094"
    cave.do(0, "step", dir="left")
    assert cave.options(0, "open_chest") == ["key"]
    assert cave.refused(0, "open_chest", card="sword") == "TD-094"
    cave.do(0, "step", dir="right")
    assert cave.lying() == [("chest", (4, 8))]


@pytest.mark.clause("TD-095", "TD-161")
def test_the_sword_attacks_the_worm_in_the_own_cell_and_nothing_else_there() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "sword").creature("worm", (5, 8))
    cave.do(0, "use_sword", creature="worm")
    assert (cave.alive(), cave.points()) == ([], 5)

    cave = Cave((5, 8)).kit(0, "sword").creature("worm", (4, 8)).creature("plant", (5, 8))
    assert cave.options(0, "use_sword") == []
    assert cave.refused(0, "use_sword", creature="worm") == "TD-095"


@pytest.mark.clause("TD-096", "TD-009")
def test_the_crossbow_reaches_creatures_at_0_to_5_and_is_used_up_even_in_vain() -> None:
    for where, reached in (((5, 8), True), ((10, 8), True), ((11, 8), False), ((5, 9), True)):
        cave = Cave((5, 8), (4, 2)).drawn(0, "crossbow").creature("worm" if where == (5, 9) else "plant", where)
        assert bool(cave.options(0, "use_crossbow")) == reached
    cave = Cave((5, 8), (4, 2)).drawn(0, "crossbow").creature("plant", (9, 8))
    facts = cave.do(0, "use_crossbow", creature="plant")

    assert "attack_failed" in types(facts)
    assert cave.alive() == ["plant"]
    assert cave.state["discard"] == ["crossbow"]
    assert cave.refused(1, "use_crossbow", creature="plant") == "TD-096"


@pytest.mark.clause("TD-097")
def test_a_shield_saves_its_own_character_only() -> None:
    cave = Cave((6, 5), (5, 8), (4, 2)).drawn(0, "dynamite", "shield").drawn(2, "shield")
    cave.creature("monster", (5, 5))
    cave.do(0, "use_dynamite", cell=(5, 6))

    assert cave.pending() is None
    assert cave.health(1) == 2


@pytest.mark.clause("TD-098", "TD-009")
def test_a_lure_needs_a_marker_and_a_cell_to_stand_on_at_1_to_4() -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, "lure").creature("dragon", (7, 16), hunts=0)
    cells = cave.options(0, "use_lure")

    assert (5, 10) in cells
    assert (9, 8) in cells
    assert (6, 8) not in cells  # nothing to stand on
    assert (5, 8) not in cells
    assert cave.refused(0, "use_lure", cell=(11, 8)) == "TD-098"
    assert Cave((5, 8)).drawn(0, "lure").refused(0, "use_lure", cell=(9, 8)) == "TD-098"


@pytest.mark.clause("TD-098", "TD-099", "TD-135")
def test_creatures_hunt_the_lure_lose_interest_after_their_phase_and_return_to_the_character() -> None:
    cave = Cave((5, 8)).drawn(0, "lure").creature("dragon", (9, 8), hunts=0)
    facts = cave.do(0, "use_lure", cell=(9, 8))

    assert "creature_moved" not in types(facts)
    assert cave.health() == 3
    assert cave.marker("dragon") == {"on": "seat", "seat": 0}


@pytest.mark.clause("TD-098", "TD-145", "TD-142")
def test_all_markers_of_the_character_go_to_the_lure_and_no_one_else_draws_them() -> None:
    cave = Cave((5, 8), (8, 8)).drawn(0, "lure")
    cave.creature("dragon", (6, 5), hunts=0).creature("spider", (6, 9), hunts=0, web="r6c1").creature("plant", (7, 8))
    cave.do(0, "use_lure", cell=(5, 10))
    assert (
        cave.marker("dragon")
        == cave.marker("spider")
        == {
            "on": "lure",
            "cell": at((5, 10)),
            "seat": 0,
            "returns": True,
        }
    )
    assert cave.marker("plant") is None
    cave.do(1, "step", dir="left")  # onto the tile of spider and plant

    assert cave.marker("spider")["on"] == "lure"  # type: ignore[index]
    assert cave.marker("plant") == {"on": "seat", "seat": 1}


@pytest.mark.clause("TD-099", "TD-113")
def test_a_lure_does_not_return_to_who_died_meanwhile_nor_the_plants_to_who_left_its_tile() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0).drawn(0, "lure").creature("dragon", (0, 15), hunts=0)
    cave.do(0, "use_lure", cell=(9, 8))
    cave.do(0, "surrender")
    cave.do(0, "place_character", cell=(7, 2))
    assert cave.marker("dragon")["on"] == "lure"  # type: ignore[index]
    cave.do(1, "end_turn")
    cave.answer_all()
    assert cave.marker("dragon") is None

    cave = Cave((8, 8)).drawn(0, "lure").creature("plant", (7, 8), hunts=0)
    cave.do(0, "use_lure", cell=(9, 8))
    assert cave.marker("plant") is None

    cave = Cave((5, 8)).drawn(0, "lure").creature("plant", (7, 8), hunts=0)
    cave.do(0, "use_lure", cell=(9, 8))
    assert cave.marker("plant") == {"on": "seat", "seat": 0}


@pytest.mark.clause("TD-101", "TD-012", "TD-069", "TD-141", "TD-175")
def test_the_lamp_opens_a_tile_beside_the_own_one_and_what_lives_there_takes_no_target() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r2c2", "r3c3", "r2c1")).kit(0, "lamp").stack("dragon")
    assert cave.options(0, "use_lamp") == ["r2c2", "r3c3"]
    assert cave.refused(0, "use_lamp", tile="r2c1") == "TD-012"
    cave.do(0, "use_lamp", tile="r2c2")
    cave.answer_all()

    assert cave.points() == 1
    assert cave.marker("dragon") is None
    assert cave.where() == (5, 8)
    assert cave.state["active"] == 1
    assert cave.state["window"]["barred"] == []


@pytest.mark.clause("TD-102", "TD-069", "TD-007")
@pytest.mark.parametrize("turns", range(4))
def test_the_map_shows_any_face_down_tile_which_is_then_laid_as_its_user_likes(turns: int) -> None:
    cave = Cave((4, 2), (4, 2), closed=("low2", "r6c2")).drawn(0, "map").stack("plant")
    facts = cave.do(0, "use_map", tile="r6c2")
    assert told(facts, "tile_shown")[0]["tile"] == "T17"
    assert cave.cell((5, 21)) == "?"
    assert cave.pending() == ("rotate_tile", 0)
    assert cave.choices("quarter_turns") == [0, 1, 2, 3]
    assert cave.points() == 0
    facts = cave.do(0, "rotate_tile", quarter_turns=turns)

    assert told(facts, "tile_opened")[0]["rows"] == CONTENT.face("T17", turns)
    assert [cave.cell((x, 20)) for x in range(4, 8)] == list(CONTENT.face("T17", turns)[0])
    cave.answer_all()
    assert cave.points() == 1
    assert cave.marker("plant") is None
    assert cave.state["active"] == 1
