"""Forks on the command line: told and compared beside the record of the game they left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from delvebook.service.cli import app
from tests.replays.games import record_of
from tests.replays.test_forks import BidsAgain, fork_of, game_at, moments, plays, whole_game
from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids, BidsAgain):
        yield


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    events = whole_game("bids")
    fork = fork_of(events, moments(events)[1])
    records = {
        "game": record_of(game_at(events, len(events)), events),
        "fork": record_of(fork, plays(fork, seed="x")),
    }
    for name, record in records.items():
        (tmp_path / name).write_bytes(record)
    return {name: str(tmp_path / name) for name in records}


def delvebook(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def told(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_fork_is_verified_beside_its_parent_and_only_as_a_chain_alone(files: dict[str, str]) -> None:
    alone, beside = delvebook("verify", files["fork"]), delvebook("verify", files["fork"], "--parent", files["game"])

    assert (alone.exit_code, beside.exit_code) == (3, 0)
    assert delvebook("verify", files["fork"], "--level", "replay").exit_code == 3
    assert delvebook("verify", files["fork"], "--level", "replay", "--parent", files["game"]).exit_code == 0


def test_a_fork_is_told_without_its_parent_and_shown_with_it(files: dict[str, str]) -> None:
    steps = told(delvebook("replay", files["fork"], "--json"))
    shown = told(delvebook("replay", files["fork"], "--json", "--view", "--parent", files["game"]))
    refused = delvebook("replay", files["fork"], "--view")

    assert len(steps) == len(shown)
    assert shown[-1]["view"]["round"] == 3
    assert refused.exit_code == 2
    assert "--parent" in refused.output


def test_a_fork_is_compared_with_another_version_beside_its_parent(files: dict[str, str]) -> None:
    beside = delvebook("diff", files["fork"], "--under", "bids@2", "--parent", files["game"], "--json")
    alone = delvebook("diff", files["fork"], "--under", "bids@2")

    assert beside.exit_code == 1
    assert json.loads(beside.stdout)["divergence"]["pointer"] == "/state/adopted"
    assert alone.exit_code == 2
    assert "--parent" in alone.output
