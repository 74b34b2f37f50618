"""
Every type of event that a game can have, each declared once.

A class declares the fields of its `data` with their kinds and meanings, who can make the event and by which command,
and what is sealed in it. Verifiers check the shape of records with these declarations. `make events` writes
`docs/events.md` and the tables of the client and of the browser's verifier from them. Nothing is checked when an event
is made or loaded.

A stored event is a promise. Its shape changes only with a higher `class_version` and an upcast, and its meaning never
changes. The class's name is what the store and the record call the type, so it stays, too.
`tests/domain/test_events.py` keeps a sample of every version.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain import kinds
from delvebook.domain.game_event import Field, GameEvent, Sealed

_STATE: Final = "The keyed digest of the whole state after the event."
_DISPUTE: Final = "The event that opened the dispute."


class GameCreated(GameEvent):
    """A game is created: its ruleset, options and seats, and the commitment to its seed."""

    made_by = ("player", "arbiter", "service")
    command = "create"
    data_fields = (
        Field("ruleset", kinds.RULESET, "The title and its version."),
        Field("content", kinds.HEX64, "The SHA-256 of the ruleset's content data."),
        Field("options", kinds.OBJECT, "The options, with defaults filled in."),
        Field("seats", kinds.SEAT_COUNT, "How many seats the game has."),
        Field("commitment", kinds.HEX64, "The SHA-256 of the seed."),
        Field("creator", kinds.ID, "The account that created the game; missing if the service did.", is_optional=True),
        Field(
            "clock",
            kinds.CLOCK_OR_NULL,
            "How long a seat may take, if there is a clock: `kind` is `per_decision` (with `seconds`), `budget` (with "
            "`seconds` and `increment`) or `days` (with `days`), and `on_expiry` says what happens then: its `kind` is "
            "`bot` or `forfeit` (each with a `bot`), or `default_action`.",
            is_optional=True,
        ),
        Field("visibility", kinds.VISIBILITY, "`public`, `unlisted` or `private`.", is_optional=True),
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
        Field(
            "hints",
            kinds.TRUTH,
            "Whether the player may ask what the strong bot would do, as long as nobody else plays. Missing means no.",
            is_optional=True,
        ),
    )


class SeatTaken(GameEvent):
    """A player takes a seat, or a bot is put on it, before the start."""

    made_by = ("player", "service", "arbiter")
    command = "take_seat"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("player", kinds.ID_OR_NULL, "The account; null for a bot."),
        Field("bot", kinds.PROGRAM_OR_NULL, "The program and its version, such as `greedy@1`; null for a player."),
        Field(
            "nonce_commitment",
            kinds.HEX64_OR_NULL,
            "The SHA-256 of the canonical form of `[game, player, nonce]`; null if the seat gives no nonce.",
        ),
    )


class SeatLeft(GameEvent):
    """A seat becomes free again before the start: its player leaves, or is removed like a bot by who may do so."""

    made_by = ("player", "arbiter")
    command = "leave_seat"
    data_fields = (Field("seat", kinds.SEAT, "The seat."),)


class SeatsClosed(GameEvent):
    """Every seat is taken, and the seating is over: from here on nobody sits down, leaves or commits anew."""

    made_by = ("service",)
    command = "close_seats"
    data_fields = (
        Field(
            "deadline",
            kinds.TIME_OR_NULL,
            "Until when the seats that committed to a nonce must show it, later than `at`; null if none did.",
        ),
    )


class NonceRevealed(GameEvent):
    """A player shows the nonce that the seat committed to."""

    made_by = ("player",)
    command = "reveal_nonce"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("nonce", kinds.NONCE, "What the player contributes to the chance of the game: 16 to 64 characters."),
    )


class GameStarted(GameEvent):
    """The table is set up. From here on the tape is fixed."""

    made_by = ("player", "arbiter", "service")
    command = "start"
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
    command = "act"
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
    command = "replace_seat"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("player", kinds.ID, "The account whose seat it is."),
        Field(
            "bot",
            kinds.PROGRAM_OR_NULL,
            "The program that plays on and its version, such as `greedy@1`; null if the player is back.",
        ),
        Field(
            "reason",
            kinds.REPLACED_REASON,
            "`deadline`, `left`, `handed over`, `absent` (another player asked for it) or `returned`.",
        ),
    )


class SeatResigned(GameEvent):
    """In a running game a seat is given up for good, by its player or because its time is over."""

    made_by = ("clock", "seat")
    command = "resign"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("bot", kinds.PROGRAM_OR_NULL, "The program that plays on and its version; null if the game ends."),
        Field("reason", kinds.RESIGNED_REASON, "`resigned` by the seat, `deadline` by the clock."),
    )


class TimeExpired(GameEvent):
    """The seat's time for a decision is over, and the clock decides for it in the next event."""

    made_by = ("clock",)
    command = "expire"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("decision", kinds.NUMBER, "The event that opened the decision."),
    )


class EndProposed(GameEvent):
    """A seat proposes to break the game off. Every player who has not resigned must consent."""

    made_by = ("seat",)
    command = "propose_end"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that proposes."),
        Field("of", kinds.SEATS, "The seats that must consent."),
    )


class EndAnswered(GameEvent):
    """A seat consents to a proposed end, or declines it. The seat that proposed it withdraws it by declining."""

    made_by = ("seat",)
    command = "answer_end"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that answers."),
        Field("proposed", kinds.NUMBER, "The event that proposed it."),
        Field("agrees", kinds.TRUTH, "Whether the seat consents."),
    )


class TakeBackAsked(GameEvent):
    """A seat asks to take back its last action, which other seats saw."""

    made_by = ("seat",)
    command = "take_back"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that asks."),
        Field("action", kinds.NUMBER, "The event of the action."),
        Field("of", kinds.SEATS, "The seats that must consent."),
    )


class TakeBackAnswered(GameEvent):
    """A seat consents to a take-back, or declines it."""

    made_by = ("seat",)
    command = "answer_take_back"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat that answers."),
        Field("asked", kinds.NUMBER, "The event that asked."),
        Field("agrees", kinds.TRUTH, "Whether the seat consents."),
    )


class ActionTakenBack(GameEvent):
    """An action is taken back. The table stands as if it had not been taken."""

    made_by = ("seat", "service")
    command = "take_back"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat whose action it was."),
        Field("action", kinds.NUMBER, "The event of the action."),
        Field("state", kinds.HEX64, _STATE),
    )


class DisputeOpened(GameEvent):
    """A player who sits or sat in the game claims that an event is wrong."""

    made_by = ("player",)
    command = "open_dispute"
    can_follow_end = True
    data_fields = (
        Field("seat", kinds.SEAT_OR_NULL, "The claimant's seat; null if they have left."),
        Field("event", kinds.NUMBER, "The disputed event."),
        Field("claim", kinds.TEXT, "The claim."),
        Field("receipts", kinds.TEXTS, "Receipts that the claimant hands in."),
        Field(
            "record",
            kinds.OWN_RECORD_OR_NULL,
            "The claimant's own record, if they have one: its `sha256`, `n` and `hash` of its head, and `event`, "
            "the first one that differs, or null.",
        ),
    )


class DisputeFindingAttached(GameEvent):
    """The service has replayed the game and attaches what that showed."""

    made_by = ("service",)
    command = "attach_finding"
    can_follow_end = True
    data_fields = (
        Field("dispute", kinds.NUMBER, _DISPUTE),
        Field("finding", kinds.OBJECT, "What everybody may know of it."),
    )
    seals = (Sealed("arbiter", "What is secret in it, while the game has secrets."),)


class DisputeRuled(GameEvent):
    """An arbiter rules on a dispute."""

    made_by = ("arbiter",)
    command = "rule"
    can_follow_end = True
    data_fields = (
        Field("dispute", kinds.NUMBER, _DISPUTE),
        Field("verdict", kinds.VERDICT, "Whether the claim is dismissed or upheld."),
        Field(
            "remedy",
            kinds.REMEDY_OR_NULL,
            '`{"type": "annul"}`, `{"type": "adjudicate", "ranking"}` or '
            '`{"type": "resume", "event", "ruleset", "game"}`; see [disputes.md](disputes.md).',
        ),
        Field("reason", kinds.TEXT, "The arbiter's reason."),
    )


class DisputeAppealed(GameEvent):
    """A party asks for another arbiter's ruling, which is final."""

    made_by = ("player",)
    command = "appeal"
    can_follow_end = True
    data_fields = (
        Field("dispute", kinds.NUMBER, _DISPUTE),
        Field("reason", kinds.TEXT, "The party's reason."),
    )


class DisputeWithdrawn(GameEvent):
    """The claimant withdraws the claim before an arbiter has ruled on it."""

    made_by = ("player",)
    command = "withdraw_dispute"
    can_follow_end = True
    data_fields = (Field("dispute", kinds.NUMBER, _DISPUTE),)


class DisputeClockResumed(GameEvent):
    """The ruling is overdue, so the dispute no longer stops the clock. The claim stays open."""

    made_by = ("clock",)
    command = "resume_clock"
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
    command = "abort"
    data_fields = (
        Field(
            "reason",
            kinds.TEXT,
            "The reason; by the clock `nonce_withheld`, or `not_resumed` if nobody started a resumed game in time; "
            "`agreed` if every player has consented.",
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
    command = "reveal"
    can_follow_end = True
    data_fields = (Field("seed", kinds.HEX64, "The seed."),)


EVENT_TYPES: dict[str, type[GameEvent]] = {kind.__name__: kind for kind in GameEvent.__subclasses__()}
"""Every type of event, in the order of their declarations."""
