"""Long work says how far it is, wherever it runs."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from delvebook.service.cli import progress


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    made = Clock()
    monkeypatch.setattr(time, "monotonic", lambda: made.now)
    return made


def test_a_log_gets_a_line_a_minute(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.shown("playing", 1000) as advance:
        for _ in range(5):
            clock.now += 30
            advance(50)

    assert capsys.readouterr().err.splitlines() == [
        "playing: 100 of 1,000, about 9 min left",
        "playing: 200 of 1,000, about 8 min left",
    ]


def test_what_was_done_before_says_nothing_of_the_pace(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.shown("playing", 1000, done=900) as advance:
        clock.now += 120
        advance(10)

    assert capsys.readouterr().err == "playing: 910 of 1,000, about 18 min left\n"


def test_short_work_leaves_no_line_in_a_log(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.shown("checking", 3) as advance:
        for _ in range(3):
            clock.now += 19
            advance(1)

    assert capsys.readouterr() == ("", "")


def test_the_end_is_no_news(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.shown("checking", 1) as advance:
        clock.now += 600
        advance(1)

    assert capsys.readouterr().err == ""


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")

    with progress.shown("verifying", 4, done=1) as advance:
        advance(2)

    assert "3/4" in capsys.readouterr().err
