"""A database that hangs and comes back at random: every request is answered in time, and nothing is lost or doubled."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.store.log import open_log
from delvebook.service.wiring import migrate
from tests.machines.players import Ledger, Player, lost_and_doubled
from tests.machines.servers import Postgres, delvebook, environment_of, is_ready, until
from tests.runs import free_port
from tests.servers import RedisServer

pytestmark = pytest.mark.servers
SECONDS = 15
REQUEST_SECONDS = 6
SLACK_SECONDS = 6
"""For a machine that is busy."""


@pytest.fixture
def server() -> Iterator[Postgres]:
    made = Postgres()
    try:
        made.make()
        made.start()
        yield made
    finally:
        made.forget()


def test_everybody_is_answered_in_time_while_the_database_hangs_and_comes_back(
    server: Postgres, redis_server: RedisServer, tmp_path: Path
) -> None:
    settings = Settings(home=tmp_path / "home", database_url=server.url, secret="ab" * 32, redis_url=redis_server.url)
    migrate(settings)
    port = free_port()
    environment = environment_of(
        settings,
        DELVEBOOK_REQUEST_SECONDS=str(REQUEST_SECONDS),
        DELVEBOOK_CHECK_SECONDS_MAX=str(REQUEST_SECONDS - 1),
        DELVEBOOK_BIND=f"127.0.0.1:{port}",
    )
    web = delvebook(tmp_path / "web.log", environment, "web")
    url = f"http://127.0.0.1:{port}"
    ledger, seed = Ledger(), random.SystemRandom().randrange(10**6)
    chance, hangs = random.Random(seed), 0
    try:
        until(lambda: is_ready(url), "the web process is up")
        players = [Player(url, f"p{number}", ledger, bot=False) for number in range(3)]
        for player in players:
            player.start()
        until(lambda: all(player.acted > 2 for player in players), "everybody plays")
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with server.hanging():
                time.sleep(chance.choice([0.1, 0.5, 2, REQUEST_SECONDS + 2]))
            hangs += 1
            time.sleep(chance.uniform(0.1, 1.5))
        goals = {player: player.acted + 3 for player in players}
        until(lambda: all(player.acted >= goal for player, goal in goals.items()), f"they play on; seed {seed}")
        for player in players:
            player.stop()
        for player in players:
            player.join(60)
            assert player.failure is None, (seed, player.failure)
    finally:
        web.kill()
    with contextlib.closing(open_log(settings)) as log:
        lost, doubled = lost_and_doubled(ledger, log)
    print(f"\nseed {seed}: the database hung {hangs} times; {len(ledger.actions)} acknowledged actions,")
    print(f"{len(lost)} lost, {len(doubled)} doubled; the slowest answer took {ledger.slowest:.1f} s")
    print(f"refusals met on the way: {ledger.refusals}")
    assert (lost, doubled) == ([], []), seed
    assert ledger.slowest < REQUEST_SECONDS + SLACK_SECONDS, seed
