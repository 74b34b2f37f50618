"""
The automatic examination of a disputed game: it is verified, and compared with every later version of its rules.

The result may be secret as long as the game's secrets are. So it has two parts: one that everyone may know, and one
that is sealed for arbiters until the seed is revealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from delvebook.domain.errors import DelvebookError
from delvebook.domain.events import SeedRevealed
from delvebook.domain.game_event import EventLine, GameEvent
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import ARBITER, PUBLIC
from delvebook.replays.receipts import PublicKeys, ReceiptError, open_receipt
from delvebook.replays.record import Head, header_of
from delvebook.replays.verify import verify_events
from delvebook.replays.versions import first_divergence, versions_of

Examination = dict[str, object]
"""
The result of an examination: `upto` (the last event examined), `ruleset`, `holds` (whether the record is exactly what
its own rules make of it), `receipts` (for each of the claim's, `{"n", "honoured"}`), `first` (the first event that its
own rules do not make like this, or null), and `versions`: for each later version of the rules `ruleset`, `comparable`,
and `first`, the first difference or null.
"""

_SECRET = ("first", "versions")


class Disclosure(NamedTuple):
    """An examination in its two parts; `sealed` is None if nothing in it is secret."""

    public: Examination
    sealed: Examination | None


def disclose(examination: Examination, *, is_seed_revealed: bool) -> Disclosure:
    """Splits off the secret part, because what would have happened may depend on what is still secret."""
    if is_seed_revealed:
        return Disclosure(examination, None)
    public = {key: value for key, value in examination.items() if key not in _SECRET}
    return Disclosure(public, {key: examination[key] for key in _SECRET})


def examine(
    events: Sequence[GameEvent],
    *,
    seed: bytes,
    receipts: Sequence[str] = (),
    keys: PublicKeys | None = None,
    fork_point: ForkPoint | None = None,
) -> Examination:
    """
    Replays a stored game under its own rules and under every later version.

    Args:
        events: The stored events, from the first.
        seed: The game's seed.
        receipts: The receipts of the claim.
        keys: The public keys of the service that signed them.
        fork_point: For a fork: its starting point.
    """
    last = events[-1]
    viewer = PUBLIC if any(isinstance(event, SeedRevealed) for event in events) else ARBITER
    header = header_of(events[0], head=Head(last.n, last.hash), viewer=viewer, exported_at=last.at)
    lines = [event.to_record(viewer, seed=seed) for event in events]
    report = verify_events(header, lines, seed=seed, fork_point=fork_point)
    first = report.first
    ruleset = events[0].data["ruleset"]
    return {
        "upto": last.n,
        "ruleset": ruleset,
        "holds": report.holds and report.level("replay").status == "holds",
        "receipts": [_honour(text, events, keys) for text in receipts],
        "first": None if first is None else first.to_plain(),
        "versions": [_under(lines, seed=seed, ruleset=one, fork_point=fork_point) for one in _later(ruleset)],
    }


def not_examined(events: Sequence[GameEvent], *, why: str) -> Examination:
    """The examination of a game that could not be replayed, and why."""
    ruleset = events[0].data["ruleset"]
    nothing: Examination = {"receipts": [], "first": None, "versions": []}
    return {"upto": events[-1].n, "ruleset": ruleset, "holds": None, "why_not": why, **nothing}


def _later(ruleset: str) -> list[str]:
    """The later versions of a ruleset that are known here, oldest first."""
    known = versions_of(ruleset)
    return known[known.index(ruleset) + 1 :]


def _under(lines: Sequence[EventLine], *, seed: bytes, ruleset: str, fork_point: ForkPoint | None) -> dict[str, object]:
    try:
        found = first_divergence(lines, seed=seed, ruleset=ruleset, fork_point=fork_point)
    except Exception as error:  # noqa: BLE001 - what makes one version impossible to compare must not stop the others
        why = str(error) if isinstance(error, DelvebookError) else type(error).__name__
        return {"ruleset": ruleset, "comparable": False, "first": None, "why_not": why}
    return {"ruleset": ruleset, "comparable": True, "first": None if found is None else found.to_plain()}


def _honour(text: str, events: Sequence[GameEvent], keys: PublicKeys | None) -> dict[str, object]:
    """The event that the receipt confirms, and whether it has the hash that was signed."""
    if keys is None:
        return {"n": None, "honoured": False, "why_not": "receipts/unknown_key"}
    try:
        receipt = open_receipt(text, keys)
    except ReceiptError as error:
        return {"n": None, "honoured": False, "why_not": error.reason}
    is_there = receipt.n <= len(events)
    honoured = is_there if receipt.hash is None else is_there and events[receipt.n - 1].hash == receipt.hash
    return {"n": receipt.n, "honoured": honoured}
