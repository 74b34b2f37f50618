"""Games of every registered title leave records that verify, for every viewer, at every level."""

from __future__ import annotations

import pytest

from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.viewers import ARBITER, PUBLIC
from delvebook.replays.verify import verify
from tests.replays.games import played_game, record_of, viewers_of

each_title = pytest.mark.parametrize("ruleset", all_rulesets().values(), ids=all_rulesets().keys())


@each_title
def test_a_finished_game_verifies_for_every_viewer(ruleset: Ruleset) -> None:
    for seats in {ruleset.seats_min, ruleset.seats_max}:
        game, events = played_game(ruleset=ruleset, seats=seats, options=dict(ruleset.brief_options))
        for viewer in (PUBLIC, ARBITER, *viewers_of(game)):
            report = verify(record_of(game, events, viewer))
            assert report.first is None
            assert [level.status for level in report.levels] == ["holds", "holds"]


@each_title
def test_a_running_game_verifies_for_every_viewer_and_replays_with_the_seed(ruleset: Ruleset) -> None:
    game, events = played_game(ruleset=ruleset, seats=ruleset.seats_max, stop_after=25)
    for viewer in (ARBITER, *viewers_of(game)):
        report = verify(record_of(game, events, viewer), seed=game.seed)
        assert report.first is None
        assert report.holds
