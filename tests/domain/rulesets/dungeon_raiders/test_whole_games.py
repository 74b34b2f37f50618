"""Whole games, from the setup to the end."""

from __future__ import annotations

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import RAIDERS, TORCH, act


def test_no_public_fact_of_a_game_names_a_card_that_lies_face_down() -> None:
    """Checks every fact about cards against what was face up when it was told."""

    def look(table: Table, step: Step) -> None:
        if table.outcome is not None:
            return
        for fact in step.body.data["facts"]:
            if fact["type"] == "cards_committed":
                assert set(fact) == {"type", "clauses", "seat", "card_count"}
            if fact["type"] == "torch_lit":
                assert set(fact) == {"type", "clauses", "seat", "dark_count"}
            if fact["type"] == "level_prepared":
                lit = table.state["lit"][fact["level"] - 1]
                assert [card == "dark" for card in fact["cards"]] == [not is_lit for is_lit in lit]

    table = play_through(RAIDERS, {}, bots=[random_bot] * 5, seed=seed_of("public"), on_step=look)
    assert table.outcome is not None


def test_whole_tactical_games_never_hide_an_action() -> None:
    concealed = []
    play_through(
        RAIDERS,
        {"mode": "tactical"},
        bots=[RAIDERS.bot("random")] * 3,
        seed=seed_of("tactical/open"),
        on_step=lambda _, step: concealed.append("play" in str(step.body.data.get("action")) and len(step.body.sealed)),
    )

    assert not any(concealed)


@pytest.mark.clause("DR-030", "DR-169")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("mode", ["standard", "tactical"])
def test_every_invariant_holds_in_games_in_which_torches_are_lit_out_of_turn(mode: str, seats: int) -> None:
    """In the states themselves, and in worlds dealt for what a seat sees of them."""
    lit = 0
    for number in range(6):
        tape = Tape(seed_of(f"torches/{mode}/{seats}/{number}"))
        chance = Tape(seed_of(f"torches/{mode}/{seats}/{number}/bots"))
        state, _ = RAIDERS.setup(RAIDERS.parse_options({"mode": mode}, seats=seats), seats=seats, tape=tape)
        while state["result"] is None:
            bearers = [one for one in range(seats) if TORCH in RAIDERS.legal(state, one)]
            is_lit = bool(bearers) and chance.below(3, "whether a torch is lit") == 0
            asked = chance.choose(bearers if is_lit else RAIDERS.to_act(state), "a seat")
            act(state, asked, TORCH if is_lit else chance.choose(RAIDERS.legal(state, asked), "an action"))
            lit += is_lit
            world = RAIDERS.determinize(RAIDERS.view(state, seat_viewer(asked)), chance=chance)
            RAIDERS.check(world)
    assert lit
