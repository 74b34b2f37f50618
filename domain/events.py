"""
Every event a game can have, nothing else. This module does not move: stored events name it.

A stored event is a promise. Its shape changes only with a higher `class_version` and an upcast; its
meaning never changes. `tests/domain/test_events.py` keeps a sample of every version.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from delvebook.domain.envelopes import envelope_salt
from delvebook.domain.viewers import Viewer

FIRST_PREV = "0" * 64
"""What stands in `prev` of event 1 (record-format §1)."""


class Origin(NamedTuple):
    """
    Who sent the command that made an event, for the audit trail. Known to the service alone.

    Attributes:
        account: The account that asked; of a bot's move the player for whom it plays, if any.
        token: The id of the token they used.
        address: The class of their address, a keyed hash.
        bot: The kind of bot that chose; None if the account did.
    """

    account: str | None = None
    token: str | None = None
    address: str | None = None
    bot: str | None = None

    def to_plain(self) -> list[str | None]:
        """The origin as it is kept: three entries, and a fourth for a bot."""
        return list(self if self.bot is not None else self[:3])


class StoredEnvelope(NamedTuple):
    """An envelope as it is kept: the salt is a function of the seed, so it is not."""

    audience: list[str]
    digest: str
    content: Any


@dataclass(frozen=True, slots=True)
class GameEvent:
    """
    One event of a game's stream.

    Attributes:
        originator_id: The game.
        originator_version: The event's number `n`, from 1 without gaps.
        at: When, as the record writes it: `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
        by: Who: `service`, `clock`, `seat:K`, `player:ID`, `arbiter:ID`.
        data: What everybody may know.
        sealed: The envelopes.
        opens: Envelopes of earlier events opened to everybody.
        prev: The hash of the event before.
        hash: The hash of this event.
        aside: What is kept with the event and is not part of the record: never hashed, never exported.
            `seed` (of event 1); `table` (of an `ActionTakenBack`, and of a fork's `GameStarted`: the table after it);
            `owes` (`[[seat, decision], …]` of a running game), `stopped` (its clock stands still), `parties` and
            `visibility` (of a `DisputeOpened`), all for projections; `request` (`[key, body digest]` of the client's
            request that made it); and `origin` (see `origin`).
    """

    class_version: ClassVar[int] = 1

    originator_id: UUID
    originator_version: int
    at: str
    by: str
    data: dict[str, Any]
    prev: str
    hash: str
    sealed: list[StoredEnvelope] = field(default_factory=list)
    opens: list[dict[str, Any]] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_stored(cls, game: UUID, n: int, stored: dict[str, Any]) -> GameEvent:
        """The event that `to_stored` described, brought up to this class's version."""
        for version in range(stored.pop("class_version", 1), cls.class_version):
            getattr(cls, f"upcast_v{version}_v{version + 1}")(stored)
        sealed = [StoredEnvelope(*envelope) for envelope in stored.pop("sealed", ())]
        metadata = stored.pop("aside", {})
        return cls(originator_id=game, originator_version=n, sealed=sealed, metadata=metadata, **stored)

    def to_stored(self) -> dict[str, Any]:
        """The event as plain data for the store; what is empty is left out."""
        stored: dict[str, Any] = {
            "at": self.at,
            "by": self.by,
            "data": self.data,
            "prev": self.prev,
            "hash": self.hash,
        }
        if self.sealed:
            stored["sealed"] = [list(envelope) for envelope in self.sealed]
        if self.opens:
            stored["opens"] = self.opens
        if self.metadata:
            stored["aside"] = self.metadata
        if self.class_version > 1:
            stored["class_version"] = self.class_version
        return stored

    @property
    def n(self) -> int:
        """The event's number, from 1."""
        return self.originator_version

    @property
    def type(self) -> str:
        """The event's type, as the record names it."""
        return type(self).__name__

    @property
    def origin(self) -> Origin:
        """Who sent the command; nothing is known where nobody asked, and of events older than the audit trail."""
        return Origin(*self.metadata.get("origin", ()))

    @property
    def timestamp(self) -> datetime:
        """When, as an aware datetime."""
        return datetime.fromisoformat(self.at)

    def to_record(self, viewer: Viewer, *, seed: bytes) -> dict[str, Any]:
        """
        The event as a line of that viewer's record (record-format §1).

        Args:
            viewer: Whose envelopes are opened.
            seed: The game's seed, from which the salts come. It does not get into the line.
        """
        return {
            "game": str(self.originator_id),
            "n": self.n,
            "type": self.type,
            "at": self.at,
            "by": self.by,
            "data": self.data,
            "sealed": [
                {
                    "for": envelope.audience,
                    "digest": envelope.digest,
                    "salt": envelope_salt(seed, n=self.n, i=i),
                    "content": envelope.content,
                }
                if viewer.may_open(envelope.audience)
                else {"for": envelope.audience, "digest": envelope.digest}
                for i, envelope in enumerate(self.sealed)
            ],
            "opens": self.opens,
            "prev": self.prev,
            "hash": self.hash,
        }


class GameCreated(GameEvent):
    """A game was set out: ruleset, options, seats, and the commitment to its seed."""


class SeatTaken(GameEvent):
    """A player, or a bot, sat down."""


class SeatLeft(GameEvent):
    """A seat became free again, before the game started."""


class GameStarted(GameEvent):
    """The table was set up; from here on the tape is fixed."""


class ActionTaken(GameEvent):
    """A seat did something, and everything followed from it that follows by itself."""


class SeatReplaced(GameEvent):
    """In a running game somebody else plays the seat now: a bot for a player, or the player again."""


class TakeBackAsked(GameEvent):
    """A seat would like to take back its last action, which others saw, and asks them."""


class TakeBackAnswered(GameEvent):
    """A seat that was asked agreed, or declined."""


class ActionTakenBack(GameEvent):
    """An action was taken back: the table stands as if it had not been taken."""


class DisputeOpened(GameEvent):
    """Somebody who plays or played here claims that an event is wrong."""


class DisputeFindingAttached(GameEvent):
    """The service played the game again and says what it found."""


class DisputeRuled(GameEvent):
    """An arbiter ruled."""


class DisputeAppealed(GameEvent):
    """A party asks for another arbiter's ruling; that one is the last."""


class GameFinished(GameEvent):
    """The game came to its end by its own rules."""


class GameAborted(GameEvent):
    """The game was broken off."""


class SeedRevealed(GameEvent):
    """The game is over, and its seed is out: from here on everybody may check everything."""


EVENT_TYPES: dict[str, type[GameEvent]] = {
    kind.__name__: kind
    for kind in (
        GameCreated,
        SeatTaken,
        SeatLeft,
        GameStarted,
        ActionTaken,
        SeatReplaced,
        TakeBackAsked,
        TakeBackAnswered,
        ActionTakenBack,
        DisputeOpened,
        DisputeFindingAttached,
        DisputeRuled,
        DisputeAppealed,
        GameFinished,
        GameAborted,
        SeedRevealed,
    )
}
