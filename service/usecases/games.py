"""A game as a whole: create it, fill its seats, start it, abort it, look at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from delvebook.domain.errors import NotYoursError, SeatReservedError, UnknownSeatError
from delvebook.domain.game import SEED_BYTES, Game
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.stream import Request
from delvebook.projections.views import Body
from delvebook.service.errors import ForbiddenError
from delvebook.service.usecases.caller import ARBITRATE, OPERATE, PLAY, Caller
from delvebook.service.usecases.commands import FULL, Answer, Commands, Reply
from delvebook.service.usecases.forks import fork_point_of

OFFICIALS: Final = (ARBITRATE, OPERATE)
"""Scopes that allow aborting a running game, and seating a bot for a player of a resumed game who is missing."""


class GameService:
    """
    The use cases about a game as a whole.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._sight = commands.sight
        self._parties = commands.parties
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
        self._commands.close_if_full(game)
        return self._commands.add(caller, game, request)

    def take_seat(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        seat: int | None = None,
        nonce_commitment: str | None = None,
        invite: str = "",
        request: Request | None = None,
    ) -> Answer:
        """
        The caller takes a free seat, or their own seat of a running game back from a bot.

        Taking the last free seat ends the seating. From then on nonces are shown (`reveal_nonce`).

        The seats of a resumed game are for those who had them in its parent.
        """
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._sight.require(caller, game, invite=invite)
            self._parties.require_unseen(caller, game)
            if game.is_resumption and not game.lifecycle.is_party(account):
                raise SeatReservedError("the seats of a resumed game are kept for those who had them")
            game.take_seat(seat, player=account, nonce_commitment=nonce_commitment, at=self._now())
            self._commands.close_if_full(game)
            self._parties.enter_as_party(caller, game)

        return self._commands.change(caller, game_id, command, request)

    def put_bot(self, caller: Caller, game_id: UUID, *, seat: int, bot: str, request: Request | None = None) -> Answer:
        """
        The creator puts a bot on a free seat; a player of a running game hands their own seat to a bot.

        In a resumed game an arbiter or operator puts it on the seat of a player who did not come back. That must be
        one who has neither looked nor ruled, so it is never the arbiter whose ruling created the game.
        """
        account = caller.require_any(PLAY, *OFFICIALS)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            if game.status == "running" and game.seat_of(account) == seat:
                game.replace_seat(seat, bot=bot, reason="handed over", by=f"seat:{seat}", at=self._now())
                return
            self._parties.require_unseen(caller, game)
            if game.is_resumption:
                caller.require_any(*OFFICIALS)
                self._parties.require_impartial(caller, game)
            else:
                caller.require(PLAY)
                _require_creator(caller, game)
            game.put_bot(seat, bot=bot, by=f"player:{account}", at=self._now())
            self._commands.close_if_full(game)

        return self._commands.change(caller, game_id, command, request)

    def leave_seat(self, caller: Caller, game_id: UUID, *, seat: int, request: Request | None = None) -> Answer:
        """
        The player leaves their seat; before the start the creator may also remove a bot.

        The bots of a resumed game stay, unless one has the seat of a player who was missing and has come back: the
        officials who may put it there may also remove it.
        """
        account = caller.require_any(PLAY, *OFFICIALS)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            is_mine = game.seat_of(account) == seat
            if not is_mine:
                self._parties.require_unseen(caller, game)
            if not 0 <= seat < len(game.seats):
                raise UnknownSeatError(f"this game has seats 0 to {len(game.seats) - 1}, not {seat}")
            if not is_mine and not self._may_remove_bot(caller, game, seat):
                raise NotYoursError(f"seat {seat} is not yours to leave")
            game.leave_seat(seat, by=f"player:{account}", at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def _may_remove_bot(self, caller: Caller, game: Game, seat: int) -> bool:
        if game.status != "open" or game.seats[seat].bot is None:
            return False
        if not game.is_resumption:
            return bool(game.created.get("creator") == caller.account)
        is_reserved = game.created["reserved"][seat] is not None
        is_impartial = not self._parties.is_party(caller.account, game)
        return is_reserved and is_impartial and not caller.scopes.isdisjoint(OFFICIALS)

    def reveal_nonce(self, caller: Caller, game_id: UUID, *, nonce: str, request: Request | None = None) -> Answer:
        """The caller shows the nonce that their seat has committed to, once every seat is taken."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            game.reveal_nonce(nonce, player=account, at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def start(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        nonce: str | None = None,
        request: Request | None = None,
        reply: Reply = FULL,
    ) -> Answer:
        """
        A player at the table or the creator starts the game, once every seat is taken and every nonce is shown.

        With `nonce`, the caller shows their own first; if the game cannot start then, the nonce is not shown either.

        A resumed game is started by one of its players, or by an arbiter who is no party of its family.
        """
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            if game.seat_of(account) is None:
                if game.is_resumption and ARBITRATE in caller.scopes:
                    self._parties.require_impartial(caller, game)
                else:
                    _require_creator(caller, game)
            if nonce is not None:
                game.reveal_nonce(nonce, player=account, at=self._now())
            fork_point = fork_point_of(self._application, game)
            game.start(by=f"player:{account}", at=self._now(), fork_point=fork_point)

        return self._commands.change(caller, game_id, command, request, reply)

    def abort(self, caller: Caller, game_id: UUID, *, reason: str, request: Request | None = None) -> Answer:
        """
        The creator aborts the game before it starts; an operator or an arbiter aborts it at any time.

        Once a nonce is shown, the creator may no longer abort, because they may know more of the game's chance by then
        than the others.

        Officials who are parties of the game's family have no more rights than its other players.
        """
        account = caller.require_any(PLAY, *OFFICIALS)

        def command(game: Game) -> None:
            self._sight.require(caller, game)
            is_creator = game.created.get("creator") == account
            is_official = not caller.scopes.isdisjoint(OFFICIALS)
            if is_official and not (is_creator and game.status == "open" and self._parties.is_party(account, game)):
                self._parties.require_impartial(caller, game)
            else:
                is_official = False
                _require_creator(caller, game)
                if game.status == "running":
                    raise ForbiddenError("only an arbiter or an operator may abort a running game")
                if game.lifecycle.is_nonce_shown:
                    raise ForbiddenError("a nonce is shown, so only an arbiter or an operator may abort the game")
            by = f"arbiter:{account}" if is_official else f"player:{account}"
            game.abort(reason=reason, by=by, at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def head(self, caller: Caller, game_id: UUID) -> Body:
        """
        How far the game has come.

        Raises:
            UnknownGameError
        """
        with self._application.reading(game_id) as game:
            self._sight.require(caller, game)
            return {
                "game": str(game.id),
                "n": game.version,
                "hash": game.head,
                "at": game.last_at,
                "status": game.status,
            }

    def require(self, caller: Caller, game_id: UUID) -> str:
        """
        The game's id, if the caller may know that it exists.

        Raises:
            UnknownGameError
        """
        with self._application.reading(game_id) as game:
            self._sight.require(caller, game)
            return str(game.id)

    def look(self, caller: Caller, game_id: UUID, *, viewer: str | None = None, event: int | None = None) -> Body:
        """
        The game for the caller, now or as it stood after event `event`.

        Raises:
            UnknownGameError, UnknownEventError, UnknownSeatError, ForbiddenError (not your eyes)
        """
        with self._application.reading(game_id) as game:
            sight = self._sight.viewer(caller, game, viewer, event=event)
            body = self._sight.show(caller, game, sight)
            if event is None or event == game.version:
                return body
        return self._sight.show(caller, self._application.game_at(game_id, event), sight)


def _require_creator(caller: Caller, game: Game) -> None:
    if game.created.get("creator") != caller.account:
        raise ForbiddenError("only the creator of the game may do this")
