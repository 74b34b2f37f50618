"""Commands before the start: taking and leaving seats, showing nonces, and starting the game (`seating`)."""

from __future__ import annotations

from delvebook.domain import forking, seating
from delvebook.domain.errors import AlreadyStartedError, CommitmentError
from delvebook.domain.events import GameStarted, NonceRevealed, SeatLeft, SeatReplaced, SeatsClosed, SeatTaken
from delvebook.domain.kinds import HEX64
from delvebook.domain.leaving_commands import LeavingCommands
from delvebook.domain.table import ForkPoint


class SeatingCommands(LeavingCommands):
    """The commands by which seats are taken and left, and the game is started."""

    __slots__ = ()

    def take_seat(
        self, seat: int | None, *, player: str, at: str, nonce_commitment: str | None = None, is_program: bool = False
    ) -> int:
        """
        Seats the player before the start, or puts them back on their own seat in a running game.

        Args:
            seat: The wanted seat; None for the first free one.
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
            NotYoursError: See `seating.require_may_put_bot`.
            SeatTakenError, AlreadyStartedError
        """
        self._require_ongoing()
        program = self.ruleset.program(bot)
        seating.require_free(self.lifecycle, seat)
        seating.require_may_put_bot(self.lifecycle, seat, by=by)
        data = {"seat": seat, "player": None, "bot": program.name, "nonce_commitment": None}
        self._record(SeatTaken, data, by=by, at=at)

    def close_seats(self, *, deadline: str | None, at: str) -> None:
        """
        Ends the seating. The service does it together with the command that takes the last seat.

        Args:
            deadline: The time by which the nonces must be shown; None if no seat has committed to one.
            at: Now.

        Raises:
            SeatsMissingError, SeatsClosedError, AlreadyStartedError, GameFinishedError, MalformedError
        """
        self._require_ongoing()
        seating.require_closing(self.lifecycle, deadline=deadline, at=at)
        self._record(SeatsClosed, {"deadline": deadline}, by="service", at=at)

    def reveal_nonce(self, nonce: str, *, player: str, at: str) -> int:
        """
        Shows the nonce that the player's seat has committed to. Returns the seat's number.

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
        self._break_off({"reason": seating.WITHHELD, "seats": seats}, by="clock", at=at, metadata=metadata)

    def expire_resumption(self, *, at: str) -> None:
        """
        Gives up a resumed game that nobody has started, so that its seed and its parents' do not stay secret for ever.

        The service decides how long it waits. A replay does not check that time.

        Raises:
            RulingNotDueError: The game resumes none, or has started.
            GameFinishedError
        """
        self._require_ongoing()
        seating.require_not_resumed(self.lifecycle)
        self._break_off({"reason": seating.NOT_RESUMED}, by="clock", at=at)

    def leave_seat(self, seat: int, *, by: str, at: str, bot: str = "random") -> None:
        """
        Frees the seat before the start; in a running game the bot takes over.

        A player removed by the creator cannot rejoin.

        Raises:
            UnknownSeatError, NotYoursError (the seat is free, or another player's), GameFinishedError
            SeatsClosedError: Before the start, if every seat is taken.
            UnknownBotError, SeatTakenError (a bot plays the seat already): In a running game.
        """
        self._require_ongoing()
        seating.require_taken(self.lifecycle, seat)
        if self.lifecycle.status == "running":
            seating.require_own(self.lifecycle, seat, by=by)
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
            fork_point: The starting point of a fork (see `fork_point` of the game that it left).

        Raises:
            SeatsMissingError, SeatsOpenError, NoncesMissingError, GameFinishedError, AlreadyStartedError
            NotYoursError: See `seating.require_may_start`.
            ParentError: A fork without its fork point.
            NotForkableError: The rules of the fork cannot continue from there.
        """
        self._require_ongoing()
        if self.lifecycle.status == "running":
            raise AlreadyStartedError("the game has started already")
        seating.require_nonces_shown(self.lifecycle)
        seating.require_may_start(self.lifecycle, by=by)
        table = self._new_table()
        metadata: dict[str, object] = {}
        if self.lifecycle.is_fork:
            content, metadata = forking.start(table, fork_point, n=self.stream.version + 1)
        else:
            content = table.start(self.lifecycle.options, n=self.stream.version + 1)
        self._record(GameStarted, content, by=by, at=at, metadata=metadata, table=table)
        self._finish_if_over(at=at)
