"""The creature phase."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from delvebook.domain.rulesets.the_descent.box.cells import CELLS_OF, PLACES
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.cave.routes import monster_moves
from delvebook.domain.rulesets.the_descent.creatures.phase import (
    begin_move,
    creature_move,
    find_goals,
    find_moves,
    route_creature,
)
from delvebook.domain.rulesets.the_descent.play import Play
from tests.domain.rulesets.the_descent.tables import (
    CONTENT,
    FIELD,
    Cave,
    Point,
    at,
    dragon_from,
    point,
    told,
    types,
    worm_from,
)


@pytest.mark.clause("TD-147", "TD-013")
def test_creatures_act_as_placed_and_without_a_marker_they_stay() -> None:
    cave = Cave((4, 8)).have(0, health=9).creature("dragon", (8, 8), hunts=0).creature("spider", (4, 6), web="r6c1")
    cave.creature("monster", (5, 10), hunts=0)
    facts = cave.do(0, "end_turn").public + cave.answer_all()

    assert next(fact["creatures"] for fact in facts if fact["type"] == "creature_phase_began") == [
        "dragon",
        "spider",
        "monster",
    ]
    moved = [fact["creature"] for fact in facts if fact["type"] == "creature_moved"]
    assert moved[0] == "dragon"
    assert "monster" in moved
    assert "spider" not in moved
    assert cave.lair("spider") == (4, 6)


@pytest.mark.clause("TD-147", "TD-141")
def test_a_creature_placed_in_the_phase_acts_from_the_next_one() -> None:
    """The spider joins seat 0 above thin rock; the fall opens r3c2, where a dragon is found."""
    cave = Cave((5, 5), closed=("r3c2",)).have(0, health=9).creature("spider", (5, 4), hunts=0, web="r6c1")
    cave.stack("dragon")
    facts = cave.do(0, "end_turn").public + cave.answer_all()

    assert "dragon" in cave.alive()
    assert cave.marker("dragon") == {"on": "seat", "seat": 0}
    assert not [fact for fact in facts if fact["type"] == "creature_moved" and fact["creature"] == "dragon"]
    facts = cave.do(0, "end_turn").public + cave.answer_all()
    assert "dragon" in [fact.get("creature") for fact in facts if fact["type"] in ("creature_moved", "character_hit")]


@pytest.mark.clause("TD-148")
def test_for_a_marked_tile_any_cell_of_it_will_do_that_the_creature_can_rest_on() -> None:
    cave = Cave((4, 2)).creature("spider", (8, 8), web="r6c1").heads_for("spider", "r3c2")
    board, spider = Board(CONTENT, cave.state), cave.beast("spider")
    marker = spider["marker"]
    goals = find_goals(board, spider, marker)
    assert (at((7, 8)) in goals.cells, at((5, 9)) in goals.cells) == (True, False)
    assert [point(move.to) for move in find_moves(board, spider, marker, 5)] == [(7, 8)]

    cave = Cave((4, 2)).creature("dragon", (8, 8)).heads_for("dragon", "r3c2")
    goals = find_goals(Board(CONTENT, cave.state), cave.beast("dragon"), cave.beast("dragon")["marker"])
    assert at((6, 8)) in goals.cells  # the dragon rests in the air


@pytest.mark.clause("TD-148", "TD-156", "TD-164", "TD-166")
@pytest.mark.parametrize("kind", ["spider", "dragon", "monster"])
def test_on_a_marked_tile_each_creature_wants_the_cells_on_which_it_can_rest(kind: str) -> None:
    """The spider beside, above or below rock, the dragon in the air, the monster on rock."""
    cave = Cave((4, 2)).creature(kind, (0, 6), web="r6c1").heads_for(kind, "r3c2")
    beast = cave.beast(kind)
    around = {"spider": [(-1, 0), (1, 0), (0, -1), (0, 1)], "monster": [(0, 1)]}.get(kind)
    cells = [point(cell) for cell in CELLS_OF[PLACES.index("r3c2")]]
    held = [
        (x, y)
        for x, y in cells
        if cave.cell((x, y)) == "."
        and (around is None or any(cave.cell((x + dx, y + dy)) in "#=" for dx, dy in around))
    ]

    goals = find_goals(Board(CONTENT, cave.state), beast, beast["marker"])
    assert [point(cell) for cell in goals.cells] == held


@pytest.mark.clause("TD-148", "TD-166")
def test_the_monster_wants_the_cell_of_its_target_and_not_the_rock_below() -> None:
    """From (8,14) a step would lead into the thin rock at (7,14), on which its target stands."""
    cave = Cave((7, 13)).creature("monster", (8, 14), hunts=0)
    monster = cave.beast("monster")
    moves = find_moves(Board(CONTENT, cave.state), monster, monster["marker"], 5)

    assert [(move.kind, point(move.to)) for move in moves] == [("jump", (7, 13))]


@pytest.mark.clause("TD-159")
def test_a_worm_wants_nothing_on_a_tile_without_rock() -> None:
    cave = Cave((4, 2)).creature("worm", (5, 9)).heads_for("worm", "r3c1")
    tile = CELLS_OF[PLACES.index("r3c1")]
    cave.dig(*(point(cell) for cell in tile if cave.cell(point(cell)) in "#="))
    worm = cave.beast("worm")

    assert find_goals(Board(CONTENT, cave.state), worm, worm["marker"]).cells == ()


@pytest.mark.clause("TD-159")
@pytest.mark.parametrize("place", PLACES)
def test_a_worm_that_heads_for_a_tile_wants_the_rock_on_it_that_is_nearest(place: str) -> None:
    cave = Cave((4, 2)).creature("worm", (5, 9)).heads_for("worm", place)
    worm = cave.beast("worm")
    goals = find_goals(Board(CONTENT, cave.state), worm, worm["marker"])
    rock = {point(cell) for cell in CELLS_OF[PLACES.index(place)] if cave.cell(point(cell)) in "#="}
    near = min(abs(x - 5) + abs(y - 9) for x, y in rock)

    assert {point(cell) for cell in goals.cells} == {(x, y) for x, y in rock if abs(x - 5) + abs(y - 9) == near}


@pytest.mark.clause("TD-149", "TD-166")
def test_of_two_shortest_ways_the_hunted_seat_chooses() -> None:
    cave = Cave((5, 1), (4, 25)).have(0, health=9).creature("monster", (1, 1), hunts=0).have(1, arrived=True)
    cave.do(0, "end_turn")

    assert cave.pending() == ("route_creature", 0)
    assert [(move["move"], move["to"]) for move in cave.view(0)["pending"]["moves"]] == [
        ("step", [2, 1]),
        ("jump", [3, 2]),
    ]
    assert cave.refused(0, "route_creature", option=2) == "TD-149"
    facts = cave.do(0, "route_creature", option=1)

    assert [fact["to_cell"] for fact in told(facts, "creature_moved")] == [[3, 1], [5, 1]]
    assert cave.lair("monster") == (5, 1)


@pytest.mark.clause("TD-149", "TD-145")
def test_for_a_marked_tile_its_last_bearer_chooses_and_for_a_lure_its_user() -> None:
    cave = Cave((8, 5), (8, 5)).creature("monster", (1, 1)).heads_for("monster", "r1c2", bearer=1).turn(1)
    cave.do(1, "end_turn")
    assert cave.pending() == ("route_creature", 1)

    cave = Cave((4, 2), (8, 5)).creature("monster", (1, 1)).turn(1)
    cave.beast("monster")["marker"] = {"on": "lure", "cell": at((5, 1)), "seat": 1, "returns": True}
    cave.do(1, "end_turn")
    assert cave.pending() == ("route_creature", 1)


@pytest.mark.clause("TD-149")
def test_if_the_chooser_has_arrived_the_first_way_is_taken() -> None:
    cave = (
        Cave((8, 5), (4, 25)).have(1, arrived=True).creature("monster", (1, 1)).heads_for("monster", "r1c2", bearer=1)
    )
    facts = cave.do(0, "end_turn")

    assert cave.pending() is None
    assert told(facts, "creature_moved")[0]["to_cell"] == [2, 1]


@pytest.mark.clause("TD-149")
def test_a_move_the_endurance_left_cannot_pay_is_not_listed() -> None:
    cave = Cave((5, 1)).creature("monster", (3, 2), hunts=0)
    board, monster = Board(CONTENT, cave.state), cave.beast("monster")
    marker = monster["marker"]

    assert [(move.kind, point(move.to)) for move in find_moves(board, monster, marker, 2)] == [("jump", (5, 1))]
    assert find_moves(board, monster, marker, 1) == []


@pytest.mark.clause("TD-150")
def test_an_unreachable_target_is_approached_as_near_as_can_be_and_then_waited_for() -> None:
    """With the tiles around face down, the spider cannot leave r3c1."""
    closed = ("r2c1", "r3c2", "r4c1")
    cave = Cave((5, 5), closed=closed).creature("spider", (3, 9), hunts=0, web="r6c1")
    cave.do(0, "end_turn")
    cave.answer_all()
    assert cave.lair("spider") == (3, 8)
    facts = cave.do(0, "end_turn")

    assert "creature_moved" not in types(facts)
    assert cave.marker("spider") == {"on": "seat", "seat": 0}


@pytest.mark.clause("TD-151")
def test_a_creature_stops_on_its_targets_cell_after_the_hit() -> None:
    cave = Cave((7, 8)).creature("spider", (9, 8), hunts=0, web="r6c1")
    facts = cave.do(0, "end_turn").public + cave.answer_all()

    assert cave.lair("spider") == (7, 8)
    assert len([fact for fact in facts if fact["type"] == "creature_moved"]) == 2
    assert cave.health() == 2


@pytest.mark.clause("TD-152", "TD-135")
def test_the_plant_attacks_only_the_marked_character_and_only_on_its_own_tile() -> None:
    cave = Cave((5, 8), (4, 8), (4, 2)).creature("plant", (7, 8), hunts=0).turn(2)
    facts = cave.do(2, "end_turn")
    assert [cave.health(seat) for seat in range(3)] == [2, 3, 3]
    assert told(facts, "plant_attacked")[0]["seat"] == 0
    assert cave.lair("plant") == (7, 8)

    cave = Cave((8, 8)).creature("plant", (7, 8), hunts=0)
    cave.do(0, "end_turn")
    assert cave.health() == 3


@pytest.mark.clause("TD-152", "TD-032")
def test_contact_with_the_plant_is_not_its_attack_and_does_not_weaken() -> None:
    cave = Cave((8, 8)).creature("plant", (7, 8))
    cave.do(0, "step", dir="left")
    cave.beast("plant")["marker"] = None
    cave.have(0, cell=at((8, 8)), rests=[at((8, 8))])
    cave.do(0, "end_turn")

    assert (cave.health(), cave.state["turn"]["endurance"]) == (2, 5)


@pytest.mark.clause("TD-154", "TD-136")
def test_the_web_lies_where_the_spider_was_placed_and_goes_when_it_does() -> None:
    cave = Cave((8, 8), (4, 2), closed=("r3c2",)).stack("spider")
    cave.do(0, "step", dir="left")
    cave.answer_all(confirm_step="cancel")
    assert cave.view(0)["web"] == "r3c2"

    cave = Cave((5, 8), (4, 2)).drawn(0, "dynamite").creature("spider", (7, 8), web="r1c1")
    facts = cave.do(0, "use_dynamite", cell=(7, 8))
    assert cave.state["web"] is None
    assert "web_removed" in types(facts)


@pytest.mark.clause("TD-154")
def test_the_web_does_not_move_with_the_spider() -> None:
    cave = Cave((4, 8)).creature("spider", (8, 8), hunts=0, web="r3c3")
    cave.do(0, "end_turn")
    cave.answer_all()

    assert cave.lair("spider") != (8, 8)
    assert cave.state["web"] == 8


@pytest.mark.clause("TD-155", "TD-151")
def test_the_spider_spends_its_5_endurance_and_no_more() -> None:
    cave = Cave((4, 2)).creature("spider", (0, 23), hunts=0, web="r6c3")
    facts = cave.do(0, "end_turn").public + cave.answer_all()
    ways = [(fact["from_cell"], fact["to_cell"]) for fact in facts if fact["type"] == "creature_moved"]
    costs = [abs(before[0] - after[0]) + abs(before[1] - after[1]) for before, after in ways]

    assert set(costs) <= {1, 2}
    assert sum(costs) == 5


@pytest.mark.clause("TD-160", "TD-158", "TD-149")
def test_changing_rock_the_worm_comes_out_nearest_to_its_goal_and_the_hunted_seat_breaks_ties() -> None:
    assert worm_from((0, 7), (4, 8)) == [((2, 8), "cross"), ((1, 9), "cross")]
    cave = Cave((4, 8)).creature("worm", (0, 7), hunts=0)
    cave.do(0, "end_turn")
    assert cave.pending() == ("route_creature", 0)
    cave.do(0, "route_creature", option=1)

    assert cave.lair("worm") == (1, 9)
    assert cave.health() == 3


@pytest.mark.clause("TD-158", "TD-159")
def test_in_its_own_network_the_worm_goes_for_free_and_hits_from_below() -> None:
    cave = Cave((0, 6)).creature("worm", (0, 8), hunts=0)
    facts = cave.do(0, "end_turn")

    assert told(facts, "creature_moved")[0]["move"] == "burrow"
    assert cave.lair("worm") == (0, 7)
    assert cave.health() == 2


@pytest.mark.clause("TD-159", "TD-135")
def test_the_worm_hits_only_its_target_also_if_it_was_right_under_it() -> None:
    cave = Cave((0, 6), (0, 6)).creature("worm", (0, 7), hunts=0).turn(1)
    facts = cave.do(1, "end_turn")

    assert "creature_moved" not in types(facts)
    assert (cave.health(0), cave.health(1)) == (2, 3)


@pytest.mark.clause("TD-158", "TD-159")
def test_a_change_of_network_ends_the_move_but_hits_if_it_ends_under_the_target() -> None:
    cave = Cave((2, 7)).creature("worm", (0, 8), hunts=0)
    facts = cave.do(0, "end_turn")

    assert [fact["move"] for fact in told(facts, "creature_moved")] == ["cross"]
    assert cave.lair("worm") == (2, 8)
    assert cave.health() == 2


@pytest.mark.clause("TD-159", "TD-150")
def test_a_target_on_the_frame_is_only_approached() -> None:
    cave = Cave((0, 23)).creature("worm", (2, 22), hunts=0)
    facts = cave.do(0, "end_turn")

    assert cave.health() == 3
    assert "character_hit" not in types(facts)


@pytest.mark.clause("TD-159", "TD-145")
def test_for_a_marked_tile_the_worm_goes_to_its_nearest_rock_and_on_to_who_is_there() -> None:
    """Rock of r1c1 and r2c1 hang together at (0,3) and (0,4); the worm finds seat 0 on the tile below."""
    cave = Cave((0, 2), (4, 2)).creature("worm", (0, 4)).heads_for("worm", "r1c1").turn(1)
    facts = cave.do(1, "end_turn")

    assert [fact["to_cell"] for fact in told(facts, "creature_moved")] == [[0, 3]]
    assert told(facts, "character_hit")[0]["seat"] == 0

    cave = Cave((4, 2)).creature("worm", (0, 4)).heads_for("worm", "r1c1")
    cave.do(0, "end_turn")
    assert cave.lair("worm") == (0, 3)
    assert cave.marker("worm") is None


@pytest.mark.clause("TD-162", "TD-070", "TD-159")
def test_a_worm_that_comes_under_its_target_in_thin_rock_hits_once_and_both_fall() -> None:
    cave = Cave((1, 8)).kit(0, "sword").creature("worm", (2, 8), hunts=0)
    facts = cave.do(0, "end_turn")

    assert types(facts).index("character_hit") < types(facts).index("rock_destroyed")
    assert "contact_made" not in types(facts)
    assert cave.where() == cave.lair("worm") == (1, 12)
    assert cave.health() == 2


@pytest.mark.clause("TD-162", "TD-131", "TD-161", "TD-132")
def test_who_breaks_thin_rock_with_the_worm_in_it_meets_it_in_the_fall_and_may_strike_it() -> None:
    cave = Cave((2, 7), (4, 2)).kit(0, "sword").creature("worm", (1, 9))
    cave.do(0, "step", dir="left")
    assert cave.pending() == ("answer_contact", 0)
    cave.do(0, "answer_contact", card="sword")

    assert cave.where() == (1, 12)
    assert (cave.alive(), cave.points(), cave.health()) == ([], 5, 3)


@pytest.mark.clause("TD-163", "TD-135")
@pytest.mark.parametrize(
    ("where", "home"), [((1, 12), (1, 13)), ((4, 27), (3, 27)), ((7, 27), (6, 27)), ((8, 27), (9, 27))]
)
def test_a_worm_out_of_the_rock_returns_and_does_nothing_else(where: Point, home: Point) -> None:
    cave = Cave((4, 2)).creature("worm", where, hunts=0)
    facts = cave.do(0, "end_turn")

    assert cave.lair("worm") == home
    assert told(facts, "worm_returned_to_rock")[0]["to_cell"] == list(home)
    assert "creature_moved" not in types(facts)
    assert cave.health() == 3


@pytest.mark.clause("TD-163", "TD-147")
def test_a_worm_out_of_the_rock_returns_even_if_it_hunts_nobody() -> None:
    cave = Cave((4, 2)).creature("worm", (1, 12)).creature("dragon", (7, 10))
    facts = cave.do(0, "end_turn")

    assert cave.marker("worm") is None
    assert cave.lair("worm") == (1, 13)
    assert told(facts, "worm_returned_to_rock")[0]["from_cell"] == [1, 12]
    assert cave.lair("dragon") == (7, 10)


@pytest.mark.clause("TD-164", "TD-149")
def test_the_dragon_flies_one_straight_line_a_phase() -> None:
    assert dragon_from((7, 10), (8, 8)) == [(5, 8)]
    cave = Cave((8, 8)).creature("dragon", (7, 10), hunts=0)
    cave.do(0, "end_turn")
    assert cave.lair("dragon") == (5, 8)
    cave.do(0, "end_turn")

    assert cave.lair("dragon") == (8, 8)
    assert cave.health() == 2


@pytest.mark.clause("TD-164", "TD-134")
def test_the_dragon_hits_everybody_on_its_line_end_included() -> None:
    cave = Cave((4, 8), (5, 8), (7, 8), (4, 2)).creature("dragon", (8, 8), hunts=0).turn(3)
    cave.do(3, "end_turn")

    assert [cave.health(seat) for seat in range(4)] == [2, 2, 2, 3]
    assert cave.lair("dragon") == (4, 8)


@pytest.mark.clause("TD-166")
def test_the_monster_breaks_thin_rock_ahead_and_what_was_above_comes_down() -> None:
    kinds = {(move.kind, point(move.via[0])) for move in monster_moves(FIELD, at((10, 17)), content=CONTENT)}
    assert ("step", (9, 17)) in kinds
    assert ("jump", (9, 16)) in kinds

    cave = Cave((9, 16)).have(0, health=9).creature("monster", (10, 17))
    cave.beast("monster")["marker"] = {"on": "lure", "cell": at((9, 17)), "seat": 0, "returns": True}
    facts = cave.do(0, "end_turn")

    assert cave.cell((9, 17)) == "*"
    assert cave.lair("monster") == (9, 17)
    assert told(facts, "contact_made")[0]["creature"] == "monster"  # seat 0 was put into the gap
    assert cave.where() == (9, 17)


@pytest.mark.clause("TD-166", "TD-072")
def test_the_monster_digs_down_through_the_thin_rock_it_stands_on() -> None:
    cave = Cave((5, 8)).creature("monster", (5, 5), hunts=0)
    assert ("dig", (5, 8)) in {
        (move.kind, point(move.to)) for move in monster_moves(FIELD, at((5, 5)), content=CONTENT)
    }
    facts = cave.do(0, "end_turn").public + cave.answer_all()

    assert [fact["move"] for fact in facts if fact["type"] == "creature_moved"] == ["dig"]
    assert cave.cell((5, 6)) == "*"
    assert cave.lair("monster") == (5, 8)
    assert cave.health() == 2  # TD-077
    assert cave.where() == (5, 8)


@pytest.mark.clause("TD-167")
def test_the_monster_pushes_who_it_hits_one_cell_on_and_shields_do_not_stop_that() -> None:
    cave = Cave((5, 1)).drawn(0, "shield").creature("monster", (3, 2), hunts=0)
    cave.do(0, "end_turn")
    cave.do(0, "answer_loss", card="shield")

    assert cave.lair("monster") == (5, 1)
    assert cave.where() == (6, 5)  # pushed right to (6,1), then a fall of 4
    assert cave.health() == 2


@pytest.mark.clause("TD-167")
def test_there_is_no_push_into_solid_cells() -> None:
    """Behind (0,15) is the frame."""
    cave = Cave((0, 15)).creature("monster", (1, 16), hunts=0)
    cave.do(0, "end_turn")

    assert cave.lair("monster") == cave.where() == (0, 15)
    assert cave.health() == 2


@pytest.mark.clause("TD-167", "TD-059")
def test_the_push_of_a_jump_is_diagonal() -> None:
    """The monster jumps from (4,2) up to (5,1): its prey is pushed on to (6,0) and falls 5."""
    cave = Cave((5, 1)).creature("monster", (4, 2), hunts=0)
    facts = cave.do(0, "end_turn")
    assert told(facts, "creature_moved")[0]["move"] == "jump"
    assert told(facts, "character_moved")[0]["to_cell"] == [6, 0]
    assert (cave.where(), cave.health()) == ((6, 5), 1)

    cave = Cave((6, 12)).creature("monster", (7, 13), hunts=0)
    cave.do(0, "end_turn")
    assert cave.where() == cave.lair("monster") == (6, 12)  # up left of it, (5,11), is thin rock


@pytest.mark.clause("TD-168", "TD-169")
def test_a_jump_onto_the_monster_leads_back_into_the_air_and_down() -> None:
    cave = Cave((7, 8), (4, 2)).creature("monster", (5, 8))
    facts = cave.do(0, "jump", dir="left")

    assert [fact["health"] for fact in told(facts, "health_lost")] == [1, 1]
    assert told(facts, "character_went_back")[0]["to_cell"] == [6, 7]
    assert told(facts, "objects_fell")[0]["length"] == 5
    assert cave.where() == (6, 12)
    assert cave.health() == 1


@pytest.mark.clause("TD-168", "TD-131")
@pytest.mark.parametrize("answer", ["sword", "shield", "none"])
def test_who_enters_the_monsters_cell_goes_back_whatever_card_is_used(answer: str) -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, "sword", "shield").creature("monster", (4, 8)).token("coin", (4, 8))
    cave.do(0, "step", dir="left")
    cave.do(0, "answer_contact", card=answer)

    assert cave.where() == (5, 8)
    assert cave.lying() == [("coin", (4, 8))]
    assert cave.beast("monster")["health"] == (1 if answer == "sword" else 2)
    assert cave.health() == (2 if answer == "none" else 3)
    if answer == "none":
        assert cave.state["turn"]["endurance"] == 0


@pytest.mark.clause("TD-168")
def test_who_falls_onto_the_monster_stays() -> None:
    cave = Cave((5, 1), (4, 2)).have(0, health=9).creature("monster", (6, 5))
    facts = cave.do(0, "step", dir="right")

    assert "character_went_back" not in types(facts)
    assert told(facts, "contact_made")[0]["cell"] == [6, 5]


@pytest.mark.clause("TD-169", "TD-168")
def test_a_jump_that_meets_the_monster_in_its_first_cell_ends_and_a_rope_leads_back_to_its_origin() -> None:
    cave = Cave((4, 2), (4, 2)).creature("monster", (5, 1))
    facts = cave.do(0, "jump", dir="right")
    assert "jump_went_on" not in types(facts)
    assert (cave.where(), cave.health()) == ((4, 2), 2)

    cave = Cave((8, 8), (4, 2)).drawn(0, "rope").creature("monster", (4, 8))
    cave.do(0, "use_rope", cell=(4, 8))
    cave.answer_all(answer_contact="none")
    assert (cave.where(), cave.health()) == ((8, 8), 2)


@pytest.mark.clause("TD-163")
def test_a_worm_that_finds_no_rock_stays_where_it_is() -> None:
    cave = Cave((5, 1), only=("r1c2",)).creature("worm", (6, 3))
    start = CELLS_OF[PLACES.index("r1c2")]
    cave.dig(*(point(cell) for cell in start if cave.cell(point(cell)) in "#="))
    begin_move(cave.course(), {"do": "creature", "kind": "worm"})

    assert cave.lair("worm") == (6, 3)


@pytest.mark.clause("TD-163", "TD-162", "TD-070")
def test_a_worm_that_returns_into_thin_rock_under_a_chest_breaks_it() -> None:
    cave = Cave((4, 2)).token("chest", (3, 26)).creature("worm", (4, 27))
    cave.do(0, "end_turn")

    assert cave.cell((3, 27)) == "*"
    assert cave.lying() == [("chest", (3, 27))]


@pytest.mark.clause("TD-162", "TD-163")
def test_a_worm_whose_rock_gave_way_in_its_move_goes_no_further() -> None:
    """It has fallen to (1,12); whom it hunts stands on the same tile."""
    cave = Cave((0, 15)).creature("worm", (1, 12), hunts=0)
    course = cave.course()
    creature_move(course, {"do": "creature_move", "kind": "worm", "endurance": 5, "place": 9, "stops": False})

    assert (cave.lair("worm"), cave.state["agenda"], course.facts.public) == ((1, 12), [], [])


def lead(cave: Cave, kind: str, move: Mapping[str, object]) -> Play:
    """Lets seat 0 choose this one move of a creature that has 5 endurance left."""
    course = cave.course()
    asked = {"type": "route_creature", "seat": 0, "kind": kind, "endurance": 5, "moves": [move]}
    route_creature(course, asked, {"type": "route_creature", "option": 0})
    return course


@pytest.mark.clause("TD-149", "TD-166", "TD-134", "TD-071")
@pytest.mark.parametrize(
    ("start", "kind", "follows", "left", "broken"),
    [
        ((1, 1), "step", ["settle", "creature_move"], 4, []),
        ((1, 1), "jump", ["settle", "creature_move"], 3, []),
        ((10, 17), "step", ["put_in", "let_go", "settle", "creature_move"], 4, [[9, 17]]),
        ((6, 5), "jump", ["put_in", "let_go", "settle", "creature_move"], 3, [[7, 4]]),
        ((5, 5), "dig", ["break_rock", "settle", "creature_move"], 4, []),
    ],
)
def test_a_move_of_the_monster_costs_its_endurance_and_thin_rock_on_its_way_breaks(
    start: Point, kind: str, follows: list[str], left: int, broken: list[list[int]]
) -> None:
    cave = Cave((4, 2)).creature("monster", start, hunts=0)
    found = [move for move in monster_moves(FIELD, at(start), content=CONTENT) if move.kind == kind]
    move = next((one for one in found if FIELD.cells[one.via[0]] == "="), found[0])
    course = lead(cave, "monster", move.to_plain())

    agenda = cave.state["agenda"][::-1]
    assert [frame["do"] for frame in agenda] == follows
    assert agenda[-1]["endurance"] == left
    assert {frame["cause"] for frame in agenda if "cause" in frame} <= {"monster"}
    assert [fact["cell"] for fact in told(course.facts, "rock_destroyed")] == broken
    assert [[*point(cell)] for cell, mark in enumerate(course.field.cells) if mark == "*"] == broken


@pytest.mark.clause("TD-151", "TD-158", "TD-159", "TD-164")
@pytest.mark.parametrize(
    ("kind", "lair", "target", "move", "via", "stops"),
    [
        ("worm", (0, 8), (0, 6), "burrow", (0, 7), True),
        ("worm", (0, 8), (4, 8), "burrow", (0, 7), False),
        ("worm", (0, 7), (4, 8), "cross", (1, 9), True),
        ("dragon", (7, 10), (8, 8), "fly", (5, 8), True),
        ("spider", (8, 8), (4, 8), "crawl", (7, 8), False),
        ("spider", (8, 8), (7, 8), "crawl", (7, 8), True),
        ("monster", (3, 2), (5, 1), "step", (2, 2), False),
    ],
)
def test_a_creature_stops_at_its_target_after_a_flight_and_after_a_change_of_rock(
    kind: str, lair: Point, target: Point, move: str, via: Point, *, stops: bool
) -> None:
    cave = Cave(target).creature(kind, lair, hunts=0)
    lead(cave, kind, {"kind": move, "via": [at(via)], "to": at(via), "cost": 1})

    assert [frame["stops"] for frame in cave.state["agenda"] if frame["do"] == "creature_move"] == [stops]


@pytest.mark.clause("TD-145")
def test_a_move_within_a_tile_takes_nobody_there_for_a_target() -> None:
    cave = Cave((4, 8), (11, 8)).creature("spider", (8, 8), hunts=0)
    lead(cave, "spider", {"kind": "crawl", "via": [at((9, 8))], "to": at((9, 8)), "cost": 1})

    assert cave.marker("spider") == {"on": "seat", "seat": 0}
