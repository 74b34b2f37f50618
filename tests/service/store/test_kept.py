"""The games that a process keeps in memory are bounded by their bytes."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from uuid import UUID, uuid4

import pytest

from delvebook.domain.game import Game
from delvebook.service.base.settings import Settings
from delvebook.service.store.games import GameRepository
from delvebook.service.store.kept import Entry, KeptGames, bytes_of
from tests.replays.games import played_game
from tests.service.tables import open_service, play_on, seated_game


def read(application: GameRepository, *games: UUID) -> None:
    for game in games:
        with application.reading(game):
            pass


def bytes_taken(application: GameRepository, games: Sequence[UUID]) -> int:
    """What memory grows by when all games but the first are read. A thread of another test may add to it."""
    application.kept.clear()
    read(application, games[0])
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    read(application, *games[1:])
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken


@pytest.mark.long_for("runebound", "the-descent", "dice-and-danger")
@pytest.mark.parametrize("title", ["dungeon-raiders", "runebound", "the-descent", "dice-and-danger"])
def test_the_measured_bytes_are_those_that_the_game_takes(tmp_path: Path, title: str) -> None:
    """Python's own account of memory agrees within a third."""
    service = open_service(Settings(home=tmp_path, secret="ab" * 32))
    games = [seated_game(service, ["ann", "bob"], title=title) for _ in range(6)]
    for game in games:
        play_on(service, game, actions=20)
    application = service.application
    taken = median(bytes_taken(application, games) for _ in range(3))
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
            recent = service.application.kept.entry(game).recent
            assert recent
            assert service.application.kept.bytes == pytest.approx(bytes_of(found, *recent), rel=0.3)
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


@pytest.fixture(scope="module")
def game() -> Game:
    return played_game(ruleset="dungeon-raiders@1", stop_after=1)[0]


def used(kept: KeptGames, game_id: UUID, game: Game) -> Entry:
    """The entry of that game, in which it is as it is after a use."""
    entry = kept.entry(game_id)
    entry.game = game
    kept.weigh(game_id, entry)
    return entry


def test_what_was_not_used_for_longest_is_dropped_first(game: Game) -> None:
    kept = KeptGames(bytes_of(game) * 5 // 2)
    first, second, third = (uuid4() for _ in range(3))
    used(kept, first, game)
    used(kept, second, game)
    kept.entry(first)
    used(kept, third, game)

    assert [kept.find(one) is not None for one in (first, second, third)] == [True, False, True]
    assert kept.bytes == 2 * bytes_of(game)


def test_what_is_in_use_is_not_dropped_for_others_that_were_looked_up_later(game: Game) -> None:
    kept = KeptGames(bytes_of(game) * 3 // 2)
    mine, other = uuid4(), uuid4()
    entry = kept.entry(mine)
    used(kept, other, game)
    entry.game = game
    kept.weigh(mine, entry)

    assert (kept.find(mine), kept.find(other)) == (entry, None)


def test_a_game_that_was_dropped_takes_nothing_any_more(game: Game) -> None:
    kept = KeptGames(2**30)
    game_id = uuid4()
    entry = used(kept, game_id, game)
    assert kept.bytes == bytes_of(game)
    kept.forget(game_id)

    assert (len(kept), kept.bytes) == (0, 0)
    assert kept.find(game_id) is None
    assert kept.entry(game_id) is not entry


@pytest.mark.parametrize("is_back", [False, True], ids=["gone", "looked up again"])
def test_a_game_that_was_dropped_during_its_use_takes_nothing(game: Game, is_back: bool) -> None:
    kept = KeptGames(2**30)
    game_id = uuid4()
    entry = kept.entry(game_id)
    entry.game = game
    kept.forget(game_id)
    if is_back:
        kept.entry(game_id)
    kept.weigh(game_id, entry)

    assert (len(kept), kept.bytes) == (is_back, 0)
