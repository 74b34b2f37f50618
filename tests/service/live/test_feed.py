"""Waking the followers of a game."""

from __future__ import annotations

import threading
from uuid import UUID

import pytest

from delvebook.service.base.errors import TooManyStreamsError
from delvebook.service.live.feed import Feed
from tests.service.api.house import FakeSignal

ONE, OTHER = (UUID(f"00000000-0000-4000-8000-00000000000{number}") for number in (1, 2))


class Log:
    """A log that a test writes."""

    def __init__(self) -> None:
        self.games: list[UUID] = []
        self.reads = 0
        self.is_broken = False

    def changed_games(self, position: int) -> tuple[int, set[UUID]]:
        self.reads += 1
        if self.is_broken:
            raise OSError("the store is away")
        return len(self.games), set(self.games[position:])

    def position(self) -> int:
        return len(self.games)


@pytest.fixture
def log() -> Log:
    return Log()


def feed_of(log: Log, signal: FakeSignal, *, poll_seconds: float = 5.0) -> Feed:
    return Feed(
        log.changed_games,
        position=log.position,
        signal=signal,
        subscribers_max=2,
        owned_max=2,
        poll_seconds=poll_seconds,
    )


class Follower:
    """A client that follows a game, and waits until it is woken."""

    def __init__(self, feed: Feed, game: UUID) -> None:
        self._woken = threading.Event()
        self._feed = feed
        self._subscription = feed.subscribe(game, self._woken.set)

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, *_: object) -> None:
        self._feed.unsubscribe(self._subscription)

    def wait(self, seconds: float) -> bool:
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken


def test_only_those_who_follow_the_game_are_woken(log: Log) -> None:
    signal = FakeSignal()
    feed = feed_of(log, signal)
    with Follower(feed, ONE) as one, Follower(feed, OTHER) as other:
        one.wait(1)
        other.wait(1)
        log.games.append(OTHER)
        signal.notify()

        assert other.wait(2)
        assert not one.wait(0.05)


def test_a_lost_signal_costs_a_poll_and_no_more(log: Log) -> None:
    feed = feed_of(log, FakeSignal(), poll_seconds=0.05)
    with Follower(feed, ONE) as one:
        one.wait(1)
        log.games.append(ONE)

        assert one.wait(2)


def test_a_store_that_is_away_for_a_while_is_got_over(log: Log) -> None:
    feed = feed_of(log, FakeSignal(), poll_seconds=0.02)
    with Follower(feed, ONE) as one:
        one.wait(1)
        log.is_broken = True
        assert one.wait(2)
        log.is_broken = False
        log.games.append(ONE)
        assert one.wait(2)


def test_nobody_reads_the_log_when_nobody_follows(log: Log) -> None:
    signal = FakeSignal()
    feed = feed_of(log, signal, poll_seconds=0.01)
    with Follower(feed, ONE) as one:
        one.wait(1)
    for thread in threading.enumerate():
        if thread.name == "feed":
            thread.join(2)
    before = log.reads
    signal.notify()

    assert feed.count == 0
    assert log.reads == before


def test_there_is_room_again_when_a_listener_goes(log: Log) -> None:
    feed = feed_of(log, FakeSignal(), poll_seconds=0.01)
    first, second = (feed.subscribe(ONE, nothing, owner=owner) for owner in ("ann", "bob"))
    with pytest.raises(TooManyStreamsError, match="this process"):
        feed.subscribe(OTHER, nothing, owner="eve")
    feed.unsubscribe(first)
    feed.unsubscribe(first)

    third = feed.subscribe(OTHER, nothing, owner="eve")

    feed.unsubscribe(second)
    feed.unsubscribe(third)
    assert feed.count == 0


def test_one_follower_cannot_take_the_place_of_all(log: Log) -> None:
    feed = Feed(
        log.changed_games, position=log.position, signal=FakeSignal(), subscribers_max=9, owned_max=2, poll_seconds=0.01
    )
    greedy = [feed.subscribe(ONE, nothing, owner="greedy") for _ in range(2)]
    with pytest.raises(TooManyStreamsError):
        feed.subscribe(OTHER, nothing, owner="greedy")
    modest = feed.subscribe(ONE, nothing, owner="modest")
    feed.unsubscribe(greedy.pop())
    again = feed.subscribe(OTHER, nothing, owner="greedy")

    for subscription in (*greedy, modest, again):
        feed.unsubscribe(subscription)


def nothing() -> None:
    """Those who are woken do nothing."""
