"""
The legal actions of a seat, and the refusals of all others.

Both come from the same functions, so they cannot disagree.
Clauses: DD-003, DD-013, DD-020, DD-040, DD-041, DD-047, DD-051, DD-090, DD-105, DD-106, DD-120, DD-146.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.ending import clause_of_end
from delvebook.domain.rulesets.dice_and_danger.rounds import targets
from delvebook.domain.rulesets.dice_and_danger.rounds.clouds import refusal_of_writing, writings_of
from delvebook.domain.rulesets.dice_and_danger.rounds.pairs import distinct_pairs, may_use_black, refusal_of_pairs
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk, desk_of
from delvebook.domain.rulesets.dice_and_danger.state import (
    ABILITIES,
    CLOUDS,
    MARK,
    OPEN,
    ROLL,
    SKIPPED,
    Action,
    State,
    Step,
    dungeon_of,
    has_finished,
)
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import Question


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """Every action the seat may take now. It depends on the dice and the seat's own sheet alone."""
    if state["phase"] == MARK:
        return legal_steps(desk_of(content, state, seat)) if state["sheets"][seat]["alive"] else []
    if state["phase"] == CLOUDS:
        return writings_of(content, state, seat)
    roll: Action = {"type": "roll_dice"}
    return [roll] if refusal_of(content, state, seat, roll) is None else []


def refusal_of(content: Content, state: State, seat: int, action: Action) -> Refusal | None:
    """Why the seat may not take this action now; None if it may."""
    if outside := _outside(state, seat):
        return outside
    if action["type"] == "roll_dice":
        return _refusal_of_roll(state, seat)
    if action["type"] == "write_cloud":
        return refusal_of_writing(content, state, seat, action)
    if state["phase"] == CLOUDS:
        return Refusal("clouds_first", "DD-120")
    if state["phase"] != MARK:
        return Refusal("roll_first", "DD-003", {"active_seat": state["active"], "own": seat == state["active"]})
    return refusal_of_step(desk_of(content, state, seat), action)


def _refusal_of_roll(state: State, seat: int) -> Refusal | None:
    if state["phase"] == CLOUDS:
        return Refusal("clouds_first", "DD-120")
    if state["phase"] == MARK:
        return Refusal("rolled_already", "DD-003")
    if seat != state["active"]:
        return Refusal("active_rolls", "DD-003", {"active_seat": state["active"]})
    return None


def _outside(state: State, seat: int) -> Refusal | None:
    """Why the seat no longer takes part in the game."""
    if state["end"] is not None:
        return Refusal("game_over", clause_of_end(state["end"]), {"reason": state["end"]})
    if not state["sheets"][seat]["alive"]:
        return Refusal("seat_dead", "DD-047")
    return None


def question_of(content: Content, state: State, seat: int) -> Question:
    """The question that the seat is asked. It must owe a decision."""
    if state["phase"] == ROLL:
        asked: dict[str, object] = {"asked": "roll_dice"}
    elif state["phase"] == CLOUDS:
        clouds, dungeon = state["sheets"][seat]["clouds"], dungeon_of(content, state)
        cells = [cell.id for cell in dungeon.clouds if cell.id not in clouds]
        numbers = [number for number in content.figures.cloud_numbers if number not in clouds.values()]
        asked = {"asked": "write_cloud", "cells": cells, "numbers": numbers}
    else:
        asked = _step_asked(desk_of(content, state, seat))
    return cast("Question", asked)


def _step_asked(desk: Desk) -> dict[str, object]:
    turn = desk.turn
    if turn["chest"]:
        return {"asked": "choose_ability", "abilities": abilities_left(desk)}
    if turn["strike"] is not None:
        return {"asked": "finish_strike", "room": turn["strike"]}
    if turn["pairs"] is None:
        return {"asked": "choose_pairs"}
    return {"asked": "use_pairs" if desk.open_pairs() else "use_torches"}


# -- the steps of a round -------------------------------------------------------------------------


def step_action(step: str, **parameters: object) -> Action:
    """The action of that step."""
    return cast("Action", {"type": "mark", "step": step, **parameters})


def legal_steps(desk: Desk) -> list[Action]:
    """
    Every step that the seat may take now; `[]` once it has finished its round.

    In the order: pairs, uses of pair 0, of pair 1, strikes, skips, torches, done.
    """
    turn = desk.turn
    if has_finished(desk.sheet, turn):
        return []
    if turn["chest"]:
        return [step_action("ability", ability=ability) for ability in abilities_left(desk)]
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
    if _refusal_of_skipping(desk, is_useful=bool(steps)) is None:
        steps += [step_action("skip", pair=pair) for pair in open_pairs]
    return steps


def torch_steps(desk: Desk) -> list[Action]:
    """Every use of a torch."""
    if not desk.sheet["torches"]:
        return []
    steps = [step_action("torch_visit", cell=cell.id) for cell in targets.torch_visits_of(desk)]
    return steps + [step_action("torch_attack", room=room.id) for room in targets.torch_attacks_of(desk)]


def refusal_of_step(desk: Desk, action: Action | Step) -> Refusal | None:
    """Why the seat may not take this step now; None if it may."""
    step, turn, dungeon = action["step"], desk.turn, desk.dungeon
    if has_finished(desk.sheet, turn):
        return Refusal("round_finished", "DD-003")
    if turn["chest"] and step != "ability":
        return Refusal("ability_first", "DD-051")
    if turn["strike"] is not None and (step != "attack_armoured" or action["room"] != turn["strike"]):
        return Refusal("strike_half_made", "DD-146", {"room": turn["strike"]})
    if "cell" in action and action["cell"] not in dungeon.cells:
        return Refusal("no_such_cell", "DD-002", {"adventure": dungeon.id, "cell": action["cell"]})
    if "room" in action and action["room"] not in dungeon.rooms:
        return Refusal("no_such_room", "DD-002", {"adventure": dungeon.id, "room": action["room"]})
    return _OBSTACLES[step](desk, action)


def _to_pairs(desk: Desk, action: Step) -> Refusal | None:
    return refusal_of_pairs(desk, action["pairs"])


def _unusable(desk: Desk, pair: int) -> Refusal | None:
    """Why the pair cannot be used or skipped any more, or not yet."""
    if desk.turn["pairs"] is None:
        return Refusal("pairs_first", "DD-013")
    if desk.turn["status"][pair] != OPEN:
        return Refusal("pair_gone", "DD-020", {"pair": pair, "sum": desk.sum_of(pair)})
    return None


def _to_visit(desk: Desk, action: Step) -> Refusal | None:
    pair, cell = action["pair"], desk.dungeon.cells[action["cell"]]
    return _unusable(desk, pair) or targets.refusal_of_visit(desk, pair, cell)


def _to_attack(desk: Desk, action: Step) -> Refusal | None:
    pair, room = action["pair"], desk.dungeon.rooms[action["room"]]
    return _unusable(desk, pair) or targets.refusal_of_attack(desk, pair, room)


def _to_strike(desk: Desk, action: Step) -> Refusal | None:
    if desk.turn["strike"] is not None:
        return None
    if desk.turn["pairs"] is None:
        return Refusal("pairs_first", "DD-013")
    return targets.refusal_of_strike(desk, desk.dungeon.rooms[action["room"]])


def _to_skip(desk: Desk, action: Step) -> Refusal | None:
    return _unusable(desk, action["pair"]) or _refusal_of_skipping(desk, is_useful=targets.has_use(desk))


def _refusal_of_skipping(desk: Desk, *, is_useful: bool) -> Refusal | None:
    """
    Why the seat may not skip an open pair.

    Args:
        desk: The seat's desk.
        is_useful: Whether any open pair has a use.
    """
    if not is_useful:
        return None
    if not desk.solo:
        return Refusal("pair_has_use", "DD-041")
    if SKIPPED in desk.turn["status"]:
        return Refusal("one_given_up", "DD-105")
    if not desk.turn["dealt"]:
        return Refusal("no_damage_yet", "DD-105")
    return None


def _to_torch_visit(desk: Desk, action: Step) -> Refusal | None:
    return targets.refusal_of_torch_visit(desk, desk.dungeon.cells[action["cell"]])


def _to_torch_attack(desk: Desk, action: Step) -> Refusal | None:
    return targets.refusal_of_torch_attack(desk, desk.dungeon.rooms[action["room"]])


def _to_ability(desk: Desk, action: Step) -> Refusal | None:
    if not desk.turn["chest"]:
        return Refusal("no_chest", "DD-051")
    if action["ability"] not in abilities_left(desk):
        return Refusal("ability_had", "DD-051", {"ability": action["ability"]})
    return None


def abilities_left(desk: Desk) -> list[str]:
    """The abilities that the seat has not taken. Clauses: DD-051."""
    return [ability for ability in ABILITIES if ability not in desk.sheet["abilities"]]


def _to_done(desk: Desk, action: Step) -> Refusal | None:
    if desk.turn["pairs"] is None or OPEN in desk.turn["status"]:
        return Refusal("pairs_unused", "DD-040")
    return None


_OBSTACLES: Final[Mapping[str, Callable[..., Refusal | None]]] = {
    "pairs": _to_pairs,
    "visit": _to_visit,
    "attack": _to_attack,
    "attack_armoured": _to_strike,
    "skip": _to_skip,
    "torch_visit": _to_torch_visit,
    "torch_attack": _to_torch_attack,
    "ability": _to_ability,
    "done": _to_done,
}
