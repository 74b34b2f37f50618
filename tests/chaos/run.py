"""One run: start everything, let clients play while faults happen, wait until all is calm, and compare."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from tests.chaos.disk import Disk
from tests.chaos.faults import Fault, plan
from tests.chaos.ledger import Ledger
from tests.chaos.players import Listener, Monitor, Player
from tests.chaos.reckoning import Reckoning, reckon
from tests.chaos.restoring import restore
from tests.chaos.service import Service, running

CALM_SECONDS_MAX: Final = 90.0
LISTENERS: Final = 2
NEVER_EMPTY: Final = (
    "acknowledged commands",
    "events heard",
    "records verified",
    "rows of lobby",
    "entries in the log of games",
    "entries in the audit trail",
)
"""What a run compares, however short it is."""


@dataclass
class Result:
    """
    The result of a run.

    Attributes:
        seed: The seed of its faults.
        store: `sqlite` or `postgres`.
        seconds: How long clients played, in seconds.
        done: The number of faults, by `kind target`.
        kills: The number of SIGKILLs among them.
        ledger: What the clients know.
        reckoning: The result of the comparison.
    """

    seed: str
    store: str
    seconds: float
    done: dict[str, int]
    kills: int
    ledger: Ledger
    reckoning: Reckoning

    @property
    def sentence(self) -> str:
        """Returns the result as a text."""
        counts = self.reckoning.counts
        return (
            f"{self.store}: {self.kills} kills and {sum(self.done.values()) - self.kills} other faults in "
            f"{self.seconds:.0f} s; {counts['acknowledged commands']} acknowledged commands, {counts['games']} games: "
            f"{len(self.reckoning.lost)} lost, {len(self.reckoning.doubled)} doubled, "
            f"{len(self.reckoning.other)} contradictions"
        )

    def to_plain(self) -> dict[str, Any]:
        """Returns the result as plain data."""
        return {
            "seed": self.seed,
            "store": self.store,
            "seconds": round(self.seconds, 1),
            "kills": self.kills,
            "done": dict(sorted(self.done.items())),
            **self.ledger.to_plain(),
            **self.reckoning.to_plain(),
        }


def run(
    directory: Path,
    *,
    store: str,
    seed: str,
    seconds: float,
    players: int = 8,
    disk_mebibytes: int | None = None,
    records_max: int | None = None,
    is_restored: bool = False,
    on_progress: Callable[[str], None] = lambda _: None,
) -> Result:
    """
    Plays for that long while the faults of the seed happen.

    Args:
        directory: An empty directory for the state and the logs.
        store: `sqlite` or `postgres`.
        seed: The seed of the faults and of the clients' choices.
        seconds: How long, in seconds.
        players: How many clients play.
        disk_mebibytes: The size of a disk that the service has for itself, and that is filled; None for no such disk.
        records_max: The largest number of records to verify; None for all.
        is_restored: Whether the store is replaced by a backup after half the time; only SQLite.
        on_progress: Called with a line of progress every second.
    """
    ledger, over = Ledger(), threading.Event()
    disk, home = None, directory
    if disk_mebibytes is not None:
        home = directory / "disk"
        home.mkdir()
        disk = Disk(home, disk_mebibytes)
    with running(home, store, disk) as service:
        clients: list[threading.Thread] = [
            Player(service.url, f"{seed}/player/{number}", ledger, over) for number in range(players)
        ]
        clients += [Listener(service.url, f"{seed}/listener/{number}", ledger, over) for number in range(LISTENERS)]
        monitor = Monitor(service.url, directory / "seen", ledger, over)
        clients.append(monitor)
        for client in clients:
            client.start()
        until_acknowledged(ledger, players)  # a slow machine takes its time to start
        began = time.monotonic()
        if is_restored:
            _suffer(service, f"{seed}/before", seconds / 2, ledger, on_progress)
            service.heal()
            for fault in restore(service, directory / "seen"):
                ledger.fault(fault)
            service.happened.note(Fault(seconds / 2, "restore", "store", 0.0, 0))
        _suffer(service, seed, seconds / 2 if is_restored else seconds, ledger, on_progress)
        took = time.monotonic() - began
        service.heal()
        until_acknowledged(ledger, len(ledger.acknowledged()) + players)
        over.set()
        for client in clients:
            client.join()
        on_progress(f"{store}: waiting until all is calm, then comparing …")
        if not wait_for_calm(service):
            ledger.fault("the service did not become ready, or its follower did not catch up, after the last fault")
        monitor.look()
        monitor.close()
        service.stop_all_but_the_store()
        reckoning = reckon(service.settings, ledger, records_max=records_max)
    reckoning.other += empty_comparisons(reckoning)
    return Result(seed, store, took, service.happened.counts, service.happened.number_of("kill"), ledger, reckoning)


def empty_comparisons(reckoning: Reckoning) -> list[str]:
    """Returns what there was nothing of to compare. Such a comparison holds whatever the service does."""
    return [f"nothing was compared: {what}" for what in NEVER_EMPTY if not reckoning.counts.get(what)]


def until_acknowledged(ledger: Ledger, count: int) -> None:
    """Returns once this many commands have been acknowledged, or after a while with a fault in the ledger."""
    deadline = time.monotonic() + CALM_SECONDS_MAX
    while len(ledger.acknowledged()) < count:
        if time.monotonic() > deadline:
            ledger.fault(f"only {len(ledger.acknowledged())} and not {count} commands were acknowledged in good time")
            return
        time.sleep(0.05)


def _suffer(service: Service, seed: str, seconds: float, ledger: Ledger, on_progress: Callable[[str], None]) -> None:
    faults = plan(seed, seconds, has_postgres=service.store_wire is not None, has_disk=service.has_disk)
    began = time.monotonic()
    while (now := time.monotonic() - began) < seconds:
        while faults and faults[0].at <= now:
            service.suffer(faults.pop(0))
        kills = service.happened.number_of("kill")
        others = sum(service.happened.counts.values()) - kills
        on_progress(
            f"{now:5.0f} of {seconds:.0f} s: {kills} kills, {others} other faults, "
            f"{len(ledger.acknowledged())} commands acknowledged   "
        )
        pause = min(1.0, faults[0].at - now if faults else 1.0, seconds - now)
        time.sleep(max(0.01, pause))


def wait_for_calm(service: Service) -> bool:
    """Returns whether the service became ready, and its follower caught up, by themselves."""
    deadline = time.monotonic() + CALM_SECONDS_MAX
    calm = 0
    while calm < 3:
        if time.monotonic() > deadline:
            return False
        try:
            ready = httpx.get(f"{service.direct_url}/readyz", timeout=3).json()
            calm = calm + 1 if ready.get("status") == "ready" and ready.get("redis") and not ready.get("lag") else 0
        except (httpx.HTTPError, ValueError):
            calm = 0
        time.sleep(0.2)
    return True
