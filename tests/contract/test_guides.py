"""
The guided first game of every title: each of its moments comes, none is told without a clause, and no two languages or
games are forgotten. The pages decide by the same data (`tests/browser/test_guide.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from delvebook.domain.bots import AnyBot
from delvebook.domain.canonical import decode, jcs
from delvebook.domain.guides import BEGINNER, Guide, Moment, guide_of, is_there
from delvebook.domain.phrases import LANGUAGES
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.table import Table
from delvebook.domain.viewers import seat_viewer
from tests.contract.language import Linter, Told

GUIDED = all_rulesets().values()
GAMES = 10
TEXT_MAX = 260
"""What is told beside the board is read at a glance."""
AT_ONCE_MAX = 3
ON_THE_PAGE = re.compile(r"\b(above|below|сказано выше|строка выше)\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.!?…]) ")

NOW: Final[dict[str, Any]] = {
    "view": {"round": 2, "card": "mon-1", "seats": [{"life": 5}, {"life": 3, "dead": False}]},
    "actions": ["play", "pass"],
    "facts": ["hit"],
    "over": False,
}
CASES: Final[list[tuple[dict[str, Any], bool]]] = [
    ({}, True),
    ({"over": True}, False),
    ({"actions": ["play", "pass"]}, True),
    ({"actions": ["play", "draw"]}, False),
    ({"facts": ["fell", "hit"]}, True),
    ({"facts": ["fell"]}, False),
    ({"facts": []}, False),
    ({"view": {"/round": 2, "/card": "mon-1"}}, True),
    ({"view": {"/round": 2, "/card": "mon-2"}}, False),
    ({"view": {"/round": True}}, False),
    ({"view": {"/card": {"begins": "mon-"}}}, True),
    ({"view": {"/round": {"begins": ""}}}, False),
    ({"view": {"/round": {"min": 2, "max": 2}}}, True),
    ({"view": {"/round": {"min": 3}}}, False),
    ({"view": {"/card": {"min": 0}}}, False),
    ({"view": {"/seats": {"min": 2}}}, True),
    ({"view": {"/seats/1/life": {"max": 3}}}, True),
    ({"view": {"/seats/2/life": {"max": 3}}}, False),
    ({"view": {"/seats/1/dead": False}}, True),
    ({"view": {"/seats/1/dead": {"max": 1}}}, False),
]
"""Moments, and whether they are there `NOW`. The pages are held to the same ones."""

titles = pytest.mark.parametrize("title", GUIDED, ids=lambda title: title.id)


class Course:
    """A guided game as the beginner reads it: what is told at each decision, once."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.told: list[list[str]] = []
        self._facts: list[str] = []

    @property
    def all_told(self) -> list[str]:
        return [id_ for ids in self.told for id_ in ids]

    def see(self, table: Table, step: Step) -> None:
        facts = [fact["type"] for fact in step.body.data.get("facts", ())]
        self._facts = facts if step.seat == BEGINNER else self._facts + facts
        over = table.outcome is not None
        if not over and BEGINNER not in table.to_act():
            return
        view = decode(jcs(table.ruleset.view(table.state, seat_viewer(BEGINNER))))
        actions = set() if over else {action["type"] for action in table.legal(BEGINNER)}
        known = set(self.all_told)
        self.told.append(
            [
                moment["id"]
                for moment in self.guide["moments"]
                if moment["id"] not in known
                and is_there(moment["when"], view=view, actions=actions, facts=self._facts, over=over)
            ]
        )


def courses(title: AnyRuleset) -> Iterator[Course]:
    """Guided games whose beginner plays at random, like the greedy bot, or in between."""
    guide = guide_of(title)
    for number, kind in zip(range(GAMES), ("easy", "greedy", "random", "easy", "greedy") * GAMES, strict=False):
        course = Course(guide)
        bots: list[AnyBot] = [title.bot(kind), *(title.bot(guide["bot"] or "") for _ in range(guide["seats"] - 1))]
        play_through(title, guide["options"], bots=bots, seed=seed_of(f"guide/{number}"), on_step=course.see)
        yield course


@cache
def played(title: AnyRuleset) -> list[Course]:
    return list(courses(title))


@titles
def test_every_title_has_a_guided_first_game_of_about_twelve_moments(title: AnyRuleset) -> None:
    guide = guide_of(title)
    ids = [moment["id"] for moment in guide["moments"]]

    assert 10 <= len(ids) <= 16
    assert len(set(ids)) == len(ids)
    assert title.parse_options(guide["options"], seats=guide["seats"])
    assert guide["bot"] is not None or guide["seats"] == 1


@titles
def test_every_moment_is_met_in_some_games_and_most_in_each(title: AnyRuleset) -> None:
    moments = [moment["id"] for moment in guide_of(title)["moments"]]
    found = Counter(id_ for course in played(title) for id_ in course.all_told)

    assert [id_ for id_ in moments if not found[id_]] == []
    assert min(len(course.all_told) for course in played(title)) >= len(moments) // 2


@titles
def test_a_game_begins_with_its_aim_ends_with_its_result_and_never_tells_much_at_once(title: AnyRuleset) -> None:
    for course in played(title):
        assert course.told[0][0] == "goal"
        assert course.told[-1] == ["end"]
        assert max(map(len, course.told)) <= AT_ONCE_MAX


@titles
def test_what_is_told_cites_clauses_and_conditions_name_what_there_is(title: AnyRuleset) -> None:
    facts = set(title.catalogue["schemas"]["facts"])
    for moment in guide_of(title)["moments"]:
        assert moment["clauses"]
        assert set(moment["clauses"]) <= set(title.clauses), moment["id"]
        assert set(moment["when"].get("actions", ())) <= set(title.action_schemas), moment["id"]
        assert set(moment["when"].get("facts", ())) <= facts, moment["id"]
        assert set(moment["when"]) <= {"actions", "view", "facts", "over"}, moment["id"]


def faults_of(title: AnyRuleset, moment: Moment) -> Iterator[str]:
    linter = Linter(title)
    for language in LANGUAGES:
        text = moment["text"][language]
        if len(text) > TEXT_MAX:
            yield f"{len(text)} characters"
        if moment["when"].get("over") and (word := ON_THE_PAGE.search(text)):
            yield f"the result stands not {word[0]} on every page and terminal"
        for sentence in SENTENCE.split(text):
            yield from (f"{fault} in “{sentence}”" for fault in linter.faults(Told("guide", language, sentence)))


@titles
def test_what_is_told_is_short_and_reads_like_the_rest_of_the_title(title: AnyRuleset) -> None:
    assert [fault for moment in guide_of(title)["moments"] for fault in faults_of(title, moment)] == []


@pytest.mark.parametrize(("when", "is_met"), CASES)
def test_a_moment_is_there_if_all_that_it_names_is(when: Any, is_met: bool) -> None:
    assert is_there(when, **NOW) is is_met
