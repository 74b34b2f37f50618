"""Games in the event loop: several changed in one transaction or none, and the events that have just been made."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.errors import GameFinishedError
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.service.base.settings import Settings
from delvebook.service.store.changes import BatchCommand, Change
from delvebook.service.store.kept import RECENT_MAX
from delvebook.service.store.loop_games import LoopGames, NotAtHandError
from tests.service.store.in_loop import acting_on, run
from tests.service.tables import open_service, play_on, player, seated_game


def refused(game: UUID) -> BatchCommand:
    def command(_: Game) -> None:
        raise GameFinishedError("no more")

    return BatchCommand(game, command)


def broken(game: UUID) -> BatchCommand:
    def command(_: Game) -> None:
        raise RuntimeError

    return BatchCommand(game, command)


def the_change(change: Change) -> Change:
    return change


def the_events(_: Game, events: Sequence[GameEvent]) -> list[str]:
    return [event.hash for event in events]


async def at_hand(service: Any, games: LoopGames, *wanted: UUID) -> None:
    await games.start()
    for game in wanted:
        await asyncio.to_thread(lambda game=game: service.games.look(player("ann"), game))


def check_together(settings: Settings) -> None:
    """Both games of a batch get their events in one transaction, or neither gets any."""
    service, other = open_service(settings), open_service(settings, create_tables=False)
    first, second = (seated_game(service, ["ann", "bob"]) for _ in range(2))
    games = service.application.in_loop()

    def stored(game: UUID) -> list[str]:
        return [event.hash for event in other.application.all_events_of(game)]

    async def together(*commands: BatchCommand) -> list[Change]:
        return await games.change_together(commands, the_change)

    async def work() -> None:
        await at_hand(service, games, first, second)
        before = service.application.log_position()
        for order in ((first, second), (second, first)):
            made = await together(*(acting_on(service, game) for game in order))
            assert [change.game.id for change in made] == list(order)
            for change in made:
                assert stored(change.game.id)[-1] == change.events[-1].hash
        assert service.application.log_position() == before + 4
        has = {game: stored(game) for game in (first, second)}

        for bad in (refused, broken):
            for commands in ((acting_on(service, first), bad(second)), (bad(second), acting_on(service, first))):
                with pytest.raises(NotAtHandError):
                    await together(*commands)
                await at_hand(service, games, first, second)
                for game in (first, second):
                    assert stored(game) == has[game]
                    assert await games.read(game, lambda found, _: found.stream.head) == has[game][-1]

        # Another process is first in one of them: neither gets an event, and both go on from what is stored.
        await asyncio.to_thread(lambda: play_on(other, second, actions=1))
        has = {game: stored(game) for game in (first, second)}
        with pytest.raises(NotAtHandError):
            await together(acting_on(service, first), acting_on(service, second))
        assert {game: stored(game) for game in (first, second)} == has
        await at_hand(service, games, first, second)
        await together(acting_on(service, first), acting_on(service, second))
        assert [len(stored(game)) - len(has[game]) for game in (first, second)] == [1, 1]

        # Those who take them in different orders do not wait for each other for ever.
        orders = [(first, second), (second, first)] * 5
        done = await asyncio.gather(
            *(together(*(acting_on(service, game) for game in order)) for order in orders), return_exceptions=True
        )
        assert all(isinstance(one, list | NotAtHandError) for one in done), done
        await games.end()

    try:
        run(work)
    finally:
        service.application.close()
        other.application.close()


def test_a_batch_is_stored_in_the_loop_as_one_on_sqlite(tmp_path: Path) -> None:
    check_together(Settings(home=tmp_path, secret="ab" * 32))


@pytest.mark.servers
def test_a_batch_is_stored_in_the_loop_as_one_on_postgres(tmp_path: Path, postgres_url: str) -> None:
    check_together(Settings(home=tmp_path, secret="ab" * 32, database_url=postgres_url))


def test_a_batch_that_is_given_up_while_it_is_judged_leaves_its_games_as_they_were(tmp_path: Path) -> None:
    service = open_service(Settings(home=tmp_path, secret="ab" * 32))
    first, second = (seated_game(service, ["ann", "bob"]) for _ in range(2))
    games = service.application.in_loop()

    async def work() -> None:
        await at_hand(service, games, first, second)
        before = [await games.read(game, lambda found, _: found.stream.head) for game in (first, second)]
        given_up = asyncio.ensure_future(
            games.change_together([acting_on(service, first), acting_on(service, second)], the_change)
        )
        while service.application.kept.entry(first).game.stream.head == before[0]:  # type: ignore[union-attr]
            await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        assert [await games.read(game, lambda found, _: found.stream.head) for game in (first, second)] == before
        await games.change_together([acting_on(service, first), acting_on(service, second)], the_change)
        await games.end()

    try:
        run(work)
    finally:
        service.application.close()


def test_what_has_just_happened_is_at_hand_as_it_is_stored_and_older_events_are_not(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, secret="ab" * 32)
    service, other = open_service(settings), open_service(settings, create_tables=False)
    game = seated_game(service, ["ann", "bob"])
    games = service.application.in_loop()

    def stored(after: int) -> list[str]:
        return [event.hash for event in other.application.events_of(game, after=after)]

    async def check(after: int) -> int:
        """Every number of events is told as it is stored, or not at all. Returns how many are at hand."""
        now, known = after + len(stored(after)), 0
        for n in range(now, after - 1, -1):
            try:
                assert await games.read(game, the_events, after=n) == stored(n)
                known = now - n
            except NotAtHandError:
                break
        with pytest.raises(NotAtHandError):
            await games.read(game, the_events, after=now + 1)
        return known

    async def work() -> None:
        await at_hand(service, games, game)
        begun = len(stored(0))
        for number in range(1, RECENT_MAX + 3):
            await games.change(acting_on(service, game), the_change)
            assert await check(begun) == min(number, RECENT_MAX)
        # What a thread has stored, and what another process has, is at hand as soon as it is read.
        await asyncio.to_thread(lambda: play_on(service, game, actions=1))
        assert await check(begun) == RECENT_MAX
        await asyncio.to_thread(lambda: play_on(other, game, actions=2))
        await asyncio.to_thread(lambda: service.games.look(player("ann"), game))
        assert await check(begun) == RECENT_MAX
        # A game that has been loaded anew does not take the events of its earlier life for its last ones.
        service.application.kept.entry(game).game = None
        await asyncio.to_thread(lambda: play_on(other, game, actions=1))
        await asyncio.to_thread(lambda: service.games.look(player("ann"), game))
        assert await check(begun) == 0
        await games.change(acting_on(service, game), the_change)
        assert await check(begun) == 1
        await games.end()

    try:
        run(work)
    finally:
        service.application.close()
        other.application.close()
