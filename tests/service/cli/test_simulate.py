"""The simulator plays, replays, and finds what is broken; every failure can be repeated alone."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from typer.testing import CliRunner

from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.replays.simulation import draw_setup, simulate_game
from delvebook.service.cli import simulate as command
from tests.titles.bids import Bids
from tests.titles.bids.state import State

pytestmark = pytest.mark.usefixtures("bids_registered")


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(command.app, ["--jobs", "1", *arguments], env={"COLUMNS": "200"})
    return done.exit_code, done.output


def test_a_sound_title_passes_and_the_table_says_what_was_played() -> None:
    code, output = run("--seed", "1", "--title", "bids", "--games", "20")

    assert code == 0, output
    assert "seed 1" in output
    assert "rounds_played 20" in output


def test_the_same_seed_plays_the_same_games() -> None:
    games = [simulate_game("bids", run="x", number=number) for number in (3, 3, 4)]

    assert games[0].events == games[1].events
    setups = [draw_setup(get_ruleset("bids"), run="x", number=number, mix="mixed") for number in range(40)]
    assert {setup.seats for setup in setups} == {2, 3, 4}
    assert {setup.options["rounds"] for setup in setups} == {2, 3, 5}
    assert {setup.options["look"] for setup in setups} == {True, False}
    assert len({setup.seed for setup in setups}) == 40


def test_a_seed_is_drawn_and_printed_if_none_is_given() -> None:
    first, second = (run("--title", "bids", "--games", "1")[1].splitlines()[0] for _ in range(2))

    assert first != second


def break_invariant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bids that lose a prize in the second round of a game of four seats."""
    honest = Bids.check

    def check(self: Bids, state: State) -> None:
        honest(self, state)
        if state["round"] == 2 and len(state["hands"]) == 4:
            raise self.broken("a prize is lost")

    monkeypatch.setattr(Bids, "check", check)


def test_a_broken_invariant_is_told_with_the_command_that_repeats_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    break_invariant(monkeypatch)
    code, output = run("--seed", "7", "--title", "bids", "--games", "12", "--json")
    plain = json.loads(output.splitlines()[-1])

    assert code == 1
    failure = plain["failures"][0]
    assert "a prize is lost" in failure["failure"]
    assert failure["seats"] == 4
    arguments = failure["repeat"].split()[2:]
    again, output = run(*arguments, "--json")
    assert again == 1
    assert json.loads(output.splitlines()[-1])["failures"][0] == failure


def test_a_failure_is_printed_for_people_too(monkeypatch: pytest.MonkeyPatch) -> None:
    break_invariant(monkeypatch)
    code, output = run("--seed", "7", "--title", "bids", "--games", "12")

    assert code == 1
    assert "delvebook simulate --seed 7 --title bids@1 --bots mixed --game" in output


def test_a_state_that_json_does_not_keep_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lists that are one list are two after JSON."""
    honest = Bids.setup

    def setup(self: Bids, options: Any, *, seats: int, tape: Tape) -> Any:
        state, facts = honest(self, options, seats=seats, tape=tape)
        shared: list[Any] = []
        state["taken"] = [shared] * seats
        return state, facts

    monkeypatch.setattr(Bids, "setup", setup)
    monkeypatch.setattr(Bids, "check", lambda self, state: None)

    assert "through JSON" in simulate_game("bids", run="x", number=0).failure


def test_rules_that_remember_outside_of_the_state_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Bids.play
    count = iter(range(10_000))

    def play(self: Bids, state: State, seat: int, action: Any, *, tape: Tape) -> Any:
        facts = honest(self, state, seat, action, tape=tape)
        facts.tell("counted", count=next(count))
        return facts

    monkeypatch.setattr(Bids, "play", play)

    assert "does not come out the same" in simulate_game("bids", run="x", number=0).failure


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bids, "legal", lambda self, state, seat: [])

    assert "no legal action" in simulate_game("bids", run="x", number=0).failure


def test_an_unknown_title_or_mix_is_a_usage_error() -> None:
    assert run("--title", "chess")[0] == 2
    assert run("--bots", "oracles")[0] == 2


def interrupted(program: str, *, after: float) -> tuple[str, int]:
    """Interrupts a simulation some seconds after its first line. Returns what it said after that, and its status."""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "COLUMNS": "200"},
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        deadline = time.monotonic() + after
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        output = process.communicate(timeout=60)[0].decode()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert b"seed 1" in first
    return output, process.returncode


def test_ctrl_c_prints_what_was_done_so_far() -> None:
    """The real process, interrupted like a person would."""
    program = (
        # If the tests run in the background, this signal may be ignored.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from tests.titles import registered_titles\n"
        "from tests.titles.bids import Bids\n"
        "from delvebook.service.cli.simulate import app\n"
        "with registered_titles(Bids):\n"
        "    app(['--seed', '1', '--title', 'bids', '--games', '1000000', '--jobs', '2'])\n"
    )
    for seconds in (1.5, 6, 24, 60):  # on a busy machine no game ends within the first of them
        output, status = interrupted(program, after=seconds)
        assert "Interrupted after" in output
        assert "Traceback" not in output
        assert status == 130
        if "rounds_played" in output:
            return
    raise AssertionError(output)
