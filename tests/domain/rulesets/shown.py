"""Checks of every action in a title's tests: facts have the published shape, and sentences are complete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.phrases import LANGUAGES, Voice
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.viewers import ARBITER, PUBLIC
from tests.contract.judges import judge_of

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def require_shown(ruleset: Ruleset, state: Mapping[str, Any], facts: Facts, *, members: type) -> None:
    """
    Every fact and the table have the shape that clients were promised; facts cite clauses and are told without gaps.

    The state has its members only.

    Args:
        ruleset: The title.
        state: The state that the action led to.
        facts: What the action brought about.
        members: The type that declares the state's members.
    """
    assert set(state) == set(members.__annotations__)
    judge = judge_of(ruleset.key)
    viewer = PUBLIC if ruleset.outcome(state) is not None else ARBITER
    assert judge.table(viewer.kind, ruleset.view(state, viewer)) == []
    for fact in [*facts.public, *(one for private in facts.private.values() for one in private.facts)]:
        assert judge.fact(fact) == [], fact
        assert set(fact["clauses"]) <= set(ruleset.clauses), fact
        for language in LANGUAGES:
            require_whole(ruleset.tell_fact(fact, Voice(language, NAMES)))


def require_answered(ruleset: Ruleset, state: Any, seat: int, action: dict[str, Any]) -> None:
    """The refusal of the action is a sentence without gaps in both languages, and cites a clause that there is."""
    refusal = ruleset.refusal(state, seat, action)
    assert refusal is not None
    assert refusal.clause in ruleset.clauses
    for language in LANGUAGES:
        require_whole(ruleset.tell_refusal(refusal, Voice(language, NAMES)))


def require_whole(sentence: str) -> None:
    """Checks that nothing the sentence names is missing."""
    assert sentence
    assert "–" not in sentence.replace(" – ", " "), sentence
    assert not ({"{", "}"} & set(sentence)), sentence
    assert "None" not in sentence.split(), sentence
