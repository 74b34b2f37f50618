"""How the five creatures move, whom they reach, and how each is beaten."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.creatures import find_goals, find_moves
from delvebook.domain.rulesets.the_descent.routes import (
    Goals,
    dragon_moves,
    goals_at,
    monster_moves,
    next_moves,
    shortest,
    spider_moves,
    worm_moves,
)
from delvebook.domain.rulesets.the_descent.state import Board
from tests.domain.rulesets.the_descent.caves import CONTENT, Cave, at, field_r, point, told, types

FIELD = field_r()
Point = tuple[int, int]


def monster_from(start: Point, target: Point) -> list[tuple[Point, str]]:
    moves = next_moves(lambda cell: monster_moves(FIELD, cell, content=CONTENT), at(start), goals_at(at(target)))
    return [(point(move.to), move.kind) for move in moves]


def spider_from(start: Point, target: Point) -> list[Point]:
    moves = next_moves(lambda cell: spider_moves(FIELD, cell, content=CONTENT), at(start), goals_at(at(target)))
    return [point(move.to) for move in moves]


def dragon_from(start: Point, target: Point) -> list[Point]:
    moves = next_moves(lambda cell: dragon_moves(FIELD, cell), at(start), goals_at(at(target)))
    return [point(move.to) for move in moves]


def worm_from(start: Point, target: Point) -> list[tuple[Point, str]]:
    x, y = target
    moves = worm_moves(FIELD, at(start), Goals((at((x, y + 1)),), (at(target),)))
    return [(point(move.to), move.kind) for move in moves]


# -- the phase --------------------------------------------------------------------------------------


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
    board = Board(CONTENT, cave.state)
    goals = find_goals(board, cave.beast("spider"))
    assert (at((7, 8)) in goals.cells, at((5, 9)) in goals.cells) == (True, False)
    assert [point(move.to) for move in find_moves(board, cave.beast("spider"), 5)] == [(7, 8)]

    cave = Cave((4, 2)).creature("dragon", (8, 8)).heads_for("dragon", "r3c2")
    goals = find_goals(Board(CONTENT, cave.state), cave.beast("dragon"))
    assert at((6, 8)) in goals.cells  # the dragon rests in the air


@pytest.mark.clause("TD-148", "TD-164")
def test_the_dragon_counts_flights_before_cells() -> None:
    distances, _, found = shortest(
        at((7, 10)),
        lambda cell: cell == at((8, 8)),
        lambda cell: [(move.to, move.cost) for move in dragon_moves(FIELD, cell)],
    )

    assert found == [at((8, 8))]
    assert divmod(distances[at((8, 8))], 1000) == (2, 5)


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
    board = Board(CONTENT, cave.state)

    assert [(move.kind, point(move.to)) for move in find_moves(board, cave.beast("monster"), 2)] == [("jump", (5, 1))]
    assert find_moves(board, cave.beast("monster"), 1) == []


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


@pytest.mark.clause("TD-151", "TD-166")
def test_creatures_make_no_move_that_ends_in_a_fall_of_more_than_3_cells() -> None:
    from_ledge = {point(move.to) for move in monster_moves(FIELD, at((7, 2)), content=CONTENT)}
    assert (6, 5) in from_ledge  # a step left, 3 cells down
    assert (8, 5) in from_ledge  # a step right, 3 cells down
    assert not [move for move in monster_moves(FIELD, at((5, 1)), content=CONTENT) if point(move.to) == (6, 5)]


@pytest.mark.clause("TD-151")
def test_a_creature_stops_on_its_targets_cell_after_the_hit() -> None:
    cave = Cave((7, 8)).creature("spider", (9, 8), hunts=0, web="r6c1")
    facts = cave.do(0, "end_turn").public + cave.answer_all()

    assert cave.lair("spider") == (7, 8)
    assert len([fact for fact in facts if fact["type"] == "creature_moved"]) == 2
    assert cave.health() == 2


# -- plant ------------------------------------------------------------------------------------------


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


@pytest.mark.clause("TD-153")
@pytest.mark.parametrize(("card", "alive"), [("sword", []), ("crossbow", ["plant"]), ("shield", ["plant"])])
def test_only_the_sword_defeats_the_plant(card: str, alive: list[str]) -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, card).creature("plant", (4, 8))
    if card == "crossbow":
        cave.do(0, "use_crossbow", creature="plant")
    else:
        cave.do(0, "step", dir="left")
        cave.do(0, "answer_contact", card=card)

    assert cave.alive() == alive


# -- spider -----------------------------------------------------------------------------------------


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


@pytest.mark.clause("TD-155", "TD-156")
def test_the_spider_goes_straight_for_1_or_diagonally_for_2() -> None:
    assert spider_from((8, 14), (7, 13)) == [(7, 13), (8, 13)]
    costs = {point(move.to): move.cost for move in spider_moves(FIELD, at((8, 14)), content=CONTENT)}
    assert (costs[7, 13], costs[8, 13]) == (2, 1)


@pytest.mark.clause("TD-155")
def test_the_spider_does_not_squeeze_between_two_solid_cells() -> None:
    """From (4,10) up left to (3,9): (4,9) and (3,10) are rock."""
    moves = {point(move.to) for move in spider_moves(FIELD, at((4, 10)), content=CONTENT)}

    assert (3, 9) not in moves
    assert (5, 10) in moves


@pytest.mark.clause("TD-155", "TD-151")
def test_the_spider_spends_its_5_endurance_and_no_more() -> None:
    cave = Cave((4, 2)).creature("spider", (0, 23), hunts=0, web="r6c3")
    facts = cave.do(0, "end_turn").public + cave.answer_all()
    ways = [(fact["from_cell"], fact["to_cell"]) for fact in facts if fact["type"] == "creature_moved"]
    costs = [abs(before[0] - after[0]) + abs(before[1] - after[1]) for before, after in ways]

    assert set(costs) <= {1, 2}
    assert sum(costs) == 5


@pytest.mark.clause("TD-156", "TD-003")
def test_the_spider_rests_only_where_something_solid_is_beside_it() -> None:
    moves = {point(move.to) for move in spider_moves(FIELD, at((6, 9)), content=CONTENT)}

    assert (6, 8) not in moves  # air all round
    assert (7, 8) in moves
    assert (0, 22) in {point(move.to) for move in spider_moves(FIELD, at((0, 23)), content=CONTENT)}


@pytest.mark.clause("TD-157")
@pytest.mark.parametrize(
    ("start", "direction", "lair", "defeated"),
    [
        ((2, 7), "left", (1, 8), True),  # a fall of 1
        ((5, 1), "right", (6, 5), False),  # a fall of 4 costs health
        ((8, 8), "left", (7, 8), False),  # a step
    ],
)
def test_the_spider_is_defeated_by_a_sword_from_a_harmless_fall_only(
    start: Point, direction: str, lair: Point, *, defeated: bool
) -> None:
    cave = Cave(start, (4, 2)).kit(0, "sword").have(0, health=9).creature("spider", lair)
    cave.do(0, "step", dir=direction)
    cave.do(0, "answer_contact", card="sword")

    assert (cave.alive() == []) == defeated
    assert cave.points() == (5 if defeated else 0)


# -- worm -------------------------------------------------------------------------------------------


@pytest.mark.clause("TD-160", "TD-158", "TD-149")
def test_changing_rock_the_worm_comes_out_nearest_to_its_goal_and_the_hunted_seat_breaks_ties() -> None:
    assert worm_from((0, 7), (4, 8)) == [((2, 8), "cross"), ((1, 9), "cross")]
    cave = Cave((4, 8)).creature("worm", (0, 7), hunts=0)
    cave.do(0, "end_turn")
    assert cave.pending() == ("route_creature", 0)
    cave.do(0, "route_creature", option=1)

    assert cave.lair("worm") == (1, 9)
    assert cave.health() == 3


@pytest.mark.clause("TD-158", "TD-003")
def test_the_worm_stays_in_open_rock() -> None:
    goals = Goals((at((4, 9)),), (at((4, 8)),))
    assert {point(move.to) for move in worm_moves(FIELD, at((0, 7)), goals)} == {(2, 8), (1, 9)}
    assert worm_moves(field_r("r3c1", "r2c2", "r1c1"), at((0, 7)), goals) == []  # face-down rock all round


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


@pytest.mark.clause("TD-161", "TD-096")
@pytest.mark.parametrize(("lair", "defeated"), [((5, 6), True), ((4, 9), False)])
def test_the_crossbow_defeats_the_worm_in_thin_rock_only(lair: Point, *, defeated: bool) -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, "crossbow").creature("worm", lair)
    cave.do(0, "use_crossbow", creature="worm")

    assert (cave.alive() == []) == defeated
    assert cave.points() == (5 if defeated else 0)


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


# -- dragon -----------------------------------------------------------------------------------------


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


@pytest.mark.clause("TD-164")
def test_the_dragon_passes_a_diagonal_if_one_cell_beside_it_is_empty() -> None:
    assert (3, 9) not in {point(move.to) for move in dragon_moves(FIELD, at((4, 10)))}  # (4,9), (3,10) are rock
    assert (5, 8) in {point(move.to) for move in dragon_moves(FIELD, at((6, 9)))}  # only (5,9) is


@pytest.mark.clause("TD-165", "TD-096")
@pytest.mark.parametrize(
    ("lair", "own", "defeated"),
    [
        ((6, 7), (6, 12), True),  # 5 cells above
        ((6, 9), (6, 12), True),
        ((7, 10), (6, 12), False),  # beside the column
        ((6, 12), (6, 12), False),  # not above
    ],
)
def test_the_dragon_is_shot_from_straight_below(lair: Point, own: Point, *, defeated: bool) -> None:
    cave = Cave(own, (4, 2)).drawn(0, "crossbow").creature("dragon", lair)
    cave.do(0, "use_crossbow", creature="dragon")

    assert (cave.alive() == []) == defeated


@pytest.mark.clause("TD-165")
def test_6_cells_below_the_dragon_is_too_far() -> None:
    cave = Cave((6, 12)).dig((6, 6)).drawn(0, "crossbow").creature("dragon", (6, 6))

    assert cave.refused(0, "use_crossbow", creature="dragon") == "TD-096"


# -- monster ----------------------------------------------------------------------------------------


@pytest.mark.clause("TD-166", "TD-149")
def test_from_1_1_to_5_1_the_monster_needs_4_endurance_by_two_ways() -> None:
    assert monster_from((1, 1), (5, 1)) == [((2, 1), "step"), ((3, 2), "jump")]
    distances, _, _ = shortest(
        at((1, 1)),
        lambda cell: cell == at((5, 1)),
        lambda cell: [(move.to, move.cost) for move in monster_moves(FIELD, cell, content=CONTENT)],
    )
    assert distances[at((5, 1))] == 4


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


@pytest.mark.clause("TD-166")
def test_the_monster_has_2_health_and_who_takes_the_second_gets_the_points() -> None:
    cave = Cave((5, 8), (8, 8)).drawn(0, "crossbow").kit(1, "sword").creature("monster", (7, 8))
    cave.do(0, "use_crossbow", creature="monster")
    assert cave.beast("monster")["health"] == 1
    assert cave.points(0) == 0
    cave.do(1, "step", dir="left")
    cave.do(1, "answer_contact", card="sword")

    assert cave.alive() == []
    assert (cave.points(0), cave.points(1)) == (0, 5)
    assert cave.where(1) == (7, 8)  # TD-168: the monster is gone


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
