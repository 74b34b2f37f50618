"""Gaps cannot be stored: the database refuses them, and memory that is ahead of the store is dropped."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from delvebook.domain.errors import StaleDecisionError
from delvebook.domain.game_event import GameEvent
from delvebook.service.base.settings import Settings
from delvebook.service.store.games import GameRepository
from delvebook.service.store.recorder import open_factory
from delvebook.service.store.succession import REFUSAL, GapError
from tests.service.tables import asked, open_service, play_on, player, seated_game
from tests.stores import prepare


def insert(settings: Settings, game: UUID, *versions: int) -> None:
    """Inserts rows by a statement of its own, in one transaction, as a program that is none of ours might."""
    if settings.is_sqlite:
        connection: Any = sqlite3.connect(settings.sqlite_path)
        table, mark, key = "stored_events", "?", game.hex
    else:
        connection = psycopg.connect(settings.events_url)
        table, mark, key = "games_events", "%s", str(game)
    columns = "originator_id, originator_version, topic, state"
    try:
        for version in versions:
            connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({mark}, {mark}, 't', '')", (key, version))
        connection.commit()
    finally:
        connection.close()


def versions(settings: Settings, game: UUID) -> list[int]:
    factory = open_factory(settings)
    try:
        return [row.originator_version for row in factory.application_recorder().select_events(game)]
    finally:
        factory.close()


def test_the_database_itself_refuses_an_event_without_the_one_before_it(store: Settings) -> None:
    prepare(store)
    game, other = uuid4(), uuid4()
    insert(store, game, 1, 2)
    insert(store, game, 3)
    insert(store, other, 1)
    for refused in ((5,), (4, 6), (0,), (-1,), (-1, 0), (2**40,)):
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.IntegrityConstraintViolation), match=REFUSAL):
            insert(store, game, *refused)
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.IntegrityConstraintViolation), match=REFUSAL):
        insert(store, uuid4(), 2)
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.UniqueViolation)):
        insert(store, game, 3)
    assert versions(store, game) == [1, 2, 3]
    assert versions(store, other) == [1]


def test_a_gap_within_one_commit_is_refused_as_a_whole_and_spares_the_others(store: Settings) -> None:
    repository = GameRepository(prepare(store))
    game, healthy = uuid4(), uuid4()

    def rows(of: UUID, *numbers: int) -> list[StoredEvent]:
        return [StoredEvent(originator_id=of, originator_version=n, topic="t", state=b"") for n in numbers]

    recorder = repository._recorder
    recorder.insert_events(rows(game, 1, 2) + rows(healthy, 1))
    with pytest.raises(GapError):
        recorder.insert_events(rows(healthy, 2) + rows(game, 3, 5))
    with pytest.raises(IntegrityError) as taken:
        recorder.insert_events(rows(game, 2))
    assert not isinstance(taken.value, GapError)
    repository.close()
    assert versions(store, game) == [1, 2]
    assert versions(store, healthy) == [1]


@pytest.mark.parametrize("is_stored", [False, True], ids=["nothing was stored", "all was stored"])
def test_a_game_is_loaded_again_after_a_commit_of_unknown_fate(
    store: Settings, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    service = open_service(store)
    game_id = seated_game(service, ["ann", "bob"])
    offer = asked(service, game_id, "ann")
    put = service.application._events.put

    def lose_the_answer(events: Sequence[GameEvent]) -> Any:
        if is_stored:
            put(events)
        raise OperationalError("the connection was lost")

    monkeypatch.setattr(service.application._events, "put", lose_the_answer)
    with pytest.raises(OperationalError):
        service.playing.act(player("ann"), game_id, decision=offer["decision"], action=offer["actions"][0]["action"])
    assert service.application.kept.entry(game_id).game is None

    monkeypatch.setattr(service.application._events, "put", put)
    assert play_on(service, game_id, actions=3) == 3
    stored = [event.n for event in service.application.all_events_of(game_id)]
    assert stored == list(range(1, len(stored) + 1))
    with service.application.reading(game_id) as game:
        assert game.stream.version == len(stored)
    service.application.close()


def test_an_action_whose_commit_is_repeated_because_its_answer_was_lost_counts_once(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(store)
    game_id = seated_game(service, ["ann", "bob"])
    before = service.games.look(player("ann"), game_id)["n"]
    put = service.application._events.put

    def put_twice(events: Sequence[GameEvent]) -> Any:  # as the library does, which finds its own events there
        put(events)
        return put(events)

    monkeypatch.setattr(service.application._events, "put", put_twice)
    assert play_on(service, game_id, actions=3) == 3
    assert [event.n for event in service.application.all_events_of(game_id)] == list(range(1, before + 4))
    service.application.close()


def test_a_game_in_memory_that_is_ahead_of_the_store_is_dropped_and_the_command_judged_again(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(store)
    game_id = seated_game(service, ["ann", "bob"])
    stored = service.games.look(player("ann"), game_id)["n"]
    # A store that says yes and keeps nothing, as a disk that lies and then loses its power.
    monkeypatch.setattr(service.application._events, "put", lambda _: [1])
    play_on(service, game_id, actions=2)
    assert service.games.look(player("ann"), game_id)["n"] == stored + 2
    monkeypatch.undo()

    with pytest.raises(StaleDecisionError):  # The command was made for a game that never was.
        play_on(service, game_id, actions=1)
    assert play_on(service, game_id, actions=3) == 3
    assert [event.n for event in service.application.all_events_of(game_id)] == list(range(1, stored + 4))
    service.application.close()


def test_a_reader_who_could_not_catch_up_does_so_the_next_time(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = open_service(store)
    game_id = seated_game(one, ["ann", "bob"])
    two = open_service(store, create_tables=False)
    two.games.look(player("ann"), game_id)
    play_on(one, game_id, actions=2)

    def away(*_: object, **__: object) -> Any:
        raise OperationalError("the store is away")

    events_of = two.application.events_of
    monkeypatch.setattr(two.application, "events_of", away)
    with pytest.raises(OperationalError):
        two.games.look(player("ann"), game_id)
    monkeypatch.setattr(two.application, "events_of", events_of)
    assert two.games.look(player("ann"), game_id)["n"] == one.games.look(player("ann"), game_id)["n"]
    one.application.close()
    two.application.close()
