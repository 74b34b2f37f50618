"""
Makes what is kept of a version: what a service of this code writes and says while games are played on it.

`make keep VERSION=1.0` keeps it in `tests/kept/1.0/`, once; what is kept is never made anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from typing import Any, Final

from delvebook.client import Client, Game, Keep
from tests.house.files import ROOT
from tests.runs import running

SEATS: Final = {
    "dungeon-raiders": 2,
    "dice-and-danger": 2,
    "the-descent": 1,
    "labyrinth": 1,
    "runebound": 1,
}
"""Every title, and the seats of its kept games. You have the first; bots have the others."""

OVER: Final = ("finished", "aborted")
ACTIONS: Final = 4
"""How many actions you take before a game is left running, or given up."""

SECONDS_MAX: Final = 120
TOLD: Final = ("", "/events?lang=en", "/events?lang=ru")
ASKED: Final = ("/.well-known/jwks.json", "/v1/accounts/me")


def open_game(client: Client, title: str) -> Game:
    """A new game of the title, in which you sit, and which has started."""
    game = client.create_game(title, seats=SEATS[title], bots=dict.fromkeys(range(1, SEATS[title]), "random"))
    game.sit()
    game.start()
    return game


def play_on(game: Game, actions: int) -> int:
    """Takes so many actions, each the first that is offered. Returns how many the game has asked for."""
    taken = 0
    for asked in game.decisions():
        if taken == actions:
            break
        game.act(asked.actions[0], decision=asked.decision, receipt=True)
        taken += 1
    return taken


def give_up(game: Game) -> None:
    """Resigns, and returns when the game is over."""
    game.resign()
    deadline = time.monotonic() + SECONDS_MAX
    while game.look().status not in OVER:
        assert time.monotonic() < deadline, "a game that is given up does not end"
        time.sleep(0.1)


def watch(url: str, folder: Path) -> None:
    """Looks at the log of games from outside, and keeps what was seen."""
    command = [sys.executable, "-m", "delvebook.service.cli", "log", "monitor", f"{url}/log"]
    done = subprocess.run([*command, "--once", "--dir", folder], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def answers_about(client: Client, games: list[dict[str, Any]]) -> dict[str, Any]:
    """What the service says to you about these games, and about yourself, by path."""
    paths = [*ASKED, *(f"/v1/rulesets/{title}@1" for title in SEATS)]
    for game in games:
        paths += [f"/v1/games/{game['id']}{rest}" for rest in (TOLD if game["is_over"] else ("/actions?lang=en",))]
    return {path: client.get(path) for path in paths}


def keep(folder: Path, work: Path) -> None:
    """Makes what is kept, in a new folder."""
    (folder / "records").mkdir(parents=True)
    home = work / "home"
    games = []
    with running(home, work / "run.log") as run:
        with Client(run.url, keep=Keep(folder / "client.jsonl")) as client:
            client.sign_in("Keeper")
            for title in SEATS:
                for is_over in (True, False):
                    game = open_game(client, title)
                    play_on(game, ACTIONS)
                    if is_over:
                        give_up(game)
                        (folder / "records" / f"{title}.jsonl").write_bytes(game.record().read())
                    assert (game.look().status in OVER) == is_over, f"a game of {title}: take fewer actions"
                    games.append({"id": game.id, "title": title, "is_over": is_over})
            wait_for_the_log(run.url, sum(game["is_over"] for game in games))
            watch(run.url, folder / "log")
            client.records.stream().save(folder / "export.jsonl")
            answers = answers_about(client, games)
            (folder / "openapi.json").write_bytes(client.request("GET", "/openapi.json").content)
        assert run.stop() == 0, run.said()
    kept = {"games": games, "answers": answers}
    (folder / "kept.json").write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    with tarfile.open(folder / "home.tar.xz", "w:xz") as tar:
        tar.add(home, "home", filter=stored)


def stored(one: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """A file of a home, unless it is a log or a socket; owned by nobody."""
    if one.name.startswith("home/logs") or not (one.isfile() or one.isdir()):
        return None
    one.uid = one.gid = 0
    one.uname = one.gname = ""
    return one


def wait_for_the_log(url: str, ends: int) -> None:
    """Returns when the follower has put the ends of so many games into the log, after their beginnings."""
    deadline = time.monotonic() + SECONDS_MAX
    with Client(url) as client:
        while int(client.request("GET", "/log/checkpoint").text.splitlines()[1]) < 3 * ends:
            assert time.monotonic() < deadline, "the log of games does not grow"
            time.sleep(0.1)
