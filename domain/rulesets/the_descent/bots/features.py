"""
The features of a position: by name, what the strong bot weighs about a character.

Their weights are fitted to whole games of bots: `solo_weights`, `table_weights`. Integers only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from delvebook.domain.rulesets.the_descent.bots.ground import ground_of
from delvebook.domain.rulesets.the_descent.bots.survey import Reach, end_of_turn, survey
from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM, PLACE_OF, YS, Cell, level_of, off_grid
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.state import State

Weight = tuple[int, int]
"""The worth of a feature, and its additional worth for each point that the character has."""
KINDS: Final = ("safe", "risky", "rash", "mad")
_HARMS: Final = (200, 1000, 2000)
"""The harm, in thousandths of a health, at which each kind of opening after the first begins."""
_NEAR: Final = 5
_SOON: Final = 15
"""The round limit is near when fewer rounds are left, and very near with fewer than `_NEAR`."""


def weigh(found: Mapping[str, int], points: int, weights: Mapping[str, Weight]) -> int:
    """The worth of these features to a character with that many points. A feature without a weight counts nothing."""
    known = ((weights[name], number) for name, number in found.items() if name in weights)
    return sum((once + points * by_point) * number for (once, by_point), number in known)


def features(state: State, seat: int) -> dict[str, int]:
    """
    The features of a character that has not arrived, by name.

    A name may contain any figure, since a feature without a weight counts nothing.
    """
    own = state["seats"][seat]
    cell, health = own["cell"], own["health"]
    if cell is None:
        return {"always": 1}
    level = level_of(cell)
    hand = [*own["kit"], *(kind for kind, _ in own["drawn"])]
    found: Counter[str] = Counter({"always": 1, "level": level, "level squared": level * level, "row": YS[cell]})
    found[f"health {min(health, 5)}"] = 1
    found[f"health {min(health, 4)} on level {level}"] = 1
    _tell_hand(hand, found)
    _tell_field(state, level, found)
    _tell_ways(state, cell, hand, health, found)
    _tell_creatures(state, seat, cell, found)
    if own["weakened"]:
        found["weakened"] = 1
    return found


def _tell_hand(hand: list[str], found: Counter[str]) -> None:
    found["cards"] = len(hand)
    for kind, number in Counter(hand).items():
        found[kind] = number
        if number > 1:
            found[f"{kind} again"] = number - 1


def _tell_field(state: State, level: int, found: Counter[str]) -> None:
    """Adds what is still closed, what lies about, and how much time is left."""
    for place, entry in enumerate(state["places"]):
        if not entry["open"]:
            lies = 7 if place in BOTTOM else place // 3 + 1
            found["closed above" if lies < level else "closed beside" if lies == level else "closed below"] += 1
    for token in state["tokens"]:
        found[f"{token['kind']} on the field"] += 1
    found["creatures"] = len(state["creatures"])
    limit = state["options"]["round_limit"]
    if limit:
        left = limit - state["round"]
        found["round"] = state["round"]
        found["rounds short"] = max(0, _SOON - left)
        found["rounds very short"] = max(0, _NEAR - left)


def _turns(reach: Reach) -> int:
    """The number of turns that getting there takes."""
    return end_of_turn(reach.cost) // CONTENT.endurance


def _tell_ways(state: State, cell: Cell, hand: list[str], health: int, found: Counter[str]) -> None:
    """Adds what can be reached without a card."""
    level = level_of(cell)
    beasts = {one["cell"]: one["kind"] for one in state["creatures"]}
    ways = survey(ground_of(tuple(state["field"])), cell, health, beasts)
    for reach in ways.openings.values():
        kind = KINDS[sum(reach.harm >= harm for harm in _HARMS)]
        found[f"{kind} opening {max(1, min(3, _turns(reach)))}"] += 1
    soon = found["safe opening 1"] > 0
    found["opens soon"] = int(soon)
    found["opens"] = int(any(found[f"safe opening {turns}"] for turns in (1, 2, 3)))
    found["opens at a risk"] = int(any(found[f"risky opening {turns}"] for turns in (1, 2, 3)))
    found["level, not soon"] = 0 if soon else level - 1
    found["level, no opening"] = 0 if found["opens"] else level - 1
    found["openings"] = min(3, len(ways.openings))
    if ways.bottom is not None:
        found[f"bottom {ways.bottom.lost}"] = 1
        found["turns to the bottom"] = min(4, _turns(ways.bottom))
    elif not ways.openings:
        found["stuck"] = 1
    opens_chests = "key" in hand or "sword" in hand
    for token in state["tokens"]:
        way = ways.cells.get(token["cell"])
        if way is not None and (token["kind"] != "chest" or opens_chests):
            found[f"{token['kind']} {'at a cost' if way.lost else 'at hand'}"] += 1


def _tell_creatures(state: State, seat: int, cell: Cell, found: Counter[str]) -> None:
    place = PLACE_OF[cell]
    for one in state["creatures"]:
        kind, marker = one["kind"], one["marker"]
        if marker is not None and marker["on"] == "seat" and marker["seat"] == seat:
            found[f"hunted by {kind}"] = 1
            if off_grid(one["cell"], cell) <= _NEAR:
                found[f"{kind} near"] = 1
        elif PLACE_OF[one["cell"]] == place:
            found[f"{kind} here"] = 1
    if state["web"] == place:
        found["web"] = 1
