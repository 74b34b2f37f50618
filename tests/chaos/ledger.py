"""The ledger: the commands of clients, and the acknowledgements and refusals of the service."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from delvebook.domain.canonical import jcs

Outcome = Literal["acknowledged", "refused", "unknown"]


class Entry(NamedTuple):
    """
    One command, and its outcome for its client.

    Attributes:
        key: The stored form of its Idempotency-Key.
        outcome: `unknown` if no answer came before the client gave up.
        game: Its game; empty if it was to create one and the client never learned its id.
        n: The last event it made, if it was acknowledged.
        hash: The hash of that event.
    """

    key: str
    outcome: Outcome
    game: str
    n: int = 0
    hash: str = ""


def stored_key(account: str, key: str) -> str:
    """Returns what the service stores of an Idempotency-Key of an account."""
    return sha256(jcs([account, key])).hexdigest()


@dataclass
class Ledger:
    """
    The knowledge of all clients together.

    Attributes:
        entries: Every command that changes a game.
        accounts: The ids of accounts whose creation was acknowledged, by name.
        streams: By game, the number and hash of each event that a follower received until the end, in order.
        faults: Answers that no client may ever get: undocumented or contradictory ones.
        counts: Counts of answers by status, lost answers and repeated requests.
    """

    entries: list[Entry] = field(default_factory=list)
    accounts: dict[str, str] = field(default_factory=dict)
    streams: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, entry: Entry) -> None:
        with self._lock:
            self.entries.append(entry)

    def fault(self, sentence: str) -> None:
        with self._lock:
            self.faults.append(sentence)

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def acknowledged(self) -> list[Entry]:
        with self._lock:
            return [entry for entry in self.entries if entry.outcome == "acknowledged"]

    def games(self) -> list[str]:
        """Every game that a client knows, in the order of creation."""
        with self._lock:
            return list(dict.fromkeys(entry.game for entry in self.entries if entry.game))

    def to_plain(self) -> dict[str, Any]:
        """The counts, for the result of a run."""
        outcomes = [entry.outcome for entry in self.entries]
        commands = {outcome: outcomes.count(outcome) for outcome in ("acknowledged", "refused", "unknown")}
        return {"commands": commands, "accounts": len(self.accounts), "clients": dict(sorted(self.counts.items()))}
