"""Results by title: what was won, and what was won together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine

from delvebook.domain.outcome import Outcome
from delvebook.projections.profiles import ProfilesProjection, ProfilesReader, TitleResults
from delvebook.service.base.database import open_engine
from tests.projections.test_leagues import result, won
from tests.titles.bids import Bids
from tests.titles.bids.state import State

pytestmark = pytest.mark.usefixtures("bids")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = open_engine(f"sqlite:///{tmp_path / 'profiles.db'}")
    ProfilesProjection.metadata.create_all(opened)
    yield opened
    opened.dispose()


def test_a_win_that_is_shared_is_told_from_one_alone(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [won("ann", "bob"), won("ann", "bob"), won("bob", "ann")]
    alone = Bids.outcome

    def together(ruleset: Bids, state: State) -> Outcome | None:
        outcome = alone(ruleset, state)
        return None if outcome is None else replace(outcome, winners=[0, 1])

    monkeypatch.setattr(Bids, "outcome", together)
    games += [result("ann", "bob", "cid"), result("cid", "ann", "bob")]
    with engine.begin() as connection:
        for event in (event for game in games for event in game):
            ProfilesProjection().apply(connection, [event])
    reader = ProfilesReader(engine)
    last = games[-1][-1].at

    assert reader.results("ann", with_private=False) == [TitleResults("bids", 5, wins=4, shared_wins=2, last_at=last)]
    assert reader.results("bob", with_private=False) == [TitleResults("bids", 5, wins=2, shared_wins=1, last_at=last)]
    assert reader.results("cid", with_private=False) == [TitleResults("bids", 2, wins=1, shared_wins=1, last_at=last)]
