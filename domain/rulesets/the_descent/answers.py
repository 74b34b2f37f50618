"""What a character answers inside a search: quick rules of thumb, made from what its seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.the_descent.bot import POORLY
from delvebook.domain.rulesets.the_descent.content import FINDS
from delvebook.domain.rulesets.the_descent.geometry import BOTTOM, PLACE_OF, cell_at, fall_path, off_grid
from delvebook.domain.rulesets.the_descent.ground import ground_of
from delvebook.domain.rulesets.the_descent.state import Pending, State
from delvebook.domain.rulesets.the_descent.ways import fall_loss
from delvebook.domain.tape import Chance

WORTH_A_SWORD: Final = ("plant", "monster", "worm")


def quick_answer(state: State, pending: Pending, legal: list[Action], *, chance: Chance) -> Action:
    """One of `legal`: finds near, creatures away, no step into the open, a card where it saves enough."""
    type_, own = pending["type"], state["seats"][pending["seat"]]
    here = own["cell"]
    if type_ in ("rotate_tile", "place_character") or (type_ in ("place_token", "route_creature") and here is None):
        return chance.choose(legal, "answer")
    if type_ == "place_token" and here is not None:
        sign = 1 if pending["token"] in FINDS else -1
        return min(legal, key=lambda action: sign * off_grid(cell_at(*action["cell"]), here))
    if type_ == "route_creature" and here is not None:
        moves = pending["moves"]
        return max(legal, key=lambda action: off_grid(moves[action["option"]]["to"], here))
    if type_ == "confirm_step":
        return _confirm(state, pending, legal)
    return _use_card(pending, own["health"], {action["card"]: action for action in legal})


def _confirm(state: State, pending: Pending, legal: list[Action]) -> Action:
    """Goes on to the bottom if the fall costs nothing, else stays."""
    choices = {action["choice"]: action for action in legal}
    target = pending["target"]
    fallen = fall_path(ground_of(tuple(state["field"])).field, target)
    arrives = PLACE_OF[target] in BOTTOM and fall_loss(len(fallen)) == 0
    return choices["continue" if arrives else "cancel"]


def _use_card(pending: Pending, health: int, cards: Mapping[str, Action]) -> Action:
    """Spends a card where it saves two health or one of the last two."""
    if pending["type"] == "answer_contact":
        if "sword" in cards and pending["kind"] in WORTH_A_SWORD:
            return cards["sword"]
        return (cards.get("shield") or cards.get("sword") or cards["none"]) if health <= POORLY else cards["none"]
    if pending["type"] == "answer_fall":
        deep = fall_loss(pending["length"]) >= min(POORLY, health)
        return cards.get("insurance", cards["none"]) if deep else cards["none"]
    if pending["amount"] >= min(POORLY, health) or health <= POORLY:
        return cards.get("shield") or cards.get("lamp") or cards["none"]
    return cards["none"]
