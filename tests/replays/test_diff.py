"""The first difference of two records, line by line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from delvebook.replays.diff import first_difference
from delvebook.replays.errors import RecordError
from delvebook.replays.pointers import ABSENT
from tests.replays.games import forged, lines_of, played_game, record_of, to_record

pytestmark = pytest.mark.usefixtures("bids_registered")


def test_a_record_does_not_differ_from_itself_or_from_another_viewers() -> None:
    game, events = played_game(stop_after=5)
    mine = record_of(game, events, seat_viewer(0))

    assert first_difference(mine, mine) is None
    for viewer in (seat_viewer(1), SPECTATOR, ARBITER):
        assert first_difference(mine, record_of(game, events, viewer)) is None


def test_one_forged_fact_is_the_difference_and_the_rest_is_only_rechained() -> None:
    record = record_of(*played_game())
    facts = [line for line in lines_of(record)[1:] if line["data"].get("facts")]
    n = next(line["n"] for line in facts if "seat" in line["data"]["facts"][0])

    def cheat(lines: list[dict[str, Any]]) -> None:
        lines[n]["data"]["facts"][0]["seat"] = 9

    difference = first_difference(record, forged(record, cheat))

    assert difference is not None
    assert (difference.n, difference.pointer, difference.right) == (n, "/data/facts/0/seat", 9)
    assert difference.events_differing == 0
    assert difference.events_rechained == len(lines_of(record)) - 1 - n
    assert json.loads(json.dumps(difference.to_plain()))["also"] == ["/hash"]


def test_a_shorter_record_ends_where_it_differs() -> None:
    lines = lines_of(record_of(*played_game()))
    difference = first_difference(to_record(lines), to_record(lines[:-2]))

    assert difference is not None
    assert difference.n == lines[-2]["n"]
    assert difference.right is ABSENT
    assert (difference.left_only, difference.right_only) == (2, 0)


def test_two_games_differ_in_their_headers() -> None:
    difference = first_difference(record_of(*played_game()), record_of(*played_game(seed="another")))
    assert difference is not None
    assert (difference.n, difference.pointer) == (1, "/data/commitment")

    other = lines_of(record_of(*played_game()))
    other[0]["game"] = "00000000-0000-4000-8000-000000000002"
    difference = first_difference(record_of(*played_game()), to_record(other))
    assert difference is not None
    assert (difference.n, difference.pointer) == (None, "/game")


def test_a_record_that_cannot_be_read_is_named_by_its_side() -> None:
    record = record_of(*played_game())
    with pytest.raises(RecordError) as left:
        first_difference(b"x\n", record)
    with pytest.raises(RecordError) as right:
        first_difference(record, record[:-9])

    assert left.value.details["side"] == "left"
    assert right.value.details["side"] == "right"
