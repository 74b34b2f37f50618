"""
The commands of a game, from the empty table to the revealed seed.

A command judges, and records what it decided as events. A refused command changes nothing. An aggregate that raised
an error while its events were being stored must be thrown away, or rewound to a mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self
from uuid import UUID

from delvebook.domain import clocks, disputes, forking, leaving, remedies, seating, takebacks
from delvebook.domain.aggregate import Aggregate
from delvebook.domain.canonical import commitment
from delvebook.domain.envelopes import Envelope, seal
from delvebook.domain.errors import (
    AlreadyStartedError,
    BotSeatedError,
    BrokenRuleError,
    CommitmentError,
    DecisionNotDueError,
    GameFinishedError,
    NotWithheldError,
    NotYoursError,
    OutOfTimeError,
    ReservedReasonError,
)
from delvebook.domain.events import (
    ActionTaken,
    ActionTakenBack,
    DisputeAppealed,
    DisputeClockResumed,
    DisputeFindingAttached,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
    EndAnswered,
    EndProposed,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    NonceRevealed,
    SeatLeft,
    SeatReplaced,
    SeatResigned,
    SeatsClosed,
    SeatTaken,
    SeedRevealed,
    TakeBackAnswered,
    TakeBackAsked,
    TimeExpired,
)
from delvebook.domain.game_event import GameEvent
from delvebook.domain.kinds import HEX64
from delvebook.domain.loading import TABLE_EVENTS
from delvebook.domain.ruleset import AnyRuleset, copy_state
from delvebook.domain.table import ARBITER_ONLY, EventContent, ForkPoint, Table

SEED_BYTES: Final = 32


class Game(Aggregate):
    """
    One game and its commands.

    Every command takes `at`, the time now in the record's form, and most take `by`, who gives it (see `GameEvent`).
    """

    __slots__ = ()

    # -- before the start -----------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        game: UUID,
        *,
        ruleset: AnyRuleset,
        options: Mapping[str, Any],
        seats: int,
        seed: bytes,
        by: str,
        at: str,
        terms: Mapping[str, Any] | None = None,
    ) -> Self:
        """
        A new game with free seats, and the commitment to its seed.

        Args:
            game: Its UUID.
            ruleset: The title.
            options: As the client gave them; parsed here.
            seats: How many.
            seed: 32 secret random bytes.
            by: `player:ID` or `arbiter:ID`.
            at: Now.
            terms: What else was agreed and is public, such as `clock` and `visibility`.

        Raises:
            InvalidSeatsError, InvalidOptionsError
        """
        if len(seed) != SEED_BYTES:
            raise BrokenRuleError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        data = {
            "ruleset": ruleset.key,
            "content": ruleset.content_digest,
            "options": ruleset.parse_options(options, seats=seats),
            "seats": seats,
            "commitment": commitment(seed),
            **(terms or {}),
        }
        made = cls(game, ruleset=ruleset, seed=seed)
        made._record(GameCreated, data, by=by, at=at, metadata={"seed": seed.hex()})
        return made

    def take_seat(
        self, seat: int | None, *, player: str, at: str, nonce_commitment: str | None = None, is_program: bool = False
    ) -> int:
        """
        Seats the player before the start, or puts them back on their own seat in a running game.

        Args:
            seat: Which seat; None for the first free one.
            player: The account.
            at: Now.
            nonce_commitment: The commitment to the player's nonce (`tape.nonce_commitment`); None to give none, and
                always None in a running game.
            is_program: Whether the account is a bot's, for projections.

        Returns:
            The seat's number.

        Raises:
            CommitmentError, UnknownSeatError, SeatTakenError, AlreadyStartedError, GameFinishedError
            RemovedError: Before the start, if the creator has removed the player.
            ResignedError, OutOfTimeError: In a running game.
        """
        self._require_ongoing()
        if nonce_commitment is not None and not HEX64.fits(nonce_commitment):
            raise CommitmentError(f"a commitment to a nonce must be {HEX64.words}")
        by = f"player:{player}"
        if self.lifecycle.status == "running":
            if nonce_commitment is not None:
                raise AlreadyStartedError("the game has started, so its chance is fixed; sit down without a nonce")
            seat = seating.choose_seat_to_resume(self.lifecycle, seat, player=player)
            self._require_time(seat)
            data = {"seat": seat, "player": player, "bot": None, "reason": "returned"}
            self._record(SeatReplaced, data, by=by, at=at)
            return seat
        seat = seating.choose_seat(self.lifecycle, seat, player=player)
        data = {"seat": seat, "player": player, "bot": None, "nonce_commitment": nonce_commitment}
        self._record(SeatTaken, data, by=by, at=at, metadata={"program": True} if is_program else {})
        return seat

    def put_bot(self, seat: int, *, bot: str, by: str, at: str) -> None:
        """
        Puts a bot on a free seat, before the start. `bot` may be a kind, `greedy`, or a program, `greedy@1`.

        Raises:
            UnknownBotError, UnknownSeatError, GameFinishedError
            SeatTakenError, AlreadyStartedError
        """
        self._require_ongoing()
        program = self.ruleset.program(bot)
        seating.require_free(self.lifecycle, seat)
        data = {"seat": seat, "player": None, "bot": program.name, "nonce_commitment": None}
        self._record(SeatTaken, data, by=by, at=at)

    def close_seats(self, *, deadline: str | None, at: str) -> None:
        """
        Ends the seating. The service does it together with the command that takes the last seat.

        Args:
            deadline: Until when the nonces must be shown; None if no seat has committed to one.
            at: Now.

        Raises:
            SeatsMissingError, SeatsClosedError, AlreadyStartedError, GameFinishedError, MalformedError
        """
        self._require_ongoing()
        seating.require_closing(self.lifecycle, deadline=deadline, at=at)
        self._record(SeatsClosed, {"deadline": deadline}, by="service", at=at)

    def reveal_nonce(self, nonce: str, *, player: str, at: str) -> int:
        """
        Shows the nonce that the player's seat has committed to; returns the seat's number.

        Raises:
            MalformedError, NonceMismatchError, NotYoursError, SeatsOpenError, NoNonceError, NonceShownError,
            NonceLateError, GameFinishedError
        """
        self._require_ongoing()
        seat = seating.choose_seat_to_reveal(self.lifecycle, nonce, game=str(self.id), player=player, at=at)
        self._record(NonceRevealed, {"seat": seat, "nonce": nonce}, by=f"player:{player}", at=at)
        return seat

    def expire_nonces(self, *, at: str) -> None:
        """
        Breaks off a game in which a nonce was not shown in time.

        Raises:
            NonceNotDueError: No nonce is overdue.
            GameFinishedError
        """
        self._require_ongoing()
        seats = seating.require_withheld(self.lifecycle, at=at)
        metadata = {"withheld": [self.lifecycle.seats[seat].player for seat in seats]}
        self._record(GameAborted, {"reason": seating.WITHHELD, "seats": seats}, by="clock", at=at, metadata=metadata)
        self._reveal_seed_if_due(at=at)

    def leave_seat(self, seat: int, *, by: str, at: str, bot: str = "random") -> None:
        """
        Frees the seat before the start; in a running game the bot takes over.

        A player whom the creator removes so does not sit down again.

        Raises:
            UnknownSeatError, NotYoursError (the seat is free, or another player's), GameFinishedError
            SeatsClosedError: Before the start, if every seat is taken.
            UnknownBotError, SeatTakenError (a bot plays the seat already): In a running game.
        """
        self._require_ongoing()
        seating.require_taken(self.lifecycle, seat)
        if self.lifecycle.status == "running":
            self.replace_seat(seat, bot=bot, reason="left", by=by, at=at)
            return
        seating.require_may_free(self.lifecycle, seat, by=by)
        seating.require_seating(self.lifecycle)
        self._record(SeatLeft, {"seat": seat}, by=by, at=at)

    def start(self, *, by: str, at: str, fork_point: ForkPoint | None = None) -> None:
        """
        Sets up the table; from here on the tape is fixed.

        Args:
            by: Who starts the game.
            at: Now.
            fork_point: What a fork begins with (see `fork_point` of the game that it left).

        Raises:
            SeatsMissingError, SeatsOpenError, NoncesMissingError, GameFinishedError, AlreadyStartedError
            ParentError: A fork without its fork point.
            NotForkableError: The rules of the fork cannot continue from there.
        """
        self._require_ongoing()
        if self.lifecycle.status == "running":
            raise AlreadyStartedError("the game has started already")
        seating.require_nonces_shown(self.lifecycle)
        table = self._new_table()
        metadata: dict[str, Any] = {}
        if self.lifecycle.is_fork:
            content, metadata = forking.start(table, fork_point, n=self.stream.version + 1)
        else:
            content = table.start(self.lifecycle.options, n=self.stream.version + 1)
        self._record(GameStarted, content, by=by, at=at, metadata=metadata, table=table)
        self._finish_if_over(at=at)

    # -- playing --------------------------------------------------------------------------------

    def act(self, seat: int, *, decision: int | None, action: Any, at: str, by: str | None = None) -> None:
        """
        Answers the seat's open decision. If that ends the game, the events that end it follow.

        Args:
            seat: Whose decision.
            decision: The decision's id, the `n` of the event that opened it.
            action: As the client gave it; parsed here.
            at: Now.
            by: `seat:K` if not given.

        Raises:
            MalformedActionError, UnknownSeatError, GameNotRunningError, GameFinishedError, NotYourDecisionError,
            StaleDecisionError, IllegalActionError
        """
        self._require_ongoing()
        table = self.get_table()
        parsed = self.ruleset.parse_action(action)
        table.require_open_decision(seat, decision)
        content = table.take_action(seat, parsed, n=self.stream.version + 1)
        self._record(ActionTaken, content, by=by or f"seat:{seat}", at=at)
        self._finish_if_over(at=at)

    def replace_seat(self, seat: int, *, bot: str, reason: str, by: str, at: str) -> None:
        """
        Lets a bot play the seat from now on; its player may come back.

        Raises:
            UnknownBotError, UnknownSeatError, GameNotRunningError, GameFinishedError, BotSeatedError
        """
        self.get_table()
        self._require_ongoing()
        program = self.ruleset.program(bot)
        replaced = self.lifecycle.seat(seat)
        if replaced.bot is not None:
            raise BotSeatedError(f"a bot plays seat {seat} already")
        data = {"seat": seat, "player": replaced.player, "bot": program.name, "reason": reason}
        self._record(SeatReplaced, data, by=by, at=at)

    def expire(self, seat: int, *, at: str) -> None:
        """
        Does what the game's clock says to a seat whose deadline has passed.

        Raises:
            DecisionNotDueError: The deadline has not passed, or a bot plays the seat, or the clock is stopped.
            UnknownSeatError, GameNotRunningError, GameFinishedError
        """
        self._require_ongoing()
        table = self.get_table()
        clock, turn = clocks.Clock.read(self.lifecycle.created), self.progress.turns[self._seat_number(seat)]
        if self.lifecycle.seats[seat].bot is not None or self.lifecycle.is_clock_stopped:
            raise DecisionNotDueError("a bot plays the seat, or the clock is stopped")
        clock = clocks.require_due(clock, turn, at=max(at, self.stream.last_at))
        if clock.on_expiry == clocks.FORFEIT:
            self._give_up(seat, bot=clock.bot, reason=leaving.DEADLINE, by="clock", at=at)
        elif clock.on_expiry == clocks.DEFAULT_ACTION:
            # Drawn from the seat's own chance for this decision, so that nobody can know it beforehand.
            legal = table.legal(seat)
            action = legal[table.bot_chance(seat).below(len(legal), "action")]
            decision = table.decisions[seat]
            self._record(TimeExpired, {"seat": seat, "decision": decision}, by="clock", at=at)
            self.act(seat, decision=decision, action=action, at=at)
        else:
            self.replace_seat(seat, bot=clock.bot, reason=leaving.DEADLINE, by="clock", at=at)

    def claim_absence(self, seat: int, *, by_seat: int, bot: str, at: str) -> None:
        """
        Lets a bot play for a player for whom a game without a clock has waited too long; the player may come back.

        Args:
            seat: The player's seat.
            by_seat: The seat of the player who asks for it.
            bot: The kind of bot or the program that plays on.
            at: Now.

        Raises:
            NotAbsentError, BotSeatedError, UnknownBotError, UnknownSeatError, GameNotRunningError, GameFinishedError
            NotYoursError: A bot plays for the player who asks, or it is the player's own seat.
            ResignedError: The player who asks has given up.
        """
        self._require_ongoing()
        self.get_table()
        leaving.require_not_resigned(self.lifecycle, by_seat)
        if seat == by_seat or self.lifecycle.seat(by_seat).bot is not None:
            raise NotYoursError("another player asks for this, who plays the game")
        if self.lifecycle.seat(seat).bot is not None:
            raise BotSeatedError(f"a bot plays seat {seat} already")
        has_clock = clocks.Clock.read(self.lifecycle.created) is not None
        turn = self.progress.turns[seat]
        leaving.require_absent(self.lifecycle, turn, at=max(at, self.stream.last_at), has_clock=has_clock)
        self.replace_seat(
            seat, bot=bot, reason=leaving.ABSENT, by=f"player:{self.lifecycle.seats[by_seat].player}", at=at
        )

    def resign(self, seat: int, *, bot: str, at: str) -> None:
        """
        Gives the seat up for good. A bot plays on, or the game ends (`leaving`).

        Args:
            seat: The seat, which is a player's.
            bot: The kind of bot or the program that plays on, if one does.
            at: Now.

        Raises:
            ResignedError, UnknownBotError, UnknownSeatError, GameNotRunningError, GameFinishedError
        """
        self._give_up(seat, bot=bot, reason=leaving.RESIGNED, by=f"seat:{seat}", at=at)

    def propose_end(self, seat: int, *, at: str) -> int:
        """
        Proposes to break the game off; if no other player is asked, it is broken off at once.

        Returns:
            The number of the event that proposes it.

        Raises:
            EndProposedError, ResignedError, UnknownSeatError, GameNotRunningError, GameFinishedError
        """
        self._require_ongoing()
        self.get_table()
        asked = leaving.require_proposal(self.lifecycle, seat)
        self._record(EndProposed, {"seat": seat, "of": asked}, by=f"seat:{seat}", at=at)
        proposed = self.stream.version
        self._end_if_agreed(at=at)
        return proposed

    def answer_end(self, seat: int, *, agrees: bool, at: str) -> None:
        """
        Consents to the end that is proposed, or declines it; the seat that proposed it withdraws it by declining.

        The last consent breaks the game off.

        Raises:
            NoEndProposedError, GameNotRunningError, GameFinishedError
        """
        self._require_ongoing()
        self.get_table()
        proposal = leaving.require_answer(self.lifecycle, seat, agrees=agrees)
        data = {"seat": seat, "proposed": proposal.n, "agrees": agrees}
        self._record(EndAnswered, data, by=f"seat:{seat}", at=at)
        self._end_if_agreed(at=at)

    def take_back(self, seat: int, *, at: str, history: Iterable[GameEvent] | None = None) -> None:
        """
        Takes back the seat's last action if nobody learned anything from it; else asks the others to consent.

        Args:
            seat: Whose action.
            at: Now.
            history: The game's events so far; its journal if not given.

        Raises:
            TakeBackRefusedError (names the reason), UnknownSeatError, GameNotRunningError, GameFinishedError
        """
        self._require_ongoing()
        self.get_table()
        self.lifecycle.seat(seat)
        moves = self._table_events(history)
        action, asked = takebacks.judge(self.lifecycle, seat, history=moves)
        table = self._table_without(action, moves)
        if asked:
            self._record(TakeBackAsked, {"seat": seat, "action": action, "of": asked}, by=f"seat:{seat}", at=at)
        else:
            self._go_back(table, seat, action, by=f"seat:{seat}", at=at)

    def answer_take_back(self, seat: int, *, agrees: bool, at: str, history: Iterable[GameEvent] | None = None) -> None:
        """
        Agrees to the pending take-back, or declines; once all have agreed, the action is taken back.

        Raises:
            NotAskedError, TakeBackRefusedError, GameFinishedError
        """
        self._require_ongoing()
        request = takebacks.answered(self.lifecycle, seat, agrees=agrees)
        is_settled = agrees and not request.waiting
        table = self._table_without(request.action, self._table_events(history)) if is_settled else None
        data = {"seat": seat, "asked": request.n, "agrees": agrees}
        self._record(TakeBackAnswered, data, by=f"seat:{seat}", at=at)
        if table is not None:
            self._go_back(table, request.seat, request.action, by="service", at=at)

    # -- the end --------------------------------------------------------------------------------

    def abort(self, *, reason: str, by: str, at: str, resumed_by: str | None = None) -> None:
        """
        Breaks off the game; if it had started, its seed is revealed.

        Args:
            reason: Why.
            by: Who does it.
            at: Now.
            resumed_by: The game in which a ruling resumes this one. The same things are hidden there, so the seed
                stays secret until that game is over (`reveal`).

        Raises:
            GameFinishedError
            ReservedReasonError: The reason is the clock's, or that of an agreed end.
        """
        self._require_ongoing()
        if reason == seating.WITHHELD:
            raise ReservedReasonError(f"{reason!r} is the clock's reason; give your own")
        if reason == leaving.AGREED:
            raise ReservedReasonError(f"{reason!r} is the reason of an end that all have consented to; give your own")
        data = {"reason": reason} if resumed_by is None else {"reason": reason, "resumed_by": resumed_by}
        self._record(GameAborted, data, by=by, at=at)
        if resumed_by is None:
            self._reveal_seed_if_due(at=at)

    def reveal(self, *, at: str) -> None:
        """
        Reveals the seed of a game that a ruling resumed in another game, once that game is over.

        Raises:
            NotWithheldError: The seed is public already, or no ruling resumed the game.
        """
        if not self.lifecycle.is_withheld:
            raise NotWithheldError("the seed of this game is not being withheld")
        self._reveal_seed(at=at)

    # -- disputes and forks ---------------------------------------------------------------------

    def open_dispute(
        self,
        player: str,
        *,
        event: int,
        claim: str,
        at: str,
        receipts: Sequence[str] = (),
        record: Mapping[str, Any] | None = None,
    ) -> int:
        """
        Files a claim, which may stop the clock (`disputes.is_clock_stopped`). Returns the dispute's number.

        Args:
            player: The claimant, who sits or sat in the game.
            event: The event that is wrong in their view.
            claim: In their words.
            at: Now.
            receipts: Receipts that the service signed for them.
            record: A description of their own record: `sha256` of the file, `n` and `hash` of its head, and
                `differs_at`, the first event that differs, or null.

        Raises:
            PartyError, UnknownEventError, AlreadyDisputedError
        """
        disputes.require_claim(
            self.lifecycle.disputes,
            player=player,
            event=event,
            parties=self.lifecycle.parties,
            version=self.stream.version,
        )
        data = {
            "seat": self.lifecycle.seat_of(player),
            "event": event,
            "claim": claim,
            "receipts": list(receipts),
            "record": None if record is None else dict(record),
        }
        metadata: dict[str, Any] = {
            "parties": list(self.lifecycle.parties),
            "visibility": self.lifecycle.created.get("visibility", "public"),
        }
        if self.progress.delay is not None and self.lifecycle.status == "running":
            metadata["held"] = True
        self._record(DisputeOpened, data, by=f"player:{player}", at=at, metadata=metadata)
        return self.stream.version

    def attach_finding(self, dispute: int, finding: Mapping[str, Any], *, at: str, sealed: Any = None) -> None:
        """
        Attaches what replaying the game showed.

        Args:
            dispute: The dispute's number.
            finding: The public part.
            at: Now.
            sealed: The part that only an arbiter may know while the game has secrets; None if there is none. An
                `Envelope` is used as it is, because a replay that cannot open it knows only its digest.

        Raises:
            UnknownDisputeError, AlreadyExaminedError
        """
        disputes.require_finding(disputes.get(self.lifecycle.disputes, dispute))
        envelopes = []
        if isinstance(sealed, Envelope):
            envelopes = [sealed]
        elif sealed is not None:
            envelopes = [seal(self.seed, sealed, n=self.stream.version + 1, i=0, audience=ARBITER_ONLY)]
        content = EventContent({"dispute": dispute, "finding": dict(finding)}, envelopes, [])
        self._record(DisputeFindingAttached, content, by="service", at=at)

    def rule(
        self, dispute: int, *, arbiter: str, verdict: str, remedy: Mapping[str, Any] | None, reason: str, at: str
    ) -> None:
        """
        Rules on a dispute; any remedy breaks off a running game.

        If the remedy resumes the game, its seed stays secret until the resumed game is over; else it is revealed.

        Raises:
            UnknownDisputeError, PartyError, AlreadyRuledError, MalformedError, UnknownEventError
            NotForkableError: The ruling on another dispute resumes the game already.
        """
        disputed = disputes.get(self.lifecycle.disputes, dispute)
        disputes.require_ruling(disputed, arbiter=arbiter, parties=self.lifecycle.parties)
        stood_at = disputed["stood_at"]
        whole = remedies.remedy_of(
            verdict,
            remedy,
            stood_at=stood_at,
            seats=len(self.lifecycle.seats),
            version=self.stream.version,
            ruleset=self.ruleset.key,
            game=self.id,
        )
        forking.require_one_resumption(self.lifecycle, whole, stood_at=stood_at)
        data = {"dispute": dispute, "verdict": verdict, "remedy": whole, "reason": reason}
        self._record(DisputeRuled, data, by=f"arbiter:{arbiter}", at=at)
        if whole is not None and not self.lifecycle.is_over:
            self.abort(reason=f"dispute {dispute}: {whole['type']}", by="service", at=at, resumed_by=whole.get("game"))

    def appeal(self, dispute: int, *, player: str, reason: str, at: str) -> None:
        """
        Asks for the ruling of another arbiter, which is final.

        Raises:
            UnknownDisputeError, PartyError, NotRuledError, AlreadyAppealedError
        """
        disputed = disputes.get(self.lifecycle.disputes, dispute)
        disputes.require_appeal(
            disputed, player=player, parties=self.lifecycle.parties, is_seed_revealed=self.lifecycle.is_seed_revealed
        )
        self._record(DisputeAppealed, {"dispute": dispute, "reason": reason}, by=f"player:{player}", at=at)

    def withdraw_dispute(self, dispute: int, *, player: str, at: str) -> None:
        """
        Withdraws a claim before it is ruled on; a clock that it stopped runs again.

        Raises:
            UnknownDisputeError, PartyError, AlreadyRuledError
        """
        disputes.require_withdrawal(disputes.get(self.lifecycle.disputes, dispute), player=player)
        self._record(DisputeWithdrawn, {"dispute": dispute}, by=f"player:{player}", at=at)

    def resume_clock(self, dispute: int, *, at: str) -> None:
        """
        Lets the clock run again although the dispute is undecided, because its ruling is overdue.

        When that is, the service decides; so no record is refused because a service allowed more time or less.

        Raises:
            UnknownDisputeError, AlreadyRuledError, AlreadyResumedError
        """
        disputes.require_stopped_clock(disputes.get(self.lifecycle.disputes, dispute))
        self._record(DisputeClockResumed, {"dispute": dispute}, by="clock", at=at)

    def fork_point(self, *, seat: int | None = None) -> ForkPoint:
        """
        What a fork begins with that leaves this game where it stands now.

        Args:
            seat: The seat whose knowledge the fork keeps, all else being dealt again; None if it keeps everything.

        Raises:
            NotForkableError: The game has not started, or is over.
            UnknownSeatError
        """
        return forking.find_fork_point(self.lifecycle, self.table, seat=seat)

    # -- what follows from commands -------------------------------------------------------------

    def _require_ongoing(self) -> None:
        if self.lifecycle.is_over:
            raise GameFinishedError(f"the game is {self.lifecycle.status}")

    def _seat_number(self, seat: int) -> int:
        """The seat's number, if there is such a seat. Raises UnknownSeatError."""
        self.lifecycle.seat(seat)
        return seat

    def _require_time(self, seat: int) -> None:
        """Returns if the seat's player may come back to it in the running game."""
        leaving.require_not_resigned(self.lifecycle, seat)
        clock = clocks.Clock.read(self.lifecycle.created)
        if clock is not None and clock.is_used_up(self.progress.turns[seat]):
            raise OutOfTimeError(f"seat {seat} has used up its time")

    def _give_up(self, seat: int, *, bot: str, reason: str, by: str, at: str) -> None:
        self._require_ongoing()
        self.get_table()
        leaving.require_not_resigned(self.lifecycle, seat)
        program = self.ruleset.program(bot)
        outcome = leaving.outcome_after(self.lifecycle, seat, reason=reason, is_ending=self.ruleset.ends_by_resignation)
        data = {"seat": seat, "bot": program.name if outcome is None else None, "reason": reason}
        self._record(SeatResigned, data, by=by, at=at)
        if outcome is not None:
            self._record(GameFinished, {"outcome": outcome.to_plain()}, by="service", at=at)
            self._reveal_seed(at=at)
        else:
            self._end_if_agreed(at=at)

    def _end_if_agreed(self, *, at: str) -> None:
        """Breaks the game off if an end is proposed and every player has consented to it."""
        proposal = self.lifecycle.end_proposal
        if proposal is not None and not proposal.waiting:
            self._record(GameAborted, {"reason": leaving.AGREED}, by="service", at=at)
            self._reveal_seed_if_due(at=at)

    def _finish_if_over(self, *, at: str) -> None:
        outcome = self.get_table().outcome
        if outcome is not None:
            self._record(GameFinished, {"outcome": outcome.to_plain()}, by="service", at=at)
            self._reveal_seed(at=at)

    def _reveal_seed_if_due(self, *, at: str) -> None:
        """Reveals the seed of a game that is broken off, if anything was hidden in it."""
        if self.table is not None or self.lifecycle.is_resumption:
            self._reveal_seed(at=at)

    def _reveal_seed(self, *, at: str) -> None:
        self._record(SeedRevealed, {"seed": self.seed.hex()}, by="service", at=at)

    def _table_events(self, history: Iterable[GameEvent] | None) -> list[GameEvent]:
        """The events that moved the table, from the history or else the journal."""
        known = self.journal if history is None else history
        if known is None:
            raise BrokenRuleError("a take-back needs the game's events: give `history`, or keep a journal")
        return [event for event in known if isinstance(event, TABLE_EVENTS)]

    def _table_without(self, action: int, moves: Sequence[GameEvent]) -> Table:
        """A separate table, replayed without that action."""
        table = self._new_table()
        takebacks.rebuild(table, self.lifecycle.options, moves, without=action)
        return table

    def _go_back(self, table: Table, seat: int, action: int, *, by: str, at: str) -> None:
        """Takes the action back: play continues on the table that was replayed without it."""
        data = {"seat": seat, "action": action, "state": table.reopen(seat, n=self.stream.version + 1)}
        metadata = {"table": copy_state(table.to_snapshot())}
        self._record(ActionTakenBack, data, by=by, at=at, metadata=metadata, table=table)
