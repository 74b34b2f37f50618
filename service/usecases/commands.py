"""The common path of all commands: carried out on a game, stored, and answered with what the caller may see."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final
from uuid import UUID

from delvebook.domain.canonical import encoded
from delvebook.domain.errors import DelvebookError
from delvebook.domain.game import Game
from delvebook.domain.phrases import Language
from delvebook.domain.stream import IdempotentRequest
from delvebook.domain.viewers import ARBITER
from delvebook.projections.views import Body, actions_body, event_body, table_of
from delvebook.replays.times import later
from delvebook.service.base.errors import BlockedByYouError, BlockedError
from delvebook.service.base.place import ALONE, Place
from delvebook.service.identity.caller import Caller
from delvebook.service.identity.signing import Receipts
from delvebook.service.store.changes import BatchCommand, Change
from delvebook.service.store.games import GameRepository
from delvebook.service.usecases.parties import Parties
from delvebook.service.usecases.visibility import Visibility

Pairs = Collection[tuple[str, str]]
Blocking = Callable[[Pairs], Pairs]
"""Finds those of the pairs of accounts of which the first has blocked the second."""


def nobody_blocks(pairs: Pairs) -> Pairs:
    """Finds nobody. It is for a process that serves no callers."""
    return ()


def _blocked() -> BlockedError:
    return BlockedError("a player there has blocked you, so you cannot play together")


def others_at(game: Game, account: str) -> frozenset[str]:
    """Returns those with whom the account plays, or would play: the game's creator, and the players on its seats."""
    there = {game.lifecycle.created.get("creator"), *(one.player for one in game.lifecycle.seats)}
    return frozenset(one for one in there if one is not None and one != account)


@dataclass(frozen=True, slots=True)
class Reply:
    """
    The contents that the caller wants in the answer to an accepted command, within what they may see.

    Attributes:
        is_minimal: Whether to leave out the events and the game.
        languages: The languages in which the answer tells what the caller's seat may do next; None to leave it out.
    """

    is_minimal: bool = False
    languages: tuple[Language, ...] | None = None


ARBITER_TEXT: Final = str(ARBITER)
FULL: Final = Reply()


@dataclass(frozen=True, slots=True)
class CommandResult:
    """
    The answer to an accepted command.

    Attributes:
        id: The game.
        n: The last event made.
        hash: Its hash.
        game: The game as the caller may see it after that event; empty if the caller did not want it.
        events: The events as the caller may see them; none if the caller did not want them.
        actions: The next actions of the caller's seat; None if the caller did not ask, or has no seat.
        is_repeat: Whether the same request was carried out before.
        receipt: The service's signature for the last of `events`; None if this service signs nothing.
    """

    id: UUID
    n: int
    hash: str
    game: Body
    events: list[Body]
    actions: Body | None
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
        visibility: Decides what callers see.
        parties: Decides who may play and who may judge.
        receipts: Signs accepted commands; None to sign nothing.
        nonce_hours: How long players have for showing their nonces, in hours.
        secret: The service's secret. Ids that must be found again are derived from it.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes, for ids and seeds.
        place: The place of this process, to which the games belong that it makes.
        blocking: Finds the pairs of accounts of which the first has blocked the second.
    """

    def __init__(
        self,
        application: GameRepository,
        *,
        visibility: Visibility,
        parties: Parties,
        receipts: Receipts | None,
        nonce_hours: int,
        secret: bytes,
        now: Callable[[], str],
        random_bytes: Callable[[int], bytes],
        place: Place = ALONE,
        blocking: Blocking = nobody_blocks,
    ) -> None:
        self.blocking = blocking
        self.application = application
        self.visibility = visibility
        self.parties = parties
        self.receipts = receipts
        self._nonce_hours = nonce_hours
        self._secret = secret
        self.now = now
        self.random_bytes = random_bytes
        self._place = place

    def require_unblocked(self, account: str, others: Iterable[str | None]) -> None:
        """
        Returns if none of the others has blocked the account.

        Raises:
            BlockedError
        """
        asked = {(other, account) for other in others if other is not None and other != account}
        if asked and self.blocking(asked):
            raise _blocked()

    def require_welcome(self, account: str, invitees: Iterable[str | None]) -> None:
        """
        Returns if the account may invite the others, who could then sit down: nobody of them has blocked the other.

        Raises:
            BlockedByYouError, BlockedError
        """
        others = [other for other in invitees if other is not None and other != account]
        if not others:
            return
        blocks = self.blocking({pair for other in others for pair in ((account, other), (other, account))})
        if blocked := sorted(other for blocker, other in blocks if blocker == account):
            known = self.visibility.named(blocked)
            names = [known.get(other, other) for other in blocked]
            raise BlockedByYouError(f"you have blocked {', '.join(names)}, so you cannot play together", players=names)
        if blocks:
            raise _blocked()

    @contextmanager
    def reading(self, caller: Caller, game_id: UUID, *, viewer: str | None = None) -> Iterator[Game]:
        """
        Yields the game, as far as the caller may know it by now.

        Args:
            caller: The caller.
            game_id: The game's id.
            viewer: The viewer that they ask for; None for their own.

        Raises:
            UnknownGameError
        """
        with self.application.reading(game_id) as game:
            known = self.visibility.known_to(caller, game, viewer)
            if known == game.stream.version:
                yield game
                return
            with self.application.reading_at(game_id, known) as past:
                yield past

    def add(self, caller: Caller, games: Sequence[tuple[Game, IdempotentRequest | None]]) -> list[CommandResult]:
        """
        Stores new games for the caller in one transaction, all or none. Returns the answers.

        The id of a game with a request must be one from `new_id`.
        """
        return self.application.add(games, partial(self.answer, caller, FULL), origin=caller.origin)

    def command(
        self, caller: Caller, game_id: UUID, command: Callable[[Game], object], request: IdempotentRequest | None
    ) -> BatchCommand:
        """Returns the command as one of the caller's, for `change_together`."""
        return BatchCommand(game_id, command, request, caller.origin)

    def change(
        self,
        caller: Caller,
        game_id: UUID,
        command: Callable[[Game], object],
        request: IdempotentRequest | None,
        reply: Reply = FULL,
    ) -> CommandResult:
        """
        Carries out the command for the caller. Returns the answer.

        Raises:
            UnknownGameError, RequestReusedError, BusyError, and whatever the command raises
        """
        [result] = self.change_together(caller, [self.command(caller, game_id, command, request)], reply)
        if isinstance(result, DelvebookError):
            raise result
        return result

    def change_together(
        self, caller: Caller, commands: Sequence[BatchCommand], reply: Reply = FULL
    ) -> list[CommandResult | DelvebookError]:
        """
        Carries out commands for the caller in one transaction. Returns an answer or a refusal for each.

        Each is answered as if it had been sent alone.
        """
        return self.application.change_together(
            commands,
            partial(self.answer, caller, reply),
            known_to=partial(self.visibility.known_to, caller, asked=ARBITER_TEXT),
        )

    def close_if_full(self, game: Game) -> None:
        """Closes the seats of a game that has not started if all are taken, as a part of the same command."""
        lifecycle = game.lifecycle
        if game.lifecycle.status != "open" or lifecycle.is_seating_over:
            return
        if any(seat.is_free for seat in game.lifecycle.seats):
            return
        at = max(self.now(), game.stream.last_at)
        game.close_seats(deadline=later(at, self._nonce_hours * 3600) if lifecycle.nonces_missing else None, at=at)

    def vouch(self, game: UUID, n: int, hash_: str, *, at: str, sub: str) -> str | None:
        """Returns a receipt for the history of the game up to event `n`; None if this service signs nothing."""
        if self.receipts is None:
            return None
        return self.receipts.accept(game=str(game), n=n, hash_=hash_, at=at, sub=sub)

    def new_id(self, request: IdempotentRequest | None) -> UUID:
        """Returns the id of a new game: the same for the same request, else a random one."""
        if request is not None:
            return self.derived_id("request", request.key)
        return self._place.own(UUID(bytes=self.random_bytes(16), version=4))

    def derived_id(self, *words: str) -> UUID:
        """
        Returns an id for a game that is always the same for these words.

        Nobody knows it before the game is there, and so nobody can have imported a record with it.
        """
        digest = hmac.digest(self._secret, "\n".join(("id/1", *words)).encode(), "sha256")
        return UUID(bytes=digest[:16], version=4)

    def answer(self, caller: Caller, reply: Reply, change: Change) -> CommandResult:
        """Returns the answer to a command that was carried out."""
        last, game = change.events[-1], change.game
        n = last.n
        is_shown = not reply.is_minimal or reply.languages is not None
        if is_shown and game.stream.version != n:
            game = self.application.game_at(game.id, n)
        viewer = game.viewer_of(caller.account)
        table = table_of(game, viewer) if is_shown else None
        actions = None
        if reply.languages is not None and viewer.seat is not None:
            people = self.visibility.people(game)
            actions = actions_body(game, viewer.seat, people, languages=reply.languages, table=table)
        return CommandResult(
            id=game.id,
            n=n,
            hash=last.hash,
            game={} if reply.is_minimal else self.visibility.show(caller, game, viewer, table=table and encoded(table)),
            events=[] if reply.is_minimal else [event_body(game, event, viewer) for event in change.events],
            actions=actions,
            is_repeat=change.is_repeat,
            # It has the time of the event, so that a repetition gets the same receipt.
            receipt=self.vouch(game.id, n, last.hash, at=last.at, sub=str(caller.account)),
        )
