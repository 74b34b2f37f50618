"""Three PostgreSQL under Patroni and etcd, with the files of `docs/operating/failover`."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg

from tests.house.files import ROOT
from tests.machines.network import Machine
from tests.machines.servers import Process, until
from tests.missing import missing

FILES = ROOT / "docs" / "operating" / "failover"
NAMES = ("one", "two", "three")
ROLES = ["leader", "replica", "sync_standby"]
WHOLE_SECONDS_MAX = 120
SUPERUSER = "postgres:change-me-2"


def read_environment(text: str) -> dict[str, str]:
    """Returns the variables of a file, as systemd reads it."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def require_programs() -> Path:
    """Returns the folder of the newest PostgreSQL that Debian has installed, if nothing else is missing either."""
    absent = [name for name in ("etcd", "patroni", "nsenter") if shutil.which(name) is None]
    servers = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda one: int(one.parts[-3]))
    if absent or not servers:
        missing(f"no failover was tried without {absent or 'postgresql'}; Debian: patroni etcd-server postgresql")
    return servers[-1].parent


@dataclass
class Member:
    """A machine of the database."""

    name: str
    machine: Machine
    variables: dict[str, str]
    user: tuple[int, int]
    patroni: Process | None = None

    def start(self) -> None:
        """Starts etcd and Patroni, which starts PostgreSQL."""
        # Nothing of this process's Python reaches Patroni's.
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", **self.variables}
        self.machine.run("etcd", ["etcd"], environment, user=self.user)
        config = str(self.machine.folder / "patroni.yml")
        self.patroni = self.machine.run("patroni", ["patroni", config], environment, user=self.user)

    def said(self) -> str:
        """Returns what Patroni and PostgreSQL have said there."""
        return "" if self.patroni is None else self.patroni.said()

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        """Returns the rows that its PostgreSQL answers."""
        url = f"postgresql://{SUPERUSER}@{self.machine.address}/postgres"
        with psycopg.connect(url, autocommit=True, connect_timeout=2) as connection:
            return connection.execute(statement).fetchall()  # type: ignore[call-overload]

    def leads(self) -> bool:
        """Returns whether its PostgreSQL takes itself for the one that leads."""
        with contextlib.suppress(psycopg.Error):
            return self.ask("SELECT pg_is_in_recovery()") == [(False,)]
        return False


class Cluster:
    """The three machines of the database."""

    def __init__(self, members: list[Member]) -> None:
        self.members = members

    def views(self) -> list[dict[str, dict[str, object]]]:
        """Returns for each machine whose Patroni answers the members as it knows them, by name."""
        found = []
        for member in self.members:
            with contextlib.suppress(httpx.HTTPError, KeyError, ValueError):
                answer = httpx.get(f"http://{member.machine.address}:8008/cluster", timeout=1).json()
                found.append({one["name"]: one for one in answer["members"]})
        return found

    def leader(self) -> Member:
        """Returns the member that leads, by what Patroni answers the proxy."""
        [found] = [one for one in self.members if self.is_primary(one)]
        return found

    def is_primary(self, member: Member) -> bool:
        """Returns whether Patroni says of this member that it leads."""
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"http://{member.machine.address}:8008/primary", timeout=1).status_code == 200
        return False

    def wait_until_whole(self) -> float:
        """Returns once all agree which one leads, and that two follow without lag, one in step; returns the seconds."""

        def is_whole() -> bool:
            views = self.views()
            members = [one for view in views for one in view.values()]
            return (
                [sorted(str(one["role"]) for one in view.values()) for view in views] == [ROLES] * len(NAMES)
                and all(one.get("lag", 0) == 0 for one in members)
                and len({one.get("timeline") for one in members}) == 1
                and len({one["name"] for one in members if one["role"] == "leader"}) == 1
            )

        with contextlib.suppress(AssertionError):
            return until(is_whole, "the cluster is whole", WHOLE_SECONDS_MAX)
        raise AssertionError(f"{self.views()}\n{self.said()}")

    def said(self) -> str:
        """Returns the ends of what each machine has said."""
        return "\n".join(f"== {one.name}\n{one.said()[-1500:]}" for one in self.members)


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """Yields the cluster when it is whole, with the database of the service."""
    programs = require_programs()
    owner = pwd.getpwnam("postgres")
    user = owner.pw_uid, owner.pw_gid
    shared = read_environment((FILES / "etcd.env").read_text())
    with contextlib.ExitStack() as stack:
        # Not in pytest's own folder, which another user may not enter.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dvha", ignore_cleanup_errors=True)))
        folder.chmod(0o755)
        members = []
        for number, name in enumerate(NAMES, start=11):
            home = folder / name
            own = (FILES / "machine.env").read_text().replace("=one\n", f"={name}\n").replace(".11:", f".{number}:")
            variables = {
                **shared,
                **read_environment(own),
                "ETCD_DATA_DIR": str(home / "etcd"),
                "PATRONI_POSTGRESQL_DATA_DIR": str(home / "postgresql"),
                "PATRONI_POSTGRESQL_BIN_DIR": str(programs),
                "PATRONI_POSTGRESQL_PGPASS": str(home / "pgpass"),
            }
            machine = Machine(number, home)
            stack.callback(machine.remove)
            shutil.copy(FILES / "patroni.yml", home)
            os.chown(home, *user)
            members.append(Member(name, machine, variables, user))
        for member in members:
            member.start()
        made = Cluster(members)
        made.wait_until_whole()
        leader = made.leader()
        url = f"postgresql://{SUPERUSER}@{leader.machine.address}/postgres"
        with psycopg.connect(url, autocommit=True) as connection:
            for statement in (FILES / "delvebook.sql").read_text().split(";"):
                connection.execute(statement)  # type: ignore[call-overload]
        yield made
