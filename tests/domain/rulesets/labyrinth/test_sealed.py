"""The deck: sealed card by card, and opened as it is drawn."""

from __future__ import annotations

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.rulesets.labyrinth.bots.greedy import greedy_bot
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from tests.domain.rulesets.labyrinth.tables import RULES, before_duel, play, started, words


def test_the_deck_is_sealed_card_by_card_for_the_arbiter_alone() -> None:
    table, body = started()

    assert [envelope.content for envelope in body.sealed] == [
        {"zone": "deck", "at": at, "item": card} for at, card in enumerate(table.state["deck"])
    ]
    assert {envelope.audience for envelope in body.sealed} == {("arbiter",)}
    assert len(body.sealed) == 49


def test_what_is_left_of_the_deck_stays_in_its_envelopes() -> None:
    state, facts = RULES.setup({"team_size": 1, "colour": "red"}, seats=1, tape=Tape(b"sealed"))
    sealed = list(facts.seals)
    assert RULES.face_down(state) == sealed
    assert [(one.key, one.content["at"]) for one in sealed] == [(f"deck/{at}", at) for at in range(49)]

    play(state, "stay")

    assert RULES.face_down(state) == sealed[1:]


@pytest.mark.parametrize("size", [1, 2, 6])
def test_the_setup_tells_no_card_of_the_deck(size: int) -> None:
    table, body = started(size=size)

    assert not words(body.data) & set(table.state["deck"])


def test_exactly_the_drawn_cards_are_opened_in_the_event_that_draws_them() -> None:
    for number in range(8):
        opened: list[str] = []
        deck: list[str] = []

        def on_step(table: Table, step: Step, opened: list[str] = opened, deck: list[str] = deck) -> None:
            if step.n == 1:
                deck += table.state["deck"]
            opened += [opening["content"]["item"] for opening in step.body.opens]
            assert [*opened, *table.state["deck"]] == deck, "opened in the order of the shuffle, none ahead of time"
            assert step.body.sealed == [] or step.n == 1

        bot = RULES.bot("random" if number % 2 else "greedy")
        play_through(RULES, {"team_size": 3}, bots=[bot], seed=seed_of(f"opened/{number}"), on_step=on_step)


def test_no_event_before_the_end_names_a_card_still_in_the_deck() -> None:
    def on_step(table: Table, step: Step) -> None:
        assert not words(step.body.data) & set(table.state["deck"])
        assert not words(step.body.opens) & set(table.state["deck"])
        assert "draws" not in step.body.data or step.n == 1

    for number in range(8):
        play_through(RULES, {}, bots=[greedy_bot], seed=seed_of(f"named/{number}"), on_step=on_step)


def test_both_duel_cards_are_opened_in_one_event_with_no_decision_between() -> None:
    state = before_duel("R1", "BL1", team={"K1": None})
    facts: Facts = play(state, "move", x=1, y=0)

    assert len(facts.opened) == 2
    assert state["phase"] == "defend"
