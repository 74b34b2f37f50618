"""`delvebook audit`, on a real store: its output, and the entry for each look."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import Result
from flask import Flask
from typer.testing import CliRunner

from delvebook.service.base.settings import Settings
from delvebook.service.cli import app as command_line
from delvebook.service.identity.audit_log import AuditQuery, named
from tests.house.files import ROOT
from tests.service.api.house import Person, bring_trail_up, build, quiet, running_game

ENVIRONMENT = ("home", "database_url", "secret", "poll_seconds")


@pytest.fixture
def app(store: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    for name in ENVIRONMENT:
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(store, name)))
    made = build(quiet(store))
    yield made
    made.extensions["delvebook"].close()


@pytest.fixture
def people(app: Flask) -> tuple[Person, Person, str]:
    """Ann, Bob, and the game they have begun."""
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    game = running_game(ann, bob)
    ann.acts(game)
    bring_trail_up(app)
    return ann, bob, game


def audit(*arguments: str) -> Result:
    return CliRunner().invoke(command_line, ["audit", *arguments], env={"COLUMNS": "300"})


def lines(*arguments: str) -> list[dict[str, Any]]:
    done = audit("--json", *arguments)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_everything_is_shown_to_programs_line_by_line(app: Flask, people: tuple[Person, Person, str]) -> None:
    log = app.extensions["delvebook"].audit
    before = list(named(log.entries(), app.extensions["delvebook"].accounts.names))

    assert {entry["account_name"] for entry in before} >= {"Ann", "Bob"}
    assert lines() == before
    assert lines("--limit", "3")[:2] == before[-2:]
    assert lines("--after", str(before[4]["id"]), "--until", "2027-01-01")[: len(before) - 5] == before[5:]


def test_on_a_narrow_terminal_every_id_stays_in_one_piece(people: tuple[Person, Person, str]) -> None:
    ann, _, game = people

    done = CliRunner().invoke(command_line, ["audit", "--game", game, "--by", "seat:0"], env={"COLUMNS": "80"})

    first, *below = done.stdout.splitlines()
    assert first.endswith("  game/ActionTaken")
    assert all(len(line) <= 80 for line in (first, *below))
    assert f"account {ann.id}" in done.stdout
    assert f"game {game}" in done.stdout


def test_it_is_narrowed_by_game_name_seat_and_action(people: tuple[Person, Person, str]) -> None:
    ann, bob, game = people

    assert [entry["n"] for entry in lines("--game", game, "--by", "seat:0")] == [6]
    assert {entry["account"] for entry in lines("--account", "BOB")} == {bob.id}
    assert lines("--account", ann.id, "--action", "game/ActionTaken")[0]["token"] == ann.token_id
    assert lines("--token", bob.token_id) == lines("--account", bob.id)
    assert lines("--since", "2099-01-01") == []


def test_people_get_a_table(people: tuple[Person, Person, str]) -> None:
    ann, _, game = people
    done = audit("--game", game, "--action", "game/ActionTaken")

    assert done.exit_code == 0
    [row] = [line for line in done.stdout.splitlines() if "game/ActionTaken" in line]
    assert [cell for cell in row.split() if cell in (ann.id, ann.token_id, game, "6", "seat:0")] == [
        ann.id, ann.token_id, game, "6", "seat:0", "seat:0",
    ]  # fmt: skip
    assert "no entry matches" in audit("--since", "2099-01-01").stdout


def test_that_it_was_looked_is_in_the_trail(app: Flask, people: tuple[Person, Person, str]) -> None:
    _, bob, game = people
    audit("--game", game, "--account", "Bob")
    [note] = app.extensions["delvebook"].audit.entries(AuditQuery(action="audit/read"))

    assert (note["account"], note["token"], note["game"]) == ("-", None, game)
    assert note["details"] == {"form": "command", "after": 0, "filters": {"account": bob.id, "game": game}}


def test_it_says_that_events_are_missing_in_the_trail(people: tuple[Person, Person, str]) -> None:
    _, bob, game = people
    assert "not in the trail" not in audit().stderr
    bob.acts(game)

    assert "delvebook follow" in audit().stderr


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--account", "Carl", "no account"),
        ("--token", "dvb_secret", "not the token"),
        ("--game", "7", "a game's id"),
        ("--action", "look", "game/ActionTaken"),
        ("--by", "ann", "seat:K"),
        ("--address", "10.0.0.1", "16 hex digits"),
        ("--since", "yesterday", "2026-11-21"),
    ],
)
def test_what_is_no_filter_is_refused_and_not_noted(app: Flask, option: str, value: str, said: str) -> None:
    done = audit(option, value)

    assert done.exit_code == 2
    assert said in done.stderr
    assert app.extensions["delvebook"].audit.entries(AuditQuery(action="audit/read")) == []


def test_it_follows_what_is_done_until_it_is_interrupted(app: Flask, people: tuple[Person, Person, str]) -> None:
    _, bob, game = people
    program = (
        # If the tests run in the background, this signal may be ignored.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from delvebook.service.cli import main; main()"
    )
    command = [
        sys.executable,
        "-c",
        program,
        "audit",
        "--game",
        game,
        "--by",
        "seat:1",
        "--follow",
        "--json",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        log = app.extensions["delvebook"].audit
        while not log.entries(AuditQuery(action="audit/read")):
            assert process.poll() is None
        bob.acts(game)
        bring_trail_up(app)
        entry = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0

    assert (entry["account"], entry["n"], entry["by"]) == (bob.id, 7, "seat:1")
