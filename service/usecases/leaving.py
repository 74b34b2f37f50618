"""Leaving a running game for good: seats that players give up, and ends that all players consent to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from delvebook.domain.errors import NoEndProposedError, NotYoursError
from delvebook.domain.game import Game
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.usecases.commands import FULL, CommandResult, Commands, Reply

RESIGNING_BOT: Final = "greedy"
"""The kind of bot that plays on by default. Every title has it."""


class LeavingService:
    """
    The use cases about giving up a game.

    A player may use them even while a bot plays for their seat.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._visibility = commands.visibility
        self._now = commands.now

    def resign(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        bot: str = RESIGNING_BOT,
        request: IdempotentRequest | None = None,
        reply: Reply = FULL,
    ) -> CommandResult:
        """Gives up the caller's seat for good. `bot` plays on, or the game ends (`domain/leaving.py`)."""
        return self._change(
            caller, game_id, lambda game, seat: game.resign(seat, bot=bot, at=self._now()), request, reply
        )

    def claim_absence(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        seat: int,
        bot: str = RESIGNING_BOT,
        request: IdempotentRequest | None = None,
        reply: Reply = FULL,
    ) -> CommandResult:
        """Lets `bot` play for a player for whom a game without a clock has waited too long."""
        return self._change(
            caller,
            game_id,
            lambda game, own: game.claim_absence(seat, by_seat=own, bot=bot, at=self._now()),
            request,
            reply,
        )

    def propose_end(
        self, caller: Caller, game_id: UUID, *, request: IdempotentRequest | None = None, reply: Reply = FULL
    ) -> CommandResult:
        """Proposes to break the game off, for the caller's seat. All players must consent."""
        return self._change(caller, game_id, lambda game, seat: game.propose_end(seat, at=self._now()), request, reply)

    def answer_end(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        proposed: int,
        agrees: bool,
        request: IdempotentRequest | None = None,
        reply: Reply = FULL,
    ) -> CommandResult:
        """Consents to the end that event `proposed` proposed, declines it, or withdraws the caller's own proposal."""

        def command(game: Game, seat: int) -> None:
            pending = game.lifecycle.end_proposal
            if pending is not None and pending.n != proposed:
                raise NoEndProposedError(f"event {proposed} proposes no end that still awaits answers", event=pending.n)
            game.answer_end(seat, agrees=agrees, at=self._now())

        return self._change(caller, game_id, command, request, reply)

    def _change(
        self,
        caller: Caller,
        game_id: UUID,
        command: Callable[[Game, int], object],
        request: IdempotentRequest | None,
        reply: Reply,
    ) -> CommandResult:
        """Carries out a command of the caller's own seat."""
        account = caller.require(PLAY)

        def judged(game: Game) -> None:
            self._visibility.require(caller, game)
            seat = game.lifecycle.seat_of(account)
            if seat is None:
                raise NotYoursError("you have no seat in this game")
            command(game, seat)

        return self._commands.change(caller, game_id, judged, request, reply)
