"""
Level `receipts` (record-format §5 and §6): whether the service confirmed exactly this history.

A receipt signs the hash of one event. Every event holds the hash of the one before it, so a receipt that a record
honours confirms everything up to that event. A receipt that a record does not honour proves that the service once
confirmed a different history.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.canonical import event_hash
from delvebook.replays.checks.contract import CheckedEvent, Evidence
from delvebook.replays.receipts import PublicKeys, Receipt, ReceiptError, open_receipt
from delvebook.replays.report import Finding, Level


class ReceiptCheck:
    """
    The check, event by event; see `LevelCheck`.

    Attributes:
        level: The result so far.
    """

    def __init__(self, evidence: Evidence) -> None:
        header, keys = evidence.header, evidence.keys
        self.level = Level("receipts")
        self._game: str = header["game"]
        self._due: dict[int, list[tuple[str, Receipt]]] = {}
        self._refusals: list[tuple[str, Receipt]] = []
        self._last = 0
        self._line = 1
        given = [(f"receipt {number}", text) for number, text in enumerate(evidence.receipts, 1)]
        if keys is None:
            self.level.why_not = "receipts prove nothing without the service's public keys, and none were given"
            return
        if not given and header["receipt"] is None:
            self.level.why_not = "the record's header holds no receipt, and none was given"
            return
        if header["receipt"] is not None:
            self._take("the header's receipt", header["receipt"], keys, head=header["head"])
        for name, text in given:
            self._take(name, text, keys)

    def check(self, checked: CheckedEvent) -> None:
        """Compares the event with the receipts for it."""
        event, line = checked.event, checked.line
        n = event["n"]
        self._last = max(self._last, n)
        self._line = line
        due = self._due.get(n)
        if due is None:
            return
        # The hash is computed, not read: a forger may have changed the event and kept its hash.
        found = event_hash(event)
        for name, receipt in list(due):
            if receipt.hash == found:
                self.level.counts["honoured"] += 1
            else:
                sentence = f"{name} confirms a different event {n} than the one recorded here"
                self._find(
                    "receipts/hash", sentence, line=line, n=n, pointer="/hash", expected=receipt.hash, found=found
                )
            due.remove((name, receipt))

    def finish(self, *, last_line: int) -> None:
        """Reports receipts for events that the record does not hold."""
        for n, due in sorted(self._due.items()):
            for name, _ in due:
                if n > self._last:
                    sentence = f"the record ends too early: {name} is for event {n}"
                    self._find("receipts/beyond_head", sentence, line=self._line, n=n, expected=n, found=self._last)
                else:
                    self._find("receipts/missing", f"{name} is for event {n}, which is not in the record", n=n)
        for name, refusal in self._refusals:
            if refusal.n > self._last:
                sentence = f"the record ends too early: {name} is for a refusal after event {refusal.n}"
                self._find(
                    "receipts/beyond_head", sentence, line=self._line, n=refusal.n, expected=refusal.n, found=self._last
                )
            else:
                self.level.counts["refusals"] += 1

    def _take(self, name: str, text: str, keys: PublicKeys, *, head: Mapping[str, object] | None = None) -> None:
        """Opens a receipt, and keeps it until its event comes."""
        line, pointer = (None, "") if head is None else (1, "/receipt")
        self.level.counts["receipts"] += 1
        try:
            receipt = open_receipt(text, keys)
        except ReceiptError as error:
            self._find(error.reason, f"{name}: {error}", line=line, pointer=pointer, found=text)
            return
        if receipt.game != self._game:
            sentence = f"{name} is for another game"
            self._find("receipts/game", sentence, line=line, pointer=pointer, expected=self._game, found=receipt.game)
            return
        if head is not None and (receipt.n, receipt.hash) != (head["n"], head["hash"]):
            expected = {"n": head["n"], "hash": head["hash"]}
            found = {"n": receipt.n, "hash": receipt.hash}
            sentence = f"{name} is not for the head that the header names"
            self._find("receipts/head", sentence, line=line, pointer=pointer, expected=expected, found=found)
            return
        if receipt.hash is None:
            self._refusals.append((name, receipt))
        else:
            self._due.setdefault(receipt.n, []).append((name, receipt))

    def _find(self, code: str, sentence: str, **where: Any) -> None:
        self.level.add(Finding(code, sentence, **where))
