"""Every title under PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from delvebook.domain.errors import DelvebookError
from delvebook.domain.rulesets import registry
from delvebook.research import pettingzoo_env
from delvebook.research.actions import WAIT
from delvebook.research.codecs import codec_of

OPTIONS = {key: dict(ruleset.brief_options) for key, ruleset in registry.all_rulesets().items()}


def seats_of(title: str) -> int:
    ruleset = registry.get_ruleset(title)
    return min(3, ruleset.seats_max)


@pytest.fixture(autouse=True)
def _their_warnings() -> None:
    """The libraries warn about habits of their own, such as large observations."""
    warnings.simplefilter("ignore")


@pytest.fixture(params=["fewest", "most"])
def seats(request: pytest.FixtureRequest, title: str) -> int:
    ruleset = registry.get_ruleset(title)
    return ruleset.seats_min if request.param == "fewest" else ruleset.seats_max


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_nothing_wrong_with_the_environment(title: str, seats: int) -> None:
    api_test(pettingzoo_env.env(title, seats=seats, options=OPTIONS[title]), num_cycles=120)
    api_test(pettingzoo_env.raw_env(title, seats=seats), num_cycles=40)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_nothing_wrong_with_the_parallel_environment(title: str, seats: int) -> None:
    parallel_api_test(pettingzoo_env.parallel_env(title, seats=seats, options=OPTIONS[title]), num_cycles=120)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_nothing_wrong_with_the_rendering(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: pettingzoo_env.env(title, options=OPTIONS[title], render_mode=render_mode),
        custom_tests={"svg": lambda picture: picture.startswith("<svg"), "ansi": bool},
    )
    assert capsys.readouterr().out.strip()


@pytest.mark.filterwarnings("ignore")
def test_the_same_seed_gives_the_same_game(title: str) -> None:
    seed_test(lambda: pettingzoo_env.env(title, seats=seats_of(title), options=OPTIONS[title]), num_cycles=60)


class Obedient(spaces.Discrete):  # type: ignore[misc]
    """The actions of an agent; samples are legal ones, because PettingZoo's test of seeds in parallel has no masks."""

    def __init__(self, env: pettingzoo_env.ParallelDungeonEnv, seat: int) -> None:
        super().__init__(env.action_spaces[f"seat_{seat}"].n)
        self._legal = lambda: sorted(env.match.legal(seat)) or [WAIT]

    def sample(self, mask: object = None, probability: object = None) -> Any:
        return self.np_random.choice(self._legal())


def obedient(title: str) -> pettingzoo_env.ParallelDungeonEnv:
    made = pettingzoo_env.parallel_env(title, seats=seats_of(title), options=OPTIONS[title])
    made.action_spaces = {f"seat_{seat}": Obedient(made, seat) for seat in range(seats_of(title))}
    return made


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_the_same_parallel_game_for_the_same_seed(title: str) -> None:
    parallel_seed_test(lambda: obedient(title), num_cycles=60)


def test_the_same_seed_gives_the_same_parallel_game_by_masks(title: str) -> None:
    runs = []
    for _ in range(2):
        made = pettingzoo_env.parallel_env(title, seats=seats_of(title), options=OPTIONS[title])
        observations, _ = made.reset(seed=9)
        chance = np.random.default_rng(9)
        run = []
        for _ in range(40):
            moves = {a: int(chance.choice(np.flatnonzero(one["action_mask"]))) for a, one in observations.items()}
            observations, rewards, *_ = made.step(moves)
            run.append((moves, rewards, {a: one["observation"].tobytes() for a, one in observations.items()}))
            if not made.agents:
                break
        runs.append(run)
    assert runs[0] == runs[1]


def played(title: str, seed: int) -> pettingzoo_env.DungeonEnv:
    """A random game to its end; holds every observation to its space, and the mask to the legal list."""
    made = pettingzoo_env.raw_env(title, seats=seats_of(title), options=OPTIONS[title])
    made.reset(seed=seed)
    chance = np.random.default_rng(seed)
    while made.match.outcome is None:
        agent = made.agent_selection
        observation = made.observe(agent)
        assert made.observation_space(agent).contains(observation)
        assert observation["observation"][0] == 0, "something of the view was cut"
        legal = np.flatnonzero(observation["action_mask"])
        seat = int(agent.removeprefix("seat_"))
        assert list(legal) == sorted(made.match.legal(seat))
        assert len(legal) == len(made.match.ruleset.legal(made.match._table.state, seat))
        made.step(int(chance.choice(legal)))
    return made


def test_a_random_game_can_be_played_to_its_end_by_masks_alone(title: str) -> None:
    for seed in range(3):
        made = played(title, seed)
        outcome = made.match.outcome
        assert outcome is not None
        assert all(made.terminations.values())
        for seat in outcome.winners:
            assert made.rewards[f"seat_{seat}"] == max(made.rewards.values())


def test_two_views_that_differ_have_vectors_that_differ(title: str) -> None:
    """In a random game: whatever a seat can tell apart, its vector tells apart, but for texts that are no ids."""
    made = pettingzoo_env.raw_env(title, seats=seats_of(title), options=OPTIONS[title])
    made.reset(seed=5)
    chance = np.random.default_rng(5)
    seen: dict[bytes, str] = {}
    while made.match.outcome is None:
        seat = int(made.agent_selection.removeprefix("seat_"))
        view = json.dumps(made.match.view(seat), sort_keys=True)
        vector = made.observe(made.agent_selection)["observation"].tobytes()
        assert seen.setdefault(vector, view) == view
        made.step(int(chance.choice(list(made.match.legal(seat)))))


def test_what_a_seat_may_not_know_is_not_in_its_vector(title: str) -> None:
    """The vector is made of the seat's view, which is what the leak tests judge; nothing else is asked."""
    made = pettingzoo_env.raw_env(title, seats=seats_of(title), options=OPTIONS[title])
    made.reset(seed=1)
    seat = made.match.owing[0]
    by_view = codec_of(made.match.ruleset).observations.encode(made.match.view(seat))
    assert list(made.observe(f"seat_{seat}")["observation"]) == by_view


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    made = pettingzoo_env.raw_env("dungeon-raiders", seats=3)
    made.reset(seed=1)
    before = made.match.view(0)
    with pytest.raises(ValueError, match="seat 0 has no legal action 0; it has"):
        made.step(WAIT)
    assert made.match.view(0) == before


def test_options_seats_and_modes_that_there_are_not_are_refused() -> None:
    with pytest.raises(DelvebookError, match="is played with"):
        pettingzoo_env.raw_env("labyrinth", seats=4)
    with pytest.raises(DelvebookError, match="not options of Dungeon Raiders"):
        pettingzoo_env.raw_env("dungeon-raiders", options={"level": 3})
    with pytest.raises(ValueError, match="render_mode is one of human, ansi, svg"):
        pettingzoo_env.raw_env("dungeon-raiders", render_mode="rgb_array")
    with pytest.raises(DelvebookError, match="chess"):
        pettingzoo_env.raw_env("chess")


def test_a_game_is_truncated_after_the_moves_that_were_asked_for() -> None:
    made = pettingzoo_env.raw_env("runebound", seats=2, moves_max=10)
    made.reset(seed=3)
    for _ in range(10):
        assert not any(made.truncations.values())
        made.step(next(iter(made.match.legal(int(made.agent_selection.removeprefix("seat_"))))))
    assert all(made.truncations.values())


def test_the_table_is_drawn_as_text_and_as_a_picture_that_fetches_nothing(title: str) -> None:
    texts = {}
    for mode in ("ansi", "svg"):
        made = pettingzoo_env.raw_env(title, render_mode=mode)
        made.reset(seed=2)
        texts[mode] = made.render()
    assert texts["ansi"]
    picture = ElementTree.fromstring(str(texts["svg"]))  # noqa: S314  our own text
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert "url(http" not in str(texts["svg"])


def test_those_who_choose_at_once_choose_in_one_step() -> None:
    made = pettingzoo_env.parallel_env("dungeon-raiders", seats=3)
    observations, _ = made.reset(seed=4)
    assert all(observation["action_mask"][WAIT] == 0 for observation in observations.values())
    moves = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in observations.items()}
    made.step(moves)
    assert made.match.moves == 3


def test_the_encodings_of_released_titles_are_written_down(title: str) -> None:
    """A figure that goes missing would be measured anew, and could differ."""
    figures = json.loads((Path(pettingzoo_env.__file__).parent / "codecs" / f"{title}.json").read_text())
    assert set(figures) == set(registry.get_ruleset(title).action_schemas)
