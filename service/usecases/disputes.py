"""Disputes: a player claims, the service plays the game again, an arbiter looks and rules, a party may appeal once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import structlog

from delvebook.domain.disputes import get as find_dispute
from delvebook.domain.errors import AlreadyExaminedError, UnknownEventError, UnknownSeatError
from delvebook.domain.events import GameEvent
from delvebook.domain.game import Game
from delvebook.domain.kit.phrases import Language
from delvebook.domain.stream import Request
from delvebook.domain.viewers import ARBITER
from delvebook.projections.views import Body, dispute_body, examination_body
from delvebook.replays.examination import disclose, examine, not_examined
from delvebook.replays.receipts import PublicKeys
from delvebook.service.usecases.evidence import require_receipts, weigh_record
from delvebook.service.usecases.forks import ForkService, require_goes_on
from delvebook.service.usecases.games import ARBITRATE, PLAY, Answer, Caller, GameService

log = structlog.get_logger(__name__)


class DisputeService:
    """
    The use cases about disputes.

    Args:
        games: The use cases they stand on.
        forks: Resume games that a ruling broke off.
    """

    def __init__(self, games: GameService, forks: ForkService) -> None:
        self._games = games
        self._forks = forks
        self._application = games.application

    # -- players --------------------------------------------------------------------------------

    def open(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        event: int,
        claim: str,
        receipts: Sequence[str] = (),
        record: Mapping[str, Any] | None = None,
        request: Request | None = None,
    ) -> Answer:
        """
        Somebody who plays or played in the game claims that an event is wrong; the clock stops if it runs.

        Args:
            caller: The claimant.
            game_id: The game.
            event: Which event.
            claim: What is wrong with it.
            receipts: What the service signed for them.
            record: What their own record says (`delvebook.service.usecases.evidence.weigh_record`).
            request: What makes the request recognisable when it comes again.

        Raises:
            UnknownGameError, PartyError, UnknownEventError, AlreadyDisputedError, FalseProofError
        """
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._require_sight(caller, game)
            require_receipts(receipts, game=str(game_id), keys=self._keys())
            game.open_dispute(account, event=event, claim=claim, receipts=receipts, record=record, at=self._games.now())

        return self._games.change(caller, game_id, command, request)

    def weigh(self, caller: Caller, game_id: UUID, path: Path, report: Mapping[str, Any]) -> dict[str, Any]:
        """
        What a claimant's own record says against ours; see `delvebook.service.usecases.evidence.weigh_record`.

        Raises:
            UnknownGameError, FalseProofError
        """
        with self._application.reading(game_id) as game:
            self._require_sight(caller, game)
            upto = game.version
        ours = [event.hash for event in self._application.all_events_of(game_id, upto=upto)]
        return weigh_record(
            path, report, game=str(game_id), hashes=lambda n: ours[n - 1] if 1 <= n <= len(ours) else None
        )

    def appeal(
        self, caller: Caller, game_id: UUID, dispute: int, *, reason: str, request: Request | None = None
    ) -> Answer:
        """A party asks for another arbiter's ruling, once."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self._require_sight(caller, game)
            game.appeal(dispute, player=account, reason=reason, at=self._games.now())

        return self._games.change(caller, game_id, command, request)

    def get(self, caller: Caller, game_id: UUID, dispute: int) -> Body:
        """
        A dispute, for everybody who may look at its game; an arbiter is shown what is sealed in its finding, too.

        Raises:
            UnknownGameError, UnknownDisputeError
        """
        with self._application.reading(game_id) as game:
            self._require_sight(caller, game)
            disputed = find_dispute(game.disputes, dispute)
            finding = disputed["finding"]
            is_arbiter = ARBITRATE in caller.scopes and caller.account not in game.parties
            if finding is None or not (is_arbiter or game.is_seed_revealed):
                return dispute_body(game, disputed)
            attached = self._application.events_of(game_id, after=finding["n"] - 1, limit=1)[0]
            if not attached.sealed:
                return dispute_body(game, disputed)
            if not game.is_seed_revealed:
                self._games.sight(caller, game, str(ARBITER))
            return dispute_body(game, disputed, secret=attached.sealed[0].content)

    # -- the service ----------------------------------------------------------------------------

    def examine(self, game_id: UUID, dispute: int) -> int | None:
        """
        Plays a disputed game again and attaches what that showed; the event's number, or None if it has been done.

        For workers: it may take as long as the game is.
        """
        with self._application.reading(game_id) as game:
            disputed = find_dispute(game.disputes, dispute)
            if disputed["finding"] is not None:
                return None
            seed, upto, fork_point = game.seed, game.version, self._games.fork_point_of(game, is_begun=True)
        events = list(self._application.all_events_of(game_id, upto=upto))
        try:
            found = examine(events, seed=seed, receipts=disputed["receipts"], keys=self._keys(), fork_point=fork_point)
        except Exception as error:  # noqa: BLE001 - a dispute must not wait for ever for a title that falls over it
            # Its message might hold a secret.
            log.warning("examination_failed", game=str(game_id), dispute=dispute, error=type(error).__name__)
            found = not_examined(events, why=f"the service could not play the game again: {type(error).__name__}")

        def command(game: Game) -> None:
            # Judged when it is written: the seed may have been revealed while the game was played again.
            told = disclose(found, is_seed_revealed=game.is_seed_revealed)
            game.attach_finding(dispute, told.public, sealed=told.sealed, at=self._games.now())

        try:
            return self._application.change(game_id, command).events[0].n
        except AlreadyExaminedError:
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
        request: Request | None = None,
    ) -> Answer:
        """
        An arbiter who did not play in the game rules on a dispute; what is to be resumed is set out at once.

        Raises:
            ForbiddenError, UnknownDisputeError, PartyError, AlreadyRuledError, MalformedError, UnknownEventError,
            NotForkableError
        """
        account = caller.require(ARBITRATE)

        def command(game: Game) -> None:
            find_dispute(game.disputes, dispute)
            if remedy is not None and remedy.get("type") == "resume" and 1 <= remedy.get("at", 0) <= game.version:
                past = self._application.game_at(game_id, remedy["at"])
                require_goes_on(past, remedy.get("ruleset") or game.ruleset.key)
            game.rule(dispute, arbiter=account, verdict=verdict, remedy=remedy, reason=reason, at=self._games.now())

        answer = self._games.change(caller, game_id, command, request)
        try:
            self._forks.carry_out(game_id, dispute)
        except Exception as error:  # noqa: BLE001 - the ruling stands, and the follower finds in the log what is left to do
            log.warning("ruling_left_to_the_follower", game=str(game_id), dispute=dispute, error=type(error).__name__)
        return answer

    def look(
        self, caller: Caller, game_id: UUID, *, at: int, seat: int | None = None, language: Language = "en"
    ) -> Body:
        """
        What a seat knew and could have done when event `at` came about, and how its draws were made; for arbiters.

        A look into secrets that are secret still is noted before it is answered.

        Args:
            caller: The arbiter.
            game_id: The game.
            at: The event.
            seat: Whose eyes; the acting seat's by default, else seat 0's.
            language: Of the sentences.

        Raises:
            ForbiddenError, UnknownGameError, UnknownEventError, UnknownSeatError
        """
        caller.require(ARBITRATE)
        with self._application.reading(game_id) as game:
            if not 1 <= at <= game.version:
                raise UnknownEventError(f"the game has events 1 to {game.version}, not {at}", n=game.version)
            event = self._application.events_of(game_id, after=at - 1, limit=1)[0]
            seat = event.data.get("seat") or 0 if seat is None else seat
            if not 0 <= seat < len(game.seats):
                raise UnknownSeatError(f"this game has seats 0 to {len(game.seats) - 1}, not {seat}")
            if not game.is_seed_revealed:
                self._games.sight(caller, game, str(ARBITER), as_of=at)
        before = self._application.game_at(game_id, at - 1) if at > 1 else None
        after = self._application.game_at(game_id, at)
        drawn = [] if before is None else self._prove(game_id, event, before)
        return examination_body(event, seat, before=before, after=after, draws=drawn, language=language)

    # -- inside ---------------------------------------------------------------------------------

    def _prove(self, game_id: UUID, event: GameEvent, before: Game) -> Any:
        if not event.data.get("draws"):
            return []
        copy = self._application.game_at(game_id, before.version)
        return copy.prove_draws(event, fork_point=self._games.fork_point_of(copy))

    def _require_sight(self, caller: Caller, game: Game) -> None:
        """Whoever ever sat at a private game's table may also see what is disputed there."""
        if caller.account is None or caller.account not in game.parties:
            self._games.require_sight(caller, game)

    def _keys(self) -> PublicKeys | None:
        signer = self._games.receipts
        return None if signer is None else signer.public_keys()
