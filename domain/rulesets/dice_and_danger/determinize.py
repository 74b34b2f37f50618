"""
A complete state for a view: what the viewer cannot know is invented at random, within the rules.

The cloud numbers and the steps of this round that others have made are hidden. Their number is public, and so is who
has finished. Each hidden turn is therefore found by playing that seat's sheet forward.
"""

from __future__ import annotations

from collections.abc import Sequence

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.rulesets.dice_and_danger.box.paths import distances
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.legality import legal_steps
from delvebook.domain.rulesets.dice_and_danger.rounds.steps import carry_out
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk, desk_of, silence
from delvebook.domain.rulesets.dice_and_danger.state import (
    CLOUDS,
    MARK,
    TORCHES,
    Action,
    Marks,
    Sheet,
    State,
    copy_sheet,
    dungeon_of,
    fresh_turn,
    has_finished,
)
from delvebook.domain.rulesets.dice_and_danger.words.seen import sheet_of, steps_of
from delvebook.domain.rulesets.dice_and_danger.words.shapes import table as shapes
from delvebook.domain.tape import Chance


def determinize(content: Content, view: shapes.View, *, chance: Chance) -> State:
    """Returns a complete state in which the same viewer has the same view."""
    state: State = {
        "adventure": view["adventure"],
        "phase": view["phase"],
        "round": view["round"],
        "active": view["active_seat"],
        "dice": list(view["dice"]),
        "first_defeats": dict(view["first_defeats"]),
        "first_bonuses": dict(view["first_bonuses"]),
        "end": view["end"],
        "sheets": [copy_sheet(sheet_of(sheet)) for sheet in view["sheets"]],
        "turns": [],
        "last_round": [_copy_marks(marks) for marks in view["last_round"]],
    }
    if view["phase"] == CLOUDS:
        for sheet, shown in zip(state["sheets"], view["turns"], strict=True):
            if shown["marking"] is not None:
                sheet["clouds"] = dict(shown["marking"]["sheet"]["clouds"])
            else:
                _invent_clouds(content, state, sheet, count=shown["steps_made"], chance=chance)
    elif view["phase"] == MARK:
        state["turns"] = [fresh_turn(sheet) if sheet["alive"] else None for sheet in state["sheets"]]
        for seat, shown in enumerate(view["turns"]):
            if shown["marking"] is not None:
                _repeat_turn(content, state, seat, steps_of(shown["marking"]))
            elif state["sheets"][seat]["alive"]:
                _invent_turn(content, state, seat, finished=shown["finished"], count=shown["steps_made"], chance=chance)
    return state


def _repeat_turn(content: Content, state: State, seat: int, steps: Sequence[Action]) -> None:
    """Repeats the turn that the viewer knows, step by step on the settled sheet."""
    desk = desk_of(content, state, seat)
    for step in steps:
        carry_out(desk, step, say=silence)


def _copy_marks(marks: Marks | None) -> Marks | None:
    if marks is None:
        return None
    return {"visited": [*marks["visited"]], "rubble": [*marks["rubble"]], "damage": {**marks["damage"]}}


def _invent_clouds(content: Content, state: State, sheet: Sheet, *, count: int, chance: Chance) -> None:
    """Writes random numbers into random cloud cells."""
    cells = chance.shuffle([cell.id for cell in dungeon_of(content, state).clouds], "cloud cells")
    numbers = chance.shuffle(content.figures.cloud_numbers, "cloud numbers")
    sheet["clouds"].update(zip(cells[:count], numbers[:count], strict=True))


def _invent_turn(content: Content, state: State, seat: int, *, finished: bool, count: int, chance: Chance) -> None:
    """Gives the seat a random turn with the number of steps it has made, finished if the seat has finished."""
    search = _TurnSearch(finished=finished, chance=chance)
    found = search.find(desk_of(content, state, seat), count)
    if found is None:
        raise BrokenRuleError(f"dice-and-danger: no turn of seat {seat} has {count} steps")
    state["sheets"][seat], state["turns"][seat] = found.sheet, found.turn


class _TurnSearch:
    """
    Finds a sequence of legal steps of a given length, depth first, in random order.

    Most turns have three steps. Only torches, and chests that may hold them, make a turn longer.

    Args:
        finished: Whether the last step finishes the seat's round.
        chance: Decides the order in which steps are tried.
    """

    def __init__(self, *, finished: bool, chance: Chance) -> None:
        self._finished = finished
        self._chance = chance
        self._hopeless: set[bytes] = set()

    def find(self, desk: Desk, left: int) -> Desk | None:
        """A desk after `left` more steps; None if no steps lead there. Does not change the desk it is given."""
        is_finished = has_finished(desk.sheet, desk.turn)
        if left == 0:
            return desk if is_finished == self._finished else None
        needed = left if self._finished else left + 1  # an unfinished turn has another step ahead of it
        if is_finished or not self._may_take(desk, needed):
            return None
        sheet = {**desk.sheet, "visited": sorted(desk.sheet["visited"])}
        position = jcs([left, sheet, {**desk.turn, "steps": None}])
        if position in self._hopeless:
            return None
        steps = self._chance.shuffle(legal_steps(desk), "hidden steps")
        if _steps_without_another_chest(desk) < needed:
            steps.sort(key=lambda step: step.get("cell") not in desk.dungeon.chests)
        for step in steps:
            ahead = desk.copied()
            carry_out(ahead, step, say=silence)
            found = self.find(ahead, left - 1)
            if found is not None:
                return found
        self._hopeless.add(position)
        return None

    def _may_take(self, desk: Desk, needed: int) -> bool:
        """Whether the turn can still have exactly the steps needed."""
        fewest = _pair_steps_left(desk) + desk.turn["chest"] + bool(desk.sheet["torches"])
        if self._finished and fewest > needed:
            return False
        return _steps_without_another_chest(desk) >= needed or _visits_to_chest(desk) <= _visits_left(desk)


def _pair_steps_left(desk: Desk) -> int:
    """The number of steps that the two pairs still take: choosing them, and one for each open pair."""
    return 3 if desk.turn["pairs"] is None else len(desk.open_pairs())


def _torches_at_hand(desk: Desk) -> int:
    """The number of torches left, and of those that an open chest may hold."""
    may_find = desk.turn["chest"] and TORCHES not in desk.sheet["abilities"]
    return desk.sheet["torches"] + (desk.dungeon.figures.chest_torches if may_find else 0)


def _steps_without_another_chest(desk: Desk) -> int:
    """The most steps that the turn can still take without another chest. Each torch gives one, used or kept."""
    return _pair_steps_left(desk) + desk.turn["chest"] + _torches_at_hand(desk)


def _visits_left(desk: Desk) -> int:
    """The most cells that the seat may still visit in this turn."""
    return (2 if desk.turn["pairs"] is None else len(desk.open_pairs())) + _torches_at_hand(desk)


def _visits_to_chest(desk: Desk) -> int:
    """The fewest visits that may lead to the nearest chest. Start cells and rooms may give a way."""
    cells = desk.dungeon.cells
    chests = [chest for chest in desk.dungeon.chests if chest not in desk.visited]
    ways = distances(chests, lambda id_: cells[id_].cells, first=1)
    entries = [
        visits
        for id_, visits in ways.items()
        if cells[id_].rooms or cells[id_].kind == "start" or any(beside in desk.visited for beside in cells[id_].cells)
    ]
    return min(entries, default=len(cells) + 1)
