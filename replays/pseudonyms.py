"""
A record without the people: accounts and games get pseudonyms that are the same throughout one export.

The members that are kept are listed here, and all else is left out: names and ids, texts that people wrote, and
every random string (hashes, commitments, nonces, salts, digests, the seed), because each of them could be looked up at
the service. Times are counted from the game's creation. So no level of verification can check the result. A reader
who may see the games themselves can still recognise one by its course.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from delvebook.domain.canonical import hmac_bytes
from delvebook.domain.game_event import EventLine
from delvebook.domain.seating import CLOCKS_REASONS
from delvebook.replays.lines import Header

FORMAT: Final = "delvebook-pseudonymised/1"
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

Keep = Callable[["Pseudonyms", Any], Any]

AS_IT_IS: Final[Keep] = lambda _, value: value  # noqa: E731
ACCOUNT: Final[Keep] = lambda names, value: None if value is None else names.account(value)  # noqa: E731
ACCOUNTS: Final[Keep] = lambda names, value: [ACCOUNT(names, one) for one in value]  # noqa: E731
GAME: Final[Keep] = lambda names, value: names.game(value)  # noqa: E731
REASON: Final[Keep] = lambda _, value: value if value in CLOCKS_REASONS else ""  # noqa: E731


def _parent(names: Pseudonyms, value: Mapping[str, Any]) -> dict[str, object]:
    kept = {key: value[key] for key in ("n", "as", "ruling") if key in value}
    return {"game": names.game(value["game"]), **kept}


def _remedy(names: Pseudonyms, value: Mapping[str, Any] | None) -> dict[str, object] | None:
    if value is None:
        return None
    return {key: names.game(one) if key == "game" else one for key, one in value.items()}


def _finding(_: Pseudonyms, value: Mapping[str, object]) -> dict[str, object]:
    return {"holds": value.get("holds")}


KEPT: Final[Mapping[str, Mapping[str, Keep]]] = {
    "GameCreated": {
        "ruleset": AS_IT_IS,
        "content": AS_IT_IS,
        "options": AS_IT_IS,
        "seats": AS_IT_IS,
        "creator": ACCOUNT,
        "clock": AS_IT_IS,
        "visibility": AS_IT_IS,
        "parent": _parent,
        "rematch_of": GAME,
        "spectator_delay": AS_IT_IS,
        "hints": AS_IT_IS,
        "reserved": ACCOUNTS,
    },
    "SeatTaken": {"seat": AS_IT_IS, "player": ACCOUNT, "bot": AS_IT_IS},
    "SeatLeft": {"seat": AS_IT_IS},
    "SeatsClosed": {},
    "NonceRevealed": {"seat": AS_IT_IS},
    "GameStarted": {"facts": AS_IT_IS, "draws": AS_IT_IS},
    "ActionTaken": {
        "seat": AS_IT_IS,
        "decision": AS_IT_IS,
        "action": AS_IT_IS,
        "facts": AS_IT_IS,
        "draws": AS_IT_IS,
    },
    "SeatReplaced": {"seat": AS_IT_IS, "player": ACCOUNT, "bot": AS_IT_IS, "reason": AS_IT_IS},
    "SeatResigned": {"seat": AS_IT_IS, "bot": AS_IT_IS, "reason": AS_IT_IS},
    "TimeExpired": {"seat": AS_IT_IS, "decision": AS_IT_IS},
    "EndProposed": {"seat": AS_IT_IS, "of": AS_IT_IS},
    "EndAnswered": {"seat": AS_IT_IS, "proposed": AS_IT_IS, "agrees": AS_IT_IS},
    "TakeBackAsked": {"seat": AS_IT_IS, "action": AS_IT_IS, "of": AS_IT_IS},
    "TakeBackAnswered": {"seat": AS_IT_IS, "asked": AS_IT_IS, "agrees": AS_IT_IS},
    "ActionTakenBack": {"seat": AS_IT_IS, "action": AS_IT_IS},
    "DisputeOpened": {"seat": AS_IT_IS, "event": AS_IT_IS},
    "DisputeFindingAttached": {"dispute": AS_IT_IS, "finding": _finding},
    "DisputeRuled": {"dispute": AS_IT_IS, "verdict": AS_IT_IS, "remedy": _remedy},
    "DisputeAppealed": {"dispute": AS_IT_IS},
    "DisputeWithdrawn": {"dispute": AS_IT_IS},
    "DisputeClockResumed": {"dispute": AS_IT_IS},
    "GameFinished": {"outcome": AS_IT_IS},
    "GameAborted": {"reason": REASON, "seats": AS_IT_IS, "resumed_by": GAME},
    "SeedRevealed": {},
}
"""By type of event, the members of `data` that are kept, and how."""
LEFT_OUT: Final[Mapping[str, frozenset[str]]] = {
    "GameCreated": frozenset({"commitment"}),
    "SeatTaken": frozenset({"nonce_commitment"}),
    "SeatsClosed": frozenset({"deadline"}),
    "NonceRevealed": frozenset({"nonce"}),
    "GameStarted": frozenset({"state"}),
    "ActionTaken": frozenset({"state"}),
    "ActionTakenBack": frozenset({"state"}),
    "DisputeOpened": frozenset({"claim", "receipts", "record"}),
    "DisputeRuled": frozenset({"reason"}),
    "DisputeAppealed": frozenset({"reason"}),
    "SeedRevealed": frozenset({"seed"}),
}
"""The members that are left out on purpose; a member in neither table is left out, too."""


class Pseudonyms:
    """
    The pseudonyms of one export.

    Args:
        key: 32 unpredictable bytes of the export's own. Without them nobody can tell whom a pseudonym stands for, and
            the same account has another pseudonym in every export.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def account(self, id_: str) -> str:
        """The pseudonym of an account."""
        return f"p-{hmac_bytes(self._key, b'account/' + id_.encode()).hex()[:16]}"

    def game(self, id_: str) -> str:
        """The pseudonym of a game, in the form of a game's id."""
        return str(UUID(bytes=hmac_bytes(self._key, b"game/" + id_.encode())[:16], version=4))

    def by(self, whom: str) -> str:
        """The author of an event, with an account under its pseudonym."""
        kind, _, id_ = whom.partition(":")
        return f"{kind}:{self.account(id_)}" if kind in ("player", "arbiter") else whom


def pseudonymise(header: Header, events: Iterable[EventLine], names: Pseudonyms) -> Iterator[dict[str, object]]:
    """
    The header of a record and its events under pseudonyms.

    Args:
        header: The record's header.
        events: The record's events, in shape.
        names: The pseudonyms of the export.
    """
    yield {
        "format": FORMAT,
        "game": names.game(header["game"]),
        "ruleset": header["ruleset"],
        "content": header["content"],
        "viewer": header["viewer"],
        "head": {"n": header["head"]["n"]},
    }
    began: datetime | None = None
    for event in events:
        at = datetime.fromisoformat(event["at"])
        began = at if began is None else began
        kept = KEPT.get(event["type"], {})
        yield {
            "game": names.game(event["game"]),
            "n": event["n"],
            "type": event["type"],
            "at": (EPOCH + (at - began)).isoformat(timespec="microseconds")[:26] + "Z",
            "by": names.by(event["by"]),
            "data": {key: keep(names, event["data"][key]) for key, keep in kept.items() if key in event["data"]},
            "sealed": [_opened(one, "for") for one in event["sealed"]],
            "opens": [_opened(one, "n", "i") for one in event["opens"]],
        }


def _opened(envelope: Mapping[str, object], *named: str) -> dict[str, object]:
    """An envelope without its salt and digest."""
    return {key: _without_salts(envelope[key]) for key in (*named, "content") if key in envelope}


def _without_salts(value: object) -> object:
    """The content of an envelope without the salts of the openings inside it."""
    if isinstance(value, dict):
        openings = value.get("opens")
        if isinstance(openings, list) and all(isinstance(one, dict) for one in openings):
            return {**value, "opens": [_opened(one, "n", "i") for one in openings]}
    return value
