"""Seats: which one a player may take, and when the game may start."""

from __future__ import annotations

from delvebook.domain.errors import NotYoursError, SeatsMissingError, SeatTakenError
from delvebook.domain.lifecycle import Lifecycle, Seat


def choose_seat(lifecycle: Lifecycle, seat: int | None, *, player: str) -> int:
    """
    The seat that the player takes in a game that has not started.

    Args:
        lifecycle: Of the game.
        seat: The seat the player wants; None for the first free one, a seat reserved for the player first.
        player: The account.

    Raises:
        UnknownSeatError
        SeatTakenError: The player has a seat, or the seat is taken or reserved for another player.
    """
    if lifecycle.seat_of(player) is not None:
        raise SeatTakenError("you sit at this table already")
    reserved = lifecycle.created.get("reserved") or [None] * len(lifecycle.seats)
    if seat is None:
        free = [number for number, taken in enumerate(lifecycle.seats) if taken.is_free]
        open_to_player = [
            *(number for number in free if reserved[number] == player),
            *(number for number in free if reserved[number] is None),
        ]
        if not open_to_player:
            raise SeatTakenError("every seat is taken or reserved for another player")
        return open_to_player[0]
    require_free(lifecycle, seat)
    if reserved[seat] not in (None, player):
        raise SeatTakenError(f"seat {seat} is reserved for the player who sat there in the game that is resumed")
    return seat


def choose_seat_to_resume(lifecycle: Lifecycle, seat: int | None, *, player: str) -> int:
    """
    The seat that a player takes over again from a bot in a running game.

    Raises:
        SeatTakenError: It is not the player's seat, or no bot plays it.
    """
    own = lifecycle.seat_of(player)
    if own is None or seat not in (None, own):
        raise SeatTakenError("the game has started; seats can no longer be taken")
    if lifecycle.seats[own].bot is None:
        raise SeatTakenError("you sit at this table already")
    return own


def require_free(lifecycle: Lifecycle, seat: int) -> None:
    """
    Returns if the seat can be taken.

    Raises:
        UnknownSeatError, SeatTakenError
    """
    if lifecycle.status != "open" or not lifecycle.seat(seat).is_free:
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
