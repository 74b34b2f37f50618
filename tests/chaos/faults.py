"""The faults of a run and their times, drawn from a seed before anything starts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, NamedTuple

SECONDS_BETWEEN: Final = 0.9
"""The mean time between two faults."""
KINDS: Final = {"kill": 66, "stop": 12, "cut": 9, "slow": 7, "fill": 6}
FILLS_OF_A_DISK: Final = 30
"""The weight of `fill` where there is a disk that can be filled."""
TARGETS: Final[Mapping[str, Mapping[str, int]]] = {
    "kill": {
        "web worker": 44,
        "web": 4,
        "follower": 18,
        "bot worker": 18,
        "redis": 8,
        "all": 2,
        "run": 1,
        "backend": 12,
        "postgres": 8,
    },
    "stop": {
        "web worker": 10,
        "web": 2,
        "follower": 6,
        "bot worker": 4,
        "redis": 6,
        "run": 2,
        "backend": 5,
        "postgres": 3,
    },
    "cut": {"clients": 10, "store": 8},
    "slow": {"clients": 10, "store": 8},
    "fill": {"web": 10, "follower": 5, "postgres": 2},
}
"""The weighted targets of each kind of fault. Those in a PostgreSQL are left out if there is none."""
OF_POSTGRES: Final = ("backend", "postgres", "store")
LASTING: Final = {"stop": (0.2, 3.0), "slow": (0.5, 3.0), "fill": (0.3, 2.0)}
"""The shortest and the longest duration of a fault of this kind, in seconds."""


class Fault(NamedTuple):
    """
    One fault.

    Attributes:
        at: Its time, in seconds after the beginning.
        kind: `kill` (SIGKILL), `stop` (SIGSTOP, then SIGCONT), `cut` (every connection is reset), `slow` (every byte
            arrives late), `fill` (no file can grow).
        target: The process or line that it hits; `run` is the supervisor, and `all` are its children together.
        seconds: Its duration; 0 if it is over at once.
        lot: A number that selects one of several targets, such as a web worker.
    """

    at: float
    kind: str
    target: str
    seconds: float
    lot: int


def plan(seed: str, seconds: float, *, has_postgres: bool, has_disk: bool = False) -> list[Fault]:
    """Returns the faults of a run, in order. The same arguments give the same faults."""
    chance = random.Random(f"{seed}/faults")
    faults: list[Fault] = []
    kinds = KINDS | ({"fill": FILLS_OF_A_DISK} if has_disk else {})
    at = 0.0
    while (at := at + chance.expovariate(1 / SECONDS_BETWEEN)) < seconds:
        kind = _drawn(chance, kinds)
        targets = {name: weight for name, weight in TARGETS[kind].items() if has_postgres or name not in OF_POSTGRES}
        target = _drawn(chance, targets)
        lasts = round(chance.uniform(*LASTING[kind]), 2) if kind in LASTING else 0.0
        faults.append(Fault(round(at, 2), kind, target, lasts, chance.randrange(1000)))
    return faults


def _drawn(chance: random.Random, weights: Mapping[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]
