"""
The whole story of a dispute, over HTTP and against real servers.

A faulty version of a title wrongs a player. They file with a receipt; a worker's finding names event and clause; an
arbiter looks, upholds, and resumes the game by a fork under the mended version; the fork is played to its end; every
record involved verifies offline.
The title is installed as a third party's package would be: an entry point on the path of every process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from delvebook.client import Client, ProblemError
from delvebook.service.base.settings import Settings
from tests.house.files import ROOT
from tests.servers import official_at, running_delvebook
from tests.waiting import until

pytestmark = pytest.mark.servers
ENTRY_POINTS = """\
[delvebook.rulesets]
skewed-bids-1 = tests.titles.skewed:SkewedBids
skewed-bids-2 = tests.titles.skewed:MendedBids
"""


@dataclass
class Service:
    """A service that `delvebook run` runs."""

    url: str
    environment: dict[str, str]

    def delvebook(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "delvebook.service.cli", *map(str, arguments)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)

    def somebody(self, name: str) -> Client:
        with Client(self.url) as nobody:
            token = nobody.register(name).token
        return Client(self.url, token=token)

    def official(self, name: str) -> Client:
        return Client(self.url, token=official_at(self.url, self.environment, name, "arbiter"))


@contextmanager
def running(settings: Settings, site: Path) -> Iterator[Service]:
    """The service, with the package on its path, stopped as a person would stop it."""
    package = site / "skewed-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: skewed\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(ENTRY_POINTS)
    with running_delvebook(
        site / "up.log",
        PYTHONPATH=os.pathsep.join((str(ROOT), str(site))),
        DELVEBOOK_HOME=str(settings.home),
        DELVEBOOK_DATABASE_URL=settings.database_url,
        DELVEBOOK_SECRET=settings.secret,
        DELVEBOOK_WEB_PROCESSES="2",
        DELVEBOOK_WORKERS="1",
    ) as (url, environment):
        yield Service(url, environment)


def bids(person: Client, game: str, card: int) -> dict[str, Any]:
    decision = person.get(f"/v1/games/{game}/actions")["decision"]
    answer: dict[str, Any] = person.post(
        f"/v1/games/{game}/actions", {"decision": decision, "action": {"type": "bid", "card": card}}
    )
    return answer


def finish(game: str, *people: Client) -> None:
    while (seen := people[0].get(f"/v1/games/{game}"))["status"] == "running":
        person = people[seen["to_act"][0]]
        offer = person.get(f"/v1/games/{game}/actions")
        choice = offer["actions"][-1]["action"]
        person.post(f"/v1/games/{game}/actions", {"decision": offer["decision"], "action": choice})


def logged(service: Service, game: str) -> list[str]:
    """Returns the entries of a game in the log of games, in their order."""
    answer = httpx.get(f"{service.url}/v1/games/{game}/inclusion", timeout=30)
    return [entry["what"] for entry in answer.json()["entries"]] if answer.is_success else []


def text(service: Service, path: str) -> str:
    """A public answer as it is."""
    return httpx.get(f"{service.url}{path}", timeout=30).raise_for_status().text


@pytest.mark.long
def test_a_wronged_player_gets_a_finding_a_ruling_and_a_game_that_goes_on(store: Settings, tmp_path: Path) -> None:
    with ExitStack() as stack:
        service = stack.enter_context(running(store, tmp_path / "site"))
        ann, bob = (stack.enter_context(service.somebody(name)) for name in ("ann", "bob"))
        judge = stack.enter_context(service.official("judy"))
        game = ann.create_game("skewed-bids@1", seats=2).id
        for person in (ann, bob):
            person.game(game).sit()
        for person in (bob, ann):
            person.game(game).show_nonce()
        ann.game(game).start()

        # Bob bids more, and the prize goes to Ann.
        bids(ann, game, 1)
        acted = bids(bob, game, 6)
        wrong, receipt = acted["n"], acted["receipt"]
        prize = next(fact for fact in acted["events"][0]["data"]["facts"] if fact["type"] == "prize_won")
        assert prize["seat"] == 0

        # He files a claim, with the receipt and the record he holds; the clock stops.
        mine = text(service, f"/v1/games/{game}/record")
        claim = {
            "event": wrong,
            "claim": "I bid more, and the prize went to Ann",
            "receipts": [receipt],
            "record": mine,
        }
        dispute = f"{game}.{bob.post(f'/v1/games/{game}/disputes', claim)['n']}"
        assert ann.get(f"/v1/games/{game}")["clock_stopped"] is True

        # A worker plays the game again. While the game's secrets are secret, an arbiter alone reads what it found.
        until(lambda: bob.get(f"/v1/disputes/{dispute}")["finding"])
        told = bob.get(f"/v1/disputes/{dispute}")["finding"]
        assert (told["holds"], told["receipts"]) == (True, [{"n": wrong, "honoured": True}])
        assert not told.keys() & {"first", "versions"}
        found = judge.get(f"/v1/disputes/{dispute}")["finding"]["versions"][0]
        assert (found["ruleset"], found["first"]["n"], found["first"]["clauses"]) == (
            "skewed-bids@2",
            wrong,
            ["BID-006"],
        )

        # An arbiter looks at what Bob knew and might have done, and rules.
        seen = judge.get(f"/v1/games/{game}/examination", {"event": wrong})
        assert (seen["seat"], seen["chose"]) == (1, {"type": "bid", "card": 6})
        with pytest.raises(ProblemError) as refusal:
            bob.post(f"/v1/disputes/{dispute}/ruling", {"verdict": "dismissed", "reason": "me"})
        assert refusal.value.status == 403
        remedy = {"type": "resume", "event": wrong - 1, "ruleset": "skewed-bids@2"}
        ruling = {"verdict": "upheld", "remedy": remedy, "reason": "BID-006: the highest bid takes the prize"}
        fork = judge.post(f"/v1/disputes/{dispute}/ruling", ruling)["game"]["resumed_by"]
        assert bob.get(f"/v1/games/{game}")["seed"] is None

        # The game goes on from before the wrong, by the mended rules; its secrets come out when it is over.
        for person in (bob, ann):
            person.game(fork).sit()
        bob.game(fork).show_nonce()
        ann.game(fork).start()
        assert ann.get(f"/v1/games/{fork}")["ruleset"] == "skewed-bids@2"
        again = bids(bob, fork, 6)
        prize = next(fact for fact in again["events"][0]["data"]["facts"] if fact["type"] == "prize_won")
        assert prize["seat"] == 1
        finish(fork, ann, bob)
        until(lambda: ann.get(f"/v1/games/{game}")["seed"])

        # The service's own check, and the trail of what the arbiter looked at.
        levels = ann.get(f"/v1/games/{fork}/verification")["levels"]
        assert {level["level"]: level["status"] for level in levels}["replay"] == "holds"
        looks = judge.get("/v1/audit", {"game": game, "action": "game/look"})["entries"]
        assert len(looks) >= 2
        acts = until(lambda: judge.get("/v1/audit", {"game": game, "action": "game/ActionTaken"})["entries"])
        assert [entry["on_behalf_of"] for entry in acts] == ["seat:0", "seat:1"]

        # Within seconds both games are in the log of games, and a monitor that follows it finds it sound.
        for one, what in (
            (game, ["created", "started", "ruled", "broken_off"]),
            (fork, ["created", "started", "finished"]),
        ):
            until(lambda one=one, what=what: logged(service, one) == what)
        watched = service.delvebook("log", "monitor", f"{service.url}/log", "--once", "--dir", tmp_path / "seen")
        assert watched.returncode == 0, watched.stdout + watched.stderr
        files = {name: tmp_path / f"{name}.jsonl" for name in ("game", "fork")}
        files["game"].write_text(text(service, f"/v1/games/{game}/record"))
        files["fork"].write_text(text(service, f"/v1/games/{fork}/record"))
        (tmp_path / "keys.json").write_text(text(service, "/.well-known/jwks.json"))
        (tmp_path / "receipts.txt").write_text(f"{receipt}\n")

    # Offline, with files alone.
    proof = ("--keys", tmp_path / "keys.json", "--log-key", tmp_path / "seen" / "keys", "--json")
    for name, more, at_least in (
        ("game", ("--receipts", tmp_path / "receipts.txt"), {"chain", "receipts", "log", "replay"}),
        ("fork", ("--parent", files["game"]), {"chain", "log", "replay"}),
    ):
        checked = service.delvebook("verify", files[name], *more, *proof)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        held = {one["level"] for one in json.loads(checked.stdout)["levels"] if one["status"] == "holds"}
        assert at_least <= held
        second = subprocess.run(
            [sys.executable, ROOT / "examples" / "verify_chain.py", files[name]], capture_output=True, check=False
        )
        assert second.returncode == 0, second.stdout
    differs = service.delvebook("diff", files["game"], "--under", "skewed-bids@2", "--json")
    assert differs.returncode == 1
    divergence = json.loads(differs.stdout)["divergence"]
    assert (divergence["n"], divergence["clauses"]) == (wrong, ["BID-006"])
