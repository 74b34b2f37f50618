"""The shares of a program's parts are told from what was on its stack."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.bench import shares
from tests.bench.shares import REST, Part, Sampled, counted, is_called, parsed, table
from tests.house.files import ROOT

RAW = """\
<module> (x.py:1);verify (delvebook/replays/verify.py:58);Table.play (delvebook/domain/table.py:177) 3
<module> (x.py:1);verify (delvebook/replays/verify.py:58);Table.play (delvebook/domain/table.py:177);jcs (c.py:9) 2
<module> (x.py:1);idle (y.py:4) 5
"""
ROOMS = ("domain", "replays", "projections", "service", "workers")
PARTS = (*shares.STEPS, *shares.VERIFICATION, *shares.WEB, *shares.FOLLOWER, *shares.PIECES.values())
PLACES = [shares.FOLLOWING, *(place for part in PARTS for place in part.places)]


def test_each_line_is_a_stack_and_how_often_it_was_seen() -> None:
    assert parsed(RAW)[0] == Sampled(
        ("/x.py:<module>", "/delvebook/replays/verify.py:verify", "/delvebook/domain/table.py:Table.play"), 3
    )
    assert [found.count for found in parsed(RAW)] == [3, 2, 5]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("domain/table.py:Table.play", True),
        ("table.py:Table.play", True),
        ("domain/table.py", True),
        ("domain/", True),
        ("domain/table.py:play", False),
        ("able.py", False),
        ("domain/table.py:Table.play_on", False),
        ("replays/", False),
    ],
)
def test_a_place_is_a_folder_a_file_or_a_function(place: str, *, expected: bool) -> None:
    assert is_called(place, ["/x.py:<module>", "/delvebook/domain/table.py:Table.play"]) is expected


def test_a_stack_belongs_to_the_first_part_that_is_called_on_it() -> None:
    parts = (Part("encoding", ("c.py:jcs",)), Part("playing", ("domain/table.py",)))

    assert counted(parsed(RAW), parts) == {"encoding": 2, "playing": 3, REST: 5}
    assert counted(parsed(RAW), parts[::-1]) == {"playing": 5, REST: 5}


def test_stacks_elsewhere_do_not_count() -> None:
    assert counted(parsed(RAW), (), within="replays/verify.py:verify") == {REST: 5}


def test_the_table_has_the_largest_part_first_and_the_rest_last() -> None:
    columns = {
        "one": Counter({REST: 6, "small": 1, "large": 3}),
        "other": Counter({"large": 1}),
        "none": Counter[str](),
    }

    assert table(columns)[2:] == [
        "| large | 30 % | 100 % | – |",
        "| small | 10 % | 0 % | – |",
        f"| {REST} | 60 % | 0 % | – |",
        "| samples | 10 | 1 | 0 |",
    ]


@pytest.mark.parametrize("place", PLACES)
def test_every_place_of_a_part_is_in_the_code(place: str) -> None:
    path, _, function = place.partition(":")
    found = [ROOT / path, *(file for room in ROOMS for file in (ROOT / room).glob(f"**/{path}"))]
    found = [one for one in found if one.exists()]

    assert found, f"there is no {path}"
    if function:
        name = f"def {function.rpartition('.')[2]}("
        assert any(name in file.read_text() for file in found), f"no {path} has {function}"
