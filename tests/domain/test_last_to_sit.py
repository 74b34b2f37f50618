"""
The last to sit down does not choose the chance.

The service and every player but one work together. They see everything as it comes: the seed from the start, every
commitment, every nonce. They try to have the first die of the game show what they want.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Sequence
from typing import Final
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.domain.errors import NonceMismatchError
from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.tape import Tape, tape_key
from tests.domain.seating import promise_of
from tests.replays.games import at
from tests.titles.bids import Bids

SIDES: Final = 6
GAMES: Final = 300
TRIES: Final = 200

Choose = Callable[[bytes, UUID, Sequence[str | None]], str]
"""Given the seed, the game and the honest nonce if they know it, the nonce of the coalition's last seat."""


def first_die(seed: bytes, game: UUID, nonces: Sequence[str]) -> int:
    return Tape(tape_key(seed, game=str(game), nonces=nonces)).below(SIDES, "die")


def grind(seed: bytes, game: UUID, known: Sequence[str | None]) -> str:
    """Tries nonces until the die is 0; a nonce that it does not know, it guesses."""
    guessed = [nonce if nonce is not None else "the guess of a nonce" for nonce in known]
    tries = (f"the try number {number:08}" for number in itertools.count())
    return next(nonce for nonce in itertools.islice(tries, TRIES) if first_die(seed, game, [*guessed, nonce]) == 0)


def honest_nonce(number: int) -> str:
    return hashlib.sha256(b"honest %d" % number).hexdigest()[:32]


def committed_game(number: int, choose: Choose) -> int:
    """The first die of a game in which the coalition has the service and the last seat."""
    game_id, seed = UUID(int=number), seed_of(f"coalition/{number}")
    game = Game.create(game_id, ruleset=Bids(), options={}, seats=2, seed=seed, by="player:eve", at=at(1))
    mine = honest_nonce(number)
    game.take_seat(0, player="ann", nonce_commitment=promise_of(game, "ann", mine), at=at(2))
    theirs = choose(seed, game_id, [None])
    game.take_seat(1, player="eve", nonce_commitment=promise_of(game, "eve", theirs), at=at(3))
    game.close_seats(deadline=at(900), at=at(3))
    game.reveal_nonce(mine, player="ann", at=at(4))
    # Now they know everything; but only the nonce that they have committed to is accepted.
    wanted = grind(seed, game_id, [mine])
    try:
        game.reveal_nonce(wanted, player="eve", at=at(5))
    except NonceMismatchError:
        game.reveal_nonce(theirs, player="eve", at=at(5))
    game.start(by="player:eve", at=at(6))
    tape = game.get_table().tape
    return Tape(tape.key).below(SIDES, "die")


def open_game(number: int, choose: Choose) -> int:
    """The first die if the coalition knew the honest nonce before it committed to its own."""
    game_id, seed, mine = UUID(int=number), seed_of(f"coalition/{number}"), honest_nonce(number)
    return first_die(seed, game_id, [mine, choose(seed, game_id, [mine])])


def wins(play: Callable[[int, Choose], int]) -> int:
    return sum(play(number, grind) == 0 for number in range(GAMES))


def test_the_service_with_a_friend_at_the_last_seat_does_no_better_than_chance() -> None:
    """One game in six is expected to show what they want; 80 of 300 would be five standard deviations more."""
    assert wins(committed_game) < 80


def test_if_nonces_were_open_they_would_always_get_what_they_want() -> None:
    assert wins(open_game) == GAMES


@given(wanted=st.text(min_size=16, max_size=64), number=st.integers(0, 1000))
def test_whatever_nonce_they_would_rather_show_is_refused(wanted: str, number: int) -> None:
    game = Game.create(
        UUID(int=number), ruleset=Bids(), options={}, seats=2, seed=seed_of("x"), by="player:eve", at=at(1)
    )
    game.take_seat(0, player="ann", nonce_commitment=promise_of(game, "ann"), at=at(2))
    game.take_seat(1, player="eve", nonce_commitment=promise_of(game, "eve"), at=at(2))
    game.close_seats(deadline=at(900), at=at(3))
    try:
        game.reveal_nonce(wanted, player="eve", at=at(4))
    except NonceMismatchError:
        assert game.lifecycle.nonces_missing == [0, 1]
    else:
        raise AssertionError("a nonce was accepted that nobody had committed to")


def test_what_they_can_do_is_withhold_and_that_stands_in_the_record() -> None:
    game = Game.create(UUID(int=1), ruleset=Bids(), options={}, seats=2, seed=seed_of("x"), by="player:eve", at=at(1))
    for seat, player in enumerate(("ann", "eve")):
        game.take_seat(seat, player=player, nonce_commitment=promise_of(game, player), at=at(2))
    game.close_seats(deadline=at(900), at=at(3))
    game.reveal_nonce("the own luck of ann", player="ann", at=at(4))
    game.expire_nonces(at=at(901))
    last, revealed = game.collect_events()[-2:]

    assert (last.type, last.by, last.data) == ("GameAborted", "clock", {"reason": "nonce_withheld", "seats": [1]})
    assert revealed.type == "SeedRevealed"


def broken_off_until_liked(number: int, aborts: int) -> tuple[bool, int]:
    """Whether the coalition gets what it wants if it breaks off at most so many games, and how many it broke off."""
    for broken_off in range(aborts + 1):
        if committed_game((aborts + 1) * number + broken_off, grind) == 0:
            return True, broken_off
    return False, aborts


@pytest.mark.parametrize("aborts", [1, 3])
def test_breaking_games_off_gives_as_many_more_tries_as_the_public_counts_say(aborts: int) -> None:
    """The page of fairness gives the chance: 1 - (1 - p)^(k + 1). The bounds are four standard deviations."""
    played = 120
    results = [broken_off_until_liked(number, aborts) for number in range(played)]
    expected = 1 - (1 - 1 / SIDES) ** (aborts + 1)
    deviation = (expected * (1 - expected) / played) ** 0.5

    assert abs(sum(liked for liked, _ in results) / played - expected) < 4 * deviation
    assert sum(broken_off for _, broken_off in results) > 0
