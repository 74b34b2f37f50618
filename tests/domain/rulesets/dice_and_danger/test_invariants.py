"""`check` refuses a state that no game can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.invariants import broken_invariants
from delvebook.domain.table import Table
from tests.domain.rulesets.dice_and_danger.tables import RULES, act, game, sheet, take

BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a field is missing": lambda state: state.pop("dice"),
    "an unknown phase": lambda state: state.update(phase="lunch"),
    "the active seat is not there": lambda state: state.update(active=2),
    "the active seat is dead": lambda state: state["sheets"][0].update(alive=False, life=0),
    "round zero": lambda state: state.update(round=0),
    "a die shows seven": lambda state: state["dice"].__setitem__(0, 7),
    "no dice": lambda state: state.update(dice=[]),
    "an end in the middle": lambda state: state.update(end="all_dead"),
    "no turns": lambda state: state.update(turns=[]),
    "a turn is missing": lambda state: state["turns"].__setitem__(1, None),
    "a cell is visited twice": lambda state: state["sheets"][0]["visited"].append("c01"),
    "a cell of no map": lambda state: state["sheets"][0]["visited"].append("c99"),
    "a cell nothing leads to": lambda state: state["sheets"][0]["visited"].insert(0, "c17"),
    "a card that is not rubble": lambda state: state["sheets"][0]["rubble"].append("c02"),
    "too much damage": lambda state: state["sheets"][1]["damage"].update(goose=5),
    "damage nobody dealt": lambda state: state["sheets"][1]["damage"].update(mole=1),
    "an ability without a chest": lambda state: state["sheets"][0]["abilities"].append("torches"),
    "too many symbols": lambda state: state["sheets"][1].update(symbols=4),
    "a symbol gone for nothing": lambda state: state["sheets"][1].update(symbols=2),
    "a torch from nowhere": lambda state: state["sheets"][0].update(torches=1),
    "an extra box without the ability": lambda state: state["sheets"][0].update(extra=1),
    "eleven lives": lambda state: state["sheets"][1].update(life=11),
    "dead with life left": lambda state: state["sheets"][1].update(alive=False),
    "a trophy for nothing": lambda state: state["sheets"][0]["trophies"].update(mole="first"),
    "a first nobody has": lambda state: state["first_defeats"].update(mole=1),
    "a first in a later round": lambda state: state["first_defeats"].update(goose=9),
    "a bonus for nothing": lambda state: state["sheets"][0]["bonuses"].update(fist_bonus="first"),
    "a step that was not made": lambda state: state["turns"][0]["steps"].pop(),
    "a status nobody chose": lambda state: state["turns"][0].update(status=["used", "skipped"]),
    "a strike on nothing": lambda state: state["turns"][0].update(strike="goose"),
    "a cloud among the animals": lambda state: state["sheets"][0]["clouds"].update(c03=4),
}


@pytest.mark.parametrize("damage", BROKEN)
def test_a_broken_state_is_named(damage: str) -> None:
    state = game(sheet(visited=["c01"], beaten=["goose"]), dice=(1, 3, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c02")
    RULES.check(state)
    BROKEN[damage](state)

    with pytest.raises(BrokenRuleError, match="dice-and-danger@1"):
        RULES.check(state)


def test_armour_takes_damage_in_pairs() -> None:
    with pytest.raises(BrokenRuleError, match="pairs on armour"):
        game(sheet("dinosaurs", damage={"pat": 1}), adventure="dinosaurs")


def test_the_far_gate_is_visited_only_with_the_gate() -> None:
    with pytest.raises(BrokenRuleError, match="through the gate"):
        game(sheet("pyramid", visited=["c65", "c56", "c48", "c49"]), adventure="pyramid")


def test_clouds_have_all_their_numbers_once_the_dice_roll() -> None:
    with pytest.raises(BrokenRuleError, match="cloud"):
        game(sheet("pyramid", clouds={"c03": 3}), adventure="pyramid")
    with pytest.raises(BrokenRuleError, match="once"):
        game(sheet("pyramid", clouds=dict.fromkeys(["c03", "c06"], 3)), adventure="pyramid")


# -- states near reachable ones -------------------------------------------------------------------

Change = Callable[[dict[str, Any]], bool]
"""Makes a reachable state unreachable. Returns False if the state has nothing to change in that way."""


def _seat_with(state: dict[str, Any], field: str) -> dict[str, Any] | None:
    found: dict[str, Any] | None = next((one for one in state["sheets"] if one[field]), None)
    return found


def _turn_with_steps(state: dict[str, Any], count: int = 1) -> int | None:
    turns = enumerate(state["turns"])
    return next((seat for seat, turn in turns if turn is not None and len(turn["steps"]) >= count), None)


def _in_sheet(field: str, change: Callable[[dict[str, Any]], Any]) -> Change:
    """Changes the first sheet that has anything in the field."""

    def apply(state: dict[str, Any]) -> bool:
        one = _seat_with(state, field)
        if one is None:
            return False
        change(one)
        return True

    return apply


def _in_state(phases: tuple[str, ...], change: Callable[[dict[str, Any]], Any]) -> Change:
    """Changes a state that is in one of the phases."""

    def apply(state: dict[str, Any]) -> bool:
        if state["phase"] not in phases:
            return False
        change(state)
        return True

    return apply


def _in_turn(count: int, change: Callable[[dict[str, Any]], Any]) -> Change:
    """Changes the first turn that has this number of steps."""

    def apply(state: dict[str, Any]) -> bool:
        seat = _turn_with_steps(state, count)
        if seat is None:
            return False
        change(state["turns"][seat])
        return True

    return apply


def _in_last_round(change: Callable[[dict[str, Any]], Any]) -> Change:
    """Changes what the last round marked on the first sheet that has anything there."""

    def apply(state: dict[str, Any]) -> bool:
        marks = next((marks for marks in state["last_round"] if marks is not None), None)
        if marks is None:
            return False
        change(marks)
        return True

    return apply


def _forget_marks(state: dict[str, Any]) -> None:
    seat = next(seat for seat, one in enumerate(state["sheets"]) if one["alive"])
    state["last_round"][seat] = None


def _rename_first(mapping: dict[str, Any], name: str) -> None:
    key = next(iter(mapping))
    mapping[name] = mapping.pop(key)


def _hurt(one: dict[str, Any], room: str, amount: int) -> None:
    one["damage"][room] += amount


def _cell_too_soon(state: dict[str, Any]) -> bool:
    """Moves a cell that needs a way to it to the front."""
    cells = CONTENT.dungeons[state["adventure"]].cells
    for one in state["sheets"]:
        for cell in one["visited"]:
            if cells[cell].kind not in ("start", "gate_out"):
                one["visited"].remove(cell)
                one["visited"].insert(0, cell)
                return True
    return False


def _splash_undone(state: dict[str, Any]) -> bool:
    """Takes the damage off a monster that fell elsewhere."""
    rooms = CONTENT.dungeons[state["adventure"]].rooms
    for room in state["first_defeats"]:
        for one in state["sheets"]:
            if not rooms[room].armoured and one["alive"] and room not in one["trophies"]:
                one["damage"].pop(room)
                for turn in state["turns"]:
                    if turn is not None:
                        turn["before"]["damage"] = {
                            id_: boxes for id_, boxes in turn["before"]["damage"].items() if id_ in one["damage"]
                        }
                return True
    return False


def _dated(state: dict[str, Any], memory: str) -> bool:
    """Moves a first defeat or bonus to the round after the last settled one."""
    if not state[memory]:
        return False
    state[memory][next(iter(state[memory]))] = state["round"] + (state["phase"] == "over")
    return True


ALL = ("clouds", "roll", "mark", "over")
UNREACHABLE: dict[str, Change] = {
    "a phase earlier": _in_state(("mark",), lambda state: state.update(phase="roll")),
    "a phase later": _in_state(("roll",), lambda state: state.update(phase="mark")),
    "ended too soon": _in_state(("roll",), lambda state: state.update(phase="over", end="last_monster")),
    "going on after the end": _in_state(("over",), lambda state: state.update(phase="roll", end=None)),
    "ended for another reason": _in_state(
        ("over",), lambda state: state.update(end="all_dead" if state["end"] != "all_dead" else "last_monster")
    ),
    "a solo reason at a table": _in_state(("over",), lambda state: state.update(end="all_monsters")),
    "clouds in the middle": _in_state(("roll", "mark"), lambda state: state.update(phase="clouds")),
    "round zero": _in_state(("roll", "mark", "over"), lambda state: state.update(round=0)),
    "a round before the first": _in_state(("clouds",), lambda state: state.update(round=1)),
    "no dice after a roll": _in_state(("mark", "over"), lambda state: state.update(dice=[])),
    "dice before the first roll": _in_state(("clouds",), lambda state: state.update(dice=[1, 1, 1, 1, 1])),
    "a sixth die": _in_state(("mark",), lambda state: state["dice"].append(1)),
    "an active seat that is not there": _in_state(ALL, lambda state: state.update(active=len(state["sheets"]))),
    "turns for nobody": _in_state(("roll",), lambda state: state.update(turns=[None] * len(state["sheets"]))),
    "a turn too few": _in_state(("mark",), lambda state: state["turns"].pop()),
    "marks before the first round": _in_state(("clouds",), lambda state: state["sheets"][0].update(visited=["c33"])),
    "life lost before the first round": _in_state(("clouds",), lambda state: state["sheets"][0].update(life=9)),
    "a cell before the way to it": _cell_too_soon,
    "a cell of no map": _in_sheet("visited", lambda one: one["visited"].append("c99")),
    "a cell twice": _in_sheet("visited", lambda one: one["visited"].append(one["visited"][0])),
    "a monster of no map": _in_sheet("damage", lambda one: _rename_first(one["damage"], "dragon")),
    "a trophy of no map": _in_sheet("trophies", lambda one: _rename_first(one["trophies"], "dragon")),
    "a bonus of no adventure": _in_sheet("bonuses", lambda one: _rename_first(one["bonuses"], "luck")),
    "a box more than there is": _in_sheet("trophies", lambda one: _hurt(one, next(iter(one["trophies"])), 1)),
    "a trophy with a box left": _in_sheet("trophies", lambda one: _hurt(one, next(iter(one["trophies"])), -1)),
    "a defeat without a trophy": _in_sheet("trophies", lambda one: one["trophies"].popitem()),
    "a place that is neither first nor later": _in_sheet(
        "trophies", lambda one: one["trophies"].update({next(iter(one["trophies"])): "third"})
    ),
    "a bonus not scored": _in_sheet("bonuses", lambda one: one["bonuses"].popitem()),
    "an ability of no chest": _in_sheet("abilities", lambda one: one["abilities"].append("wings")),
    "an ability lost": _in_sheet("abilities", lambda one: one["abilities"].pop()),
    "an ability twice": _in_sheet("abilities", lambda one: one["abilities"].append(one["abilities"][0])),
    "a symbol more than there is": _in_state(ALL, lambda state: state["sheets"][0].update(symbols=7)),
    "a torch more than there is": _in_state(ALL, lambda state: state["sheets"][0].update(torches=3)),
    "an extra box more than there is": _in_state(ALL, lambda state: state["sheets"][0].update(extra=4)),
    "a mark less than none": _in_state(ALL, lambda state: state["sheets"][0].update(life=-1)),
    "dead with life left": _in_state(ALL, lambda state: state["sheets"][0].update(alive=False, life=1)),
    "alive with the skull crossed": _in_state(ALL, lambda state: state["sheets"][0].update(alive=True, life=0)),
    "clouds where there are none, or one too many": _in_state(
        ALL, lambda state: state["sheets"][0]["clouds"].update(c01=4)
    ),
    "a first defeat in this round": lambda state: _dated(state, "first_defeats"),
    "a first bonus in this round": lambda state: _dated(state, "first_bonuses"),
    "a splash undone": _splash_undone,
    "a first defeat forgotten": lambda state: bool(state["first_defeats"]) and bool(state["first_defeats"].popitem()),
    "a first bonus forgotten": lambda state: bool(state["first_bonuses"]) and bool(state["first_bonuses"].popitem()),
    "a step forgotten": _in_turn(1, lambda turn: turn["steps"].pop()),
    "a step twice": _in_turn(1, lambda turn: turn["steps"].append(turn["steps"][-1])),
    "steps in another order": _in_turn(2, lambda turn: turn["steps"].reverse()),
    "a step with a parameter too many": _in_turn(1, lambda turn: turn["steps"][0].update(speed=3)),
    "an unknown step": _in_turn(1, lambda turn: turn["steps"][0].update(step="dance")),
    "pairs that were not chosen": _in_turn(1, lambda turn: turn.update(pairs=[[0, 1], [0, 1]])),
    "done for no reason": _in_turn(1, lambda turn: turn.update(done=not turn["done"])),
    "a chest from nowhere": _in_turn(1, lambda turn: turn.update(chest=not turn["chest"])),
    "a strike from nowhere": _in_turn(1, lambda turn: turn.update(strike="roar" if turn["strike"] is None else None)),
    "damage from nowhere": _in_turn(1, lambda turn: turn.update(dealt=turn["dealt"] + 1)),
    "another sheet before": _in_turn(1, lambda turn: turn["before"].update(symbols=turn["before"]["symbols"] - 1)),
    "a box of Extra Life before": _in_turn(1, lambda turn: turn["before"].update(extra=turn["before"]["extra"] + 1)),
    "marks of a round that is not settled": _in_state(
        ("clouds",), lambda state: state.update(last_round=[None] * len(state["sheets"]))
    ),
    "no marks of the last round": _in_state(("over",), lambda state: state.update(last_round=[])),
    "a living seat that has not marked": _in_state(("over",), _forget_marks),
    "a cell of the last round that is not visited": _in_last_round(lambda marks: marks["visited"].append("c99")),
    "rubble of the last round that is not half cleared": _in_last_round(lambda marks: marks["rubble"].append("c02")),
    "damage of the last round that is not there": _in_last_round(lambda marks: marks["damage"].update(goose=9)),
    "no damage in the last round, told as some": _in_last_round(lambda marks: marks["damage"].update(goose=0)),
    "a field too many in the last round": _in_last_round(lambda marks: marks.update(life=1)),
    "a torch before": _in_turn(1, lambda turn: turn["before"].update(torches=turn["before"]["torches"] + 1)),
}


def reachable_states() -> list[dict[str, Any]]:
    """States of greedy games of every adventure, the beginning and the end among them."""
    found = []
    for adventure in CONTENT.dungeons:
        table = Table(RULES, seed=seed_of(f"near/{adventure}"), game="", nonces=[""] * 2)
        options = RULES.parse_options({"adventure": adventure}, seats=2)
        for index, _ in enumerate(steps(table, options, bots=[RULES.bot("greedy")] * 2)):
            if index % 23 == 0 or table.outcome is not None:
                found.append(copy_state(table.state))
    return found


def test_a_state_next_to_a_reachable_one_is_refused() -> None:
    applied: Counter[str] = Counter()
    accepted = []
    for state in reachable_states():
        assert [*broken_invariants(CONTENT, state)] == []
        for name, change in UNREACHABLE.items():
            changed = copy_state(state)
            if change(changed):
                applied[name] += 1
                if not [*broken_invariants(CONTENT, changed)]:
                    accepted.append((name, changed["phase"], changed["round"]))

    assert accepted == []
    assert sorted(applied) == sorted(UNREACHABLE)
