"""
The follower: reads the event log in order, keeps projections up to date, and starts pending work.

All that it needs is in the log. Without Redis it goes on projecting and enforcing deadlines. When Redis is back, it
finds the pending bot turns in the lobby. Without its database it waits, with ever longer pauses, and goes on when the
database is back. A broken game is left alone, and holds up no other.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

import redis
import structlog

from delvebook.domain.clocks import DAY_SECONDS
from delvebook.domain.progress import CLOCK_RESUMING_EVENTS
from delvebook.projections.disputes import DisputesReader
from delvebook.projections.games_log.tables import ContradictionError
from delvebook.projections.games_log.writer import LogWriter
from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.lobby.reader import LobbyReader, OwedTurn
from delvebook.projections.parked import trouble_of
from delvebook.projections.projector import Projector
from delvebook.replays.times import later
from delvebook.service.identity.signing import KeysError
from delvebook.service.live.presence import FOLLOWER, announce
from delvebook.service.live.signals import LogSignal
from delvebook.service.notices.projection import NoticesProjection
from delvebook.service.notices.store import KEPT_SECONDS, Notices
from delvebook.service.store.leading import Alone, Leading
from delvebook.service.usecases.disputes import DisputeService
from delvebook.service.usecases.forks import ForkService
from delvebook.service.usecases.playing import PlayService
from delvebook.service.webhooks.store import Webhooks
from delvebook.workers.disputes import offer_examination
from delvebook.workers.parking import Parking
from delvebook.workers.turns import LOOK_SECONDS, TurnOffers
from delvebook.workers.webhooks import offer_round

SWEEP_SECONDS: Final = 5
"""The time between two sweeps, and the time after which a pending turn is offered again."""

PAUSE_SECONDS_MIN: Final = 0.5
PAUSE_SECONDS_MAX: Final = 5.0
"""The longest pause after a failure. Pauses double from the first one up to this."""
RETRY_SECONDS: Final = 60
"""The time between two attempts to catch up parked games."""
FORGETTING_SECONDS: Final = 3600
"""The time between two deletions of expired notices."""

T = TypeVar("T")

log = structlog.get_logger(__name__)


class Follower:
    """
    A follower. Running two is harmless.

    Args:
        projectors: The projections to keep up to date.
        games_log: Writes the log of games.
        lobby: Reads pending turns.
        disputes: Reads pending work for disputes.
        playing: Enforces deadlines.
        disputing: Lets a clock run again when a ruling is overdue.
        ruling_hours: How long a claim may stop a game's clock while it waits for its ruling, in hours.
        resume_days: How long a resumed game waits for its start, in days.
        forks: Carries rulings out.
        parking: Finds the turns to leave alone.
        connection: Redis.
        signal: Wakes the follower.
        notices: The store of notices.
        webhooks: The store of webhooks.
        notice_signal: Announces new notices.
        now: Returns the time, in the record's form.
        poll_seconds: How long it sleeps when nothing wakes it, in seconds.
        leading: Says whether this follower leads. One that does not lead waits.
        beat: Called every few seconds, for health checks.
        closers: Called in order by `close`.
    """

    def __init__(
        self,
        *,
        projectors: list[Projector],
        games_log: LogWriter,
        lobby: LobbyReader,
        disputes: DisputesReader,
        playing: PlayService,
        disputing: DisputeService,
        ruling_hours: int,
        resume_days: int,
        forks: ForkService,
        parking: Parking,
        connection: redis.Redis,
        signal: LogSignal,
        notices: Notices,
        webhooks: Webhooks,
        notice_signal: LogSignal,
        now: Callable[[], str],
        poll_seconds: float,
        leading: Leading | None = None,
        beat: Callable[[], object] = lambda: None,
        closers: Sequence[Callable[[], object]] = (),
    ) -> None:
        self._closers = closers
        self._leading = leading or Alone()
        self._beat = beat
        self._led = False
        self._projectors = projectors
        self._lobby_projector = next(one for one in projectors if one.name == LobbyProjection.name)
        self._games_log = games_log
        self._lobby = lobby
        self._disputes = disputes
        self._playing = playing
        self._disputing = disputing
        self._ruling_hours = ruling_hours
        self._resume_days = resume_days
        self._forks = forks
        self._connection = connection
        self._signal = signal
        self._notices = notices
        self._webhooks = webhooks
        self._notice_signal = notice_signal
        self._now = now
        self._poll_seconds = poll_seconds
        self._stopped = threading.Event()
        self._redis_was_away = True
        self._sweeps_all = True
        """Whether the next sweep offers all turns, because jobs may have been lost."""
        self._turns = TurnOffers(connection, lobby, parking)
        self._log_seen = -1
        """The signal's count when the lobby was projected last."""
        self._next_sweep = 0.0
        self._next_retry = 0.0
        self._next_forgetting = 0.0
        self._parked: set[str] = set()
        self._has_failed = False

    def run(self) -> None:
        """Follows until `stop`. Work that fails is tried again after a while."""
        seen = self._signal.count
        pause = 0.0
        while not self._stopped.is_set():
            self._beat()
            if not self._attempt("leadership", self._leads):
                self._attempt("signed_last", self._games_log.keep_published)
                self._stopped.wait(PAUSE_SECONDS_MIN)
                continue
            has_more = self._attempt("follower_step", self.step)
            if has_more is None or self._has_failed:
                pause = min(max(pause * 2, PAUSE_SECONDS_MIN), PAUSE_SECONDS_MAX)
                self._stopped.wait(pause)
            else:
                pause = 0.0
                if not has_more:
                    seen = self._rest(seen)

    def _rest(self, seen: int) -> int:
        """Waits until the log has grown, or for a while, and looks at held turns meanwhile. Returns the new count."""
        ends_at = time.monotonic() + self._poll_seconds
        while True:
            holds_any = self._turns.holds_any
            count = self._signal.wait(LOOK_SECONDS if holds_any else self._poll_seconds, seen=seen)
            if count != seen or not holds_any or time.monotonic() >= ends_at or self._stopped.is_set():
                return count
            self._offer_turns(())
            if self._has_failed:  # The next step says so again, and pauses.
                return count

    def _leads(self) -> bool:
        """Returns whether this follower leads. One that begins to lead offers all pending work again."""
        leads = self._leading.leads()
        if leads != self._led:
            self._led = leads
            log.info("leading" if leads else "waiting_to_lead")
            self._redis_was_away = self._sweeps_all = True
            self._next_sweep = 0.0
            self._turns.forget_all()
        return leads

    def stop(self) -> None:
        """Ends `run` after its current step."""
        self._stopped.set()
        self._signal.close()
        self._notice_signal.close()

    def close(self) -> None:
        """Stops, and closes its connections."""
        self.stop()
        for close in self._closers:
            close()

    def step(self) -> bool:
        """
        Does the pending work. Returns whether the log had anything new.

        A part that fails does not keep the others from being done.
        """
        self._has_failed = False
        is_new = has_dispute = has_settlement = has_notices = False
        self._log_seen = -1
        for projector in self._projectors:
            # Bots' turns come first and between all else, because people wait for them.
            is_new = self._look_for_turns() or is_new
            if projector is self._lobby_projector:
                continue
            events = self._attempt("projection", projector.project_page, projection=projector.name) or ()
            is_new = is_new or bool(events)
            if events and projector.name == NoticesProjection.name:
                self._notice_signal.notify()
                has_notices = True
            for event in events:
                has_dispute = has_dispute or event.type == "DisputeOpened"
                has_settlement = has_settlement or event.type in ("DisputeRuled", "SeedRevealed")
        has_more = self._write_log()
        if has_settlement:
            self._attempt("settle", self.settle)
        if has_dispute:
            self._attempt("offers", partial(self._to_redis, partial(self._offer_all, [])))
        if has_notices:
            self._attempt("webhooks", self._offer_deliveries)
        if time.monotonic() >= self._next_sweep:
            self._next_sweep = time.monotonic() + SWEEP_SECONDS
            self.sweep()
        return has_more or is_new

    def _look_for_turns(self) -> bool:
        """Brings the lobby up to date if the log may have grown, and offers bots' turns. Returns whether it had."""
        count = self._signal.count
        if count == self._log_seen:
            return False
        self._log_seen = count
        project = self._lobby_projector.project_page
        events = self._attempt("projection", project, projection=LobbyProjection.name) or ()
        for event in events:
            if isinstance(event, CLOCK_RESUMING_EVENTS):
                self._turns.forget(str(event.originator_id))
        self._offer_turns([str(event.originator_id) for event in events])
        return bool(events)

    def _offer_turns(self, games: Collection[str]) -> None:
        """Offers bots' turns of these games, and held ones. Without Redis this is left to the next sweep."""
        if not self._redis_was_away and (games or self._turns.holds_any):
            look = partial(self._turns.look, games, self._sound)
            self._attempt("offers", partial(self._to_redis, look))

    def _attempt(self, what: str, work: Callable[[], T], **fields: str) -> T | None:
        """Returns the result of the work; None if it failed. A failure is logged, and the next step tries again."""
        try:
            return work()
        except Exception as error:
            self._has_failed = True
            log.exception("failed", what=what, **fields, why=trouble_of(error), exc_info=False)
            return None

    def _write_log(self) -> bool:
        """Writes the log of games. Returns whether there is more to write. If it fails, games go on."""
        try:
            step = self._games_log.step()
        except Exception as error:
            why = str(error) if isinstance(error, (ContradictionError, KeysError)) else None
            log.exception("games_log_stopped", error=type(error).__name__, why=why, exc_info=False)
            return False
        for row in step.unreadable:
            log.error("event_not_logged", game=row.game, n=row.n, type=row.type, position=row.position)
        return step.has_more

    def sweep(self) -> None:
        """
        Catches up parked games, offers overdue turns again, and enforces deadlines.

        After Redis was away, it offers all pending turns.
        """
        if time.monotonic() >= self._next_retry:
            self._next_retry = time.monotonic() + RETRY_SECONDS
            self.retry_parked()
        if time.monotonic() >= self._next_forgetting:
            self._next_forgetting = time.monotonic() + FORGETTING_SECONDS
            for kept in (self._notices, self._webhooks):
                self._attempt("forgetting", partial(kept.forget, later(self._now(), -KEPT_SECONDS)))
        parked = [
            self._attempt("parked", projector.parked, projection=projector.name) for projector in self._projectors
        ]
        self._parked = {row.game for rows in parked for row in rows or ()}
        now = self._now()
        since_before = None if self._sweeps_all else later(now, -SWEEP_SECONDS)
        owed = self._attempt("owed_turns", partial(self._lobby.owed_bot_turns, since_before=since_before, now=now))
        if owed is not None:
            offers = partial(self._to_redis, partial(self._offer_all, self._sound(owed)))
            self._sweeps_all = not self._attempt("offers", offers)
        with _isolated("events_not_logged_later", ""):
            if count := self._games_log.retry():
                log.info("events_logged_later", count=count)
        self._attempt("webhooks", self._offer_deliveries)
        self._attempt("settle", self.settle)
        self._attempt("overdue_rulings", self._resume_clocks)
        self._attempt("overdue_resumptions", self._give_up_resumptions)
        self._attempt("overdue_nonces", self._expire_nonces)
        self._attempt("overdue_turns", self._expire_turns)

    def retry_parked(self) -> None:
        """Catches up every parked game whose cause is fixed."""
        for projector in self._projectors:
            for game in self._attempt("retry", projector.retry, projection=projector.name) or ():
                log.info("game_released", projection=projector.name, game=game)

    def _resume_clocks(self) -> None:
        for game, dispute in self._disputes.overdue(later(self._now(), -self._ruling_hours * 3600)):
            with _isolated("clock_not_resumed", game):
                n = self._disputing.resume_clock(UUID(game), dispute, hours=self._ruling_hours)
                log.info("ruling_overdue", game=game, dispute=dispute, n=n)

    def _give_up_resumptions(self) -> None:
        for game in self._disputes.to_give_up(later(self._now(), -self._resume_days * DAY_SECONDS)):
            with _isolated("resumption_not_given_up", game):
                log.info("not_resumed", game=game, n=self._forks.give_up(UUID(game), days=self._resume_days))

    def _expire_nonces(self) -> None:
        for game in self._lobby.overdue_nonces(self._now()):
            with _isolated("nonces_not_expired", game):
                log.info("nonce_withheld", game=game, n=self._playing.expire_nonces(UUID(game)))

    def _expire_turns(self) -> None:
        for turn in self._sound(self._lobby.overdue_turns(self._now())):
            with _isolated("deadline_not_enforced", turn.game):
                n = self._playing.expire(UUID(turn.game), seat=turn.seat, decision=turn.decision)
                log.info("deadline_passed", game=turn.game, seat=turn.seat, decision=turn.decision, n=n)

    def _sound(self, turns: list[OwedTurn]) -> list[OwedTurn]:
        """Returns the turns of games that are not parked. The lobby's data on a parked game may be outdated."""
        return [turn for turn in turns if turn.game not in self._parked] if self._parked else turns

    def settle(self) -> None:
        """
        Carries out rulings whose own request died first, and reveals seeds that are no longer withheld.

        What cannot be carried out is tried as long as a resumed game waits for its start. Then its seed is revealed.
        """
        days = self._resume_days
        overdue = later(self._now(), -days * DAY_SECONDS)
        for game, dispute in self._disputes.to_carry_out(ruled_after=overdue):
            with _isolated("ruling_not_carried_out", game):
                self._forks.carry_out(UUID(game), dispute, days=days)
        for game in self._disputes.to_reveal(ruled_before=overdue):
            with _isolated("seed_not_revealed", game):
                log.info("seed_revealed", game=game, n=self._forks.reveal(UUID(game), days=days))

    def _offer_deliveries(self) -> None:
        """Queues a round of webhooks if one has notices to post."""
        try:
            if self._webhooks.is_any_due():
                offer_round(self._connection)
        except (redis.RedisError, OSError) as error:
            log.warning("redis_away", error=type(error).__name__)

    def _offer_all(self, turns: list[OwedTurn]) -> None:
        """Offers these turns, and the disputes that wait for an examination."""
        announce(self._connection, FOLLOWER)
        self._turns.offer(turns)
        for game, dispute in self._disputes.unexamined():
            offer_examination(self._connection, game, dispute)

    def _to_redis(self, offer: Callable[[], object]) -> bool:
        """Offers work, and notes whether Redis is there. Returns whether it was."""
        try:
            offer()
        except (redis.RedisError, OSError) as error:
            if not self._redis_was_away:
                log.warning("redis_away", error=type(error).__name__)
            self._redis_was_away = self._sweeps_all = True
            self._turns.forget_all()
            self._next_sweep = min(self._next_sweep, time.monotonic() + 1)
            return False
        if self._redis_was_away:
            log.info("redis_back")
            self._redis_was_away = False
            self._next_sweep = 0.0
        return True


@contextmanager
def _isolated(trouble: str, game: str) -> Iterator[None]:
    """Logs a failure with one game, so that it does not block others. The next sweep tries again."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it is
        log.warning(trouble, game=game, error=type(error).__name__)
