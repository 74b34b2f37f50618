"""Whole games, from the setup to the end."""

from __future__ import annotations

from delvebook.domain.bots import random_bot
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.table import Table
from tests.domain.rulesets.dungeon_raiders.tables import RAIDERS


def test_no_public_fact_of_a_game_names_a_card_that_lies_face_down() -> None:
    """The type of every fact with a card in it, against what was face up when it was told."""

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
                assert [card == "dark" for card in fact["rooms"]] == [not is_lit for is_lit in lit]

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
