"""
The greedy bot: goes down by the best way it can see, and picks up what lies near it.

It knows its seat's view and its legal actions, nothing else, and remembers nothing between decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.kit.nearly import nearly_best
from delvebook.domain.rulesets.the_descent.bots.ground import HEALTH
from delvebook.domain.rulesets.the_descent.bots.ways_down import DEPTH, FAR, Eyes, Plan, plans_from
from delvebook.domain.rulesets.the_descent.box.cells import (
    BOTTOM,
    CELLS_OF,
    PLACE_OF,
    PLACES,
    TILE,
    YS,
    Cell,
    Field,
    cell_at,
    level_of,
    off_grid,
)
from delvebook.domain.rulesets.the_descent.cave.ways import drop, fall_loss
from delvebook.domain.rulesets.the_descent.content import CONTENT, FINDS
from delvebook.domain.rulesets.the_descent.state import Action
from delvebook.domain.rulesets.the_descent.words.seen import Asked, asked_in, cell_of
from delvebook.domain.rulesets.the_descent.words.shapes.table import SeatView, View
from delvebook.domain.tape import Chance

POORLY: Final = 2
"""The health at or below which the bot looks after itself."""
SHALLOW: Final = 2
"""The deepest level at which a collapse does little harm."""
DESPAIR: Final = 2
PATIENCE: Final = 6
"""The round after which a seat with at most `DESPAIR` points tries other ways and its cards."""
WORTH_A_SWORD: Final = ("plant", "monster", "worm")
SOON: Final = CONTENT.endurance
"""The most that a way may have cost before a bot in haste uses a card on it."""
WHIM: Final = 80
"""The most that luck adds to the worth of a plan, for a seat that tries other ways."""


def greedy_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """One of `legal`: answers with simple rules, moves along the best plan, surrenders only in a pit."""
    return _choose(view, legal, chance, in_haste=False)


def hasty_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """
    A quicker `greedy_bot`.

    A seat that has lost its way tries no other ways while it sees one. Cards are considered only for use at once.
    """
    return _choose(view, legal, chance, in_haste=True)


def _choose(view: View, legal: Sequence[Action], chance: Chance, *, in_haste: bool) -> Action:
    if len(legal) == 1:
        return legal[0]
    if view["pending"] is not None:
        return _answer(view, asked_in(view), legal, chance)
    if view["active"] is None:
        raise TypeError("it is no seat's turn")
    return _act(Eyes(view, view["active"]), legal, chance, in_haste=in_haste)


# -- the own turn ---------------------------------------------------------------------------------


def _act(eyes: Eyes, legal: Sequence[Action], chance: Chance, *, in_haste: bool) -> Action:
    """The next action of the own turn."""
    chest = _chest(legal)
    if chest is not None and (not eyes.late or chest["card"] == "key"):
        return chest
    start = cell_of(eyes.own)
    plans = plans_from(eyes, start, cards=False)
    worst = DEPTH * YS[start] - 4 * HEALTH
    now = [one for one in plans if one.action in legal and one.value >= worst]
    if eyes.view["turn"]["weak"] and now:
        plans = now  # on a web or beside the plant, waiting brings no more endurance
    plan = _one_of_the_best(plans, chance)
    is_desperate = has_lost_its_way(eyes.own, eyes.view["round"])
    sees_a_way = plan is not None and plan.value >= DEPTH * YS[start]
    if not sees_a_way or (is_desperate and not in_haste):
        with_cards = (
            [] if eyes.view["turn"]["weak"] else plans_from(eyes, start, cards=True, within=SOON if in_haste else FAR)
        )
        plan = _best([*plans, *with_cards], worst, chance if is_desperate else None)
    if plan is not None and plan.value >= worst:
        return plan.action if plan.action in legal else _wait(eyes, legal, chance)
    return _way_out(eyes, legal, chance)


def has_lost_its_way(own: SeatView, round_: int) -> bool:
    """Whether a seat has so few points this late that it tries other ways and its cards."""
    return own["points"] <= DESPAIR and round_ > PATIENCE


def _one_of_the_best(plans: Sequence[Plan], chance: Chance) -> Plan | None:
    """A plan than which none is worth more; None if there is no plan."""
    if not plans:
        return None
    best = max(one.value for one in plans)
    first_steps = {str(one.action): one for one in reversed(plans) if one.value == best}
    return nearly_best([*first_steps.values()], [best] * len(first_steps), near=1, chance=chance)


def _best(plans: list[Plan], worst: int, chance: Chance | None) -> Plan | None:
    """
    The plan that is worth most.

    Args:
        plans: The plans to choose from.
        worst: The least that a plan must be worth.
        chance: If given, adds luck to the worth of plans, so that a seat that has died tries other ways than before.
    """
    if chance is None:
        return max(plans, key=lambda one: one.value, default=None)
    tried: dict[str, int] = {}
    for one in plans:
        if one.value >= worst and str(one.action) not in tried:
            tried[str(one.action)] = chance.below(WHIM, "another way")
    able = [one for one in plans if one.value >= worst]
    return max(able, key=lambda one: one.value + tried[str(one.action)], default=None)


def _chest(legal: Sequence[Action]) -> Action | None:
    """Opening the chest here with the card that is worth most."""
    found = {action["card"]: action for action in legal if action["type"] == "open_chest"}
    return found.get("key") or found.get("sword")


def _wait(eyes: Eyes, legal: Sequence[Action], chance: Chance) -> Action:
    """The action while the plan waits for the next turn: a shot, a lamp, or ending the turn."""
    for action in legal:
        if action["type"] == "use_crossbow" and action["creature"] in ("monster", "worm", "dragon"):
            return action
    if not eyes.view["tile_opened_this_round"] and level_of(cell_of(eyes.own)) > SHALLOW:
        lamps = [action for action in legal if action["type"] == "use_lamp"]
        if lamps:
            return max(lamps, key=lambda action: PLACES.index(action["tile"]))
    return {"type": "end_turn"}


def _way_out(eyes: Eyes, legal: Sequence[Action], chance: Chance) -> Action:
    """The action without any plan: lamp, map, dynamite or rope, and after some waiting surrender."""
    for type_ in ("use_lamp", "use_map"):
        found = [action for action in legal if action["type"] == type_]
        if found:
            near = cell_of(eyes.own)
            return min(found, key=lambda action: _tile_distance(action["tile"], near))
    blasts = [action for action in legal if action["type"] == "use_dynamite"]
    if blasts:
        return max(blasts, key=lambda action: (action["cell"][1], eyes.field.cells[cell_at(*action["cell"])] != "."))
    surrender: Action = {"type": "surrender"}
    has_tools = {"rope", "pick"} <= set(eyes.hand) and eyes.health > POORLY
    if surrender in legal and not has_tools and (eyes.own["points"] <= DESPAIR or chance.below(3, "give up") == 0):
        return surrender
    walks = [action for action in legal if action["type"] in ("step", "jump")]
    tools = [action for action in legal if action["type"] in ("use_rope", "use_pick")]
    if tools and chance.below(3, "try a tool") == 0:
        return chance.choose(tools, "tool")
    safe = [action for action in walks if _is_safe(eyes, action)]
    if safe and chance.below(2, "wander"):
        return chance.choose(safe, "wander")
    return {"type": "end_turn"}


def _is_safe(eyes: Eyes, action: Action) -> bool:
    """Whether a walk costs no health."""
    start = cell_of(eyes.own)
    return any(step.way.action == action and step.way.loss == 0 for step in eyes.ground.walks(start).steps)


def _tile_distance(tile: str, cell: Cell) -> int:
    """The distance of a face-down tile. One that lies higher counts as further."""
    corner = CELLS_OF[PLACES.index(tile)][0]
    return off_grid(corner, cell) + (2 * TILE if YS[corner] <= YS[cell] - TILE else 0)


# -- answers --------------------------------------------------------------------------------------


def _answer(view: View, pending: Asked, legal: Sequence[Action], chance: Chance) -> Action:
    """An answer to the open decision."""
    type_, eyes = pending["type"], Eyes(view, pending["seat"])
    if type_ == "place_character":
        return max(legal, key=lambda action: _promise(eyes, cell_at(*action["cell"])))
    if type_ == "place_token":
        return _place_token(eyes, pending, legal)
    if type_ == "rotate_tile":
        return max(legal, key=lambda action: _rotation_promise(eyes, pending, action["quarter_turns"]))
    if type_ == "confirm_step":
        return _confirm_step(eyes, pending, legal)
    if type_ == "route_creature":
        moves = pending["moves"]
        return max(legal, key=lambda action: _harmlessness(eyes, moves[action["option"]]["to"]))
    return _answer_with_card(eyes, pending, legal)


def _answer_with_card(eyes: Eyes, pending: Asked, legal: Sequence[Action]) -> Action:
    """The answer with a card if it saves enough, else without one."""
    loss = fall_loss(pending["length"]) if pending["type"] == "answer_fall" else pending.get("health", 0)
    return card_for(pending["type"], legal, health=eyes.health, creature=pending.get("creature"), loss=loss)


def card_for(type_: str, legal: Sequence[Action], *, health: int, creature: str | None, loss: int) -> Action:
    """
    The answer with a card, if it saves enough.

    Args:
        type_: The type of the decision.
        legal: The answers.
        health: The health of the character.
        creature: The creature that it meets, if any.
        loss: The health that a fall or something else is about to cost it.
    """
    cards = {action["card"]: action for action in legal}
    if type_ == "answer_contact":
        chosen = cards.get("sword") if creature in WORTH_A_SWORD else None
        return chosen or (cards.get("shield") or cards.get("sword") if health <= POORLY else None) or cards["none"]
    if type_ == "answer_fall":
        return cards.get("insurance", cards["none"]) if loss >= min(POORLY, health) else cards["none"]
    if loss >= min(POORLY, health) or health <= POORLY:
        return cards.get("shield") or cards.get("lamp") or cards["none"]
    return cards["none"]


def _promise(eyes: Eyes, cell: Cell) -> int:
    """The worth of the best plan from a cell."""
    return max((plan.value for plan in plans_from(eyes, cell, cards=False)), default=-100)


def _rotation_promise(eyes: Eyes, pending: Asked, turns: int) -> int:
    """The worth of the best plan with the tile laid that way, from the character's cell."""
    field = Field(eyes.view["field"])
    field.lay(PLACES.index(pending["place"]), CONTENT.face(pending["tile"], turns))
    return _promise(Eyes(eyes.view, eyes.seat, field.rows()), cell_of(eyes.own))


def _confirm_step(eyes: Eyes, pending: Asked, legal: Sequence[Action]) -> Action:
    """The answer that goes on if the plans ahead are better than those from here, else the one that stays."""
    choices = {action["choice"]: action for action in legal}
    go, stay = choices["continue"], choices["cancel"]
    path, into = drop(eyes.field, cell_at(*pending["to_cell"]))
    loss = fall_loss(len(path))
    if loss >= eyes.health:
        return stay
    if into is not None:
        return go
    end = path[-1] if path else cell_at(*pending["to_cell"])
    if PLACE_OF[end] in BOTTOM:
        return go
    here = _promise(eyes, cell_of(eyes.own))
    return go if _promise(eyes, end) - loss * HEALTH - eyes.danger.get(end, 0) >= here else stay


def _place_token(eyes: Eyes, pending: Asked, legal: Sequence[Action]) -> Action:
    own = eyes.own["cell"]
    return legal[0] if own is None else placing_of(pending["token"], legal, cell_at(*own))


def placing_of(token: str, legal: Sequence[Action], here: Cell) -> Action:
    """The placing of a token: treasure near the character, creatures far from it."""
    sign = 1 if token in FINDS else -1
    return min(legal, key=lambda action: sign * off_grid(cell_at(*action["cell"]), here))


def _harmlessness(eyes: Eyes, end: list[int]) -> int:
    """The distance that a creature keeps from the own character."""
    own = eyes.own["cell"]
    return 0 if own is None else off_grid(cell_at(*end), cell_at(*own))
