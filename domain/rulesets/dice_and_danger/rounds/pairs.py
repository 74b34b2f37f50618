"""
The two pairs that a seat makes of the five dice: the possible choices, and the refusals of all others.

Clauses: DD-010 to DD-019.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import BLACK, Pairs

Splitting = tuple[tuple[int, int], tuple[int, int]]
"""Two pairs of dice, by index, that share no die."""


def _splittings() -> tuple[Splitting, ...]:
    """All ways to take two pairs of five dice: first those without the black die, each part ascending."""
    ways = [(one, other) for one, other in combinations(combinations(range(5), 2), 2) if not {*one} & {*other}]
    return tuple(sorted(ways, key=lambda way: (BLACK in way[0] + way[1], way)))


SPLITTINGS: Final = _splittings()
"""DD-011, DD-012: three with white dice only, then twelve with the black die."""


def may_use_black(desk: Desk) -> bool:
    """Whether the seat may take the black die now. Clauses: DD-014, DD-015, DD-100."""
    return desk.active or desk.sheet["symbols"] > 0


def distinct_pairs(dice: Sequence[int], *, black: bool) -> list[Pairs]:
    """
    Each distinct choice of two pairs once, in its canonical form.

    Two choices are the same if they are the same pairs of values. The first of them in the order of `SPLITTINGS`
    stands for all. Clauses: DD-018.
    """
    return [[list(one), list(other)] for one, other in _distinct_splittings(tuple(dice), black=black)]


@lru_cache(maxsize=64)
def _distinct_splittings(dice: tuple[int, ...], *, black: bool) -> tuple[Splitting, ...]:
    """The splittings that `distinct_pairs` lists. They are cached because every seat of a round needs them often."""
    found: dict[tuple[tuple[int, int], ...], Splitting] = {}
    for one, other in SPLITTINGS:
        if not black and (one[1] == BLACK or other[1] == BLACK):
            break
        values = tuple(sorted((_values(dice, one), _values(dice, other))))
        found.setdefault(values, (one, other))
    return tuple(found.values())


def _values(dice: Sequence[int], pair: Sequence[int]) -> tuple[int, int]:
    first, second = dice[pair[0]], dice[pair[1]]
    return (first, second) if first <= second else (second, first)


def refusal_of_pairs(desk: Desk, pairs: Pairs) -> Refusal | None:
    """Why the seat cannot choose these pairs; None if it can."""
    if desk.turn["pairs"] is not None:
        return Refusal("pairs_stay", "DD-013")
    used = sorted(pairs[0] + pairs[1])
    if len(set(used)) != 4:
        return Refusal("die_used_twice", "DD-010")
    if BLACK in used and not may_use_black(desk):
        return Refusal("no_symbol", "DD-100" if desk.solo else "DD-015", {"solo": desk.solo})
    if pairs not in distinct_pairs(desk.dice, black=may_use_black(desk)):
        return Refusal("same_pairs_listed", "DD-018")
    return None
