"""Legality: for every action, the list, the refusals and a second model of the rules agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest

from delvebook.domain.bots import Action, random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import IllegalActionError, MalformedActionError
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.table import Table
from tests.domain.rulesets.labyrinth.tables import (
    EVERY_ACTION,
    RULES,
    SEVEN,
    a_state,
    before_duel,
    duel,
    explored,
    play,
    refused,
)

EXITS: Final = {
    "START": "NESW",
    "L01": "NESW",
    "L02": "NES",
    "L03": "NEW",
    "L04": "NE",
    "L05": "NE",
    "L06": "NW",
    "L07": "NW",
    "L08": "NS",
    "L09": "NS",
    "L10": "EW",
    "L11": "EW",
    "L12": "N",
    "CHEST": "S",
}
FACING: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}
WAYS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
KINDS: Final = {"R": "rock", "P": "paper", "S": "scissors"}
BEATEN_BY: Final = {"BS": ("S", "R"), "BL": ("S",), "BA": ("R",)}
BEATS: Final = {"R": "S", "S": "P", "P": "R"}


class Auditor:
    """The rules of legality for one state, written a second time, straight from the clauses."""

    def __init__(self, state: State) -> None:
        self.state, self.phase = state, state["phase"]
        self.team = {member["character"]: member["trophy"] for member in state["team"]}
        self.rivals = {rival["colour"]: rival for rival in state["rivals"]}
        self.cells = {tuple(laid["cell"]): self.exits(laid["card"], laid["rotation"]) for laid in state["labyrinth"]}
        self.open = (state["resolving"] or {"open": []})["open"]
        self.offered = {KINDS[card[0]] for card in self.open if self.phase == "trophy"}

    @staticmethod
    def exits(card: str, rotation: int) -> str:
        return "".join(FACING[side] for side in EXITS[card]) if rotation else EXITS[card]

    def leads(self, cell: tuple[int, int], exits: str) -> list[tuple[int, int]]:
        """The cells that a card with these exits there is joined to (LB-025)."""
        near = {side: (cell[0] + x, cell[1] + y) for side, (x, y) in WAYS.items()}
        return [near[side] for side in exits if FACING[side] in self.cells.get(near[side], "")]

    def fits(self, card: str, action: Action) -> bool:
        """Clauses: LB-032, LB-033."""
        cell, exits = (action["x"], action["y"]), self.exits(card, action["rotation"])
        is_same_turned = set(self.exits(card, 180)) == set(EXITS[card])
        return cell not in self.cells and not (action["rotation"] and is_same_turned) and bool(self.leads(cell, exits))

    def beats(self, trophy: str | None) -> bool:
        """Clauses: LB-040, LB-041; of two Steambots drawn it is the rival's that attacks."""
        steambot = [card for card in self.open if card[:2] in BEATEN_BY][-1]
        return trophy is not None and trophy[0] in (("P",) if "MAGE" in self.team else BEATEN_BY[steambot[:2]])

    def allows(self, action: Action) -> bool:
        type_, phase = action["type"], self.phase
        is_member, held = action.get("character") in self.team, self.team.get(action.get("character", ""))
        prey = self.rivals.get(action.get("rival", ""), {}).get("trophy")
        here = tuple(self.state["cell"])
        if type_ == "move":
            return phase == "choose_move" and (action["x"], action["y"]) in self.leads(here, self.cells[here])
        if type_ == "choose_rival":
            return phase == type_ and self.rivals.get(action["rival"], {}).get("cell") == self.state["cell"]
        if type_ in ("take_trophy", "swap_trophy"):
            return (
                phase == "trophy" and action["kind"] in self.offered and is_member and (not held) == (type_[0] == "t")
            )
        if type_ == "place_location":
            return phase == type_ and self.fits(next(card for card in self.open if card in EXITS), action)
        if type_ == "place_chest":
            return phase == type_ and self.fits("CHEST", action)
        if type_ == "fight_steambot":
            return phase in ("steambot", "defend") and is_member and self.beats(held)
        if type_ == "lose_character":
            must_fight = phase == "defend" and any(self.beats(trophy) for trophy in self.team.values())
            return phase in ("steambot", "dragon", "defend") and is_member and not must_fight
        if type_ == "change_duel":
            return phase == "duel_draw" and held is not None and BEATS[held[0]] == self.open[0][0]
        return {
            "place_starting_trophy": phase == "setup_trophy" and is_member,
            "stay": phase == "choose_move" and len(self.cells) == 1,
            "leave_trophy": phase == "trophy",
            "steal_trophy": phase == "thief" and is_member and held is None and prey is not None,
            "trade_trophy": phase == "market" and held is not None and prey is not None,
            "decline": phase in ("thief", "market"),
            "accept_draw": phase == "duel_draw",
            "release_steambot": phase == "duel_cage",
            "discard_steambot": phase == "duel_cage",
        }[type_]


def is_accepted(state: State, action: Action) -> bool:
    """Whether the action is accepted. Checks that a refusal names a clause and gives a reason."""
    try:
        RULES.require_legal(state, 0, action)
    except IllegalActionError as error:
        assert error.clause in RULES.clauses
        assert str(error)
        return False
    return True


def agree(state: State) -> None:
    """Checks that list, refusals and auditor agree about every well-formed action."""
    listed = {jcs(action) for action in RULES.legal(state, 0)}
    auditor = Auditor(state)
    assert listed <= {jcs(action) for action in RULES.action_space(state)}
    for action in EVERY_ACTION:
        assert is_accepted(state, action) == (jcs(action) in listed) == auditor.allows(action), (state, action)


@pytest.mark.clause("LB-020", "LB-033", "LB-036", "LB-042", "LB-071")
def test_an_action_is_listed_if_and_only_if_it_is_accepted_and_the_clauses_allow_it() -> None:
    seen: Counter[str] = Counter()

    def on_step(table: Table, step: Step) -> None:
        phase = table.state["phase"]
        if step.n % 4 == 0 or seen[phase] < 3:
            seen[phase] += 1
            agree(table.state)

    for number, size in enumerate([1, 2, 3, 4, 5, 6, 6, 6]):
        play_through(RULES, {"team_size": size}, bots=[random_bot], seed=seed_of(f"judge/{number}"), on_step=on_step)
    assert len(seen) >= 9, seen


ARMED: Final = [("blue", "K9", "R7", (0, 0)), ("green", "K8", None, (0, 0)), ("yellow", "K7", "P7", (0, 0))]
TEAM: Final[dict[str, str | None]] = {"K1": "S1", "K2": None, "K3": "P1", "K4": "R1", "MAGE": None}
RARE: Final[dict[str, Callable[[], State]]] = {
    "the Thief": lambda: explored("THIEF", team=TEAM, rivals=ARMED)[0],
    "the Market": lambda: explored("MARKET", team=TEAM, rivals=ARMED)[0],
    "the Dragon": lambda: explored("DRAGON", team=TEAM, rivals=ARMED)[0],
    "a Steambot and the Mage": lambda: explored("BL1", team=TEAM)[0],
    "a draw": lambda: duel("R2", "R3", team=TEAM)[0],
    "a Steambot caught": lambda: duel("C1", "BS1", team=TEAM)[0],
    "two Steambots": lambda: duel("BS1", "BA1", team={"K1": "S1", "K2": "R1"})[0],
    "two Steambots that nothing beats": lambda: duel("BA1", "BL1", team={"K1": "P1", "K2": "R1"})[0],
    "a Steambot caught by the rival": lambda: duel("BA1", "C1", team={"K1": "S1", "K2": "R1"})[0],
    "a Duel won": lambda: duel("R2", "S2", team=TEAM)[0],
    "two Locations": lambda: duel("L12", "L08", team=TEAM)[0],
}


@pytest.mark.clause("LB-039", "LB-065", "LB-071", "LB-075", "LB-076")
@pytest.mark.parametrize("name", RARE)
def test_the_same_holds_in_what_games_seldom_show(name: str) -> None:
    agree(RARE[name]())


@pytest.mark.clause("LB-023", "LB-112")
def test_the_same_holds_with_rivals_to_choose_from_and_when_the_chest_is_laid() -> None:
    state = before_duel("R1", rivals=[("green", "K8", None, (1, 0)), ("yellow", "K7", None, (0, 0))])
    play(state, "move", x=1, y=0)
    agree(state)

    state = a_state(table=SEVEN, top=["L12"])
    play(state, "move", x=0, y=1)
    play(state, "place_location", x=0, y=3, rotation=0)
    agree(state)


def test_an_action_at_the_wrong_time_is_refused_by_its_own_clause() -> None:
    state = a_state()
    expected = {
        "place_starting_trophy": "LB-003",
        "choose_rival": "LB-023",
        "take_trophy": "LB-036",
        "swap_trophy": "LB-036",
        "leave_trophy": "LB-036",
        "place_location": "LB-030",
        "fight_steambot": "LB-042",
        "lose_character": "LB-042",
        "steal_trophy": "LB-039",
        "trade_trophy": "LB-039",
        "decline": "LB-039",
        "change_duel": "LB-065",
        "accept_draw": "LB-064",
        "release_steambot": "LB-075",
        "discard_steambot": "LB-075",
        "place_chest": "LB-112",
    }
    samples = {action["type"]: action for action in EVERY_ACTION}
    for type_, clause in expected.items():
        parameters = {key: value for key, value in samples[type_].items() if key != "type"}
        error = refused(state, type_, **parameters)
        assert error.clause == clause
        assert str(error) == "You cannot do that now. First you have to move."


@pytest.mark.parametrize(
    "action",
    [
        {"type": "move", "x": 0},
        {"type": "move", "x": 0, "y": "1"},
        {"type": "move", "x": 0, "y": 10},
        {"type": "move", "x": -10, "y": 0},
        {"type": "place_location", "x": 0, "y": 1, "rotation": 90},
        {"type": "place_location", "x": 0, "y": 1},
        {"type": "take_trophy", "kind": "lizard", "character": "K1"},
        {"type": "take_trophy", "kind": "rock", "character": "K10"},
        {"type": "take_trophy", "kind": "rock", "character": "HERO-RED"},
        {"type": "lose_character", "character": "PRINCESS"},
        {"type": "choose_rival", "rival": "pink"},
        {"type": "stay", "x": 0},
    ],
)
@pytest.mark.clause("LB-032", "LB-005")
def test_what_no_card_or_cell_answers_to_is_malformed(action: Action) -> None:
    with pytest.raises(MalformedActionError):
        RULES.parse_action(action)


ONE_OF_EACH: Final = {action["type"]: action for action in EVERY_ACTION}


@pytest.mark.parametrize("type_", ONE_OF_EACH)
def test_an_action_needs_each_of_its_parameters(type_: str) -> None:
    action = ONE_OF_EACH[type_]

    assert RULES.parse_action(action) == action
    for missing in action:
        with pytest.raises(MalformedActionError):
            RULES.parse_action({name: value for name, value in action.items() if name != missing})
