"""The event log, read by position and by game, on real SQLite and real PostgreSQL alike."""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from delvebook.domain.game_event import GameEvent
from delvebook.projections.parked import Unreadable
from delvebook.service.base.settings import Settings
from delvebook.service.store.log import LAST, open_log
from delvebook.service.store.mapper import UnknownTopicError
from delvebook.service.usecases.use_cases import UseCases
from tests.service.store.test_games import services, whole
from tests.service.tables import play_on, run_together, seated_game


def test_a_follower_by_position_never_misses_an_event_of_many_writers(store: Settings) -> None:
    """Eight writers in four services, a follower that reads as fast as it can: every event once, in order."""
    with services(store, 4) as writers:
        games = [seated_game(writers[index % 4], ["ann", "bob"]) for index in range(8)]
        reader = writers[0].application
        read = reader.page_reader(limit=7)
        seen: list[tuple[UUID, int]] = []
        stop = threading.Event()

        def follow() -> None:
            position = 0
            while True:
                is_last_look = stop.is_set()
                for place, event in read(position):
                    position = place
                    seen.append((event.originator_id, event.n))
                if is_last_look and position >= reader.log_position():
                    return

        follower = threading.Thread(target=follow)
        follower.start()
        run_together([lambda index=index: play_on(writers[index % 4], games[index], actions=30) for index in range(8)])
        stop.set()
        follower.join()

        for game_id in games:
            numbers = [n for game, n in seen if game == game_id]
            assert numbers == list(range(1, whole(writers[0], game_id)["n"] + 1))


def test_the_log_of_a_process_that_only_reads_has_every_game_in_the_order_of_their_creation(store: Settings) -> None:
    with services(store) as [service]:
        games = [seated_game(service, ["ann", "bob"]) for _ in range(3)]
        play_on(service, games[1], actions=5)
        with closing(open_log(store)) as log:
            assert list(log.games()) == games
            assert log.log_position() == service.application.log_position()
            for game in games:
                events = list(log.all_events_of(game))
                assert list(log.latest_of(game, limit=2)) == events[:-3:-1]
                assert list(log.events_of(game, after=1, upto=3)) == events[1:3]
            assert list(log.latest_of(uuid4())) == []


def test_readers_at_the_same_place_have_the_log_read_once_and_miss_nothing(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with services(store) as [service]:
        game = seated_game(service, ["ann", "bob"])
        recorder, reads = service.application._recorder, []
        select = recorder.select_notifications

        def counted(*args: Any, **options: Any) -> Any:
            reads.append(options["start"])
            return select(*args, **options)

        monkeypatch.setattr(recorder, "select_notifications", counted)
        read = service.application.page_reader()
        pages = [read(0) for _ in range(3)]
        last = pages[0][-1][0]

        assert pages[0] == pages[1] == pages[2]
        assert reads == [0]

        assert list(read(last)) == list(read(last)) == []  # what is not there yet is looked for again
        play_on(service, game, actions=3)
        assert [event for _, event in read(last)] == list(service.application.events_of(game))[len(pages[0]) :]
        assert [event for _, event in read(0)] == list(service.application.events_of(game))


def with_an_unknown_topic(service: UseCases) -> tuple[UUID, GameEvent]:
    """A game with a row after its last event that no version has written, and that event."""
    game, application = seated_game(service, ["ann", "bob"]), service.application
    last = application.latest_of(game)[0]
    row = replace(application._mapper.to_stored_event(last), originator_version=last.n + 1, topic="DragonSlain")
    application._recorder.insert_events([row])
    return game, last


def test_a_page_with_something_unreadable_is_read_anew_by_the_next_reader(store: Settings) -> None:
    with services(store) as [service]:
        with_an_unknown_topic(service)
        read = service.application.page_reader()

        first, second = read(0), read(0)

        assert isinstance(first[-1][1], Unreadable)
        assert first == second
        assert first is not second


def test_an_unknown_topic_stops_its_readers(store: Settings) -> None:
    with services(store) as [service]:
        application = service.application
        game, last = with_an_unknown_topic(service)
        message = f"row {last.n + 1} of game {game} .DragonSlain. has a topic that this version"
        for read in (
            lambda: list(application.all_events_of(game)),
            lambda: application.latest_of(game),
            lambda: application.game_at(game, last.n + 1),
        ):
            with pytest.raises(UnknownTopicError, match=message):
                read()
        assert application.game_at(game, last.n).stream.version == last.n


def test_one_unreadable_event_does_not_keep_the_service_from_starting_but_twenty_do(store: Settings) -> None:
    """One is its own game's trouble; if none of the last can be read, a key or a version is missing."""
    with services(store) as [service]:
        game = seated_game(service, ["ann", "bob"])
        application = service.application
        last = application.latest_of(game)[0]
        stored = application._mapper.to_stored_event(last)
        for k in range(1, LAST + 1):
            application.require_readable()
            row = replace(stored, originator_version=last.n + k, topic="DragonSlain")
            application._recorder.insert_events([row])
        with pytest.raises(UnknownTopicError, match="has a topic that this version"):
            application.require_readable()


def test_the_log_of_an_empty_store_is_readable(store: Settings) -> None:
    with services(store) as [service]:
        service.application.require_readable()
        assert service.application.log_position() == 0
        assert service.application.games_after(0) == (0, set())
