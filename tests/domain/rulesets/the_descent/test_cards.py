"""Equipment: the eleven cards, when they may be used, and the piles they lie in."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.legality import WAYS
from tests.domain.rulesets.the_descent.caves import CONTENT, RULESET, Cave, Dice, at, told, types

# -- windows ------------------------------------------------------------------------------------------


@pytest.mark.clause("TD-080", "TD-082", "TD-034")
def test_a_card_of_the_own_turn_is_discarded_and_ends_it() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "rope", "pick")
    facts = cave.do(0, "use_rope", cell=(4, 8))

    assert cave.state["discard"] == ["rope"]
    assert cave.hand() == ["pick"]
    assert cave.state["active"] == 1
    assert told(facts, "card_used")[0]["card"] == "rope"


@pytest.mark.clause("TD-080", "TD-082")
def test_one_card_a_window_a_shield_used_on_contact_is_not_followed_by_another() -> None:
    """Contact with the plant and a fall of 6 with it, in one movement: only one of two shields may be used."""
    cave = Cave((5, 5), (4, 2)).have(0, health=9).drawn(0, "shield", "shield").creature("plant", (6, 5))
    cave.do(0, "step", dir="right")
    assert cave.pending() == ("answer_contact", 0)
    facts = cave.do(0, "answer_contact", card="shield")

    assert cave.pending() is None
    assert cave.health() == 9 - 2
    assert told(facts, "turn_began")[0]["seat"] == 1


@pytest.mark.clause("TD-080", "TD-082")
def test_each_window_allows_one_more_card_and_only_the_own_turn_ends_by_one() -> None:
    """Shield in another's turn, then in the creatures' phase, then in the collapse."""
    cave = Cave((6, 5), (5, 8), (4, 2)).drawn(0, "dynamite").drawn(1, "shield", "shield", "lamp")
    cave.creature("monster", (5, 5)).turn(0)
    cave.state["opened"] = False
    cave.tape = Dice(6, 1, 6)
    cave.do(0, "use_dynamite", cell=(5, 6))
    assert cave.pending() == ("answer_loss", 1)
    cave.do(1, "answer_loss", card="shield")
    assert (cave.state["active"], cave.state["turn"]["over"]) == (1, False)  # TD-082
    cave.do(1, "end_turn")
    cave.do(2, "end_turn")
    assert cave.state["phase"] == "creatures"
    cave.do(1, "answer_loss", card="shield")
    assert cave.state["phase"] == "collapse_check"
    cave.do(1, "answer_loss", card="lamp")

    assert cave.health(1) == 3
    assert cave.state["round"] == 2


@pytest.mark.clause("TD-081", "TD-154")
def test_on_the_web_tile_no_card_helps_outside_the_own_turn() -> None:
    for web, asked in (("r3c2", False), ("r3c3", True)):
        cave = Cave((6, 5), (5, 8), (4, 2)).drawn(0, "dynamite").drawn(1, "shield")
        cave.creature("monster", (5, 5)).creature("spider", (0, 15), web=web)
        cave.do(0, "use_dynamite", cell=(5, 6))
        assert (cave.pending() == ("answer_loss", 1)) == asked
        assert cave.health(1) == (3 if asked else 2)


@pytest.mark.clause("TD-081", "TD-032")
def test_who_enters_the_web_tile_in_the_own_turn_may_still_use_equipment_in_it() -> None:
    cave = Cave((8, 8), (4, 2)).kit(0, "rope").creature("spider", (0, 15), web="r3c2")
    cave.do(0, "step", dir="left")

    assert cave.options(0, "use_rope")


@pytest.mark.clause("TD-083")
def test_hands_have_no_limit_and_cards_just_drawn_may_be_used_at_once() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "sword", "lamp", "pick", "rope").drawn(0, *["key"] * 4)
    cave.token("backpack", (4, 8)).deck("insurance", "dynamite")
    cave.do(0, "step", dir="left")

    assert len(cave.hand()) == 10
    assert cave.options(0, "use_dynamite")


@pytest.mark.clause("TD-084", "TD-170")
def test_who_has_arrived_uses_no_cards() -> None:
    cave = Cave((4, 2), (4, 25)).have(1, arrived=True).kit(1, "rope", "sword")
    cave.turn(0)

    assert RULESET.legal(cave.state, 1) == []
    assert cave.refused(1, "use_rope", cell=(3, 24)) == "TD-030"


@pytest.mark.clause("TD-085")
@pytest.mark.parametrize(
    ("kit", "drawn", "asked"),
    [
        ((), (), False),
        (("rope", "pick"), (), False),
        (("sword",), (), True),
        ((), ("rope",), True),
        (("rope",), ("key",), True),
    ],
)
def test_a_question_about_cards_depends_on_what_all_can_know(
    kit: tuple[str, ...], drawn: tuple[str, ...], *, asked: bool
) -> None:
    """With a kit alone all is known; after a backpack the seat is asked whatever it holds."""
    cave = Cave((5, 8), (4, 2)).kit(0, *kit).creature("dragon", (4, 8))
    if drawn:
        cave.drawn(0, *drawn)
    cave.do(0, "step", dir="left")

    assert (cave.pending() == ("answer_contact", 0)) == asked
    if asked and "sword" not in kit:
        assert cave.choices("card") == ["none"]


@pytest.mark.clause("TD-085")
def test_a_backpack_of_an_earlier_life_or_an_empty_hand_opens_no_question() -> None:
    cave = Cave((5, 8), (4, 2)).creature("dragon", (4, 8)).have(0, backpack=True)
    cave.do(0, "step", dir="left")
    assert cave.pending() is None

    cave = Cave((5, 8), (4, 2)).drawn(0, "key").discard("rope").creature("dragon", (4, 8))
    cave.do(0, "surrender")
    assert cave.seat(0)["backpack"] is False


@pytest.mark.clause("TD-085")
def test_kits_are_public_and_what_was_drawn_is_not() -> None:
    cave = Cave((5, 8), (4, 2)).kit(1, "sword", "rope").drawn(1, "key")
    seen = cave.view(0)["seats"][1]

    assert (seen["kit"], seen["drawn"], seen["cards"], seen["backpack"]) == (["sword", "rope"], None, 3, True)
    assert cave.view(1)["seats"][1]["drawn"] == ["key"]


# -- rope ---------------------------------------------------------------------------------------------


@pytest.mark.clause("TD-090", "TD-009")
def test_the_rope_leads_to_empty_cells_at_distance_1_to_5() -> None:
    cells = Cave((5, 8)).kit(0, "rope").options(0, "use_rope")

    assert {(3, 6), (5, 10), (10, 8)} <= set(cells)
    assert (5, 8) not in cells
    assert (11, 8) not in cells  # 6
    assert (4, 9) not in cells  # rock
    assert cells == sorted(cells, key=lambda cell: (cell[1], cell[0]))


@pytest.mark.clause("TD-090", "TD-009")
def test_the_rope_cannot_lead_onto_a_face_down_tile() -> None:
    cave = Cave((5, 8), closed=("r3c1",)).kit(0, "rope")

    assert cave.refused(0, "use_rope", cell=(3, 8)) == "TD-009"
    assert cave.refused(0, "use_rope", cell=(11, 8)) == "TD-090"
    assert cave.refused(0, "use_rope", cell=(5, 9)) == "TD-090"


@pytest.mark.clause("TD-090", "TD-050", "TD-051")
def test_the_rope_enters_only_its_end_from_which_one_may_fall_and_open_a_tile() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r4c2",)).kit(0, "rope").token("coin", (7, 8)).stack("chest")
    facts = cave.do(0, "use_rope", cell=(6, 8))

    assert told(facts, "tile_opened")[0]["by"] == "fall"
    cave.answer_all()
    assert cave.where() == (6, 12)
    assert cave.health() == 2


@pytest.mark.clause("TD-090", "TD-048")
def test_what_lies_along_the_rope_is_not_taken() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "rope").token("coin", (7, 8)).token("coin", (9, 8))
    cave.do(0, "use_rope", cell=(9, 8))

    assert cave.points() == 2
    assert cave.lying() == [("coin", (7, 8))]


# -- pick ---------------------------------------------------------------------------------------------


@pytest.mark.clause("TD-091", "TD-072")
def test_the_pick_breaks_the_thin_rock_one_stands_on_even_without_endurance() -> None:
    cave = Cave((5, 5), (4, 2)).kit(0, "pick").turn(endurance=0)
    assert cave.options(0, "use_pick") == ["down"]
    facts = cave.do(0, "use_pick", way="down")

    assert cave.where() == (5, 8)
    assert told(facts, "objects_fell")[0]["length"] == 2
    assert cave.health() == 3


@pytest.mark.clause("TD-091", "TD-033")
@pytest.mark.parametrize(("endurance", "clause"), [(0, "TD-033"), (1, None)])
def test_the_pick_leads_sideways_into_thin_rock_as_a_step(endurance: int, clause: str | None) -> None:
    """Left of (10,17) the rock is thin, over solid rock."""
    cave = Cave((10, 17), (4, 2)).kit(0, "pick").turn(endurance=endurance)
    assert cave.cell((9, 17)) == "="
    if clause is not None:
        assert cave.refused(0, "use_pick", way="left") == clause
        return
    cave.do(0, "use_pick", way="left")

    assert cave.where() == (9, 17)
    assert cave.cell((9, 17)) == "*"


@pytest.mark.clause("TD-091", "TD-043", "TD-044", "TD-033")
@pytest.mark.parametrize(("endurance", "clause"), [(1, "TD-033"), (2, None)])
def test_the_pick_leads_upward_as_a_jump(endurance: int, clause: str | None) -> None:
    """From (11,15) the rock at (10,14) is thin; below it is nothing, so the jump goes on."""
    cave = Cave((11, 15), (4, 2)).kit(0, "pick").turn(endurance=endurance)
    assert cave.cell((10, 14)) == "="
    if clause is not None:
        assert cave.refused(0, "use_pick", way="up_left") == clause
        return
    facts = cave.do(0, "use_pick", way="up_left")

    assert told(facts, "character_moved")[0]["to_cell"] == [10, 14]
    assert told(facts, "jump_went_on")[0]["to_cell"] == [9, 15]
    assert cave.where() == (9, 16)


@pytest.mark.clause("TD-091")
def test_the_pick_needs_thin_rock_of_an_open_tile_and_room_to_jump() -> None:
    cave = Cave((5, 8)).kit(0, "pick")
    for way in WAYS:
        assert cave.refused(0, "use_pick", way=way) == "TD-091"
    cave = Cave((2, 18), closed=("r5c2",)).kit(0, "pick")
    assert cave.refused(0, "use_pick", way="right") == "TD-091"


@pytest.mark.clause("TD-091", "TD-043")
def test_the_pick_cannot_jump_where_both_corners_are_solid() -> None:
    """From (6,15) the rock at (7,14) is thin, but above and in front is rock; from (7,8) only above is."""
    cave = Cave((6, 15)).kit(0, "pick")
    assert (cave.cell((7, 14)), cave.cell((6, 14)), cave.cell((7, 15))) == ("=", "#", "#")
    assert cave.refused(0, "use_pick", way="up_right") == "TD-043"

    cave = Cave((7, 8)).kit(0, "pick")
    assert (cave.cell((8, 7)), cave.cell((7, 7)), cave.cell((8, 8))) == ("=", "#", ".")
    assert cave.options(0, "use_pick") == ["up_right"]


@pytest.mark.clause("TD-092", "TD-131", "TD-162", "TD-161")
def test_a_worm_in_thin_rock_broken_sideways_is_a_contact_and_can_be_beaten_by_the_sword() -> None:
    cave = Cave((10, 17), (4, 2)).drawn(0, "pick").creature("worm", (9, 17))
    facts = cave.do(0, "use_pick", way="left")

    assert "contact_made" in types(facts)
    assert cave.health() == 2


@pytest.mark.clause("TD-092", "TD-072", "TD-077")
def test_what_lay_above_thin_rock_broken_sideways_comes_down_onto_who_broke_it() -> None:
    cave = Cave((10, 17), (4, 2), (9, 16)).kit(0, "pick")
    cave.do(0, "use_pick", way="left")
    assert cave.where(2) == (9, 17)
    assert cave.health(0) == cave.health(2) == 3

    cave = Cave((10, 17), (4, 2)).kit(0, "pick").creature("plant", (9, 16))
    facts = cave.do(0, "use_pick", way="left")
    assert cave.lair("plant") == (9, 17)
    assert told(facts, "character_hit")[0]["creature"] == "plant"
    assert cave.health(0) == 2


@pytest.mark.clause("TD-092", "TD-074")
def test_if_a_pick_jump_goes_on_what_was_above_falls_after_it() -> None:
    """(10,14) is thin, with (10,13) rock above it blown away and a chest lying there."""
    cave = Cave((11, 15), (4, 2)).kit(0, "pick").dig((10, 13)).token("chest", (10, 13))
    facts = cave.do(0, "use_pick", way="up_left")

    order = [fact["type"] for fact in facts.public]
    assert order.index("objects_put_into_gap") < order.index("jump_went_on") < order.index("objects_fell")
    assert cave.lying() == [("chest", (10, 17))]


@pytest.mark.clause("TD-092", "TD-047", "TD-131")
def test_nothing_that_came_along_falls_before_a_pick_jump_is_over_even_if_it_opens_a_tile() -> None:
    """From (9,8) into the thin rock at (8,7), with a chest above it or the worm in it, towards a face-down tile."""
    for worm in (False, True):
        cave = Cave((9, 8), (4, 2), closed=("r3c2",)).kit(0, "pick").dig((8, 6)).have(0, health=9).stack("coin")
        cave.creature("worm", (8, 7)) if worm else cave.token("chest", (8, 6))
        facts = cave.do(0, "use_pick", way="up_left").public + cave.answer_all()

        order = [fact["type"] for fact in facts]
        assert ("contact_made" in order) == worm
        assert order.index("tile_opened") < order.index("jump_went_on") < order.index("objects_fell")
        assert cave.where() == (7, 8)
        assert (8, 8) in ([cave.lair("worm")] if worm else [where for _, where in cave.lying()])


# -- dynamite -----------------------------------------------------------------------------------------


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


# -- chests -------------------------------------------------------------------------------------------


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


# -- sword, crossbow, shield --------------------------------------------------------------------------


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


# -- lure ---------------------------------------------------------------------------------------------


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


# -- lamp and map -------------------------------------------------------------------------------------


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


# -- piles --------------------------------------------------------------------------------------------


@pytest.mark.clause("TD-103", "TD-105")
def test_an_empty_deck_is_made_anew_of_the_discard_pile() -> None:
    cave = Cave((5, 8), (4, 2)).token("backpack", (4, 8)).empty_deck("map")
    facts = cave.do(0, "step", dir="left")

    assert told(facts, "deck_shuffled")[0]["cards"] == 39
    assert cave.hand()[0] == "map"
    assert len(cave.hand()) == 2
    assert (len(cave.state["deck"]), cave.state["discard"]) == (38, [])


@pytest.mark.clause("TD-103")
def test_if_deck_and_discard_pile_are_empty_the_rest_of_the_draw_is_lost() -> None:
    cave = Cave((5, 8), (4, 2)).token("backpack", (4, 8)).empty_deck("map")
    others = [[kind, 1 + slot] for slot, kind in enumerate(cave.state["discard"])]
    cave.have(1, drawn=others, backpack=True)
    cave.state["discard"] = []
    facts = cave.do(0, "step", dir="left")

    assert cave.hand() == ["map"]
    assert told(facts, "cards_drawn")[0]["cards"] == 1
    assert "deck_shuffled" not in types(facts)
