"""
Every type of event that a game can have, each declared once.

A class declares the fields of its `data` with their kinds and meanings, who can make the event, and what is sealed in
it. Verifiers check the shape of records with these declarations, and `docs/events.md` is generated from them. Nothing
is checked when an event is made or loaded.

A stored event is a promise. Its shape changes only with a higher `class_version` and an upcast, and its meaning never
changes. The class's name is what the store and the record call the type, so it stays, too.
`tests/domain/test_events.py` keeps a sample of every version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final, NamedTuple
from uuid import UUID

from delvebook.domain import kinds
from delvebook.domain.envelopes import envelope_salt
from delvebook.domain.kinds import Kind
from delvebook.domain.viewers import Viewer

FIRST_PREV = "0" * 64
"""What stands in `prev` of event 1 (record-format §1)."""


class Field(NamedTuple):
    """
    The declaration of one member of an event's `data`.

    Attributes:
        name: The member.
        kind: What its value must be.
        meaning: One or two sentences, for the page of events.
        is_optional: Whether it can be missing.
    """

    name: str
    kind: Kind
    meaning: str
    is_optional: bool = False


class Sealed(NamedTuple):
    """The declaration of what an event seals for an audience, `seat` or `arbiter`, that the others may not know."""

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


@dataclass(frozen=True, slots=True)
class GameEvent:
    """
    One event of a game's stream.

    Attributes:
        originator_id: The game.
        originator_version: The event's number `n`, from 1 without gaps.
        at: When, as the record writes it: `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
        by: Who made it: `service`, `clock`, `seat:K`, `player:ID`, `arbiter:ID`.
        data: What everybody may know.
        sealed: The envelopes.
        opens: Envelopes of earlier events that are opened to everybody.
        prev: The hash of the event before.
        hash: The hash of this event.
        metadata: What is stored with the event and is not part of the record: never hashed, never exported. The
            stored key is `aside`. Its members:
            `seed`, of event 1;
            `table`, of an `ActionTakenBack` and of a fork's `GameStarted`: the table after it;
            `owes`, of a running game, for projections: the pending decisions as `[[seat, decision], …]`;
            `stopped`, for projections: the clock is stopped;
            `program`, of a `SeatTaken`, for projections: the player's account is a bot's;
            `withheld`, of a `GameAborted`, for projections: the accounts that withheld their nonces;
            `parties`, `visibility` and `held` (the running game is shown with a delay), of a `DisputeOpened`, for
            projections;
            `request`: `[key, body digest]` of the client's request that made the event;
            `origin`: see `Origin`.
    """

    class_version: ClassVar[int] = 1
    made_by: ClassVar[tuple[str, ...]] = ()
    """Who can make the event: `service`, `clock`, `seat`, `player`, `arbiter`."""
    data_fields: ClassVar[tuple[Field, ...]] = ()
    """The members of `data`."""
    seals: ClassVar[tuple[Sealed, ...]] = ()
    """Who may know more than `data`, and what."""
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
        metadata = stored.pop("aside", {})
        return cls(originator_id=game, originator_version=n, sealed=sealed, metadata=metadata, **stored)

    def to_stored(self) -> dict[str, Any]:
        """The event as plain data for the store; empty parts are left out."""
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
        """Who sent the command; empty for events that no command made, and for those older than the audit trail."""
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


_STATE: Final = "The keyed digest of the whole state after the event."
_DISPUTE: Final = "The event that opened the dispute."


class GameCreated(GameEvent):
    """A game is created: its ruleset, options and seats, and the commitment to its seed."""

    made_by = ("player", "arbiter", "service")
    data_fields = (
        Field("ruleset", kinds.RULESET, "The title and its version."),
        Field("content", kinds.HEX64, "The SHA-256 of the ruleset's content data."),
        Field("options", kinds.OBJECT, "The options, with defaults filled in."),
        Field("seats", kinds.NUMBER, "How many seats the game has."),
        Field("commitment", kinds.HEX64, "The SHA-256 of the seed."),
        Field("creator", kinds.TEXT, "The account that created the game.", is_optional=True),
        Field(
            "clock",
            kinds.CLOCK_OR_NULL,
            "How long a seat may take, if there is a clock: `kind` is `per_decision` (with `seconds`), `budget` (with "
            "`seconds` and `increment`) or `days` (with `days`), and `on_expiry` says what happens then: its `kind` is "
            "`bot` or `forfeit` (each with a `bot`), or `default_action`. In old records `turn_seconds` and "
            "`on_timeout` instead, which mean `per_decision` and the `bot`.",
            is_optional=True,
        ),
        Field("visibility", kinds.TEXT, "`public` or `private`.", is_optional=True),
        Field(
            "parent",
            kinds.PARENT,
            "Of a fork: the game that it left, and the last event before. `as` names the seat whose knowledge the fork "
            "keeps, if it keeps no more. `ruling` is the event of the parent that resumes the game, if one does.",
            is_optional=True,
        ),
        Field(
            "reserved",
            kinds.RESERVED,
            "Of a resumed game or a rematch: the account for which each seat is reserved, or null.",
            is_optional=True,
        ),
        Field("rematch_of", kinds.GAME, "Of a rematch: the game that it follows.", is_optional=True),
        Field(
            "spectator_delay",
            kinds.DELAY,
            "By how many `actions` everybody but the players sees the running game later. It binds the service, not "
            "the game.",
            is_optional=True,
        ),
    )


class SeatTaken(GameEvent):
    """A player takes a seat, or a bot is put on it, before the start."""

    made_by = ("player", "service")
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("player", kinds.TEXT_OR_NULL, "The account; null for a bot."),
        Field("bot", kinds.TEXT_OR_NULL, "The bot's program and its version, such as `greedy@1`; null for a player."),
        Field(
            "nonce_commitment",
            kinds.HEX64_OR_NULL,
            "The SHA-256 of the canonical form of `[game, player, nonce]`; null if the seat gives no nonce.",
            is_optional=True,
        ),
        Field(
            "nonce",
            kinds.TEXT,
            "Instead of `nonce_commitment` in records of before nonces were committed first: the nonce.",
            is_optional=True,
        ),
    )


class SeatLeft(GameEvent):
    """A seat becomes free again before the start: its player leaves, or the creator removes its player or bot."""

    made_by = ("player",)
    data_fields = (Field("seat", kinds.SEAT, "The seat."),)


class SeatsClosed(GameEvent):
    """Every seat is taken, and the seating is over: from here on nobody sits down, leaves or commits anew."""

    made_by = ("service",)
    data_fields = (
        Field(
            "deadline",
            kinds.TIME_OR_NULL,
            "Until when the seats that committed to a nonce must show it; null if none did.",
        ),
    )


class NonceRevealed(GameEvent):
    """A player shows the nonce that the seat committed to."""

    made_by = ("player",)
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("nonce", kinds.TEXT, "What the player contributes to the chance of the game: 16 to 64 characters."),
    )


class GameStarted(GameEvent):
    """The table is set up. From here on the tape is fixed."""

    made_by = ("player", "arbiter", "service")
    data_fields = (
        Field("facts", kinds.FACTS, "What the setup did, in order; of a fork none."),
        Field("draws", kinds.DRAWS, "What was drawn from the tape, if anything.", is_optional=True),
        Field("state", kinds.HEX64, _STATE),
    )
    seals = (
        Sealed("arbiter", "Every component that lies face down, each in its own envelope; a fork seals them again."),
        Sealed("seat", "What only that seat learns from the setup."),
    )


class ActionTaken(GameEvent):
    """A seat acts, and everything happens that follows from it without a further decision."""

    made_by = ("seat",)
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that acts."),
        Field("decision", kinds.NUMBER, "The event that opened the decision that is answered."),
        Field("action", kinds.ACTION, "The action; only its `type` if it is concealed."),
        Field("facts", kinds.FACTS, "What everybody may know of what happened, in order."),
        Field("draws", kinds.DRAWS, "What was drawn from the tape, if anything.", is_optional=True),
        Field("state", kinds.HEX64, _STATE),
    )
    seals = (
        Sealed("arbiter", "Every component that is put face down, each in its own envelope."),
        Sealed("seat", "A concealed action in full; the facts and components that only that seat is shown."),
    )


class SeatReplaced(GameEvent):
    """In a running game a bot takes over from a player, or the player comes back."""

    made_by = ("clock", "seat", "player")
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("player", kinds.TEXT_OR_NULL, "The account whose seat it is; null if a bot was put there."),
        Field(
            "bot",
            kinds.TEXT_OR_NULL,
            "The program that plays on and its version, such as `greedy@1`; null if the player is back.",
        ),
        Field(
            "reason",
            kinds.TEXT,
            "`deadline`, `left`, `handed over`, `absent` (another player asked for it) or `returned`.",
        ),
    )


class SeatResigned(GameEvent):
    """In a running game a seat is given up for good, by its player or because its time is over."""

    made_by = ("clock", "seat")
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("bot", kinds.TEXT_OR_NULL, "The program that plays on and its version; null if the game ends."),
        Field("reason", kinds.TEXT, "`resigned` by the seat, `deadline` by the clock."),
    )


class TimeExpired(GameEvent):
    """The seat's time for a decision is over, and the clock decides for it in the next event."""

    made_by = ("clock",)
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("decision", kinds.NUMBER, "The event that opened the decision."),
    )


class EndProposed(GameEvent):
    """A seat proposes to break the game off. Every player who has not resigned must consent."""

    made_by = ("seat",)
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that proposes."),
        Field("of", kinds.SEATS, "The seats that must consent."),
    )


class EndAnswered(GameEvent):
    """A seat consents to a proposed end, or declines it; the seat that proposed it withdraws it so."""

    made_by = ("seat",)
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that answers."),
        Field("proposed", kinds.NUMBER, "The event that proposed it."),
        Field("agrees", kinds.TRUTH, "Whether the seat consents."),
    )


class TakeBackAsked(GameEvent):
    """A seat asks to take back its last action, which other seats saw."""

    made_by = ("seat",)
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that asks."),
        Field("action", kinds.NUMBER, "The event of the action."),
        Field("of", kinds.LIST, "The seats that must consent."),
    )


class TakeBackAnswered(GameEvent):
    """A seat consents to a take-back, or declines it."""

    made_by = ("seat",)
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that answers."),
        Field("asked", kinds.NUMBER, "The event that asked."),
        Field("agrees", kinds.TRUTH, "Whether the seat consents."),
    )


class ActionTakenBack(GameEvent):
    """An action is taken back. The table stands as if it had not been taken."""

    made_by = ("seat", "service")
    data_fields = (
        Field("seat", kinds.SEAT, "The seat whose action it was."),
        Field("action", kinds.NUMBER, "The event of the action."),
        Field("state", kinds.HEX64, _STATE),
    )


class DisputeOpened(GameEvent):
    """A player who sits or sat in the game claims that an event is wrong."""

    made_by = ("player",)
    data_fields = (
        Field("seat", kinds.SEAT_OR_NULL, "The claimant's seat; null if they have left."),
        Field("event", kinds.NUMBER, "The disputed event."),
        Field("claim", kinds.TEXT, "The claim."),
        Field("receipts", kinds.TEXTS, "Receipts that the claimant hands in."),
        Field(
            "record",
            kinds.OBJECT_OR_NULL,
            "The claimant's own record, if they have one: its `sha256`, `n` and `hash` of its head, and `differs_at`, "
            "the first event that differs, or null.",
        ),
    )


class DisputeFindingAttached(GameEvent):
    """The service has replayed the game and attaches what that showed."""

    made_by = ("service",)
    data_fields = (
        Field("dispute", kinds.NUMBER, _DISPUTE),
        Field("finding", kinds.OBJECT, "What everybody may know of it."),
    )
    seals = (Sealed("arbiter", "What is secret in it, while the game has secrets."),)


class DisputeRuled(GameEvent):
    """An arbiter rules on a dispute."""

    made_by = ("arbiter",)
    data_fields = (
        Field("dispute", kinds.NUMBER, _DISPUTE),
        Field("verdict", kinds.VERDICT, "Whether the claim is dismissed or upheld."),
        Field(
            "remedy",
            kinds.REMEDY_OR_NULL,
            '`{"type": "annul"}`, `{"type": "adjudicate", "ranking"}` or '
            '`{"type": "resume", "at", "ruleset", "game"}`; see [disputes.md](disputes.md).',
        ),
        Field("reason", kinds.TEXT, "The arbiter's reason."),
    )


class DisputeAppealed(GameEvent):
    """A party asks for another arbiter's ruling, which is final."""

    made_by = ("player",)
    data_fields = (
        Field("dispute", kinds.NUMBER, _DISPUTE),
        Field("reason", kinds.TEXT, "The party's reason."),
    )


class DisputeWithdrawn(GameEvent):
    """The claimant withdraws the claim before an arbiter has ruled on it."""

    made_by = ("player",)
    data_fields = (Field("dispute", kinds.NUMBER, _DISPUTE),)


class DisputeClockResumed(GameEvent):
    """The ruling is overdue, so the dispute no longer stops the clock. The claim stays open."""

    made_by = ("clock",)
    data_fields = (Field("dispute", kinds.NUMBER, _DISPUTE),)


class GameFinished(GameEvent):
    """The game ends by its own rules."""

    made_by = ("service",)
    data_fields = (
        Field(
            "outcome", kinds.OBJECT, "`reason`, `winners`, `ranking`, `scores`, `details` and `clauses` of the result."
        ),
    )


class GameAborted(GameEvent):
    """The game is broken off."""

    made_by = ("player", "arbiter", "service", "clock")
    data_fields = (
        Field(
            "reason",
            kinds.TEXT,
            "The reason; `nonce_withheld` if the clock does it, `agreed` if every player has consented.",
        ),
        Field(
            "seats",
            kinds.SEATS,
            "With `nonce_withheld`: the seats that committed to a nonce and did not show it in time.",
            is_optional=True,
        ),
        Field("resumed_by", kinds.GAME, "The game in which a ruling resumes this one, if one does.", is_optional=True),
    )


class SeedRevealed(GameEvent):
    """The game is over and its seed is public, so that everybody can check everything."""

    made_by = ("service",)
    data_fields = (Field("seed", kinds.HEX64, "The seed."),)


EVENT_TYPES: dict[str, type[GameEvent]] = {kind.__name__: kind for kind in GameEvent.__subclasses__()}
"""Every type of event, in the order of their declarations."""
