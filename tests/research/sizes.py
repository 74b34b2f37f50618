"""
Plays random games of every title, and holds every view to its vector: `make research-sizes GAMES=10000`.

A title says how long each list of its tables can become, and `delvebook.research` has room for that much. Here is what
would be cut if one of these bounds were wrong. Games go round all numbers of seats and all options, in turn as they are
and as brief as the title allows; one in `GREEDY` is played by greedy bots. A long game is left after `ACTIONS` actions.

The rules are played without a record: nothing is sealed, digested or told.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from delvebook.domain.bots import Action, View
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.playout import seed_of, turn_chance
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.tape import Tape, tape_key
from delvebook.domain.viewers import seat_viewer
from delvebook.research.actions import SPARE
from delvebook.research.codecs import codec_of
from delvebook.research.match import GAME
from delvebook.service.base.garbage import look_seldom, pass_over_what_exists
from tests.contract.named import add_titles
from tests.contract.tables import option_sets, seat_counts

ACTIONS: Final = 1000
GREEDY: Final = 4


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

    def look(self, ruleset: AnyRuleset, view: View, legal: Sequence[Action]) -> None:
        """Holds what a seat sees and may do to its codec."""
        codec = codec_of(ruleset)
        self.views += 1
        self.cut.update(codec.observations.cut(view))
        numbers = codec.actions.number(legal)
        self.spare = max(self.spare, sum(number >= codec.actions.count - SPARE for number in numbers))


class Game(NamedTuple):
    """A game to be played; its number and the seed name it."""

    seats: int
    options: dict[str, Any]
    bot: str
    seed: str


def games_of(ruleset: AnyRuleset, seed: str, numbers: Iterable[int], *, greedy: int = GREEDY) -> Iterator[Game]:
    """Yields the games of these numbers. One in `greedy` is played by greedy bots; none if it is 0."""
    counts, sets = seat_counts(ruleset), option_sets(ruleset)
    for number in numbers:
        turn, at = divmod(number, len(counts))
        options = {**(ruleset.brief_options if turn % 2 else {}), **sets[turn // 2 % len(sets)]}
        try:
            ruleset.parse_options(options, seats=counts[at])
        except InvalidOptionsError:
            options = {}
        yield Game(
            counts[at], options, "greedy" if greedy and turn % greedy == 0 else "random", f"sizes/{seed}/{number}"
        )


class Position(NamedTuple):
    """A game before an action: what every seat that owes a decision sees and may do, and what the next one chooses."""

    state: Mapping[str, object]
    views: dict[int, View]
    legal: dict[int, list[Action]]
    seat: int
    action: Action


def positions(ruleset: AnyRuleset, game: Game, *, actions: int = ACTIONS) -> Iterator[Position]:
    """Yields a game before each of its actions, as long as there are fewer than `actions`; then returns."""
    bot, seed, seats = ruleset.bot(game.bot), seed_of(game.seed), game.seats
    tape = Tape(tape_key(seed, game=GAME, nonces=[""] * seats))
    chance = turn_chance(seed)
    state, _ = ruleset.setup(ruleset.parse_options(game.options, seats=seats), seats=seats, tape=tape)
    for _ in range(actions):
        owing = ruleset.to_act(state)
        if not owing:
            return
        views = {seat: ruleset.view(state, seat_viewer(seat)) for seat in owing}
        legal = {seat: ruleset.legal(state, seat) for seat in owing}
        seat = chance.choose(owing, "who")
        action = bot(views[seat], legal[seat], chance=chance)
        yield Position(state, views, legal, seat, action)
        ruleset.carry_out(state, seat, action, tape=tape)
        tape.take_draws()
        chance.take_draws()


def play(ruleset: AnyRuleset, game: Game, tally: Tally, *, actions: int) -> None:
    """Plays one game, and adds to the tally what it shows."""
    state: Mapping[str, object] = {}
    for position in positions(ruleset, game, actions=actions):
        state = position.state
        for seat, view in position.views.items():
            tally.look(ruleset, view, position.legal[seat])
    for seat in range(game.seats):
        tally.look(ruleset, ruleset.view(state, seat_viewer(seat)), [])
    tally.games += 1
    tally.ended += not ruleset.to_act(state)


def run(
    ruleset: AnyRuleset, *, numbers: Iterable[int], seed: str = "any", actions: int = ACTIONS, greedy: int = GREEDY
) -> Iterator[Tally]:
    """Plays the games of these numbers. Yields the tally after each."""
    tally = Tally()
    for game in games_of(ruleset, seed, numbers, greedy=greedy):
        play(ruleset, game, tally, actions=actions)
        yield tally


def main(arguments: Sequence[str]) -> int:
    """Runs it for the titles named, or all. Returns 1 if something was cut."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_titles(parser)
    parser.add_argument("--games", type=int, default=10_000, help="how many games of each title")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, to go on with a run")
    parser.add_argument("--seed", default="any", help="other seeds, other games")
    parser.add_argument("--greedy", type=int, default=GREEDY, help="one game in how many has greedy bots; 0 for none")
    parser.add_argument("--actions", type=int, default=ACTIONS, help="after how many actions a game is left")
    asked = parser.parse_args(arguments)
    failed = False
    for key, ruleset in asked.titles.items():
        began = shown = time.monotonic()
        tally = Tally()
        numbers = range(asked.first, asked.first + asked.games)
        for tally in run(ruleset, numbers=numbers, seed=asked.seed, actions=asked.actions, greedy=asked.greedy):
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
    look_seldom()
    pass_over_what_exists()  # games are many small objects, and leave hardly any cycles behind
    sys.exit(main(sys.argv[1:]))
