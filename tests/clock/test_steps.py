"""The system's clock is set backwards and forwards under the running service: nobody loses by it, and all goes on."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from delvebook.service.base.settings import Settings
from delvebook.workers.follower import SWEEP_SECONDS
from tests.chaos.ledger import Ledger
from tests.chaos.players import Account, Listener, Monitor
from tests.chaos.reckoning import Reckoning, reckon
from tests.clock.system_clock import SystemClock
from tests.clock.tables import Table
from tests.runs import Run, bot_moves, running
from tests.service.webhooks.receiver import Receiver, receiving
from tests.waiting import until

pytestmark = [pytest.mark.servers, pytest.mark.long, pytest.mark.timeout(900)]
HOUR: Final = timedelta(hours=1)
LIMIT: Final = timedelta(minutes=10)
"""How long a decision may take in the games with short clocks."""


@dataclass
class Stage:
    """
    The service with its clock, its players and their tables.

    Attributes:
        backwards: What the clock did in each game while it was an hour behind.
        forwards: What it had done in each game when it was an hour ahead.
        returned: What it had done once it was right again.
        tokens: Whether the token of half an hour, and that of three hours, were good: behind, and ahead.
        sessions: Who a browser's session was: behind, and ahead.
        children: The processes of the service: before, and at the end.
    """

    clock: SystemClock
    run: Run
    hook: Receiver
    ledger: Ledger = field(default_factory=Ledger)
    backwards: dict[str, list[str]] = field(default_factory=dict)
    forwards: dict[str, list[str]] = field(default_factory=dict)
    returned: dict[str, list[str]] = field(default_factory=dict)
    tokens: list[tuple[bool, bool]] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    children: list[dict[str, int]] = field(default_factory=list)
    times: dict[str, list[str]] = field(default_factory=dict)
    reckoning: Reckoning | None = None
    doctor: str = ""

    def play(self, folder: Path) -> None:
        """Plays through all steps of the clock."""
        over = threading.Event()
        people = [Account(self.run.url, name, random.Random(name), self.ledger, over) for name in ("ann", "bob")]
        for person in people:
            person.register()
        monitor = Monitor(self.run.url, folder, self.ledger, over)
        watching = [Listener(self.run.url, "steps", self.ledger, over), monitor]
        for one in watching:
            one.start()
        try:
            with httpx.Client(base_url=self.run.url, headers={"Sec-Fetch-Site": "same-origin"}, timeout=10) as browser:
                self._play(people, browser)
        finally:
            over.set()
            for one in watching:
                one.join()
            for person in people:
                person.close()
        monitor.look()
        monitor.close()

    def _play(self, people: list[Account], browser: httpx.Client) -> None:
        ann = people[0]
        seconds = int(LIMIT.total_seconds())
        tables = {
            "short": Table(people, clock=clock("per_decision", "default_action", seconds=seconds)),
            "stock": Table(people, clock=clock("budget", "bot", seconds=seconds, increment=10)),
            "days": Table(people, clock=clock("days", "forfeit", days=2)),
            "none": Table([ann], bots=("random",)),
        }
        tokens = [ann_token(self, ann, timedelta(minutes=30)), ann_token(self, ann, 3 * HOUR)]
        assert browser.post("/v1/session", json={"name": "cat"}).status_code == 201
        url = f"http://127.0.0.1:{self.hook.port}/in"
        hook = ask(self.run.url, ann, "/v1/webhooks", {"url": url, "types": ["ping"]})["id"]
        self.children.append(self.run.children())
        for table in tables.values():
            assert table.act()

        def all_goes_on(*names: str) -> None:
            self.run.wait_until_ready()
            bot_moves(self.run.url, f"bo{len(self.tokens)}", seconds=120)
            moves = tables["none"].bot_moves()
            for name in names:
                until(tables[name].act, f"a player may act in the game {name!r}")
            until(lambda: tables["none"].bot_moves() > moves, "the bot moves")
            new = Table(people)
            until(lambda: new.id in listed(self.run.url), "a new game is in the list")
            time.sleep(SWEEP_SECONDS + 1)  # The follower looks for what is overdue once more.
            self.tokens.append((is_good(self.run.url, tokens[0]), is_good(self.run.url, tokens[1])))
            self.sessions.append(browser.get("/v1/session").json()["account"]["name"])

        self.hook.answers.append((500, {}))
        ask(self.run.url, ann, f"/v1/webhooks/{hook}/pings", {})
        until(lambda: self.hook.got, "the webhook is posted")
        self.clock.step(-HOUR)
        all_goes_on(*tables)
        until(lambda: len(self.hook.got) > 1, "the webhook is posted again")
        self.backwards = {name: table.by_clock() for name, table in tables.items()}

        self.clock.step(2 * HOUR)
        for name in ("short", "stock"):
            until(tables[name].by_clock, f"the time of the game {name!r} is over")
        self.forwards = {name: table.by_clock() for name, table in tables.items()}
        all_goes_on("short", "days", "none")
        ask(self.run.url, ann, f"/v1/webhooks/{hook}/pings", {})
        until(lambda: len(self.hook.got) > 2, "the webhook is posted when the clock is ahead")

        ahead = {name: table.by_clock() for name, table in tables.items()}
        self.clock.step(-HOUR)
        all_goes_on("short", "days", "none")
        self.returned = {name: table.by_clock()[len(ahead[name]) :] for name, table in tables.items()}
        self.times = {name: [event["at"] for event in table.events()] for name, table in tables.items()}
        self.children.append(self.run.children())


def clock(kind: str, on_expiry: str, **times: int) -> dict[str, Any]:
    bot = {} if on_expiry == "default_action" else {"bot": "random"}
    return {"kind": kind, "on_expiry": {"kind": on_expiry, **bot}, **times}


def ask(url: str, person: Account, path: str, body: dict[str, Any]) -> Any:
    answer = httpx.post(f"{url}{path}", json=body, headers=dict(person._http.headers), timeout=10)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def ann_token(stage: Stage, ann: Account, lives: timedelta) -> str:
    wish = {"scopes": ["games:read"], "label": str(lives), "expires_at": stage.clock.now(plus=lives)}
    return str(ask(stage.run.url, ann, "/v1/tokens", wish)["token"])


def is_good(url: str, token: str) -> bool:
    answer = httpx.get(f"{url}/v1/accounts/me", headers={"Authorization": f"Bearer {token}"}, timeout=10)
    assert answer.status_code in (200, 401), answer.text
    return answer.status_code == 200


def listed(url: str) -> set[str]:
    return {game["id"] for game in httpx.get(f"{url}/v1/games?limit=100", timeout=10).json()["games"]}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("steps")
    system = SystemClock(folder)
    settings = {**system.environment, "DELVEBOOK_WEBHOOKS": "anywhere", "DELVEBOOK_WORKERS": "1"}
    home = folder / "home"
    with receiving() as hook, running(home, folder / "said", settings) as run:
        played = Stage(system, run, hook)
        played.play(folder / "seen")
        done = subprocess.run(
            [sys.executable, "-m", "delvebook.service.cli", "doctor"],
            env=run.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        played.doctor = "" if done.returncode == 0 else done.stdout + done.stderr
        assert run.stop() == 0
        played.reckoning = reckon(Settings(home=home), played.ledger)
    return played


def test_the_clock_of_a_program_is_set_and_what_it_waits_for_is_not(tmp_path: Path) -> None:
    system = SystemClock(tmp_path)
    program = (
        "import datetime, sys, threading, time\n"
        "for _ in sys.stdin:\n"
        "    began = time.monotonic()\n"
        "    time.sleep(0.1), threading.Event().wait(0.1), threading.Lock().acquire(timeout=0.1)\n"
        "    print(datetime.datetime.now(datetime.UTC).isoformat(), time.monotonic() - began < 10, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env=system.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        for step in (-HOUR, 2 * HOUR):
            system.step(step)
            process.stdin.write("\n")
            at, is_short = process.stdout.readline().split()
            off = datetime.fromisoformat(at) - datetime.fromisoformat(system.now())
            assert abs(off) < timedelta(minutes=1)
            assert is_short == "True"


def test_no_acknowledged_command_is_lost_and_no_record_contradicts_itself(stage: Stage) -> None:
    assert stage.reckoning is not None
    assert stage.reckoning.faults == []
    assert stage.reckoning.counts["acknowledged commands"] > 20


def test_nobody_loses_on_time_by_a_step_backwards(stage: Stage) -> None:
    assert stage.backwards == {"short": [], "stock": [], "days": [], "none": []}
    assert stage.returned == {"short": [], "stock": [], "days": [], "none": []}


def test_a_step_forwards_counts_as_time_that_has_passed(stage: Stage) -> None:
    assert set(stage.forwards["short"]) == {"TimeExpired"}
    assert set(stage.forwards["stock"]) == {"SeatReplaced"}
    assert stage.forwards["days"] == stage.forwards["none"] == []


def test_tokens_end_by_the_clock_and_sessions_go_on(stage: Stage) -> None:
    behind, ahead, right_again = stage.tokens
    assert behind == (True, True)
    assert ahead == (False, True)
    assert right_again == (True, True)
    assert stage.sessions == ["cat"] * 3


def test_the_times_of_a_game_never_go_back(stage: Stage) -> None:
    for times in stage.times.values():
        assert times == sorted(times)
    assert max(stage.times["none"]) > stage.clock.now()


def test_no_process_ends_or_is_started_again(stage: Stage) -> None:
    before, after = stage.children
    assert "redis" in before
    assert after == before


def test_the_doctor_finds_nothing_wrong_afterwards(stage: Stage) -> None:
    assert stage.doctor == ""
