"""Decides who may look at a game, and as which viewer."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Collection, Iterable
from typing import Final
from uuid import UUID

from delvebook.domain.errors import PartyError, UnknownGameError, UnknownSeatError, UnknownViewerError
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.viewers import ARBITER, KINDS, PUBLIC, SPECTATOR, Viewer, parse_viewer
from delvebook.projections.views import NOBODY, Body, Names, People, accounts_in, game_body
from delvebook.service.base.errors import ForbiddenError
from delvebook.service.identity.caller import ARBITRATE, OFFICIALS, Caller
from delvebook.service.usecases.parties import Parties

_PLAIN: Final = (None, str(SPECTATOR), str(PUBLIC))
"""Viewers that a caller without a seat or arbiter scope may request."""

Look = Callable[[Caller, Game, Viewer, int], object]
"""Called before a caller sees other viewers' secrets at an event. It writes the look to the audit trail."""


class Visibility:
    """
    Decides what a caller may see.

    Args:
        secret: The service's secret. Invitations are derived from it.
        parties: Decides who may look as another viewer.
        on_look: Records an arbiter's look at secrets.
        names: Finds the names of accounts by their ids. Unknown ones are left out.
    """

    def __init__(
        self, *, secret: bytes, parties: Parties, on_look: Look = lambda *_: None, names: Names = lambda _: NOBODY
    ) -> None:
        self._secret = secret
        self._parties = parties
        self._on_look = on_look
        self._names = names

    def require(self, caller: Caller, game: Game, *, invite: str = "") -> None:
        """
        Returns if the caller may know that the game exists.

        A private game that is not over, or never began, is visible to its creator, its players, players with a reserved
        seat, callers with its invitation, and officials who are no parties of its family.

        Raises:
            UnknownGameError
        """
        is_played = game.lifecycle.is_seed_revealed and game.table is not None
        if game.lifecycle.created.get("visibility") != "private" or is_played:
            return
        account = caller.account
        is_concerned = account is not None and (
            game.lifecycle.seat_of(account) is not None
            or game.lifecycle.created.get("creator") == account
            or account in (game.lifecycle.created.get("reserved") or ())
        )
        is_invited = bool(invite) and hmac.compare_digest(invite, self.invitation(game.id))
        if is_concerned or is_invited:
            return
        if caller.scopes.isdisjoint(OFFICIALS) or self._parties.is_party(account, game):
            raise UnknownGameError(f"there is no game {game.id}")

    def require_of_party(self, caller: Caller, game: Game) -> None:
        """
        Like `require`, but also returns for players who have left a private game.

        Raises:
            UnknownGameError
        """
        if caller.account is None or caller.account not in game.lifecycle.parties:
            self.require(caller, game)

    def viewer(
        self, caller: Caller, game: Game, asked: str | None, *, event: int | None = None, is_noted: bool = False
    ) -> Viewer:
        """
        Returns the viewer that the caller may look as.

        An arbiter's look at secrets is recorded before this returns, and makes them an official of the game's family.

        Args:
            caller: The caller.
            game: The game.
            asked: The viewer that they ask for; None for their own.
            event: The event that they look at; None for the last one.
            is_noted: Whether the look has been recorded already.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError
        """
        self.require(caller, game)
        own = game.viewer_of(caller.account)
        viewer = own if asked is None else self._named(caller, game, asked)
        if viewer in (own, SPECTATOR) or game.lifecycle.is_seed_revealed:
            return viewer
        if viewer.seat is not None and viewer.seat >= len(game.lifecycle.seats):
            raise UnknownSeatError(f"this game has seats 0 to {len(game.lifecycle.seats) - 1}, not {viewer.seat}")
        refusal = ForbiddenError(
            f"you may not look as {viewer}; this needs the scope 'disputes:rule', and neither your account nor one "
            "that it is connected with may have played here or in a fork or parent of this game"
        )
        if ARBITRATE not in caller.scopes:
            raise refusal
        try:
            self._parties.enter_as_official(caller, game)
        except PartyError:
            raise refusal from None
        if not is_noted:
            self._on_look(caller, game, viewer, game.stream.version if event is None else event)
        return viewer if viewer.seat is not None else ARBITER

    def _named(self, caller: Caller, game: Game, asked: str) -> Viewer:
        """The viewer of that name. If there is none, the refusal offers those that the caller may ask for."""
        try:
            return parse_viewer(asked)
        except UnknownViewerError:
            own = game.viewer_of(caller.account)
            seats = [f"seat:{number}" for number in range(len(game.lifecycle.seats))]
            offered = [str(own), str(SPECTATOR)]
            if game.lifecycle.is_seed_revealed:
                offered += [*seats, *KINDS]
            elif ARBITRATE in caller.scopes and not self._parties.is_party(caller.account, game):
                offered += [*seats, str(ARBITER)]
            return parse_viewer(asked, offered=tuple(dict.fromkeys(offered)))

    def known_to(self, caller: Caller, game: Game, asked: str | None = None) -> int:
        """
        Returns the last event that the caller may know. If the game has a delay, it may be an earlier one.

        Callers with a seat see it without delay, and so do arbiters who look as another viewer.

        Args:
            caller: The caller.
            game: The game.
            asked: The viewer that they ask for; None for their own.
        """
        if game.shown_until == game.stream.version:
            return game.stream.version
        is_plain = asked in _PLAIN
        if game.viewer_of(caller.account).seat is not None:
            is_delayed = is_plain and asked is not None
        else:
            is_delayed = is_plain or ARBITRATE not in caller.scopes or self._parties.is_party(caller.account, game)
        return game.shown_until if is_delayed else game.stream.version

    def people(self, game: Game, events: Iterable[GameEvent] = ()) -> People:
        """Returns the names of the accounts that telling the game, or these events of it, may need."""
        return self._names(accounts_in(game, events))

    def named(self, accounts: Collection[str]) -> People:
        """Returns the known names of these accounts."""
        return self._names(accounts)

    def show(self, caller: Caller, game: Game, viewer: Viewer, *, table: object = ...) -> Body:
        """
        Returns the game as that viewer sees it. The creator of an open private game also gets its invitation.

        `table` is that of `game_body`, if the caller already has it.
        """
        body = game_body(game, viewer, self.people(game), table=table)
        is_creator = caller.account is not None and game.lifecycle.created.get("creator") == caller.account
        if is_creator and game.lifecycle.status == "open" and body["visibility"] == "private":
            body["invite"] = self.invitation(game.id)
        return body

    def invitation(self, game_id: UUID) -> str:
        """Returns the invitation word for a private game."""
        return hmac.digest(self._secret, b"invite/1\n" + game_id.bytes, "sha256").hex()[:24]
