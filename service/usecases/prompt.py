"""
What most requests ask, done in the event loop of a web process: an action or several, a list of them, a look, what has
just happened, and all that leads to a game's first decision: making it, its seats, its nonces and its start.

The rules, the views and the refusals are those of the other use cases. What is refused, or would have to ask a database
who the caller is to the game, is not at hand here, and the other use cases answer it. Only a seat asks databases, once
for all who sit down at that moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar
from uuid import UUID

from delvebook.domain.canonical import encoded
from delvebook.domain.errors import DelvebookError
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import Body, accounts_in, actions_body, table_of
from delvebook.service.base.together import Together
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.store.changes import BatchCommand
from delvebook.service.store.loop_games import NotAtHandError
from delvebook.service.usecases.commands import FULL, CommandResult, Commands, Reply, others_at
from delvebook.service.usecases.games import GameService, NewGame
from delvebook.service.usecases.lineage import created_of, is_fork
from delvebook.service.usecases.playing import EventPage, Move, PlayService, seat_of

A = TypeVar("A")

NOBODY_NAMED: Final[Collection[str]] = ()


class Newcomer(NamedTuple):
    """
    An account that is about to sit down.

    Attributes:
        game: The game, which is no fork.
        account: The account.
        others: Those whom it would play with: the creator of the game, and the players on its seats.
    """

    game: UUID
    account: str
    others: frozenset[str]


class PromptService:
    """
    The use cases that the event loop carries out.

    Every method may raise `NotAtHandError`. Then nothing has happened.

    Args:
        commands: Makes the answers.
        playing: Judges actions.
        opening: Judges all that comes before the first decision.
    """

    def __init__(self, commands: Commands, playing: PlayService, opening: GameService) -> None:
        self._commands = commands
        self._playing = playing
        self._opening = opening
        self._visibility = commands.visibility
        self._games = commands.application.in_loop()
        self.start = self._games.start
        self.end = self._games.end
        self._newcomers = Together(self._let_in)

    def named_in(self, game_id: UUID, *, after: int | None = None) -> Collection[str]:
        """Returns the accounts that an answer about the game, or about its events after that one, may name."""
        game, events = self._games.find(game_id, after)
        return NOBODY_NAMED if game is None else accounts_in(game, events)

    async def create(
        self,
        caller: Caller,
        asked: NewGame,
        request: IdempotentRequest | None,
        show: Callable[[CommandResult], A],
    ) -> A:
        """Creates a game. Returns what `show` makes of the answer."""
        if not caller.may(PLAY):
            raise NotAtHandError
        game = self._opening.new(caller, asked, request)
        answer = partial(self._commands.answer, caller, FULL)
        return await self._games.add(game, request, caller.origin, lambda change: show(answer(change)))

    async def take_seat(
        self,
        caller: Caller,
        game_id: UUID,
        request: IdempotentRequest | None,
        show: Callable[[CommandResult], A],
        *,
        seat: int | None,
        nonce_commitment: str | None,
    ) -> A:
        """Takes a seat of a game that has not started. Returns what `show` makes of the answer."""
        account = caller.account
        if account is None or not caller.may(PLAY):
            raise NotAtHandError

        def command(game: Game) -> None:
            self._require_plain(caller, game)
            if is_fork(created_of(game)) or game.lifecycle.status != "open":
                raise NotAtHandError
            self._opening.sit(caller, game, seat=seat, nonce_commitment=nonce_commitment)

        def permit(game: Game) -> asyncio.Future[bool]:
            return self._newcomers.ask(Newcomer(game.id, account, others_at(game, account)))

        whole = self._commands.command(caller, game_id, command, request)
        return await self._change(caller, whole, FULL, show, permit=permit)

    def _let_in(self, newcomers: Sequence[Newcomer]) -> list[bool]:
        """
        Returns who of them may sit down, and are parties now.

        The others are judged one by one: somebody there has blocked them, or the game's family has an official.
        """
        pairs = {(other, one.account) for one in newcomers for other in one.others}
        blocked = self._commands.blocking(pairs) if pairs else ()
        welcome = [
            (one.game, one.account)
            for one in newcomers
            if not any((other, one.account) in blocked for other in one.others)
        ]
        parties = self._commands.parties.enter_all(welcome)
        return [(one.game, one.account) in parties for one in newcomers]

    async def reveal_nonce(
        self,
        caller: Caller,
        game_id: UUID,
        nonce: str,
        request: IdempotentRequest | None,
        show: Callable[[CommandResult], A],
    ) -> A:
        """Shows the nonce that the caller's seat has committed to. Returns what `show` makes of the answer."""
        if not caller.may(PLAY):
            raise NotAtHandError
        revealing = self._opening.revealing(caller, nonce)

        def command(game: Game) -> None:
            self._require_plain(caller, game)
            revealing(game)

        return await self._change(caller, self._commands.command(caller, game_id, command, request), FULL, show)

    async def act(self, caller: Caller, move: Move, reply: Reply, show: Callable[[CommandResult], A]) -> A:
        """
        Answers a decision of the caller's seat. Returns what `show` makes of the answer.

        The answer is made while the events are being stored, and returned once they are durable.
        """
        if not caller.may(PLAY):
            raise NotAtHandError
        [command] = self._playing.commands(caller, [move])
        return await self._change(caller, command, reply, show)

    async def act_together(
        self, caller: Caller, moves: Sequence[Move], reply: Reply, show: Callable[[CommandResult], A]
    ) -> list[A]:
        """
        Answers decisions of the caller's seats in different games, in one transaction.

        Returns what `show` makes of each answer. If one would be refused, none is given here.
        """
        if not caller.may(PLAY):
            raise NotAtHandError
        commands, answer = self._playing.commands(caller, moves), partial(self._commands.answer, caller, reply)
        return await self._games.change_together(commands, lambda change: show(answer(change)))

    async def start_game(
        self,
        caller: Caller,
        game_id: UUID,
        request: IdempotentRequest | None,
        reply: Reply,
        show: Callable[[CommandResult], A],
        *,
        nonce: str | None,
    ) -> A:
        """Shows the caller's nonce, if they give it, and starts the game. Returns what `show` makes of the answer."""
        if not caller.may(PLAY):
            raise NotAtHandError
        starting = self._opening.starting(caller, nonce=nonce)

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

        def look(game: Game, _: Sequence[GameEvent]) -> A:
            self._require_plain(caller, game)
            languages = LANGUAGES if language is None else (language,)
            seat, people = seat_of(caller, game), self._visibility.people(game)
            return show(actions_body(game, seat, people, languages=languages))

        return await self._read(game_id, look)

    async def events(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        after: int,
        limit: int,
        language: Language | None,
        show: Callable[[EventPage], A],
    ) -> A:
        """
        Returns what `show` makes of the few events after event `after`, as the caller may see them now.

        A page of `limit` events is not at hand: there may be more, and of a game that is over it may be kept for ever.
        """

        def look(game: Game, events: Sequence[GameEvent]) -> A:
            self._require_plain(caller, game)
            if len(events) >= limit:
                raise NotAtHandError
            return show(self._playing.page(game, events, game.viewer_of(caller.account), language))

        return await self._read(game_id, look, after=after)

    async def look(self, caller: Caller, game_id: UUID, *, show: Callable[[Body], A]) -> A:
        """Returns what `show` makes of the game as the caller may see it now."""

        def look(game: Game, _: Sequence[GameEvent]) -> A:
            self._require_plain(caller, game)
            viewer = game.viewer_of(caller.account)
            table = encoded(table_of(game, viewer))
            return show(self._visibility.show(caller, game, viewer, table=table))

        return await self._read(game_id, look)

    async def _change(
        self,
        caller: Caller,
        command: BatchCommand,
        reply: Reply,
        show: Callable[[CommandResult], A],
        *,
        permit: Callable[[Game], asyncio.Future[bool]] | None = None,
    ) -> A:
        answer = partial(self._commands.answer, caller, reply)
        return await self._games.change(command, lambda change: show(answer(change)), permit=permit)

    async def _read(
        self, game_id: UUID, look: Callable[[Game, Sequence[GameEvent]], A], *, after: int | None = None
    ) -> A:
        try:
            return await self._games.read(game_id, look, after=after)
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
