"""
Random whole games of a title, each checked against the promises that every title makes.

A game follows from the run's seed, the title and the game's number, so each can be repeated alone. After it has been
played, it is played again from its seed and recorded actions, with its state sent through JSON after every event;
every event must come out the same.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from delvebook.domain.bots import Action
from delvebook.domain.canonical import digest, require_plain
from delvebook.domain.errors import BrokenRuleError, InvalidOptionsError
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.table import EventContent, Table
from delvebook.domain.tape import Tape

BotMix = Literal["random", "greedy", "mixed"]
MIXED: Final = ("greedy", "random")
"""The kinds from which mixed bots are drawn: the quick ones."""

OPTION_TRIES: Final = 100
"""Options that do not go together are drawn again at most this many times; then the defaults are taken."""


class Setup(NamedTuple):
    """The parameters of a simulated game."""

    options: Mapping[str, object]
    seats: int
    bots: list[str]
    seed: bytes


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """
    One simulated game, played and replayed.

    Attributes:
        title: `id@version`.
        number: The game's number in the run, from 0.
        seats: The number of seats.
        events: How many events it had, until its end or until it failed.
        reason: The reason of its end; None if it did not end.
        failure: The failure, as one line; empty if nothing went wrong.
        where: The innermost line of code where it failed; empty if it did not.
        seconds: How long both plays took.
    """

    title: str
    number: int
    seats: int
    events: int
    reason: str | None
    failure: str = ""
    where: str = ""
    seconds: float = 0.0


@dataclass(slots=True)
class _Progress:
    """The progress of a game, kept separately so that it is known after a failure."""

    events: int = 0
    reason: str | None = None
    choices: list[tuple[int, Action]] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)


def simulate_game(title: str, *, run: str, number: int, mix: BotMix = "mixed") -> SimulatedGame:
    """
    Plays and replays one game. A failure is part of the result, and never raised.

    Args:
        title: `id@version`, or an id for its newest version.
        run: The seed of the run, any text.
        number: The number of the game in the run.
        mix: The kinds of bots that play.
    """
    ruleset = get_ruleset(title)
    setup = draw_setup(ruleset, run=run, number=number, mix=mix)
    progress = _Progress()
    failure, where = "", ""
    began = time.perf_counter()
    try:
        _play(ruleset, setup, progress)
        _replay(ruleset, setup, progress)
    except Exception as error:  # noqa: BLE001 - this looks for anything that a title does wrong
        failure = f"{type(error).__name__}: {error}"
        where = _innermost(error)
    return SimulatedGame(
        title=ruleset.key,
        number=number,
        seats=setup.seats,
        events=progress.events,
        reason=progress.reason,
        failure=failure,
        where=where,
        seconds=time.perf_counter() - began,
    )


def draw_setup(ruleset: AnyRuleset, *, run: str, number: int, mix: BotMix) -> Setup:
    """The options, seats, bots and seed of one game of a run."""
    name = f"simulate/{run}/{ruleset.key}/{number}"
    chance = Tape(seed_of(f"setup/{name}"))
    seats = chance.choose(range(ruleset.seats_min, ruleset.seats_max + 1), "seats")
    options: dict[str, object] = {}
    for _ in range(OPTION_TRIES):
        drawn = {option: chance.choose(values, option) for option, values in ruleset.option_values().items()}
        try:
            ruleset.parse_options(drawn, seats=seats)
        except InvalidOptionsError:
            continue
        options = drawn
        break
    bots = [chance.choose(MIXED, "bot") if mix == "mixed" else mix for _ in range(seats)]
    return Setup(options, seats, bots, seed_of(name))


def _play(ruleset: AnyRuleset, setup: Setup, progress: _Progress) -> None:
    """The first play: bots choose, and every invariant must hold after every event."""
    table = _table(ruleset, setup)
    parsed = ruleset.parse_options(setup.options, seats=setup.seats)
    for step in steps(table, parsed, bots=[ruleset.bot(kind) for kind in setup.bots]):
        progress.events = step.n
        if step.seat is not None and step.action is not None:
            progress.choices.append((step.seat, step.action))
        progress.digests.append(_body_digest(step.body))
        ruleset.check(table.state)
    _check_outcome(ruleset, table, setup)
    progress.reason = None if table.outcome is None else table.outcome.reason


def _replay(ruleset: AnyRuleset, setup: Setup, progress: _Progress) -> None:
    """The second play: the same actions, on a state that has been through JSON, must make the same events."""
    table = _table(ruleset, setup)
    n = 1
    body = table.start(ruleset.parse_options(setup.options, seats=setup.seats), n=n)
    _require_same(progress, body, n)
    for seat, action in progress.choices:
        n += 1
        table.restore()
        table.require_open_decision(seat, table.decisions[seat])
        _require_same(progress, table.take_action(seat, ruleset.parse_action(action), n=n), n)
    if table.outcome is None:
        raise BrokenRuleError("the game does not end when it is played again")


def _table(ruleset: AnyRuleset, setup: Setup) -> Table:
    game = "00000000-0000-4000-8000-000000000001"
    return Table(ruleset, seed=setup.seed, game=game, nonces=[""] * setup.seats)


def _body_digest(body: EventContent) -> str:
    """One digest of facts, draws, envelopes, openings and the state's digest."""
    return digest([body.data, [[list(one.audience), one.digest] for one in body.sealed], body.opens])


def _require_same(progress: _Progress, body: EventContent, n: int) -> None:
    if _body_digest(body) != progress.digests[n - 1]:
        raise BrokenRuleError(f"event {n} does not come out the same when it is played again through JSON")


def _check_outcome(ruleset: AnyRuleset, table: Table, setup: Setup) -> None:
    outcome = table.outcome
    if outcome is None:
        raise BrokenRuleError("the game stopped without an outcome")
    require_plain(outcome.to_plain())
    if outcome.reason not in ruleset.end_reasons:
        raise BrokenRuleError(f"the game ends by {outcome.reason!r}, which is not one of its end_reasons")
    placed = sorted(seat for group in outcome.ranking for seat in group)
    if placed != list(range(setup.seats)) or len(outcome.scores) != setup.seats:
        raise BrokenRuleError("the outcome does not name every seat exactly once")


def _innermost(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}"


def repeat_command(played: SimulatedGame, *, run: str, mix: BotMix) -> str:
    """The command that plays this same game again."""
    return f"delvebook simulate --seed {run} --title {played.title} --bots {mix} --game {played.number}"


def totals(games: Sequence[SimulatedGame]) -> list[dict[str, Any]]:
    """By title: games, events, ends by reason, lengths and failures."""
    by_title: dict[str, list[SimulatedGame]] = {}
    for game in games:
        by_title.setdefault(game.title, []).append(game)
    return [_total(title, played) for title, played in sorted(by_title.items())]


def _total(title: str, games: Sequence[SimulatedGame]) -> dict[str, object]:
    lengths = sorted(game.events for game in games)
    reasons: dict[str, int] = dict.fromkeys(get_ruleset(title).end_reasons, 0)
    for game in games:
        if game.reason is not None:
            reasons[game.reason] = reasons.get(game.reason, 0) + 1
    return {
        "title": title,
        "games": len(games),
        "events": sum(lengths),
        "reasons": reasons,
        "events_median": lengths[len(lengths) // 2],
        "events_max": lengths[-1],
        "failures": sum(bool(game.failure) for game in games),
        "seconds": sum(game.seconds for game in games),
    }


def failure_plain(played: SimulatedGame, *, run: str, mix: BotMix) -> Mapping[str, object]:
    """A failed game as plain data."""
    return {
        "title": played.title,
        "game": played.number,
        "seats": played.seats,
        "n": played.events,
        "failure": played.failure,
        "where": played.where,
        "repeat": repeat_command(played, run=run, mix=mix),
    }
