"""
Looks for leaks for as long as you like: `make leaks PAIRS=10000`.

Every round plays another game: title, seats, options, length, store and viewer are drawn from the seed. The run ends
with the first pair that differs, and says how to see it again; else, or when it is interrupted, with the figures of
`docs/leaks.md`.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

import structlog

from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from tests.leaks.channels import ANSWERS, BYTES, CHANNELS, LOG, TRAIL, WORK, Pair, pairs
from tests.leaks.worlds import options_of, other_world, played, viewers_of
from tests.servers import running_postgres

ACTIONS_MAX = 40
POSTGRES_EVERY = 3
"""Every third round is played on PostgreSQL."""
WORK_EVERY = 8
"""Counting work takes much longer than a request, so it is done for every eighth request."""


def round_of(number: int, *, seed: int, server: str) -> Iterator[tuple[str, Pair]]:
    """Yields the pairs of a round, each with the round in words."""
    chance = random.Random(f"{seed}/{number}")
    titles = sorted(all_rulesets())
    title = titles[number % len(titles)]
    ruleset = get_ruleset(title)
    seats = chance.randint(ruleset.seats_min, ruleset.seats_max)
    options = options_of(title, seats=seats, choose=chance.choice)
    actions, swapped = chance.randint(0, ACTIONS_MAX), chance.random() < 0.5
    is_postgres = number // len(titles) % POSTGRES_EVERY == 1
    with played(
        title, seats=seats, options=options, actions=actions, seed=f"{seed}/{number}", server=server * is_postgres
    ) as world:
        world.list_games()
        viewer = chance.choice(viewers_of(world))
        with other_world(world, viewer, seed=f"{seed}/{number}") as other:
            other.list_games()
            store = "PostgreSQL" if is_postgres else "SQLite"
            words = f"{title}, {seats} seats, {actions} actions, {store}, {viewer}"
            told = (ANSWERS, BYTES, TRAIL, LOG)
            for pair in pairs(world, other, viewer, swapped=swapped, channels=told):
                yield words, pair
            asking = slice(number % WORK_EVERY, None, WORK_EVERY)
            for pair in pairs(world, other, viewer, swapped=swapped, channels=(WORK,), asking=asking):
                yield words, pair


def main() -> int:
    """Runs. Returns the exit status: 1 if a pair differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--round", type=int, default=0, help="the first round")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    counts: Counter[tuple[str, str]] = Counter()
    began, number = time.monotonic(), given.round
    with running_postgres() as server, contextlib.suppress(KeyboardInterrupt):
        while counts.total() < given.pairs:
            with contextlib.closing(round_of(number, seed=given.seed, server=server)) as found:
                for words, pair in found:
                    if not pair.is_same:
                        print(f"\nround {number} ({words}): {pair.channel}: {pair.what} tells more")
                        print(f"first:  {pair.first}\nsecond: {pair.second}")
                        print(f"again: python -m tests.leaks.long_run 1 --seed {given.seed} --round {number}")
                        return 1
                    counts[pair.channel, "PostgreSQL" if "PostgreSQL" in words else "SQLite"] += 1
                    progress(counts.total(), given.pairs, began, f"round {number}: {words}")
            number += 1
    print(file=sys.stderr)
    print("| channel | SQLite | PostgreSQL |\n|---|---|---|")
    for channel in CHANNELS:
        print(f"| {channel} | {counts[channel, 'SQLite']} | {counts[channel, 'PostgreSQL']} |")
    rounds = number - given.round
    print(
        f"\n{counts.total()} pairs in {rounds} rounds, seed {given.seed}, "
        f"{time.monotonic() - began:.0f} s: none differs"
    )
    return 0


def progress(done: int, of: int, began: float, words: str) -> None:
    """Prints the progress line."""
    rate = done / max(0.001, time.monotonic() - began)
    sys.stderr.write(f"\r{done} of {of} pairs, {rate:.1f} a second, {words}\033[K")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
