"""
The two pairs that a seat makes of the five dice: which there are, and why another choice is refused.

Clauses: DD-010 to DD-019.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.rulesets.dice_and_danger.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import BLACK, Pairs


def _splittings() -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
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
    found: dict[tuple[tuple[int, int], ...], Pairs] = {}
    for one, other in SPLITTINGS:
        if not black and (one[1] == BLACK or other[1] == BLACK):
            break
        values = tuple(sorted((_values(dice, one), _values(dice, other))))
        if values not in found:
            found[values] = [list(one), list(other)]
    return list(found.values())


def _values(dice: Sequence[int], pair: Sequence[int]) -> tuple[int, int]:
    first, second = dice[pair[0]], dice[pair[1]]
    return (first, second) if first <= second else (second, first)


def obstacle_to_pairs(desk: Desk, pairs: Pairs) -> Refusal | None:
    """Why the seat cannot choose these pairs; None if it can."""
    if desk.turn["pairs"] is not None:
        return Refusal.plain("the pairs of this round are chosen and cannot be changed", "DD-013")
    used = sorted(pairs[0] + pairs[1])
    if len(set(used)) != 4:
        return Refusal.plain("the two pairs take four different dice; a die is used at most once", "DD-010")
    if BLACK in used and not may_use_black(desk):
        if desk.solo:
            return Refusal.plain(
                "the solo player always pays a black-die symbol for the black die, and none is left", "DD-100"
            )
        return Refusal.plain("a passive seat pays a black-die symbol for the black die, and none is left", "DD-015")
    if pairs not in distinct_pairs(desk.dice, black=may_use_black(desk)):
        return Refusal.plain(
            "the same two pairs of values are listed in another form; take the one that is listed", "DD-018"
        )
    return None
