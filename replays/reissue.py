"""
A game rebuilt from its record: the recorded commands, issued again to a fresh game.

The declaration of an event names its command, whose arguments are members of the event. `SPECIAL` has the types of
events for which that does not suffice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import cache
from inspect import signature
from types import MappingProxyType
from typing import Any, Final, cast
from uuid import UUID

from delvebook.domain.bots import Action
from delvebook.domain.canonical import commitment
from delvebook.domain.envelopes import Envelope, concealed_action
from delvebook.domain.errors import BrokenRuleError, DelvebookError
from delvebook.domain.events import EVENT_TYPES, GameCreated
from delvebook.domain.game import Game
from delvebook.domain.game_event import EventLine, GameEvent, OpenLine
from delvebook.domain.leaving import ABSENT
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.seating import NOT_RESUMED
from delvebook.domain.table import ForkPoint
from delvebook.replays.errors import CannotFollowError, reason_of

Command = Callable[[Game, EventLine], None]

_CREATED_KEYS: Final = frozenset(("ruleset", "content", "options", "seats", "commitment", "creator"))


class UncalledEventError(BrokenRuleError):
    """The event has no command of its own, and the command before it did not make it."""


class Reissue:
    """
    A game rebuilt from its record, event by event.

    Args:
        seed: The game's seed.
        fork_point: For a fork: its starting point.

    Attributes:
        game: The game after the last event; None before the first.
        fork_point: As given; can be set until the game starts.
    """

    def __init__(self, *, seed: bytes, fork_point: ForkPoint | None = None) -> None:
        self.game: Game | None = None
        self.fork_point = fork_point
        self._seed = seed
        self._made: deque[GameEvent] = deque()
        self._n = 0

    @property
    def next(self) -> GameEvent | None:
        """The event that the last command made in addition to its own; None if the next event needs a command."""
        return self._made[0] if self._made else None

    def make(self, event: EventLine) -> GameEvent:
        """
        The event that the rules make in place of the next recorded one.

        Raises:
            UncalledEventError: No command makes the recorded event here.
            DelvebookError: The game refuses the command.
        """
        if not self._made:
            if not is_called(self.game, event):
                raise UncalledEventError(f"no command makes a {event['type']} here")
            if self.game is None:
                self.game = create(event, seed=self._seed)
            else:
                # Level `chain` checks the links. Here each event is checked on its own.
                self.game.relink(event["prev"])
                issue(self.game, event, fork_point=self.fork_point)
            self._made.extend(self.game.collect_events())
        return self._made.popleft()

    def follow(self, event: EventLine) -> GameEvent:
        """
        Like `make`, but raises one kind of error for every obstacle.

        Raises:
            CannotFollowError: The rules do not make an event of this type here.
        """
        n, type_ = event["n"], event["type"]
        if self.game is None:
            if type_ == "GameCreated" and event["data"]["commitment"] != commitment(self._seed):
                raise CannotFollowError("the seed is not the one that the service committed to in event 1")
        elif n != self._n + 1:
            raise CannotFollowError(f"event {self._n + 1} is missing; event {n} is in its place")
        try:
            made = self.make(event)
        except Exception as error:  # noqa: BLE001 - a title may raise anything on a hostile record
            raise CannotFollowError(f"event {n} cannot be replayed: {reason_of(error)}") from None
        if made.type != type_:
            raise CannotFollowError(f"event {n}: by the rules, a {made.type} must come here, not a {type_}")
        self._n = n
        return made


def create(event: EventLine, *, seed: bytes) -> Game:
    """
    The game that a `GameCreated` made, under the rules as they are here.

    Raises:
        BrokenRuleError: The event is not a `GameCreated`.
        UnknownRulesetError, InvalidSeatsError, InvalidOptionsError
    """
    if event["type"] != "GameCreated":
        raise BrokenRuleError(f"a record begins with GameCreated, not with a {event['type']}")
    data = event["data"]
    game = Game.create(
        UUID(event["game"]),
        ruleset=get_ruleset(data["ruleset"]),
        options=data["options"],
        seats=data["seats"],
        seed=seed,
        by=event["by"],
        at=event["at"],
        terms={key: value for key, value in data.items() if key not in _CREATED_KEYS},
    )
    game.journal = []
    return game


def is_called(game: Game | None, event: EventLine) -> bool:
    """Whether the event has a command of its own here, and does not follow from another event."""
    if event["type"] == "SeedRevealed":
        return game is not None and game.lifecycle.is_withheld
    return event["type"] not in FOLLOWING


def issue(game: Game, event: EventLine, *, fork_point: ForkPoint | None = None) -> None:
    """
    Gives the game the command that made the event. The resulting events are in `game.pending`.

    Args:
        game: The game.
        event: The event.
        fork_point: For a fork: its starting point.

    Raises:
        DelvebookError: The game refuses the command.
    """
    declared = EVENT_TYPES.get(event["type"])
    if declared is None or declared.command is None or declared is GameCreated:
        raise BrokenRuleError(f"no command known here makes a {event['type']}")
    special = SPECIAL.get(event["type"])
    if special is not None:
        special(game, event)
    else:
        getattr(game, declared.command)(**_arguments(declared.command, event, fork_point=fork_point))


def _arguments(command: str, event: EventLine, **more: Any) -> dict[str, Any]:
    """The arguments of the command, taken from the event and `more`."""
    account = event["by"].partition(":")[2]
    known = {**event["data"], "at": event["at"], "by": event["by"], "player": account, "arbiter": account, **more}
    return {name: known[name] for name in _parameters(command) if name in known}


@cache
def _parameters(command: str) -> tuple[str, ...]:
    return tuple(signature(getattr(Game, command)).parameters)


def recorded_action(event: OpenLine) -> Action | None:
    """The whole action of an `ActionTaken`; None if it is in an envelope that is closed in this record."""
    seat, sealed = event["data"]["seat"], event["sealed"]
    concealed = concealed_action(seat, ((envelope["for"], envelope.get("content")) for envelope in sealed))
    if concealed is not None:
        return cast("Action", concealed)
    action: Action = event["data"]["action"]
    is_closed = any(envelope["for"] == [f"seat:{seat}"] and "content" not in envelope for envelope in sealed)
    return None if is_closed and action.keys() == {"type"} else action


def _take_seat(game: Game, event: EventLine) -> None:
    data, by, at = event["data"], event["by"], event["at"]
    if data["bot"] is not None:
        game.put_bot(data["seat"], bot=data["bot"], by=by, at=at)
    else:
        game.take_seat(data["seat"], player=data["player"] or "", nonce_commitment=data["nonce_commitment"], at=at)


def _act(game: Game, event: EventLine) -> None:
    data = event["data"]
    action = recorded_action(event)
    if action is None:
        action = _find_action(game, event)
    _act_with(game, event, data["action"] if action is None else action)


def _act_with(game: Game, event: EventLine, action: object) -> None:
    data = event["data"]
    # A seat that acts for itself is named by the event's seat; `by` is used only for others, such as the clock.
    by = None if event["by"].startswith("seat:") else event["by"]
    game.act(data["seat"], decision=data["decision"], action=action, at=event["at"], by=by)


def _find_action(game: Game, event: EventLine) -> Action | None:
    """The legal action that the closed envelope must hold: the one that leads to the recorded hash."""
    table, seat = game.get_table(), event["data"]["seat"]
    if not 0 <= seat < table.seats:
        return None
    for action in table.legal(seat):
        if action["type"] != event["data"]["action"]["type"]:
            continue
        mark = game.mark()
        try:
            _act_with(game, event, action)
            is_found = game.pending[0].hash == event["hash"]
        except DelvebookError:
            is_found = False
        game.rewind(mark)
        if is_found:
            return action
    return None


def _replace_seat(game: Game, event: EventLine) -> None:
    data = event["data"]
    if data["bot"] is None:
        game.take_seat(data["seat"], player=data["player"] or "", at=event["at"])
    elif event["by"] == "clock":
        game.expire(data["seat"], at=event["at"])
    elif data["reason"] == ABSENT:
        by_seat = game.lifecycle.seat_of(event["by"].partition(":")[2])
        game.claim_absence(
            data["seat"], by_seat=data["seat"] if by_seat is None else by_seat, bot=data["bot"], at=event["at"]
        )
    else:
        game.replace_seat(data["seat"], bot=data["bot"], reason=data["reason"], by=event["by"], at=event["at"])


def _resign(game: Game, event: EventLine) -> None:
    data = event["data"]
    if event["by"] == "clock":
        game.expire(data["seat"], at=event["at"])
    else:
        # If the game ends with it, the bot that would have played on is not recorded and does not matter.
        game.resign(data["seat"], bot=data["bot"] or "random", at=event["at"])


def _attach_finding(game: Game, event: EventLine) -> None:
    sealed = None
    for envelope in event["sealed"][:1]:
        # If the envelope is closed in this record, only an arbiter may open it; its digest is all that is known.
        closed = Envelope(tuple(envelope["for"]), envelope["digest"], "", None)
        sealed = envelope.get("content", closed)
    game.attach_finding(event["data"]["dispute"], event["data"]["finding"], sealed=sealed, at=event["at"])


def _abort(game: Game, event: EventLine) -> None:
    if event["by"] != "clock":
        game.abort(**_arguments("abort", event))
    elif event["data"]["reason"] == NOT_RESUMED:
        game.expire_resumption(at=event["at"])
    else:
        game.expire_nonces(at=event["at"])


SPECIAL: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "SeatTaken": _take_seat,
        "ActionTaken": _act,
        "SeatReplaced": _replace_seat,
        "SeatResigned": _resign,
        "DisputeFindingAttached": _attach_finding,
        "GameAborted": _abort,
    }
)
"""By event type, a function that gives the command again if several commands make it or an argument may be sealed."""
FOLLOWING: Final = frozenset(("SeedRevealed", *(name for name, kind in EVENT_TYPES.items() if kind.command is None)))
"""Events that follow from another one in the same transaction, without a command; `is_called` has the exception."""
