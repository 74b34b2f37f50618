"""A setting that cannot be meant is refused at the start, in one sentence that says what would be right."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from delvebook.service.base.settings import PREFIX, Settings
from delvebook.service.cli import main

MALFORMED = {
    "database_url": ["banana", "mysql://host/name", "sqlite:events.db"],
    "redis_url": ["banana", "http://127.0.0.1:6379"],
    "bind": ["", "banana", "8080", "127.0.0.1:many"],
    "metrics_bind": ["banana", "9464"],
    "rate_limit": ["banana", "0 per minute", "-1 per minute", "600", "many per minute", "600 per fortnight"],
    "accounts_limit": ["banana", "0 per day", "1e3 per day", "100", "100 per"],
    "webhooks": ["", "banana"],
    "log_level": ["", "banana", "INFO"],
    "cors_origins": ["banana", "* https://games.example", "https://games.example/"],
    "push_contact": ["", "banana", "two words@games.example"],
    "origin": ["banana", "https://10.0.0.1"],
    "secret": ["banana", "0123"],
}
"""What no text of the setting may be, by its attribute."""
KEYS = {
    "cipher_key": ("keys", "cipher", "list"),
    "cipher_key_file": ("keys", "cipher", "list"),
    "signing_keys": ("keys", "list"),
    "log_keys": ("log", "keys"),
    "push_keys": ("keys", "push", "list"),
}
"""The settings that are keys or lead to them, each with a command that reads them."""
ANY_TEXT = {"home", "exports_dir", "log_signed", "heartbeat_file", "log_origin"}
"""Paths, and the name of a log."""
NUMBERS = {name for name in Settings.__dataclass_fields__ if isinstance(getattr(Settings, name), int)}
CASES = [(name, text) for name, texts in MALFORMED.items() for text in texts]
CASES += [(name, text) for name in sorted(NUMBERS) for text in ("", "banana", "-1", "1.5", "²")]


def test_every_setting_is_held_to_its_form_or_may_be_any_text() -> None:
    assert MALFORMED.keys() | KEYS.keys() | ANY_TEXT | NUMBERS == set(Settings.__dataclass_fields__)


def told(*command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit status of a command, and the lines of what it says."""
    monkeypatch.setattr(sys, "argv", ["delvebook", *command])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    assert said.out == ""
    return int(ended.value.code or 0), said.err.splitlines()


@pytest.mark.parametrize(("name", "text"), CASES)
def test_a_malformed_setting_is_one_sentence_and_exit_2(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv(f"{PREFIX}HOME", str(home))
    monkeypatch.setenv(variable := PREFIX + name.upper(), text)
    status, lines = told("run", monkeypatch=monkeypatch, capsys=capsys)

    assert (status, len(lines)) == (2, 1)
    assert lines[0].startswith(f"delvebook: {variable} must ")
    assert not home.exists()


@pytest.mark.parametrize("name", ["database_url", "redis_url", "secret"])
def test_a_malformed_setting_that_may_hold_a_password_is_not_repeated(name: str) -> None:
    with pytest.raises(ValueError, match="must") as refused:
        _ = Settings.from_environment({PREFIX + name.upper(): "mysql://me:hunter2@host/name"}).secret_key

    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("name", KEYS)
def test_malformed_keys_are_one_sentence_and_exit_2(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"{PREFIX}HOME", str(tmp_path))
    monkeypatch.setenv(PREFIX + name.upper(), '{"kty": "banana"}' if name.endswith("keys") else "banana")
    status, lines = told(*KEYS[name], monkeypatch=monkeypatch, capsys=capsys)

    assert (status, len(lines)) == (2, 1)
    assert lines[0].startswith("delvebook: ")


@pytest.mark.parametrize(
    "given",
    [
        {"RATE_LIMIT": "", "ACCOUNTS_LIMIT": ""},
        {"RATE_LIMIT": "6000 per minute", "ACCOUNTS_LIMIT": "5 per 2 days"},
        {"BIND": ":8080", "METRICS_BIND": ""},
        {"BIND": "[::1]:8080", "CORS_ORIGINS": ""},
        {"CORS_ORIGINS": "https://a.example http://localhost:5173"},
        {"DATABASE_URL": "postgresql://u:p@one,other/name?target_session_attrs=read-write"},
        {"REDIS_URL": "unix:///run/redis.sock"},
        {"SNAPSHOT_EVERY": "0", "WORKERS": "0", "PROXIES": "0"},
    ],
)
def test_what_can_be_meant_is_taken(given: dict[str, str]) -> None:
    taken = Settings.from_environment({PREFIX + name: text for name, text in given.items()})

    assert {name: str(getattr(taken, name.lower())) for name in given} == given
