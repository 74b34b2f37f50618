"""
The automatic finding on a disputed game: it is played again, strictly, and under every later version of its rules.

What it says may be secret while the game's secrets are. So it comes in two parts: what everybody may
know, and what is sealed for arbiters until the seed is revealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from delvebook.domain.errors import DelvebookError
from delvebook.domain.events import GameEvent, SeedRevealed
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import ARBITER, PUBLIC
from delvebook.replays.checks.receipts import PublicKeys, ReceiptError, open_receipt
from delvebook.replays.divergence import first_divergence, versions_of
from delvebook.replays.record import Head, write_record
from delvebook.replays.verify import verify

Finding = dict[str, Any]
"""
What playing a game again showed: `upto` (the last event looked at), `ruleset`, `holds` (whether the record is
exactly what its own rules make of it), `receipts` (of those in the claim `{"n", "honoured"}`), `first` (the first
event that its own rules do not make like that, or null), and `versions`: for each later version of the rules
`ruleset`, `comparable`, and `first`, the first difference or null.
"""


class Parts(NamedTuple):
    """A finding in its two parts; `sealed` is None if nothing in it is secret."""

    public: Finding
    sealed: Finding | None


def parts(finding: Finding, *, is_seed_revealed: bool) -> Parts:
    """The finding as it may be told: what would have happened may depend on what is secret still."""
    if is_seed_revealed:
        return Parts(finding, None)
    secret = ("first", "versions")
    return Parts(
        {key: value for key, value in finding.items() if key not in secret}, {key: finding[key] for key in secret}
    )


def find(
    events: Sequence[GameEvent],
    *,
    seed: bytes,
    receipts: Sequence[str] = (),
    keys: PublicKeys | None = None,
    fork_point: ForkPoint | None = None,
) -> Finding:
    """
    Plays a stored game again.

    Args:
        events: The stored events, from the first.
        seed: The game's seed.
        receipts: Those of the claim.
        keys: Of the service that signed them.
        fork_point: Of a fork: what it began with.
    """
    last = events[-1]
    is_out = any(isinstance(event, SeedRevealed) for event in events)
    record = b"".join(
        write_record(
            events,
            head=Head(last.n, last.hash),
            seed=seed,
            is_seed_revealed=is_out,
            viewer=PUBLIC if is_out else ARBITER,
            exported_at=last.at,
        )
    )
    report = verify(record, seed=seed, fork_point=fork_point)
    first = report.first
    ruleset = events[0].data["ruleset"]
    lines = [event.to_record(PUBLIC, seed=seed) for event in events]
    return {
        "upto": last.n,
        "ruleset": ruleset,
        "holds": report.holds and report.level("replay").status == "holds",
        "receipts": [_honour(text, events, keys) for text in receipts],
        "first": None if first is None else first.to_plain(),
        "versions": [_under(lines, seed=seed, ruleset=one, fork_point=fork_point) for one in _later(ruleset)],
    }


def not_found(events: Sequence[GameEvent], *, why: str) -> Finding:
    """The finding on a game that could not be played again, and why."""
    ruleset = events[0].data["ruleset"]
    nothing: Finding = {"receipts": [], "first": None, "versions": []}
    return {"upto": events[-1].n, "ruleset": ruleset, "holds": None, "why_not": why, **nothing}


def _later(ruleset: str) -> list[str]:
    """The later versions of a ruleset that are known here, oldest first."""
    known = versions_of(ruleset)
    return known[known.index(ruleset) + 1 :]


def _under(
    lines: Sequence[dict[str, Any]], *, seed: bytes, ruleset: str, fork_point: ForkPoint | None
) -> dict[str, Any]:
    try:
        found = first_divergence(lines, seed=seed, ruleset=ruleset, fork_point=fork_point)
    except Exception as error:  # noqa: BLE001 - whatever keeps one version from being compared keeps no other from it
        why = str(error) if isinstance(error, DelvebookError) else type(error).__name__
        return {"ruleset": ruleset, "comparable": False, "first": None, "why_not": why}
    return {"ruleset": ruleset, "comparable": True, "first": None if found is None else found.to_plain()}


def _honour(text: str, events: Sequence[GameEvent], keys: PublicKeys | None) -> dict[str, Any]:
    """Whether the record has, at the event the receipt vouches for, the hash that was signed."""
    if keys is None:
        return {"n": None, "honoured": False, "why_not": "receipts/unknown_key"}
    try:
        receipt = open_receipt(text, keys)
    except ReceiptError as error:
        return {"n": None, "honoured": False, "why_not": error.reason}
    is_there = receipt.n <= len(events)
    honoured = is_there if receipt.hash is None else is_there and events[receipt.n - 1].hash == receipt.hash
    return {"n": receipt.n, "honoured": honoured}
