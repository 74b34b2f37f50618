"""
The `mark` phase from one seat's place: which steps it may take, and why another is refused.

Clauses: DD-013, DD-020, DD-040, DD-041, DD-051, DD-105, DD-146.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from delvebook.domain.rulesets.dice_and_danger import targets
from delvebook.domain.rulesets.dice_and_danger.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.pairs import distinct_pairs, may_use_black, obstacle_to_pairs
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES, OPEN, SKIPPED, has_finished
from delvebook.domain.rulesets.dice_and_danger.targets import Obstacle

Action = dict[str, Any]


def mark(step: str, **parameters: Any) -> Action:
    """The action of that step."""
    return {"type": "mark", "step": step, **parameters}


def legal_steps(desk: Desk) -> list[Action]:
    """
    Every step the seat may take now; `[]` once it has finished its round.

    In the order: pairs, uses of pair 0, of pair 1, strikes, skips, torches, done.
    """
    turn = desk.turn
    if has_finished(desk.sheet, turn):
        return []
    if turn["chest"]:  # DD-051: before any other step
        return [mark("chest", ability=one) for one in ABILITIES if one not in desk.sheet["abilities"]]
    if turn["strike"] is not None:  # DD-146: it cannot be broken off
        return [mark("attack_armoured", room=turn["strike"])]
    if turn["pairs"] is None:
        pairs = distinct_pairs(desk.dice, black=may_use_black(desk))
        return [mark("pairs", pairs=choice) for choice in pairs] + _torch_steps(desk)
    steps = _pair_steps(desk) + _torch_steps(desk)
    if OPEN not in turn["status"]:
        steps.append(mark("done"))
    return steps


def _pair_steps(desk: Desk) -> list[Action]:
    open_pairs = list(targets.open_pairs(desk))
    steps: list[Action] = []
    for pair in open_pairs:
        steps += [mark("visit", pair=pair, cell=cell.id) for cell in targets.visits_of(desk, pair)]
        steps += [mark("attack", pair=pair, room=room.id) for room in targets.attacks_of(desk, pair)]
    if len(open_pairs) == 2:
        steps += [mark("attack_armoured", room=room.id) for room in targets.strikes_of(desk)]
    if not steps or may_give_up(desk):
        steps += [mark("skip", pair=pair) for pair in open_pairs]
    return steps


def _torch_steps(desk: Desk) -> list[Action]:
    if not desk.sheet["torches"]:
        return []
    steps = [mark("torch_visit", cell=cell.id) for cell in targets.torch_visits_of(desk)]
    return steps + [mark("torch_attack", room=room.id) for room in targets.torch_attacks_of(desk)]


def may_give_up(desk: Desk) -> bool:
    """Whether the solo player may skip a pair that has a use. Clauses: DD-105."""
    return desk.solo and desk.turn["damage"] > 0 and SKIPPED not in desk.turn["status"]


def obstacle_to_step(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    """Why the seat may not take this step now, as clause and sentence; None if it may."""
    step, turn = action["step"], desk.turn
    if has_finished(desk.sheet, turn):
        return "DD-003", "this seat has finished its round; the next roll follows when all have"
    if turn["chest"] and step != "chest":
        return "DD-051", "an ability from the chest is to be chosen before any other step"
    if turn["strike"] is not None and (step != "attack_armoured" or action["room"] != turn["strike"]):
        return "DD-146", "a strike is half made; its second half comes next, on the same monster"
    if ("cell" in action and action["cell"] not in desk.dungeon.cells) or (
        "room" in action and action["room"] not in desk.dungeon.rooms
    ):
        return "DD-002", "that is not on the map everybody plays on"
    return _OBSTACLES[step](desk, action)


def _to_pairs(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    return obstacle_to_pairs(desk, action["pairs"])


def _pair_is_gone(desk: Desk, pair: int) -> Obstacle | None:
    if desk.turn["pairs"] is None:
        return "DD-013", "the two pairs are chosen first, both together"
    if desk.turn["status"][pair] != OPEN:
        return "DD-020", "this pair is gone; a pair crosses out exactly one element"
    return None


def _to_visit(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    pair, cell = action["pair"], desk.dungeon.cells[action["cell"]]
    return _pair_is_gone(desk, pair) or targets.obstacle_to_visit(desk, pair, cell)


def _to_attack(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    pair, room = action["pair"], desk.dungeon.rooms[action["room"]]
    return _pair_is_gone(desk, pair) or targets.obstacle_to_attack(desk, pair, room)


def _to_strike(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    if desk.turn["strike"] is not None:
        return None
    if desk.turn["pairs"] is None:
        return "DD-013", "the two pairs are chosen first, both together"
    return targets.obstacle_to_strike(desk, desk.dungeon.rooms[action["room"]])


def _to_skip(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    if gone := _pair_is_gone(desk, action["pair"]):
        return gone
    if may_give_up(desk) or not targets.has_use(desk):
        return None
    if desk.solo and SKIPPED not in desk.turn["status"]:
        return "DD-105", "a pair can be used; the solo player may give one up only after dealing damage this round"
    if desk.solo:
        return "DD-105", "a pair can be used, and only one pair a round may be given up"
    return "DD-041", "a pair of this seat can be used, so none may be skipped yet"


def _to_torch_visit(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    return targets.obstacle_to_torch_visit(desk, desk.dungeon.cells[action["cell"]])


def _to_torch_attack(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    return targets.obstacle_to_torch_attack(desk, desk.dungeon.rooms[action["room"]])


def _to_chest(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    if not desk.turn["chest"]:
        return "DD-051", "an ability is chosen only when a chest has just been visited"
    if action["ability"] in desk.sheet["abilities"]:
        return "DD-051", "this ability is taken; each is on the sheet once"
    return None


def _to_done(desk: Desk, action: Mapping[str, Any]) -> Obstacle | None:
    if desk.turn["pairs"] is None or OPEN in desk.turn["status"]:
        return "DD-040", "both pairs are to be used or skipped before the round is done"
    return None


_OBSTACLES: Final[Mapping[str, Callable[[Desk, Mapping[str, Any]], Obstacle | None]]] = {
    "pairs": _to_pairs,
    "visit": _to_visit,
    "attack": _to_attack,
    "attack_armoured": _to_strike,
    "skip": _to_skip,
    "torch_visit": _to_torch_visit,
    "torch_attack": _to_torch_attack,
    "chest": _to_chest,
    "done": _to_done,
}
