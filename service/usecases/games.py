"""A game as a whole: create it, fill its seats, start it, abort it, look at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from delvebook.domain.errors import NotYoursError, UnknownSeatError
from delvebook.domain.game import SEED_BYTES, Game
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.stream import Request
from delvebook.projections.views import Body
from delvebook.service.errors import ForbiddenError
from delvebook.service.usecases.caller import ARBITRATE, OPERATE, PLAY, Caller
from delvebook.service.usecases.commands import Answer, Commands
from delvebook.service.usecases.forks import fork_point_of

OFFICIALS: Final = frozenset({ARBITRATE, OPERATE})
"""Scopes that allow aborting a running game."""


class GameService:
    """
    The use cases about a game as a whole.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._sight = commands.sight
        self._application = commands.application
        self._now = commands.now

    def create(
        self,
        caller: Caller,
        *,
        ruleset: str,
        seats: int,
        options: Mapping[str, Any],
        bots: Mapping[int, str],
        clock: Mapping[str, Any] | None = None,
        visibility: str = "public",
        request: Request | None = None,
    ) -> Answer:
        """
        Creates a game and puts the bots on their seats.

        Raises:
            ForbiddenError, UnknownRulesetError, InvalidSeatsError, InvalidOptionsError, UnknownBotError,
            UnknownSeatError
        """
        account = caller.require(PLAY)
        title = get_ruleset(ruleset)
        if clock is not None:
            title.bot(clock["on_timeout"])
        game = Game.create(
            self._commands.new_id(request),
            ruleset=title,
            options=options,
            seats=seats,
            seed=self._commands.random_bytes(SEED_BYTES),
            by=f"player:{account}",
            at=self._now(),
            terms={"creator": account, "clock": None if clock is None else dict(clock), "visibility": visibility},
        )
        for seat, bot in sorted(bots.items()):
            game.put_bot(seat, bot=bot, by=f"player:{account}", at=self._now())
        return self._commands.add(caller, game, request)

    def take_seat(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        seat: int | None = None,
        nonce: str = "",
        invite: str = "",
        request: Request | None = None,
    ) -> Answer:
        """The caller takes a free seat, or their own seat of a running game back from a bot."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._sight.require(caller, game, invite=invite)
            game.take_seat(seat, player=account, nonce=nonce, at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def put_bot(self, caller: Caller, game_id: UUID, *, seat: int, bot: str, request: Request | None = None) -> Answer:
        """The creator puts a bot on a free seat; a player of a running game hands their own seat to a bot."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            if game.status == "running" and game.seat_of(account) == seat:
                game.replace_seat(seat, bot=bot, reason="handed over", by=f"seat:{seat}", at=self._now())
                return
            _require_creator(caller, game)
            game.put_bot(seat, bot=bot, by=f"player:{account}", at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def leave_seat(self, caller: Caller, game_id: UUID, *, seat: int, request: Request | None = None) -> Answer:
        """The player leaves their seat; before the start the creator may also remove a bot."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            is_mine = game.seat_of(account) == seat
            is_creators_bot = game.status == "open" and game.created.get("creator") == account
            if not 0 <= seat < len(game.seats):
                raise UnknownSeatError(f"this game has seats 0 to {len(game.seats) - 1}, not {seat}")
            if not is_mine and not (is_creators_bot and game.seats[seat].bot is not None):
                raise NotYoursError(f"seat {seat} is not yours to leave")
            game.leave_seat(seat, by=f"player:{account}", at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def start(self, caller: Caller, game_id: UUID, *, request: Request | None = None) -> Answer:
        """A player at the table or the creator starts the game, once every seat is taken."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            if game.seat_of(account) is None and not (game.is_resumption and ARBITRATE in caller.scopes):
                _require_creator(caller, game)
            fork_point = fork_point_of(self._application, game)
            game.start(by=f"player:{account}", at=self._now(), fork_point=fork_point)

        return self._commands.change(caller, game_id, command, request)

    def abort(self, caller: Caller, game_id: UUID, *, reason: str, request: Request | None = None) -> Answer:
        """The creator aborts the game before it starts; an operator or an arbiter aborts it at any time."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            is_official = bool(OFFICIALS & caller.scopes)
            if not is_official:
                _require_creator(caller, game)
                if game.status == "running":
                    raise ForbiddenError("only an arbiter or an operator may abort a running game")
            by = f"arbiter:{account}" if is_official else f"player:{account}"
            game.abort(reason=reason, by=by, at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def look(self, caller: Caller, game_id: UUID, *, viewer: str | None = None, as_of: int | None = None) -> Body:
        """
        The game for the caller, now or as it stood after event `as_of`.

        Raises:
            UnknownGameError, UnknownEventError, UnknownSeatError, ForbiddenError (not your eyes)
        """
        with self._application.reading(game_id) as game:
            sight = self._sight.viewer(caller, game, viewer, as_of=as_of)
            body = self._sight.show(caller, game, sight)
            if as_of is None or as_of == game.version:
                return body
        return self._sight.show(caller, self._application.game_at(game_id, as_of), sight)


def _require_creator(caller: Caller, game: Game) -> None:
    if game.created.get("creator") != caller.account:
        raise ForbiddenError("only the creator of the game may do this")
