"""
What may still come of a character: the odds of winning, and alone the points it may end with.

The weights were fitted to 39,000 rounds of 2,500 games of two seats, and to 29,000 rounds of 1,500 games alone, which
bots much like the greedy one played (docs/adr/0054).
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.kit.search import root
from delvebook.domain.rulesets.the_descent.geometry import YS
from delvebook.domain.rulesets.the_descent.state import Character, State

# In thousandths of the natural logarithm of the odds of winning:
ARRIVED: Final = 890
POINT_KEPT: Final = 440
"""A point that nobody can take any more, because its character has arrived."""
POINT_PER_ROW: Final = 11
"""A point is worth more the deeper its character is: there is less time to lose it in."""
ROW: Final = 32
CARD: Final = 154
THIRD_HEALTH: Final = 208
MORE_HEALTH: Final = 405
POINT_IN_PERIL: Final = -128
"""A point of a character with one health, which is lost if it dies."""
LATE: Final = -890
"""Another character has arrived, so that each turn costs a point (TD-035)."""
LATE_ROW: Final = 74

# In thousandths of a point, for a character alone:
ALONE_POINT: Final = 656
ALONE_POINT_PER_ROW: Final = 5
ALONE_CARD: Final = 838
ALONE_THIRD_HEALTH: Final = 739
ALONE_MORE_HEALTH: Final = 2080
ALONE_POINT_IN_PERIL: Final = -295

EVEN: Final = 2000
"""How far ahead is neither much nor little: the odds of winning bend there."""
SURE: Final = 1000


def lead(state: State, seat: int) -> int:
    """How likely the seat is to win against the best of the others, from -`SURE` to `SURE`; 0 is even."""
    characters = state["seats"]
    is_late = any(one["arrived"] for one in characters)
    others = (standing(one, is_late=is_late) for other, one in enumerate(characters) if other != seat)
    ahead = standing(characters[seat], is_late=is_late) - max(others)
    return SURE * ahead // root(ahead * ahead + EVEN * EVEN)


def standing(own: Character, *, is_late: bool) -> int:
    """
    What a character adds to the odds of winning.

    Args:
        is_late: Whether anybody has arrived.
    """
    points = own["points"]
    if own["arrived"]:
        return ARRIVED + POINT_KEPT * points
    row, health = _row(own), own["health"]
    value = (POINT_PER_ROW * points + ROW) * row + CARD * _cards(own)
    value += THIRD_HEALTH * (health >= 3) + MORE_HEALTH * (health >= 4)
    if health == 1:
        value += POINT_IN_PERIL * points
    return value + LATE + LATE_ROW * row if is_late else value


def alone(own: Character, *, is_over: bool) -> int:
    """
    The points that a character alone may end with, in thousandths.

    Args:
        is_over: Whether the game has ended.
    """
    points, health = own["points"], own["health"]
    if is_over:
        return 1000 * points
    value = (ALONE_POINT + ALONE_POINT_PER_ROW * _row(own)) * points + ALONE_CARD * _cards(own)
    value += ALONE_THIRD_HEALTH * (health >= 3) + ALONE_MORE_HEALTH * (health >= 4)
    return value + ALONE_POINT_IN_PERIL * points if health == 1 else value


def _row(own: Character) -> int:
    return 0 if own["cell"] is None else YS[own["cell"]]


def _cards(own: Character) -> int:
    return len(own["kit"]) + len(own["drawn"])
