"""The entries of the log: which events of a game are logged, and as which bytes."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, NamedTuple

from delvebook.domain.canonical import decode, jcs, sha256_hex
from delvebook.domain.kinds import HEX64, NUMBER

WHAT: Final = MappingProxyType(
    {
        "GameCreated": "created",
        "GameStarted": "started",
        "GameFinished": "finished",
        "GameAborted": "aborted",
        "DisputeRuled": "ruled",
    }
)
"""By event type, its name in the log. Events of other types are not logged."""
BROKEN_OFF: Final = "broken_off"
"""The name of a `GameAborted` after a nonce was shown, or the start: whoever knew the chance may have disliked it."""
WHATS: Final = (*WHAT.values(), BROKEN_OFF)
"""Every name of an event in the log."""
KEYS: Final = frozenset(("game", "n", "hash", "what"))


class LogEntry(NamedTuple):
    """
    An entry.

    Attributes:
        game: The SHA-256 of the game's id, in hex; see `hidden_id`.
        n: The event's number.
        hash: The event's hash.
        what: One of `WHATS`; see `what_of`.
    """

    game: str
    n: int
    hash: str
    what: str

    def to_bytes(self) -> bytes:
        """The entry as it is hashed and served."""
        return jcs({"game": self.game, "n": self.n, "hash": self.hash, "what": self.what})


def what_of(type_: str, *, is_broken_off: bool) -> str | None:
    """
    The name of an event in the log; None if it is not logged.

    Args:
        type_: The event's type.
        is_broken_off: For a `GameAborted`: whether a nonce had been shown, or the game had started.
    """
    return BROKEN_OFF if type_ == "GameAborted" and is_broken_off else WHAT.get(type_)


def hidden_id(game: str) -> str:
    """The name of a game in the log: the SHA-256 of its id (a UUID in lower case), in hex."""
    return sha256_hex(game.encode())


def parse_entry(data: bytes) -> LogEntry | None:
    """The entry in these bytes; None if they are not an entry of this log in its one form."""
    try:
        value: object = decode(data)
    except ValueError:
        return None
    if type(value) is not dict or value.keys() != KEYS:
        return None
    if not (HEX64.fits(value["game"]) and HEX64.fits(value["hash"]) and NUMBER.fits(value["n"])):
        return None
    if type(value["what"]) is not str or value["what"] not in WHATS:
        return None
    entry = LogEntry(**value)
    return entry if entry.to_bytes() == data else None
