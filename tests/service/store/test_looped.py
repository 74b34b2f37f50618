"""The committer led by an event loop: one for writers in the loop and in threads, with the promises of the other."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from psycopg.errors import IntegrityConstraintViolation, UndefinedTable, UniqueViolation

from delvebook.domain.events import GameCreated
from delvebook.domain.game import Game
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.base.settings import Settings
from delvebook.service.store.changes import BatchCommand, Change
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.loop_games import LoopGames, NotAtHandError
from delvebook.service.store.looped import open_loop_store
from delvebook.service.usecases.games import NewGame
from tests.service.store.in_loop import acting_on, run
from tests.service.store.test_committer import RecorderWithConflicts, row_of
from tests.service.tables import open_service, play_on, player, seated_game


async def fate(written: asyncio.Future[None]) -> type[BaseException] | None:
    try:
        await written
    except Exception as error:  # noqa: BLE001
        return type(error)
    return None


@pytest.mark.parametrize("has_insert", [False, True])
def test_what_waits_is_written_at_once_and_a_conflict_fails_its_own_writer_only(has_insert: bool) -> None:
    recorder = RecorderWithConflicts({3})
    committer = GroupCommitRecorder(recorder)  # type: ignore[arg-type]
    batches: list[int] = []

    async def insert(events: Sequence[StoredEvent]) -> Sequence[int]:
        batches.append(len(events))
        return recorder.insert_events(list(events))

    async def work() -> None:
        committer.drive(asyncio.get_running_loop(), insert if has_insert else None)
        game = uuid4()
        threaded = [asyncio.to_thread(committer.insert_events, [row_of(game, n)]) for n in range(10, 14)]
        written = [committer.submit([row_of(game, n)]) for n in range(6)]
        assert [await fate(one) for one in written] == [None, None, None, IntegrityError, None, None]
        assert sorted(positions[0] for positions in await asyncio.gather(*threaded)) == [10, 11, 12, 13]
        committer.release()
        assert await asyncio.to_thread(committer.insert_events, [row_of(game, 20)]) == [20]

    run(work)
    assert max(len(call) for call in recorder.calls) >= 6  # they were written together
    assert bool(batches) == has_insert


def test_nothing_is_acknowledged_before_it_is_written() -> None:
    written = threading.Event()
    may_go_on = threading.Event()

    class Slow(RecorderWithConflicts):
        def insert_events(self, events: list[StoredEvent]) -> list[int]:
            assert may_go_on.wait(30)
            made = super().insert_events(events)
            written.set()
            return made

    committer = GroupCommitRecorder(Slow(set()))  # type: ignore[arg-type]

    async def work() -> None:
        committer.drive(asyncio.get_running_loop())
        one = committer.submit([row_of(uuid4(), 1)])
        await asyncio.sleep(0.05)
        assert not one.done()
        may_go_on.set()
        await one
        assert written.is_set()
        committer.release()

    run(work)


def act_in_loop(
    games: LoopGames, service: Any, game: UUID, request: IdempotentRequest | None = None
) -> Coroutine[Any, Any, Change]:
    return games.change(acting_on(service, game, request), lambda change: change)


def check_store(settings: Settings) -> None:
    """Games of two repositories over one store are changed in a loop and in threads, and neither loses anything."""
    service, other = open_service(settings), open_service(settings, create_tables=False)
    game = seated_game(service, ["ann", "bob"])
    games = service.application.in_loop()

    async def work() -> None:
        with pytest.raises(NotAtHandError):
            await games.read(game, lambda found, _: found.stream.version)  # it has not begun
        await games.start()
        await asyncio.to_thread(lambda: service.games.look(player("ann"), game))
        for _ in range(5):
            made = await act_in_loop(games, service, game)
            stored = other.application.events_of(game, after=made.events[0].n - 1)
            assert [event.hash for event in stored] == [event.hash for event in made.events]
        assert await games.read(game, lambda found, _: found.stream.version) == made.events[-1].n
        # Another process is first: the loop's reader sees it, and its writer does not overwrite it.
        await asyncio.to_thread(lambda: play_on(other, game, actions=1))
        with pytest.raises(NotAtHandError):
            await games.read(game, lambda found, _: found.stream.version)
        with pytest.raises(NotAtHandError):
            await act_in_loop(games, service, game)
        with pytest.raises(NotAtHandError):
            await games.read(uuid4(), lambda found, _: found.stream.version)
        await games.end()

    try:
        run(work)
        events = list(other.application.all_events_of(game))
        assert [event.n for event in events] == list(range(1, len(events) + 1))
        assert isinstance(events[0], GameCreated)
    finally:
        service.application.close()
        other.application.close()


def test_games_are_changed_and_read_in_the_loop_on_sqlite(tmp_path: Path) -> None:
    check_store(Settings(home=tmp_path, secret="ab" * 32))


def test_a_repeated_request_is_left_to_a_thread_even_if_it_would_be_accepted_again(tmp_path: Path) -> None:
    service = open_service(Settings(home=tmp_path, secret="ab" * 32))
    game = seated_game(service, ["ann", "bob"])
    games, again = service.application.in_loop(), IdempotentRequest("k" * 64, "b" * 64)

    async def work() -> None:
        await games.start()
        await asyncio.to_thread(lambda: service.games.look(player("ann"), game))
        made = await act_in_loop(games, service, game, again)
        with pytest.raises(NotAtHandError):
            await act_in_loop(games, service, game, again)
        assert await games.read(game, lambda found, _: found.stream.version) == made.events[-1].n
        await games.end()

    try:
        run(work)
    finally:
        service.application.close()


def check_opening(settings: Settings) -> None:
    """A game is made and filled in a loop: what is answered is stored, and a seat that is not permitted is not."""
    service, other = open_service(settings), open_service(settings, create_tables=False)
    prompt, games = service.prompt, service.application.in_loop()
    asked = NewGame("dungeon-raiders", 2, {}, {})
    again = IdempotentRequest("k" * 64, "b" * 64)

    def stored(game: UUID) -> list[str]:
        return [event.hash for event in other.application.events_of(game)]

    async def work() -> None:
        with pytest.raises(NotAtHandError):
            await prompt.create(player("ann"), asked, None, lambda made: made)
        await prompt.start()
        await games.start()
        for request in (None, again):
            made = await prompt.create(player("ann"), asked, request, lambda made: made)
            assert stored(made.id) == [made.hash]
        with pytest.raises(NotAtHandError):
            await prompt.create(player("ann"), asked, again, lambda made: made)
        assert len(stored(made.id)) == 1

        async def refuse(_: Game) -> bool:
            return False

        async def fail(_: Game) -> bool:
            raise OSError

        def sit(game: Game) -> None:
            service.games.sit(player("bob"), game, seat=None, nonce_commitment=None)

        for permit in (refuse, fail):
            with pytest.raises(NotAtHandError):
                await games.change(BatchCommand(made.id, sit), lambda change: change, permit=permit)
            assert len(stored(made.id)) == 1
            assert await games.read(made.id, lambda game, _: game.lifecycle.seats[0].is_free)
        sat = await asyncio.gather(
            *(
                prompt.take_seat(player(name), made.id, None, lambda done: done, seat=None, nonce_commitment=None)
                for name in ("ann", "bob")
            )
        )
        assert stored(made.id)[-1] == max(sat, key=lambda one: one.n).hash
        assert await games.read(made.id, lambda game, _: [seat.player for seat in game.lifecycle.seats]) == [
            "ann",
            "bob",
        ]
        with pytest.raises(NotAtHandError):  # there is no seat left
            await prompt.take_seat(player("cid"), made.id, None, lambda done: done, seat=None, nonce_commitment=None)
        await games.end()
        await prompt.end()

    try:
        run(work)
    finally:
        service.application.close()
        other.application.close()


def test_games_are_made_and_filled_in_the_loop_on_sqlite(tmp_path: Path) -> None:
    check_opening(Settings(home=tmp_path, secret="ab" * 32))


@pytest.mark.servers
def test_games_are_made_and_filled_in_the_loop_on_postgres(tmp_path: Path, postgres_url: str) -> None:
    check_opening(Settings(home=tmp_path, secret="ab" * 32, database_url=postgres_url))


@pytest.mark.servers
def test_games_are_changed_and_read_in_the_loop_on_postgres(tmp_path: Path, postgres_url: str) -> None:
    check_store(Settings(home=tmp_path, secret="ab" * 32, database_url=postgres_url))


@pytest.mark.servers
def test_a_connection_of_the_loop_that_broke_fails_no_writer(tmp_path: Path, postgres_url: str) -> None:
    service = open_service(Settings(home=tmp_path, secret="ab" * 32, database_url=postgres_url))
    game = seated_game(service, ["ann", "bob"])
    games = service.application.in_loop()

    async def work() -> None:
        await games.start()
        await asyncio.to_thread(lambda: service.games.look(player("ann"), game))
        for _ in range(3):
            await act_in_loop(games, service, game)
            line: Any = games._store._writing  # type: ignore[union-attr]
            line._connection.pgconn.finish()
        await games.end()

    try:
        run(work)
    finally:
        service.application.close()


@pytest.mark.servers
def test_any_batch_is_stored_by_the_loop_as_the_library_reads_it(tmp_path: Path, postgres_url: str) -> None:
    """Large and empty states, many rows, and a batch that is refused between two that are not."""
    service = open_service(Settings(home=tmp_path, secret="ab" * 32, database_url=postgres_url))
    recorder: Any = service.application._recorder.recorder
    states = [b"", b"\0\xff" * 3, "{}й".encode(), bytes(range(256)) * 16_384, *[b"{}"] * 300]
    batches = [
        [StoredEvent(game, n, "Тема", state) for game in (uuid4(), uuid4()) for n, state in enumerate(some, start=1)]
        for some in (states[:3], states, states[:1])
    ]

    async def work() -> None:
        store = open_loop_store(recorder)
        assert store is not None
        insert = store.inserter()
        assert insert is not None
        line: Any = store._writing  # type: ignore[attr-defined]
        before = 0
        for batch in batches:
            positions = await insert(batch)
            assert len(positions) == len(batch)
            assert list(positions) == sorted(positions)
            kept = line._connection
            with pytest.raises(UniqueViolation):
                await insert(batch[:1])
            with pytest.raises(IntegrityConstraintViolation):
                await insert([StoredEvent(uuid4(), 2, "T", b"{}")])
            assert line._connection is kept
            assert not kept.closed
            seen = await store.rows_after(before, len(batch))
            assert [(at, game, n) for at, game, n in seen] == [
                (at, one.originator_id, one.originator_version) for at, one in zip(positions, batch, strict=True)
            ]
            before = positions[-1]
        await store.close()

    try:
        run(work)
        for batch in batches:
            stored = [row for game in {one.originator_id for one in batch} for row in recorder.select_events(game)]
            assert sorted(stored, key=repr) == sorted(batch, key=repr)
    finally:
        service.application.close()


@pytest.mark.servers
def test_a_question_that_is_given_up_leaves_no_answer_for_the_next(tmp_path: Path, postgres_url: str) -> None:
    service = open_service(Settings(home=tmp_path, secret="ab" * 32, database_url=postgres_url))
    recorder: Any = service.application._recorder.recorder
    events = [StoredEvent(uuid4(), 1, "T", b"{}") for _ in range(3)]

    async def work() -> None:
        store = open_loop_store(recorder)
        assert store is not None
        insert = store.inserter()
        assert insert is not None
        await insert(events[:1])
        given_up = asyncio.ensure_future(insert(events[1:2]))
        await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        [position] = await insert(events[2:])
        rows = await store.rows_after(0, 9)  # the one that was given up may be there, before or after
        assert [at for at, game, _ in rows if game == events[2].originator_id] == [position]
        await store.close()

    try:
        run(work)
    finally:
        service.application.close()


@pytest.mark.servers
def test_a_connection_whose_statement_is_refused_at_once_is_closed(tmp_path: Path, postgres_url: str) -> None:
    service = open_service(Settings(home=tmp_path, secret="ab" * 32, database_url=postgres_url))
    recorder: Any = service.application._recorder.recorder
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE games_events RENAME TO elsewhere")

        async def work() -> None:
            store = open_loop_store(recorder)
            assert store is not None
            with pytest.raises(UndefinedTable):
                await store.rows_after(0, 9)
            await store.close()

        try:
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                run(work)
                gc.collect()
            assert [str(one.message) for one in told] == []  # such as that a connection was left open
        finally:
            service.application.close()
