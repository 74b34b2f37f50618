"""Differences of recorded events are ranked by how much they say."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR, seat_viewer
from delvebook.replays.places import PLACES, equally_open, fact_pointer, line_differences, place_of, rank_of
from tests.replays.games import lines_of, played_game, record_of


@pytest.mark.usefixtures("bids_registered")
def test_the_action_comes_before_its_facts_and_hashes_come_last(record: bytes) -> None:
    left = lines_of(record)[9]
    right = {**left, "hash": "0" * 64, "by": "clock", "data": {**left["data"], "facts": [], "action": {"type": "x"}}}
    pointers = [one.pointer for one in line_differences(left, right)]

    assert pointers[0].startswith("/data/action")
    assert pointers[-2:] == ["/by", "/hash"]


@pytest.mark.usefixtures("bids_registered")
def test_an_envelope_that_only_one_record_shows_is_not_a_difference() -> None:
    game, events = played_game(stop_after=6)
    mine, theirs = (lines_of(record_of(game, events, viewer))[1:] for viewer in (seat_viewer(0), SPECTATOR))

    assert mine != theirs
    for left, right in zip(mine, theirs, strict=True):
        assert line_differences(left, right) == []
        assert equally_open(left, right) == (right, right)


def test_every_pointer_belongs_to_the_most_telling_place_that_it_is_below() -> None:
    assert [rank_of(place.pointer) for place in PLACES] == list(range(len(PLACES)))
    assert place_of("/data/facts/3/seat").kind == "facts"
    assert place_of("/data/factsheet").pointer == "/data"
    assert place_of("/elsewhere").kind == "event"


@pytest.mark.parametrize(
    ("pointer", "fact"),
    [
        ("/facts/2/seat", "/facts/2"),
        ("/data/facts/2", "/data/facts/2"),
        ("/private/0/content/facts/1/clauses/0", "/private/0/content/facts/1"),
        ("/sealed/0/content/facts/1", "/sealed/0/content/facts/1"),
        ("/data/facts", None),
        ("/data/facts/x", None),
        ("/state/facts/1", None),
        ("", None),
    ],
)
def test_a_pointer_into_a_fact_is_cut_at_the_fact(pointer: str, fact: str | None) -> None:
    assert fact_pointer(pointer) == fact
