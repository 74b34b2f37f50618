"""
Limits on acts that cost others something: claims, take-backs, and rulings that resume a game.

These are policies of the service. The commands of `domain/` do not apply them, because verification repeats those
commands: a record made under other limits must still verify.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from delvebook.domain.errors import NotForkableError, PartyError, TakeBackRefusedError
from delvebook.domain.events import ActionTaken, ActionTakenBack, TakeBackAsked
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.replays.times import later
from delvebook.service.store.games import GameRepository

TAKE_BACKS_PER_DECISION: Final = 3
"""How often a seat may take back its answer to one decision, or ask to."""
TAKE_BACKS_PER_GAME: Final = 30
"""How often it may do so in a game."""
TAKE_BACKS_AT_ONCE: Final = 5
TAKE_BACKS_SECONDS: Final = 300
"""It may do so `TAKE_BACKS_AT_ONCE` times in this many seconds."""

RESUMPTIONS_MAX: Final = 3
"""How often rulings may resume a game, and the games that resume it, all together: each time chance is drawn anew."""


def require_resumable(application: GameRepository, game: Game) -> None:
    """
    Returns if rulings have not resumed the game too often, counted with the games that it resumes.

    Raises:
        NotForkableError
    """
    count, created = _resumptions_in(game), game.lifecycle.created
    while "ruling" in created.get("parent", ()):
        with application.reading(UUID(created["parent"]["game"])) as parent:
            count, created = count + _resumptions_in(parent), parent.lifecycle.created
    if count >= RESUMPTIONS_MAX:
        raise NotForkableError(
            f"rulings have resumed this game {count} times, and may not again: annul it, or set its result",
            limit=RESUMPTIONS_MAX,
        )


def _resumptions_in(game: Game) -> int:
    rulings = (ruling for dispute in game.lifecycle.disputes.values() for ruling in dispute["rulings"])
    return sum(remedy is not None and remedy["type"] == "resume" for remedy in (ruling["remedy"] for ruling in rulings))


def require_player(account: str, game: Game) -> None:
    """
    Returns if the account has a seat. No seat is lost after the start, so its player plays, or played to the end.

    An account that sat down and left before the start has nothing to claim.

    Raises:
        PartyError
    """
    if game.lifecycle.seat_of(account) is None:
        raise PartyError("only a player who has a seat in the game, or had one when it started, may claim or appeal")


def require_take_back(history: Sequence[GameEvent], seat: int, *, at: str) -> None:
    """
    Returns if the seat has not taken back too often.

    Args:
        history: The game's events.
        seat: The seat that asks.
        at: The current time.

    Raises:
        TakeBackRefusedError: The reason is `too_many` or `too_soon`.
    """
    # A decision reopened by a take-back has that event's number. Count it as the original decision.
    first: dict[int, int] = {}
    decisions: dict[int, int] = {}
    attempts: list[tuple[str, int]] = []
    last = None
    for event in history:
        if isinstance(event, ActionTaken) and event.data["seat"] == seat:
            decision = event.data["decision"]
            last = decisions[event.n] = first.get(decision, decision)
        elif isinstance(event, (ActionTakenBack, TakeBackAsked)) and event.data["seat"] == seat:
            decision = decisions[event.data["action"]]
            if isinstance(event, ActionTakenBack):
                first[event.n] = decision
            if event.by == f"seat:{seat}":
                attempts.append((event.at, decision))
    if sum(decision == last for _, decision in attempts) >= TAKE_BACKS_PER_DECISION:
        raise TakeBackRefusedError(
            f"a seat may take back its answer to one decision {TAKE_BACKS_PER_DECISION} times",
            reason="too_many",
            limit=TAKE_BACKS_PER_DECISION,
        )
    if len(attempts) >= TAKE_BACKS_PER_GAME:
        raise TakeBackRefusedError(
            f"a seat may take back {TAKE_BACKS_PER_GAME} actions in a game",
            reason="too_many",
            limit=TAKE_BACKS_PER_GAME,
        )
    since = later(at, -TAKE_BACKS_SECONDS)
    if sum(asked_at > since for asked_at, _ in attempts) >= TAKE_BACKS_AT_ONCE:
        raise TakeBackRefusedError(
            f"a seat may take back {TAKE_BACKS_AT_ONCE} actions in {TAKE_BACKS_SECONDS} seconds; try again later",
            reason="too_soon",
            limit=TAKE_BACKS_AT_ONCE,
        )
