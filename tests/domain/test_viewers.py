"""Viewers, and the envelopes that they may open."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.domain.errors import MalformedError
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, Viewer, parse_viewer, seat_viewer

NAMED = [SPECTATOR, ARBITER, PUBLIC]


@given(st.sampled_from(NAMED) | st.integers(0, 99).map(seat_viewer))
def test_a_viewer_reads_back_from_its_name(viewer: Viewer) -> None:
    assert parse_viewer(str(viewer)) == viewer


def test_viewers_are_named_as_records_name_them() -> None:
    assert [str(viewer) for viewer in (seat_viewer(0), seat_viewer(12), *NAMED)] == [
        "seat:0",
        "seat:12",
        "spectator",
        "arbiter",
        "public",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "seat",
        "seat:",
        "seat:-1",
        "seat:01",
        "seat:100",
        "seat:1 ",
        " seat:1",
        "seat:1\n",
        "seat:x",
        "seat:٣",
        "Arbiter",
        "all",
    ],
)
def test_what_names_no_viewer_is_refused_with_those_there_are(text: str) -> None:
    offered = "you may ask for seat:0, seat:1, …, spectator, arbiter, public"
    with pytest.raises(MalformedError, match=f"is not a viewer; {offered}"):
        parse_viewer(text)


def test_a_long_name_is_not_repeated_whole() -> None:
    with pytest.raises(MalformedError) as refused:
        parse_viewer("x" * 10_000)

    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("audience", "openers"),
    [
        (["seat:1"], {"seat:1", "arbiter", "public"}),
        (["seat:0", "seat:2"], {"seat:0", "seat:2", "arbiter", "public"}),
        (["seat:10"], {"arbiter", "public"}),
        (["arbiter"], {"arbiter", "public"}),
        ([], {"arbiter", "public"}),
    ],
)
def test_an_envelope_is_opened_by_those_it_is_for_and_by_those_who_see_all(
    audience: list[str], openers: set[str]
) -> None:
    everybody = [*(seat_viewer(seat) for seat in range(4)), *NAMED]

    assert {str(viewer) for viewer in everybody if viewer.may_open(audience)} == openers


def test_a_seat_s_secret_is_seen_by_that_seat_and_by_those_who_see_all() -> None:
    everybody = [*(seat_viewer(seat) for seat in range(3)), *NAMED]

    assert {str(viewer) for viewer in everybody if viewer.may_see(0)} == {"seat:0", "arbiter", "public"}
    assert {str(viewer) for viewer in everybody if viewer.sees_all} == {"arbiter", "public"}
