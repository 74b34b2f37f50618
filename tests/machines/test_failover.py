"""
Failover that nobody has to decide: three PostgreSQL under Patroni and etcd, and two machines of Delvebook.

The machine that leads is killed, stopped and cut off, and half of the service is made to believe in it although another
one leads. Play goes on by itself. No acknowledged action is lost, and none is done twice.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.store.log import open_log
from delvebook.service.wiring import migrate
from tests.house.files import ROOT
from tests.machines.cluster import FILES, Cluster, Member, cluster
from tests.machines.network import Machine, network
from tests.machines.players import Ledger, Player, lost_and_doubled
from tests.machines.servers import Process, haproxy, is_ready, proxy, until
from tests.servers import RedisServer

pytestmark = pytest.mark.servers
PLAYERS = 3
PAUSE_SECONDS_MAX = 60
MET = {
    "service/unavailable", "service/busy", "RemoteProtocolError", "ReadError", "ConnectError", "ReadTimeout",
}  # fmt: skip
"""What a player may meet on the way, each time with the promise that trying again does no harm."""


@dataclass
class Service:
    """Two machines of Delvebook, and their players."""

    cluster: Cluster
    folder: Path
    settings: Settings
    """Those of the service, with a place in the URL of the database for the address."""
    start: Callable[[Machine, str, str], Process]
    players: list[Player] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)
    figures: dict[str, tuple[float, float]] = field(default_factory=dict)
    """For each thing that happened the pause, and the time until three PostgreSQL were in step again."""

    def play_on(self, actions: int) -> None:
        """Waits until every player has acted this many more times."""
        goals = {player: player.acted + actions for player in self.players}
        until(lambda: all(self._acted(one) >= goal for one, goal in goals.items()), "everybody plays on", 120)

    def _acted(self, player: Player) -> int:
        assert player.failure is None, player.failure
        return player.acted

    def settings_at(self, member: Member) -> Settings:
        """Returns the settings for the PostgreSQL of that member, without a proxy."""
        return replace(self.settings, database_url=self.settings.database_url.format(member.machine.address))

    def note(self, what: str, moment: float) -> None:
        """Waits until the cluster is whole again, and notes how long people waited after the moment."""
        whole = self.cluster.wait_until_whole()
        self.figures[what] = self.ledger.longest_pause_since(moment), whole

    def reckon(self, ledgers: list[Ledger]) -> None:
        """Has the players stop, compares what they were told with what is stored, and prints the figures."""
        for player in self.players:
            player.stop()
        for player in self.players:
            player.join(120)
            assert player.failure is None, player.failure
        with contextlib.closing(open_log(self.settings_at(self.cluster.leader()))) as log:
            counted = [lost_and_doubled(one, log) for one in ledgers]
        print(f"\nacknowledged actions: {[len(one.actions) for one in ledgers]}; lost and doubled: {counted}")
        print("the leader was …; the pause; the time until all three were in step once it was back, in seconds")
        for what, (pause, whole) in self.figures.items():
            print(f"  {what:12} {pause:5.1f} {whole:5.1f}")
        print(f"refusals met on the way: {[one.refusals for one in ledgers]}")
        assert counted == [([], [])] * len(ledgers)
        assert all(set(one.refusals) <= MET for one in ledgers)
        assert max(pause for pause, _ in self.figures.values()) < PAUSE_SECONDS_MAX


@pytest.fixture
def service(tmp_path: Path, redis_server: RedisServer) -> Iterator[Service]:
    with contextlib.ExitStack() as stack:
        stack.enter_context(network())
        made = stack.enter_context(cluster())
        lines = (FILES / "haproxy-postgres.cfg").read_text().splitlines()
        [url] = [line.partition("=")[2] for line in lines if line.startswith("# DELVEBOOK_DATABASE_URL=")]
        home = tmp_path / "here"
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DELVEBOOK_REDIS_URL": redis_server.url,
            "DELVEBOOK_SECRET": "ab" * 32,
            "DELVEBOOK_METRICS_BIND": "",
            "DELVEBOOK_RATE_LIMIT": "",
            "DELVEBOOK_PROXIES": "1",
            "DELVEBOOK_WEB_PROCESSES": "1",
            "DELVEBOOK_REQUEST_SECONDS": "10",
            "DELVEBOOK_CHECK_SECONDS_MAX": "9",
            "DELVEBOOK_LOG_LEVEL": "warning",
            "DELVEBOOK_SIGNING_KEYS": str(home / "keys"),
            "DELVEBOOK_LOG_KEYS": str(home / "log-keys"),
            "DELVEBOOK_LOG_SIGNED": str(home / "log-signed"),
        }

        def start(machine: Machine, command: str, database: str) -> Process:
            more = {
                "DELVEBOOK_HOME": str(machine.folder),
                "DELVEBOOK_DATABASE_URL": database,
                "DELVEBOOK_BIND": f"{machine.address}:8080",
            }
            name, program = command.replace(" ", "-"), [sys.executable, "-m", "delvebook.service.cli"]
            return machine.run(name, [*program, *command.split()], {**environment, **more})

        settings = Settings(home=home, database_url=url.replace("127.0.0.1:5000", "{}"), secret="ab" * 32)
        here = Service(made, tmp_path, settings, start)
        migrate(here.settings_at(made.leader()))
        places = []
        for number in (21, 22):
            machine = Machine(number, tmp_path / f"delvebook-{number}")
            stack.callback(machine.remove)
            machine.run("haproxy", [haproxy(), "-db", "-f", str(FILES / "haproxy-postgres.cfg")], dict(os.environ))
            for command in ("web", "follow", "worker"):
                start(machine, command, url)
            places.append(f"{machine.address}:8080")
        for place in places:
            until(lambda place=place: is_ready(f"http://{place}"), f"{place} is up")
        public = stack.enter_context(proxy(tmp_path, places))
        here.players = [Player(public, f"p{number}", here.ledger, bot=number == 0) for number in range(PLAYERS)]
        for player in here.players:
            player.start()
        stack.callback(lambda: [player.stop() for player in here.players])
        yield here


def test_play_goes_on_when_the_leader_dies_or_stands_still(service: Service) -> None:
    here = service
    here.play_on(3)

    killed = here.cluster.leader()
    killed.machine.kill()
    moment = time.monotonic()
    here.play_on(2)
    killed.start()
    here.note("killed", moment)

    stopped = here.cluster.leader()
    with stopped.machine.stopped():
        moment = time.monotonic()
        here.play_on(2)
    here.note("stopped", moment)

    here.play_on(2)
    here.reckon([here.ledger])


def test_play_goes_on_when_two_believe_that_they_lead(service: Service) -> None:
    here = service
    here.play_on(3)

    cut = here.cluster.leader()
    given_up = cut.said().count("Demoting self")
    with cut.machine.cut_off():
        moment = time.monotonic()
        here.play_on(2)
        until(lambda: cut.said().count("Demoting self") > given_up, "the one that was cut off leads no longer")
    here.note("cut off", moment)

    wrong = two_leaders(here)

    here.play_on(2)
    here.reckon([here.ledger, wrong])


def two_leaders(here: Service) -> Ledger:
    """
    Has two PostgreSQL lead at once, and a part of the service and its players use the old one.

    Patroni stands still on the machine that leads, so nobody there learns that another one leads. A web process is
    connected with it directly, as behind a proxy that is mistaken.

    Returns the ledger of the players who were on the wrong side.
    """
    old, ledger = here.cluster.leader(), Ledger()
    machine = Machine(23, here.folder / "delvebook-23")
    try:
        here.start(machine, "web", here.settings_at(old).database_url)
        url = f"http://{machine.address}:8080"
        until(lambda: is_ready(url), "the web process of the wrong side is up")
        players = [Player(url, f"wrong{number}", ledger, bot=False) for number in range(2)]
        for player in players:
            player.start()
        until(lambda: all(player.acted > 1 for player in players), "they play")
        assert old.patroni is not None
        os.killpg(old.patroni.process.pid, signal.SIGSTOP)
        moment = time.monotonic()
        others = [one for one in here.cluster.members if one is not old]
        until(lambda: any(one.leads() for one in others), "another one leads")
        here.play_on(2)
        both = time.monotonic()
        refused = sum(ledger.refusals.values())
        until(lambda: sum(ledger.refusals.values()) > refused + 2, "the wrong side insists")
        assert old.leads()
        assert any(one.leads() for one in others)
        late = [one for one in ledger.times if one > both]
        assert late == [], "the wrong side was told that something is stored"
        taken_back = old.said().count("running pg_rewind")
        os.killpg(old.patroni.process.pid, signal.SIGCONT)
        here.note("not told", moment)
        assert old.said().count("running pg_rewind") > taken_back
        for player in players:
            player.give_up()  # Their web process reaches only a standby now, which stores nothing.
    finally:
        machine.remove()
    return ledger
