"""States that no play can reach are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.playout import steps
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.the_descent.box.cells import BOARD, DIGGABLE, PLACES
from delvebook.domain.rulesets.the_descent.invariants.table import broken_invariants
from delvebook.domain.rulesets.the_descent.state import PHASES
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, at, daring, table_of


def cave() -> Cave:
    """A position that keeps every invariant: two seats, a coin, a hunting dragon and a spider with its web."""
    made = Cave((5, 8), (4, 2), closed=("r6c1",)).kit(0, "rope").drawn(0, "key", "map").token("coin", (7, 8))
    return made.creature("dragon", (6, 10), hunts=0).creature("spider", (7, 13), web="r4c2")


def set_to(*path: Any, value: Any) -> Callable[[Any], None]:
    """A change of one part of a state."""

    def change(state: Any) -> None:
        for key in path[:-1]:
            state = state[key]
        state[path[-1]] = value

    return change


def loss_by(cause: str, creature: str | None) -> dict[str, Any]:
    """A question about a loss of health that nothing brings about in this way."""
    return {"type": "answer_loss", "seat": 0, "amount": 1, "cause": cause, "creature": creature, "then": None}


def test_the_position_they_start_from_keeps_every_invariant() -> None:
    assert list(broken_invariants(CONTENT, cave().state)) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (set_to("places", 0, "tile", value="T01"), "tiles lies in exactly one place"),
        (set_to("discard", value=["rope"]), "40 equipment cards"),
        (set_to("deck", 0, 1, value=30), "an envelope of its own"),
        (set_to("gone", value={"coin": 1}), "24 exploration tokens"),
        (set_to("field", 0, value="............"), "what its tile shows"),
        (set_to("tokens", 0, "cell", value=at((5, 9))), "a token lies in an empty cell"),
        (set_to("creatures", 0, "cell", value=at((5, 9))), "a creature is in an empty cell"),
        (set_to("creatures", 0, "marker", value={"on": "tile", "place": 15, "seat": 0}), "a target marker is"),
        (set_to("web", value=None), "the web lies"),
        (set_to("seats", 0, "health", value=0), "at least 1 health"),
        (set_to("seats", 0, "points", value=-1), "0 points"),
        (set_to("seats", 1, "cell", value=at((5, 9))), "no character is inside rock"),
        (set_to("seats", 1, "arrived", value=True), "on a bottom tile"),
        (set_to("seats", 0, "rests", value=[at((5, 8)), at((5, 8))]), "last two different resting cells"),
        (set_to("seats", 0, "rests", value=[at((5, 8)), 0]), "an empty cell of an open tile"),
        (set_to("phase", value="lunch"), "one of its phases"),
        (set_to("active", value=None), "during turns only"),
        (set_to("phase", value="finished"), "says why it ended"),
        (set_to("ended", value="all_arrived"), "has not ended"),
        (set_to("options", "first_seat", value=1), "the one that the options name"),
        (set_to("order", value=[1, 1]), "ascending from the first seat"),
        (set_to("round", value=0), "counted from 1"),
        (set_to("round", value=61), "beyond the limit"),
        (set_to("last_dice", value=[[0, 7]]), "number from 1 to 6"),
        (set_to("queue", value=["dragon"]), "nothing waits"),
        (set_to("seats", 0, "weakened", value=True), "used up when the turn begins"),
        (set_to("turn", "weak", value=True), "0 to 1 for a weakened character"),
        (set_to("window", "used", value=[0]), "a turn is over once"),
        (set_to("window", "barred", value=[1, 1]), "each once"),
        (set_to("agenda", value=[{"do": "lose", "seat": 2}]), "a seat of the game"),
        (set_to("agenda", value=[{"do": "hit", "seat": 0, "kind": "bear"}]), "a creature and a place that exist"),
        (set_to("seats", 0, "kit", value=["rope", "sword"]), "start kit"),
        (set_to("seats", 0, "backpack", value=False), "nothing but its kit"),
        (set_to("creatures", 0, "health", value=1), "a living monster"),
        (set_to("creatures", 0, "hits", value=[1]), "in its phase only"),
        (set_to("creatures", 0, "marker", value={"on": "seat", "seat": 2}), "a target marker is"),
        (set_to("places", 1, "open", value=False), "the Start tile is open"),
        (set_to("places", 2, "turns", value=4), "0 to 3 quarter turns"),
        (set_to("pending", value={"type": "place_character", "seat": 0}), "about what is on the field"),
        (set_to("pending", value={"type": "answer_loss", "seat": 1, "cause": "fall", "amount": 1}), "may use one"),
        (set_to("pending", value=loss_by("attack", "dragon")), "about what is on the field"),
        (set_to("pending", value=loss_by("contact", "dragon")), "about what is on the field"),
        (set_to("pending", value=loss_by("hit", None)), "about what is on the field"),
        (set_to("pending", value=loss_by("fall", "dragon")), "about what is on the field"),
        (
            set_to("pending", value={"type": "route_creature", "seat": 0, "kind": "dragon", "moves": []}),
            "phase of its own",
        ),
        (set_to("turn", "endurance", value=6), "endurance is 0 to 5"),
        (set_to("agenda", value=[{"do": "dance"}]), "has a handler"),
        (set_to("window", value=None), "a window is open"),
        (set_to("turn", "over", value=True), "an active seat in play has to act"),
        (set_to("pending", value={"type": "end_turn", "seat": 0}), "has a type and belongs to a seat"),
        (set_to("tokens", 0, "moving", value=True), "nothing is under way"),
        (set_to("seats", 1, "cell", value=at((6, 4))), "every character stands"),
        (set_to("seats", 1, "cell", value=None), "waits to be placed"),
        (set_to("seats", 1, "rests", value=[]), "remembers where it rests"),
    ],
)
def test_a_state_that_breaks_a_rule_is_refused(change: Callable[[Any], None], word: str) -> None:
    state = cave().state
    change(state)

    assert any(word in problem for problem in broken_invariants(CONTENT, state))
    with pytest.raises(BrokenRuleError, match="the-descent@1"):
        RULESET.check(state)


# -- near misses of reachable states ----------------------------------------------------------------


def neighbours(state: Any, chance: Tape) -> dict[str, Any]:
    """States that differ a little from a reachable one, and that no play reaches; by what was changed."""
    found: dict[str, Any] = {}

    def changed(name: str) -> Any:
        found[name] = copy_state(state)
        return found[name]

    seat = chance.below(len(state["seats"]), "seat")
    changed("no health")["seats"][seat]["health"] = 0
    changed("points below 0")["seats"][seat]["points"] = -1
    rock = chance.choose([cell for cell in BOARD if mark(state, cell) in DIGGABLE], "rock")
    changed("inside rock")["seats"][seat]["cell"] = rock
    changed("rests in rock")["seats"][seat]["rests"] = [rock]
    changed("arrival")["seats"][seat]["arrived"] ^= True
    changed("a card less")["deck"].pop()
    changed("a card more")["discard"].append("rope")
    changed("a card of another kind")["deck"][0][0] = "lamp" if state["deck"][0][0] == "map" else "map"
    changed("an envelope twice")["deck"][0][1] = state["deck"][1][1]
    if state["stack"]:
        changed("a token less")["stack"].pop()
    changed("a token too many")["gone"]["coin"] = 7
    place = chance.below(len(PLACES), "place")
    changed("open or not")["places"][place]["open"] ^= True
    changed("a tile twice")["places"][place]["tile"] = state["places"][place - 1]["tile"]
    row = chance.below(28, "row")
    field = changed("a cell of another kind")["field"]
    field[row] = field[row][:5] + ("#" if field[row][5] == "." else ".") + field[row][6:]
    changed("a round too many")["round"] = 21
    changed("endurance")["turn"]["endurance"] = 6
    changed("the order")["order"] = [*state["order"], 0]
    changed("a dead web")["web"] = None if state["web"] is not None else 1
    for phase in (*PHASES, "lunch"):
        if phase != state["phase"] and phase != "collapse_check":
            changed(f"phase {phase}")["phase"] = phase
    if state["pending"] is not None:
        changed("another decision")["pending"]["type"] = "answer_dragon"
        changed("a stranger's decision")["pending"]["seat"] = len(state["seats"])
        changed("under way")["agenda"].append({"do": "dance", "seat": 0})
        if state["phase"] != "turn":
            changed("no decision")["pending"] = None
    else:
        changed("under way")["agenda"].append({"do": "settle"})
        changed("a queue")["queue"].append(0)
        changed("moving")["seats"][state["active"]]["moving"] = True
        changed("a turn that is over")["turn"]["over"] = True
        changed("a card used")["window"]["used"].append(state["active"])
        changed("resting elsewhere")["seats"][state["active"]]["rests"].reverse()
        if len(state["seats"][state["active"]]["rests"]) < 2:
            del found["resting elsewhere"]
    for creature in state["creatures"]:
        at_ = state["creatures"].index(creature)
        changed(f"{creature['kind']} with odd health")["creatures"][at_]["health"] += 3
        marked = changed(f"{creature['kind']} hunts a stranger")["creatures"][at_]
        marked["marker"] = {"on": "seat", "seat": len(state["seats"])}
        changed(f"{creature['kind']} hunts nowhere")["creatures"][at_]["marker"] = {"on": "lure", "cell": 0, "seat": 0}
    return found


def mark(state: Any, cell: int) -> str:
    return str(state["field"][cell // 14 - 1][cell % 14 - 1])


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_what_lies_beside_a_reachable_state_is_refused(seats: int) -> None:
    table, options = table_of(seats, f"near/{seats}", round_limit=20)
    chance = Tape(b"near")
    tried = 0
    for step in steps(table, options, bots=[daring] * seats):
        if table.outcome is not None or step.n % 5:
            continue
        assert list(broken_invariants(CONTENT, table.state)) == []
        for name, state in neighbours(table.state, chance).items():
            assert list(broken_invariants(CONTENT, state)) != [], (step.n, name)
            tried += 1
    assert tried > 150
