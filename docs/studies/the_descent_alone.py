"""
The Descent alone: how many points the search of the strong bot gets with more effort, more foresight, or no secrets.

A player who is told what lies face down can still be unlucky with the dice, but never with a tile, a token or a card.
No real player knows so much. docs/bots/the-descent.md says what came of it.

    python docs/studies/the_descent_alone.py --help
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import copy
from dataclasses import replace
from functools import partial
from typing import cast

from rich.progress import track

from delvebook.domain.bots import AnyBot
from delvebook.domain.kit.search import Method, SearchBot
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.rulesets.the_descent import TheDescent
from delvebook.domain.rulesets.the_descent.bots.answers import quick_answer
from delvebook.domain.rulesets.the_descent.bots.solo import ALONE
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import Action, State
from delvebook.domain.rulesets.the_descent.words.shapes.table import View
from delvebook.domain.table import Table
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import seat_viewer
from delvebook.replays.standings import mean

RULESET = TheDescent()
GAME = "00000000-0000-4000-8000-000000000001"
ONCE = replace(ALONE, plies=1, worlds_min=1, worlds_max=1, caution=0)
"""The search inside a rollout: every candidate in one world."""


class Told(TheDescent):
    """The rules for a search that knows the whole state, except for what chance will bring."""

    state: State

    def determinize(self, view: View, *, chance: Chance) -> State:
        """The state itself."""
        return copy_state(self.state)


TOLD = Told()


def told(state: State) -> Told:
    """The rules for a search that knows this state."""
    rules = copy(TOLD)
    rules.state = state
    return rules


def foreseeing(rounds: int, *, knows: bool) -> Method[Content, State, View, Action]:
    """The method of the strong bot, except that a seat without a course left searches again, for this many rounds."""

    def policy(content: Content, state: State, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
        pending = state["pending"]
        if pending is not None:
            return [quick_answer(state, pending, legal, chance=chance)]
        inner = SearchBot(told(state) if knows else RULESET, ONCE)
        return [inner(RULESET.view(state, seat_viewer(seat)), legal, chance=chance)]

    return replace(ALONE, policy=policy, ahead=rounds)


def points(game: int, *, knows: bool, rounds: int, plies: int, worlds: int) -> int:
    """The points of one game."""
    method = foreseeing(rounds, knows=knows) if rounds else ALONE
    table = Table(get_ruleset(RULESET.key), seed=seed_of(f"alone/{game}"), game=GAME, nonces=[""])

    def act(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        rules = told(cast("State", table.state)) if knows else RULESET
        return SearchBot(rules, method).with_effort(plies=plies, worlds=worlds)(view, legal, chance=chance)

    for _ in steps(table, RULESET.parse_options({}, seats=1), bots=[cast("AnyBot", act)]):
        pass
    outcome = table.outcome
    return (outcome.scores[0] or 0) if outcome is not None else 0


def number_from(least: int, text: str) -> int:
    """A whole number that is at least so large, or what argparse tells instead."""
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} up")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> str:
    """Plays the games and returns the mean with its interval of 95 %."""
    parser = argparse.ArgumentParser(description="How many points the search of the strong bot gets alone.")
    some = partial(number_from, 1)
    parser.add_argument("--games", type=some, default=100)
    parser.add_argument("--told", action="store_true", help="it knows every tile, token and card")
    parser.add_argument(
        "--rounds",
        type=partial(number_from, 0),
        default=0,
        help="for so many rounds it searches again inside its rollouts; 0: it stands still there, as the strong bot",
    )
    parser.add_argument("--plies", type=some, default=ALONE.plies, help="of a decision, not counting inner searches")
    parser.add_argument("--worlds", type=some, default=ALONE.worlds_max, help="at most so many for a decision")
    parser.add_argument("--jobs", type=some, default=2)
    asked = parser.parse_args(arguments)
    play = partial(points, knows=asked.told, rounds=asked.rounds, plies=asked.plies, worlds=asked.worlds)
    with ProcessPoolExecutor(asked.jobs) as pool:
        found = [*track(pool.map(play, range(asked.games)), total=asked.games, description="games")]
    points_each = mean(found)
    return f"{points_each.value:.1f} points ({points_each.low:.1f}-{points_each.high:.1f}) in {len(found)} games"


if __name__ == "__main__":
    print(main())
