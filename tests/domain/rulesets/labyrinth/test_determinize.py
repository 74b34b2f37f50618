"""Whole states made from a view."""

from __future__ import annotations

from delvebook.domain.canonical import jcs, parse
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR
from tests.domain.rulesets.labyrinth.tables import CLOSED, RULES, SEAT, a_state, duel, explored, play


def test_a_world_made_from_a_view_is_sound_and_looks_and_plays_the_same() -> None:
    """Holds at every event of games of every size, for seat and spectator."""
    for size in (1, 2, 3, 6):

        def on_step(table: Table, step: Step) -> None:
            for viewer in (SEAT, SPECTATOR):
                view = RULES.view(table.state, viewer)
                world = RULES.determinize(parse(jcs(view)), chance=Tape(b"%d" % step.n))
                RULES.check(world)
                assert jcs(RULES.view(world, viewer)) == jcs(view)
                assert RULES.legal(world, 0) == RULES.legal(table.state, 0)
                assert sorted(world["deck"]) == sorted(table.state["deck"])

        play_through(
            RULES, {"team_size": size}, bots=[RULES.bot("random")], seed=seed_of(f"worlds/{size}"), on_step=on_step
        )


def test_worlds_made_from_a_view_differ_in_the_order_of_the_deck() -> None:
    state, _ = explored("R1")
    view = RULES.view(state, SEAT)

    worlds = [RULES.determinize(view, chance=Tape(b"%d" % number)) for number in range(20)]

    assert len({tuple(world["deck"]) for world in worlds}) == 20
    assert len({world["deck"][0] for world in worlds}) > 5


def test_an_arbiters_view_gives_the_state_itself() -> None:
    state, _ = duel("R1", "BL1", rival_trophy="P2")

    assert RULES.determinize(RULES.view(state, ARBITER), chance=Tape(b"")) == state


def test_the_last_cards_of_an_empty_deck_need_no_guess() -> None:
    state = a_state(table=CLOSED, top=["C1"], whole_deck=True)
    play(state, "move", x=1, y=0)

    assert RULES.determinize(RULES.view(state, SEAT), chance=Tape(b"")) == state
    assert len(CONTENT.types) == 64
