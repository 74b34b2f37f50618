"""What a hint is made of: the view and the legal actions of a seat, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from delvebook.domain.bots import Action, View
from delvebook.domain.canonical import decode, jcs
from delvebook.domain.hints import HintRefusedError, hint_for, may_be_given
from delvebook.domain.kit.search import SearchBot, Thought
from delvebook.domain.playout import seed_of
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.table import Table
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import seat_viewer
from tests.titles.bids import Bids


def opening(ruleset: AnyRuleset) -> tuple[View, list[Action]]:
    seats = max(ruleset.seats_min, min(2, ruleset.seats_max))
    table = Table(ruleset, seed=seed_of("hint"), game="00000000-0000-4000-8000-000000000001", nonces=[""] * seats)
    table.start(ruleset.parse_options({}, seats=seats), n=1)
    seat = table.to_act()[0]
    return decode(jcs(ruleset.view(table.state, seat_viewer(seat)))), decode(jcs(table.legal(seat)))


@pytest.mark.parametrize("ruleset", all_rulesets().values(), ids=lambda one: one.id)
def test_the_same_view_gives_the_same_hint_with_legal_actions_alone(ruleset: AnyRuleset) -> None:
    view, legal = opening(ruleset)
    kept = jcs([view, legal])
    found = hint_for(ruleset, view, legal)

    assert found == hint_for(ruleset, view, legal)
    assert jcs([view, legal]) == kept
    assert all(one.action in legal for one in found.candidates)
    assert [one.verdict for one in found.candidates].count("best") == 1


def test_its_chance_follows_from_the_view_and_the_actions_and_from_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ruleset = get_ruleset("dungeon-raiders")
    view, legal = opening(ruleset)
    drawn: list[int] = []

    def drawing(self: object, view: View, legal: Sequence[Action], *, chance: Chance) -> Thought[Action]:
        drawn.append(chance.below(1_000_000, "a number"))
        return Thought(legal[0], [], 0)

    monkeypatch.setattr(SearchBot, "think", drawing)
    for asked in ((view, legal), (view, legal), ({**view, "level": 2}, legal), (view, legal[1:])):
        hint_for(ruleset, *asked)

    assert drawn[0] == drawn[1]
    assert len(set(drawn)) == 3


def test_what_the_bot_would_do_comes_first() -> None:
    ruleset = get_ruleset("dungeon-raiders")
    view, legal = opening(ruleset)

    assert len({tuple(sorted(one.action.items())) for one in hint_for(ruleset, view, legal).candidates}) == 3


def test_a_title_without_a_bot_that_searches_gives_none() -> None:
    bids = Bids()
    view, legal = opening(bids)
    with pytest.raises(HintRefusedError):
        hint_for(bids, view, legal)


@pytest.mark.parametrize(
    ("created", "players", "allowed"),
    [
        ({"hints": True}, ["a", None], True),
        ({"hints": True}, ["a"], True),
        ({"hints": True}, ["a", "b"], False),
        ({"hints": True}, [None, None], False),
        ({"hints": False}, ["a", None], False),
        ({}, ["a", None], False),
        ({"hints": "yes"}, ["a", None], False),
    ],
)
def test_hints_are_for_the_only_player_of_a_game_that_allows_them(
    created: dict[str, object], players: list[str | None], allowed: bool
) -> None:
    assert may_be_given(created, players) is allowed
