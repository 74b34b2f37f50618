"""
Titles as PettingZoo environments.

`env("dungeon-raiders@1", seats=3)` is an AEC environment, `parallel_env(…)` one in which all who owe a decision choose
at once. Agents are `seat_0`, `seat_1`, …; an observation is `{"observation": int32 vector, "action_mask": int8 vector}`
(docs/research.md). Rewards come at the end (`Match.utilities`, from -1 to 1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.rulesets import registry
from delvebook.research.actions import WAIT
from delvebook.research.codecs import codec_of
from delvebook.research.drawing import ansi, svg
from delvebook.research.match import Match
from delvebook.service.base.extras import needing

with needing("research"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

Observation = dict[str, NDArray[object]]
RENDER_MODES = ("human", "ansi", "svg")
SEEDS = 2**31


def env(title: str, **settings: object) -> AECEnv[str, Observation, int]:
    """Returns a guarded `raw_env`: an illegal action ends the game, and calls out of order are errors."""
    made = raw_env(title, **settings)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(made, illegal_reward=-1))


def raw_env(title: str, **settings: Any) -> DungeonEnv:
    """Returns the environment of a ruleset."""
    return DungeonEnv(title, **settings)


def parallel_env(title: str, **settings: Any) -> ParallelDungeonEnv:
    """Returns the environment in which all seats that owe a decision act in the same step."""
    return ParallelDungeonEnv(title, **settings)


class _Dungeon:
    """
    The common part of both kinds of environment.

    Args:
        title: A ruleset: `dungeon-raiders@1`.
        seats: The number of agents; None for the fewest.
        options: As for a game of the service.
        render_mode: `human` prints the table after every step; with `ansi` or `svg`, `render` returns a text.
        moves_max: The number of actions after which the game is cut short; None for the title's own maximum.
    """

    metadata: dict[str, object]

    def __init__(
        self,
        title: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        moves_max: int | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.render_mode = render_mode
        self.title = title
        self._options = dict(options or {})
        ruleset = registry.get_ruleset(title)
        self._seats = ruleset.seats_min if seats is None else seats
        ruleset.parse_options(self._options, seats=self._seats)
        self._moves_max = ruleset.actions_max if moves_max is None else moves_max
        name = f"{ruleset.id.replace('-', '_')}_v{ruleset.version}"
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 1}
        codec = codec_of(ruleset)
        self._count = codec.actions.count
        self.possible_agents = [f"seat_{seat}" for seat in range(self._seats)]
        self.agents: list[str] = []
        low = np.array([slot.low for slot in codec.observations.slots], dtype=np.int32)
        high = np.array([slot.high for slot in codec.observations.slots], dtype=np.int32)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (self._count,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._count) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.match: Match

    def observation_space(self, agent: str) -> spaces.Space[object]:
        """Returns the space of an agent's observations, which is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        """Returns the space of an agent's actions, which is the same for all."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Returns the table as spectators see it, as a text or an SVG picture; for `human`, prints the text."""
        if self.render_mode == "human":
            print(ansi(self.match))  # noqa: T201  what this mode is for
        if self.render_mode in (None, "human"):
            return None
        return (ansi if self.render_mode == "ansi" else svg)(self.match)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Does nothing: no window is open."""

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        chosen = int(self._random.integers(SEEDS))
        self.match = Match(self.title, seats=self._seats, options=self._options, seed=chosen)
        self._show()

    def _observe(self, seat: int, *, may_wait: bool) -> Observation:
        mask = np.zeros(self._count, dtype=np.int8)
        legal = list(self.match.legal(seat))
        mask[legal] = 1
        mask[WAIT] = int(may_wait and not legal)
        vector = self.match.codec.observations.encode(self.match.view(seat))
        return {"observation": np.array(vector, dtype=np.int32), "action_mask": mask}

    def _utilities(self) -> dict[str, float]:
        return {f"seat_{seat}": worth / 1000 for seat, worth in enumerate(self.match.utilities())}


class DungeonEnv(_Dungeon, AECEnv[str, Observation, int]):
    """A title as an AEC environment. If several seats owe a decision, the lowest is asked first."""

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begins a new game. Without a seed, it takes the next game of the last seed."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"seat_{self.match.owing[0]}"

    def observe(self, agent: str) -> Observation:
        """Returns the view of the agent's seat, and its legal actions."""
        return self._observe(int(agent.removeprefix("seat_")), may_wait=False)

    def step(self, action: int | None) -> None:
        """Carries out the selected agent's action; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.match.play(int(agent.removeprefix("seat_")), int(action if action is not None else -1))
        if self.match.outcome is not None:
            self.rewards = self._utilities()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.match.moves >= self._moves_max:
            self.truncations = dict.fromkeys(self.agents, True)
        owing = self.match.owing
        self.agent_selection = f"seat_{owing[0]}" if owing else self.agents[0]
        self._accumulate_rewards()
        self._deads_step_first()
        self._show()


class ParallelDungeonEnv(_Dungeon, ParallelEnv[str, Observation, int]):
    """
    A title as a parallel environment.

    In each step every agent gives an action: those that owe a decision one of their legal ones, the others `WAIT` (0).
    Choices are carried out in the order of seats. Where an earlier one closes a later one's decision or makes its
    choice illegal, the later one is asked again in the next step.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, object]]]:
        """Begins a new game. Without a seed, it takes the next game of the last seed."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, object]]
    ]:
        """
        Carries out all agents' actions.

        Raises:
            ValueError: An agent that owes a decision gave no legal action.
        """
        owing = self.match.owing
        for seat in owing:
            number = int(actions[f"seat_{seat}"])
            if number not in self.match.legal(seat):
                raise ValueError(f"seat {seat} has no legal action {number}; it has {sorted(self.match.legal(seat))}")
        for seat in owing:
            number = int(actions[f"seat_{seat}"])
            if number in self.match.legal(seat):
                self.match.play(seat, number)
        is_over = self.match.outcome is not None
        is_long = not is_over and self.match.moves >= self._moves_max
        self._show()
        observations, rewards = self._observations(), self._utilities()
        agents = self.agents
        if is_over or is_long:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_long),
            {agent: {} for agent in agents},
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(seat, may_wait=True) for seat, agent in enumerate(self.possible_agents)}
