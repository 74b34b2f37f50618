"""
A catalogue of forgeries: each changes something in a good record, and says which level finds it, where, and as what.

They are data, in `table/`. A clumsy forger changes the file; a careful one also computes every hash anew (`chain`).
The record of a careful forger comes without receipts, unless the forgery is about receipts.
"""

from __future__ import annotations

from tests.replays.forgeries.catalogue import CASES, FORGERIES, UNPROVABLE, Forged, Forgery, forge, forge_unprovable
from tests.replays.forgeries.records import KEYS, TITLES, good, log_of, play, receipt_for, signer

__all__ = [
    "CASES",
    "FORGERIES",
    "KEYS",
    "TITLES",
    "UNPROVABLE",
    "Forged",
    "Forgery",
    "forge",
    "forge_unprovable",
    "good",
    "log_of",
    "play",
    "receipt_for",
    "signer",
]
