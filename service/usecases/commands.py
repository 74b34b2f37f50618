"""The one road of a command: carried out on a game, stored, and answered with what the caller may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid5

from delvebook.domain.game import Game
from delvebook.domain.stream import Request
from delvebook.projections.views import Body, event_body
from delvebook.service.identity.signing import Receipts
from delvebook.service.store.games import Change, GameApplication
from delvebook.service.usecases.caller import Caller
from delvebook.service.usecases.parties import Parties
from delvebook.service.usecases.sight import Sight

_REQUEST_SPACE: Final = UUID("6d1f1d0c-3f0a-5c55-9a53-2f6a1c1d7a10")


@dataclass(frozen=True, slots=True)
class Answer:
    """
    The answer to an accepted command.

    Attributes:
        game: The game for the caller, as it stood after the last of `events`.
        events: The events made, as the caller may see them.
        is_repeat: Whether the same request had been carried out before.
        receipt: The service's signature under the last of `events`; None if this service signs nothing.
    """

    game: Body
    events: list[Body]
    is_repeat: bool
    receipt: str | None

    @property
    def last(self) -> Body:
        """The last event made."""
        return self.events[-1]


class Commands:
    """
    Carries out commands for callers. Every use case that changes a game for a caller goes through here.

    Args:
        application: The store of games.
        sight: Decides what callers see.
        parties: Decides who may play and who may judge.
        receipts: Signs accepted commands; None to sign nothing.
        now: The time, in the record's form.
        random_bytes: Unpredictable bytes, for ids and seeds.
    """

    def __init__(
        self,
        application: GameApplication,
        *,
        sight: Sight,
        parties: Parties,
        receipts: Receipts | None,
        now: Callable[[], str],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self.application = application
        self.sight = sight
        self.parties = parties
        self.receipts = receipts
        self.now = now
        self.random_bytes = random_bytes

    def add(self, caller: Caller, game: Game, request: Request | None) -> Answer:
        """Stores a new game for the caller and answers. With a request, `game.id` must come from `new_id`."""
        with self.application.holding(game.id):
            return self._answer(caller, self.application.add(game, request=request, origin=caller.origin))

    def change(self, caller: Caller, game_id: UUID, command: Callable[[Game], None], request: Request | None) -> Answer:
        """
        Carries out the command for the caller and answers.

        Raises:
            UnknownGameError, RequestReusedError, BusyError, and whatever the command raises
        """
        with self.application.holding(game_id):
            change = self.application.change(game_id, command, request=request, origin=caller.origin)
            return self._answer(caller, change)

    def vouch(self, game: UUID, n: int, hash_: str, *, at: str, sub: str) -> str | None:
        """A receipt for the history of the game up to event `n`; None if this service signs nothing."""
        if self.receipts is None:
            return None
        return self.receipts.accept(game=str(game), n=n, hash_=hash_, at=at, sub=sub)

    def new_id(self, request: Request | None) -> UUID:
        """The id of a new game: the same for the same request, else a random one."""
        if request is not None:
            return uuid5(_REQUEST_SPACE, request.key)
        return UUID(bytes=self.random_bytes(16), version=4)

    def _answer(self, caller: Caller, change: Change[Any]) -> Answer:
        last = change.events[-1]
        game = change.game
        if game.version != last.n:
            game = self.application.game_at(game.id, last.n)
        viewer = game.viewer_of(caller.account)
        return Answer(
            game=self.sight.show(caller, game, viewer),
            events=[event_body(game, event, viewer) for event in change.events],
            is_repeat=change.is_repeat,
            # Signed with the time of the event, so that a repetition has the same receipt.
            receipt=self.vouch(game.id, last.n, last.hash, at=last.at, sub=str(caller.account)),
        )
