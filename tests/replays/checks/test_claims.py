"""The claims of a finding about its record are compared with the replay; nothing else in it is."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.replays.checks.claims import claims_of, contradiction

RIGHT: dict[str, Any] = {"upto": 8, "ruleset": "bids@1", "holds": True, "first": None}
WRONG: dict[str, Any] = {"upto": 8, "ruleset": "bids@1", "holds": False, "first": {"n": 5, "clauses": ["BID-006"]}}


def contradicted(claims: dict[str, Any], *, wrong_at: int | None = None) -> str | None:
    """Returns the wrong member of a finding attached by event 9."""
    found = contradiction(claims, n=9, ruleset="bids@1", wrong_at=wrong_at, clauses=("BID-006",))
    return None if found is None else found.member


@pytest.mark.parametrize(
    ("claims", "wrong_at"),
    [
        (RIGHT, None),
        ({"holds": True}, None),
        ({"holds": False}, 5),
        (WRONG, 5),
        (WRONG | {"first": {"n": 5}}, 5),
        (RIGHT | {"upto": 4}, 5),
        (RIGHT | {"receipts": [], "versions": []}, None),
    ],
)
def test_a_finding_that_says_what_the_replay_shows_is_not_contradicted(
    claims: dict[str, Any], wrong_at: int | None
) -> None:
    assert contradicted(claims, wrong_at=wrong_at) is None


@pytest.mark.parametrize(
    ("claims", "wrong_at", "member"),
    [
        (RIGHT, 5, "holds"),
        (WRONG, None, "holds"),
        (WRONG, 6, "first"),
        (WRONG | {"first": {"n": 5, "clauses": ["BID-001"]}}, 5, "first"),
        (WRONG | {"holds": True}, None, "first"),
        (RIGHT | {"upto": 9}, None, "upto"),
        (RIGHT | {"upto": "all"}, None, "upto"),
        (RIGHT | {"ruleset": "bids@2"}, None, "ruleset"),
    ],
)
def test_a_finding_that_says_anything_else_is_contradicted(
    claims: dict[str, Any], wrong_at: int | None, member: str
) -> None:
    assert contradicted(claims, wrong_at=wrong_at) == member


def test_the_sealed_part_of_a_finding_counts_once_it_is_open() -> None:
    event: dict[str, Any] = {"data": {"finding": {"holds": True}}, "sealed": [{"for": ["arbiter"], "digest": "0"}]}
    assert claims_of(event) == {"holds": True}
    event["sealed"][0]["content"] = {"first": None, "holds": False}
    assert claims_of(event) == {"first": None, "holds": True}


@pytest.mark.parametrize("holds", [None, "yes", 1])
def test_a_finding_that_could_not_examine_the_game_claims_nothing(holds: object) -> None:
    assert claims_of({"data": {"finding": {"holds": holds}}, "sealed": []}) is None
