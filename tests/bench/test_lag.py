"""The lag of the lobby counts every look at the log in its time."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from tests.bench.lag import Watch


@pytest.fixture
def watch() -> Watch:
    made = Watch(Settings(home=Path("nowhere")))
    made.committed = [(1.0, 10), (2.0, 20), (3.0, 40)]
    made.projected = [(1.5, 10), (2.5, 15), (4.0, 30)]
    return made


def test_a_lag_ends_when_the_lobby_has_the_event(watch: Watch) -> None:
    assert watch.lags()[:2] == [0.5, 2.0]


def test_an_event_that_the_lobby_never_had_counts_with_the_time_it_was_waited_for(watch: Watch) -> None:
    assert watch.lags()[2] == 1.0


def test_looks_before_and_after_do_not_count(watch: Watch) -> None:
    assert watch.lags(began=1.5, ended=2.5) == [2.0]
