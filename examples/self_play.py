"""
Learns to play by playing against itself, with nothing but the PettingZoo environment.

Each round plays games with the present policy, keeps what the winners chose, and fits a small network to it
(the cross-entropy method). It takes minutes on one core. Then the policy plays against players who choose at random.

    make research                                     # installs what it needs
    .venv/bin/python examples/self_play.py            # --rounds 12 --games 150 --seed 1
"""

from __future__ import annotations

import argparse
import warnings

try:
    import numpy as np
    from sklearn.neural_network import MLPClassifier
except ModuleNotFoundError as missing:
    raise SystemExit(f"this needs {missing.name}: pip install 'delvebook[research]', or `make research`") from None

from delvebook.research import pettingzoo_env

TITLE = "dungeon-raiders"
SEATS = 3


class Policy:
    """A network that estimates how likely a winner is to choose each action."""

    def __init__(self, env: pettingzoo_env.DungeonEnv, seed: int) -> None:
        env.reset(seed=0)
        box = env.observation_space("seat_0")["observation"]
        self._scale = np.log1p(np.minimum(box.high, 1000).astype(np.float32))
        self._actions = env.action_space("seat_0").n
        self._network = MLPClassifier((96,), random_state=seed, learning_rate_init=0.003)
        self._is_fitted = False

    def features(self, vector: np.ndarray) -> np.ndarray:
        return np.log1p(np.clip(vector, 0, 1000)) / np.maximum(self._scale, 1)

    def choose(self, observation: dict[str, np.ndarray], chance: np.random.Generator, *, best: bool) -> int:
        legal = np.flatnonzero(observation["action_mask"])
        if not self._is_fitted:
            return int(chance.choice(legal))
        weights = self._network.predict_proba([self.features(observation["observation"])])[0][legal] + 1e-4
        if best:
            return int(legal[np.argmax(weights)])
        return int(chance.choice(legal, p=weights / weights.sum()))

    def learn(self, seen: list[np.ndarray], chosen: list[int]) -> None:
        for _ in range(4):
            self._network.partial_fit(np.array(seen), np.array(chosen), classes=np.arange(self._actions))
        self._is_fitted = True


def play(env: pettingzoo_env.DungeonEnv, seed: int, players: list, chance: np.random.Generator) -> tuple[dict, list]:
    """Plays one game, in which `players[seat]` chooses. Returns the rewards and the decisions."""
    env.reset(seed=seed)
    decisions = []  # seat, observation, action
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        seat = int(env.agent_selection.removeprefix("seat_"))
        observation = env.observe(env.agent_selection)
        action = players[seat](observation, chance)
        decisions.append((seat, observation["observation"], action))
        env.step(action)
    return dict(env.rewards), decisions


def at_random(observation: dict[str, np.ndarray], chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(observation["action_mask"])))


def train(rounds: int, games: int, seed: int) -> Policy:
    env = pettingzoo_env.raw_env(TITLE, seats=SEATS)
    policy = Policy(env, seed)
    chance = np.random.default_rng(seed)
    for number in range(1, rounds + 1):
        seen, chosen = [], []
        for _ in range(games):
            players = [lambda seen, chance: policy.choose(seen, chance, best=False)] * SEATS
            rewards, decisions = play(env, int(chance.integers(2**31)), players, chance)
            for seat, vector, action in decisions:
                if rewards[f"seat_{seat}"] == 1:
                    seen.append(policy.features(vector))
                    chosen.append(action)
        if seen:
            policy.learn(seen, chosen)
        print(f"round {number} of {rounds}: learned from {len(seen)} choices of winners", flush=True)
    return policy


def against_random(policy: Policy, games: int, seed: int) -> float:
    """The mean reward of one learned seat among random ones. It takes every seat in turn. Chance would give 0."""
    env = pettingzoo_env.raw_env(TITLE, seats=SEATS)
    chance = np.random.default_rng(seed)
    total = 0.0
    for game in range(games):
        players = [at_random] * SEATS
        players[game % SEATS] = lambda seen, chance: policy.choose(seen, chance, best=True)
        rewards, _ = play(env, 1_000_000 + seed * 10_000 + game, players, chance)
        total += rewards[f"seat_{game % SEATS}"]
    return total / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    policy = train(asked.rounds, asked.games, asked.seed)
    mean = against_random(policy, asked.trials, asked.seed)
    print(f"one learned seat among {SEATS - 1} random ones, {asked.trials} games: mean reward {mean:+.2f} of -1 to 1")


if __name__ == "__main__":
    main()
