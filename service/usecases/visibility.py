"""Who may look at a game, and with whose eyes."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Collection, Iterable
from typing import Final
from uuid import UUID

from delvebook.domain.errors import UnknownGameError, UnknownSeatError
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, Viewer, parse_viewer
from delvebook.projections.views import NOBODY, Body, Names, People, accounts_in, game_body
from delvebook.service.base.errors import ForbiddenError
from delvebook.service.identity.caller import ARBITRATE, OPERATE, Caller
from delvebook.service.usecases.parties import Parties

_PLAIN: Final = (None, str(SPECTATOR), str(PUBLIC))
"""Viewers that a caller without a seat or arbiter scope may request."""

Look = Callable[[Caller, Game, Viewer, int], object]
"""Called before a caller sees secrets that are not their own, as of an event. Writes the look to the audit trail."""


class Visibility:
    """
    Decides what a caller may see.

    Args:
        secret: The service's secret. Invitations are derived from it.
        parties: Decides who may look with other eyes.
        on_look: Records an arbiter's look at secrets.
        names: The names of accounts, by id; those that are not known are left out.
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

        A private game is visible to its creator, its players, players a seat is reserved for, arbiters, operators,
        and callers with its invitation.

        Raises:
            UnknownGameError
        """
        if game.lifecycle.created.get("visibility") != "private" or game.lifecycle.is_seed_revealed:
            return
        account = caller.account
        is_concerned = account is not None and (
            game.lifecycle.seat_of(account) is not None
            or game.lifecycle.created["creator"] == account
            or account in (game.lifecycle.created.get("reserved") or ())
        )
        is_invited = bool(invite) and hmac.compare_digest(invite, self.invitation(game.id))
        if not is_concerned and not is_invited and not {ARBITRATE, OPERATE} & caller.scopes:
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
        self, caller: Caller, game: Game, wanted: str | None, *, event: int | None = None, is_noted: bool = False
    ) -> Viewer:
        """
        The viewer whose eyes the caller may use.

        An arbiter's look at secrets is recorded before this returns, and makes them an official of the game's family.

        Args:
            caller: Who looks.
            game: At which game.
            wanted: The viewer they ask for; their own if None.
            event: The event they look at; the last one if None.
            is_noted: The caller continues a look that has been recorded.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError
        """
        self.require(caller, game)
        own = game.viewer_of(caller.account)
        viewer = own if wanted is None else parse_viewer(wanted)
        if viewer in (own, SPECTATOR) or game.lifecycle.is_seed_revealed:
            return viewer
        if viewer.seat is not None and viewer.seat >= len(game.lifecycle.seats):
            raise UnknownSeatError(f"this game has seats 0 to {len(game.lifecycle.seats) - 1}, not {viewer.seat}")
        if ARBITRATE not in caller.scopes or self._parties.is_party(caller.account, game):
            raise ForbiddenError(
                f"you may not look as {viewer}; this needs the scope 'disputes:rule' and an account that never played "
                "here or in a fork or parent of this game"
            )
        self._parties.enter_as_official(caller, game)
        if not is_noted:
            self._on_look(caller, game, viewer, game.stream.version if event is None else event)
        return viewer if viewer.seat is not None else ARBITER

    def known_to(self, caller: Caller, game: Game, wanted: str | None = None) -> int:
        """
        The last event of the game that the caller may know: with a delay for spectators, an earlier one than the last.

        Those who have a seat see it at once, and so do arbiters who look with other eyes than their own.

        Args:
            caller: Who looks.
            game: The game as it stands.
            wanted: The viewer they ask for; their own if None.
        """
        if game.shown_until == game.stream.version:
            return game.stream.version
        is_plain = wanted in _PLAIN
        if game.viewer_of(caller.account).seat is not None:
            is_delayed = is_plain and wanted is not None
        else:
            is_delayed = is_plain or ARBITRATE not in caller.scopes or self._parties.is_party(caller.account, game)
        return game.shown_until if is_delayed else game.stream.version

    def people(self, game: Game, events: Iterable[GameEvent] = ()) -> People:
        """The names of the accounts that telling the game, or these events of it, may need."""
        return self._names(accounts_in(game, events))

    def named(self, accounts: Collection[str]) -> People:
        """The names of these accounts, as far as they are known."""
        return self._names(accounts)

    def show(self, caller: Caller, game: Game, viewer: Viewer, *, table: object = ...) -> Body:
        """
        The game as that viewer sees it. The creator of an open private game also gets its invitation.

        `table` is the table as `table_of` shows it to that viewer, if the caller has made it already.
        """
        body = game_body(game, viewer, self.people(game), table=table)
        is_creator = caller.account is not None and game.lifecycle.created.get("creator") == caller.account
        if is_creator and game.lifecycle.status == "open" and body["visibility"] == "private":
            body["invite"] = self.invitation(game.id)
        return body

    def invitation(self, game_id: UUID) -> str:
        """The word that lets other players into a private game."""
        return hmac.digest(self._secret, b"invite/1\n" + game_id.bytes, "sha256").hex()[:24]
