"""
Plays random games of every title, and holds every view to its vector: `make research-sizes GAMES=10000`.

A title says how long each list of its tables can become, and `delvebook.research` has room for that much. Here is what
would be cut if one of these bounds were wrong. Games go round all numbers of seats and all options, in turn as they are
and as brief as the title allows; a quarter of them is played by greedy bots. A long game is left after `ACTIONS`
actions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.table import Table
from delvebook.domain.viewers import seat_viewer
from delvebook.research.actions import SPARE
from delvebook.research.codecs import codec_of
from tests.contract.tables import option_sets, seat_counts

ACTIONS: Final = 1000


@dataclass
class Tally:
    """
    What many games have shown.

    Attributes:
        cut: By place of a view, in how many views something was cut there.
        spare: The most numbers that legal actions took of the block that all labels share.
    """

    games: int = 0
    ended: int = 0
    views: int = 0
    cut: Counter[str] = field(default_factory=Counter)
    spare: int = 0

    def look(self, table: Table, seats: Sequence[int]) -> None:
        """Encodes what these seats see and may do."""
        codec = codec_of(table.ruleset)
        for seat in seats:
            self.views += 1
            self.cut.update(codec.observations.cut(table.ruleset.view(table.state, seat_viewer(seat))))
            numbers = codec.actions.number(table.legal(seat)) if table.outcome is None else {}
            self.spare = max(self.spare, sum(number >= codec.actions.count - SPARE for number in numbers))


class Game(NamedTuple):
    """A game to be played; its number and the seed name it."""

    seats: int
    options: dict[str, Any]
    bot: str
    seed: str


def games_of(ruleset: AnyRuleset, seed: str, numbers: Iterable[int]) -> Iterator[Game]:
    """Yields the games of these numbers."""
    counts, sets = seat_counts(ruleset), option_sets(ruleset)
    for number in numbers:
        turn, at = divmod(number, len(counts))
        options = {**(ruleset.brief_options if turn % 2 else {}), **sets[turn // 2 % len(sets)]}
        try:
            ruleset.parse_options(options, seats=counts[at])
        except InvalidOptionsError:
            options = {}
        yield Game(counts[at], options, "random" if turn % 4 else "greedy", f"sizes/{seed}/{number}")


def play(ruleset: AnyRuleset, game: Game, tally: Tally, *, actions: int) -> None:
    """Plays one game, and adds to the tally what it shows."""
    seats = game.seats
    table = Table(ruleset, seed=seed_of(game.seed), game="00000000-0000-4000-8000-000000000001", nonces=[""] * seats)
    options = ruleset.parse_options(game.options, seats=seats)
    for step in steps(table, options, bots=[ruleset.bot(game.bot)] * seats):
        if table.outcome is not None or step.n >= actions:
            break
        tally.look(table, table.to_act())
    tally.look(table, range(seats))
    tally.games += 1
    tally.ended += table.outcome is not None


def run(ruleset: AnyRuleset, *, numbers: Iterable[int], seed: str = "any", actions: int = ACTIONS) -> Iterator[Tally]:
    """Plays the games of these numbers. Yields the tally after each."""
    tally = Tally()
    for game in games_of(ruleset, seed, numbers):
        play(ruleset, game, tally, actions=actions)
        yield tally


def main(arguments: Sequence[str]) -> int:
    """Runs it for the titles named, or all. Returns 1 if something was cut."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", help="title ids, such as dungeon-raiders; all if none is given")
    parser.add_argument("--games", type=int, default=10_000, help="how many games of each title")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, to go on with a run")
    parser.add_argument("--seed", default="any", help="other seeds, other games")
    parser.add_argument("--actions", type=int, default=ACTIONS, help="after how many actions a game is left")
    asked = parser.parse_args(arguments)
    failed = False
    for key, ruleset in all_rulesets().items():
        if asked.titles and ruleset.id not in asked.titles:
            continue
        began = shown = time.monotonic()
        tally = Tally()
        numbers = range(asked.first, asked.first + asked.games)
        for tally in run(ruleset, numbers=numbers, seed=asked.seed, actions=asked.actions):
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                print(f"{key}: {tally.games} games, {shown - began:.0f} s", file=sys.stderr, flush=True)
        print(
            f"{key}: {tally.games} games ({tally.ended} to their end), {tally.views} views, {tally.cut.total()} cut, "
            f"{tally.spare} actions beside their blocks",
            flush=True,
        )
        for at, views in tally.cut.most_common():
            print(f"  {views:8} {at}", flush=True)
        failed |= bool(tally.cut)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
