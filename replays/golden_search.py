"""Searching for golden games: trying seeds until a game shows something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from delvebook.domain.playout import next_choice, seed_of, turn_chance
from delvebook.domain.table import Table, Transition
from delvebook.replays.golden import ruleset_of
from delvebook.replays.golden_plans import Plan


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What a game must show.

    Attributes:
        reason: The reason it ends; None for any.
        facts: Each must be part of a public fact of the game; see `is_part`.
        details: Must be part of the outcome's details.
    """

    reason: str | None = None
    facts: Sequence[Mapping[str, Any]] = ()
    details: Mapping[str, Any] | None = None


def find(plan: Plan, wanted: Wanted, *, first: int, tries: int) -> Iterator[Plan | None]:
    """For each seed `golden/<k>` in turn: the plan with that seed if its game shows what is wanted, otherwise None."""
    ruleset = ruleset_of(plan)
    options = ruleset.parse_options(plan.options, seats=plan.seats)
    for number in range(first, first + tries):
        text = f"golden/{number}"
        table = Table(ruleset, seed=seed_of(text), game=str(plan.game), nonces=plan.tape_nonces)
        missing = list(wanted.facts)
        for transition in _transitions(table, options, bots=plan.bots):
            if missing:
                told = transition.facts.public
                missing = [one for one in missing if not any(is_part(one, fact) for fact in told)]
        yield _with_seed(plan, text) if not missing and _ends_as_wanted(table, wanted) else None


def is_part(wanted: Any, found: Any) -> bool:
    """
    Whether a value has what is wanted: in an object, at least these keys; in an array, at least such items.

    An empty array must be empty; anything else must be equal.
    """
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(key in found and is_part(wanted[key], found[key]) for key in wanted)
    if isinstance(wanted, list) and wanted:
        return isinstance(found, list) and all(any(is_part(one, item) for item in found) for one in wanted)
    return type(wanted) is type(found) and bool(wanted == found)


def _transitions(table: Table, options: Mapping[str, Any], *, bots: Sequence[str]) -> Iterator[Transition]:
    policies = [table.ruleset.bot(kind) for kind in bots]
    chance = turn_chance(table.seed)
    n = 1
    yield table.set_up(options, n=n)
    while table.outcome is None:
        n += 1
        seat, action = next_choice(table, bots=policies, chance=chance)
        yield table.advance(seat, table.ruleset.parse_action(action), n=n)


def _ends_as_wanted(table: Table, wanted: Wanted) -> bool:
    outcome = table.outcome
    if outcome is None:
        return False
    return wanted.reason in (None, outcome.reason) and is_part(wanted.details or {}, outcome.details)


def _with_seed(plan: Plan, seed: str) -> Plan:
    return Plan(**{**{name: getattr(plan, name) for name in Plan.__slots__}, "seed": seed})
