"""Times are computed in the record's format."""

from __future__ import annotations

from delvebook.replays.times import later


def test_a_later_time_keeps_its_microseconds_and_crosses_midnight_and_leap_days() -> None:
    assert later("2028-02-28T23:59:59.000001Z", 1) == "2028-02-29T00:00:00.000001Z"


def test_a_negative_number_of_seconds_is_before() -> None:
    assert later("2026-01-01T00:00:00.000000Z", -60) == "2025-12-31T23:59:00.000000Z"
