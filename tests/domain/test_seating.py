"""Seats and nonces before the start: committed first, shown once every seat is taken, and all refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import (
    AlreadyStartedError,
    CommitmentError,
    DelvebookError,
    MalformedError,
    NoFreeSeatError,
    NonceLateError,
    NonceLengthError,
    NonceMismatchError,
    NonceNotDueError,
    NonceShownError,
    NoncesMissingError,
    NoNonceError,
    NotCanonicalError,
    NotYoursError,
    ReservedReasonError,
    SeatedError,
    SeatsClosedError,
    SeatsMissingError,
    SeatsOpenError,
)
from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.tape import tape_key
from tests.domain.recorded import Recorded
from tests.domain.seating import close, nonce_of, promise_of, sit
from tests.replays.games import at
from tests.titles import registered_titles
from tests.titles.bids import Bids

GAME = UUID("00000000-0000-4000-8000-000000000001")
DUE = at(1000)


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


class Seating(Recorded):
    """A game of three in which ann and bob commit to nonces, and cid, if seated, to none."""

    def __init__(self, *, is_full: bool = True, terms: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.game = Game.create(
            GAME, ruleset=Bids(), options={}, seats=3, seed=seed_of("seats"), by="player:ann", at=at(1), terms=terms
        )
        for player in ("ann", "bob"):
            sit(self.game, None, player=player, at=self.now())
        if is_full:
            self.game.take_seat(None, player="cid", at=self.now())
        self.collect()

    def closes(self) -> Seating:
        self.game.close_seats(deadline=DUE, at=self.now())
        self.collect()
        return self

    def shows(self, *players: str) -> Seating:
        for player in players:
            self.game.reveal_nonce(nonce_of(player), player=player, at=self.now())
        self.collect()
        return self

    def refuses(self, kind: type[DelvebookError], command: Callable[[Game], Any]) -> DelvebookError:
        """Checks that the command is refused in this way and changes nothing. Returns the refusal."""
        before = jcs(self.game.to_snapshot())
        with pytest.raises(kind) as refusal:
            command(self.game)
        assert type(refusal.value) is kind
        assert jcs(self.game.to_snapshot()) == before
        assert self.collect() == []
        return refusal.value


def test_nonces_are_committed_to_shown_after_the_last_seat_is_taken_and_only_then_does_the_game_begin() -> None:
    table = Seating()

    assert [event.data.get("nonce_commitment") for event in table.events[1:]] == [
        promise_of(table.game, "ann"),
        promise_of(table.game, "bob"),
        None,
    ]
    table.closes().shows("bob", "ann")
    table.game.start(by="player:cid", at=table.now())
    table.collect()

    assert [event.type for event in table.events[4:]] == [
        "SeatsClosed",
        "NonceRevealed",
        "NonceRevealed",
        "GameStarted",
    ]
    assert [(event.by, event.data) for event in table.events[4:7]] == [
        ("service", {"deadline": DUE}),
        ("player:bob", {"seat": 1, "nonce": nonce_of("bob")}),
        ("player:ann", {"seat": 0, "nonce": nonce_of("ann")}),
    ]
    nonces = [nonce_of("ann"), nonce_of("bob"), ""]
    assert table.game.get_table().tape.key == tape_key(seed_of("seats"), game=str(GAME), nonces=nonces)


def test_nothing_that_is_public_before_the_seats_are_closed_tells_a_nonce() -> None:
    public = jcs([event.data for event in Seating().closes().events])

    assert nonce_of("ann").encode() not in public


@pytest.mark.parametrize("nonce", ["", "x" * 15, "x" * 65])
def test_a_nonce_has_16_to_64_characters(nonce: str) -> None:
    table = Seating().closes()

    refusal = table.refuses(NonceLengthError, lambda game: game.reveal_nonce(nonce, player="ann", at=table.now()))

    assert str(refusal) == f"a nonce has 16 to 64 characters, not {len(nonce)}"


@pytest.mark.parametrize("nonce", ["x" * 16, "ж" * 64, "🐉" * 16])
def test_a_nonce_may_be_any_text_of_that_length(nonce: str) -> None:
    table = Seating(is_full=False)
    table.game.take_seat(None, player="cid", nonce_commitment=promise_of(table.game, "cid", nonce), at=table.now())
    table.closes()

    assert table.game.reveal_nonce(nonce, player="cid", at=table.now()) == 2
    assert table.game.lifecycle.seats[2].nonce == nonce


def test_half_a_character_is_no_nonce() -> None:
    table = Seating().closes()

    table.refuses(NotCanonicalError, lambda game: game.reveal_nonce("\ud800" * 16, player="ann", at=table.now()))


@pytest.mark.parametrize("commitment", ["", "0" * 63, "0" * 65, "A" * 64, "x" * 64, nonce_of("ann")])
def test_a_commitment_is_a_digest(commitment: str) -> None:
    table = Seating(is_full=False)

    table.refuses(
        CommitmentError, lambda game: game.take_seat(2, player="cid", nonce_commitment=commitment, at=table.now())
    )


def test_only_the_nonce_that_was_committed_to_is_accepted() -> None:
    table = Seating().closes()

    table.refuses(NonceMismatchError, lambda game: game.reveal_nonce("y" * 16, player="ann", at=table.now()))
    table.refuses(NonceMismatchError, lambda game: game.reveal_nonce(nonce_of("bob"), player="ann", at=table.now()))


def test_a_commitment_copied_from_another_player_cannot_be_opened() -> None:
    """Otherwise the last to sit could give what an honest player gives without knowing it."""
    table = Seating(is_full=False)
    table.game.take_seat(2, player="cid", nonce_commitment=promise_of(table.game, "ann"), at=table.now())
    table.closes().shows("ann")

    table.refuses(NonceMismatchError, lambda game: game.reveal_nonce(nonce_of("ann"), player="cid", at=table.now()))


def test_a_nonce_is_shown_once_by_its_player_and_not_before_the_seats_are_closed() -> None:
    table = Seating(is_full=False)

    early = table.refuses(SeatsOpenError, lambda game: game.reveal_nonce(nonce_of("ann"), player="ann", at=table.now()))
    assert early.details["seats"] == [2]
    table.game.take_seat(2, player="cid", at=table.now())
    table.closes()
    table.refuses(NotYoursError, lambda game: game.reveal_nonce(nonce_of("ann"), player="sue", at=table.now()))
    table.refuses(NoNonceError, lambda game: game.reveal_nonce("z" * 16, player="cid", at=table.now()))
    table.shows("ann")
    table.refuses(NonceShownError, lambda game: game.reveal_nonce(nonce_of("ann"), player="ann", at=table.now()))


def test_once_every_seat_is_taken_nobody_leaves_sits_down_or_commits_anew() -> None:
    for table in (Seating(), Seating().closes()):
        table.refuses(SeatsClosedError, lambda game: game.leave_seat(0, by="player:ann", at=at(99)))
        for player, refusal in (("ann", SeatedError), ("sue", NoFreeSeatError)):
            table.refuses(refusal, lambda game, who=player: game.take_seat(None, player=who, at=at(99)))


def test_before_that_a_player_may_leave_and_commit_anew() -> None:
    table = Seating(is_full=False)
    table.game.leave_seat(0, by="player:ann", at=table.now())
    promise = promise_of(table.game, "ann", "another nonce of ann")
    table.game.take_seat(0, player="ann", nonce_commitment=promise, at=table.now())

    assert table.game.lifecycle.seats[0].nonce_commitment == promise


def test_the_seats_are_closed_once_when_all_are_taken() -> None:
    table = Seating(is_full=False)
    table.refuses(SeatsMissingError, lambda game: game.close_seats(deadline=DUE, at=table.now()))
    table.game.take_seat(2, player="cid", at=table.now())
    table.collect()
    table.refuses(MalformedError, lambda game: game.close_seats(deadline=None, at=table.now()))
    table.refuses(MalformedError, lambda game: game.close_seats(deadline=at(0), at=table.now()))
    table.closes()
    table.refuses(SeatsClosedError, lambda game: game.close_seats(deadline=DUE, at=table.now()))


def test_where_nobody_gives_a_nonce_there_is_no_deadline() -> None:
    table = Recorded()
    table.game = Game.create(GAME, ruleset=Bids(), options={}, seats=2, seed=seed_of("x"), by="player:ann", at=at(1))
    for seat in (0, 1):
        table.game.put_bot(seat, bot="random", by="player:ann", at=table.now())

    with pytest.raises(MalformedError, match="if and only if"):
        table.game.close_seats(deadline=DUE, at=table.now())
    table.game.close_seats(deadline=None, at=table.now())
    table.game.start(by="player:ann", at=table.now())

    assert table.game.lifecycle.status == "running"


def test_the_game_does_not_start_before_the_last_nonce_is_shown() -> None:
    table = Seating()
    table.refuses(SeatsOpenError, lambda game: game.start(by="player:ann", at=table.now()))
    table.closes().shows("bob")

    missing = table.refuses(NoncesMissingError, lambda game: game.start(by="player:ann", at=table.now()))

    assert missing.details["seats"] == [0]


def test_a_nonce_that_is_not_shown_in_time_ends_the_game_and_says_whose_it_was() -> None:
    table = Seating().closes().shows("bob")
    table.refuses(NonceNotDueError, lambda game: game.expire_nonces(at=DUE))
    table.refuses(NonceLateError, lambda game: game.reveal_nonce(nonce_of("ann"), player="ann", at=at(1001)))

    table.game.expire_nonces(at=at(1001))

    assert table.collect() == ["GameAborted", "SeedRevealed"]
    aborted = table.events[-2]
    assert aborted.by == "clock"
    assert aborted.data == {"reason": "nonce_withheld", "seats": [0]}
    assert aborted.metadata == {"withheld": ["ann"], "broken_off": True}


def test_an_open_dispute_does_not_move_the_deadline_for_nonces() -> None:
    """Else a claim, which anybody at the table may file, would buy time for somebody who does not like the chance."""
    table = Seating().closes().shows("bob")
    table.game.open_dispute("ann", event=1, claim="wait", at=table.now())
    table.collect()
    table.refuses(NonceLateError, lambda game: game.reveal_nonce(nonce_of("ann"), player="ann", at=at(1001)))

    table.game.expire_nonces(at=at(1001))

    assert table.collect() == ["GameAborted", "SeedRevealed"]


def test_at_the_deadline_a_nonce_is_still_in_time() -> None:
    table = Seating().closes().shows("bob")

    table.game.reveal_nonce(nonce_of("ann"), player="ann", at=DUE)

    table.collect()
    table.refuses(NonceNotDueError, lambda game: game.expire_nonces(at=at(5000)))


def test_no_nonce_is_overdue_before_the_seats_are_closed_or_after_the_start() -> None:
    Seating().refuses(NonceNotDueError, lambda game: game.expire_nonces(at=at(5000)))
    table = Seating().closes().shows("ann", "bob")
    table.game.start(by="player:ann", at=table.now())
    table.collect()

    table.refuses(NonceNotDueError, lambda game: game.expire_nonces(at=at(5000)))


def test_a_resumed_game_that_ends_for_a_nonce_reveals_its_seed_because_something_was_hidden_in_it() -> None:
    parent = {"game": str(GAME), "n": 4, "hash": "0" * 64, "ruling": 6}
    table = Seating(terms={"parent": parent, "reserved": [None, None, None]}).closes()

    table.game.expire_nonces(at=at(1001))

    assert table.collect() == ["GameAborted", "SeedRevealed"]


def test_nobody_but_the_clock_ends_a_game_for_a_withheld_nonce() -> None:
    table = Seating().closes()

    table.refuses(
        ReservedReasonError, lambda game: game.abort(reason="nonce_withheld", by="player:ann", at=table.now())
    )


def test_a_player_who_comes_back_to_a_running_game_gives_no_nonce() -> None:
    table = Seating().closes().shows("ann", "bob")
    table.game.start(by="player:ann", at=table.now())
    table.game.leave_seat(0, by="player:ann", at=table.now())
    table.collect()

    promise = promise_of(table.game, "ann")
    table.refuses(
        AlreadyStartedError, lambda game: game.take_seat(0, player="ann", nonce_commitment=promise, at=table.now())
    )


def test_a_seat_is_closed_by_the_helper_of_the_tests_as_by_the_service() -> None:
    table = Seating()
    close(table.game, at=table.now())

    assert table.game.lifecycle.nonces_missing == []
