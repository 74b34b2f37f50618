"""Arbiters and operators are made on the service's own machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.identity.audit_log import AuditQuery
from delvebook.service.wiring import build_accounts, migrate


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("DELVEBOOK_HOME", str(tmp_path))
    made = Settings(home=tmp_path)
    migrate(made)
    return made


def delvebook(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["grant", *arguments])


def test_a_granted_token_carries_its_rights_and_stands_in_the_trail(settings: Settings) -> None:
    done = delvebook("Judy", "games:play", "disputes:rule", "--new", "--json")
    again = delvebook("Judy", "service:operate")

    told = json.loads(done.stdout)
    accounts, audit, _ = build_accounts(settings)
    assert accounts.tokens.authenticate(told["token"]).scopes == ("games:play", "disputes:rule")
    assert accounts.tokens.authenticate(again.stdout.strip()).scopes == ("service:operate",)
    assert told["token"] not in json.dumps(audit.entries())
    assert [entry["action"] for entry in audit.entries(AuditQuery(account="-"))] == ["token/issue"]
    accounts.close()


@pytest.mark.usefixtures("settings")
def test_what_cannot_be_granted_is_told() -> None:
    assert delvebook("Judy", "games:play").exit_code == 2
    assert "--new" in delvebook("Judy", "games:play").output
    assert "disputes:rule" in delvebook("Judy", "fly", "--new").output
    assert delvebook("Judy", "games:play", "--new").exit_code == 0
    assert delvebook("Judy", "games:play", "--new").exit_code == 2
