"""A short run of `make chaos` on either store, and tests that its comparison finds each kind of loss."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from delvebook.domain.stream import IdempotentRequest
from delvebook.service.base.settings import Settings
from delvebook.service.store.games import GameRepository
from tests.chaos.disk import is_possible
from tests.chaos.faults import OF_POSTGRES, plan
from tests.chaos.ledger import Entry, Ledger, stored_key
from tests.chaos.reckoning import Reckoning, reckon
from tests.chaos.run import empty_comparisons
from tests.house.files import ROOT
from tests.missing import missing
from tests.service.tables import open_service, play_on, player, seated_game
from tests.stores import prepare


@pytest.mark.servers
@pytest.mark.long
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost_or_doubled_whatever_happens_to_the_processes(store: str, tmp_path: Path) -> None:
    result = run_it(tmp_path, "--seed", f"test-{store}", "--minutes", "0.1", "--store", store)

    assert result["kills"] > 0
    assert result["commands"]["acknowledged"] > 0


@pytest.mark.servers
@pytest.mark.long
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost_or_doubled_when_the_disk_is_really_full(store: str, tmp_path: Path) -> None:
    if not is_possible():
        missing("a disk of our own cannot be mounted here: unshare --mount is not allowed")

    result = run_it(tmp_path, "--seed", f"disk-{store}", "--minutes", "0.25", "--store", store, "--disk", "256")

    assert sum(count for name, count in result["done"].items() if name.startswith("fill ")) > 0
    assert result["commands"]["acknowledged"] > 0


@pytest.mark.servers
@pytest.mark.long
def test_a_store_that_is_replaced_by_its_backup_while_clients_play_loses_and_contradicts_nothing(
    tmp_path: Path,
) -> None:
    result = run_it(tmp_path, "--seed", "restore", "--minutes", "0.2", "--store", "sqlite", "--restore")

    assert result["done"]["restore store"] == 1
    assert result["commands"]["acknowledged"] > 0


def run_it(directory: Path, *asked: str) -> dict[str, Any]:
    """Runs as `make chaos` does, and checks that nothing is lost, doubled or contradictory. Returns the result."""
    file = directory / "result.json"
    command = [sys.executable, "-m", "tests.chaos", *asked, "--players", "4", "--result", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    (result,) = json.loads(file.read_text())
    assert (result["lost"], result["doubled"], result["faults"]) == (0, 0, [])
    return dict(result)


def test_a_run_that_had_nothing_to_compare_is_no_success(played: tuple[Settings, Ledger]) -> None:
    settings, ledger = played

    assert empty_comparisons(reckon(settings, ledger)) == ["nothing was compared: events heard"]
    ledger.streams[ledger.entries[0].game] = [(ledger.entries[0].n, ledger.entries[0].hash)]
    assert empty_comparisons(reckon(settings, ledger)) == []


def test_a_seed_says_what_is_done_and_when() -> None:
    faults = plan("any", 600, has_postgres=True)

    assert faults == plan("any", 600, has_postgres=True)
    assert faults != plan("other", 600, has_postgres=True)
    assert len([fault for fault in faults if fault.kind == "kill"]) > 300  # a minute has thirty and more
    assert {fault.kind for fault in faults} == {"kill", "stop", "cut", "slow", "fill"}
    assert len([fault for fault in plan("any", 600, has_postgres=True, has_disk=True) if fault.kind == "fill"]) > 100
    assert not {fault.target for fault in plan("any", 600, has_postgres=False)} & set(OF_POSTGRES)


@pytest.fixture
def played(tmp_path: Path) -> tuple[Settings, Ledger]:
    """Returns a store with a game in it, and the ledger of its players."""
    settings = Settings(home=tmp_path, secret="ab" * 32)
    prepare(settings)
    service = open_service(settings, create_tables=False)
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=6)
    key = stored_key("ann", "leaving")
    left = service.games.leave_seat(player("ann"), game, seat=0, request=IdempotentRequest(key, "body"))
    ledger = Ledger(entries=[Entry(key, "acknowledged", str(game), left.n, left.hash)])
    service.application.close()
    assert reckon(settings, ledger).faults == []
    return settings, ledger


def tamper(settings: Settings, statement: str, *, file: str = "events.db") -> None:
    connection = sqlite3.connect(settings.home / file)
    connection.execute(statement)
    connection.commit()
    connection.close()


def lose_the_last_event(settings: Settings, ledger: Ledger) -> None:
    tamper(settings, "DELETE FROM stored_events WHERE rowid = (SELECT max(rowid) FROM stored_events)")


def acknowledge_something_else(settings: Settings, ledger: Ledger) -> None:
    ledger.entries[0] = ledger.entries[0]._replace(hash="ab" * 32)


def forget_the_request(settings: Settings, ledger: Ledger) -> None:
    ledger.entries[0] = ledger.entries[0]._replace(key="of another request")


def refuse_what_was_done(settings: Settings, ledger: Ledger) -> None:
    ledger.entries.append(ledger.entries[0]._replace(outcome="refused"))


def tell_another_event(settings: Settings, ledger: Ledger) -> None:
    ledger.streams[ledger.entries[0].game] = [(1, "ab" * 32)]


def spoil_the_lobby(settings: Settings, ledger: Ledger) -> None:
    tamper(settings, "UPDATE lobby_games SET n = n - 1", file="projections.db")


def lose_an_entry_of_the_log(settings: Settings, ledger: Ledger) -> None:
    tamper(settings, "DELETE FROM log_entries", file="projections.db")


def copy_an_audit_entry(settings: Settings, ledger: Ledger) -> None:
    columns = "at, account, token, action, game, n, address, details"
    tamper(settings, f"INSERT INTO audit ({columns}) SELECT {columns} FROM audit WHERE id = 3")


def acknowledge_an_account_that_is_not_there(settings: Settings, ledger: Ledger) -> None:
    ledger.accounts["eve"] = "0123456789abcdef"


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (lose_the_last_event, "lost"),
        (acknowledge_something_else, "lost"),
        (forget_the_request, "lost"),
        (refuse_what_was_done, "other"),
        (tell_another_event, "other"),
        (spoil_the_lobby, "other"),
        (lose_an_entry_of_the_log, "other"),
        (copy_an_audit_entry, "other"),
        (acknowledge_an_account_that_is_not_there, "other"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_the_reckoning_finds(
    played: tuple[Settings, Ledger], spoil: Callable[[Settings, Ledger], None], kind: str
) -> None:
    settings, ledger = played

    spoil(settings, ledger)

    found: Reckoning = reckon(settings, ledger)
    assert getattr(found, kind)


def test_the_reckoning_finds_a_request_that_was_carried_out_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(home=tmp_path, secret="ab" * 32)
    prepare(settings)
    service = open_service(settings, create_tables=False)
    game = seated_game(service, ["ann", "bob"])
    monkeypatch.setattr(GameRepository, "_find", lambda *_: None)  # a service that remembers no request
    for _ in range(2):
        service.games.leave_seat(player("ann"), game, seat=0, request=IdempotentRequest("leaving", "body"))
        service.games.take_seat(player("ann"), game, seat=0)
    service.application.close()

    assert reckon(settings, Ledger()).doubled == ["request leaving was carried out 2 times"]
