"""Commands about players who run out of time, keep others waiting, give up, or agree to end the game (`leaving`)."""

from __future__ import annotations

from delvebook.domain import clocks, leaving
from delvebook.domain.errors import BotSeatedError, DecisionNotDueError, NotYoursError, OutOfTimeError
from delvebook.domain.events import EndAnswered, EndProposed, GameFinished, SeatResigned, TimeExpired
from delvebook.domain.play_commands import PlayCommands


class LeavingCommands(PlayCommands):
    """The commands by which players leave a running game, or all of them end it."""

    __slots__ = ()

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
        Lets a bot play for a player who has kept a game without a clock waiting too long. The player may come back.

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
            raise NotYoursError("only another player who is still playing may ask for this")
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

    def _seat_number(self, seat: int) -> int:
        """The seat's number, if there is such a seat. Raises UnknownSeatError."""
        self.lifecycle.seat(seat)
        return seat

    def _require_time(self, seat: int) -> None:
        """Returns if the seat's player may come back to it in the running game."""
        leaving.require_not_resigned(self.lifecycle, seat)
        clock = clocks.Clock.read(self.lifecycle.created)
        if clock is not None and clock.is_used_up(self.progress.turns[seat]):
            if clock.kind == clocks.BUDGET:
                raise OutOfTimeError(f"seat {seat} has used up its time")
            decision = self.progress.turns[seat].decision
            raise OutOfTimeError(
                f"seat {seat} has used up the time for decision {decision}; come back when the bot has decided it",
                decision=decision,
            )

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
            self._break_off({"reason": leaving.AGREED}, by="service", at=at)
