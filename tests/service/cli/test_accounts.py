"""`delvebook accounts`, on a real store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from typer.testing import CliRunner

from delvebook.service.base.settings import Settings
from delvebook.service.cli import app as command_line
from tests.service.api.house import Person, build, quiet


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    settings = Settings(home=tmp_path, secret="ab" * 32)
    for name in ("home", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(settings, name)))
    made = build(quiet(settings))
    yield made
    made.extensions["delvebook"].close()


def shown(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(command_line, ["accounts", *arguments])
    assert done.exit_code == 0, done.output
    account: dict[str, Any] = json.loads(done.stdout)
    return account


def test_an_account_is_found_by_its_id_and_by_its_name(app: Flask) -> None:
    ann = Person(app, "Ann")

    assert shown("show", ann.id, "--json") == shown("show", "ann", "--json")
    assert shown("show", ann.id, "--json")["name"] == "Ann"


def test_an_id_means_its_account(app: Flask) -> None:
    ann, bert = Person(app, "Ann"), Person(app, "Bert")

    assert shown("show", ann.id, "--json")["name"] == "Ann"
    assert CliRunner().invoke(command_line, ["accounts", "ban", ann.id, "spam"]).exit_code == 0
    assert ann.get("/v1/accounts/me").status_code == 403
    assert bert.get("/v1/accounts/me").status_code == 200
