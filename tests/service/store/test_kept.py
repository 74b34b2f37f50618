"""The games that a process keeps in memory are bounded by their bytes."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.store.games import GameRepository
from delvebook.service.store.kept import KeptGames, bytes_of
from tests.service.tables import open_service, play_on, seated_game


def read(application: GameRepository, *games: UUID) -> None:
    for game in games:
        with application.reading(game):
            pass


@pytest.mark.parametrize("title", ["dungeon-raiders", "runebound", "the-descent", "dice-and-danger"])
def test_the_measured_bytes_are_those_that_the_game_takes(tmp_path: Path, title: str) -> None:
    """Python's own account of memory agrees within a third."""
    service = open_service(Settings(home=tmp_path, secret="ab" * 32))
    games = [seated_game(service, ["ann", "bob"], title=title) for _ in range(6)]
    for game in games:
        play_on(service, game, actions=20)
    application = service.application
    application.kept.clear()
    read(application, games[0])
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    read(application, *games[1:])
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    measured = 0
    for game in games[1:]:
        with application.reading(game) as found:
            measured += bytes_of(found)
    application.close()

    assert measured == pytest.approx(taken, rel=1 / 3)


def test_a_game_that_has_grown_is_measured_again(tmp_path: Path) -> None:
    service = open_service(Settings(home=tmp_path, secret="ab" * 32))
    game = seated_game(service, ["ann", "bob"])
    for _ in range(6):
        play_on(service, game, actions=3)
        with service.application.reading(game) as found:
            assert service.application.kept.bytes == pytest.approx(bytes_of(found), rel=0.3)
    service.application.close()


def test_however_many_games_are_used_they_take_no_more_than_their_share(tmp_path: Path) -> None:
    service = open_service(Settings(home=tmp_path, secret="ab" * 32))
    application = service.application
    games = [seated_game(service, ["ann", "bob"]) for _ in range(30)]
    application.kept = kept = KeptGames(200_000)
    for game in games:
        play_on(service, game, actions=4)
        assert kept.bytes <= 200_000
    left = len(kept)
    assert 3 < left < len(games)
    read(application, *games)

    assert kept.bytes <= 200_000
    with kept.all() as entries:
        weighed = sum(bytes_of(entry.game) for entry in entries if entry.game is not None)
    assert weighed == pytest.approx(kept.bytes, rel=0.3)
    application.close()


def test_a_game_that_alone_takes_more_than_the_share_can_be_played(tmp_path: Path) -> None:
    service = open_service(Settings(home=tmp_path, secret="ab" * 32, games_mib=0))
    game, other = (seated_game(service, ["ann", "bob"]) for _ in range(2))
    play_on(service, game, actions=6)
    play_on(service, other, actions=6)

    assert len(service.application.kept) == 1
    service.application.close()


def test_a_game_that_was_dropped_takes_nothing_any_more() -> None:
    kept = KeptGames(1000)
    game = uuid4()
    entry = kept.entry(game)
    entry.bytes = 0
    kept.forget(game)

    assert (len(kept), kept.bytes) == (0, 0)
    assert kept.find(game) is None
    assert kept.entry(game) is not entry
