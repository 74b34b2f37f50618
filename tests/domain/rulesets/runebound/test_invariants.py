"""Impossible states are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.runebound.invariants import broken_invariants
from delvebook.domain.rulesets.runebound.state import new_combat
from delvebook.domain.tape import Tape
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, rich_states


def set_up(seats: int = 3) -> tuple[dict[str, Any], Facts]:
    return RULESET.setup(RULESET.parse_options({}, seats=seats), seats=seats, tape=Tape(b"hidden"))


@pytest.mark.parametrize(
    "harm",
    [
        lambda state: state["decks"]["green"]["cards"].pop(),
        lambda state: state["decks"]["green"]["cards"].append("R01"),
        lambda state: state["heroes"][0]["artifacts"].append("M01"),
        lambda state: state["heroes"][0].update(gold=-1),
        lambda state: state["heroes"][0].update(wounds=40),
        lambda state: state["heroes"][0].update(fatigue=40),
        lambda state: state["bank"].update(green=1),
        lambda state: state["counters"]["red"].reverse(),
        lambda state: state["agenda"].clear(),
        lambda state: state["agenda"].append({"do": "draw", "colour": "green"}),
        lambda state: state["agenda"].append({"do": "choose_discard", "seat": 0}),
        lambda state: state["heroes"][0].update(runes=["R01", "R02", "R03"]),
        lambda state: state["undealt"].pop(),
        lambda state: state["heroes"][0].update(down=["M01"]),
        lambda state: state["decks"]["red"].update(top=30),
        lambda state: state["track"].pop(),
    ],
)
def test_a_state_that_can_not_be_is_found_out(harm: Any) -> None:
    state, _ = set_up()
    harm(state)

    with pytest.raises(BrokenRuleError):
        RULESET.check(state)


def active_hero(state: dict[str, Any]) -> dict[str, Any]:
    return state["heroes"][state["active"]]


HARMS: dict[str, tuple[Callable[[dict[str, Any]], object], Callable[[dict[str, Any]], object]]] = {
    "a turn too many": (lambda _: True, lambda s: s.update(turn=s["turn"] + 1)),
    "the next seat's turn": (lambda s: len(s["heroes"]) > 1, lambda s: s.update(active=(s["active"] + 1) % 3)),
    "another phase": (lambda s: s["phase"] != "market", lambda s: s.update(phase="market")),
    "a phase left out": (lambda s: len(s["agenda"]) > 2, lambda s: s["agenda"].pop(0)),
    "a phase twice": (lambda _: True, lambda s: s["agenda"].insert(0, {"do": "turn_end"})),
    "a trade before the market": (lambda s: s["phase"] == "movement", lambda s: s["traded"].append("M01")),
    "a mark before any combat": (
        lambda s: s["phase"] == "movement",
        lambda s: s["used_before_combat"].append("0/hero/0"),
    ),
    "an adventure on another hex": (lambda s: s["facing"], lambda s: s["facing"].update(hex="g7")),
    "an adventure of another colour": (
        lambda s: s["facing"],
        lambda s: s["facing"].update(colour="red" if s["facing"]["colour"] != "red" else "blue"),
    ),
    "a card older than the game": (lambda s: s["facing"], lambda s: s["facing"].update(age=s["drawn"] + 1)),
    "an enemy beaten and standing": (
        lambda s: s["combat"] and s["combat"]["card"],
        lambda s: s["combat"].update(wounds=20),
    ),
    "another enemy": (lambda s: s["combat"] and s["combat"]["card"], lambda s: s["combat"].update(card="G12")),
    "a number thrown against a card": (
        lambda s: s["combat"] and s["combat"]["card"],
        lambda s: s["combat"].update(number=9),
    ),
    "a hampered seat against a card": (
        lambda s: s["combat"] and s["combat"]["card"],
        lambda s: s["combat"]["hampered"].update({"0": {"mind": 1}}),
    ),
    "four attacks in a round": (lambda s: s["combat"], lambda s: s["combat"].update(attacked=["hero"] * 4)),
    "a combat after its last round": (lambda s: s["combat"], lambda s: s["combat"].update(round=31)),
    "a combat before the adventure phase": (
        lambda s: s["phase"] == "movement",
        lambda s: s.update(combat=new_combat("G02", [s["active"]])),
    ),
    "a duel with oneself": (
        lambda s: s["combat"] and s["combat"]["card"] is None,
        lambda s: s["combat"].update(seats=[s["active"]] * 2),
    ),
    "the wrong fighter": (
        lambda s: s["combat"] and s["combat"]["card"] is None,
        lambda s: s["combat"].update(fighter=sum(s["combat"]["seats"]) - s["combat"]["fighter"]),
    ),
    "a challenge of another colour on the track": (
        lambda s: any(s["track"]),
        lambda s: next(entry for entry in s["track"] if entry).update(hex="zz"),
    ),
    "an old card of the track": (
        lambda s: any(s["track"]),
        lambda s: next(entry for entry in s["track"] if entry).update(age=s["drawn"] + 1),
    ),
    "a hero raised where it can't be": (
        lambda _: True,
        lambda s: (s["options"].update(raise_life_stamina=False), active_hero(s)["raises"].update(life=1)),
    ),
    "a hero that never set out": (lambda _: True, lambda s: active_hero(s).update(hex=None)),
    "the end without a result": (lambda _: True, lambda s: s.update(phase="finished")),
}
"""By name, to which states it can be done, and what is done."""


@pytest.mark.parametrize("name", HARMS)
def test_a_reachable_state_changed_a_little_is_found_out(name: str, near: list[dict[str, Any]]) -> None:
    fits, harm = HARMS[name]
    fitting = [copy_state(state) for state in near if fits(state)]
    assert fitting
    for state in fitting[:25]:
        RULESET.check(state)
        harm(state)
        with pytest.raises(BrokenRuleError):
            RULESET.check(state)


@pytest.fixture(scope="module")
def near() -> list[dict[str, Any]]:
    """States of games with abilities, fights against cards and between heroes."""
    return [state for seed in range(3) for state in rich_states(3, seed=f"near/{seed}", steps=250)]


def test_every_state_of_a_game_holds_every_invariant(near: list[dict[str, Any]]) -> None:
    for state in near:
        assert list(broken_invariants(CONTENT, state)) == []
