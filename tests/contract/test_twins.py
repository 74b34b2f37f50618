"""Two bots of the medium level at one table do not play alike, and each plays the same again when it is asked again."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.bots import Action, View
from delvebook.domain.kit.nearly import nearly_best
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.tape import Chance, Tape
from tests.contract.tables import option_sets
from tests.contract.twins import TakesTheBest, compare


def asked(title: AnyRuleset, number: int) -> list[tuple[View, list[Action]]]:
    """The decisions of a game between two of them."""
    found: list[tuple[View, list[Action]]] = []
    greedy = title.bot("medium")

    def watch(view: View, legal: list[Action], *, chance: Chance) -> Action:
        found.append((view, [*legal]))
        return greedy(view, legal, chance=chance)

    sets = option_sets(title)
    options = {**title.brief_options, **sets[number % len(sets)]}
    play_through(title, options, bots=[watch] * min(2, title.seats_max), seed=seed_of(f"twins/{number}"))
    return found


@pytest.mark.parametrize("title", all_rulesets().values(), ids=lambda title: title.id)
def test_the_same_decision_is_answered_in_several_ways_by_different_chance(title: AnyRuleset) -> None:
    greedy = title.bot("medium")
    differing = 0
    for view, legal in asked(title, 0)[:200]:
        answers = [greedy(view, legal, chance=Tape(seed_of(f"twin/{number}"))) for number in range(4)]
        again = greedy(view, legal, chance=Tape(seed_of("twin/0")))

        assert again == answers[0]
        differing += any(answer != answers[0] for answer in answers)

    assert differing > 0


def drawn(worths: list[int], near: int) -> dict[int, int]:
    counts: dict[int, int] = {}
    for number in range(2000):
        at = nearly_best(range(len(worths)), worths, near=near, chance=Tape(seed_of(f"draw/{number}")))
        counts[at] = counts.get(at, 0) + 1
    return counts


def test_of_equals_each_is_drawn_about_as_often() -> None:
    counts = drawn([5, 1, 5], near=1)

    assert set(counts) == {0, 2}
    assert abs(counts[0] - counts[2]) < 250


def test_the_closer_to_the_best_the_likelier_and_what_is_too_far_never() -> None:
    counts = drawn([100, 95, 90, 0], near=20)

    assert set(counts) == {0, 1, 2}
    assert counts[0] > counts[1] > counts[2]
    assert abs(counts[0] - 2000 * 400 / (400 + 225 + 100)) < 120


def test_nothing_is_drawn_where_one_alone_is_good() -> None:
    chance: Any = None

    assert nearly_best("abc", [1, 9, 1], near=5, chance=chance) == "b"


def test_who_takes_the_best_answers_alike_whatever_is_drawn_and_leaves_the_others_their_draw() -> None:
    title = get_ruleset("labyrinth")
    medium = title.bot("medium")
    best, drawing = TakesTheBest(medium), 0
    for view, legal in asked(title, 0):
        chances = [seed_of(f"twin/{number}") for number in range(4)]
        answers = [best(view, legal, chance=Tape(chance)) for chance in chances]
        assert answers == answers[:1] * 4
        drawing += any(medium(view, legal, chance=Tape(chance)) != answers[0] for chance in chances)

    assert drawing > 0


def test_a_comparison_counts_every_first_place_once_and_gives_each_kind_each_seat() -> None:
    for found in compare(get_ruleset("dungeon-raiders"), games=4):
        assert found.drawing + found.best == pytest.approx(found.games)
        assert found.differing <= found.asked

    assert (found.games, found.seated) == (4, 4)
    assert found.asked > 0
