"""Commands of play: to act, to take an action back, to hand a seat over, and to end the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from delvebook.domain import leaving, seating, takebacks
from delvebook.domain.aggregate import Aggregate
from delvebook.domain.errors import (
    BotSeatedError,
    BrokenRuleError,
    GameFinishedError,
    NotWithheldError,
    ReservedReasonError,
)
from delvebook.domain.events import (
    ActionTaken,
    ActionTakenBack,
    GameAborted,
    GameFinished,
    SeatReplaced,
    SeedRevealed,
    TakeBackAnswered,
    TakeBackAsked,
)
from delvebook.domain.game_event import GameEvent
from delvebook.domain.loading import TABLE_EVENTS
from delvebook.domain.ruleset import copy_state
from delvebook.domain.table import Table


class PlayCommands(Aggregate):
    """The commands by which a game is played and ended."""

    __slots__ = ()

    def act(self, seat: int, *, decision: int | None, action: object, at: str, by: str | None = None) -> None:
        """
        Answers the seat's open decision. If that ends the game, the events that end it follow.

        Args:
            seat: The seat that decides.
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

    def take_back(self, seat: int, *, at: str, history: Iterable[GameEvent] | None = None) -> None:
        """
        Takes back the seat's last action if nobody learned anything from it; else asks the others to consent.

        Args:
            seat: The seat that acted.
            at: Now.
            history: The game's events so far; its journal if not given.

        Raises:
            TakeBackRefusedError (names the reason), UnknownSeatError, GameNotRunningError, GameFinishedError
        """
        action, asked, moves = self._judge_take_back(seat, history)
        table = self._table_without(action, moves)
        if asked:
            self._record(TakeBackAsked, {"seat": seat, "action": action, "of": asked}, by=f"seat:{seat}", at=at)
        else:
            self._go_back(table, seat, action, by=f"seat:{seat}", at=at)

    def consents_to_take_back(self, seat: int, *, history: Iterable[GameEvent] | None = None) -> list[int] | None:
        """
        The seats that would have to consent if the seat took its last action back now; none if it goes back at once.

        None if anybody has acted since. Whether those actions would stand may depend on what their seats hide, so
        only `take_back` itself tells.

        Raises:
            What `take_back` would raise, except that later actions depend on it.
        """
        action, asked, moves = self._judge_take_back(seat, history)
        return None if takebacks.was_followed(action, moves) else asked

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

    def abort(self, *, reason: str, by: str, at: str, resumed_by: str | None = None) -> None:
        """
        Breaks off the game and reveals its seed.

        Args:
            reason: Why.
            by: Who breaks it off.
            at: Now.
            resumed_by: The game in which a ruling resumes this one. The same things are hidden there, so the seed
                stays secret until that game is over (`reveal`).

        Raises:
            GameFinishedError
            NotYoursError: See `seating.require_may_abort`.
            ReservedReasonError: The reason is the clock's, or that of an agreed end.
        """
        self._require_ongoing()
        if reason in seating.CLOCKS_REASONS:
            raise ReservedReasonError(f"{reason!r} is reserved for the clock; give another reason")
        if reason == leaving.AGREED:
            raise ReservedReasonError(
                f"{reason!r} is reserved for an end that all players have agreed to; give another reason"
            )
        seating.require_may_abort(self.lifecycle, by=by)
        self._break_off({"reason": reason} | ({} if resumed_by is None else {"resumed_by": resumed_by}), by=by, at=at)

    def reveal(self, *, at: str) -> None:
        """
        Reveals the seed of a game that a ruling resumed in another game, once that game is over.

        Raises:
            NotWithheldError: The seed is public already, or no ruling resumed the game.
        """
        if not self.lifecycle.is_withheld:
            raise NotWithheldError("the seed of this game is not being withheld")
        self._reveal_seed(at=at)

    def _require_ongoing(self) -> None:
        if self.lifecycle.is_over:
            raise GameFinishedError(f"the game is {self.lifecycle.status}")

    def _finish_if_over(self, *, at: str) -> None:
        outcome = self.get_table().outcome
        if outcome is not None:
            self._record(GameFinished, {"outcome": outcome.to_plain()}, by="service", at=at)
            self._reveal_seed(at=at)

    def _break_off(
        self, data: Mapping[str, object], *, by: str, at: str, metadata: Mapping[str, object] | None = None
    ) -> None:
        """Ends the game early. Its seed is revealed, so that all of it can be checked, unless a ruling resumes it."""
        noted = {"broken_off": True} if self.lifecycle.is_broken_off_now else {}
        self._record(GameAborted, dict(data), by=by, at=at, metadata={**noted, **(metadata or {})})
        if "resumed_by" not in data:
            self._reveal_seed(at=at)

    def _reveal_seed(self, *, at: str) -> None:
        self._record(SeedRevealed, {"seed": self.seed.hex()}, by="service", at=at)

    def _judge_take_back(
        self, seat: int, history: Iterable[GameEvent] | None
    ) -> tuple[int, list[int], list[GameEvent]]:
        """The seat's last action, who must consent before it is taken back, and the events that moved the table."""
        self._require_ongoing()
        self.get_table()
        self.lifecycle.seat(seat)
        moves = self._table_events(history)
        action, asked = takebacks.judge(self.lifecycle, seat, history=moves)
        return action, asked, moves

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
