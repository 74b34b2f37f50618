"""The cells a character can reach without a card, and the cost of unknown tiles."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.bots.ground import ground_of
from delvebook.domain.rulesets.the_descent.bots.survey import SAFE, SURE, Survey, odds_of, odds_of_fall, survey
from delvebook.domain.rulesets.the_descent.box.cells import PLACES, cell_at
from delvebook.domain.rulesets.the_descent.cave.ways import way_to
from delvebook.domain.rulesets.the_descent.content import CONTENT
from tests.domain.rulesets.the_descent.tables import Cave, Point, at, field_r


def seen_from(start: Point, *closed: str, health: int = 3, beasts: dict[int, str] | None = None) -> Survey:
    """The survey of Field R from a cell, with some tiles closed."""
    rows = Cave(start, closed=closed).state["field"]
    return survey(ground_of(tuple(rows)), at(start), health, beasts or {})


def test_a_fall_is_counted_with_its_loss_and_ends_the_turn() -> None:
    """In Field R the ledge (10,11) lies a fall of five cells below the nearest way."""
    reach = seen_from((5, 1)).cells[at((10, 11))]

    assert reach.lost == 1
    assert reach.cost % CONTENT.endurance == 0


def test_no_way_leads_where_it_would_die() -> None:
    assert at((10, 11)) in seen_from((5, 1), health=2).cells
    assert at((10, 11)) not in seen_from((5, 1), health=1).cells


def test_a_creature_on_the_way_costs_a_health() -> None:
    free, guarded = seen_from((5, 8)), seen_from((5, 8), beasts={at((4, 8)): "dragon"})

    assert guarded.cells[at((4, 8))].lost == free.cells[at((4, 8))].lost + 1


def test_a_step_into_the_dark_can_be_taken_back_and_a_fall_cannot() -> None:
    """From (6,1) a character falls two cells, and then into the tile below."""
    field = field_r("r1c1", "r2c2")
    fall = way_to(field, {"type": "step", "dir": "right"}, (at((6, 1)),), 1)

    assert seen_from((5, 1), "r1c1", "r2c2").openings[PLACES.index("r1c1")].harm == 0
    assert odds_of(fall, 3) == odds_of_fall(2, 3) != SAFE


def test_the_bottom_is_seen() -> None:
    assert seen_from((4, 23)).bottom is not None


@pytest.mark.parametrize("health", [1, 2, 3])
def test_the_further_it_has_fallen_the_worse_the_odds(health: int) -> None:
    odds = [odds_of_fall(fallen, health) for fallen in range(10)]

    assert [one.loss for one in odds] == sorted(one.loss for one in odds)
    assert [one.death for one in odds] == sorted(one.death for one in odds)


def test_the_odds_of_a_fall_are_those_of_the_tiles() -> None:
    """With one health left, each fall of four cells or more is the last; counted over all tiles and rotations."""
    deadly = columns = 0
    for tile in CONTENT.tiles:
        for turns in range(4):
            for column in zip(*CONTENT.face(tile, turns), strict=True):
                free = next((row for row, mark in enumerate(column) if mark != "."), 4)
                deadly += 2 + free >= 4
                columns += 1

    assert odds_of_fall(2, 1).death == pytest.approx(SURE * deadly / columns, abs=1)


def test_it_sees_each_cell_at_its_best() -> None:
    assert seen_from((5, 8)).cells[cell_at(5, 8)].rank == 0
