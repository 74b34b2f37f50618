"""What a lobby says of a title: its cover, and the round of a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import delvebook
from delvebook.domain.covers import SECONDS_A_DECISION, WEIGHT_MAX
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.domain.viewers import SPECTATOR
from delvebook.replays.golden_plans import read_plans
from tests.replays.played import tables

FIGURES = {"dice-and-danger": "round", "labyrinth": "turn", "runebound": "round", "the-descent": "round"}
"""The figure of the table that is the round. In Dungeon Raiders it follows from two of them."""
BALANCE = Path(delvebook.__file__).parents[1] / "docs/balance"
OURS = [title for title in registry.all_rulesets().values() if title.id in {*FIGURES, "dungeon-raiders"}]


@pytest.mark.parametrize("title", OURS, ids=lambda one: one.key)
def test_the_cover_says_how_long_how_heavy_and_for_whom(title: AnyRuleset) -> None:
    cover = title.cover

    assert cover is not None
    assert 0 < cover.minutes[0] < cover.minutes[1]
    assert 1 <= cover.weight <= WEIGHT_MAX
    for text in (cover.lead, cover.round):
        assert text["en"]
        assert text["ru"]
        assert text["en"] != text["ru"]
    assert "{round}" in cover.round["en"]
    assert "{round}" in cover.round["ru"]


@pytest.mark.parametrize("title", OURS, ids=lambda one: one.key)
def test_the_minutes_of_the_cover_follow_from_the_measured_lengths_of_games(title: AnyRuleset) -> None:
    """The quarter of the shortest games at the quickest table, and three quarters at the slowest, to five minutes."""
    measured = json.loads((BALANCE / f"{title.id}.json").read_text())
    own = 1 - measured["choices"]["forced"]
    quarters = [(row["length"][1] / row["seats"], row["length"][3] / row["seats"]) for row in measured["seats"]]
    ends = (min(short for short, _ in quarters), max(long for _, long in quarters))
    short, long = (decisions * own * SECONDS_A_DECISION / 60 for decisions in ends)

    assert measured["study"]["title"] == title.key
    assert title.cover is not None
    assert title.cover.minutes == (pytest.approx(short, abs=2.5), pytest.approx(long, abs=2.5))


@pytest.mark.parametrize("title", OURS, ids=lambda one: one.key)
def test_the_round_is_the_one_on_the_table_for_everybody_to_see_and_never_goes_back(title: AnyRuleset) -> None:
    seen = []
    for table in tables(next(iter(read_plans(title.id)))):
        state = table.state
        view = title.view(state, SPECTATOR)
        on_the_table = view[FIGURES[title.id]] if title.id in FIGURES else 5 * view["level"] - 5 + view["room"]
        seen.append(title.round_of(state))
        assert seen[-1] == on_the_table

    assert len(seen) > 5
    assert seen == sorted(seen)
    assert seen[-1] > seen[0]
