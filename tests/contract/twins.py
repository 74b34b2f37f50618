"""
Compares the medium bots of a title with each other, and with themselves when they always take the best.

Two of them at one table must not play alike, and drawing among what is nearly as good must not cost games.
Long run: `make twins GAMES=100 TITLE=…`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import pytest

from delvebook.domain.bots import AnyBot
from delvebook.domain.kit.nearly import nearly_best
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.tape import Chance, Tape
from delvebook.replays.standings import Interval, share
from tests.contract.named import add_titles

RULESETS: Final = "delvebook.domain.rulesets."
ASKED_EVERY: Final = 5
"""How many decisions of a game go by until a twin is asked about one."""


@dataclass
class Comparison:
    """
    What games of a title have shown.

    Attributes:
        games: How many were played.
        asked: How many decisions a twin was asked about as well; `differing`: how often it answered otherwise.
        drawing, best: First places of the bots that draw among the nearly best, and of those that take the best. A
            shared place counts for its part. Of solo games: games won.
        seated: How many seats each of the two kinds has had.
    """

    games: int = 0
    asked: int = 0
    differing: int = 0
    drawing: float = 0.0
    best: float = 0.0
    seated: int = 0

    @property
    def apart(self) -> Interval:
        """The share of decisions that twins answer differently."""
        return share(self.differing, self.asked)


class TakesTheBest:
    """A medium bot that draws nothing: of equals it takes the first."""

    def __init__(self, bot: AnyBot) -> None:
        self._bot = bot

    def __call__(self, view: Any, legal: Sequence[Any], *, chance: Chance) -> Any:
        with best_alone():
            return self._bot(view, legal, chance=chance)


@contextmanager
def best_alone() -> Iterator[None]:
    """Lets every title take the best instead of drawing among the nearly best."""

    def first(items: Sequence[Any], worths: Sequence[int], *, near: int, chance: Chance) -> Any:
        return items[worths.index(max(worths))]

    with pytest.MonkeyPatch.context() as patched:
        for name, module in [*sys.modules.items()]:
            if name.startswith(RULESETS) and getattr(module, "nearly_best", None) is nearly_best:
                patched.setattr(module, "nearly_best", first)
        yield


def compare(title: AnyRuleset, *, games: int) -> Iterator[Comparison]:
    """Plays games of drawing bots against bots that take the best, on each seat by turns. Yields after each game."""
    found, medium = Comparison(), title.bot("medium")
    alone = title.seats_max == 1
    for number in range(games):
        seats: list[AnyBot] = [TakesTheBest(medium)] if alone else [TakesTheBest(medium), TakesTheBest(medium)]
        drawing = 0 if alone else number % 2
        if not (alone and number % 2):
            seats[drawing] = _asking(medium, found)
        seed = seed_of(f"twins/{number // 2}")
        table = play_through(title, title.brief_options, bots=seats, seed=seed)
        outcome = table.outcome
        assert outcome is not None
        firsts = outcome.winners if alone else outcome.ranking[0]
        found.games += 1
        for seat in firsts:
            if isinstance(seats[seat], TakesTheBest):
                found.best += 1 / len(firsts)
            else:
                found.drawing += 1 / len(firsts)
        found.seated = found.games // 2 if alone else found.games
        yield found


def _asking(bot: AnyBot, found: Comparison) -> AnyBot:
    """The bot, which asks a twin with a chance of its own about some of its decisions."""
    decisions = 0

    def ask(view: Any, legal: Sequence[Any], *, chance: Chance) -> Any:
        nonlocal decisions
        action = bot(view, legal, chance=chance)
        decisions += 1
        if len(legal) > 1 and decisions % ASKED_EVERY == 0:
            found.asked += 1
            found.differing += bot(view, legal, chance=Tape(seed_of(f"twin/{found.asked}"))) != action
        return action

    return ask


def told(key: str, found: Comparison) -> str:
    """The findings on one title, as a row of a table."""
    figures = [found.apart, share(found.drawing, found.seated), share(found.best, found.seated)]
    cells = [f"{one.value:.0%} ({100 * one.low:.0f}–{100 * one.high:.0f})" for one in figures]
    return f"| {key} | {found.games} | {found.asked} | " + " | ".join(cells) + " |"


def main(arguments: Sequence[str]) -> int:
    """Compares the bots of the titles named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_titles(parser)
    parser.add_argument("--games", type=int, default=100, help="how many games of each title")
    chosen = parser.parse_args(arguments)
    print("| title | games | decisions asked about | answered differently | first, drawing | first, taking the best |")
    print("|---|---|---|---|---|---|", flush=True)
    for ruleset in chosen.titles.values():
        found = Comparison()
        for found in compare(ruleset, games=chosen.games):
            if found.games % 20 == 0:
                print(told(ruleset.id, found), file=sys.stderr, flush=True)
        print(told(ruleset.id, found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
