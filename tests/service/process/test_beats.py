"""Signs of life are few, but patience is asked for at once, and ends with the next sign."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.process.beats import BEAT_SECONDS, Beat, heard_on


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ear, mouth = os.pipe()
    os.set_blocking(ear, False)
    yield ear, mouth
    os.close(ear)
    os.close(mouth)


def test_signs_are_two_seconds_apart(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    ear, mouth = pipe
    now = 1000.0
    monkeypatch.setattr("delvebook.service.process.beats.time.monotonic", lambda: now)
    beat = Beat(Settings(heartbeat_pipe=mouth))
    heard = []
    for now in (1000.0, 1000.1, 999.9 + BEAT_SECONDS, 1000.0 + BEAT_SECONDS, 1000.1 + BEAT_SECONDS):  # noqa: B007
        beat()
        heard.append(len(list(heard_on(ear))))

    assert heard == [1, 0, 0, 1, 0]


def test_the_sign_after_a_patience_is_given_at_once_and_ends_it(pipe: tuple[int, int]) -> None:
    ear, mouth = pipe
    beat = Beat(Settings(heartbeat_pipe=mouth))
    for within in (0, 60, 0, 0, 90, 120, 0):
        beat(within=within)

    assert list(heard_on(ear)) == [(os.getpid(), within) for within in (0, 60, 0, 90, 120, 0)]
