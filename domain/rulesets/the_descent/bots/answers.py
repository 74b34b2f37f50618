"""Quick rules of thumb for a character's answers inside a search, made from what its seat may see."""

from __future__ import annotations

from delvebook.domain.rulesets.the_descent.bots.greedy import card_for, placing_of
from delvebook.domain.rulesets.the_descent.bots.ground import ground_of
from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM, PLACE_OF, off_grid
from delvebook.domain.rulesets.the_descent.box.geometry import fall_path
from delvebook.domain.rulesets.the_descent.cave.ways import fall_loss
from delvebook.domain.rulesets.the_descent.state import Action, Pending, State
from delvebook.domain.tape import Chance


def quick_answer(state: State, pending: Pending, legal: list[Action], *, chance: Chance) -> Action:
    """Returns one of `legal`: puts finds near and creatures far, avoids falls, uses a card if it saves enough."""
    type_, own = pending["type"], state["seats"][pending["seat"]]
    here = own["cell"]
    if type_ in ("rotate_tile", "place_character") or (type_ in ("place_token", "route_creature") and here is None):
        return chance.choose(legal, "answer")
    if type_ == "place_token" and here is not None:
        return placing_of(pending["token"], legal, here)
    if type_ == "route_creature" and here is not None:
        moves = pending["moves"]
        return max(legal, key=lambda action: off_grid(moves[action["option"]]["to"], here))
    if type_ == "confirm_step":
        return _confirm(state, pending, legal)
    loss = fall_loss(pending["length"]) if type_ == "answer_fall" else pending.get("amount", 0)
    return card_for(type_, legal, health=own["health"], creature=pending.get("kind"), loss=loss)


def _confirm(state: State, pending: Pending, legal: list[Action]) -> Action:
    """The answer that goes on if the step leads to the bottom unhurt, else the one that stays."""
    choices = {action["choice"]: action for action in legal}
    target = pending["target"]
    fallen = fall_path(ground_of(tuple(state["field"])).field, target)
    arrives = PLACE_OF[target] in BOTTOM and fall_loss(len(fallen)) == 0
    return choices["continue" if arrives else "cancel"]
