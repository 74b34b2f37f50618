"""Clauses RB-030 to RB-046: the map, the movement dice, rest, paths, tolls, journeys."""

from __future__ import annotations

from itertools import permutations

import pytest

from delvebook.domain.rulesets.runebound.box.hexes import HexMap, Pace
from delvebook.domain.rulesets.runebound.box.vocabulary import TERRAINS
from delvebook.domain.rulesets.runebound.turn.movement import pace
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, Desk, ability, reprinted, table


def ends(desk: Desk) -> list[str]:
    """Where the listed moves end, the start left out."""
    return [action["path"][-1] for action in desk.legal("move") if action["path"]]


@pytest.mark.clause("RB-030")
def test_five_dice_from_a_town_and_four_from_elsewhere() -> None:
    town = table().play("roll_movement", 1, 1, 1, 1, 1)
    wild = table(hexes=["h6"]).play("roll_movement", 1, 1, 1, 1)

    assert (len(town.decision["dice"]), len(wild.decision["dice"])) == (5, 4)


@pytest.mark.clause("RB-030")
def test_cards_and_events_change_the_number_of_dice_but_one_is_always_left() -> None:
    table().give("M33").event("Y16").play("roll_movement", *[1] * 7)
    table(hexes=["h6"]).event("B18").play("roll_movement", *[1] * 3)
    table().event("B18").play("roll_movement", *[1] * 5)  # the fog bites only outside the towns

    fog = {"type": "movedice", "n": -9, "when": "any"}
    table(ruleset=reprinted("B18", lasting=[fog])).event("B18").play("roll_movement", 1)


@pytest.mark.clause("RB-031")
def test_the_six_faces_show_what_they_should_each_at_least_two_terrains() -> None:
    assert [" ".join(face) for face in CONTENT.faces] == [
        "road plains",
        "road plains swamp",
        "road hills",
        "road river",
        "plains hills mountain",
        "river forest",
    ]


@pytest.mark.clause("RB-032")
def test_one_die_pays_for_one_hex_however_many_of_its_symbols_would_fit() -> None:
    desk = table(hexes=["h5"]).play("roll_movement", 5, 6, 6, 6)
    assert "h6" in ends(desk)
    desk.refused("move", "RB-033", path=["h6", "i6"])  # both plains; only one die shows plains
    desk.refused("move", "RB-032", path=["h6", "i6", "h6", "i6", "h6"])


@pytest.mark.clause("RB-033")
def test_a_path_is_legal_if_some_assignment_of_dice_to_its_steps_fits() -> None:
    """The example: from G7, `road plains` and `plains hills mountain` pay for H6 (plains) and I7 (road)."""
    desk = table().play("roll_movement", 1, 5, 6, 6, 6)
    desk.play("move", path=["h6", "i7"])
    assert desk.hero()["hex"] == "i7"

    blocked = table().play("roll_movement", 5, 5, 6, 6, 6)
    blocked.refused("move", "RB-033", path=["h6", "i7"])
    blocked.refused("move", "RB-033", path=["i7"])


@pytest.mark.clause("RB-033")
def test_the_listed_moves_are_exactly_the_hexes_some_ordering_of_the_dice_reaches() -> None:
    """Held against a plain search over every order of the dice, from several hexes and throws."""
    for start, dice in (("g7", (1, 3, 4, 5, 6)), ("d9", (2, 4, 6, 6)), ("k2", (3, 5, 5, 3)), ("a13", (5, 3, 5, 1))):
        reached = {start}
        for order in permutations(dice):
            here = {start}
            for face in order:
                here = {
                    there
                    for one in here
                    for there in CONTENT.map.neighbours[one]
                    if CONTENT.map.terrain[there] in ("town", *CONTENT.faces[face - 1])
                }
                reached |= here
        pace = Pace(tuple(CONTENT.faces[face - 1] for face in dice))
        paths = CONTENT.map.reachable(start, pace)

        assert set(paths) == reached
        assert all(CONTENT.map.pays(path, pace) for path in paths.values())


@pytest.mark.clause("RB-033", "RB-044")
@pytest.mark.parametrize("double", [(), ("forest",), ("plains", "hills")])
def test_each_step_of_a_path_is_paid_by_dice_of_its_own_that_show_its_terrain(double: tuple[str, ...]) -> None:
    for start, dice in (("g7", (1, 3, 4, 5, 6)), ("d9", (2, 4, 6, 6)), ("k2", (3, 5, 5, 3)), ("a13", (5, 3, 5, 1))):
        pace = Pace(tuple(CONTENT.faces[face - 1] for face in dice), double)
        for path in CONTENT.map.reachable(start, pace).values():
            paid = CONTENT.map.payment(path, pace)

            spent = [die for step in paid for die in step]
            assert len(spent) == len(set(spent))
            for there, step in zip(path, paid, strict=True):
                terrain = CONTENT.map.terrain[there]
                assert len(step) == (2 if terrain in double else 1)
                assert terrain == "town" or all(terrain in pace.dice[die] for die in step)


@pytest.mark.clause("RB-033")
def test_any_legal_path_is_accepted_not_only_the_example() -> None:
    desk = table().play("roll_movement", 1, 1, 1, 1, 1)
    example = next(action["path"] for action in desk.legal("move") if action["path"] and action["path"][-1] == "i7")
    assert example != ["h6", "h7", "i7"]
    desk.play("move", path=["h6", "h7", "i7"])

    assert desk.hero()["hex"] == "i7"


@pytest.mark.clause("RB-034")
def test_any_symbol_pays_for_entering_a_town() -> None:
    desk = table(hexes=["h7"]).play("roll_movement", 6, 6, 6, 6)

    assert "g7" in ends(desk)


@pytest.mark.clause("RB-035")
def test_no_die_need_be_used_and_unused_symbols_are_lost() -> None:
    desk = table().play("roll_movement", 1, 1, 1, 1, 1).play("move", path=[])
    assert desk.hero()["hex"] == "g7"
    assert desk.asks == "market"
    desk.play("end_market")

    assert desk.asks == "move_choice"
    desk.play("roll_movement", 6, 6, 6, 6, 6)
    assert desk.decision["dice"] == [6] * 5


@pytest.mark.clause("RB-036")
def test_a_path_may_leave_any_terrain_pass_towns_and_heroes_and_come_back() -> None:
    """From the swamp F7, which no die of the throw shows, over Tamalir, where another hero stands, and back again."""
    desk = table("H02", "H05", hexes=["f7", "g7"]).play("roll_movement", 1, 1, 1, 6)
    desk.play("move", path=["g7", "g8", "g7", "h7"])

    assert desk.hero()["hex"] == "h7"
    assert [fact["hex"] for fact in desk.told("hero_moved")] == ["g7", "g8", "g7", "h7"]
    assert not desk.told("market_opened")


@pytest.mark.clause("RB-037", "RB-039")
def test_rest_gives_up_dice_for_fatigue_in_any_split() -> None:
    """The example: five dice, hero 2, ally 1: two and one are rested, two dice are thrown."""
    desk = table().give("M73", fatigue=1)
    desk.hero()["fatigue"] = 2
    desk.play("rest", hero=2, allies={"M73": 1})

    assert (desk.hero()["fatigue"], desk.ally("M73")["fatigue"]) == (0, 0)
    desk.play("roll_movement", 1, 1)


@pytest.mark.clause("RB-037")
def test_only_fatigue_that_is_there_can_be_rested_and_no_more_dice_than_there_are() -> None:
    desk = table(hexes=["h6"]).give("M73", "M81", fatigue=3)
    desk.hero()["fatigue"] = 2
    desk.refused("rest", "RB-037", hero=3, allies={})
    desk.refused("rest", "RB-037", hero=0, allies={})
    desk.refused("rest", "RB-037", hero=2, allies={"M73": 3})
    desk.refused("rest", "RB-037", hero=0, allies={"M69": 1})
    splits = [(action["hero"], action["allies"]) for action in desk.legal("rest")]

    assert (2, {"M73": 1, "M81": 1}) in splits
    assert (0, {"M73": 3, "M81": 1}) in splits
    assert all(1 <= hero + sum(allies.values()) <= 4 for hero, allies in splits)


@pytest.mark.clause("RB-038")
def test_rest_is_declared_once_and_resting_every_die_ends_the_movement() -> None:
    desk = table(hexes=["h6"]).give("M81", fatigue=3)
    desk.hero()["fatigue"] = 1
    desk.play("rest", hero=1, allies={})
    desk.refused("rest", "RB-038", hero=0, allies={"M81": 1})

    every = table(hexes=["h6"]).give("M81", fatigue=3)
    every.hero()["fatigue"] = 1
    every.play("rest", hero=1, allies={"M81": 3})
    assert every.told("movement_over")
    assert every.asks == "move_choice"  # the next turn: nothing on H6
    assert every.state["turn"] == 2


@pytest.mark.clause("RB-040", "RB-042")
def test_the_one_hex_move_goes_to_any_neighbour_whatever_its_terrain_unless_rested() -> None:
    desk = table(hexes=["a1"])
    assert [action["to"] for action in desk.legal("step_one")] == ["a2", "b1"]
    desk.refused("step_one", "RB-040", to="c1")
    desk.play("step_one", to="a2")
    assert desk.hero()["hex"] == "a2"

    tired = table(hexes=["h6"])
    tired.hero()["fatigue"] = 1
    tired.play("rest", hero=1, allies={})
    assert tired.legal("step_one") == []
    tired.refused("step_one", "RB-040", to="h5")


@pytest.mark.clause("RB-041")
def test_a_hero_that_stays_may_use_what_is_where_it_stands() -> None:
    desk = table(hexes=["h8"]).play("stay")

    assert desk.asks == "adventure_choice"
    assert desk.hero()["hex"] == "h8"


@pytest.mark.clause("RB-042")
def test_neighbours_are_mutual_and_end_at_the_edge_of_the_map() -> None:
    """The specification's check: G7 adjoins F6 F7 G6 G8 H6 H7, and H7 adjoins G7 G8 H6 H8 I7 I8."""
    hexes = HexMap(RULESET.content["map"])
    assert sorted(hexes.neighbours["g7"]) == ["f6", "f7", "g6", "g8", "h6", "h7"]
    assert sorted(hexes.neighbours["h7"]) == ["g7", "g8", "h6", "h8", "i7", "i8"]
    assert all(here in hexes.neighbours[there] for here in hexes.names for there in hexes.neighbours[here])
    assert min(len(around) for around in hexes.neighbours.values()) == 2
    inner = [name for name in hexes.names if name[0] not in "an" and name[1:] not in ("1", "13")]
    assert all(len(hexes.neighbours[name]) == 6 for name in inner)


@pytest.mark.clause("RB-043")
def test_where_a_hero_came_from_is_the_hex_before_its_last_step_and_is_lost_by_placement() -> None:
    desk = table().play("roll_movement", 1, 1, 1, 1, 1).play("move", path=["h6", "i7", "j6"])
    assert desk.hero()["came_from"] == "i7"
    desk.play("stay")
    assert desk.hero()["came_from"] == "i7"
    desk.phase("movement").give("M58").play("use_ability", source="M58", index=0, town="c2")
    assert desk.hero()["came_from"] is None


@pytest.mark.clause("RB-043")
def test_the_one_hex_move_and_the_empty_path_are_remembered_rightly() -> None:
    desk = table(hexes=["h6"]).play("step_one", to="h5")
    assert desk.hero()["came_from"] == "h6"
    desk.play("roll_movement", 1, 1, 1, 1).play("move", path=[])

    assert desk.hero()["came_from"] == "h6"


@pytest.mark.clause("RB-044")
def test_a_toll_is_taken_for_each_hex_entered_in_path_order_and_a_knockout_stops_the_path() -> None:
    """Night of Embers: one wound for each mountain entered."""
    desk = table(hexes=["b1"]).event("B15").play("roll_movement", 5, 5, 5, 5)
    desk.play("move", path=["a1", "b1", "a1"])
    assert desk.hero()["wounds"] == 3

    weak = table(hexes=["b1"]).event("B15")
    weak.hero()["wounds"] = 4
    weak.play("roll_movement", 5, 5, 5, 5).play("move", path=["a1", "b1", "a1", "a2"])
    assert len(weak.told("hero_moved")) == 2
    assert weak.told("hero_knocked_out")
    assert weak.hero()["hex"] == "c2"


@pytest.mark.clause("RB-044")
def test_a_toll_is_taken_for_the_one_hex_move_but_not_for_a_retreat() -> None:
    desk = table(hexes=["h7"]).event("Y17").play("step_one", to="i8")
    assert desk.hero()["fatigue"] == 1
    desk.on_top("Y01").play("attempt_adventure").play("try_escape", 20, boosts=[])
    back = desk.decision["seat"]
    desk.state["heroes"][back]["came_from"] = "i9"
    desk.play("retreat", to="i9")

    assert desk.content.map.terrain["i9"] == "forest"
    assert desk.hero()["fatigue"] == 1


@pytest.mark.clause("RB-044")
def test_doubled_terrain_takes_two_dice_that_can_each_pay_for_it() -> None:
    """Spring Floods: river. G6 is plains, F6 is river."""
    desk = table().event("G16").play("roll_movement", 4, 1, 1, 1, 1)
    assert "f6" not in ends(desk)
    desk.refused("move", "RB-044", path=["f6"])

    two = table().event("G16").play("roll_movement", 4, 6, 1, 1, 1)
    two.play("move", path=["f6"])
    assert two.hero()["hex"] == "f6"

    dry = table().play("roll_movement", 4, 1, 1, 1, 1)
    assert "f6" in ends(dry)


@pytest.mark.clause("RB-044")
def test_the_one_hex_move_enters_doubled_terrain_freely() -> None:
    desk = table().event("G16").play("step_one", to="f6")

    assert desk.hero()["hex"] == "f6"


@pytest.mark.clause("RB-045")
def test_an_eased_terrain_can_be_paid_by_any_die() -> None:
    plain = table().play("roll_movement", 1, 1, 1, 1, 1)
    boots = table().give("M30").play("roll_movement", 1, 1, 1, 1, 1)

    assert "f6" not in ends(plain)
    assert "f6" in ends(boots)


@pytest.mark.clause("RB-045")
def test_a_wild_die_pays_for_any_terrain_this_turn_and_only_the_dice_named() -> None:
    desk = table().give("M34").play("roll_movement", 1, 1, 1, 1, 1)
    desk.refused("use_ability", "RB-045", source="M34", index=0, dice=[0, 1])
    desk.refused("use_ability", "RB-045", source="M34", index=0, dice=[5])
    desk.play("use_ability", source="M34", index=0, dice=[2])
    assert "f6" in ends(desk)
    desk.refused("move", "RB-033", path=["f6", "e6"])  # river twice, one wild die


@pytest.mark.clause("RB-045")
def test_named_dice_are_thrown_again_and_the_others_stay() -> None:
    desk = table("H07").play("roll_movement", 1, 2, 3, 4, 5)
    desk.play("use_ability", 6, 6, source="hero", index=0, dice=[1, 3])
    assert desk.decision["dice"] == [1, 6, 3, 6, 5]
    assert desk.hero()["fatigue"] == 1
    desk.refused("use_ability", "RB-045", source="hero", index=0, dice=[1, 2, 3])
    desk.refused("use_ability", "RB-045", source="hero", index=0, dice=[3, 1])
    desk.play("use_ability", 1, source="hero", index=0, dice=[0])
    assert desk.hero()["fatigue"] == 2


@pytest.mark.clause("RB-046")
def test_a_journey_places_the_hero_in_the_town_named_and_ends_the_movement() -> None:
    desk = table(hexes=["h6"]).give("M58").play("use_ability", source="M58", index=0, town="f13")

    assert desk.hero()["hex"] == "f13"
    assert desk.asks == "market"
    assert desk.decision["town"] == "f13"


@pytest.mark.clause("RB-046")
def test_a_journey_must_begin_before_resting() -> None:
    desk = table(hexes=["h6"]).give("M58")
    desk.hero()["fatigue"] = 1
    desk.play("rest", hero=1, allies={})
    desk.refused("use_ability", "RB-038", source="M58", index=0, town="f13")


def test_a_listed_path_avoids_tolls_where_it_can() -> None:
    desk = table(hexes=["i8"]).event("Y17").play("roll_movement", 6, 6, 1, 1)
    path = next(action["path"] for action in desk.legal("move") if action["path"] and action["path"][-1] == "j8")

    assert "j9" not in path


def test_a_longer_way_without_a_toll_is_listed_before_a_shorter_one_with_it() -> None:
    """From A8 to C9: two steps through the forest, or three over hills."""
    anything = Pace(dice=(tuple(TERRAINS),) * 3, tolls=(("forest", 1),))

    assert CONTENT.map.steps["a8"]["c9"] == 2
    assert CONTENT.map.reachable("a8", anything)["c9"] == ["a9", "b9", "c9"]
    assert len(CONTENT.map.reachable("a8", anything._replace(tolls=()))["c9"]) == 2


@pytest.mark.clause("RB-037", "RB-038")
def test_all_dice_can_be_rested_and_not_one_more() -> None:
    desk = table(hexes=["h6"]).give("M81", fatigue=3)
    desk.hero()["fatigue"] = 2
    all_dice = {"type": "rest", "hero": 2, "allies": {"M81": 2}}
    assert all_dice in desk.legal("rest")
    desk.refused("rest", "RB-037", hero=2, allies={"M81": 3})
    desk.play("rest", hero=2, allies={"M81": 2})

    assert desk.told("movement_over")
    assert desk.ally("M81")["fatigue"] == 1


@pytest.mark.clause("RB-034", "RB-040")
def test_a_single_step_into_a_town_needs_no_symbol() -> None:
    """So it is told by the clause of the one-hex move, and not by that of the dice."""
    assert [fact["clauses"] for fact in table(hexes=["h7"]).play("step_one", to="g7").told("hero_moved")] == [
        ["RB-040"]
    ]

    by_dice = table(hexes=["h7"]).play("roll_movement", 6, 6, 6, 6).play("move", path=["g7"])
    assert [fact["clauses"] for fact in by_dice.told("hero_moved")] == [["RB-034"]]


@pytest.mark.clause("RB-030")
def test_every_die_is_thrown_as_a_movement_die() -> None:
    desk = table(hexes=["h6"]).play("roll_movement", 1, 1, 1, 1)

    assert desk.tape.asked == [("movement dice", 6)] * 4


@pytest.mark.clause("RB-030", "RB-037")
def test_who_loses_a_die_after_resting_all_others_throws_none() -> None:
    """Boots that lend a die until they are discarded, which no card of the box does."""
    boots = [ability("free", {"type": "heal", "target": "hero", "n": 1}, cost="discard")]
    boots.append(ability("passive", {"type": "dice", "n": 1}))
    desk = table(ruleset=reprinted("M33", abilities=boots), hexes=["h6"]).give("M33", "M73", fatigue=1)
    desk.hero().update(fatigue=3, wounds=1)
    desk.play("rest", hero=3, allies={"M73": 1}).play("use_ability", source="M33", index=0)
    assert desk.ruleset.view(desk.state, SPECTATOR)["question"]["dice_left"] == 0
    desk.play("roll_movement")

    assert desk.decision["dice"] == []


@pytest.mark.clause("RB-044")
def test_an_event_that_tires_where_it_wounds_makes_its_terrain_the_dearer() -> None:
    tolls = [{"type": "toll", "terrain": "forest", "wounds": n, "fatigue": 1} for n in (0, 1)]
    found = []
    for toll in tolls:
        desk = table(ruleset=reprinted("Y17", lasting=[toll]), hexes=["h6"]).event("Y17")
        desk.play("roll_movement", 1, 1, 1, 1)
        found.append(pace(desk.content, desk.state, desk.decision).tolls)

    assert [terrain for ((terrain, _),) in found] == ["forest", "forest"]
    assert 0 < found[0][0][1] < found[1][0][1]
