"""The search for golden games: seeds are tried until a game shows what is looked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from delvebook.domain.game import Game
from delvebook.replays.golden import play
from delvebook.replays.golden_plans import GoldenPlan


@dataclass(frozen=True, slots=True)
class SeedSearch:
    """
    What a game must show.

    Attributes:
        reason: The reason it ends; None for any.
        facts: Each must be part of a public fact of the game; see `is_part`.
        details: Must be part of the outcome's details.
    """

    reason: str | None = None
    facts: Sequence[Mapping[str, object]] = ()
    details: Mapping[str, object] | None = None


def find(plan: GoldenPlan, search: SeedSearch, *, first: int, tries: int) -> Iterator[GoldenPlan | None]:
    """For each seed `golden/<k>` in turn: the plan with that seed if its game shows what is looked for, else None."""
    for number in range(first, first + tries):
        candidate = _with_seed(plan, f"golden/{number}")
        # Played as it is recorded, because the bots' chance depends on the numbers of the events.
        game, events = play(candidate)
        told = [fact for event in events for fact in event.data.get("facts", ())]
        is_shown = all(any(is_part(one, fact) for fact in told) for one in search.facts)
        yield candidate if is_shown and _ends_as_looked_for(game, search) else None


def is_part(part: object, found: object) -> bool:
    """
    Whether a value has what is looked for: in an object, at least these keys; in an array, at least such items.

    An empty array must be empty; anything else must be equal.
    """
    if isinstance(part, Mapping):
        return isinstance(found, Mapping) and all(key in found and is_part(part[key], found[key]) for key in part)
    if isinstance(part, list) and part:
        return isinstance(found, list) and all(any(is_part(one, item) for item in found) for one in part)
    return type(part) is type(found) and bool(part == found)


def _ends_as_looked_for(game: Game, search: SeedSearch) -> bool:
    outcome = game.get_table().outcome
    if outcome is None:
        return False
    return search.reason in (None, outcome.reason) and is_part(search.details or {}, outcome.details)


def _with_seed(plan: GoldenPlan, seed: str) -> GoldenPlan:
    return GoldenPlan(**{**{name: getattr(plan, name) for name in GoldenPlan.__slots__}, "seed": seed})
