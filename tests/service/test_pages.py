"""
Every line of the pages that people are to type into a shell is typed by a test: here, against the whole service on
real Redis or in the checkout, or in a test that the tables name.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.house.fair_game import lay_out
from tests.house.files import ROOT, relative
from tests.house.pages import PAGES, blocks_of
from tests.servers import running_delvebook
from tests.waiting import until

HERE = ("docs/api.md", "docs/exports.md", "docs/disputes.md")
"""The pages whose lines are typed here, in one folder, one page after the other."""

WHOLE = {
    "README.md": "tests/service/test_readme.py",
    "docs/api-walkthrough.md": "tests/service/test_walkthrough.py",
    "docs/fairness.md": "tests/house/test_typed.py",
}
"""Pages whose lines are typed by tests of their own, but for those that `ELSEWHERE` has."""

ELSEWHERE = {
    "delvebook verify game.jsonl": "tests/house/test_typed.py",
    "delvebook verify fork.jsonl": "tests/house/test_typed.py",
    "python examples/verify_log.py": "tests/house/test_typed.py",
    "delvebook analyse": "tests/replays/test_analysis.py",
    "delvebook balance": "tests/replays/test_balance.py",
    "delvebook tournament": "tests/service/cli/test_tournament.py",
    "delvebook log continue": "tests/service/cli/test_log_continue.py",
    "delvebook log monitor https": "tests/service/cli/test_log.py",
    "delvebook restore-drill": "tests/service/cli/test_drill.py",
    ".venv-research/bin/python examples/self_play.py": "tests/research/test_self_play.py",
    "pip install duckdb": "tests/exports/test_tables.py",
    "python examples/three_questions.py": "tests/exports/test_tables.py",
    "openapi-python-client": "tests/clients/test_generated.py",
    "npx openapi-typescript": "tests/clients/test_generated.py",
    "make wheel": "tests/installed/test_extras.py",
    "pip install": "tests/installed/test_extras.py",
    "make run": "tests/service/cli/test_running.py",
    "make test": ".ci/run",
    "make check": ".ci/run",
    ".venv/bin/pytest tests/domain/rulesets": ".ci/run",
    "make test-fast": ".ci/run",
    "python docs/conformance/run.py": "tests/replays/test_conformance.py",
}
"""How lines begin that other tests type, or that run what other stages run: where."""

BY_HAND = ("cc -O2",)
"""Nobody types these: each searches all positions of a simpler Labyrinth, for a minute."""

CHECKOUT = ("CONTRIBUTING.md", "docs/leaks.md")
"""The pages whose other lines are typed in the checkout itself."""

SHORTER = {"PAIRS=10000": "PAIRS=1"}


def lines_of(page: str) -> list[str]:
    """Returns the lines that a page has people type, but for those that are typed elsewhere."""
    lines = [line for block in blocks_of(page) for line in block.splitlines() if line.strip()]
    return [line for line in lines if not line.startswith((*ELSEWHERE, *BY_HAND))]


def test_every_line_of_the_pages_is_typed_by_a_test() -> None:
    pages = {relative(path) for path in PAGES}

    assert {page for page in pages if lines_of(page)} == {*HERE, *CHECKOUT, *WHOLE}
    assert [place for place in (*ELSEWHERE.values(), *WHOLE.values()) if not (ROOT / place).exists()] == []


def test_every_beginning_of_a_line_is_still_one_of_a_page() -> None:
    lines = [line for path in PAGES for block in blocks_of(path) for line in block.splitlines()]

    assert {begin for begin in (*ELSEWHERE, *BY_HAND) if not any(line.startswith(begin) for line in lines)} == set()


CURL = """
for one; do [ "$one" != -N ] || set -- --max-time 2 "$@"; done
PATH=${PATH#*:} curl --fail-with-body "$@" || [ $? = 28 ]
"""
"""As `curl`, but a refusal is a failure, and somebody who follows a stream has soon seen enough."""


KEEP = "{ declare -f; for name in URL TOKEN GAME CHECK EXPORT; do declare -p $name 2>/dev/null || :; done; } > shell"


class Shell:
    """A shell in a folder, with this checkout's programs, that remembers its variables and functions."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self._url = url
        programs = folder / "bin"
        programs.mkdir()
        for name, body in (
            ("delvebook", f'PYTHONPATH={ROOT} exec {sys.executable} -m delvebook.service.cli "$@"'),
            ("curl", CURL),
        ):
            (programs / name).write_text(f"#!/bin/bash\n{body}\n")
            (programs / name).chmod(0o755)

    def type(self, block: str) -> str:
        """Types a block. Returns what it printed. Fails at the first command that fails, or that is refused."""
        block = block.replace("http://127.0.0.1:8080", self._url)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", f"[ ! -e shell ] || source shell\n{block}\n{KEEP}"],
            cwd=self.folder,
            env={**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{block}\n{done.stderr}{done.stdout[-2000:]}"
        return done.stdout

    def value(self, name: str) -> str:
        return self.type(f'printf %s "${name}"')


class Player:
    """The account and the game that the page has made."""

    def __init__(self, http: httpx.Client, shell: Shell) -> None:
        self._http = http
        self._http.base_url = httpx.URL(shell.value("URL"))
        self._http.headers["Authorization"] = f"Bearer {shell.value('TOKEN')}"
        self._game = f"/v1/games/{shell.value('GAME')}"

    def get(self, path: str) -> httpx.Response:
        return self._http.get(path)

    def is_over(self) -> bool:
        """Answers the game's decision, if it has one. Returns whether the game is over."""
        offer = self.get(f"{self._game}/actions").json()
        if offer.get("owed"):
            answer = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
            self._http.post(f"{self._game}/actions", json=answer)
        return bool(self.get(self._game).json()["status"] == "finished")

    def is_in_the_log(self) -> bool:
        proofs = self.get(f"{self._game}/inclusion")
        return proofs.status_code == httpx.codes.OK and "finished" in proofs.text


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    folder = tmp_path / "typing"
    folder.mkdir()
    lay_out(folder)
    (folder / "game.jsonl").rename(folder / "parent.jsonl")
    (folder / "receipts.txt").unlink()
    with running_delvebook(tmp_path / "up.log", DELVEBOOK_HOME=str(tmp_path / "home")) as (url, _):
        yield Shell(folder, url)


@pytest.mark.long
@pytest.mark.servers
def test_the_lines_of_the_pages_can_be_typed_into_a_shell(shell: Shell) -> None:
    first, *others = (block for page in HERE for block in blocks_of(page) if not block.startswith(tuple(ELSEWHERE)))
    shell.type(first)
    with httpx.Client(timeout=30) as http:
        player = Player(http, shell)
        until(player.is_over, "the game ends")
        until(player.is_in_the_log, "the log has the game's end")
        for block in others:
            if "$EXPORT/file" in block:
                address = f"/v1/exports/{shell.value('EXPORT')}"
                until(lambda at=address: player.get(at).json()["status"] == "finished", "the export is made")
            shell.type(block)

    record = (shell.folder / "game.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(record[0])["game"] == shell.value("GAME")
    assert (shell.folder / "seen" / "checkpoints").is_dir()
    assert (shell.folder / "labyrinth.ndjson.zst").stat().st_size > 0


@pytest.mark.long
@pytest.mark.parametrize("line", [line for page in CHECKOUT for line in lines_of(page)])
def test_a_line_is_typed_in_the_checkout(line: str) -> None:
    for long, short in SHORTER.items():
        line = line.replace(long, short)
    subprocess.run(["bash", "-euo", "pipefail", "-c", line], cwd=ROOT, check=True, capture_output=True, timeout=300)
