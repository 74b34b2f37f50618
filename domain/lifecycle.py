"""
The state of a game apart from its table, as one frozen value, and `evolve`, the only function that changes it.

A command makes an event and evolves the lifecycle with it; loading evolves the lifecycle with the stored
event. Both use the same function, so a game that is played and a game that is loaded cannot differ.

The state of the title is not here: `Ruleset.play` changes it and returns the facts of the event at the
same time, so the table must advance before the event exists (see `aggregate`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from delvebook.domain import disputes
from delvebook.domain.bot_names import BotName, bot_name
from delvebook.domain.disputes import Dispute
from delvebook.domain.errors import BrokenRuleError, UnknownSeatError
from delvebook.domain.events import (
    ActionTaken,
    ActionTakenBack,
    DisputeAppealed,
    DisputeClockResumed,
    DisputeFindingAttached,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
    EndAnswered,
    EndProposed,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    NonceRevealed,
    SeatLeft,
    SeatReplaced,
    SeatResigned,
    SeatsClosed,
    SeatTaken,
    SeedRevealed,
    TakeBackAnswered,
    TakeBackAsked,
    TimeExpired,
)
from delvebook.domain.game_event import GameEvent

Status = Literal["open", "running", "finished", "aborted"]


class Seat(NamedTuple):
    """
    The occupant of a seat.

    Attributes:
        player: The account that took the seat; kept while a bot plays for it.
        bot: The program that plays the seat now, and its version; None if the player does.
        nonce: The player's contribution to the chance of the game (record-format §3); `""` until it is shown.
        nonce_commitment: The commitment that the player made on sitting down; None if the seat gives no nonce.
    """

    player: str | None = None
    bot: str | None = None
    nonce: str = ""
    nonce_commitment: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether the seat can still be taken."""
        return self.player is None and self.bot is None

    @property
    def owes_nonce(self) -> bool:
        """Whether the seat has committed to a nonce and not shown it."""
        return self.nonce_commitment is not None and self.nonce == ""


class TakeBackRequest(NamedTuple):
    """
    A seat's request to take back its last action, which needs the consent of the others.

    Attributes:
        n: The event that asked.
        seat: The seat that asks.
        action: The event that is to be taken back.
        waiting: The seats that have not answered yet; empty once all have agreed or one has declined.
    """

    n: int
    seat: int
    action: int
    waiting: tuple[int, ...]

    def answered(self, seat: int, *, agrees: bool) -> TakeBackRequest:
        """The request after that seat's answer; a refusal ends the waiting."""
        return self._replace(waiting=tuple(other for other in self.waiting if agrees and other != seat))


class EndProposal(NamedTuple):
    """
    A seat's proposal to break the game off, which needs the consent of every player.

    Attributes:
        n: The event that proposed it.
        seat: The seat that proposed it.
        waiting: The seats that have not answered yet.
    """

    n: int
    seat: int
    waiting: tuple[int, ...]

    def without(self, seat: int) -> EndProposal | None:
        """The proposal after that seat has consented or given up; None if the seat that proposed it has given up."""
        if seat == self.seat:
            return None
        return self._replace(waiting=tuple(other for other in self.waiting if other != seat))


class Lifecycle(NamedTuple):
    """
    The state of a game apart from its table. The values in it are never changed in place.

    Attributes:
        created: The data of event 1.
        status: `open` (seats are being taken), `running`, `finished` or `aborted`.
        seats: The occupants of the seats.
        parties: The accounts that sit or sat in the game, in the order in which they came.
        outcome: The result of a finished game as plain data.
        is_seed_revealed: Whether the seed is public.
        take_back: The last take-back that needed consent; None if none was requested since the last action.
        disputes: Every dispute as plain data, by the `n` of the event that opened it.
        resumed_by: The game in which a ruling resumes this one; None if no ruling does.
        is_seating_over: Whether the seats are closed.
        nonces_due: The deadline for showing nonces; None if the seats are open, or no seat gives a nonce.
        finished_at: The `n` of the event that says that the game is over; None before, and of a game broken off.
        resigned: The seats that were given up for good, in the order of giving up.
        removed: The accounts that the creator has removed before the start.
        end_proposal: The end that is proposed; None if there is none.
        end_proposals: The seats that have proposed an end, one entry for each proposal.
    """

    created: Mapping[str, Any] = {}
    status: Status = "open"
    seats: tuple[Seat, ...] = ()
    parties: tuple[str, ...] = ()
    outcome: dict[str, object] | None = None
    is_seed_revealed: bool = False
    take_back: TakeBackRequest | None = None
    disputes: Mapping[int, Dispute] = {}
    resumed_by: str | None = None
    is_seating_over: bool = False
    nonces_due: str | None = None
    finished_at: int | None = None
    resigned: tuple[int, ...] = ()
    removed: tuple[str, ...] = ()
    end_proposal: EndProposal | None = None
    end_proposals: tuple[int, ...] = ()

    # -- what follows from it -------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, object]:
        """The options, with defaults filled in."""
        options: Mapping[str, object] = self.created["options"]
        return options

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and nothing can be played any more."""
        return self.status in ("finished", "aborted")

    @property
    def is_fork(self) -> bool:
        """Whether the game starts from an earlier point of another game."""
        return "parent" in self.created

    @property
    def is_resumption(self) -> bool:
        """Whether the game is a fork in which a ruling resumes another game."""
        return "ruling" in self.created.get("parent", ())

    @property
    def is_withheld(self) -> bool:
        """Whether the seed stays secret until the game that resumes this one is over."""
        return self.resumed_by is not None and not self.is_seed_revealed

    @property
    def is_clock_stopped(self) -> bool:
        """Whether deadlines are suspended because a dispute waits for its ruling."""
        return bool(self.disputes) and disputes.is_clock_stopped(self.disputes)

    @property
    def pending_take_back(self) -> TakeBackRequest | None:
        """The take-back that waits for an answer; None if there is none."""
        return self.take_back if self.take_back is not None and self.take_back.waiting else None

    @property
    def nonces_missing(self) -> list[int]:
        """The seats that have committed to a nonce and not shown it, ascending."""
        return [number for number, seat in enumerate(self.seats) if seat.owes_nonce]

    @property
    def is_nonce_shown(self) -> bool:
        """Whether any seat has shown a nonce."""
        return any(seat.nonce for seat in self.seats)

    @property
    def is_broken_off_now(self) -> bool:
        """Whether an end now would break the game off: it has started, or a nonce is shown, so chance may be known."""
        return self.status == "running" or self.is_nonce_shown

    def seat(self, number: int) -> Seat:
        """
        The seat of that number.

        Raises:
            UnknownSeatError
        """
        if not 0 <= number < len(self.seats):
            seats = len(self.seats)
            raise UnknownSeatError(f"this game has seats 0 to {seats - 1}, not {number}", seats=seats)
        return self.seats[number]

    def seat_of(self, player: str) -> int | None:
        """The number of the player's seat, even while a bot plays it; None if the player has no seat."""
        for number, seat in enumerate(self.seats):
            if seat.player == player:
                return number
        return None

    def is_party(self, account: str) -> bool:
        """Whether the account sits or sat in the game, or has a seat reserved for it."""
        return account in self.parties or account in (self.created.get("reserved") or ())

    # -- storing it -----------------------------------------------------------------------------

    def to_plain(self) -> dict[str, object]:
        """The lifecycle as plain data."""
        plain: dict[str, object] = msgspec.to_builtins(self._asdict())
        return {**plain, "disputes": list(self.disputes.values())}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Lifecycle:
        """The lifecycle that `to_plain` described."""
        whole = {**plain, "disputes": {dispute["n"]: dispute for dispute in plain["disputes"]}}
        return msgspec.convert([whole[name] for name in cls._fields], Lifecycle)

    # -- helpers of evolve ----------------------------------------------------------------------

    def with_seat(self, number: int, seat: Seat) -> Lifecycle:
        """The same lifecycle with another occupant of one seat."""
        return self._replace(seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def evolve(lifecycle: Lifecycle, event: GameEvent) -> Lifecycle:
    """
    The lifecycle after the event. It judges nothing, because the event has happened.

    Raises:
        BrokenRuleError: The event is of an unknown type, or cannot follow.
    """
    data = event.data
    match event:
        case ActionTaken() | ActionTakenBack():
            return lifecycle if lifecycle.take_back is None else lifecycle._replace(take_back=None)
        case TakeBackAsked():
            request = TakeBackRequest(event.n, data["seat"], data["action"], tuple(data["of"]))
            return lifecycle._replace(take_back=request)
        case TakeBackAnswered():
            if lifecycle.take_back is None:
                raise BrokenRuleError(f"event {event.n} answers a take-back that no event asked for")
            return lifecycle._replace(take_back=lifecycle.take_back.answered(data["seat"], agrees=data["agrees"]))
        case SeatTaken():
            seat = Seat(data["player"], data["bot"], nonce_commitment=data["nonce_commitment"])
            taken = lifecycle.with_seat(data["seat"], seat)
            if data["player"] in (None, *taken.parties):
                return taken
            return taken._replace(parties=(*taken.parties, data["player"]))
        case SeatLeft():
            player = lifecycle.seats[data["seat"]].player
            freed = lifecycle.with_seat(data["seat"], Seat())
            is_removed = player is not None and event.by != f"player:{player}"
            return freed._replace(removed=(*freed.removed, player)) if is_removed and player is not None else freed
        case SeatsClosed():
            return lifecycle._replace(is_seating_over=True, nonces_due=data["deadline"])
        case NonceRevealed():
            return lifecycle.with_seat(data["seat"], lifecycle.seats[data["seat"]]._replace(nonce=data["nonce"]))
        case SeatReplaced():
            return lifecycle.with_seat(data["seat"], lifecycle.seats[data["seat"]]._replace(bot=data["bot"]))
        case SeatResigned():
            seat = lifecycle.seats[data["seat"]]
            given_up = lifecycle.with_seat(data["seat"], seat._replace(bot=data["bot"] or seat.bot))
            proposal = lifecycle.end_proposal
            return given_up._replace(
                resigned=(*lifecycle.resigned, data["seat"]),
                end_proposal=None if proposal is None else proposal.without(data["seat"]),
            )
        case TimeExpired():
            return lifecycle
        case EndProposed():
            return lifecycle._replace(
                end_proposal=EndProposal(event.n, data["seat"], tuple(data["of"])),
                end_proposals=(*lifecycle.end_proposals, data["seat"]),
            )
        case EndAnswered():
            proposal = lifecycle.end_proposal
            if proposal is None:
                raise BrokenRuleError(f"event {event.n} answers a proposal that no event made")
            return lifecycle._replace(end_proposal=proposal.without(data["seat"]) if data["agrees"] else None)
        case (
            DisputeOpened()
            | DisputeFindingAttached()
            | DisputeRuled()
            | DisputeAppealed()
            | DisputeWithdrawn()
            | DisputeClockResumed()
        ):
            is_running = lifecycle.status == "running"
            return lifecycle._replace(disputes=disputes.evolve(lifecycle.disputes, event, is_running=is_running))
        case GameCreated():
            return Lifecycle(created=data, seats=(Seat(),) * data["seats"])
        case GameStarted():
            return lifecycle._replace(status="running")
        case GameFinished():
            return lifecycle._replace(
                status="finished", outcome=data["outcome"], finished_at=event.n, end_proposal=None
            )
        case GameAborted():
            return lifecycle._replace(status="aborted", resumed_by=data.get("resumed_by"), end_proposal=None)
        case SeedRevealed():
            return lifecycle._replace(is_seed_revealed=True)
        case _:
            raise BrokenRuleError(f"event {event.n} is a {event.type}, which this version does not know")


def seat_name(number: int, *, player: str | None, bot: str | None, people: Mapping[str, str]) -> str | BotName | None:
    """
    The name of a seat in sentences: its player's, or its bot's; None where it is not known.

    Args:
        number: The seat.
        player: The account that has it.
        bot: The program that plays it now. A seat with a player is named by the player all the same.
        people: The names of accounts, by id.
    """
    if player is None and bot is not None:
        return bot_name(bot, number + 1)
    return people.get(player or "")
