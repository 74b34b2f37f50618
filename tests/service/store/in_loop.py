"""What tests of games in an event loop begin with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from uuid import UUID

import uvloop

from delvebook.domain.game import Game
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.store.changes import BatchCommand


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Runs it in a loop of its own, of the kind that a web process has, for a minute at most."""
    uvloop.run(asyncio.wait_for(work(), 60))


def acting_on(service: Any, game: UUID, request: IdempotentRequest | None = None) -> BatchCommand:
    """A command by which the first seat that may act takes its first legal action."""

    def command(found: Game) -> None:
        seat = found.to_act()[0]
        table = found.get_table()
        found.act(seat, decision=table.decisions[seat], action=table.legal(seat)[0], at=service.playing._now())

    return BatchCommand(game, command, request)
