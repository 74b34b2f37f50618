"""
Two machines: a primary and its synchronous standby, two web processes behind a proxy, two followers, two workers.

After each kill play goes on by itself. No acknowledged action is lost, and none is done twice.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.store.log import open_log
from delvebook.service.wiring import migrate
from tests.machines.players import Ledger, Player, lost_and_doubled
from tests.machines.servers import (
    CONFIG,
    Postgres,
    Process,
    delvebook,
    environment_of,
    haproxy,
    is_ready,
    primary_and_standby,
    proxy,
    until,
)
from tests.runs import free_port
from tests.servers import RedisServer

pytestmark = pytest.mark.servers
PLAYERS = 4
TAKE_OVER_SECONDS_MAX = 20


@dataclass
class Machines:
    """All processes."""

    folder: Path
    primary: Postgres
    standby: Postgres
    settings: Settings
    redis: RedisServer
    url: str = ""
    webs: dict[int, Process] = field(default_factory=dict)
    followers: list[Process] = field(default_factory=list)
    workers: list[Process] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)
    players: list[Player] = field(default_factory=list)

    def leader(self) -> Process:
        """Returns the follower that leads now, by its output."""
        [one] = [follower for follower in self.followers if leads(follower)]
        return one

    def play_on(self, actions: int) -> None:
        """Waits until every player has acted this many more times."""
        goals = {player: player.acted + actions for player in self.players}
        self.wait(lambda: all(player.acted >= goal for player, goal in goals.items()), "everybody plays on")

    def wait(self, holds: object, what: str, seconds: float = 60) -> float:
        def looks() -> bool:
            for player in self.players:
                assert player.failure is None, player.failure
            return bool(holds())  # type: ignore[operator]

        before = [player.acted for player in self.players]
        try:
            return until(looks, what, seconds)
        except AssertionError as error:
            raise AssertionError(
                f"{error}; acted before {before}, now {[one.acted for one in self.players]}"
            ) from error


def leads(follower: Process) -> bool:
    return follower.said().rfind("leading") > follower.said().rfind("waiting_to_lead")


@pytest.fixture
def machines(tmp_path: Path, redis_server: RedisServer) -> Iterator[Machines]:
    haproxy()
    with contextlib.ExitStack() as stack:
        primary, standby = stack.enter_context(primary_and_standby())
        hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
        settings = Settings(
            home=tmp_path / "home",
            database_url=f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write",
            redis_url=redis_server.url,
            secret="ab" * 32,
        )
        migrate(settings)
        here = Machines(tmp_path, primary, standby, settings, redis_server)
        environment = environment_of(settings, DELVEBOOK_PROXIES="1", DELVEBOOK_LOG_LEVEL="warning")

        def run(name: str, *arguments: str, **more: str) -> Process:
            process = delvebook(tmp_path / f"{name}.log", {**environment, **more}, *arguments)
            stack.callback(process.kill)
            return process

        for number in range(2):
            port = free_port()
            here.webs[port] = run(f"web-{number}", "web", DELVEBOOK_BIND=f"127.0.0.1:{port}")
            here.followers.append(run(f"follow-{number}", "follow", DELVEBOOK_LOG_LEVEL="info"))  # it says who leads
            here.workers.append(
                run(f"worker-{number}", "worker", DELVEBOOK_HEARTBEAT_FILE=str(tmp_path / f"w{number}"))
            )
        for port in here.webs:
            until(lambda port=port: is_ready(f"http://127.0.0.1:{port}"), "the web process is up")
        here.url = stack.enter_context(proxy(tmp_path, [f"127.0.0.1:{port}" for port in here.webs]))
        here.players = [Player(here.url, f"p{number}", here.ledger, bot=number == 0) for number in range(PLAYERS)]
        for player in here.players:
            player.start()
        stack.callback(lambda: [player.stop() for player in here.players])
        yield here


def test_the_proxy_of_the_containers_is_one_that_the_proxy_understands() -> None:
    files = [part for name in ("haproxy.cfg", "haproxy-web.cfg") for part in ("-f", str(CONFIG.with_name(name)))]
    environment = {**os.environ, "PROXY_BIND": ":8080"}
    checked = subprocess.run([haproxy(), "-c", *files], env=environment, capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stderr
    complaints = [line for line in checked.stderr.splitlines() if "[WARNING]" in line or "[ALERT]" in line]
    assert [line for line in complaints if "could not resolve address 'web'" not in line] == []


def test_play_goes_on_whatever_is_killed(machines: Machines) -> None:
    here = machines
    here.play_on(4)
    figures = {}

    # A web process is killed; the proxy sends everybody to the other.
    port, web = next(iter(here.webs.items()))
    web.kill()
    killed = time.monotonic()
    here.play_on(3)
    figures["web process killed"] = here.ledger.pause_around(killed)
    web.start()
    until(lambda: is_ready(f"http://127.0.0.1:{port}"), "the web process is back")

    # The leading follower is stopped, and falls silent; then the one that leads after it is killed.
    here.wait(lambda: any(leads(follower) for follower in here.followers), "a follower leads")
    hung = here.leader()
    [other] = [follower for follower in here.followers if follower is not hung]
    os.kill(hung.process.pid, signal.SIGSTOP)
    figures["leading follower stopped"] = here.wait(lambda: leads(other), "another follower leads")
    os.kill(hung.process.pid, signal.SIGCONT)
    here.wait(lambda: not leads(hung), "the one that was stopped learns that it leads no longer")
    here.play_on(3)
    other.kill()
    figures["leading follower killed"] = here.wait(lambda: leads(hung), "it leads again")
    assert max(figures.values()) < TAKE_OVER_SECONDS_MAX
    here.play_on(3)
    other.start()

    # Redis is killed with all that it had. People play on at once, and bots as soon as there is another one.
    here.redis.kill()
    killed = time.monotonic()
    people = [player for player in here.players if not player.bot]
    goals = {player: player.acted + 3 for player in people}
    here.wait(lambda: all(player.acted >= goal for player, goal in goals.items()), "people play on without Redis")
    figures["Redis killed"] = here.ledger.pause_around(killed)
    here.redis.start()
    back = time.monotonic()
    here.play_on(3)
    print(f"bots and people play on {time.monotonic() - back:.1f} s after an empty Redis is there")

    # The primary is killed as by a power cut, and the standby promoted.
    here.primary.kill()
    killed = time.monotonic()
    here.standby.promote()
    promoted = time.monotonic() - killed
    here.play_on(4)
    figures["primary killed and standby promoted"] = here.ledger.pause_around(killed)
    here.wait(lambda: any(leads(follower) for follower in here.followers), "a follower leads at the new primary")

    for player in here.players:
        player.stop()
    for player in here.players:
        player.join(60)
        assert player.failure is None, player.failure
    with contextlib.closing(open_log(here.settings)) as log:
        lost, doubled = lost_and_doubled(here.ledger, log)
    print(f"\n{len(here.ledger.actions)} acknowledged actions, {len(lost)} lost, {len(doubled)} doubled")
    print(f"pauses, in seconds (promotion itself took {promoted:.1f}):")
    for what, seconds in figures.items():
        print(f"  {seconds:5.1f}  {what}")
    print(f"refusals met on the way: {here.ledger.refusals}")
    game, key, n, _ = here.ledger.actions[-1]
    forged = Ledger([(game, key, n, "0" * 64), (game, "another", n, here.ledger.actions[-1][3])])
    with contextlib.closing(open_log(here.settings)) as log:
        assert len(lost_and_doubled(forged, log)[0]) == 1  # so it would have been seen
    assert lost == []
    assert doubled == []
    assert set(here.ledger.refusals) <= {
        "service/unavailable", "service/busy", "RemoteProtocolError", "ReadError", "ConnectError", "ReadTimeout",
    }  # fmt: skip
