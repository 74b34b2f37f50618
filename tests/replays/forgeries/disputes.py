"""The careful forger: disputes that nobody had."""

from __future__ import annotations

from typing import Any

from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft


def claim(draft: Draft, *, by: str = "player:p0") -> int:
    """Appends a claim. Returns its event number."""
    seat = 0 if by == "player:p0" else None
    data = {"seat": seat, "event": 3, "claim": "I was robbed", "receipts": [], "record": None}
    draft.add("DisputeOpened", data, by=by)
    return len(draft.lines) - 1


def attach(draft: Draft, finding: dict[str, Any]) -> int:
    """Appends a claim and a finding on it. Returns the finding's line."""
    dispute = claim(draft)
    draft.add("DisputeFindingAttached", {"dispute": dispute, "finding": finding}, by="service")
    return len(draft.lines)


def rule(draft: Draft, dispute: int) -> None:
    """Appends a ruling by an unknown arbiter."""
    data = {"dispute": dispute, "verdict": "upheld", "remedy": {"type": "annul"}, "reason": "because"}
    draft.add("DisputeRuled", data, by="arbiter:judge")


@forgery(
    "a finding that the game was not played by its rules is appended; every hash recomputed",
    "replay",
    "replay/finding",
    chained=True,
    appended=True,
)
def finding_invented(draft: Draft) -> int:
    return attach(draft, {"holds": False, "lies": "everywhere"})


@forgery(
    "a finding that names a wrong event where none is wrong is appended; every hash recomputed",
    "replay",
    "replay/finding",
    chained=True,
    appended=True,
)
def finding_of_a_wrong_event(draft: Draft) -> int:
    return attach(draft, {"holds": True, "first": {"n": 3, "clauses": []}})


@forgery(
    "a finding about other rules is appended; every hash recomputed",
    "replay",
    "replay/finding",
    chained=True,
    appended=True,
)
def finding_about_other_rules(draft: Draft) -> int:
    return attach(draft, {"holds": True, "ruleset": "poker@1"})


@forgery(
    "a finding about events after itself is appended; every hash recomputed",
    "replay",
    "replay/finding",
    chained=True,
    appended=True,
)
def finding_about_the_future(draft: Draft) -> int:
    return attach(draft, {"holds": True, "upto": 100_000})


@forgery(
    "a claim of somebody who never played is appended; every hash recomputed",
    "chain",
    "chain/by",
    chained=True,
    appended=True,
)
def claim_of_a_stranger(draft: Draft) -> int:
    claim(draft, by="player:zz")
    return len(draft.lines)


@forgery(
    "a ruling on a dispute that nobody opened is appended; every hash recomputed",
    "chain",
    "chain/dispute",
    chained=True,
    appended=True,
)
def ruling_on_nothing(draft: Draft) -> int:
    rule(draft, 3)
    return len(draft.lines)


@forgery(
    "a ruling is appended that a player made; every hash recomputed",
    "chain",
    "chain/by",
    chained=True,
    appended=True,
)
def ruling_by_a_player(draft: Draft) -> int:
    rule(draft, claim(draft))
    draft.lines[-1]["by"] = "arbiter:p0"
    return len(draft.lines)
