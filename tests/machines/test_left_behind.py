"""A primary that hangs for good, with its connections open, while its standby is promoted: play goes on by itself."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from delvebook.service.base import left_behind
from delvebook.service.base.left_behind import Connections
from delvebook.service.base.settings import Settings
from delvebook.service.store.log import open_log
from delvebook.service.wiring import migrate
from tests.machines.players import Ledger, Player, lost_and_doubled
from tests.machines.servers import Postgres, delvebook, environment_of, is_ready, primary_and_standby, until
from tests.runs import free_port
from tests.servers import RedisServer

pytestmark = pytest.mark.servers
PAUSE_SECONDS_MAX = 40


@pytest.fixture
def pair() -> Iterator[tuple[Postgres, Postgres]]:
    """A primary, and a standby that follows it."""
    with primary_and_standby() as made:
        yield made


def test_play_goes_on_when_the_primary_hangs_for_good_and_its_standby_is_promoted(
    pair: tuple[Postgres, Postgres], redis_server: RedisServer, tmp_path: Path
) -> None:
    primary, standby = pair
    hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
    settings = Settings(
        home=tmp_path / "home",
        database_url=f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write",
        secret="ab" * 32,
        redis_url=redis_server.url,
    )
    migrate(settings)
    port = free_port()
    environment = environment_of(
        settings,
        DELVEBOOK_REQUEST_SECONDS="10",
        DELVEBOOK_CHECK_SECONDS_MAX="9",
        DELVEBOOK_BIND=f"127.0.0.1:{port}",
    )
    url, ledger = f"http://127.0.0.1:{port}", Ledger()
    with contextlib.ExitStack() as stack:
        for name in ("web", "follow", "worker"):
            stack.callback(delvebook(tmp_path / f"{name}.log", environment, name).kill)
        until(lambda: is_ready(url), "the service is up")
        players = [Player(url, f"m{number}", ledger, bot=number == 0) for number in range(3)]
        stack.callback(lambda: [player.stop() for player in players])
        for player in players:
            player.start()
        until(lambda: all(player.acted > 2 for player in players), "they play")

        with primary.hanging():
            moment = time.monotonic()
            time.sleep(1)  # everybody is in the middle of something
            standby.promote()
            goals = {player: player.acted + 3 for player in players}
            until(lambda: all(one.acted >= goal or one.failure for one, goal in goals.items()), "they play on", 90)
            for player in players:
                player.stop()
            for player in players:
                player.join(60)
                assert player.failure is None, player.failure
            pause = ledger.longest_pause_since(moment)
            with contextlib.closing(open_log(settings)) as log:
                assert lost_and_doubled(ledger, log) == ([], [])
    print(f"the primary hung for good: {pause:.1f} s without an acknowledgement; {ledger.refusals}")
    assert pause < PAUSE_SECONDS_MAX


def test_only_connections_that_the_server_does_not_know_are_broken(pair: tuple[Postgres, Postgres]) -> None:
    primary, standby = pair
    hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
    place = f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write&connect_timeout=2"
    ours = Connections(place, seconds=3600)
    with psycopg.connect(place, autocommit=True) as early:
        ours.add(early)
        assert ours.look() == 0
        anywhere = Connections(place.replace("read-write", "any"), seconds=3600)
        anywhere.add(early)
        with primary.hanging():
            assert ours.look() == 0  # no server answers that could be written to
            assert anywhere.look() == 0  # only the standby answers
            standby.promote()
            with psycopg.connect(place, autocommit=True) as late:
                ours.add(late)
                assert ours.look() == 1
                assert ours.look() == 0  # it is broken once, although nobody has used it since
                with pytest.raises(psycopg.OperationalError):
                    early.execute("SELECT 1")
                assert late.execute("SELECT 1").fetchone() == (1,)
        assert ours.look() == 0


def test_nothing_is_broken_behind_a_pooler_whose_numbers_no_server_knows(
    pair: tuple[Postgres, Postgres], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = Connections(pair[0].url, seconds=3600)
    with psycopg.connect(pair[0].url, autocommit=True) as one:
        ours.add(one)
        nothing = "SELECT {mine}, false, ARRAY[]::int[] WHERE %s::int[] IS NOT NULL"
        monkeypatch.setattr(left_behind, "_KNOWN", nothing.format(mine="0"))
        assert ours.look() == 0
        monkeypatch.setattr(left_behind, "_KNOWN", nothing.format(mine="pg_backend_pid()"))
        assert ours.look() == 1


def test_nothing_is_broken_while_a_statement_takes_its_time(pair: tuple[Postgres, Postgres]) -> None:
    primary, _ = pair
    ours = Connections(primary.url, seconds=3600)
    with psycopg.connect(primary.url, autocommit=True) as slow:
        ours.add(slow)
        slow.execute("SELECT pg_sleep(0.1)")
        assert ours.look() == 0
        assert slow.execute("SELECT 1").fetchone() == (1,)
