"""
What most requests ask, done in the event loop of a web process without a thread: an action, a list of them, a look,
and the start of a game.

The rules, the views and the refusals are those of the other use cases. What is refused, or would have to ask a database
who the caller is to the game, is not at hand here, and the other use cases answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from delvebook.domain.errors import DelvebookError
from delvebook.domain.game import Game
from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import Body, accounts_in, actions_body
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.store.changes import BatchCommand
from delvebook.service.store.loop_games import NotAtHandError
from delvebook.service.usecases.commands import CommandResult, Commands, Reply
from delvebook.service.usecases.games import GameService
from delvebook.service.usecases.lineage import created_of, is_fork
from delvebook.service.usecases.playing import Move, PlayService, seat_of

A = TypeVar("A")

NOBODY_NAMED: Final[Collection[str]] = ()


class PromptService:
    """
    The use cases that the event loop carries out.

    Every method may raise `NotAtHandError`. Then nothing has happened.

    Args:
        commands: Makes the answers.
        playing: Judges actions.
        opening: Judges starts.
    """

    def __init__(self, commands: Commands, playing: PlayService, opening: GameService) -> None:
        self._commands = commands
        self._playing = playing
        self._opening = opening
        self._visibility = commands.visibility
        self._games = commands.application.in_loop()
        self.start = self._games.start
        self.end = self._games.end

    def named_in(self, game_id: UUID) -> Collection[str]:
        """Returns the accounts that an answer about the game may name, so that their names are at hand."""
        game = self._games.find(game_id)
        return NOBODY_NAMED if game is None else accounts_in(game)

    async def act(self, caller: Caller, move: Move, reply: Reply, show: Callable[[CommandResult], A]) -> A:
        """
        Answers a decision of the caller's seat. Returns what `show` makes of the answer.

        The answer is made while the events are being stored, and returned once they are durable.
        """
        if not caller.may(PLAY):
            raise NotAtHandError
        command = self._commands.command(caller, move.game, self._playing.acting(caller, move), move.request)
        return await self._change(caller, command, reply, show)

    async def start_game(
        self,
        caller: Caller,
        game_id: UUID,
        request: IdempotentRequest | None,
        reply: Reply,
        show: Callable[[CommandResult], A],
    ) -> A:
        """Starts the game for one of its players or its creator. Returns what `show` makes of the answer."""
        if not caller.may(PLAY):
            raise NotAtHandError
        starting = self._opening.starting(caller)

        def command(game: Game) -> None:
            self._require_plain(caller, game)
            if is_fork(created_of(game)):
                raise NotAtHandError  # the store has to be asked where it leaves its parent
            starting(game)

        return await self._change(caller, self._commands.command(caller, game_id, command, request), reply, show)

    async def actions(
        self, caller: Caller, game_id: UUID, *, language: Language | None, show: Callable[[Body], A]
    ) -> A:
        """Returns what `show` makes of the actions that the caller's seat may take now, in that language or in all."""

        def look(game: Game) -> A:
            self._require_plain(caller, game)
            languages = LANGUAGES if language is None else (language,)
            seat, people = seat_of(caller, game), self._visibility.people(game)
            return show(actions_body(game, seat, people, languages=languages))

        return await self._read(game_id, look)

    async def look(self, caller: Caller, game_id: UUID, *, show: Callable[[Body], A]) -> A:
        """Returns what `show` makes of the game as the caller may see it now."""

        def look(game: Game) -> A:
            self._require_plain(caller, game)
            return show(self._visibility.show(caller, game, game.viewer_of(caller.account)))

        return await self._read(game_id, look)

    async def _change(
        self, caller: Caller, command: BatchCommand, reply: Reply, show: Callable[[CommandResult], A]
    ) -> A:
        answer = partial(self._commands.answer, caller, reply)
        return await self._games.change(command, lambda change: show(answer(change)))

    async def _read(self, game_id: UUID, look: Callable[[Game], A]) -> A:
        try:
            return await self._games.read(game_id, look)
        except DelvebookError as refusal:
            raise NotAtHandError from refusal

    def _require_plain(self, caller: Caller, game: Game) -> None:
        """
        Returns if the caller may see the game, and this can be said without a database: by their seat, or as anybody.

        Raises:
            NotAtHandError
        """
        is_seated = caller.account is not None and game.lifecycle.seat_of(caller.account) is not None
        if not is_seated and game.lifecycle.created.get("visibility") == "private":
            raise NotAtHandError
