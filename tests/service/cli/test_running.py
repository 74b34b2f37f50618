"""Whoever starts the service is asked for what cannot be changed later, if others may reach it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import structlog
from typer.testing import CliRunner

from delvebook.service.base.settings import Settings
from delvebook.service.cli import app, running
from delvebook.service.process.supervisor import Copies
from delvebook.workers import commands
from tests.service.cli.test_doctor import sign
from tests.stores import prepare

PUBLIC = [{"PROXIES": "1"}, {"BIND": "0.0.0.0:8080"}, {"BIND": "[::]:8080"}, {"BIND": "games.example:80"}]
PRIVATE = [{}, {"BIND": "127.0.0.1:8080"}, {"BIND": "localhost:8080"}, {"BIND": "[::1]:8080"}]


class Ready:
    """A supervisor of no processes, which are all ready."""

    def __init__(self, settings: Settings, say: Callable[[str], None], copies: Copies) -> None:
        pass

    def run(self, on_ready: Callable[[], None]) -> None:
        on_ready()


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("DELVEBOOK_HOME", str(tmp_path))
    return prepare(Settings(home=tmp_path, secret="ab" * 32))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Callable[..., str]:
    """Returns everything that `delvebook run` prints, given these variables."""
    monkeypatch.setattr(running, "Supervisor", Ready)

    def start(**variables: str) -> str:
        environment = {f"DELVEBOOK_{name}": text for name, text in variables.items()}
        done = CliRunner().invoke(app, ["run"], env=environment)
        assert done.exit_code == 0, done.output
        return done.output

    return start


@pytest.mark.parametrize("public", PUBLIC, ids=str)
def test_a_service_that_others_reach_is_asked_for_the_name_of_its_log(
    started: Callable[..., str], public: dict[str, str]
) -> None:
    assert "set DELVEBOOK_LOG_ORIGIN" in started(**public)
    assert "DELVEBOOK_LOG_ORIGIN" not in started(LOG_ORIGIN="games.example/log", **public)


@pytest.mark.parametrize("private", PRIVATE, ids=str)
def test_nobody_is_asked_on_a_machine_of_ones_own(started: Callable[..., str], private: dict[str, str]) -> None:
    assert "DELVEBOOK_LOG_ORIGIN" not in started(**private)


def test_nobody_is_asked_when_it_is_too_late(started: Callable[..., str], settings: Settings) -> None:
    sign(settings, "delvebook.invalid/log-1", 2)

    assert "DELVEBOOK_LOG_ORIGIN" not in started(PROXIES="1")


@pytest.mark.parametrize(("name", "warns"), [("", True), ("games.example/log", False)])
def test_a_follower_warns_of_a_log_without_a_name(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, name: str, *, warns: bool
) -> None:
    class StoppedError(Exception):
        """The follower is not started."""

    def stop(_: Settings) -> None:
        raise StoppedError

    monkeypatch.setattr(commands, "build_follower", stop)
    monkeypatch.setattr(commands, "end_with_parent", lambda: None)
    monkeypatch.setattr(commands, "configure_logging", lambda _: None)
    monkeypatch.setenv("DELVEBOOK_LOG_ORIGIN", name)
    with structlog.testing.capture_logs() as logged, pytest.raises(StoppedError):
        commands.follow()

    assert ("log_has_no_name" in [one["event"] for one in logged]) == warns
