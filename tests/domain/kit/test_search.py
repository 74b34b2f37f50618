"""The search of the strong bots: its choices, its costs, and its independence of hidden state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from delvebook.domain.bots import Action, View
from delvebook.domain.kit.search import Dice, Method, Search, SearchBot, root
from delvebook.domain.outcome import Outcome
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import seat_viewer
from tests.titles.bids import Bids

RULES = Bids()


def everything(content: Any, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Action]:
    """Returns every legal action in its order."""
    return list(legal)


def anything(content: Any, state: Any, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
    """Returns a random legal action."""
    return [chance.choose(legal, "anything")]


def prizes(content: Any, state: Any, seat: int, outcome: Outcome | None) -> int:
    """Returns the worth of the seat's prizes, less that of the best other seat."""
    sums = [sum(content.worth[prize] for prize in taken) for taken in state["taken"]]
    return sums[seat] - max(one for other, one in enumerate(sums) if other != seat)


METHOD: Method[Any, Any] = Method(
    candidates=everything, policy=anything, worth=prizes, seat_of=lambda view: 0, plies=3000, worlds_max=400
)


def first_round() -> tuple[View, list[Action]]:
    """Seat 0 chooses the first of its cards, in a game of Bids without a look."""
    rules = Bids()
    state, _ = rules.setup(rules.parse_options({"look": False}, seats=2), seats=2, tape=Tape(b"a table"))
    return rules.view(state, seat_viewer(0)), rules.legal(state, 0)


def test_the_same_question_has_the_same_answer_whatever_came_before() -> None:
    view, legal = first_round()
    bot = SearchBot(RULES, METHOD)

    first = bot.weigh(view, legal, chance=Tape(b"one"))
    bot(view, legal, chance=Tape(b"two"))

    assert bot.weigh(view, legal, chance=Tape(b"one")) == first
    assert bot.weigh(view, legal, chance=Tape(b"two")) != first


def test_it_plays_about_as_many_plies_as_it_may_and_never_looks_at_a_clock() -> None:
    view, legal = first_round()
    for plies in (500, 2000):
        search = Search(RULES, replace(METHOD, plies=plies), view, legal, chance=Tape(b"x"))
        search.run()
        assert plies <= search.plies <= plies + 150


def test_every_candidate_is_tried_in_the_same_worlds_and_the_first_in_all_of_them() -> None:
    view, legal = first_round()
    search = Search(RULES, METHOD, view, legal, chance=Tape(b"x"))
    search.run()

    tried = [len(worths) for worths in search.worths]
    assert tried[0] == max(tried)
    assert min(tried) >= METHOD.worlds_min
    assert len(set(tried)) > 1


def test_the_first_candidate_stays_where_the_gain_may_be_luck() -> None:
    view, legal = first_round()
    search = Search(RULES, METHOD, view, legal[:2], chance=Tape(b"x"))
    search.worths = [[0, 0, 0, 0], [9, -8, 9, -8]]
    assert search.score(1) < search.score(0)

    search.worths = [[0, 0, 0, 0], [9, 7, 9, 8]]
    assert search.score(1) > search.score(0)


def test_who_judges_moves_doubts_none_for_more_than_chance_explains() -> None:
    """A stubborn bot may keep its first guess, but does not tell those who ask that all others are far worse."""
    view, legal = first_round()
    stubborn = SearchBot(RULES, replace(METHOD, plies=600, caution=400))
    even = SearchBot(RULES, replace(METHOD, plies=600))

    told = stubborn.judging().weigh(view, legal, chance=Tape(b"x"))

    assert told == even.weigh(view, legal, chance=Tape(b"x"))
    assert told != stubborn.weigh(view, legal, chance=Tape(b"x"))
    assert SearchBot(RULES, replace(METHOD, caution=0)).judging().method.caution == 0


def test_in_a_rollout_the_seat_goes_on_with_the_course_of_a_candidate_before_it_plays_by_policy() -> None:
    view, legal = first_round()
    asked: list[list[Action]] = []

    def watched(content: Any, state: Any, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
        if seat == 0:
            asked.append(legal)
        return [legal[0]]

    def the_last(content: Any, view: View, candidates: Sequence[Action]) -> list[list[Action]]:
        return [[legal[-1]] for _ in candidates]

    quick = replace(METHOD, policy=watched, plies=1, worlds_min=1)
    Search(RULES, quick, view, legal[:2], chance=Tape(b"x")).run()
    alone = asked[0]
    asked.clear()
    Search(RULES, replace(quick, courses=the_last), view, legal[:2], chance=Tape(b"x")).run()

    assert legal[-1] in alone
    assert asked[0] == [action for action in asked[0] if action != legal[-1]]
    assert len(asked[0]) == len(alone) - 1


def test_a_rollout_waits_for_the_rest_of_a_course_once_as_long() -> None:
    view, legal = first_round()
    search = Search(RULES, replace(METHOD, clock=lambda state: 7, ahead=2), view, legal[:2], chance=Tape(b"x"))

    ends = [began for began in range(8) if search._is_far_enough({}, began, waits=False)]
    waits = [began for began in range(8) if search._is_far_enough({}, began, waits=True)]

    assert ends == [0, 1, 2, 3, 4, 5]
    assert waits == [0, 1, 2, 3]


def test_another_method_is_used_where_the_title_says_so_and_changes_along_with_the_first() -> None:
    view, legal = first_round()
    other = replace(METHOD, candidates=lambda content, view, legal, *, chance: [legal[-1]], caution=400)
    bot = SearchBot(RULES, replace(METHOD, otherwise=lambda view: other if view["round"] == 0 else None))

    assert bot(view, legal, chance=Tape(b"x")) == legal[-1]
    assert bot.method.for_view({**view, "round": 1}) is bot.method
    assert bot.judging().method.for_view(view).caution == 100
    assert bot.with_effort(plies=7, worlds=1).method.for_view(view).plies == 7


def test_who_decides_at_the_same_time_replies_once_in_each_world_before_the_candidate_is_played() -> None:
    view, legal = first_round()
    seen: list[list[int | None]] = []

    def the_last(content: Any, state: Any, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
        seen.append([seat, *state["bids"]])
        return [legal[-1]]

    def bids_won(content: Any, state: Any, seat: int, outcome: Outcome | None) -> int:
        return len(state["taken"][0])

    method = replace(METHOD, reply=the_last, clock=lambda state: state["round"], ahead=1, worth=bids_won)
    search = Search(RULES, method, view, legal, chance=Tape(b"x"))
    weighed = search.run()

    assert seen == [[1, None, None]] * max(len(worths) for worths in search.worths)
    highest, lowest = legal[-1]["card"], legal[0]["card"]
    assert {one.action["card"]: one.score for one in weighed}[lowest] == 0  # the other bids its highest every time
    assert set(search.worths[-1]) == {0, 1}, f"{highest} against {highest} is settled by lot"


def test_a_bid_that_lies_face_down_is_thought_about_anew_by_whoever_laid_it() -> None:
    rules = Bids()
    state, _ = rules.setup(rules.parse_options({"look": False}, seats=2), seats=2, tape=Tape(b"a table"))
    rules.play(state, 1, rules.legal(state, 1)[0], tape=Tape(b"another"))
    view, legal = rules.view(state, seat_viewer(0)), rules.legal(state, 0)

    def replied(before: Any) -> set[int]:
        asked: set[int] = set()

        def reply(content: Any, state: Any, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
            asked.add(seat)
            return [legal[-1]]

        SearchBot(RULES, replace(METHOD, before=before, reply=reply, plies=50))(view, legal, chance=Tape(b"x"))
        return asked

    assert replied(METHOD.before) == set()
    assert replied(lambda view: {**view, "has_bid": [False, False]}) == {1}


def test_one_candidate_is_played_without_a_search() -> None:
    view, legal = first_round()
    bot = SearchBot(RULES, replace(METHOD, candidates=lambda content, view, legal, *, chance: [legal[-1]]))

    assert bot(view, legal, chance=Tape(b"x")) == legal[-1]
    assert bot.weigh(view, legal, chance=Tape(b"x")) == []


def test_dice_are_fair_and_the_same_everywhere() -> None:
    dice = Dice(7)
    assert [dice.below(1000, "x") for _ in range(5)] == [389, 16, 900, 582, 452]
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.die(6, "x") - 1] += 1
    assert all(850 < count < 1150 for count in counts)
    assert sorted(dice.shuffle(range(20), "x")) == list(range(20))


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 8, 9, 10, 99, 100, 10**12, 10**12 - 1])
def test_the_root_is_the_greatest_integer_whose_square_is_not_more(number: int) -> None:
    assert root(number) ** 2 <= number < (root(number) + 1) ** 2
