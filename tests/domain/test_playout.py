"""Whole games without storage or people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from delvebook.domain.bots import Action, View, random_bot
from delvebook.domain.errors import BrokenRuleError, IllegalActionError, InvalidOptionsError, InvalidSeatsError
from delvebook.domain.playout import Step, next_choice, play_through, seed_of, steps, turn_chance
from delvebook.domain.table import Table
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import seat_viewer
from tests.titles.bids import Bids
from tests.titles.bids.bots.greedy import greedy_bot
from tests.titles.scripted import GAME, Scripted, State, body_bytes


def nothing_happens(*unused: Any) -> None:
    """A deed without facts."""


class Endless(Scripted):
    """Never over."""

    def __init__(self) -> None:
        super().__init__()
        self.deeds = [nothing_happens] * 100


def test_a_seed_can_be_named_by_a_text() -> None:
    assert seed_of("simulate/42") == seed_of("simulate/42") != seed_of("simulate/43")
    assert len(seed_of("")) == 32


def test_a_game_is_played_to_its_end_and_every_event_is_shown() -> None:
    seen: list[Step] = []
    table = play_through(
        Bids(), {}, bots=[random_bot] * 3, seed=seed_of("x"), on_step=lambda table, step: seen.append(step)
    )

    assert table.outcome is not None
    assert [step.n for step in seen] == list(range(1, len(seen) + 1))
    assert (seen[0].seat, seen[0].action) == (None, None)
    assert all(step.body.data["seat"] == step.seat for step in seen[1:])


def test_the_same_seed_plays_the_same_game_and_another_another() -> None:
    def played(seed: str) -> list[bytes]:
        seen: list[bytes] = []
        bots = [random_bot, greedy_bot]
        play_through(
            Bids(), {}, bots=bots, seed=seed_of(seed), on_step=lambda table, step: seen.append(body_bytes(step.body))
        )
        return seen

    assert played("x") == played("x") != played("y")


def test_bots_choose_by_a_chance_of_their_own() -> None:
    """Another bot's draws must not move the game's tape: the deck and the lots stay those of the seed."""
    decks = {
        tuple(play_through(Bids(), {}, bots=[bot] * 2, seed=seed_of("x")).state["deck"])
        for bot in (random_bot, greedy_bot)
    }
    table = Table(Bids(), seed=seed_of("x"), game=GAME, nonces=["", ""])

    assert len(decks) == 1
    assert turn_chance(table.seed).key != table.tape.key


def test_a_bot_is_given_its_seat_s_view_and_its_legal_actions() -> None:
    given: list[tuple[View, Sequence[Action]]] = []

    def watching(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        given.append((view, legal))
        return legal[-1]

    table = Table(Bids(), seed=seed_of("x"), game=GAME, nonces=["", ""])
    table.start(table.ruleset.parse_options({}, seats=2), n=1)
    table.take_action(0, {"type": "bid", "card": 2}, n=2)
    seat, action = next_choice(table, bots=[watching] * 2, chance=turn_chance(table.seed))

    assert (seat, action) == (1, {"type": "bid", "card": 6})
    assert given == [(table.ruleset.view(table.state, seat_viewer(1)), table.legal(1))]
    assert given[0][0]["bids"] == [None, None]


def test_where_several_seats_owe_each_of_them_may_be_first() -> None:
    firsts = set()
    for k in range(30):
        table = Table(Bids(), seed=seed_of(f"first/{k}"), game=GAME, nonces=["", "", ""])
        game = steps(table, table.ruleset.parse_options({}, seats=3), bots=[random_bot] * 3)
        next(game)
        firsts.add(next(game).seat)

    assert firsts == {0, 1, 2}


def test_options_and_seats_are_judged_before_anything_is_played() -> None:
    with pytest.raises(InvalidOptionsError):
        play_through(Bids(), {"rounds": 4}, bots=[random_bot] * 2, seed=seed_of("x"))
    with pytest.raises(InvalidSeatsError):
        play_through(Bids(), {}, bots=[random_bot], seed=seed_of("x"))


def test_an_illegal_choice_of_a_bot_is_refused_like_anybody_s() -> None:
    def cheat(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        return {"type": "bid", "card": 6}

    with pytest.raises(IllegalActionError):
        play_through(Bids(), {}, bots=[cheat] * 2, seed=seed_of("x"))


def test_a_game_that_does_not_end_in_time_is_a_defect_of_its_title() -> None:
    ruleset = Endless()
    seen: list[int] = []
    with pytest.raises(BrokenRuleError, match="scripted@1 did not end within 10 actions"):
        play_through(
            ruleset, {}, bots=[random_bot] * 2, seed=seed_of("x"), on_step=lambda table, step: seen.append(step.n)
        )

    assert seen == list(range(1, 12))


def test_a_dead_end_is_a_defect_of_its_title() -> None:
    def nobody_owes(state: State, *unused: Any) -> None:
        state["owes"] = []

    ruleset = Scripted()
    ruleset.deeds = [nobody_owes]
    with pytest.raises(BrokenRuleError, match="the game is not over, but no seat owes a decision"):
        play_through(ruleset, {}, bots=[random_bot] * 2, seed=seed_of("x"))


def test_a_seat_that_owes_and_has_no_legal_action_is_a_defect_of_its_title() -> None:
    class Stuck(Endless):
        def legal(self, state: State, seat: int) -> list[Action]:
            return []

    with pytest.raises(BrokenRuleError, match="owes a decision and has no legal action"):
        play_through(Stuck(), {}, bots=[random_bot] * 2, seed=seed_of("x"))
