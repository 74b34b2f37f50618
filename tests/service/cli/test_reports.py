"""`delvebook reports`, on a real store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask
from typer.testing import CliRunner

from delvebook.service.base.settings import Settings
from delvebook.service.cli import app as command_line
from tests.service.api.house import Person, body_of, build, quiet


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    settings = Settings(home=tmp_path, secret="ab" * 32)
    for name in ("home", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(settings, name)))
    made = build(quiet(settings))
    yield made
    made.extensions["delvebook"].close()


def runs(*arguments: str) -> Result:
    return CliRunner().invoke(command_line, ["reports", *arguments])


def test_a_report_is_listed_until_it_is_settled(app: Flask) -> None:
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    made = body_of(ann.post("/v1/reports", {"player": "Bob", "reason": "insults", "words": "rude"}))["id"]
    [listed] = [json.loads(line) for line in runs("list", "--json").stdout.splitlines()]

    assert (listed["id"], listed["reported"], listed["words"]) == (made, bob.id, "rude")
    assert runs("settle", made, "perhaps").exit_code == 2
    assert runs("settle", made, "acted", "He was warned").exit_code == 0
    assert runs("list", "--json").stdout == ""
    assert body_of(ann.get(f"/v1/reports/{made}"))["answer"] == "He was warned"
    assert runs("settle", made, "dismissed").exit_code == 2


def test_a_flood_of_reports_does_not_hide_that_older_ones_wait(app: Flask) -> None:
    ann = Person(app, "Ann")
    for name in ("Bob", "Cid", "Eve"):
        Person(app, name)
        assert ann.post("/v1/reports", {"player": name, "reason": "other", "words": name}).status_code == 201

    some, every = runs("list", "--json", "--limit", "2"), runs("list", "--json", "--limit", "3")
    assert [json.loads(line)["words"] for line in some.stdout.splitlines()] == ["Eve", "Cid"]
    assert "there are older ones" in some.stderr
    assert len(every.stdout.splitlines()) == 3
    assert every.stderr == ""
