"""
What may still come of a character among others: the odds of winning. Alone, see `solo_value`.

The weights were fitted to 39,000 rounds of 2,500 games of two seats, which bots much like the greedy one played
(docs/adr/0054).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from delvebook.domain.kit.search import root
from delvebook.domain.rulesets.the_descent.geometry import YS
from delvebook.domain.rulesets.the_descent.state import Character, State


class Weights(NamedTuple):
    """
    What a character that has not arrived is worth.

    Attributes:
        point_per_row: A point, for each row down: the deeper the character, the less time to lose it in.
        row: A row down.
        card: A card in hand.
        third_health: Having three health or more.
        more_health: Having four or more.
        point_in_peril: A point of a character with one health, which it loses if it dies.
    """

    point_per_row: int
    row: int
    card: int
    third_health: int
    more_health: int
    point_in_peril: int


AGAINST_OTHERS: Final = Weights(
    point_per_row=11, row=32, card=154, third_health=208, more_health=405, point_in_peril=-128
)
"""In thousandths of the natural logarithm of the odds of winning, like the next four."""
ARRIVED: Final = 890
POINT_KEPT: Final = 440
"""A point that nobody can take any more, because its character has arrived."""
LATE: Final = -890
"""Another character has arrived, so that each turn costs a point (TD-035)."""
LATE_ROW: Final = 74
"""A row down, besides its weight, if another character has arrived."""
BEND: Final = 2000
"""Whoever is so far ahead is given about seven tenths of a sure win, and twice as far ahead about nine tenths."""
SURE: Final = 1000


def lead(state: State, seat: int) -> int:
    """How far the seat is on its way to beating the best of the others: `-SURE` is lost, 0 even, `SURE` won."""
    characters = state["seats"]
    is_late = any(one["arrived"] for one in characters)
    others = (standing(one, is_late=is_late) for other, one in enumerate(characters) if other != seat)
    ahead = standing(characters[seat], is_late=is_late) - max(others)
    return SURE * ahead // root(ahead * ahead + BEND * BEND)


def standing(own: Character, *, is_late: bool) -> int:
    """
    What a character adds to the odds of winning.

    Args:
        is_late: Whether anybody has arrived.
    """
    if own["arrived"]:
        return ARRIVED + POINT_KEPT * own["points"]
    value = _weigh(own, AGAINST_OTHERS)
    return value + LATE + LATE_ROW * _row(own) if is_late else value


def _weigh(own: Character, weights: Weights) -> int:
    """What the character has, by these weights."""
    points, row, health = own["points"], _row(own), own["health"]
    cards = len(own["kit"]) + len(own["drawn"])
    value = weights.point_per_row * row * points + weights.row * row + weights.card * cards
    value += weights.third_health * (health >= 3) + weights.more_health * (health >= 4)
    return value + weights.point_in_peril * points if health == 1 else value


def _row(own: Character) -> int:
    return 0 if own["cell"] is None else YS[own["cell"]]
