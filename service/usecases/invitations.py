"""Invitations of named players, and rematches, which are offered by invitations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from delvebook.domain.errors import (
    AlreadyStartedError,
    DelvebookError,
    GameFinishedError,
    NotYoursError,
    SeatedError,
    UnknownSeatError,
)
from delvebook.domain.game import SEED_BYTES, Game
from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import Body, person_body
from delvebook.replays.times import later
from delvebook.service.base.errors import (
    ForbiddenError,
    GameNotOverError,
    InvitationSettledError,
    InvitedError,
    RematchOfferedError,
    TooManyInvitationsError,
    UnknownInvitationError,
)
from delvebook.service.identity.caller import PLAY, READ, Caller
from delvebook.service.identity.invitations import ACCEPTED, DECLINED, OPEN, WITHDRAWN, Invitation, Invitations
from delvebook.service.usecases.commands import CommandResult, Commands
from delvebook.service.usecases.forks import delay_term, hints_term
from delvebook.service.usecases.games import GameService

SECONDS_USUAL: Final = 7 * 24 * 3600
"""How long an invitation is open by default."""
OPEN_MAX: Final = 100
"""The largest number of open invitations that an account may have sent."""
NotifyAccount = Callable[[str, str, Mapping[str, object]], None]
"""Tells an account something, at most once and perhaps never. Takes the account's id, the type, and the body."""


def tell_nobody(account: str, what: str, body: Mapping[str, object]) -> None:
    """Tells nobody. An account can also ask for what it wants to know."""


class InvitationService:
    """
    The use cases about invitations.

    An invitation reserves no seat. It lets its invitee into a private game, and tells them of any other.

    Args:
        commands: Carries commands out.
        games: Takes the seat of an invitee who accepts.
        invitations: The stored invitations.
        tell: Sends an account a notice.
    """

    def __init__(
        self, commands: Commands, games: GameService, invitations: Invitations, tell: NotifyAccount = tell_nobody
    ) -> None:
        self._commands = commands
        self._games = games
        self._visibility = commands.visibility
        self._application = commands.application
        self._invitations = invitations
        self._tell = tell
        self._now = commands.now

    def invite(
        self, caller: Caller, game_id: UUID, *, invitee: str, seat: int | None = None, seconds: int = SECONDS_USUAL
    ) -> Body:
        """
        Invites an account to a game that has not started. Only its creator and its players may invite.

        While the caller has an open invitation to that account, the same request gets the same answer.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError, AlreadyStartedError, GameFinishedError
            SeatedError: The account has a seat.
            InvitedError: The account is already invited, on other terms or by another account.
            BlockedByYouError: The caller has blocked the account.
            BlockedError: The account has blocked the caller.
            TooManyInvitationsError
        """
        account = caller.require(PLAY)
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require(caller, game)
            if game.lifecycle.created.get("creator") != account and game.lifecycle.seat_of(account) is None:
                raise ForbiddenError("only the creator and the players of a game can invite to it")
            require_open(game)
            if seat is not None and not 0 <= seat < len(game.lifecycle.seats):
                raise UnknownSeatError(f"this game has seats 0 to {len(game.lifecycle.seats) - 1}, not {seat}")
            if game.lifecycle.seat_of(invitee) is not None:
                raise SeatedError("this player sits at the table already")
            ruleset = game.ruleset.key
        now = self._now()
        known = self._invitations.find_open(game=str(game_id), invitee=invitee, now=now)
        if known is not None:
            if (known.inviter, known.seat) != (account, seat):
                raise InvitedError("this player is invited already", invitation=known.id)
            return self._body(known)
        if self._invitations.count_open(inviter=account, now=now) >= OPEN_MAX:
            raise TooManyInvitationsError(f"at most {OPEN_MAX} of your invitations may be open", limit=OPEN_MAX)
        # Judged last: whoever is refused in any case, or is answered again, does not learn of a block.
        self._commands.require_welcome(account, [invitee])
        return self._add(str(game_id), ruleset, seat=seat, inviter=account, invitee=invitee, seconds=seconds, now=now)

    def _add(
        self, game: str, ruleset: str, *, seat: int | None, inviter: str, invitee: str, seconds: int, now: str
    ) -> Body:
        id_ = str(UUID(bytes=self._commands.random_bytes(16), version=4))
        made = Invitation(id_, game, ruleset, seat, inviter, invitee, OPEN, now, later(now, seconds))
        self._invitations.add(made)
        body = self._body(made)
        self._tell(invitee, "invitation", body)
        return body

    def accept(
        self,
        caller: Caller,
        id_: str,
        *,
        nonce_commitment: str | None = None,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """
        Takes the seat for the invitee, like `take_seat`. It also lets them into a private game.

        Raises:
            UnknownInvitationError, InvitationSettledError, and whatever `take_seat` raises
        """
        account = caller.require(PLAY)
        invitation = self._of(account, id_)
        if invitation.invitee != account:
            raise NotYoursError("this invitation is for another player")
        # It is accepted before the seat is taken, so that a withdrawal either comes first, or is refused.
        is_first = invitation.status != ACCEPTED and self._is_accepted_now(invitation)
        game_id = UUID(invitation.game)
        try:
            answer = self._games.take_seat(
                caller,
                game_id,
                seat=invitation.seat,
                nonce_commitment=nonce_commitment,
                invite=self._visibility.invitation(game_id),
                request=request,
            )
        except DelvebookError:
            if is_first:
                self._invitations.reopen(id_)
            raise
        if not answer.is_repeat:
            self._tell_settled(invitation, invitation.inviter)
        return answer

    def _is_accepted_now(self, invitation: Invitation) -> bool:
        """
        Accepts an invitation. Returns False if another request of its player has accepted it.

        Raises:
            InvitationSettledError
        """
        self._require_open(invitation)
        if self._invitations.settle(invitation.id, ACCEPTED, at=self._now()):
            return True
        settled = self._of(invitation.invitee, invitation.id)
        if settled.status != ACCEPTED:
            self._require_open(settled)
        return False

    def decline(self, caller: Caller, id_: str) -> Body:
        """Declines the invitation, for the invitee. Repeating it gets the same answer."""
        return self._settle(caller, id_, DECLINED)

    def withdraw(self, caller: Caller, id_: str) -> Body:
        """Withdraws the invitation, for the inviter. Repeating it gets the same answer."""
        return self._settle(caller, id_, WITHDRAWN)

    def look(self, caller: Caller, id_: str) -> Body:
        """
        Returns the invitation, for the inviter and the invitee.

        Raises:
            UnknownInvitationError
        """
        return self._body(self._of(caller.require(READ), id_))

    def select(
        self,
        caller: Caller,
        *,
        game: str | None = None,
        status: str | None = None,
        direction: str | None = None,
        after: tuple[str, str] | None = None,
        limit: int,
    ) -> list[Body]:
        """Returns invitations from and to the caller, the latest first."""
        account = caller.require(READ)
        found = self._invitations.select(
            account, now=self._now(), game=game, status=status, direction=direction, after=after, limit=limit
        )
        return [self._body(one) for one in found]

    def offer_rematch(
        self, caller: Caller, game_id: UUID, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """
        Creates a game like a finished one, every player one seat further on, and invites the other players.

        Their seats are reserved, and bots sit down at once. The caller takes their seat in a separate request.

        Raises:
            UnknownGameError, NotYoursError, GameNotOverError
            BlockedByYouError: The caller has blocked another player of it.
            BlockedError: Another player of it has blocked the caller.
            RematchOfferedError: There is a rematch already. `details["game"]` is its id.
        """
        account = caller.require(PLAY)
        with self._commands.reading(caller, game_id) as left:
            self._visibility.require(caller, left)
            if left.lifecycle.seat_of(account) is None:
                raise NotYoursError("you have no seat in this game")
            if not left.lifecycle.is_over:
                raise GameNotOverError("a rematch can be offered only once the game is over")
            made = self._rematch_of(left, account, self._rematch_id(left.id, request))
            players = {made.lifecycle.created["reserved"][seat]: seat for seat in range(len(made.lifecycle.seats))}
            self._commands.require_welcome(account, players)
        [answer] = self._commands.add(caller, [(made, request)])
        now = self._now()
        for player, seat in players.items():
            if player not in (None, account) and not self._invitations.find_open(
                game=str(made.id), invitee=player, now=now
            ):
                self._add(
                    str(made.id), made.ruleset.key, seat=seat, inviter=account, invitee=player,
                    seconds=SECONDS_USUAL, now=now,
                )  # fmt: skip
        return answer

    def _rematch_id(self, left: UUID, request: IdempotentRequest | None) -> UUID:
        """Returns the id of the next rematch: the same for all players, so that two who ask at once create one game."""
        for attempt in range(1000):
            id_ = self._commands.derived_id("rematch", str(left), str(attempt))
            first = next(iter(self._application.events_of(id_, limit=1)), None)
            if first is None:
                return id_
            if request is not None and first.metadata.get("request", [None])[0] == request.key:
                return id_
            with self._application.reading(id_) as other:
                if other.lifecycle.status != "aborted":
                    raise RematchOfferedError("this game has a rematch already", game=str(id_))
        raise RematchOfferedError("this game has had too many rematches", game=str(id_))

    def _rematch_of(self, left: Game, account: str, id_: UUID) -> Game:
        count = len(left.lifecycle.seats)
        terms = {
            "clock": left.lifecycle.created.get("clock"),
            "visibility": left.lifecycle.created.get("visibility", "public"),
            "reserved": [left.lifecycle.seats[(seat - 1) % count].player for seat in range(count)],
            "rematch_of": str(left.id),
            **delay_term(left.lifecycle.created.get("spectator_delay")),
            **hints_term(allowed=left.lifecycle.created.get("hints", False)),
        }
        made = Game.create(
            id_,
            ruleset=left.ruleset,
            options=left.lifecycle.options,
            seats=count,
            seed=self._commands.random_bytes(SEED_BYTES),
            by=f"player:{account}",
            at=self._now(),
            terms=terms,
        )
        for seat in range(count):
            sat = left.lifecycle.seats[(seat - 1) % count]
            if sat.player is None and sat.bot is not None:
                made.put_bot(seat, bot=sat.bot, by=f"player:{account}", at=self._now())
        return made

    def _settle(self, caller: Caller, id_: str, status: str) -> Body:
        account = caller.require(PLAY)
        invitation = self._of(account, id_)
        if account != (invitation.invitee if status == DECLINED else invitation.inviter):
            raise NotYoursError("only the invited player can decline, and only the inviter can withdraw")
        if invitation.status != status:
            self._require_open(invitation)
            self._invitations.settle(id_, status, at=self._now())
            invitation = self._of(account, id_)
            if invitation.status != status:  # another request was faster
                self._require_open(invitation)
            self._tell_settled(invitation, invitation.inviter if status == DECLINED else invitation.invitee)
        return self._body(invitation)

    def _tell_settled(self, invitation: Invitation, account: str) -> None:
        settled = self._invitations.find(invitation.id)
        self._tell(account, "invitation", self._body(settled or invitation))

    def _of(self, account: str, id_: str) -> Invitation:
        found = self._invitations.find(id_)
        if found is None or account not in (found.inviter, found.invitee):
            raise UnknownInvitationError("there is no such invitation for you")
        return found

    def _require_open(self, invitation: Invitation) -> None:
        status = invitation.status_at(self._now())
        if status != OPEN:
            raise InvitationSettledError(f"the invitation is {status}", status=status)

    def _body(self, invitation: Invitation) -> Body:
        people = self._visibility.named({invitation.inviter, invitation.invitee})
        return {
            "id": invitation.id,
            "game": invitation.game,
            "ruleset": invitation.ruleset,
            "seat": invitation.seat,
            "from": person_body(invitation.inviter, people),
            "to": person_body(invitation.invitee, people),
            "status": invitation.status_at(self._now()),
            "created_at": invitation.created_at,
            "expires_at": invitation.expires_at,
            "settled_at": invitation.settled_at,
        }


def require_open(game: Game) -> None:
    """
    Returns if the game has not started.

    Raises:
        AlreadyStartedError, GameFinishedError
    """
    if game.lifecycle.is_over:
        raise GameFinishedError(f"the game is {game.lifecycle.status}")
    if game.lifecycle.status != "open":
        raise AlreadyStartedError("the game has started; no more players can be invited")
