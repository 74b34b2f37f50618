"""
Whole games without storage or people, for simulations, tests and statistics about a title.

The seats are played by policies that get what a bot gets: the view and the legal actions of the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from delvebook.domain.bots import Action, AnyBot
from delvebook.domain.canonical import decode, jcs, sha256_hex
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.table import EventContent, Table
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import seat_viewer


class Step(NamedTuple):
    """One event of a playout. `seat` and `action` are None for the start."""

    n: int
    seat: int | None
    action: Action | None
    body: EventContent


def seed_of(text: str) -> bytes:
    """A seed derived from a text such as `simulate/42`, so that a game can be named and repeated."""
    return bytes.fromhex(sha256_hex(text.encode()))


def play_through(
    ruleset: AnyRuleset,
    options: Mapping[str, object],
    *,
    bots: Sequence[AnyBot],
    seed: bytes,
    game: str = "00000000-0000-4000-8000-000000000001",
    on_step: Callable[[Table, Step], None] | None = None,
) -> Table:
    """
    Plays a game to its end. Returns the table after the last event.

    Args:
        options: As a client would send them; parsed here.
        bots: One policy for each seat.
        seed: The game's seed. If several seats may act, the choice is derived from it as well, apart from the tape.
        on_step: Called after every event.

    Raises:
        BrokenRuleError: The title reached a dead end, or did not end within `actions_max` actions.
    """
    table = Table(ruleset, seed=seed, game=game, nonces=[""] * len(bots))
    for step in steps(table, ruleset.parse_options(options, seats=len(bots)), bots=bots):
        if on_step is not None:
            on_step(table, step)
    return table


def steps(table: Table, options: Mapping[str, object], *, bots: Sequence[AnyBot]) -> Iterator[Step]:
    """The events of a game as they happen, from the start on. If several seats owe a decision, a random one acts."""
    ruleset = table.ruleset
    chance = turn_chance(table.seed)
    yield Step(1, None, None, table.start(options, n=1))
    n = 1
    while table.outcome is None:
        if n > ruleset.actions_max:
            raise BrokenRuleError(f"{ruleset.key} did not end within {ruleset.actions_max} actions")
        seat, action = next_choice(table, bots=bots, chance=chance)
        n += 1
        yield Step(n, seat, action, table.take_action(seat, ruleset.parse_action(action), n=n))


def turn_chance(seed: bytes) -> Tape:
    """The chance that decides which of several seats acts, in a game with that seed; separate from the game's tape."""
    return Tape(seed_of("bots/" + seed.hex()))


def next_choice(table: Table, *, bots: Sequence[AnyBot], chance: Chance) -> tuple[int, Action]:
    """
    The seat that acts next, and its action. If several seats owe a decision, it is a random one of them.

    A bot's own chance is that of its decision (`Table.bot_chance`), so its moves can be checked afterwards.

    Raises:
        BrokenRuleError: The game is not over, but no seat can act.
    """
    ruleset = table.ruleset
    owing = table.to_act()
    if not owing:
        raise BrokenRuleError(f"{ruleset.key}: the game is not over, but no seat owes a decision")
    seat = chance.choose(owing, "who")
    legal = table.legal(seat)
    if not legal:
        raise BrokenRuleError(f"{ruleset.key}: seat {seat} owes a decision and has no legal action")
    view = decode(jcs(ruleset.view(table.state, seat_viewer(seat))))
    return seat, bots[seat](view, decode(jcs(legal)), chance=table.bot_chance(seat))
