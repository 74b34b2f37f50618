"""
A catalogue of forgeries: each changes one thing in a good record, and says which level finds it, where, and as what.

A clumsy forger changes the file; a careful one also recomputes every hash after the change (`is_chained`).
The record of a careful forger comes without receipts, unless the forgery is about receipts.
"""

from __future__ import annotations

from tests.replays.forgeries import bots, careful, clumsy, disputes, ends, envelopes, log, receipts, replayed
from tests.replays.forgeries.catalogue import NOTED, Forged, Forgery, forge
from tests.replays.forgeries.records import KEYS, TITLES, good, log_of, play, receipt_for, signer
from tests.replays.forgeries.unprovable import UNPROVABLE, forge_unprovable

_CHAPTERS = (clumsy, envelopes, careful, receipts, log, replayed, ends, disputes, bots)

FORGERIES: dict[str, Forgery] = {
    one.name: one for chapter in _CHAPTERS for one in NOTED.values() if one.forge.__module__ == chapter.__name__
}
"""Every forgery by its name, in the order of `docs/forgeries.md`."""

__all__ = [
    "FORGERIES",
    "KEYS",
    "TITLES",
    "UNPROVABLE",
    "Forged",
    "forge",
    "forge_unprovable",
    "good",
    "log_of",
    "play",
    "receipt_for",
    "signer",
]
