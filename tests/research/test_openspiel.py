"""Every title under OpenSpiel's own tests, its search and its learning, and what they do not look at."""

from __future__ import annotations

import copy
import hashlib
import io
import json
import pickle
import random
import subprocess
import sys
import unittest
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.observation import make_observation

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError
from delvebook.domain.rulesets import registry
from delvebook.domain.viewers import ARBITER, SPECTATOR
from delvebook.research.openspiel_games import DungeonState, short_name
from tests.contract.tables import option_sets

pytestmark = pytest.mark.filterwarnings("ignore")

STATES: Final = 8
SHORT: Final = {
    "runebound@1": {"options": '{"round_limit":1}'},
    "the-descent@1": {"players": 1},
    "dice-and-danger@1": {"players": 1},
}


def game_of(title: str, **parameters: object) -> pyspiel.Game:
    ruleset = registry.get_ruleset(title)
    return pyspiel.load_game(
        short_name(ruleset), {"options": json.dumps(dict(ruleset.brief_options)), "worlds": 50, **parameters}
    )


def short_name_of(title: str) -> str:
    return short_name(registry.get_ruleset(title))


def dealt(game: pyspiel.Game, world: int) -> DungeonState:
    state = game.new_initial_state()
    state.apply_action(world)
    return state


def random_states(title: str, *, seed: int, every: int, **parameters: object) -> Iterator[DungeonState]:
    """Yields states of a random game, as it goes on: every so many actions one, `STATES` at most."""
    state, chance = dealt(game_of(title, **parameters), seed), random.Random(seed)
    for move in range(STATES * every):
        if state.is_terminal():
            return
        if move % every == 0:
            yield state
        state.apply_action(chance.choice(state.legal_actions()))


def is_same(one: DungeonState, other: DungeonState) -> bool:
    """Whether no player could tell the states apart, now or by what it remembers, nor could somebody who sees all."""
    return (
        one.match.see(ARBITER) == other.match.see(ARBITER)
        and one.match.owing == other.match.owing
        and all(
            one.information_state_string(player) == other.information_state_string(player)
            for player in range(one.num_players())
        )
    )


def test_openspiel_simulates_it_at_random_and_finds_nothing_wrong(title: str) -> None:
    """It saves every state on the way, and loads it again."""
    pyspiel.random_sim_test(game_of(title), num_sims=1, serialize=True, verbose=False)


# -- saving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "given"),
    [(key, options) for key, ruleset in registry.all_rulesets().items() for options in option_sets(ruleset)],
)
def test_a_game_with_any_options_is_saved_and_loaded(title: str, given: dict[str, object]) -> None:
    """By its string, by OpenSpiel's own serialisation, by pickle, and as a copy; so is a state of it."""
    ruleset = registry.get_ruleset(title)
    options = {**ruleset.brief_options, **given}
    players = [seats for seats in range(ruleset.seats_min, ruleset.seats_max + 1) if allows(title, options, seats)]
    game = game_of(title, players=players[-1], options=json.dumps(options))
    state = dealt(game, 7)
    chance = random.Random(1)
    for _ in range(3):
        state.apply_action(chance.choice(state.legal_actions()))

    saved = pyspiel.serialize_game_and_state(game, state)
    loaded = [
        (pyspiel.load_game(str(game)), None),
        (pickled(game), pickled(state)),
        (copy.deepcopy(game), copy.deepcopy(state)),
        pyspiel.deserialize_game_and_state(saved),
        (pyspiel.deserialize_game(game.serialize()), game.deserialize_state(state.serialize())),
    ]
    for same_game, same_state in loaded:
        assert str(same_game) == str(game)
        assert same_game.get_parameters() == game.get_parameters()
        assert same_game.terms == game.terms
        assert {**same_game.terms.options} == options
        if same_state is not None:
            assert is_same(same_state, state)
            assert same_state.history() == state.history()
            assert same_state.legal_actions() == state.legal_actions()
            for action in state.legal_actions()[:1]:
                assert is_same(same_state.child(action), state.child(action)), "later chance is the same, too"


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  our own


def allows(title: str, options: dict[str, object], seats: int) -> bool:
    try:
        registry.get_ruleset(title).parse_options(options, seats=seats)
    except DelvebookError:
        return False
    return True


def test_options_are_written_with_semicolons_and_read_with_commas_as_well() -> None:
    by_json = game_of("dungeon-raiders", options='{"mode": "tactical", "difficulty": "introductory"}')
    name = 'delvebook_dungeon_raiders(options={"mode":"tactical";"difficulty":"introductory"},players=2,worlds=50)'
    assert str(by_json) == str(pyspiel.load_game(name))
    assert by_json.terms.options == {"mode": "tactical", "difficulty": "introductory"}
    for wrong in ("tactical", '["tactical"]', "{'mode': 'tactical'}"):
        with pytest.raises((ValueError, RuntimeError), match="options are a JSON object such as"):
            game_of("dungeon-raiders", options=wrong)


# -- information, and deals of what a player does not know ----------------------------------------


def test_a_state_that_is_dealt_again_is_the_same_to_the_player_it_is_dealt_for(title: str) -> None:
    """For every seat, whether it is asked or not, and in every tensor."""
    players = min(4, registry.get_ruleset(title).seats_max)
    chance = random.Random(2)
    for state in random_states(title, seed=3, every=17, players=players):
        game = state.get_game()
        for player in range(players):
            twin = state.resample_from_infostate(player, chance.random)
            for recall in (False, True):
                kind = pyspiel.IIGObservationType(perfect_recall=recall)
                mine, other = make_observation(game, kind), make_observation(game, kind)
                mine.set_from(state, player)
                other.set_from(twin, player)
                assert np.array_equal(mine.tensor, other.tensor)
                assert mine.string_from(state, player) == other.string_from(twin, player)
            assert twin.match.legal(player) == state.match.legal(player)
            assert twin.current_player() == state.current_player()


def test_the_others_know_what_they_see_in_the_new_world_and_nothing_of_the_old(title: str) -> None:
    """Their information is a function of the new world, and so are the moves that follow."""
    players = min(4, registry.get_ruleset(title).seats_max)
    chance = random.Random(5)
    for state in random_states(title, seed=4, every=29, players=players):
        for player in range(players):
            twin = state.resample_from_infostate(player, chance.random)
            for other in set(range(players)) - {player}:
                view = jcs(twin.match.view(other)).decode()
                past = hashlib.sha256(jcs([None, twin.match.view(other)])).hexdigest()
                assert twin.information_state_string(other) == f"seat {other} {past} {view}"
            # Who knows the same and is dealt the same, is at the same table: the player cannot tell these two apart.
            number = chance.randrange(10**6) * players + player + state.terms.redeal
            assert is_same(state.child(number), twin.child(number))


def test_the_history_of_what_is_dealt_again_can_be_replayed(title: str) -> None:
    """From the initial state, to its end, and over a second deal."""
    players = min(3, registry.get_ruleset(title).seats_max)
    chance = random.Random(6)
    for state in random_states(title, seed=6, every=31, players=players):
        twin = state.resample_from_infostate(chance.randrange(players), chance.random)
        for _ in range(3):
            if not twin.is_terminal():
                twin.apply_action(chance.choice(twin.legal_actions()))
        twin = twin.resample_from_infostate(chance.randrange(players), chance.random)
        again = state.get_game().new_initial_state()
        for action in twin.history():
            again.apply_action(action)
        assert is_same(again, twin)
        assert again.history() == twin.history() != state.history()
        assert str(again) == str(twin)
        assert is_same(pickled(twin), twin)


def test_what_is_dealt_again_differs_where_something_is_hidden() -> None:
    """The dark rooms of Dungeon Raiders are not what they were, at least once in ten deals."""
    state = dealt(game_of("dungeon-raiders", players=3), 3)
    twins = [state.resample_from_infostate(0, random.Random(k).random) for k in range(10)]
    assert any(twin.match.see(ARBITER) != state.match.see(ARBITER) for twin in twins)


def test_an_observer_of_what_is_public_tells_what_spectators_see(title: str) -> None:
    """The same of every seat, and of every deal of what somebody does not know."""
    players = min(3, registry.get_ruleset(title).seats_max)
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE)
    for state in random_states(title, seed=8, every=23, players=players):
        observer = make_observation(state.get_game(), kind)
        told = set()
        for player in range(players):
            observer.set_from(state, player)
            told.add((observer.string_from(state, player), observer.tensor.tobytes()))
        assert len(told) == 1
        assert observer.tensor[0] == 0, "something was cut"
        assert json.loads(next(iter(told))[0].removeprefix("spectator ")) == state.match.see(SPECTATOR)


def test_an_observer_of_what_is_private_tells_what_spectators_do_not_see() -> None:
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    game = game_of("dungeon-raiders", players=3)
    state = dealt(game, 3)
    observer = make_observation(game, kind)
    assert observer.tensor is None
    assert observer.string_from(state, 1).startswith("seat 1 {")
    seen = json.loads(observer.string_from(state, 1).removeprefix("seat 1 "))
    assert set(seen) == {"you", "seats"}


def test_there_is_no_observer_of_what_nobody_may_see() -> None:
    game = game_of("dungeon-raiders")
    for private, is_public in (
        (pyspiel.PrivateInfoType.ALL_PLAYERS, True),
        (pyspiel.PrivateInfoType.ALL_PLAYERS, False),
        (pyspiel.PrivateInfoType.NONE, False),
    ):
        kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=is_public, private_info=private)
        assert make_observation(game, kind) is None


# -- OpenSpiel's own suites, and its algorithms ---------------------------------------------------


def test_openspiels_own_checks_of_the_interface_pass(title: str) -> None:
    """Those for a part of the tree: `EnforceAPIOnPartialTreeBase` of `integration_tests/api_test.py`."""
    game = game_of(title)
    theirs = type(
        "OnPartialTree", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": short_name_of(title)}
    )
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(theirs)
    done = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
    assert done.testsRun >= 5
    assert [text for _, text in (*done.failures, *done.errors)] == []


def test_a_playthrough_of_openspiel_is_the_same_again(title: str) -> None:
    """It plays a short game, writes down everything that the interface tells, and compares."""
    game = str(game_of(title, **SHORT.get(title, {})))
    first, second = (generate_playthrough.playthrough_lines(game, seed=1) for _ in range(2))
    assert first == second
    assert f'GameType.short_name = "{short_name_of(title)}"' in first
    assert "IsTerminal() = True" in first
    for said in ("InformationStateString(0)", "PublicObservationString()", "PrivateObservationString(0)"):
        assert any(line.startswith(said) for line in first)


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
