"""A game as a whole: create it, fill its seats, start it, abort it, look at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from delvebook.domain.clocks import Clock
from delvebook.domain.errors import (
    DelvebookError,
    NotYoursError,
    SeatReservedError,
    UnknownEventError,
    UnknownSeatError,
)
from delvebook.domain.game import SEED_BYTES, Game
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.seating import is_creator, is_kept
from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import Body
from delvebook.service.base.errors import ForbiddenError
from delvebook.service.identity.caller import BOTS, OFFICIALS, PLAY, Caller
from delvebook.service.usecases.commands import FULL, CommandResult, Commands, Reply, others_at
from delvebook.service.usecases.forks import delay_term, fork_point_of, hints_term


@dataclass(frozen=True, slots=True)
class NewGame:
    """
    The terms of a new game.

    Attributes:
        ruleset: `id@version`, or an id for its newest version.
        seats: The number of seats.
        options: The options, as the client gave them.
        bots: The bots, by seat.
        clock: The clock, in the clients' form; None for no clock.
        visibility: `public`, `unlisted` or `private`.
        spectator_delay: `{"actions": N}` to delay the game for everybody but the players; None for no delay.
        hints: Whether its only player may ask for hints; None to allow them if bots get every seat but one.
    """

    ruleset: str
    seats: int
    options: Mapping[str, object]
    bots: Mapping[int, str]
    clock: Mapping[str, object] | None = None
    visibility: str = "public"
    spectator_delay: Mapping[str, object] | None = None
    hints: bool | None = None

    @property
    def allows_hints(self) -> bool:
        """Whether its only player may ask for hints."""
        return len(self.bots) == self.seats - 1 if self.hints is None else self.hints


class GameService:
    """
    The use cases about a game as a whole.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._visibility = commands.visibility
        self._parties = commands.parties
        self._application = commands.application
        self._now = commands.now

    def create(
        self,
        caller: Caller,
        *,
        ruleset: str,
        seats: int,
        options: Mapping[str, object],
        bots: Mapping[int, str],
        clock: Mapping[str, object] | None = None,
        visibility: str = "public",
        spectator_delay: Mapping[str, object] | None = None,
        hints: bool | None = None,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """
        Creates a game and seats its bots.

        Raises:
            ForbiddenError, UnknownRulesetError, InvalidSeatsError, InvalidOptionsError, UnknownBotError,
            UnknownSeatError
        """
        asked = NewGame(ruleset, seats, options, bots, clock, visibility, spectator_delay, hints)
        [result] = self._commands.add(caller, [(self.new(caller, asked, request), request)])
        return result

    def create_together(
        self, caller: Caller, asked: Sequence[NewGame], *, request: IdempotentRequest | None = None
    ) -> list[CommandResult]:
        """
        Creates several games in one transaction, all or none.

        Raises:
            As `create`. `details["index"]` is the index of the refused game.
        """
        made: list[tuple[Game, IdempotentRequest | None]] = []
        for index, one in enumerate(asked):
            own = (
                None
                if request is None
                else IdempotentRequest(sha256(f"{request.key}/{index}".encode()).hexdigest(), request.body)
            )
            try:
                made.append((self.new(caller, one, own), own))
            except DelvebookError as refusal:
                refusal.details["index"] = index
                raise
        return self._commands.add(caller, made)

    def has_made(self, request: IdempotentRequest) -> bool:
        """Returns whether the request has made a game."""
        return bool(self._application.events_of(self._commands.new_id(request), limit=1))

    def new(self, caller: Caller, asked: NewGame, request: IdempotentRequest | None) -> Game:
        """Returns a new game, which is not stored yet. See `create`."""
        account = caller.require(PLAY)
        title = get_ruleset(asked.ruleset)
        game = Game.create(
            self._commands.new_id(request),
            ruleset=title,
            options=asked.options,
            seats=asked.seats,
            seed=self._commands.random_bytes(SEED_BYTES),
            by=f"player:{account}",
            at=self._now(),
            terms={
                "clock": settled_clock(title, asked.clock),
                "visibility": asked.visibility,
                **delay_term(asked.spectator_delay),
                **hints_term(allowed=asked.allows_hints),
            },
        )
        for seat, bot in sorted(asked.bots.items()):
            game.put_bot(seat, bot=bot, by=f"player:{account}", at=self._now())
        self._commands.close_if_full(game)
        return game

    def take_seat(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        seat: int | None = None,
        nonce_commitment: str | None = None,
        invite: str = "",
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """
        Takes a free seat for the caller, or takes their own seat of a running game back from a bot.

        Taking the last free seat ends the seating. After that nonces are shown (`reveal_nonce`).

        The seats of a resumed game are reserved for their players in its parent.

        Raises:
            BlockedError: Whoever made the game, or sits there, has blocked the caller. It is no reason in a running
                game, or in one that a ruling resumes: the caller belongs there already.
        """
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._visibility.require(caller, game, invite=invite)
            self._parties.require_unseen(caller, game)
            if game.lifecycle.is_resumption and not game.lifecycle.is_party(account):
                raise SeatReservedError("the seats of a resumed game are kept for those who had them")
            is_new_there = game.lifecycle.status == "open" and not game.lifecycle.is_resumption
            self.sit(caller, game, seat=seat, nonce_commitment=nonce_commitment)
            if is_new_there:  # Judged last: whoever is refused in any case does not learn of a block.
                self._commands.require_unblocked(account, others_at(game, account))
            self._parties.enter_as_party(caller, game)

        return self._commands.change(caller, game_id, command, request)

    def sit(self, caller: Caller, game: Game, *, seat: int | None, nonce_commitment: str | None) -> None:
        """Takes a seat of the game for the caller, as far as the rules of seating go. See `take_seat`."""
        game.take_seat(
            seat,
            player=caller.require(PLAY),
            nonce_commitment=nonce_commitment,
            at=self._now(),
            is_program=BOTS in caller.scopes,
        )
        self._commands.close_if_full(game)

    def put_bot(
        self, caller: Caller, game_id: UUID, *, seat: int, bot: str, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """
        Puts a bot on a free seat, for the creator, or on the caller's own seat of a running game.

        In a resumed game an arbiter or operator puts it, as `arbiter:ID`, on the seat of a player who did not come
        back. That official must have neither looked nor ruled, so it is never the arbiter whose ruling created the
        game.
        """
        account = caller.require_any(PLAY, *OFFICIALS)

        def command(game: Game) -> None:
            self._visibility.require(caller, game)
            if game.lifecycle.status == "running" and game.lifecycle.seat_of(account) == seat:
                game.replace_seat(seat, bot=bot, reason="handed over", by=f"seat:{seat}", at=self._now())
                return
            self._parties.require_unseen(caller, game)
            by = f"player:{account}"
            if game.lifecycle.is_resumption:
                by = self._require_official(caller, game)
            else:
                caller.require(PLAY)
                _require_creator(caller, game, "put a bot on a seat")
            game.put_bot(seat, bot=bot, by=by, at=self._now())
            self._commands.close_if_full(game)

        return self._commands.change(caller, game_id, command, request)

    def leave_seat(
        self, caller: Caller, game_id: UUID, *, seat: int, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """
        Frees the caller's seat. Before the start the creator may also remove a bot, or another player for good.

        The bots of a resumed game stay, except one on the seat of a missing player who has come back: the officials who
        may put it there may also remove it.
        """
        account = caller.require_any(PLAY, *OFFICIALS)

        def command(game: Game) -> None:
            self._visibility.require(caller, game)
            is_mine = game.lifecycle.seat_of(account) == seat
            if not is_mine:
                self._parties.require_unseen(caller, game)
            if not 0 <= seat < len(game.lifecycle.seats):
                raise UnknownSeatError(f"this game has seats 0 to {len(game.lifecycle.seats) - 1}, not {seat}")
            if not is_mine and not self._may_remove(caller, game, seat):
                raise NotYoursError(f"seat {seat} is not yours to leave")
            is_official = not is_mine and game.lifecycle.is_resumption
            game.leave_seat(seat, by=f"{'arbiter' if is_official else 'player'}:{account}", at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def _may_remove(self, caller: Caller, game: Game, seat: int) -> bool:
        if game.lifecycle.status != "open" or game.lifecycle.seats[seat].is_free:
            return False
        if not game.lifecycle.is_resumption:
            return is_creator(game.lifecycle, f"player:{caller.account}")
        is_bot_for_player = game.lifecycle.seats[seat].bot is not None and is_kept(game.lifecycle, seat)
        is_impartial = not self._parties.is_party(caller.account, game)
        return is_bot_for_player and is_impartial and not caller.scopes.isdisjoint(OFFICIALS)

    def _require_official(self, caller: Caller, game: Game) -> str:
        """
        Returns the author of what an official does in a resumed game, if the caller is one and no party of its family.

        Raises:
            ForbiddenError, PartyError
        """
        account = caller.require_any(*OFFICIALS)
        self._parties.require_impartial(caller, game)
        return f"arbiter:{account}"

    def reveal_nonce(
        self, caller: Caller, game_id: UUID, *, nonce: str, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Shows the nonce that the caller's seat has committed to, once every seat is taken."""
        return self._commands.change(caller, game_id, self.revealing(caller, nonce), request)

    def revealing(self, caller: Caller, nonce: str) -> Callable[[Game], None]:
        """Returns the command that shows a nonce. See `reveal_nonce`."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._visibility.require(caller, game)
            game.reveal_nonce(nonce, player=account, at=self._now())

        return command

    def start(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        nonce: str | None = None,
        request: IdempotentRequest | None = None,
        reply: Reply = FULL,
    ) -> CommandResult:
        """
        Starts the game, for a player or the creator, once every seat is taken and every nonce is shown.

        With `nonce`, the caller shows their own first. If the game cannot start then, the nonce is not shown either.

        A resumed game is started by one of its players, or by an official who is not a party of its family.
        """
        return self._commands.change(caller, game_id, self.starting(caller, nonce=nonce), request, reply)

    def starting(self, caller: Caller, *, nonce: str | None = None) -> Callable[[Game], None]:
        """Returns the command that starts a game. See `start`."""
        account = caller.require_any(PLAY, *OFFICIALS)

        def command(game: Game) -> None:
            self._visibility.require(caller, game)
            by = f"player:{account}"
            is_official = not caller.scopes.isdisjoint(OFFICIALS)
            if game.lifecycle.is_resumption and game.lifecycle.seat_of(account) is None and is_official:
                by = self._require_official(caller, game)
            else:
                caller.require(PLAY)
                if game.lifecycle.seat_of(account) is None and not is_creator(game.lifecycle, f"player:{account}"):
                    raise ForbiddenError("only the creator of the game, or a player at its table, may start it")
            if nonce is not None:
                game.reveal_nonce(nonce, player=account, at=self._now())
            fork_point = fork_point_of(self._application, game)
            game.start(by=by, at=self._now(), fork_point=fork_point)

        return command

    def abort(
        self, caller: Caller, game_id: UUID, *, reason: str, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """
        Aborts the game: for its creator before it starts, for an operator or an arbiter at any time.

        Once a nonce is shown, the creator may no longer abort, because they may already know more than the others.

        Officials who are parties of the game's family have no more rights than its other players.
        """
        account = caller.require_any(PLAY, *OFFICIALS)

        def command(game: Game) -> None:
            self._visibility.require(caller, game)
            is_own = is_creator(game.lifecycle, f"player:{account}")
            is_official = not caller.scopes.isdisjoint(OFFICIALS)
            if is_official and not (
                is_own and game.lifecycle.status == "open" and self._parties.is_party(account, game)
            ):
                self._parties.require_impartial(caller, game)
            else:
                is_official = False
                _require_creator(caller, game, "abort it")
                if game.lifecycle.status == "running":
                    raise ForbiddenError("only an arbiter or an operator may abort a running game")
                if game.lifecycle.is_nonce_shown:
                    raise ForbiddenError("a nonce has been shown, so only an arbiter or an operator may abort the game")
            by = f"arbiter:{account}" if is_official else f"player:{account}"
            game.abort(reason=reason, by=by, at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def head(self, caller: Caller, game_id: UUID, *, viewer: str | None = None) -> Body:
        """
        Returns how far the game has come, as far as the caller may know.

        Raises:
            UnknownGameError
        """
        with self._commands.reading(caller, game_id, viewer=viewer) as game:
            self._visibility.require(caller, game)
            return {
                "game": str(game.id),
                "n": game.stream.version,
                "hash": game.stream.head,
                "at": game.stream.last_at,
                "status": game.lifecycle.status,
            }

    def require(self, caller: Caller, game_id: UUID) -> str:
        """
        Returns the game's id if the caller may know that it exists.

        Raises:
            UnknownGameError
        """
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require(caller, game)
            return str(game.id)

    def look(self, caller: Caller, game_id: UUID, *, viewer: str | None = None, event: int | None = None) -> Body:
        """
        Returns the game for the caller, now or as it stood after event `event`.

        Raises:
            UnknownGameError, UnknownEventError, UnknownSeatError, ForbiddenError (not your eyes)
        """
        with self._commands.reading(caller, game_id, viewer=viewer) as game:
            sight = self._visibility.viewer(caller, game, viewer, event=event)
            body = self._visibility.show(caller, game, sight)
            if event is None or event == game.stream.version:
                return body
            if event > game.stream.version:
                raise UnknownEventError(
                    f"the game has events 1 to {game.stream.version}, not {event}", n=game.stream.version
                )
        return self._visibility.show(caller, self._application.game_at(game_id, event), sight)


def settled_clock(title: AnyRuleset, clock: Mapping[str, object] | None) -> dict[str, object] | None:
    """
    Returns the clock in the form of event 1, with its bot's program at the current version.

    Raises:
        UnknownBotError
    """
    asked = Clock.read({"clock": clock})
    if asked is None:
        return None
    return (asked._replace(bot=title.program(asked.bot).name) if asked.bot else asked).to_plain()


def _require_creator(caller: Caller, game: Game, what: str) -> None:
    if not is_creator(game.lifecycle, f"player:{caller.account}"):
        raise ForbiddenError(f"only the creator of the game may {what}")
