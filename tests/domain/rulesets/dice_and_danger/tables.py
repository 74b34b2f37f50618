"""
Builders of Dungeons, Dice & Danger games in any valid position.

A builder lays out what a test names. It fills in what the rules have settled by then (rewards of defeated
monsters, completed bonuses, torches and symbols of abilities), and the ruleset's own `check` vouches for the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.outcome import Outcome
from delvebook.domain.playout import Step, seed_of, steps
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.dice_and_danger import DiceAndDanger
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Dungeon
from delvebook.domain.rulesets.dice_and_danger.sheet.bonuses import is_complete
from delvebook.domain.rulesets.dice_and_danger.sheet.marked_map import MarkedMap
from delvebook.domain.rulesets.dice_and_danger.state import State, fresh_sheet, fresh_turn
from delvebook.domain.table import EventContent, Table
from delvebook.domain.tape import Tape
from tests.domain.rulesets.shown import require_answered, require_shown

RULES = DiceAndDanger()
WHITES = [[0, 1], [2, 3]]
"""The pairs of the first two and the last two white dice."""
CLOUD_NUMBERS = [3, 4, 5, 6, 8, 9, 10, 11]


class Dice:
    """A tape whose next draws are given: a die by its face, anything else by its number."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.asked: list[tuple[int, str]] = []

    def below(self, bound: int, what: str) -> int:
        self.asked.append((bound, what))
        return self.faces.pop(0)

    def die(self, sides: int, what: str) -> int:
        return self.below(sides, what)


def sheet(adventure: str = "animals", **marks: Any) -> dict[str, Any]:
    """
    A sheet with these marks. `fresh_sheet` explains the fields.

    `beaten`: rooms with all boxes crossed. `torches`, `symbols`, `extra`: left; all there are if not given.
    `lost`: marks of the life track that are crossed. `alive`: False crosses the skull. Clouds hold 3, 4, 5, … in map
    order if not given.
    """
    dungeon = CONTENT.dungeons[adventure]
    made: dict[str, Any] = {**fresh_sheet(CONTENT.figures)}
    beaten, lost = marks.pop("beaten", ()), marks.pop("lost", 0)
    made.update(copy_state(marks))
    made["damage"] = dict(made["damage"]) | {room: dungeon.rooms[room].hp for room in beaten}
    if "torches" in made["abilities"] and "torches" not in marks:
        made["torches"] = 2
    if "black_dice" in made["abilities"] and "symbols" not in marks:
        made["symbols"] = 6
    if "extra_life" in made["abilities"] and "extra" not in marks:
        made["extra"] = 3
    made["life"] = (10 - lost) if made["alive"] else 0
    if dungeon.clouds and "clouds" not in marks:
        made["clouds"] = {cell.id: number for cell, number in zip(dungeon.clouds, CLOUD_NUMBERS, strict=True)}
    return made


def game(
    *sheets: dict[str, Any],
    adventure: str = "animals",
    seats: int = 2,
    phase: str = "mark",
    dice: Sequence[int] = (1, 1, 1, 2, 6),
    active: int = 0,
    round_: int = 5,
    first_defeats: dict[str, int] | None = None,
    first_bonuses: dict[str, int] | None = None,
    checked: bool = True,
) -> dict[str, Any]:
    """
    A running game in the marking phase: the given sheets, fresh ones for the other seats, and dice on the table.

    A monster already defeated on a sheet was defeated there first, in round 1, unless `first_defeats`
    or the sheet's own `trophies` say otherwise; bonuses alike.
    """
    dungeon = CONTENT.dungeons[adventure]
    laid = [*(copy_state(one) for one in sheets), *(sheet(adventure) for _ in range(seats - len(sheets)))]
    state: dict[str, Any] = {
        "adventure": adventure,
        "phase": phase,
        "round": round_,
        "active": active,
        "dice": list(dice),
        "first_defeats": dict(first_defeats or {}),
        "first_bonuses": dict(first_bonuses or {}),
        "end": None,
        "sheets": laid,
        "turns": [],
        "last_round": [{"visited": [], "rubble": [], "damage": {}} if one["alive"] else None for one in laid],
    }
    if round_ == 1:
        state["last_round"] = []
    for one in laid:
        _settle_old(state, dungeon, one)
    _splash_old(state, dungeon)
    if phase == "mark":
        state["turns"] = [fresh_turn(one) if one["alive"] else None for one in laid]
    if checked:
        RULES.check(state)
    return state


def _settle_old(state: dict[str, Any], dungeon: Dungeon, one: dict[str, Any]) -> None:
    for room in dungeon.rooms.values():
        if one["damage"].get(room.id, 0) >= room.hp and room.id not in one["trophies"]:
            one["trophies"][room.id] = "first"
    for bonus in dungeon.bonuses.values():
        if is_complete(MarkedMap(dungeon, one), bonus) and bonus.id not in one["bonuses"]:
            one["bonuses"][bonus.id] = "first"
    for room_id in one["trophies"]:
        state["first_defeats"].setdefault(room_id, 1)
    for bonus_id in one["bonuses"]:
        state["first_bonuses"].setdefault(bonus_id, 1)


def _splash_old(state: dict[str, Any], dungeon: Dungeon) -> None:
    """Adds the splash damage of monsters that fell before to every living seat."""
    for room in state["first_defeats"]:
        for one in state["sheets"] if len(state["sheets"]) > 1 and not dungeon.rooms[room].armoured else ():
            if one["alive"]:
                one["damage"].setdefault(room, 1)


def before_clouds(*, seats: int = 2) -> Any:
    """A new game in the pyramid, before the first cloud number."""
    options = RULES.parse_options({"adventure": "pyramid", "first_seat": 0}, seats=seats)
    return RULES.setup(options, seats=seats, tape=Tape(b"never read"))[0]


def solo(one: dict[str, Any] | None = None, *, adventure: str = "animals", **more: Any) -> dict[str, Any]:
    """A running solo game."""
    return game(*([] if one is None else [one]), adventure=adventure, seats=1, **more)


# -- acting ---------------------------------------------------------------------------------------


def play(state: dict[str, Any], seat: int, action: dict[str, Any], *, dice: Sequence[int] = ()) -> Facts:
    """Plays an action as a client sends it, and checks the state that follows."""
    tape: Any = Dice(*dice)
    facts = RULES.play(state, seat, RULES.parse_action(action), tape=tape)
    RULES.check(state)
    require_shown(RULES, state, facts, members=State)
    return facts


def act(state: dict[str, Any], seat: int, step: str, **parameters: Any) -> list[dict[str, Any]]:
    """Plays one step of `mark`. Returns the facts that the seat learns by it."""
    facts = play(state, seat, {"type": "mark", "step": step, **parameters})
    return learned(facts, seat)


def learned(facts: Facts, seat: int) -> list[dict[str, Any]]:
    """The facts that the event tells the seat: the public ones, and those for it alone."""
    return [*facts.public, *(facts.private[seat].facts if seat in facts.private else [])]


def take(state: dict[str, Any], seat: int, pairs: list[list[int]] = WHITES) -> list[dict[str, Any]]:
    """Chooses the pairs."""
    return act(state, seat, "pairs", pairs=pairs)


def refused(state: dict[str, Any], seat: int, step: str, **parameters: Any) -> str:
    """The clause that forbids the step."""
    action = RULES.parse_action({"type": "mark", "step": step, **parameters})
    assert action not in RULES.legal(state, seat)
    tape: Any = Dice()
    with pytest.raises(IllegalActionError) as error:
        RULES.play(state, seat, action, tape=tape)
    require_answered(RULES, state, seat, action)
    return error.value.clause


def offered(state: dict[str, Any], seat: int, step: str) -> list[dict[str, Any]]:
    """The parameters of the legal steps of that kind."""
    steps = [action for action in RULES.legal(state, seat) if action.get("step") == step]
    return [{key: value for key, value in action.items() if key not in ("type", "step")} for action in steps]


def cells_for(state: dict[str, Any], seat: int, pair: int = 0) -> list[str]:
    """The cells the pair may visit."""
    return [target["cell"] for target in offered(state, seat, "visit") if target["pair"] == pair]


def rooms_for(state: dict[str, Any], seat: int, pair: int = 0) -> list[str]:
    """The rooms whose monster the pair may hit."""
    return [target["room"] for target in offered(state, seat, "attack") if target["pair"] == pair]


def finish(state: dict[str, Any], seat: int) -> Facts | None:
    """
    Ends the seat's round with as little effect as possible. Returns the facts of the last step.

    The seat takes the white pairs, then start cells, plain cells, or anything else, and skips only what it must.
    """
    facts = None
    while state["phase"] == "mark" and seat in RULES.to_act(state):
        facts = play(state, seat, min(RULES.legal(state, seat), key=_dullness))
    return facts


def _dullness(action: dict[str, Any]) -> tuple[int, str]:
    order = ["done", "ability", "pairs", "visit", "attack", "skip", "attack_armoured", "torch_visit", "torch_attack"]
    return order.index(action["step"]), str(action.get("pairs", action.get("cell", "")))


def settle(state: dict[str, Any], *, first: int | None = None) -> list[dict[str, Any]]:
    """Ends the round for every seat that has not finished. Returns the public facts of the settlement."""
    order = sorted(RULES.to_act(state), key=lambda seat: (seat != first, seat))
    facts: Facts | None = None
    for seat in order:
        facts = finish(state, seat)
    assert facts is not None
    assert state["phase"] in ("roll", "over")
    return facts.public


def pass_turn(state: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """Skips both white pairs of the seat, which must have no use for either."""
    return [*take(state, seat), *act(state, seat, "skip", pair=0), *act(state, seat, "skip", pair=1)]


def lost_by(state: dict[str, Any], seat: int) -> int:
    """The number of marks of its life track that the seat has crossed."""
    life: int = state["sheets"][seat]["life"]
    return 10 - life


def losses(state: dict[str, Any]) -> list[int]:
    """The number of crossed life marks of every seat."""
    return [lost_by(state, seat) for seat in range(len(state["sheets"]))]


def told(facts: list[dict[str, Any]], type_: str, **fields: Any) -> list[dict[str, Any]]:
    """The facts of that type with those fields."""
    return [
        fact for fact in facts if fact["type"] == type_ and all(fact.get(key) == value for key, value in fields.items())
    ]


def result(state: dict[str, Any]) -> Outcome:
    """The outcome of a game that is over."""
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


ALL_BUT_GOOSE = [room for room in CONTENT.dungeons["animals"].rooms if room != "goose"]


def last_blow(*others: dict[str, Any], seats: int = 2, beaten: list[str] | None = None, **marks: Any) -> dict[str, Any]:
    """
    A game in which seat 0 has just beaten the goose, the last monster nobody had beaten; other seats still mark.

    The dice make 10 for the goose and 2, which seat 0 spends on the start cell c38 or skips.
    Its other marks are those given; it was first to beat all its other monsters.
    """
    hero = sheet(
        visited=["c01", "c02", *marks.pop("visited", [])],
        beaten=ALL_BUT_GOOSE if beaten is None else beaten,
        damage={"goose": 3, **marks.pop("damage", {})},
        **marks,
    )
    state = game(hero, *others, seats=seats, dice=(4, 6, 1, 1, 6), first_defeats=dict.fromkeys(ALL_BUT_GOOSE, 1))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    if "c38" in state["sheets"][0]["visited"]:
        act(state, 0, "skip", pair=1)
    else:
        act(state, 0, "visit", pair=1, cell="c38")
    return state


ADVENTURES = ["animals", "cultists", "pyramid", "dinosaurs"]


def table_at(state: dict[str, Any], *, n: int = 10) -> Table:
    """A table at which this position has just arisen by event `n`."""
    seats = len(state["sheets"])
    table = Table(RULES, seed=seed_of("secrets"), game="00000000-0000-4000-8000-000000000001", nonces=[""] * seats)
    table.state = copy_state(state)
    table.decisions = [n] * seats
    table._scopes = [RULES.decision_scope(table.state, seat) for seat in range(seats)]
    return table


def step_at(table: Table, seat: int, n: int, step: str, **parameters: Any) -> EventContent:
    table.require_open_decision(seat, table.decisions[seat])
    return table.take_action(seat, RULES.parse_action({"type": "mark", "step": step, **parameters}), n=n)


def greedy_game(adventure: str, seats: int, seed: str) -> Iterator[tuple[Table, Step]]:
    table = Table(RULES, seed=seed_of(seed), game="00000000-0000-4000-8000-000000000001", nonces=[""] * seats)
    options = RULES.parse_options({"adventure": adventure}, seats=seats)
    for step in steps(table, options, bots=[RULES.bot("greedy")] * seats):
        yield table, step


def refused_roll(state: dict[str, Any], seat: int) -> str:
    tape: Any = Dice()
    with pytest.raises(IllegalActionError) as error:
        RULES.play(state, seat, {"type": "roll_dice"}, tape=tape)
    return error.value.clause
