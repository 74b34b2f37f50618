"""How an action and its results are told together, so that nothing is told twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from delvebook.domain.bots import Action
from delvebook.domain.facts import Fact
from delvebook.domain.ruleset import AnyRuleset

Knows = Callable[[int], bool]
"""Returns whether a viewer was told the facts that only that seat was told."""


def nothing(seat: int) -> bool:
    """Returns False, for a viewer who was told only public facts."""
    return False


class Telling(NamedTuple):
    """The parts of an action that are told: whether the action itself is told, and the indices of the facts."""

    with_action: bool
    facts: Sequence[int]


def telling_of(
    ruleset: AnyRuleset | None,
    seat: Any,
    action: object,
    facts: Sequence[Any],
    *,
    is_secret: bool,
    knows: Knows = nothing,
    reader: int | None = None,
) -> Telling:
    """
    The parts of an action that are told.

    Facts that repeat the action (`Ruleset.echoes`) are told instead of it. If the viewer knows more of the
    action than the facts say, the action is told instead of them, unless the facts for its seat tell it in full
    (`Ruleset.told_by_facts`). Facts that the viewer was told by an earlier event (`Ruleset.retold`) are left out.

    Args:
        ruleset: The game's ruleset, if it is known.
        seat: The seat that acted.
        action: The action, as the viewer knows it.
        facts: The facts that the viewer may know.
        is_secret: Whether the viewer knows an action that is concealed from others.
        knows: Whether the viewer was told what that seat was told.
        reader: The viewer's seat, whose own result comes before those of the others.
    """
    every: Sequence[int] = range(len(facts))
    if ruleset is None or not isinstance(action, dict) or not all(isinstance(fact, dict) for fact in facts):
        return Telling(with_action=True, facts=every)
    try:
        found = ruleset.echoes(cast("Action", action), facts)
        before = {at for at, whose in ruleset.retold(seat, facts).items() if knows(whose)}
    except (KeyError, TypeError):  # of a forged record
        return Telling(with_action=True, facts=every)
    every = _own_first(ruleset, facts, reader)
    echoes = [at for at in found if facts[at].get("seat", seat) == seat]
    if is_secret:
        with_action = action["type"] not in ruleset.told_by_facts
        return Telling(with_action=with_action, facts=[at for at in every if at not in before and at not in echoes])
    return Telling(with_action=not echoes, facts=[at for at in every if at not in before])


def _own_first(ruleset: AnyRuleset, facts: Sequence[Fact], reader: int | None) -> Sequence[int]:
    """The indices of the facts in the order in which they are told: the reader's result before the others' results."""
    places = [at for at, fact in enumerate(facts) if fact.get("type") == ruleset.score_fact]
    by_reader = iter(sorted(places, key=lambda at: facts[at].get("seat") != reader))
    return [next(by_reader) if at in places else at for at in range(len(facts))]
