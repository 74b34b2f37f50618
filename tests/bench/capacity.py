"""
The load that a machine carries: the arithmetic of docs/capacity.md, and a simulation of its queues.

    make capacity
    .venv/bin/python -m tests.bench.capacity --cores 16 --action-us 1650 --commit-ms 1.2

An action passes two queues. The first is for the processors of the web processes, all alike. The second is for the
log: its positions are given in order, so one transaction at a time is committed, and takes along all actions that wait
for it, up to a bound. The arithmetic says where each queue is full; the simulation plays out arrivals by chance and
says how long an action waits before that.
"""

from __future__ import annotations

import argparse
import heapq
import random
from collections import deque
from dataclasses import dataclass
from typing import Final

from delvebook.service.store.committer import BATCH_MAX

LOADS: Final = (0.25, 0.5, 0.7, 0.8, 0.9, 0.95)
SHARE_MAX: Final = 0.8
"""The share of a queue's capacity to plan with. Above it, waits grow fast."""


@dataclass(frozen=True, slots=True)
class Machine:
    """
    The machine, and the costs of an action.

    Attributes:
        cores: Processors for the web processes.
        action_us: Processor time of the web processes for an action and its share of other requests, in microseconds.
        commit_ms: The time of a transaction that stores one action, its flush included, in milliseconds.
        row_us: The additional time for each further action, in microseconds.
        batch_max: The most actions in one transaction.
        writers: Web processes. Each gathers transactions of its own; the log takes one after the other.
    """

    cores: int = 16
    action_us: float = 1650.0
    commit_ms: float = 1.2
    row_us: float = 35.0
    batch_max: int = BATCH_MAX
    writers: int = 16

    @property
    def of_processors(self) -> float:
        """Actions a second at which the processors are full."""
        return self.cores * 1e6 / self.action_us

    @property
    def of_log(self) -> float:
        """Actions a second at which the log is full: every transaction is as large as it may be."""
        return self.batch_max / (self.commit_ms / 1e3 + (self.batch_max - 1) * self.row_us / 1e6)

    @property
    def of_log_alone(self) -> float:
        """Actions a second that the log takes if each is a transaction of its own."""
        return 1e3 / self.commit_ms

    @property
    def capacity(self) -> float:
        """Actions a second to plan with."""
        return SHARE_MAX * min(self.of_processors, self.of_log)


@dataclass(frozen=True, slots=True)
class Waits:
    """
    The result of a simulation.

    Attributes:
        mean: The time from arrival to durable, on average, in milliseconds.
        p50: The time that half of the actions did not exceed, in milliseconds.
        p99: The same for 99 of 100.
        batch: Actions in a transaction, on average.
        processors_busy: The share of the time in which a processor works.
        log_busy: The share of the time in which the log is being written.
    """

    mean: float
    p50: float
    p99: float
    batch: float
    processors_busy: float
    log_busy: float


def simulate(machine: Machine, *, rate: float, actions: int = 20_000, seed: int = 1) -> Waits:
    """
    Simulates this many random arrivals of actions, `rate` a second on average.

    The work of an action varies between half and one and a half times its mean. The first tenth of the actions warms up
    and is not counted.
    """
    chance = random.Random(seed)
    arrivals, judged = _judge(machine, chance, rate, actions)
    durable, batches, log_spent = _commit(machine, judged)
    counted = range(actions // 10, actions)
    waits = sorted((durable[number] - arrivals[number]) * 1e3 for number in counted)
    span = max(durable) - arrivals[0]
    return Waits(
        mean=sum(waits) / len(waits),
        p50=waits[len(waits) // 2],
        p99=waits[int(len(waits) * 0.99)],
        batch=actions / batches,
        processors_busy=actions * machine.action_us / 1e6 / machine.cores / span,
        log_busy=log_spent / span,
    )


def _judge(machine: Machine, chance: random.Random, rate: float, actions: int) -> tuple[list[float], list[float]]:
    """Returns when each action arrives, and when the processors are done with it: many servers, one queue."""
    free = [0.0] * machine.cores
    now, arrivals, judged = 0.0, [], []
    for _ in range(actions):
        now += chance.expovariate(rate)
        begun = max(now, heapq.heappop(free))
        done = begun + machine.action_us / 1e6 * chance.uniform(0.5, 1.5)
        heapq.heappush(free, done)
        arrivals.append(now)
        judged.append(done)
    return arrivals, judged


def _commit(machine: Machine, judged: list[float]) -> tuple[list[float], int, float]:
    """
    Returns when each action is durable, the number of transactions, and the time for which the log was written.

    The process whose first action has waited longest writes next, and writes all its actions.
    """
    waiting = [deque[int]() for _ in range(machine.writers)]
    order = sorted(range(len(judged)), key=judged.__getitem__)
    durable, now, arrived, batches, spent = [0.0] * len(judged), 0.0, 0, 0, 0.0
    while arrived < len(order) or any(waiting):
        if not any(waiting):
            now = max(now, judged[order[arrived]])
        while arrived < len(order) and judged[order[arrived]] <= now:
            waiting[order[arrived] % machine.writers].append(order[arrived])
            arrived += 1
        mine = min((queue for queue in waiting if queue), key=lambda queue: judged[queue[0]])
        batch = [mine.popleft() for _ in range(min(len(mine), machine.batch_max))]
        took = machine.commit_ms / 1e3 + (len(batch) - 1) * machine.row_us / 1e6
        now, spent, batches = now + took, spent + took, batches + 1
        for number in batch:
            durable[number] = now
    return durable, batches, spent


def main() -> None:
    """Prints the arithmetic, and the waits at some loads."""
    usual = Machine()
    parser = argparse.ArgumentParser(prog="make capacity", description=__doc__)
    parser.add_argument("--cores", type=int, default=usual.cores, help="processors for the web processes")
    parser.add_argument("--writers", type=int, default=0, help="web processes; one for each core if 0")
    parser.add_argument("--action-us", type=float, default=usual.action_us, help="processor time of an action")
    parser.add_argument("--commit-ms", type=float, default=usual.commit_ms, help="a transaction with one action")
    parser.add_argument("--row-us", type=float, default=usual.row_us, help="each further action in it")
    asked = parser.parse_args()
    machine = Machine(
        cores=asked.cores,
        action_us=asked.action_us,
        commit_ms=asked.commit_ms,
        row_us=asked.row_us,
        writers=asked.writers or asked.cores,
    )
    print(f"processors are full at      {machine.of_processors:10,.0f} actions/s")
    print(f"the log is full at          {machine.of_log:10,.0f} actions/s ({machine.batch_max} in a transaction)")
    print(f"without group commit at     {machine.of_log_alone:10,.0f} actions/s")
    print(f"to plan with ({SHARE_MAX:.0%})          {machine.capacity:10,.0f} actions/s")
    print("load   actions/s   p50 ms   p99 ms   actions in a transaction   processors   log")
    for load in LOADS:
        rate = load * min(machine.of_processors, machine.of_log)
        found = simulate(machine, rate=rate)
        print(
            f"{load:4.0%} {rate:11,.0f} {found.p50:8.1f} {found.p99:8.1f} {found.batch:26.1f} "
            f"{found.processors_busy:12.0%} {found.log_busy:5.0%}"
        )


if __name__ == "__main__":
    main()
