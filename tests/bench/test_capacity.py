"""The simulation behind docs/capacity.md agrees with known results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bench.capacity import LOADS, Machine, simulate

ONE_CORE = Machine(cores=1, action_us=1000, commit_ms=1e-6, row_us=0, batch_max=1, writers=1)
"""A machine on which the log costs nothing."""


@pytest.mark.parametrize("load", [0.3, 0.6, 0.8])
def test_one_processor_makes_actions_wait_as_the_formula_of_pollaczek_and_khinchine_says(load: float) -> None:
    # Work between 0.5 and 1.5 ms, all alike: its mean square is 13/12 ms².
    expected = 1 + load * (13 / 12) / (2 * (1 - load))

    found = simulate(ONE_CORE, rate=load * 1000, actions=400_000)

    assert found.mean == pytest.approx(expected, rel=0.05)
    assert found.processors_busy == pytest.approx(load, rel=0.02)


def test_a_log_that_takes_one_action_at_a_time_is_full_at_the_rate_of_its_commits() -> None:
    alone = Machine(batch_max=1, writers=1)

    below = simulate(alone, rate=0.9 * alone.of_log_alone)
    above = simulate(alone, rate=1.2 * alone.of_log_alone)

    assert below.log_busy == pytest.approx(0.9, rel=0.05)
    assert above.p99 > 20 * below.p99


def test_group_commit_carries_what_single_commits_cannot() -> None:
    machine = Machine()
    rate = 5 * machine.of_log_alone

    found = simulate(machine, rate=rate)

    assert found.batch > 5
    assert found.p99 < 4 * machine.writers * machine.commit_ms


def test_an_action_waits_for_the_transactions_of_the_other_processes() -> None:
    machine = Machine()
    rate = 0.5 * machine.capacity

    many, few = simulate(machine, rate=rate), simulate(replace(machine, writers=2), rate=rate)

    assert many.p50 > 3 * few.p50
    assert many.batch == pytest.approx(few.batch, rel=0.05)


def test_waits_grow_with_the_load_and_faster_near_the_end() -> None:
    machine = Machine()
    full = min(machine.of_processors, machine.of_log)

    waits = [simulate(machine, rate=load * full).p99 for load in LOADS]

    assert waits == sorted(waits)
    assert simulate(machine, rate=1.1 * full).p99 > 2 * waits[-1]


def test_the_same_seed_gives_the_same_waits() -> None:
    assert simulate(Machine(), rate=3000, actions=2000) == simulate(Machine(), rate=3000, actions=2000)
    assert simulate(Machine(), rate=3000, actions=2000) != simulate(Machine(), rate=3000, actions=2000, seed=2)
