"""Seating for tests: players who commit to nonces, and what follows once every seat is taken."""

from __future__ import annotations

from delvebook.domain.game import Game
from delvebook.domain.tape import nonce_commitment
from delvebook.replays.times import later

NONCE_SECONDS = 3600


def nonce_of(player: str) -> str:
    """Returns the nonce that the player gives in every game."""
    return f"the own luck of {player}"


def promise_of(game: Game, player: str, nonce: str | None = None) -> str:
    """Returns the player's commitment to a nonce, by default to `nonce_of`."""
    return nonce_commitment(game=str(game.id), player=player, nonce=nonce_of(player) if nonce is None else nonce)


def sit(game: Game, seat: int | None, *, player: str, at: str) -> int:
    """The player sits down, committed to their nonce."""
    return game.take_seat(seat, player=player, nonce_commitment=promise_of(game, player), at=at)


def close(game: Game, *, at: str) -> None:
    """Closes the seats. Then every player who has committed to `nonce_of` shows it."""
    missing = game.lifecycle.nonces_missing
    game.close_seats(deadline=later(at, NONCE_SECONDS) if missing else None, at=at)
    for seat in missing:
        player = game.lifecycle.seats[seat].player
        assert player is not None
        game.reveal_nonce(nonce_of(player), player=player, at=at)
