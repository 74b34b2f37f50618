"""
The base of every event: how a type of event is declared, and how an event is stored and rendered in a record.

`events` has the declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, TypedDict
from uuid import UUID

from delvebook.domain.envelopes import envelope_salt
from delvebook.domain.kinds import Kind
from delvebook.domain.viewers import Viewer

FIRST_PREV = "0" * 64
"""The `prev` of event 1 (record-format §1)."""


class Field(NamedTuple):
    """
    The declaration of one member of an event's `data`.

    Attributes:
        name: The member.
        kind: The kind of its value.
        meaning: One or two sentences, for the page of events.
        is_optional: Whether it can be missing.
    """

    name: str
    kind: Kind
    meaning: str
    is_optional: bool = False


class Sealed(NamedTuple):
    """The declaration of a secret that an event seals for an audience, `seat` or `arbiter`."""

    audience: str
    what: str


class Origin(NamedTuple):
    """
    Who sent the command that made an event, for the audit trail. Only the service knows it.

    Attributes:
        account: The account; for a bot's move the player whose seat it plays, if there is one.
        token: The id of the token that was used.
        address: The class of the network address, as a keyed hash.
        bot: The kind of bot that chose; None if the account did.
    """

    account: str | None = None
    token: str | None = None
    address: str | None = None
    bot: str | None = None

    def to_plain(self) -> list[str | None]:
        """The origin as it is stored: three entries, and a fourth for a bot."""
        return list(self if self.bot is not None else self[:3])


class StoredEnvelope(NamedTuple):
    """An envelope as it is stored. The salt is missing because it is a function of the seed."""

    audience: list[str]
    digest: str
    content: Any


class Created(TypedDict):
    """Event 1 of a game, as far as a fork and its parent need it."""

    game: str
    data: Mapping[str, Any]


class OpenLine(TypedDict):
    """What happened in an event, as a line of a record tells it."""

    n: int
    type: str
    data: Mapping[str, Any]
    sealed: list[dict[str, Any]]
    opens: list[dict[str, Any]]


class EventLine(OpenLine):
    """An event as a line of a record (record-format §1)."""

    game: str
    at: str
    by: str
    prev: str
    hash: str


@dataclass(frozen=True, slots=True)
class GameEvent:
    """
    One event of a game's stream.

    Attributes:
        originator_id: The game.
        originator_version: The event's number `n`, from 1 without gaps.
        at: The time, as the record writes it: `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
        by: Who made it: `service`, `clock`, `seat:K`, `player:ID`, `arbiter:ID`.
        data: The part that everybody may know.
        sealed: The envelopes.
        opens: Envelopes of earlier events that are opened to everybody.
        prev: The hash of the event before.
        hash: The hash of this event.
        metadata: Data stored with the event but not part of the record: never hashed, never exported. Its
            members:
            `seed`, of event 1;
            `table`, of an `ActionTakenBack` and of a fork's `GameStarted`: the table after it;
            `owes`, of a running game, for projections: the pending decisions as `[[seat, decision], …]`;
            `round`, of a running game, for projections: how far it has come (`Ruleset.round_of`);
            `stopped`, for projections: the clock is stopped;
            `program`, of a `SeatTaken`, for projections: the player's account is a bot's;
            `withheld`, of a `GameAborted`, for projections: the accounts that withheld their nonces;
            `broken_off`, of a `GameAborted`, for projections: the game had started, or a nonce had been shown;
            `parties`, `visibility` and `held` (the running game is shown with a delay), of a `DisputeOpened`, for
            projections;
            `request`: `[key, body digest]` of the client's request that made the event;
            `origin`: see `Origin`.
    """

    class_version: ClassVar[int] = 1
    made_by: ClassVar[tuple[str, ...]] = ()
    """Who can make the event: `service`, `clock`, `seat`, `player`, `arbiter`."""
    command: ClassVar[str | None] = None
    """
    The command of `Game` that makes the event; None if it follows from another event. A replay of a record gives the
    command again: its parameters have the names of the members of `data`, or are `at`, `by`, `player` or `arbiter`.
    """
    can_follow_end: ClassVar[bool] = False
    """Whether the event can come after the end of the game."""
    data_fields: ClassVar[tuple[Field, ...]] = ()
    """The members of `data`."""
    seals: ClassVar[tuple[Sealed, ...]] = ()
    """The secrets that the event seals, and their audiences."""
    required: ClassVar[Mapping[str, Kind]] = {}
    """The kinds of the members that `data` must have; follows from `data_fields`."""
    optional: ClassVar[Mapping[str, Kind]] = {}
    """The kinds of the members that `data` may have; follows from `data_fields`."""

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

    def __init_subclass__(cls) -> None:
        cls.required = {field.name: field.kind for field in cls.data_fields if not field.is_optional}
        cls.optional = {field.name: field.kind for field in cls.data_fields if field.is_optional}

    @classmethod
    def from_stored(cls, game: UUID, n: int, stored: dict[str, Any]) -> GameEvent:
        """The event that `to_stored` described, brought up to this class's version."""
        for version in range(stored.pop("class_version", 1), cls.class_version):
            getattr(cls, f"upcast_v{version}_v{version + 1}")(stored)
        sealed = [StoredEnvelope(*envelope) for envelope in stored.pop("sealed", ())]
        metadata = stored.pop("metadata", {})
        return cls(originator_id=game, originator_version=n, sealed=sealed, metadata=metadata, **stored)

    def to_stored(self) -> dict[str, object]:
        """The event as plain data for the store; empty parts are left out."""
        stored: dict[str, object] = {
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
            stored["metadata"] = self.metadata
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
        """Who sent the command; empty for events that no command made."""
        return Origin(*self.metadata.get("origin", ()))

    @property
    def timestamp(self) -> datetime:
        """The time as an aware datetime."""
        return datetime.fromisoformat(self.at)

    def to_record(self, viewer: Viewer, *, seed: bytes) -> EventLine:
        """
        The event as a line of that viewer's record (record-format §1).

        Args:
            viewer: The viewer, whose envelopes are open in the line.
            seed: The game's seed, from which the salts are derived. It is not part of the line.
        """
        n = self.originator_version
        return {
            "game": str(self.originator_id),
            "n": n,
            "type": self.type,
            "at": self.at,
            "by": self.by,
            "data": self.data,
            "sealed": [
                {
                    "for": envelope.audience,
                    "digest": envelope.digest,
                    "salt": envelope_salt(seed, n=n, i=i),
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
