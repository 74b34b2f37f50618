"""Disputes: a player claims, the service replays the game, an arbiter examines and rules, a party may appeal once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import structlog

from delvebook.domain.disputes import get as find_dispute
from delvebook.domain.errors import (
    AlreadyExaminedError,
    AlreadyResumedError,
    AlreadyRuledError,
    RulingNotDueError,
    UnknownEventError,
    UnknownSeatError,
)
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.phrases import Language
from delvebook.domain.stream import IdempotentRequest
from delvebook.domain.viewers import ARBITER
from delvebook.projections.views import Body, accounts_of_dispute, dispute_body, examination_body
from delvebook.replays.examination import disclose, examine, not_examined
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.times import later
from delvebook.service.identity.caller import ARBITRATE, FILE, Caller
from delvebook.service.usecases.commands import CommandResult, Commands
from delvebook.service.usecases.evidence import require_receipts, weigh_record
from delvebook.service.usecases.forks import ForkService, fork_point_of, require_continuable
from delvebook.service.usecases.limits import require_player, require_resumable

log = structlog.get_logger(__name__)


class DisputeService:
    """
    The use cases about disputes.

    Args:
        commands: Carries commands out.
        forks: Resumes games by rulings.
    """

    def __init__(self, commands: Commands, forks: ForkService) -> None:
        self._commands = commands
        self._visibility = commands.visibility
        self._parties = commands.parties
        self._application = commands.application
        self._now = commands.now
        self._forks = forks

    # -- players --------------------------------------------------------------------------------

    def open(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        event: int,
        claim: str,
        receipts: Sequence[str] = (),
        record: Mapping[str, object] | None = None,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """
        Opens a dispute for a player who claims that an event is wrong. A running game's clock stops within the budget.

        Args:
            caller: The claimant.
            game_id: The game.
            event: The number of the event.
            claim: The description of what is wrong with the event.
            receipts: Receipts that the claimant kept.
            record: The findings on their own record (`delvebook.service.usecases.evidence.weigh_record`).
            request: Recognises the same request when it is repeated.

        Raises:
            UnknownGameError, PartyError (also if they left before the start), UnknownEventError,
            AlreadyDisputedError, FalseProofError
        """
        account = caller.require(FILE)

        def command(game: Game) -> None:
            self._visibility.require_of_party(caller, game)
            require_player(account, game)
            require_receipts(receipts, game=str(game_id), keys=self._keys())
            game.open_dispute(account, event=event, claim=claim, receipts=receipts, record=record, at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def weigh(self, caller: Caller, game_id: UUID, path: Path, report: Mapping[str, object]) -> dict[str, object]:
        """
        Compares a claimant's record with the stored one. See `delvebook.service.usecases.evidence.weigh_record`.

        Raises:
            UnknownGameError, FalseProofError
        """
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require_of_party(caller, game)
            upto = game.stream.version
        ours = [event.hash for event in self._application.all_events_of(game_id, upto=upto)]
        return weigh_record(
            path, report, game=str(game_id), hashes=lambda n: ours[n - 1] if 1 <= n <= len(ours) else None
        )

    def appeal(
        self, caller: Caller, game_id: UUID, dispute: int, *, reason: str, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Asks for a second ruling, by another arbiter, for a player of the game. Each dispute can be appealed once."""
        account = caller.require(FILE)

        def command(game: Game) -> None:
            self._visibility.require_of_party(caller, game)
            require_player(account, game)
            game.appeal(dispute, player=account, reason=reason, at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def withdraw(
        self, caller: Caller, game_id: UUID, dispute: int, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Withdraws a claim that no arbiter has ruled on, for its claimant."""
        account = caller.require(FILE)

        def command(game: Game) -> None:
            self._visibility.require_of_party(caller, game)
            game.withdraw_dispute(dispute, player=account, at=self._now())

        return self._commands.change(caller, game_id, command, request)

    def require(self, caller: Caller, game_id: UUID) -> str:
        """
        Returns the game's id if the caller may know of its disputes.

        Raises:
            UnknownGameError
        """
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require_of_party(caller, game)
            return str(game.id)

    def get(self, caller: Caller, game_id: UUID, dispute: int) -> Body:
        """
        Returns a dispute, for callers who may look at its game. Arbiters also see the sealed part of its finding.

        Raises:
            UnknownGameError, UnknownDisputeError
        """
        with self._commands.reading(caller, game_id, viewer=str(ARBITER)) as game:
            self._visibility.require_of_party(caller, game)
            disputed = find_dispute(game.lifecycle.disputes, dispute)
            people = self._visibility.named(accounts_of_dispute(disputed))
            finding = disputed["finding"]
            is_arbiter = ARBITRATE in caller.scopes and not self._parties.is_party(caller.account, game)
            if finding is None or not (is_arbiter or game.lifecycle.is_seed_revealed):
                return dispute_body(game, disputed, people)
            attached = self._application.events_of(game_id, after=finding["n"] - 1, limit=1)[0]
            if not attached.sealed:
                return dispute_body(game, disputed, people)
            if not game.lifecycle.is_seed_revealed:
                self._visibility.viewer(caller, game, str(ARBITER))
            return dispute_body(game, disputed, people, secret=attached.sealed[0].content)

    # -- the service ----------------------------------------------------------------------------

    def examine(self, game_id: UUID, dispute: int) -> int | None:
        """
        Replays a disputed game and attaches the finding. Returns the event's number, or None if there is one already.

        Workers call it, because replaying a long game takes a long time.
        """
        with self._application.reading(game_id) as game:
            disputed = find_dispute(game.lifecycle.disputes, dispute)
            if disputed["finding"] is not None:
                return None
            seed, upto = game.seed, game.stream.version
            fork_point = fork_point_of(self._application, game, is_begun=True)
        events = list(self._application.all_events_of(game_id, upto=upto))
        try:
            found = examine(events, seed=seed, receipts=disputed["receipts"], keys=self._keys(), fork_point=fork_point)
        except Exception as error:  # noqa: BLE001 - a dispute must not wait for ever because a title fails
            # The error's message might hold a secret.
            log.warning("examination_failed", game=str(game_id), dispute=dispute, error=type(error).__name__)
            found = not_examined(events, why=f"the service could not play the game again: {type(error).__name__}")

        def command(game: Game) -> None:
            # Decided at the time of writing, because the seed may have been revealed during the replay.
            told = disclose(found, is_seed_revealed=game.lifecycle.is_seed_revealed)
            game.attach_finding(dispute, told.public, sealed=told.sealed, at=self._now())

        try:
            return self._application.change(game_id, command)[0].n
        except AlreadyExaminedError:
            return None

    def resume_clock(self, game_id: UUID, dispute: int, *, hours: int) -> int | None:
        """
        Restarts the clock if a dispute's ruling is overdue. Returns the event's number, or None. The claim stays open.

        Args:
            game_id: The game.
            dispute: The dispute.
            hours: How long an arbiter has for the ruling.
        """

        def command(game: Game) -> None:
            disputed, at = find_dispute(game.lifecycle.disputes, dispute), self._now()
            if game.lifecycle.status != "running" or at < later(disputed["opened_at"], hours * 3600):
                raise RulingNotDueError("the dispute does not stop the clock, or its ruling is not overdue")
            game.resume_clock(dispute, at=at)

        try:
            return self._application.change(game_id, command)[0].n
        except (RulingNotDueError, AlreadyRuledError, AlreadyResumedError):
            return None

    # -- arbiters -------------------------------------------------------------------------------

    def rule(
        self,
        caller: Caller,
        game_id: UUID,
        dispute: int,
        *,
        verdict: str,
        remedy: Mapping[str, Any] | None,
        reason: str,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """
        Rules on a dispute, for an arbiter who is not a party of the game's family. Creates the resuming fork at once.

        Raises:
            ForbiddenError, UnknownDisputeError, PartyError, AlreadyRuledError, MalformedError, UnknownEventError
            NotForkableError: The rules cannot continue there, or the game has been resumed too often.
        """
        account = caller.require(ARBITRATE)

        def command(game: Game) -> None:
            find_dispute(game.lifecycle.disputes, dispute)
            self._parties.require_impartial(caller, game)
            is_resumed = remedy is not None and remedy.get("type") == "resume"
            if is_resumed:
                require_resumable(self._application, game)
            if remedy is not None and is_resumed and 1 <= remedy.get("event", 0) <= game.stream.version:
                past = self._application.game_at(game_id, remedy["event"])
                require_continuable(past, remedy.get("ruleset") or game.ruleset.key)
            game.rule(dispute, arbiter=account, verdict=verdict, remedy=remedy, reason=reason, at=self._now())
            self._parties.enter_as_official(caller, game)

        answer = self._commands.change(caller, game_id, command, request)
        try:
            self._forks.carry_out(game_id, dispute)
        except Exception as error:  # noqa: BLE001 - the ruling stands; the follower finds the rest of the work in the log
            log.warning("ruling_left_to_the_follower", game=str(game_id), dispute=dispute, error=type(error).__name__)
        return answer

    def look(
        self, caller: Caller, game_id: UUID, *, event: int, seat: int | None = None, language: Language = "en"
    ) -> Body:
        """
        Returns what a seat knew and could have done before an event, and how the event's draws were made, for arbiters.

        A look at secrets is recorded before it is answered.

        Args:
            caller: The arbiter.
            game_id: The game.
            event: The event.
            seat: The seat whose view is shown; by default the acting seat, or seat 0 if no seat acted.
            language: Language of the sentences.

        Raises:
            ForbiddenError, UnknownGameError, UnknownEventError, UnknownSeatError
        """
        caller.require(ARBITRATE)
        with self._commands.reading(caller, game_id, viewer=str(ARBITER)) as game:
            if not 1 <= event <= game.stream.version:
                raise UnknownEventError(
                    f"the game has events 1 to {game.stream.version}, not {event}", n=game.stream.version
                )
            happened = self._application.events_of(game_id, after=event - 1, limit=1)[0]
            seat = happened.data.get("seat") or 0 if seat is None else seat
            if not 0 <= seat < len(game.lifecycle.seats):
                raise UnknownSeatError(f"this game has seats 0 to {len(game.lifecycle.seats) - 1}, not {seat}")
            if not game.lifecycle.is_seed_revealed:
                self._visibility.viewer(caller, game, str(ARBITER), event=event)
        before = self._application.game_at(game_id, event - 1) if event > 1 else None
        after = self._application.game_at(game_id, event)
        drawn = [] if before is None else self._prove(game_id, happened, before)
        return examination_body(
            happened,
            seat,
            before=before,
            after=after,
            draws=drawn,
            language=language,
            people=self._visibility.people(after, [happened]),
        )

    # -- inside ---------------------------------------------------------------------------------

    def _prove(self, game_id: UUID, event: GameEvent, before: Game) -> Any:
        if not event.data.get("draws"):
            return []
        copy = self._application.game_at(game_id, before.stream.version)
        return copy.prove_draws(event, fork_point=fork_point_of(self._application, copy))

    def _keys(self) -> PublicKeys | None:
        signer = self._commands.receipts
        return None if signer is None else signer.public_keys()
