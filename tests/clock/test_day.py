"""A day of play, in steps of some hours: all that is to happen in a day has happened, and nothing is left over."""

from __future__ import annotations

import base64
import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

import pytest

from delvebook.domain.tape import nonce_commitment
from delvebook.service.base.settings import Settings
from tests.chaos.ledger import Ledger
from tests.chaos.players import Account
from tests.chaos.reckoning import Reckoning, reckon
from tests.clock.system_clock import SystemClock
from tests.clock.tables import Table
from tests.clock.test_steps import ask, clock, is_good
from tests.runs import Run, running
from tests.waiting import until

pytestmark = [pytest.mark.servers, pytest.mark.long, pytest.mark.timeout(900)]
HOUR: Final = timedelta(hours=1)
STEP: Final = timedelta(hours=3, minutes=10)
STEPS: Final = 8
"""A little more than a day."""
PART_HOURS: Final = 12
"""How long players have for their nonces, and how long a claim stops a clock."""


@dataclass
class Day:
    """
    The service, and what was seen of it in a day.

    Attributes:
        by_clock: What the clock did in each game, in order.
        kids: The keys that signed the first and the last receipt, and those that are published.
        away: Until when bob is away, as others see it: at the beginning, and at the end.
        tokens: Whether the token of six hours was good: at the beginning, and at the end.
        export: The status of the answers for the export and its file at the end.
        files: The files in the home: after the first step, and at the end.
        ready: What the operators' probe says at the end.
    """

    clock: SystemClock
    run: Run
    ledger: Ledger = field(default_factory=Ledger)
    over: threading.Event = field(default_factory=threading.Event)
    by_clock: dict[str, list[str]] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)
    kids: tuple[str, str, set[str]] = ("", "", set())
    away: list[str | None] = field(default_factory=list)
    tokens: list[bool] = field(default_factory=list)
    export: tuple[int, int] = (0, 0)
    files: list[set[str]] = field(default_factory=list)
    ready: dict[str, Any] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    notices: set[str] = field(default_factory=set)
    reckoning: Reckoning | None = None

    def pass_by(self) -> None:
        """Lets the day pass."""
        people = [Account(self.run.url, name, random.Random(name), self.ledger, self.over) for name in ("ann", "bob")]
        for person in people:
            person.register()
        self._pass_by(*people)
        for person in people:
            person.close()

    def _pass_by(self, ann: Account, bob: Account) -> None:
        tables = {
            "decision": Table([ann, bob], clock=clock("per_decision", "default_action", seconds=6 * 3600)),
            "budget": Table([ann, bob], clock=clock("budget", "bot", seconds=PART_HOURS * 3600, increment=60)),
            "days": Table([ann, bob], clock=clock("days", "forfeit", days=1)),
            "disputed": Table([ann, bob], clock=clock("days", "bot", days=9)),
            "bots": Table([ann], bots=("random",)),
        }
        withheld = self._without_nonce(ann, bob)
        path = tables["disputed"].path
        ann.command(f"{path}/disputes", {"event": 1, "claim": "look again"}, game=tables["disputed"].id)
        away = bob._http.put("/v1/accounts/me/absence", json={"until": self.clock.now(plus=PART_HOURS * HOUR)})
        assert away.is_success, away.text
        wish = {"scopes": ["games:read"], "label": "six hours", "expires_at": self.clock.now(plus=6 * HOUR)}
        token = ask(self.run.url, ann, "/v1/tokens", wish)["token"]
        made = ann._http.post("/v1/exports", json={"format": "ndjson.zst", "status": ["aborted"]})
        assert made.is_success, made.text
        export = made.headers["Location"]
        until(lambda: ann.get(export)["status"] == "finished", "the export is finished")
        self.away.append(until(lambda: away_of(ann.get(path), bob.id), "the game says that bob is away"))
        self.tokens.append(is_good(self.run.url, token))
        first = ""

        for number in range(STEPS):
            tables["bots"].act()
            self.moves.append(tables["bots"].bot_moves())
            first = first or receipt_of(ann)
            if number == 1:
                self.files.append(self.left())
                self.delvebook("keys", "rotate")
            acted = tables["decision"].by_clock().count("TimeExpired")
            self.clock.step(STEP)
            if number % 2:  # Six hours are over, and the follower looks for what is overdue.
                until(lambda: tables["decision"].by_clock().count("TimeExpired") > acted, "the clock acts")  # noqa: B023
        until(tables["days"].by_clock, "the day of the slow game is over")
        until(tables["disputed"].by_clock, "the claim stops the clock no longer")

        self.by_clock = {name: table.by_clock() for name, table in tables.items()}
        ended = ann.get(f"{withheld}/events?limit=100")["events"]
        self.by_clock["withheld"] = [event["type"] for event in ended if event["by"] == "clock"]
        published = {key["kid"] for key in ann.get("/.well-known/jwks.json")["keys"]}
        self.kids = (first, receipt_of(ann), published)
        self.away.append(away_of(ann.get(path), bob.id))
        self.tokens.append(is_good(self.run.url, token))
        self.notices = {notice["type"] for notice in bob.get("/v1/notices?limit=100")["notices"]}
        self.export = (ann._http.get(export).status_code, ann._http.get(f"{export}/file").status_code)
        again = ann._http.post("/v1/exports", json={"format": "ndjson.zst", "status": ["finished"]})
        until(lambda: again.is_success and not self.exports() & {export.rpartition("/")[2]}, "the old file is removed")
        self.files.append(self.left())
        until(lambda: self.run.ready().get("lag") == 0, "the follower is not behind")
        self.ready = self.run.ready()
        for command in (("doctor",), ("parked",), ("bots",)):
            self.told[command[0]] = self.delvebook(*command)

    def _without_nonce(self, ann: Account, bob: Account) -> str:
        """Returns the path of a game whose second player never shows the nonce that they promised."""
        game = ann.command("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2})["game"]["id"]
        path = f"/v1/games/{game}"
        for person in (ann, bob):
            promise = nonce_commitment(game=game, player=person.id, nonce="ab" * 16)
            person.command(f"{path}/seats", {"nonce_commitment": promise}, game=game)
        return path

    def delvebook(self, *command: str) -> str:
        """Returns what a command of the operator says, and requires that it succeeds."""
        program = [sys.executable, "-m", "delvebook.service.cli", *command]
        done = subprocess.run(program, env=self.run.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def exports(self) -> set[str]:
        """Returns the files of exports, by the ids of their jobs."""
        return {path.name.partition(".")[0] for path in (self.run.home / "exports").glob("*")}

    def left(self) -> set[str]:
        """Returns the files in the home, but for those of exports."""
        found = {str(path.relative_to(self.run.home)) for path in self.run.home.rglob("*") if path.is_file()}
        return {path for path in found if not path.startswith("exports/")}


def receipt_of(ann: Account) -> str:
    """Returns the id of the key that signs receipts now."""
    made = ann.command("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2})
    head = made["receipt"].partition(".")[0]
    return str(json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))["kid"])


def away_of(game: Any, account: str) -> str | None:
    """Returns until when that player is away, as the game says."""
    [found] = [seat["away_until"] for seat in game["seats"] if (seat["player"] or {}).get("id") == account]
    return None if found is None else str(found)


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    folder = tmp_path_factory.mktemp("day")
    system = SystemClock(folder)
    settings = {
        **system.environment,
        "DELVEBOOK_WORKERS": "1",
        "DELVEBOOK_NONCE_HOURS": str(PART_HOURS),
        "DELVEBOOK_RULING_HOURS": str(PART_HOURS),
    }
    home = folder / "home"
    with running(home, folder / "said", settings) as run:
        passed = Day(system, run)
        passed.pass_by()
        assert run.stop() == 0
        passed.reckoning = reckon(Settings(home=home), passed.ledger)
    return passed


def test_the_clock_ends_what_nobody_decides_in_time(day: Day) -> None:
    assert day.by_clock["decision"].count("TimeExpired") >= 3
    assert set(day.by_clock["budget"]) == {"SeatReplaced"}
    assert set(day.by_clock["days"]) <= {"SeatResigned", "GameEnded"}
    assert "SeatResigned" in day.by_clock["days"]
    assert day.by_clock["disputed"] == ["DisputeClockResumed"]
    assert day.by_clock["withheld"] == ["GameAborted"]
    assert day.by_clock["bots"] == []


def test_bots_play_all_day(day: Day) -> None:
    assert day.moves[-1] > day.moves[0]


def test_players_are_told(day: Day) -> None:
    assert {"turn", "nonce_wanted", "aborted", "seat_replaced"} <= day.notices


def test_absences_and_tokens_end(day: Day) -> None:
    before, after = day.away
    assert before is not None
    assert after is None
    assert day.tokens == [True, False]


def test_a_rotated_key_signs_and_the_old_one_stays_published(day: Day) -> None:
    first, last, published = day.kids
    assert first != last
    assert {first, last} <= published


def test_an_export_expires_and_its_file_goes(day: Day) -> None:
    assert day.export == (404, 404)


def test_no_game_is_parked_and_the_doctor_finds_nothing_wrong(day: Day) -> None:
    assert (day.ready["status"], day.ready["parked"], day.ready["missing"]) == ("ready", 0, [])
    assert day.told["parked"].strip() == day.told["bots"].strip() == "no game is parked"


def test_no_file_is_left_over(day: Day) -> None:
    before, after = day.files
    new = after - before
    assert len(new) == 1, new
    assert new.pop().startswith("keys/")


def test_no_acknowledged_command_is_lost_and_every_record_verifies(day: Day) -> None:
    assert day.reckoning is not None
    assert day.reckoning.faults == []
