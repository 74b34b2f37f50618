"""
What a seat may do, and why it may not do the rest.

Listing and refusing ask the same functions, so they cannot disagree.
Clauses: DD-003, DD-013, DD-020, DD-040, DD-041, DD-047, DD-051, DD-090, DD-105, DD-106, DD-120, DD-146.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.dice_and_danger import targets
from delvebook.domain.rulesets.dice_and_danger.clouds import obstacle_to_writing, writings_of
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.desk import Desk, desk_of
from delvebook.domain.rulesets.dice_and_danger.pairs import distinct_pairs, may_use_black, obstacle_to_pairs
from delvebook.domain.rulesets.dice_and_danger.state import (
    ABILITIES,
    CLOUDS,
    MARK,
    OPEN,
    OVER,
    SKIPPED,
    State,
    has_finished,
    is_solo,
)


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """Everything the seat may do now. It depends on the dice and the seat's own sheet alone."""
    if state["phase"] == MARK:
        return legal_steps(desk_of(content, state, seat)) if state["sheets"][seat]["alive"] else []
    if state["phase"] == CLOUDS:
        return writings_of(content, state, seat)
    return [{"type": "roll_dice"}] if _obstacle_to_roll(state, seat) is None else []


def refusal_of(content: Content, state: State, seat: int, action: Action) -> Refusal | None:
    """Why the seat may not take this action now; None if it may."""
    if action["type"] == "roll_dice":
        return _obstacle_to_roll(state, seat)
    if action["type"] == "write_cloud":
        return obstacle_to_writing(content, state, seat, action)
    if outside := _outside(state, seat):
        return outside
    if state["phase"] != MARK:
        return Refusal.plain("the dice are rolled first; then everybody marks", "DD-003")
    return obstacle_to_step(desk_of(content, state, seat), action)


def _obstacle_to_roll(state: State, seat: int) -> Refusal | None:
    if outside := _outside(state, seat):
        return outside
    if state["phase"] == CLOUDS:
        return Refusal.plain("the cloud numbers are written before the first roll", "DD-120")
    if state["phase"] == MARK:
        return Refusal.plain(
            "the dice of this round are rolled already; everybody marks before the next roll", "DD-003"
        )
    if seat != state["active"]:
        return Refusal.plain("the active seat rolls the dice", "DD-003")
    return None


def _outside(state: State, seat: int) -> Refusal | None:
    """Why the seat takes no part in the game any more."""
    if state["phase"] == OVER:
        return Refusal.plain("the game has ended", "DD-106" if is_solo(state) else "DD-090")
    if not state["sheets"][seat]["alive"]:
        return Refusal.plain("this seat is dead and takes no further actions", "DD-047")
    return None


# -- the steps of a round -------------------------------------------------------------------------


def step_action(step: str, **parameters: Any) -> Action:
    """The action of that step."""
    return {"type": "mark", "step": step, **parameters}


def legal_steps(desk: Desk) -> list[Action]:
    """
    Every step that the seat may take now; `[]` once it has finished its round.

    In the order: pairs, uses of pair 0, of pair 1, strikes, skips, torches, done.
    """
    turn = desk.turn
    if has_finished(desk.sheet, turn):
        return []
    if turn["chest"]:
        return [step_action("chest", ability=ability) for ability in ABILITIES if not _is_taken(desk, ability)]
    if turn["strike"] is not None:
        return [step_action("attack_armoured", room=turn["strike"])]
    if turn["pairs"] is None:
        pairs = distinct_pairs(desk.dice, black=may_use_black(desk))
        return [step_action("pairs", pairs=choice) for choice in pairs] + torch_steps(desk)
    steps = pair_steps(desk) + torch_steps(desk)
    if OPEN not in turn["status"]:
        steps.append(step_action("done"))
    return steps


def pair_steps(desk: Desk) -> list[Action]:
    """Every use of an open pair, and every skip that is allowed. The pairs must be chosen."""
    open_pairs = desk.open_pairs()
    steps: list[Action] = []
    for pair in open_pairs:
        steps += [step_action("visit", pair=pair, cell=cell.id) for cell in targets.visits_of(desk, pair)]
        steps += [step_action("attack", pair=pair, room=room.id) for room in targets.attacks_of(desk, pair)]
    steps += [step_action("attack_armoured", room=room.id) for room in targets.strikes_of(desk)]
    if _obstacle_to_skipping(desk, is_useful=bool(steps)) is None:
        steps += [step_action("skip", pair=pair) for pair in open_pairs]
    return steps


def torch_steps(desk: Desk) -> list[Action]:
    """Every use of a torch."""
    if not desk.sheet["torches"]:
        return []
    steps = [step_action("torch_visit", cell=cell.id) for cell in targets.torch_visits_of(desk)]
    return steps + [step_action("torch_attack", room=room.id) for room in targets.torch_attacks_of(desk)]


def obstacle_to_step(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    """Why the seat may not take this step now; None if it may."""
    step, turn, dungeon = action["step"], desk.turn, desk.dungeon
    if has_finished(desk.sheet, turn):
        return Refusal.plain("this seat has finished its round; the next roll follows when all seats have", "DD-003")
    if turn["chest"] and step != "chest":
        return Refusal.plain("the ability from the chest is chosen before any other step", "DD-051")
    if turn["strike"] is not None and (step != "attack_armoured" or action["room"] != turn["strike"]):
        return Refusal.plain("a strike is half made; its second half on the same monster comes next", "DD-146")
    if "cell" in action and action["cell"] not in dungeon.cells:
        return Refusal.plain(f"the map of this adventure has no cell {action['cell']}", "DD-002")
    if "room" in action and action["room"] not in dungeon.rooms:
        return Refusal.plain(f"the map of this adventure has no room {action['room']}", "DD-002")
    return _OBSTACLES[step](desk, action)


def _to_pairs(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    return obstacle_to_pairs(desk, action["pairs"])


def _unusable(desk: Desk, pair: int) -> Refusal | None:
    """Why the pair cannot be used or skipped any more, or not yet."""
    if desk.turn["pairs"] is None:
        return Refusal.plain("the two pairs are chosen first, both together", "DD-013")
    if desk.turn["status"][pair] != OPEN:
        return Refusal.plain("this pair is used or skipped already; a pair crosses out exactly one element", "DD-020")
    return None


def _to_visit(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    pair, cell = action["pair"], desk.dungeon.cells[action["cell"]]
    return _unusable(desk, pair) or targets.obstacle_to_visit(desk, pair, cell)


def _to_attack(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    pair, room = action["pair"], desk.dungeon.rooms[action["room"]]
    return _unusable(desk, pair) or targets.obstacle_to_attack(desk, pair, room)


def _to_strike(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    if desk.turn["strike"] is not None:
        return None
    if desk.turn["pairs"] is None:
        return Refusal.plain("the two pairs are chosen first, both together", "DD-013")
    return targets.obstacle_to_strike(desk, desk.dungeon.rooms[action["room"]])


def _to_skip(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    return _unusable(desk, action["pair"]) or _obstacle_to_skipping(desk, is_useful=targets.has_use(desk))


def _obstacle_to_skipping(desk: Desk, *, is_useful: bool) -> Refusal | None:
    """
    Why the seat may not skip an open pair.

    Args:
        desk: The seat's desk.
        is_useful: Whether any open pair has a use.
    """
    if not is_useful:
        return None
    if not desk.solo:
        return Refusal.plain("a pair of this seat can be used, so none may be skipped yet", "DD-041")
    if SKIPPED in desk.turn["status"]:
        return Refusal.plain("a pair can be used, and only one pair a round may be given up", "DD-105")
    if not desk.turn["damage"]:
        return Refusal.plain(
            "a pair can be used; the solo player may give one up only after dealing damage this round", "DD-105"
        )
    return None


def _to_torch_visit(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    return targets.obstacle_to_torch_visit(desk, desk.dungeon.cells[action["cell"]])


def _to_torch_attack(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    return targets.obstacle_to_torch_attack(desk, desk.dungeon.rooms[action["room"]])


def _to_chest(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    if not desk.turn["chest"]:
        return Refusal.plain("an ability is chosen only when a chest has just been visited", "DD-051")
    if _is_taken(desk, action["ability"]):
        return Refusal.plain("this seat has this ability already; each is on the sheet once", "DD-051")
    return None


def _is_taken(desk: Desk, ability: str) -> bool:
    return ability in desk.sheet["abilities"]


def _to_done(desk: Desk, action: Mapping[str, Any]) -> Refusal | None:
    if desk.turn["pairs"] is None or OPEN in desk.turn["status"]:
        return Refusal.plain("both pairs are used or skipped before the round is done", "DD-040")
    return None


_OBSTACLES: Final[Mapping[str, Callable[[Desk, Mapping[str, Any]], Refusal | None]]] = {
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
