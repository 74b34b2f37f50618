"""`delvebook tournament`: the folder, going on after a break, bots elsewhere, and clear refusals."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

import pytest
from click.testing import Result
from typer.testing import CliRunner

from delvebook.service.cli import tournament as command

pytestmark = pytest.mark.usefixtures("bids_registered")
Manner = Literal["plays", "cheats", "stalls", "drips", "babbles", "fails"]


def run(*arguments: str) -> Result:
    """The command in this process, on one process's work."""
    asked = ["bids", "--jobs", "1", "--games", "2", "--seed", "s", *arguments]
    return CliRunner().invoke(command.app, asked, env={"COLUMNS": "200"})


@contextmanager
def bot_that(manner: Manner) -> Iterator[str]:
    """Yields the address of a bot elsewhere that behaves in this way."""

    class Bot(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Answers a question, in its own way."""
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if manner == "stalls":
                time.sleep(1)
            self.send_response(500 if manner == "fails" else 200)
            self.end_headers()
            try:
                if manner == "drips":
                    for _ in range(20):
                        self.wfile.write(b" ")
                        self.wfile.flush()
                        time.sleep(0.05)
                answer: Any = {"action": question["legal"][0]}
                if manner == "cheats":
                    answer = {"action": {"type": "bid", "card": 99}}
                self.wfile.write(b"well" if manner == "babbles" else json.dumps(answer).encode())
            except OSError:
                return

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Bot)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/move"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def table_of(out: Path) -> dict[str, Any]:
    """The folder's table."""
    found: dict[str, Any] = json.loads((out / "table.json").read_text())
    return found


def test_the_same_seed_writes_the_same_table_and_times_stand_apart(tmp_path: Path) -> None:
    for name in ("one", "other"):
        assert run("--bots", "greedy,random", "--out", str(tmp_path / name), "--records").exit_code == 0

    tables = [(tmp_path / name / "table.json").read_bytes() for name in ("one", "other")]
    assert tables[0] == tables[1]
    assert b"seconds" not in tables[0]
    assert len(list((tmp_path / "one" / "records").iterdir())) == table_of(tmp_path / "one")["games"] == 4


def test_a_tournament_that_was_broken_off_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for out in (whole, broken):
        run("--bots", "greedy,random", "--out", str(out))
    lines = (broken / "games.jsonl").read_bytes().splitlines(keepends=True)
    (broken / "games.jsonl").write_bytes(lines[0] + lines[1][:40])  # killed while it wrote its second game

    told = run("--bots", "greedy,random", "--out", str(broken))

    assert told.exit_code == 0, told.output
    assert "1 already played" in told.output
    assert table_of(broken) == table_of(whole)


def test_a_folder_of_another_tournament_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    run("--bots", "greedy,random", "--out", str(tmp_path / "cup"))
    kept = {path.name: path.read_bytes() for path in (tmp_path / "cup").iterdir()}

    told = run("--bots", "greedy,random", "--out", str(tmp_path / "cup"), "--seed", "another")

    assert told.exit_code == 2
    assert "another tournament" in told.output
    assert {path.name: path.read_bytes() for path in (tmp_path / "cup").iterdir()} == kept


@pytest.mark.parametrize("line", [b"no game\n", b"{}\n", b'{"number": 0}\n'])
def test_an_unreadable_game_is_named_by_its_line(tmp_path: Path, line: bytes) -> None:
    run("--bots", "greedy,random", "--out", str(tmp_path / "cup"))
    games = tmp_path / "cup" / "games.jsonl"
    games.write_bytes(games.read_bytes() + line)

    told = run("--bots", "greedy,random", "--out", str(tmp_path / "cup"))

    assert told.exit_code == 2
    assert "line 5 is not a game" in " ".join(told.output.replace("│", " ").split())


def test_a_bot_elsewhere_plays_to_the_end() -> None:
    with bot_that("plays") as address:
        told = run("--bots", f"greedy,{address}", "--json")

    table = json.loads(told.stdout)
    assert told.exit_code == 0, told.output
    assert [one["forfeits"] for one in table["entrants"]] == [0, 0]
    assert "forfeit" not in table["reasons"]


@pytest.mark.parametrize("manner", ["cheats", "stalls", "drips", "babbles", "fails"])
def test_a_bot_elsewhere_that_does_not_play_loses_each_game_and_the_tournament_goes_on(manner: Manner) -> None:
    with bot_that(manner) as address:
        told = run("--bots", f"greedy,random,{address}", "--games", "1", "--patience", "0.3", "--json")

    table = json.loads(told.stdout)
    by_name = {one["name"]: one for one in table["entrants"]}
    assert told.exit_code == 0, told.output
    assert table["games"] == 6
    assert by_name[address]["forfeits"] == table["reasons"]["forfeit"] == 4
    assert by_name["greedy@1"]["forfeits"] == by_name["random@1"]["forfeits"] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "greedy,clever"], "no bot"),
        (["--bots", "greedy"], "two entrants"),
        (["--option", "rounds"], "name=value"),
        (["--bots", "greedy,random", "--option", "rounds=4"], "not options"),
        (["--bots", "greedy,random", "--seats", "9"], "seats"),
        (["--bots", "greedy,random", "--records"], "--out"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], said: str) -> None:
    told = run(*arguments)

    assert told.exit_code == 2
    assert said in " ".join(told.output.replace("│", " ").split())
