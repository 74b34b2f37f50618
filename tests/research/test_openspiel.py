"""Every title under OpenSpiel's own tests, its search and its learning, and what they do not look at."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.observation import make_observation

from delvebook.domain.errors import DelvebookError
from delvebook.domain.rulesets import registry
from delvebook.domain.viewers import ARBITER
from delvebook.research.openspiel_games import DungeonState, short_name

pytestmark = pytest.mark.filterwarnings("ignore")


def game_of(title: str, **parameters: object) -> pyspiel.Game:
    ruleset = registry.get_ruleset(title)
    return pyspiel.load_game(
        short_name(ruleset), {"options": json.dumps(dict(ruleset.brief_options)), "worlds": 50, **parameters}
    )


def dealt(game: pyspiel.Game, world: int) -> DungeonState:
    state = game.new_initial_state()
    state.apply_action(world)
    return state


def test_openspiel_simulates_it_at_random_and_finds_nothing_wrong(title: str) -> None:
    pyspiel.random_sim_test(game_of(title), num_sims=1, serialize=False, verbose=False)


def test_a_state_comes_back_from_its_history(title: str) -> None:
    game = game_of(title)
    state = dealt(game, 7)
    chance = random.Random(1)
    for _ in range(12):
        state.apply_action(chance.choice(state.legal_actions()))
    again = game.deserialize_state(state.serialize())
    player = state.current_player()
    assert again.information_state_string(player) == state.information_state_string(player)
    assert again.legal_actions() == state.legal_actions()


def test_the_observer_tells_what_the_seat_sees_and_no_more(title: str) -> None:
    """Two worlds that a seat cannot tell apart give it the same strings and tensors."""
    game = game_of(title)
    state = dealt(game, 3)
    chance = random.Random(2)
    for _ in range(20):
        if state.is_terminal():
            break
        player = state.current_player()
        twin = state.resampled(player, chance.random)
        for recall in (False, True):
            kind = pyspiel.IIGObservationType(perfect_recall=recall)
            mine, other = make_observation(game, kind), make_observation(game, kind)
            mine.set_from(state, player)
            other.set_from(twin, player)
            assert np.array_equal(mine.tensor, other.tensor)
            assert mine.string_from(state, player) == other.string_from(twin, player)
        assert twin.legal_actions() == state.legal_actions()
        state.apply_action(chance.choice(state.legal_actions()))


def test_what_is_dealt_again_differs_where_something_is_hidden() -> None:
    """The dark rooms of Dungeon Raiders are not what they were, at least once in ten deals."""
    state = dealt(game_of("dungeon-raiders", players=3), 3)
    twins = [state.resampled(0, random.Random(k).random) for k in range(10)]
    assert any(twin.match.see(ARBITER) != state.match.see(ARBITER) for twin in twins)


def test_a_clone_is_played_apart(title: str) -> None:
    state = dealt(game_of(title), 5)
    before = state.information_state_string(state.current_player())
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert state.information_state_string(state.current_player()) == before
    assert str(twin) != str(state)


def test_search_over_information_sets_plays_it(title: str) -> None:
    state = dealt(game_of(title), 11)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=1.4,
        max_simulations=3,
        evaluator=Shallow(),
        random_state=np.random.RandomState(1),
    )
    chance = random.Random(1)
    bot.set_resampler(lambda state, player: state.resampled(player, chance.random))
    for _ in range(2):
        if state.is_terminal():
            break
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


class Shallow(mcts.RandomRolloutEvaluator):
    """Judges every moment as even; a test of the search needs no good play."""

    def __init__(self) -> None:
        super().__init__(n_rollouts=1)

    def evaluate(self, state: pyspiel.State) -> list[float]:
        return [0.0] * state.num_players()


def test_outcome_sampling_learns_on_a_small_game() -> None:
    """Ten worlds of the two-seat dice game's training ground; the policy covers what was met."""
    game = game_of("dice-and-danger", players=1, worlds=3)
    solver = OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    policy = solver.average_policy()
    state = dealt(game, 1)
    probabilities = policy.action_probabilities(state)
    assert set(probabilities) <= set(state.legal_actions())
    assert abs(sum(probabilities.values()) - 1) < 1e-6


def test_utilities_are_those_of_the_end(title: str) -> None:
    game = game_of(title)
    for world in range(2):
        state = dealt(game, world)
        chance = random.Random(world)
        while not state.is_terminal():
            assert not any(state.returns())
            state.apply_action(chance.choice(state.legal_actions()))
        assert state.match.outcome is not None
        assert all(-1 <= worth <= 1 for worth in state.returns())
        assert state.returns() == [worth / 1000 for worth in state.match.utilities()]


def test_parameters_that_cannot_be_are_refused() -> None:
    with pytest.raises((DelvebookError, ValueError, RuntimeError), match="is played with"):
        game_of("labyrinth", players=3)
    with pytest.raises((DelvebookError, ValueError, RuntimeError), match="not options of"):
        game_of("dungeon-raiders", options='{"level": 9}')
    with pytest.raises((DelvebookError, ValueError, RuntimeError), match="worlds is at least 1"):
        game_of("dungeon-raiders", worlds=0)


def test_a_program_that_has_used_the_games_ends_cleanly() -> None:
    program = "from delvebook.research import openspiel_games; import pyspiel; pyspiel.load_game('delvebook_labyrinth')"
    subprocess.run([sys.executable, "-c", program], check=True)
