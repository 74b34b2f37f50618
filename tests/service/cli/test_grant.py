"""Arbiters and operators are appointed on the service's own machine, which makes no token for anybody."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from delvebook.replays.times import later
from delvebook.service.base.errors import AuthenticationError, NameTakenError
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.identity.audit_log import AuditQuery
from delvebook.service.identity.caller import ANYBODY, Caller
from delvebook.service.identity.offices import Offices
from delvebook.service.identity.takeovers import CODE_SECONDS, Takeovers
from delvebook.service.wiring import build_accounts, migrate
from tests.service.tables import Ticking


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("DELVEBOOK_HOME", str(tmp_path))
    made = Settings(home=tmp_path)
    migrate(made)
    return made


def delvebook(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["grant", *arguments])


def test_a_prepared_account_has_an_offer_and_no_token(settings: Settings) -> None:
    done = delvebook("Judy", "arbiter", "--new", "--json")
    again = delvebook("Judy", "operator")

    told = json.loads(done.stdout)
    assert again.exit_code == 0
    assert again.stdout == ""
    accounts, audit, _ = build_accounts(settings)
    offices = Offices(accounts)
    assert [(one.office, one.offered_by, one.accepted_at) for one in offices.of(told["account"])] == [
        ("arbiter", "-", None),
        ("operator", "-", None),
    ]
    assert accounts.tokens.of_account(told["account"]) == []
    assert told["code"] not in json.dumps(audit.entries())
    assert [entry["action"] for entry in audit.entries(AuditQuery(account="-"))] == [
        "account/prepare",
        "office/offer",
        "office/offer",
    ]
    issued = Takeovers(accounts).take_over(told["code"], by=ANYBODY)
    owner = Caller(told["account"], frozenset(issued.token.scopes), issued.token.id, manages=True)
    offices.accept(owner, "arbiter")
    assert "disputes:rule" in accounts.tokens.authenticate(issued.secret).scopes
    accounts.close()

    assert delvebook("Judy", "arbiter", "--withdraw").exit_code == 0
    accounts, *_ = build_accounts(settings)
    assert "disputes:rule" not in accounts.tokens.authenticate(issued.secret).scopes
    assert delvebook("Judy", "arbiter", "--withdraw").exit_code == 2
    accounts.close()


def test_a_code_is_good_for_a_week_and_then_the_same_command_prints_another(settings: Settings) -> None:
    clock = Ticking()
    prepared = build_accounts(settings, now=clock)[0]
    account, early, ends_at = Takeovers(prepared).prepare("Judy")
    with pytest.raises(NameTakenError):
        Takeovers(prepared).prepare("Judy")
    clock.moment += timedelta(seconds=CODE_SECONDS)
    assert ends_at <= prepared.now()

    with pytest.raises(AuthenticationError, match="unknown, was used, or has ended"):
        Takeovers(prepared).take_over(early, by=ANYBODY)
    again, code, _ = Takeovers(prepared).prepare("Judy")
    with pytest.raises(AuthenticationError):
        Takeovers(prepared).take_over(early, by=ANYBODY)
    assert again == account
    assert Takeovers(prepared).take_over(code, by=ANYBODY).token.account == account.id
    clock.moment += timedelta(seconds=CODE_SECONDS)
    with pytest.raises(NameTakenError):
        Takeovers(prepared).prepare("Judy")
    prepared.close()


def test_the_command_says_when_the_code_ends(settings: Settings) -> None:
    done = delvebook("Judy", "--new", "--json")
    told = json.loads(done.stdout)
    accounts = build_accounts(settings)[0]
    seconds = timedelta(seconds=CODE_SECONDS)

    assert later(accounts.account(told["account"]).created_at, seconds.total_seconds()) == told["code_ends_at"]
    assert "once, until 20" in delvebook("Jude", "--new").stderr
    accounts.close()


@pytest.mark.usefixtures("settings")
def test_what_cannot_be_granted_is_told() -> None:
    assert delvebook("Judy", "arbiter").exit_code == 2
    assert "--new" in delvebook("Judy", "arbiter").output
    assert "arbiter" in delvebook("Judy", "games:play", "--new").output
    assert delvebook("Judy", "disputes:rule", "--new").exit_code == 2
    assert delvebook("Judy").exit_code == 2
    assert delvebook("Judy", "arbiter", "--new", "--withdraw").exit_code == 2
    assert delvebook("Judy", "--new").stdout.strip().startswith("dvc_")
    assert delvebook("Judy", "--new").exit_code == 2
