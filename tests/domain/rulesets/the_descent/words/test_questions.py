"""What is asked and under way, in the words of a view."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.rulesets.the_descent.words.questions import (
    FRAMES,
    QUESTIONS,
    read_agenda,
    read_frame,
    read_pending,
    show_frame,
    show_pending,
    show_under_way,
)
from tests.domain.rulesets.the_descent.tables import Cave, at

PARTS: dict[str, tuple[object, str, object]] = {
    "amount": (2, "health", 2),
    "back": (at((5, 1)), "back_cell", [5, 1]),
    "by": ("fall", "by", "fall"),
    "cause": ("hit", "cause", "hit"),
    "cell": (at((4, 8)), "cell", [4, 8]),
    "clause": ("TD-134", "clause", "TD-134"),
    "clauses": (["TD-051"], "clauses", ["TD-051"]),
    "creature": ("monster", "creature", "monster"),
    "creatures": (["plant"], "creatures", ["plant"]),
    "direction": (15, "direction", "down_right"),
    "endurance": (3, "endurance", 3),
    "entered": ([at((6, 1)), at((6, 2))], "cells", [[6, 1], [6, 2]]),
    "harmless": (False, "harmless", False),
    "how": ("jump", "how", "jump"),
    "id": (4, "id", 4),
    "kind": ("spider", "creature", "spider"),
    "length": (5, "length", 5),
    "moves": (
        [{"kind": "jump", "via": [at((2, 0)), at((3, 1))], "to": at((3, 2)), "cost": 2}],
        "moves",
        [{"move": "jump", "cells": [[2, 0], [3, 1]], "to": [3, 2], "endurance": 2}],
    ),
    "opened": (True, "opened", True),
    "origin": (at((5, 8)), "from_cell", [5, 8]),
    "path": ([at((6, 3))], "cells", [[6, 3]]),
    "place": (7, "place", "r3c2"),
    "seat": (1, "seat", 1),
    "seats": ([0, 1], "seats", [0, 1]),
    "start": (at((6, 9)), "start_cell", [6, 9]),
    "stops": (True, "stops", True),
    "target": (at((7, 8)), "to_cell", [7, 8]),
    "then": (
        {"do": "shove", "mover": 1, "seat": 1, "direction": -1},
        "then",
        {"what": "pushing", "seat": 1, "direction": "left"},
    ),
    "tile": ("T05", "tile", "T05"),
    "token": ("coin", "token", "coin"),
    "tokens": ([3], "tokens", [3]),
}
"""By the name of a part: its value in a state, its name in a view, and its value there."""


def both(parts: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    """These parts as a state holds them, and as a view shows them."""
    return {part: PARTS[part][0] for part in parts}, {PARTS[part][1]: PARTS[part][2] for part in parts}


@pytest.mark.parametrize("do", sorted(FRAMES))
def test_what_is_under_way_is_shown_part_by_part_and_read_back(do: str) -> None:
    kind = FRAMES[do]
    held, shown = both(kind.parts)
    frame: Any = {"do": do, **held, **({"mover": 1} if kind.moves else {})}
    item: Any = {"what": kind.what, **shown}

    assert show_frame(frame) == item
    assert read_frame(item) == frame


@pytest.mark.parametrize("type_", sorted(QUESTIONS))
def test_a_question_is_shown_part_by_part_and_read_back(type_: str) -> None:
    held, shown = both(QUESTIONS[type_])
    pending: Any = {"type": type_, "seat": 2, **held}

    assert show_pending(pending) == {"type": type_, "seat": 2, **shown}
    assert read_pending(show_pending(pending)) == pending


@pytest.mark.parametrize(
    ("step", "name"),
    [
        (-1, "left"), (1, "right"), (-14, "up"), (14, "down"), (-15, "up_left"), (-13, "up_right"), (13, "down_left"),
        (15, "down_right"), (None, None),
    ],
)  # fmt: skip
def test_a_direction_is_shown_by_its_name_if_there_is_one(step: int | None, name: str | None) -> None:
    frame: Any = {"do": "hit", "kind": "monster", "seat": 0, "clause": "TD-134", "direction": step}

    assert show_frame(frame)["direction"] == name  # type: ignore[typeddict-item]
    assert read_frame(show_frame(frame)) == frame


def test_what_follows_a_question_is_shown_the_next_first_with_all_that_moves() -> None:
    cave = Cave((5, 8), (4, 2)).token("coin", (4, 8)).creature("plant", (7, 8)).have(1, moving=True)
    assert show_under_way(cave.have(1, moving=False).state) is None  # type: ignore[arg-type]
    cave.have(1, moving=True)
    cave.state["tokens"][0]["moving"] = cave.beast("plant")["moving"] = True
    cave.state["agenda"] = [{"do": "settle"}, {"do": "place", "seat": 1}]
    shown = show_under_way(cave.state)  # type: ignore[arg-type]

    assert shown == {
        "seats": [1], "tokens": [23], "creatures": ["plant"],
        "next": [{"what": "placing", "seat": 1}, {"what": "settling"}],
    }  # fmt: skip
    assert read_agenda(shown) == cave.state["agenda"]
    assert read_agenda(None) == []
