"""
The tape: the only source of chance in a game (record-format §3).

It is a function of the seed the service committed to and of the nonces the players chose, so nobody
can influence it, and everybody can repeat its draws afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from delvebook.domain.canonical import hmac_bytes, jcs, sha256_hex

T = TypeVar("T")

_U64: Final = 2**64
BOUND_MAX: Final = 2**32


def tape_key(seed: bytes, *, game: str, nonces: Sequence[str]) -> bytes:
    """The key of a game's tape, 32 bytes; `nonces` by seat, `""` where a seat has none."""
    return hmac_bytes(seed, b"tape/1\n" + jcs({"game": game, "nonces": list(nonces)}))


def nonce_commitment(*, game: str, player: str, nonce: str) -> str:
    """
    The commitment to a nonce, made before anybody shows one, 64 hex digits.

    It covers the game and the player, so nobody can reuse another player's commitment.
    """
    return sha256_hex(jcs([game, player, nonce]))


def bot_tape(key: bytes, *, seat: int, decision: int) -> Tape:
    """
    The chance with which a bot answers a decision, which is separate from the draws of the game (record-format §3).

    Args:
        key: The key of the game's tape.
        seat: The bot's seat.
        decision: The decision that it answers.
    """
    return Tape(hmac_bytes(key, b"bot/1\n%d\n%d" % (seat, decision)))


class Chance(Protocol):
    """A source of chance for rules and bots."""

    def below(self, bound: int, what: str) -> int:
        """A number from 0 to bound-1, all equally likely."""

    def die(self, sides: int, what: str) -> int:
        """A number from 1 to sides."""

    def choose(self, items: Sequence[T], what: str) -> T:
        """One of the items, all equally likely. There must be at least one."""

    def shuffle(self, items: Sequence[T], what: str) -> list[T]:
        """A new list of the same items in a random order."""


class Drawn(NamedTuple):
    """
    One draw with its proof (record-format §3).

    Attributes:
        number: The number of the draw in the game, from 0.
        below: The bound of the draw, which is below it.
        attempt: The number of the attempt that was accepted, from 0.
        block: The HMAC it was taken from, in hex; its first 8 bytes, big-endian, modulo `below` are the draw.
        drawn: The draw.
    """

    number: int
    below: int
    attempt: int
    block: str
    drawn: int


class Tape:
    """
    Draws in order, and notes what each draw was for.

    Attributes:
        position: The number of the next draw, from 0, counting through the whole game.
        draws: The draws since the last `take_draws`, as `{"what", "from", "count"}`.
        witness: If it is a list, every draw is noted in it in detail, so that it can be checked by hand.
    """

    __slots__ = ("draws", "key", "position", "witness")

    def __init__(self, key: bytes, *, position: int = 0) -> None:
        self.key = key
        self.position = position
        self.draws: list[dict[str, Any]] = []
        self.witness: list[Drawn] | None = None

    def below(self, bound: int, what: str) -> int:
        """
        A number from 0 to bound-1, without bias.

        Args:
            bound: 1 to 2^32.
            what: The purpose of the draw, in the words of the game. It is recorded.
        """
        number = self._next(bound)
        self._note(what, 1)
        return number

    def die(self, sides: int, what: str) -> int:
        """A number from 1 to sides."""
        return 1 + self.below(sides, what)

    def choose(self, items: Sequence[T], what: str) -> T:
        """One of the items; one draw."""
        return items[self.below(len(items), what)]

    def shuffle(self, items: Sequence[T], what: str) -> list[T]:
        """A shuffled copy, by Fisher and Yates from the last index down; len-1 draws."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self._next(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        if len(shuffled) > 1:
            self._note(what, len(shuffled) - 1)
        return shuffled

    def take_draws(self) -> list[dict[str, object]]:
        """The draws since the last call, which are then forgotten."""
        taken, self.draws = self.draws, []
        return taken

    def _next(self, bound: int) -> int:
        if not 1 <= bound <= BOUND_MAX:
            raise ValueError(f"a draw is below 1 to 2^32, not below {bound}")
        limit = _U64 - _U64 % bound
        attempt = 0
        while True:
            block = hmac_bytes(self.key, b"draw/1\n%d\n%d" % (self.position, attempt))
            number = int.from_bytes(block[:8], "big")
            if number < limit:
                if self.witness is not None:
                    self.witness.append(Drawn(self.position, bound, attempt, block.hex(), number % bound))
                self.position += 1
                return number % bound
            attempt += 1

    def _note(self, what: str, count: int) -> None:
        last = self.draws[-1] if self.draws else None
        if last is not None and last["what"] == what:
            last["count"] += count
        else:
            self.draws.append({"what": what, "from": self.position - count, "count": count})
