"""A running game: legal actions, answers to decisions, take-backs, bots' moves, passed deadlines, and its events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from delvebook.domain.bots import Action
from delvebook.domain.errors import (
    BrokenRuleError,
    DecisionNotDueError,
    DelvebookError,
    GameFinishedError,
    GameNotRunningError,
    NonceNotDueError,
    NotAskedError,
    NotYoursError,
    StaleDecisionError,
    TakeBackRefusedError,
)
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent, Origin
from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.domain.questions import BotQuestion
from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import copy_state
from delvebook.domain.stream import IdempotentRequest
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import Viewer
from delvebook.projections.views import Body, actions_body, event_body, told_both, voice_of
from delvebook.service.base.errors import BusyError
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.store.changes import BatchCommand
from delvebook.service.usecases.bot_turns import BotMove, bot_at, bots_turns, never, question_at, waits_for_bots_alone
from delvebook.service.usecases.commands import FULL, CommandResult, Commands, Reply
from delvebook.service.usecases.limits import require_take_back

BOT_TRIES: Final = 5
"""The number of times a bot is asked again if its seat's view has changed by the time it has chosen."""


class _OutdatedError(StaleDecisionError):
    """The view of the bot's seat has changed."""

    def __init__(self) -> None:
        super().__init__("the bot's seat sees something else now")


@dataclass(frozen=True, slots=True)
class EventPage:
    """
    A page of a game's events.

    Attributes:
        n: The game's last event.
        head: That event's hash.
        status: The game's status.
        is_over: Whether event `n` is the game's final event.
        is_revealed: Whether the seed is revealed, so that every viewer sees everything from now on.
        events: The events, as the caller may see them.
    """

    n: int
    head: str
    status: str
    is_over: bool
    is_revealed: bool
    events: list[Body]


@dataclass(frozen=True, slots=True)
class Move:
    """
    An action in a game.

    Attributes:
        game: The game's id.
        decision: The decision that it answers.
        action: The chosen action.
        request: Recognises the same request when it is repeated.
    """

    game: UUID
    decision: int | None
    action: object
    request: IdempotentRequest | None = None


class PlayService:
    """
    The use cases about playing.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._visibility = commands.visibility
        self._application = commands.application
        self._receipts = commands.receipts
        self._now = commands.now

    # -- players --------------------------------------------------------------------------------

    def actions(self, caller: Caller, game_id: UUID, *, language: Language | None = None) -> Body:
        """
        Returns what the caller's seat may do now, in that language, or in all of them.

        Raises:
            UnknownGameError, NotYoursError (the caller has no seat)
        """
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require(caller, game)
            languages = LANGUAGES if language is None else (language,)
            return actions_body(game, seat_of(caller, game), self._visibility.people(game), languages=languages)

    def act(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        decision: int | None,
        action: object,
        request: IdempotentRequest | None = None,
        signs_refusal: bool = False,
        reply: Reply = FULL,
    ) -> CommandResult:
        """
        Answers a decision of the caller's seat.

        Args:
            caller: The caller.
            game_id: The game's id.
            decision: The decision that they answer.
            action: The chosen action.
            request: Recognises the same request when it is repeated.
            signs_refusal: Whether a refusal gets a receipt, too: `details["receipt"]`.
            reply: The contents that the caller wants in the answer.
        """
        account = caller.require(PLAY)
        command = self.acting(caller, Move(game_id, decision, action, request))
        try:
            return self._commands.change(caller, game_id, command, request, reply)
        except BrokenRuleError:
            raise
        except DelvebookError as refusal:
            if signs_refusal and self._receipts is not None and "n" in refusal.details:
                self._application.confirm()
                refusal.details["receipt"] = self._receipts.refuse(
                    game=str(game_id),
                    n=refusal.details["n"],
                    code=refusal.code,
                    clause=refusal.details.get("clause"),
                    at=self._now(),
                    sub=account,
                )
            raise

    def act_together(
        self, caller: Caller, moves: Sequence[Move], *, reply: Reply = FULL
    ) -> list[CommandResult | DelvebookError]:
        """
        Answers decisions of the caller's seats, in any games, in one transaction.

        Returns for each the answer or the refusal that `act` would have given.
        """
        caller.require(PLAY)
        return self._commands.change_together(caller, self.commands(caller, moves), reply)

    def commands(self, caller: Caller, moves: Sequence[Move]) -> list[BatchCommand]:
        """Returns the commands that answer decisions of the caller's seats."""
        return [self._commands.command(caller, move.game, self.acting(caller, move), move.request) for move in moves]

    def acting(self, caller: Caller, move: Move) -> Callable[[Game], None]:
        """Returns the command that answers a decision of the caller's seat."""

        def command(game: Game) -> None:
            self._visibility.require(caller, game)
            game.act(acting_seat(caller, game), decision=move.decision, action=move.action, at=self._now())

        return command

    def try_action(self, caller: Caller, game_id: UUID, *, decision: int | None, action: object) -> int:
        """
        Returns the event that the action was judged against, if `act` would accept it now. Changes nothing.

        The outcome is neither shown nor computed. It may depend on secrets, and so would the time that it takes.

        Raises:
            Whatever `act` would raise.
        """
        caller.require(PLAY)
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require(caller, game)
            seat = acting_seat(caller, game)
            if game.lifecycle.is_over:
                raise GameFinishedError(f"the game is {game.lifecycle.status}")
            table = game.get_table()
            parsed = game.ruleset.parse_action(action)
            table.require_open_decision(seat, decision)
            if parsed not in table.legal(seat):
                # A refusal is raised before anything happens, with the reason.
                game.ruleset.play(copy_state(table.state), seat, parsed, tape=Tape(b"dry run"))
            return game.stream.version

    def take_back(
        self, caller: Caller, game_id: UUID, *, request: IdempotentRequest | None = None, reply: Reply = FULL
    ) -> CommandResult:
        """Takes back the last action of the caller's seat, or asks the other seats for permission."""
        caller.require(PLAY)

        def command(game: Game) -> None:
            self._visibility.require(caller, game)
            seat, at = acting_seat(caller, game), self._now()
            game.take_back(seat, at=at, history=self._history_within_limits(game, seat, at=at))

        return self._commands.change(caller, game_id, command, request, reply)

    def may_take_back(self, caller: Caller, game_id: UUID) -> Body:
        """
        Returns whether `take_back` would be accepted now, why not, and which seats would be asked.

        `allowed` is null if somebody has acted since: only asking tells.

        Raises:
            UnknownGameError, NotYoursError, GameNotRunningError, GameFinishedError
        """
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require(caller, game)
            seat = acting_seat(caller, game)
            consents: list[int] | None = []
            why: str | None = None
            try:
                history = self._history_within_limits(game, seat, at=self._now())
                consents = game.consents_to_take_back(seat, history=history)
            except TakeBackRefusedError as refused:
                why = refused.details["reason"]
            allowed = None if consents is None else why is None
            return {"n": game.stream.version, "seat": seat, "allowed": allowed, "why": why, "consents": consents or []}

    def _history_within_limits(self, game: Game, seat: int, *, at: str) -> list[GameEvent]:
        """Returns the game's events, if the seat has not taken back too often."""
        history = list(self._application.all_events_of(game.id, upto=game.stream.version))
        if game.lifecycle.status == "running":
            require_take_back(history, seat, at=at)
        return history

    def answer_take_back(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        asked: int,
        agrees: bool,
        request: IdempotentRequest | None = None,
        reply: Reply = FULL,
    ) -> CommandResult:
        """Agrees to the take-back that event `asked` asked for, or declines it, for the caller's seat."""
        caller.require(PLAY)

        def command(game: Game) -> None:
            self._visibility.require(caller, game)
            history = self._application.all_events_of(game_id, upto=game.stream.version)
            seat, pending = acting_seat(caller, game), game.lifecycle.pending_take_back
            if pending is not None and pending.n != asked:
                raise NotAskedError(f"the pending take-back request is event {pending.n}, not {asked}", event=pending.n)
            game.answer_take_back(seat, agrees=agrees, at=self._now(), history=history)

        return self._commands.change(caller, game_id, command, request, reply)

    def events(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        after: int = 0,
        limit: int,
        viewer: str | None = None,
        language: Language | None = None,
        is_noted: bool = False,
    ) -> EventPage:
        """
        Returns at most `limit` events after event `after`, as the caller may see them now.

        Args:
            caller: The caller.
            game_id: The game's id.
            after: The last event that they have.
            limit: The largest number of events returned.
            viewer: The viewer that they ask for; None for their own.
            language: The language of `told` and `told_short`, which tell each event in sentences; None for neither.
            is_noted: Whether the look is already in the audit trail.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError (not your eyes)
        """
        with self._commands.reading(caller, game_id, viewer=viewer) as game:
            sight = self._visibility.viewer(caller, game, viewer, is_noted=is_noted)
            # A number beyond every game may be too large for the store to compare.
            is_beyond = after >= game.stream.version
            events = (
                []
                if is_beyond
                else self._application.events_of(game_id, after=after, upto=game.stream.version, limit=limit)
            )
            return self.page(game, events, sight, language)

    def page(self, game: Game, events: Sequence[GameEvent], sight: Viewer, language: Language | None) -> EventPage:
        """Returns a page of these events, as that viewer may see them, and told in that language, if there is one."""
        bodies = [event_body(game, event, sight) for event in events]
        if language is not None:
            people = self._visibility.people(game, events)
            for event, body in zip(events, bodies, strict=True):
                body.update(told_both(game, event, sight, language, people))
        return EventPage(
            n=game.stream.version,
            head=game.stream.head,
            status=game.lifecycle.status,
            is_over=game.lifecycle.is_over,
            is_revealed=game.lifecycle.is_seed_revealed,
            events=bodies,
        )

    def tell_refusal(self, game_id: UUID, refusal: Refusal, language: Language) -> str:
        """Tells why an action was refused, with the players' names, to the player who tried it."""
        with self._application.reading(game_id) as game:
            return game.ruleset.tell_refusal(refusal, voice_of(game, self._visibility.people(game), language))

    # -- the service ----------------------------------------------------------------------------

    def play_bot(self, game_id: UUID, *, seat: int, decision: int) -> int | None:
        """
        Makes the bot's move. Returns the number of its event, or None if the decision is no longer open.

        Late and repeated calls do nothing.

        Args:
            game_id: The game's id.
            seat: The bot's seat.
            decision: The decision it answers.
        """
        moves = self.play_bots(game_id, seat=seat, decision=decision, goes_on=never)
        return moves[0].n if moves else None

    def play_bots(
        self, game_id: UUID, *, seat: int, decision: int, goes_on: Callable[[int, int], bool]
    ) -> list[BotMove]:
        """
        Makes the bot's move, and those that bots of the same program owe next, while nobody else owes a decision.

        They are stored together, and the record is the same as of moves made one by one. Returns them; none if the
        decision is no longer open.

        Args:
            game_id: The game's id.
            seat: The seat of the first move.
            decision: The decision that it answers.
            goes_on: Returns whether this seat's move, for this decision, is made, too. It may be asked several times.
        """

        def first(game: Game) -> BotQuestion | None:
            question = question_at(game, seat)
            return question if question is not None and question.decision == decision else None

        return self._play_bots(game_id, first, goes_on)

    def play_bots_on(self, game_id: UUID, *, goes_on: Callable[[int, int], bool]) -> list[BotMove]:
        """
        Makes the next move that a bot owes, and further ones like `play_bots`. Returns them; none if there is none.

        Args:
            game_id: The game's id.
            goes_on: Returns whether this seat's move, for this decision, is made. It may be asked several times.
        """

        def first(game: Game) -> BotQuestion | None:
            return next((question_at(game, turn[0]) for turn in bots_turns(game) if goes_on(*turn)), None)

        return self._play_bots(game_id, first, goes_on)

    def _play_bots(
        self, game_id: UUID, first: Callable[[Game], BotQuestion | None], goes_on: Callable[[int, int], bool]
    ) -> list[BotMove]:
        """Makes the move that `first` asks for, and those that follow. Returns them."""
        for _ in range(BOT_TRIES):
            with self._application.reading(game_id) as game:
                question = None if game.lifecycle.is_clock_stopped else first(game)
            if question is None:
                return []
            action = question.answer()
            moves: list[BotMove] = []
            try:
                self._application.change(game_id, self._bots_command(question, action, moves, goes_on))
            except _OutdatedError:
                continue
            except Exception:
                if len(moves) < 2:
                    raise
                # A later move may be at fault, which has a job of its own. So the first is made alone.
                goes_on = never
                continue
            return moves
        raise BusyError("the game changes faster than the bot can choose")

    def _bots_command(
        self, question: BotQuestion, action: Action, moves: list[BotMove], goes_on: Callable[[int, int], bool]
    ) -> Callable[[Game], None]:
        """
        Returns the command that plays a bot's action, and goes on. It leaves in `moves` what it has begun.

        It is refused if the bot would now be asked something else, or nothing: another worker may have played the turn,
        or a player taken the seat. A verifier asks the bot with its seat's view at the event just before its action,
        and another seat that decides at the same time may have changed that view.
        """

        def command(game: Game) -> None:
            moves.clear()
            if question_at(game, question.seat) != question:
                raise _OutdatedError
            self._move(game, question, action, moves)
            while waits_for_bots_alone(game) and (turns := bots_turns(game)):
                seat, decision = turns[0]
                following = question_at(game, seat)
                if following is None or following.program != question.program or not goes_on(seat, decision):
                    return
                try:
                    chosen = following.answer()
                except Exception:  # noqa: BLE001 - the turn has a job of its own, which fails likewise and is counted
                    return
                self._move(game, following, chosen, moves)

        return command

    def _move(self, game: Game, question: BotQuestion, action: Action, moves: list[BotMove]) -> None:
        """Plays a bot's action, with the bot as its sender."""
        seat, before = question.seat, game.stream.version
        moves.append(BotMove(seat, question.decision, before + 1))
        origin = Origin(account=game.lifecycle.seats[seat].player, bot=bot_at(game, seat))
        game.act(seat, decision=question.decision, action=action, at=self._now())
        game.stamp(origin=origin, after=before)

    def expire_nonces(self, game_id: UUID) -> int | None:
        """Breaks off a game in which a nonce is overdue. Returns the event's number, or None if none is."""
        try:
            return self._application.change(game_id, lambda game: game.expire_nonces(at=self._now()))[0].n
        except (NonceNotDueError, GameFinishedError):
            return None

    def expire(self, game_id: UUID, *, seat: int, decision: int) -> int | None:
        """
        Applies the game's clock to a seat that missed its deadline.

        Returns:
            The number of the event; None if nothing is overdue, or another decision is open by now.
        """

        def command(game: Game) -> None:
            if seat not in game.to_act() or game.get_table().decisions[seat] != decision:
                raise DecisionNotDueError("another decision is open by now")
            game.expire(seat, at=self._now())

        try:
            return self._application.change(game_id, command)[0].n
        except (DecisionNotDueError, GameNotRunningError, GameFinishedError):
            return None


def seat_of(caller: Caller, game: Game) -> int:
    """
    Returns the caller's seat.

    Raises:
        NotYoursError
    """
    seat = None if caller.account is None else game.lifecycle.seat_of(caller.account)
    if seat is None:
        raise NotYoursError("you have no seat in this game")
    return seat


def acting_seat(caller: Caller, game: Game) -> int:
    """
    Returns the caller's seat, if they play it themselves.

    Raises:
        NotYoursError
    """
    seat = seat_of(caller, game)
    if game.lifecycle.seats[seat].bot is not None:
        raise NotYoursError("a bot plays your seat; take the seat again first")
    return seat
