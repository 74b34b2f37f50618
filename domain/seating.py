"""Seats: which one a player may take, when they are closed, who shows which nonce, and when the game may start."""

from __future__ import annotations

from typing import Final

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import (
    AlreadyStartedError,
    MalformedError,
    NoFreeSeatError,
    NonceLateError,
    NonceLengthError,
    NonceMismatchError,
    NonceNotDueError,
    NonceShownError,
    NoncesMissingError,
    NoNonceError,
    NotYoursError,
    RemovedError,
    RulingNotDueError,
    SeatedError,
    SeatReservedError,
    SeatsClosedError,
    SeatsMissingError,
    SeatsOpenError,
    SeatTakenError,
)
from delvebook.domain.kinds import NONCE_MAX, NONCE_MIN
from delvebook.domain.lifecycle import Lifecycle, Seat
from delvebook.domain.tape import nonce_commitment

WITHHELD: Final = "nonce_withheld"
NOT_RESUMED: Final = "not_resumed"
CLOCKS_REASONS: Final = (WITHHELD, NOT_RESUMED)
"""The reasons of a `GameAborted` by the clock: for nonces not shown, and for a resumed game that nobody started."""


def choose_seat(lifecycle: Lifecycle, seat: int | None, *, player: str) -> int:
    """
    The seat that the player takes in a game that has not started.

    Args:
        lifecycle: The game's lifecycle.
        seat: The seat the player wants; None for a seat reserved for the player, or else the first free one.
        player: The account.

    Raises:
        UnknownSeatError
        SeatTakenError: The player has a seat, or the seat is taken or reserved for another player.
        RemovedError: The creator has removed the player.
    """
    if lifecycle.seat_of(player) is not None:
        raise SeatedError("you sit at this table already")
    if player in lifecycle.removed:
        raise RemovedError("the creator of the game has removed you from this table")
    reserved = lifecycle.created.get("reserved") or [None] * len(lifecycle.seats)
    if seat is None:
        free = [number for number, taken in enumerate(lifecycle.seats) if taken.is_free]
        open_to_player = [
            *(number for number in free if reserved[number] == player),
            *(number for number in free if reserved[number] is None),
        ]
        if not open_to_player:
            raise NoFreeSeatError("every seat is taken or reserved for another player")
        return open_to_player[0]
    require_free(lifecycle, seat)
    if reserved[seat] not in (None, player):
        raise SeatReservedError(f"seat {seat} is reserved for the player who sat there in the game that is resumed")
    return seat


def choose_seat_to_resume(lifecycle: Lifecycle, seat: int | None, *, player: str) -> int:
    """
    The seat that a player takes over again from a bot in a running game.

    Raises:
        AlreadyStartedError: It is not the player's seat.
        SeatedError: No bot plays it.
    """
    own = lifecycle.seat_of(player)
    if own is None or seat not in (None, own):
        raise AlreadyStartedError("the game has started; seats can no longer be taken")
    if lifecycle.seats[own].bot is None:
        raise SeatedError("you sit at this table already")
    return own


def require_free(lifecycle: Lifecycle, seat: int) -> None:
    """
    Returns if the seat can be taken.

    Raises:
        UnknownSeatError, SeatTakenError, AlreadyStartedError
    """
    is_free = lifecycle.seat(seat).is_free
    if lifecycle.status == "running":
        raise AlreadyStartedError("the game has started; seats can no longer be taken")
    if lifecycle.status != "open" or not is_free:
        raise SeatTakenError(f"seat {seat} is taken")


def require_taken(lifecycle: Lifecycle, seat: int) -> Seat:
    """
    The seat, if it is taken.

    Raises:
        UnknownSeatError
        NotYoursError: The seat is free.
    """
    taken = lifecycle.seat(seat)
    if taken.is_free:
        raise NotYoursError(f"seat {seat} is free")
    return taken


def require_all_taken(lifecycle: Lifecycle) -> None:
    """
    Returns if no seat is free.

    Raises:
        SeatsMissingError: `details["seats"]` lists the free ones.
    """
    free = [number for number, seat in enumerate(lifecycle.seats) if seat.is_free]
    if free:
        raise SeatsMissingError(f"seats {', '.join(map(str, free))} are still free", seats=free)


def require_own(lifecycle: Lifecycle, seat: int, *, by: str) -> None:
    """
    Returns if `by` is the player of the seat.

    Raises:
        NotYoursError
    """
    player = lifecycle.seat(seat).player
    if player is None or by != f"player:{player}":
        raise NotYoursError(f"seat {seat} is not yours")


def is_creator(lifecycle: Lifecycle, by: str) -> bool:
    """Whether `by` has the creator's rights. In a resumed game nobody has, because it was made for an arbiter."""
    creator = lifecycle.created.get("creator")
    return creator is not None and by == f"player:{creator}" and not lifecycle.is_resumption


def is_official(lifecycle: Lifecycle, by: str) -> bool:
    """Whether `by` acts as an official. A party of the game does not, whatever office it holds."""
    kind, _, account = by.partition(":")
    return kind == "arbiter" and not lifecycle.is_party(account)


def is_kept(lifecycle: Lifecycle, seat: int) -> bool:
    """Whether the seat of a resumed game is reserved for an account, so that only officials move a bot there."""
    return lifecycle.is_resumption and lifecycle.created["reserved"][seat] is not None


def require_may_put_bot(lifecycle: Lifecycle, seat: int, *, by: str) -> None:
    """
    Returns if `by` may put a bot on the free seat.

    The creator may, and in a game that the service created, the service. In a resumed game officials may where a seat
    is kept for a player, and the service on the others.

    Raises:
        NotYoursError
    """
    lifecycle.seat(seat)
    if lifecycle.is_resumption:
        may = is_official(lifecycle, by) if is_kept(lifecycle, seat) else by == "service"
    else:
        may = is_creator(lifecycle, by) or (by == "service" and "creator" not in lifecycle.created)
    if not may:
        raise NotYoursError(f"a bot on seat {seat} is not yours to put")


def require_may_free(lifecycle: Lifecycle, seat: int, *, by: str) -> None:
    """
    Returns if `by` may free a taken seat before the start: its player, or the creator, who removes a player or a bot.

    The seats of a resumed game are kept for their players; officials may remove a bot that sat down for one of them.

    Raises:
        NotYoursError
    """
    taken = lifecycle.seat(seat)
    if taken.player is not None and by == f"player:{taken.player}":
        return
    may = is_official(lifecycle, by) and taken.player is None and is_kept(lifecycle, seat)
    if not may and not is_creator(lifecycle, by):
        raise NotYoursError(f"seat {seat} is not yours to leave")


def require_may_start(lifecycle: Lifecycle, *, by: str) -> None:
    """
    Returns if `by` may start the game: a player of any seat, or the creator.

    The service may if every seat is a bot's, and officials a resumed game.

    Raises:
        NotYoursError
    """
    kind, _, account = by.partition(":")
    if kind == "service":
        may = all(seat.player is None for seat in lifecycle.seats)
    elif kind == "arbiter":
        may = lifecycle.is_resumption and is_official(lifecycle, by)
    else:
        may = lifecycle.seat_of(account) is not None or is_creator(lifecycle, by)
    if not may:
        raise NotYoursError("the game is not yours to start")


def require_may_abort(lifecycle: Lifecycle, *, by: str) -> None:
    """
    Returns if `by` may break the game off for a reason of its own.

    Officials may at any time, the creator before the start and before any nonce is shown, because after that they may
    already know more than the others. The service may in a resumed game, which an appeal may settle otherwise.

    Raises:
        NotYoursError
    """
    if by == "service":
        may = lifecycle.is_resumption
    else:
        may = is_official(lifecycle, by) or (is_creator(lifecycle, by) and not lifecycle.is_broken_off_now)
    if not may:
        raise NotYoursError("the game is not yours to break off")


def require_seating(lifecycle: Lifecycle) -> None:
    """
    Returns if players can still leave. They cannot once every seat is taken.

    Raises:
        SeatsClosedError
    """
    if not any(seat.is_free for seat in lifecycle.seats):
        raise SeatsClosedError("every seat is taken, so nobody can leave before the start")


def require_closing(lifecycle: Lifecycle, *, deadline: str | None, at: str) -> None:
    """
    Returns if the seats can be closed now.

    Raises:
        AlreadyStartedError: The game has started.
        SeatsClosedError: The seats are closed already.
        SeatsMissingError
        MalformedError: A deadline is missing or not needed, or has passed.
    """
    if lifecycle.status != "open":
        raise AlreadyStartedError("the game has started already")
    if lifecycle.is_seating_over:
        raise SeatsClosedError("the seats of this game are closed already")
    require_all_taken(lifecycle)
    if (deadline is not None) != bool(lifecycle.nonces_missing):
        raise MalformedError("there is a deadline for nonces if and only if a seat has committed to one")
    if deadline is not None and deadline <= at:
        raise MalformedError("the deadline for nonces must be later than now")


def require_nonce(nonce: str) -> None:
    """
    Returns if the nonce has the right form.

    Raises:
        NonceLengthError: It is too short or too long.
        NotCanonicalError: It is not valid Unicode.
    """
    if not NONCE_MIN <= len(nonce) <= NONCE_MAX:
        raise NonceLengthError(f"a nonce has {NONCE_MIN} to {NONCE_MAX} characters, not {len(nonce)}")
    jcs(nonce)


def choose_seat_to_reveal(lifecycle: Lifecycle, nonce: str, *, game: str, player: str, at: str) -> int:
    """
    The player's seat, if the player may show this nonce now.

    Raises:
        NotYoursError: The player has no seat.
        SeatsOpenError: The seating is not over.
        NoNonceError, NonceShownError, NonceLateError, NonceMismatchError
        NonceLengthError: See `require_nonce`.
    """
    require_nonce(nonce)
    number = lifecycle.seat_of(player)
    if number is None:
        raise NotYoursError("you have no seat in this game")
    seat = lifecycle.seats[number]
    if seat.nonce_commitment is None:
        raise NoNonceError(f"seat {number} has committed to no nonce, so there is none to show")
    if seat.nonce:
        raise NonceShownError(f"seat {number} has shown its nonce already")
    if not lifecycle.is_seating_over:
        free = [other for other, taken in enumerate(lifecycle.seats) if taken.is_free]
        raise SeatsOpenError("nonces are shown once every seat is taken", seats=free)
    if lifecycle.nonces_due is not None and at > lifecycle.nonces_due:
        raise NonceLateError(f"nonces had to be shown by {lifecycle.nonces_due}", deadline=lifecycle.nonces_due)
    if nonce_commitment(game=game, player=player, nonce=nonce) != seat.nonce_commitment:
        raise NonceMismatchError(f"this is not the nonce that seat {number} has committed to")
    return number


def require_nonces_shown(lifecycle: Lifecycle) -> None:
    """
    Returns if the seating is over and every nonce that a seat has committed to is shown.

    Raises:
        SeatsMissingError, SeatsOpenError
        NoncesMissingError: `details["seats"]` lists the seats.
    """
    require_all_taken(lifecycle)
    if not lifecycle.is_seating_over:
        raise SeatsOpenError("the seats are not closed yet", seats=[])
    missing = lifecycle.nonces_missing
    if missing:
        named = ", ".join(map(str, missing))
        raise NoncesMissingError(f"seats {named} have not shown the nonces that they have committed to", seats=missing)


def require_not_resumed(lifecycle: Lifecycle) -> None:
    """
    Returns if the game resumes another one and has not started. When it has waited long enough, the service decides.

    Raises:
        RulingNotDueError
    """
    if lifecycle.status != "open" or not lifecycle.is_resumption:
        raise RulingNotDueError("only a resumed game that has not started is given up by the clock")


def require_withheld(lifecycle: Lifecycle, *, at: str) -> list[int]:
    """
    The seats that have withheld their nonces, now that the deadline has passed.

    Raises:
        NonceNotDueError: The deadline has not passed, or there is none, or every nonce is shown.
    """
    missing = lifecycle.nonces_missing
    due = lifecycle.nonces_due
    if lifecycle.status != "open" or due is None or at <= due or not missing:
        raise NonceNotDueError("no nonce is overdue")
    return missing
