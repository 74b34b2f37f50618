"""Differences of plain values, as JSON pointers."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.replays.pointers import ABSENT, differences, resolve, shorten


@pytest.mark.parametrize(
    ("left", "right", "pointers"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": True}, ["/a"]),
        ({"a/b": 1}, {"a~b": 1}, ["/a~1b", "/a~0b"]),
        ([1, [2, 3]], [1, [2]], ["/1/1"]),
        ({"a": []}, {"a": {}}, ["/a"]),
        ({"a": None}, {}, ["/a"]),
    ],
)
def test_differences_are_the_smallest_ones(left: Any, right: Any, pointers: list[str]) -> None:
    found = list(differences(left, right))

    assert [one.pointer for one in found] == pointers
    for one in found:
        assert resolve(left, one.pointer) == one.left
        assert resolve(right, one.pointer) == one.right


def test_a_long_value_is_cut_in_the_middle() -> None:
    assert shorten(ABSENT) == "absent"
    assert shorten({"b": 1, "a": None}) == '{"a":null,"b":1}'
    assert len(shorten(["x" * 1000])) <= 165
