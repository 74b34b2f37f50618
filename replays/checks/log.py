"""
Level `log` (record-format §6 and §8): whether the service had published this game's beginning and end to everybody.

The record's header or its owner provides proofs that lead from the game's entries to a checkpoint, which the log's key
has signed. Each entry holds the hash of an event, so everyone who has that checkpoint has seen this history.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.canonical import event_hash
from delvebook.replays.checks.contract import CheckedEvent, Evidence
from delvebook.replays.log.checkpoints import Checkpoint, open_checkpoint, parse_checkpoint
from delvebook.replays.log.entries import LogEntry, hidden_id, what_of
from delvebook.replays.log.inclusion import Inclusion, Proved, read_inclusion
from delvebook.replays.log.merkle import ProofError, leaf_hash, root_from_inclusion
from delvebook.replays.log.notes import NoteError
from delvebook.replays.report import Finding, Level

NO_PROOFS: Final = (
    "the record's header has no proofs of the log, and none were given; GET …/inclusion has them, some seconds after "
    "the game began"
)
NO_KEY: Final = "a checkpoint proves nothing without the log's public key, and none was given"
MISSING_MAX: Final = 5
"""Maximum number of events named that the proofs do not cover."""


class LogCheck:
    """
    The check, event by event; see `LevelCheck`.

    Attributes:
        level: The result so far.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.level = Level("log")
        self._evidence = evidence
        self._due: dict[int, LogEntry] = {}
        self._missing: list[str] = []
        self._last = 0
        self._is_chance_known = False
        self._is_from_header = evidence.inclusion is None
        given: Mapping[str, object] | None = evidence.header.get("log") if self._is_from_header else evidence.inclusion
        if given is None:
            self.level.why_not = NO_PROOFS
            self._has_proofs = False
            return
        self._has_proofs = True
        self._take(read_inclusion(given, game=hidden_id(evidence.header["game"])))

    def check(self, checked: CheckedEvent) -> None:
        """Compares the event with its entry."""
        event = checked.event
        n = event["n"]
        self._last = max(self._last, n)
        if not self._has_proofs:
            return
        what = what_of(event["type"], is_broken_off=self._is_chance_known)
        self._is_chance_known = self._is_chance_known or event["type"] in ("NonceRevealed", "GameStarted")
        entry = self._due.pop(n, None)
        if entry is None:
            if what is not None:
                self._missing.append(f"event {n} ({what})")
            return
        if entry.what != what:
            found = event["type"] if what is None else what
            sentence = f"the log calls event {n} of this game {entry.what}, but here it is another event"
            self._find("log/what", sentence, line=checked.line, n=n, pointer="/type", expected=entry.what, found=found)
            return
        # The hash is computed, not read: a forger may have changed the event and kept its hash.
        computed = event_hash(event)
        if entry.hash != computed:
            sentence = f"the log shows another event {n} of this game than the one recorded here"
            self._find(
                "log/hash", sentence, line=checked.line, n=n, pointer="/hash", expected=entry.hash, found=computed
            )
            return
        self.level.counts["entries"] += 1

    def finish(self, *, last_line: int) -> None:
        """Reports entries for events that the record does not hold, and events that the proofs do not cover."""
        for n, entry in sorted(self._due.items()):
            if n > self._last:
                sentence = f"the record ends too early: the log has event {n} of this game, {entry.what}"
                self._find("log/beyond_head", sentence, line=last_line, n=n, expected=n, found=self._last)
            else:
                self._find("log/missing", f"the log has event {n} of this game, which is not in the record", n=n)
        if self._missing and not self.level.why_not:
            named = ", ".join(self._missing[:MISSING_MAX]) + (" and more" if len(self._missing) > MISSING_MAX else "")
            self.level.why_not = f"the proofs do not cover {named}; a record that is exported later has further proofs"

    # -- before the events ----------------------------------------------------------------------

    def _take(self, inclusion: Inclusion) -> None:
        """Checks checkpoint and proofs, and keeps the entries until their events come."""
        evidence = self._evidence
        checkpoint = self._open("the checkpoint of the proofs", inclusion.checkpoint)
        if checkpoint is None:
            return
        if evidence.checkpoint is not None:
            seen = self._open("the checkpoint that was given", evidence.checkpoint)
            if seen is not None and evidence.log_keys:
                self._compare(checkpoint, seen)
        if not evidence.log_keys:
            self.level.why_not = NO_KEY
        for proved in inclusion.proved:
            entry = proved.entry
            if entry.n in self._due:
                self._find("log/doubled", f"event {entry.n} is in the log twice", pointer="/log/entries")
            elif self._leads_to(checkpoint, proved):
                self._due[entry.n] = entry

    def _open(self, name: str, text: str) -> Checkpoint | None:
        """The checkpoint. If something is wrong with it, reports that and returns None."""
        keys = self._evidence.log_keys
        try:
            return open_checkpoint(text, keys)[1] if keys else parse_checkpoint(text)[1]
        except NoteError as error:
            self._find(f"log/{error.reason}", f"{name}: {error}", pointer="/log/checkpoint", found=text)
            return None

    def _compare(self, ours: Checkpoint, seen: Checkpoint) -> None:
        """Compares the checkpoint of the proofs with the one that was given."""
        if ours.origin != seen.origin:
            sentence = "the proofs are of another log than the checkpoint that was given"
            self._find("log/origin", sentence, pointer="/log/checkpoint", expected=seen.origin, found=ours.origin)
        elif ours.size != seen.size:
            self.level.why_not = (
                f"the proofs lead to the log of {ours.size} entries, and the checkpoint that was given is of "
                f"{seen.size}; GET …/inclusion?size={seen.size} has proofs that lead to it"
            )
        elif ours.root != seen.root:
            sentence = (
                f"the log has signed two different histories of {ours.size} entries: these two checkpoints prove it"
            )
            self._find(
                "log/contradiction",
                sentence,
                pointer="/log/checkpoint",
                expected=seen.root.hex(),
                found=ours.root.hex(),
            )

    def _leads_to(self, checkpoint: Checkpoint, proved: Proved) -> bool:
        """Whether the proof leads to the checkpoint. If it does not, reports that."""
        entry = proved.entry
        try:
            root = root_from_inclusion(leaf_hash(entry.to_bytes()), proved.index, checkpoint.size, proved.path)
            why = "" if root == checkpoint.root else "it leads to a different root"
        except ProofError as error:
            why = str(error)
        if why:
            sentence = f"the proof for event {entry.n} does not lead to the checkpoint: {why}"
            self._find("log/proof", sentence, n=entry.n, pointer="/log/entries")
        return not why

    def _find(self, code: str, sentence: str, *, line: int | None = None, pointer: str = "", **where: Any) -> None:
        if line is None and pointer and self._is_from_header:
            line = 1
        self.level.add(Finding(code, sentence, line=line, pointer=pointer, **where))
