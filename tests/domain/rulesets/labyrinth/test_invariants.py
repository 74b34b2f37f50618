"""Impossible states are refused."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.rulesets.labyrinth.state import PHASES, State
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from tests.domain.rulesets.labyrinth.tables import (
    EAST_ROOM,
    RULES,
    SEVEN,
    a_state,
    duel,
    explored,
    play,
    resolving,
    started,
)

Change = Callable[[State], Any]


def exploring() -> State:
    return a_state(
        table=[EAST_ROOM], team={"K1": "S1", "K2": None}, rivals=[("blue", "K9", "R7", (1, 0))], top=["C1", "C2"]
    )


def finished() -> State:
    state = a_state(team={"K1": None}, top=["BL1"])
    play(state, "stay")
    play(state, "lose_character", character="K1")
    return state


def move_card(source: str, target: str, card: str) -> Change:
    def change(state: State) -> None:
        state[source].remove(card)
        state[target].append(card)

    return change


BROKEN: dict[str, Change] = {
    "another game": lambda state: state.update(game="chess"),
    "another content": lambda state: state.update(content_version=2),
    "a team size there is not": lambda state: state["options"].update(team_size=7),
    "a phase there is not": lambda state: state.update(phase="lunch"),
    "a key missing": lambda state: state.pop("deck"),
    "a card lost": lambda state: state["deck"].pop(),
    "a card doubled": lambda state: state["deck"].append("K1"),
    "a card unknown": lambda state: state["deck"].__setitem__(0, "TOAD"),
    "Greed in the deck": move_card("removed", "deck", "GREED"),
    "Princess in the discard": move_card("removed", "discard", "PRINCESS"),
    "the Chest in the deck": lambda state: state["deck"].append("CHEST"),
    "a Cage in the team": lambda state: (
        state["deck"].remove("C1"),
        state["team"].append({"card": "C1", "trophy": None}),
    ),
    "a Cage for a Trophy": lambda state: (state["deck"].remove("C1"), state["team"][1].update(trophy="C1")),
    "no start": lambda state: state["labyrinth"].pop(0),
    "a location on another": lambda state: state["labyrinth"][1].update(cell=[0, 0]),
    "a location sideways": lambda state: state["labyrinth"][1].update(rotation=90),
    "a symmetric location turned": lambda state: state["labyrinth"][1].update(rotation=180),
    "a location without a passage": lambda state: state["labyrinth"][1].update(cell=[0, 1]),
    "a location on its own": lambda state: state["labyrinth"][1].update(cell=[3, 0]),
    "more laid than lies there": lambda state: state.update(laid_count=2),
    "the player in the void": lambda state: state.update(cell=[5, 5]),
    "a rival in the void": lambda state: state["rivals"][0].update(cell=[5, 5]),
    "a rival of the player's colour": lambda state: state["rivals"][0].update(colour="red"),
    "a rival of no colour": lambda state: state["rivals"][0].update(colour="pink"),
    "a rival led by a Cage": lambda state: (
        state["deck"].remove("C1"),
        state["deck"].append("K9"),
        state["rivals"][0].update(knight="C1"),
    ),
    "a rival with a Cage": lambda state: (
        state["deck"].remove("C1"),
        state["deck"].append("R7"),
        state["rivals"][0].update(trophy="C1"),
    ),
    "too many turns for the cards drawn": lambda state: state.update(turn=9),
    "turn 0 in mid-game": lambda state: state.update(turn=0),
    "nobody left to move": lambda state: (
        state["deck"].extend(["K1", "K2"]),
        state["discard"].append("S1"),
        state.update(team=[]),
    ),
    "something pending between turns": lambda state: state.update(resolving=resolving(None)),
    "the Chest owed too early": lambda state: state.update(phase="place_chest"),
    "over without a result": lambda state: state.update(phase="over"),
    "nothing pending in a duel": lambda state: state.update(phase="defend"),
    "a result in mid-game": lambda state: state.update(result={}),
}


@pytest.mark.clause("LB-008")
@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_state_is_found_out(broken: str) -> None:
    state = exploring()
    RULES.check(state)
    BROKEN[broken](state)

    with pytest.raises(BrokenRuleError, match="labyrinth@1"):
        RULES.check(state)


def pending_states() -> dict[str, State]:
    """A state in each phase in which something is pending."""
    rivals = [("blue", "K9", "R7", (0, 0))]
    made = {
        "trophy": explored("R1")[0],
        "place_location": explored("L01")[0],
        "steambot": explored("BS1")[0],
        "dragon": explored("DRAGON")[0],
        "thief": explored("THIEF", rivals=rivals)[0],
        "market": explored("MARKET", rivals=rivals)[0],
        "duel_draw": duel("R1", "R2", team={"K1": "P1"})[0],
        "duel_cage": duel("C1", "BS1")[0],
        "defend": duel("R1", "BL1")[0],
    }
    assert all(state["phase"] == phase for phase, state in made.items())
    return made


@pytest.mark.parametrize("phase", pending_states())
def test_what_is_pending_must_fit_the_phase(phase: str) -> None:
    states = pending_states()
    state = states[phase]
    RULES.check(state)
    for other in states:
        if other == phase:
            continue
        wrong = deepcopy(state)
        wrong["phase"] = other
        with pytest.raises(BrokenRuleError):
            RULES.check(wrong)


@pytest.mark.parametrize("phase", ["duel_draw", "duel_cage", "defend"])
def test_a_duel_needs_its_rival_on_the_cell(phase: str) -> None:
    state = pending_states()[phase]
    for colour in (None, "green"):
        wrong = deepcopy(state)
        wrong["resolving"]["rival"] = colour
        with pytest.raises(BrokenRuleError):
            RULES.check(wrong)
    state["rivals"][0]["cell"] = [0, 0]
    with pytest.raises(BrokenRuleError):
        RULES.check(state)


@pytest.mark.parametrize("phase", ["steambot", "thief", "market"])
def test_exploring_has_no_rival(phase: str) -> None:
    state = pending_states()[phase]
    state["resolving"]["rival"] = "blue"

    with pytest.raises(BrokenRuleError):
        RULES.check(state)


@pytest.mark.parametrize(
    ("key", "value"), [("outcome", "won"), ("ended_by", "deck_empty"), ("moves", 1), ("knights", 2), ("turns", 3)]
)
def test_a_result_must_be_what_the_table_says(key: str, value: Any) -> None:
    state = finished()
    RULES.check(state)
    state["result"][key] = value

    with pytest.raises(BrokenRuleError, match="result"):
        RULES.check(state)


def test_the_chest_lies_on_the_table_only_at_the_end() -> None:
    state = a_state(table=SEVEN[:3])
    state["labyrinth"].append({"card": "CHEST", "cell": [0, 3], "rotation": 180})

    with pytest.raises(BrokenRuleError, match="Chest"):
        RULES.check(state)


def swap_cards(state: State, one: tuple[Any, Any], other: tuple[Any, Any]) -> None:
    """Two cards change places; each is given by the part of the state it lies in, and where there."""
    (here, at), (there, to) = one, other
    here[at], there[to] = there[to], here[at]


def from_deck(state: State, card: str) -> tuple[Any, Any]:
    """Where the card lies in the deck."""
    return state["deck"], state["deck"].index(card)


def redraw(state: State, whose: str, card: str) -> None:
    """The side has drawn another card of the deck; the one it had lies there instead."""
    was = state["resolving"][whose]
    opened = state["resolving"]["open"]
    state["deck"][state["deck"].index(card)] = was
    opened[opened.index(was)] = card
    state["resolving"][whose] = card


def undraw(state: State, whose: str) -> None:
    """The side has drawn no card; the one it had lies in the discard."""
    state["resolving"]["open"].remove(state["resolving"][whose])
    to_discard(state, state["resolving"], whose)


def to_discard(state: State, part: Any, at: Any) -> None:
    """A Trophy leaves its place for the discard."""
    state["discard"].append(part[at])
    part[at] = None


def lay_and_explore(card: str) -> State:
    """A state in which the player has moved east, away from a rival, and drawn the card."""
    state = a_state(table=[EAST_ROOM], rivals=[("blue", "K9", None, (0, 0))], top=[card])
    play(state, "move", x=1, y=0)
    return state


def explore_last(card: str) -> State:
    """A state in which the player has moved east, away from a rival, and drawn the last card of the deck."""
    state = a_state(table=[EAST_ROOM], rivals=[("blue", "K9", None, (0, 0))], top=[card], whole_deck=True)
    play(state, "move", x=1, y=0)
    return state


def two_rivals_met() -> State:
    """A state in which the player has to choose between two rivals."""
    state = a_state(table=[EAST_ROOM], rivals=[("blue", "K9", None, (1, 0)), ("green", "K8", None, (1, 0))])
    play(state, "move", x=1, y=0)
    return state


def changed_draw() -> State:
    """A state in which the lone Knight's Paper has turned a draw of Rocks."""
    state, _ = duel("R1", "R2", team={"K1": "P1"})
    play(state, "change_duel", character="K1")
    return state


ARMED = [("blue", "K9", "R7", (0, 0))]

UNREACHABLE: dict[str, tuple[Callable[[], State], Change]] = {
    "the Market without a rival's Trophy": (
        lambda: explored("MARKET", rivals=ARMED)[0],
        lambda state: to_discard(state, state["rivals"][0], "trophy"),
    ),
    "the Market without a Trophy in the team": (
        lambda: explored("MARKET", rivals=ARMED)[0],
        lambda state: to_discard(state, state["team"][0], "trophy"),
    ),
    "the Thief without rivals": (
        lambda: explored("THIEF", rivals=ARMED)[0],
        lambda state: (state["discard"].extend(["K9", "R7"]), state["rivals"].clear()),
    ),
    "the Thief without a free slot": (
        lambda: explored("THIEF", rivals=ARMED)[0],
        lambda state: (state["deck"].remove("P1"), state["team"][1].update(trophy="P1")),
    ),
    "a draw that cannot be changed": (
        lambda: duel("R1", "R2", team={"K1": "P1"})[0],
        lambda state: to_discard(state, state["team"][0], "trophy"),
    ),
    "a draw of different kinds": (
        lambda: duel("R1", "R2", team={"K1": "P1"})[0],
        lambda state: redraw(state, "card", "S2"),
    ),
    "a team larger than its size": (
        lambda: a_state(team={"K1": "S1", "K2": None, "K3": None}),
        lambda state: state["options"].update(team_size=2),
    ),
    "the Mage before a Knight": (
        lambda: a_state(team={"K1": "S1", "K2": None, "MAGE": None}),
        lambda state: state["team"].reverse(),
    ),
    "a fourth Knight from the deck": (
        lambda: a_state(rivals=ARMED),
        lambda state: swap_cards(state, (state["discard"], 0), from_deck(state, "C1")),
    ),
    "a discard that does not begin with Knights": (
        lambda: explored("C1")[0],
        lambda state: state["discard"].reverse(),
    ),
    "a Location laid before its neighbour": (
        lambda: a_state(table=SEVEN[:2]),
        lambda state: state["labyrinth"].append(state["labyrinth"].pop(1)),
    ),
    "exploring where a rival was met": (
        lambda: lay_and_explore("R1"),
        lambda state: state["rivals"][0].update(cell=[1, 0]),
    ),
    "a Duel without a move": (
        lambda: duel("C1", "BS1")[0],
        lambda state: (
            state["deck"].append(state["labyrinth"].pop()["card"]),
            state.update(cell=[0, 0], laid_count=0),
            state["rivals"][0].update(cell=[0, 0]),
        ),
    ),
    "one rival to choose from": (
        two_rivals_met,
        lambda state: state["rivals"][0].update(cell=[0, 0]),
    ),
    "Paper after the Dragon": (
        lambda: explored("DRAGON")[0],
        lambda state: (state["deck"].remove("P1"), state["team"][1].update(trophy="P1")),
    ),
    "a rival's Paper after the Dragon": (
        lambda: explored("DRAGON", rivals=[("blue", "K9", None, (0, 0))])[0],
        lambda state: (state["deck"].remove("P1"), state["rivals"][0].update(trophy="P1")),
    ),
    "the Dragon beside a Location": (
        lambda: duel("DRAGON", "C1")[0],
        lambda state: redraw(state, "rival_card", "L01"),
    ),
    "a rival without a card while the deck has one": (
        lambda: duel("DRAGON", "C1")[0],
        lambda state: undraw(state, "rival_card"),
    ),
    "the player's own colour fought": (
        lambda: duel("DRAGON", "C1")[0],
        lambda state: state["resolving"].update(rival="red"),
    ),
    "two Trophies explored at once": (
        lambda: explored("R1")[0],
        lambda state: (state["deck"].remove("P1"), state["resolving"]["open"].append("P1")),
    ),
    "a Duel won by the weaker Trophy": (
        lambda: duel("R1", "S2")[0],
        lambda state: state["resolving"]["open"].reverse(),
    ),
    "an attack that the drawn Trophy stops": (
        lambda: duel("P1", "BS1")[0],
        lambda state: redraw(state, "card", "R1"),
    ),
    "an attack without a card of one's own": (
        lambda: duel("P1", "BS1")[0],
        lambda state: undraw(state, "card"),
    ),
    "a lost game in which the Chest fits": (
        lambda: a_state(table=[EAST_ROOM], whole_deck=True),
        lambda state: state.update(
            phase="over",
            result={
                "outcome": "lost",
                "ended_by": "deck_empty",
                "chest_placed": False,
                "moves": None,
                "place": None,
                "knights": 2,
                "mage": False,
                "trophies": 1,
                "turns": 1,
            },
        ),
    ),
    "a Duel's card while exploring": (
        lambda: explored("R1")[0],
        lambda state: (
            state["discard"].append(state["deck"].pop()),
            state["resolving"].update(rival_card=state["discard"][-1]),
        ),
    ),
    "no card drawn": (
        lambda: explored("BS1")[0],
        lambda state: (state["discard"].append("BS1"), state.update(resolving=resolving(None))),
    ),
    "a card drawn that is still in the deck": (
        lambda: duel("C1", "BS1")[0],
        lambda state: state["resolving"].update(card=state["deck"][0]),
    ),
    "a card drawn for both sides": (
        lambda: duel("C1", "BS1")[0],
        lambda state: state["resolving"].update(card="BS1"),
    ),
    "a card of the team drawn": (
        lambda: duel("L12", "L08")[0],
        lambda state: state["resolving"].update(card="K1"),
    ),
    "the rival's card before the player's": (
        lambda: duel("L12", "L08")[0],
        lambda state: state["resolving"]["open"].reverse(),
    ),
    "a card open that nobody has drawn": (
        lambda: explored("R1")[0],
        lambda state: swap_cards(state, (state["resolving"]["open"], 0), from_deck(state, "R2")),
    ),
    "a Steambot in a Duel that has gone": (
        lambda: duel("C1", "BS1")[0],
        lambda state: (state["resolving"]["open"].remove("C1"), state["discard"].append("C1")),
    ),
    "the rival's Location laid before the player's": (
        lambda: duel("L12", "L08")[0],
        lambda state: (
            state["resolving"]["open"].remove("L08"),
            state["labyrinth"].append({"card": "L08", "cell": [0, 1], "rotation": 0}),
            state.update(laid_count=2),
        ),
    ),
    "the player's Location passed over": (
        lambda: duel("L12", "L08")[0],
        lambda state: (state["resolving"]["open"].remove("L08"), state["discard"].append("L08")),
    ),
    "something resolved while a rival is chosen": (
        two_rivals_met,
        lambda state: state.update(resolving=resolving(None)),
    ),
    "a draw changed with no Trophy played": (
        changed_draw,
        lambda state: (state["deck"].remove("P2"), state["team"][0].update(trophy="P2")),
    ),
    "two rivals met without a move": (
        two_rivals_met,
        lambda state: (
            state["deck"].append(state["labyrinth"].pop()["card"]),
            state.update(cell=[0, 0], laid_count=0),
            [rival.update(cell=[0, 0]) for rival in state["rivals"]],
        ),
    ),
    "a Steambot explored in a Duel": (
        lambda: explore_last("BS1"),
        lambda state: (state["rivals"][0].update(cell=[1, 0]), state["resolving"].update(rival="blue")),
    ),
    "the Dragon drawn by the rival alone": (
        lambda: duel("R1", "DRAGON")[0],
        lambda state: undraw(state, "card"),
    ),
    "the setup with a card revealed": (
        lambda: started()[0].state,
        lambda state: state["resolving"].update(card="S1"),
    ),
    "the setup with a card drawn": (
        lambda: started()[0].state,
        lambda state: state["discard"].append(state["deck"].pop()),
    ),
    "the setup with another Trophy": (
        lambda: started()[0].state,
        lambda state: swap_cards(state, (state["resolving"]["open"], 0), from_deck(state, "R1")),
    ),
}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_a_state_that_no_play_can_reach_is_refused(name: str) -> None:
    make, change = UNREACHABLE[name]
    state = make()
    if state["deck"] or state["phase"] != "choose_move":
        RULES.check(state)
    change(state)

    with pytest.raises(BrokenRuleError) as refused:
        RULES.check(state)
    assert "has the keys" not in str(refused.value), "the state has its shape; what is wrong is what it says"


def slots(state: State) -> list[tuple[Any, Any]]:
    """Every place in which a card lies that could change places with another."""
    opened = (state["resolving"] or {"open": []})["open"]
    zones = [
        (state["deck"], 6),
        *((some, len(some)) for some in (state["discard"], opened)),
    ]
    found: list[tuple[Any, Any]] = [(zone, at) for zone, count in zones for at in range(min(count, len(zone)))]
    found += [(holder, "trophy") for holder in (*state["team"], *state["rivals"])]
    return found


def shaken(state: State, chance: Tape) -> State:
    """The state with one small change: two cards swapped, another phase, another cell, or a turn more."""
    other = deepcopy(state)
    what = chance.choose(["cards", "cards", "cards", "phase", "cell", "turn", "rival"], "what")
    if what == "cards":
        places = slots(other)
        swap_cards(other, chance.choose(places, "one"), chance.choose(places, "other"))
    elif what == "phase":
        other["phase"] = chance.choose(PHASES, "phase")
    elif what == "cell":
        other["cell"] = list(chance.choose(other["labyrinth"], "cell")["cell"])
    elif what == "turn":
        other["turn"] += 1
    elif other["rivals"]:
        chance.choose(other["rivals"], "rival")["cell"] = list(chance.choose(other["labyrinth"], "cell")["cell"])
    return other


def test_a_state_near_a_game_is_refused_or_can_be_played_to_its_end() -> None:
    chance = Tape(b"shaken")
    passed = refused = 0

    def finish(state: State) -> None:
        while state["phase"] != "over":
            RULES.play(state, 0, chance.choose(RULES.legal(state, 0), "action"), tape=Tape(b"never read"))
            RULES.check(state)

    def on_step(table: Table, step: Step) -> None:
        nonlocal passed, refused
        RULES.check(table.state)
        state = shaken(table.state, chance)
        try:
            RULES.check(state)
        except BrokenRuleError:
            refused += 1
            return
        passed += 1
        if passed % 4 == 0:
            finish(state)

    for number in range(60):
        play_through(
            RULES, {"team_size": number % 6 + 1}, bots=[random_bot], seed=seed_of(f"shaken/{number}"), on_step=on_step
        )
    assert passed > 400
    assert refused > 400
