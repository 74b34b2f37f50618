"""The table of goals says what a run has reached."""

from __future__ import annotations

import pytest

from tests.bench import node, ours
from tests.bench.figures import Figures
from tests.bench.goals import Goal, goals, table

FAST = Goal("ours : theirs", "ours", "theirs", 2)
SHORT = Goal("wait : before", "wait", "old: wait", 0.5, is_least=False)


@pytest.fixture
def figures() -> Figures:
    made = Figures("try")
    for mine, other in ((30.0, 10.0), (10.0, 10.0), (21.0, 10.0)):
        made.note("ours", mine, "/s")
        made.note("theirs", other, "/s")
    return made


def test_a_goal_is_reached_by_the_median_of_the_rounds(figures: Figures) -> None:
    (line,) = table(figures, [FAST])
    (above,) = table(figures, [FAST._replace(limit=2.2)])

    assert line.split("ours : theirs")[1].split() == ["2.1", "(1", "to", "3)", "≥", "2", "reached"]
    assert above.endswith("≥ 2.2  not reached")


@pytest.mark.parametrize(("wait", "said"), [(5.0, "  reached"), (5.1, "  not reached")])
def test_a_time_reaches_its_goal_from_above(wait: float, said: str) -> None:
    figures = Figures("try")
    figures.note("wait", wait, "ms")
    figures.note("old: wait", 10.0, "ms")

    (line,) = table(figures, [SHORT])

    assert "≤ 0.5" in line
    assert line.endswith(said)
    assert "to" not in line


def test_a_row_that_was_not_measured_is_named_after_the_table(figures: Figures) -> None:
    assert table(figures, [SHORT, FAST])[1:] == ["not measured, so left out: wait : before"]


def test_every_figure_of_a_goal_is_of_this_tree_and_what_it_is_compared_with_has_its_own_name() -> None:
    wanted = goals("1234abc", games=50, crowd=1000)

    assert not any(goal.figure.startswith("1234abc") for goal in wanted)
    assert {goal.of for goal in wanted if goal.row.endswith(": 1234abc")} == {
        f"1234abc: {goal.figure}" for goal in wanted if goal.row.endswith(": 1234abc")
    }
    assert len({goal.row for goal in wanted}) == len(wanted)
    assert [goal.row for goal in wanted if ours.CROWD in goal.figure] == ["PostgreSQL, 1,000 games at once : 50"]


def test_without_a_base_its_rows_are_left_out_and_named() -> None:
    figures, wanted = Figures("try"), goals("", games=50, crowd=1000)
    for name in {goal.figure for goal in wanted} | {node.IN_MEMORY, node.ON_POSTGRES, node.REPLAY}:
        figures.note(name, 1.0, "")

    lines = table(figures, wanted)

    assert [line for line in lines if line.startswith("not measured")] == [
        f"not measured, so left out: {goal.row}" for goal in wanted if goal.row.endswith(" : BASE")
    ]
    assert len(lines) == len(wanted)
