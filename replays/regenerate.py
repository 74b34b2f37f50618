"""
A game made again from its record: the recorded commands, issued once more to a fresh game.

`COMMANDS` says how, by event type. A new kind of event takes one function and one line there; events
that follow by themselves, such as the end of the game, are in `FOLLOWING` and have no command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from domain.errors import BrokenRuleError, DelvebookError
from domain.game import Game
from domain.ruleset import Action
from domain.rulesets.registry import get_ruleset

Event = Mapping[str, Any]
"""An event as a record has it."""

Command = Callable[[Game, Event], None]

_CREATED_KEYS: Final = frozenset(("ruleset", "content", "options", "seats", "commitment"))


def create(event: Event, *, seed: bytes) -> Game:
    """
    The game that a `GameCreated` made, with the rules as they are here.

    Raises:
        UnknownRulesetError, InvalidSeatsError, InvalidOptionsError
    """
    data = event["data"]
    return Game.create(
        UUID(event["game"]),
        ruleset=get_ruleset(data["ruleset"]),
        options=data["options"],
        seats=data["seats"],
        seed=seed,
        by=event["by"],
        at=event["at"],
        terms={key: value for key, value in data.items() if key not in _CREATED_KEYS},
    )


def issue(game: Game, event: Event) -> None:
    """
    Gives the game the command that made the event; what follows is in `game.pending`.

    Raises:
        DelvebookError: The game refuses it.
    """
    command = COMMANDS.get(event["type"])
    if command is None:
        raise BrokenRuleError(f"a {event['type']} follows from no command known here")
    command(game, event)


def recorded_action(event: Event) -> Action | None:
    """The whole action of an `ActionTaken`; None if it is in an envelope that is closed in this record."""
    mine = [f"seat:{event['data']['seat']}"]
    is_closed = False
    for envelope in event["sealed"]:
        if envelope["for"] != mine:
            continue
        content = envelope.get("content")
        if isinstance(content, dict) and isinstance(content.get("action"), dict):
            concealed: Action = content["action"]
            return concealed
        is_closed = is_closed or "content" not in envelope
    action: Action = event["data"]["action"]
    return None if is_closed and action.keys() == {"type"} else action


def _take_seat(game: Game, event: Event) -> None:
    data = event["data"]
    if data["bot"] is not None:
        game.put_bot(data["seat"], bot=data["bot"], by=event["by"], at=event["at"])
    else:
        game.take_seat(data["seat"], player=data["player"] or "", nonce=data["nonce"], at=event["at"])


def _leave_seat(game: Game, event: Event) -> None:
    game.leave_seat(event["data"]["seat"], by=event["by"], at=event["at"])


def _start(game: Game, event: Event) -> None:
    game.start(by=event["by"], at=event["at"])


def _act(game: Game, event: Event) -> None:
    data = event["data"]
    action = recorded_action(event)
    if action is None:
        action = _find_action(game, event)
    _act_with(game, event, data["action"] if action is None else action)


def _act_with(game: Game, event: Event, action: Any) -> None:
    data = event["data"]
    # A seat that acts for itself is named by the event's seat; only others (the clock) are taken at their word.
    by = None if event["by"].startswith("seat:") else event["by"]
    game.act(data["seat"], decision=data["decision"], action=action, at=event["at"], by=by)


def _find_action(game: Game, event: Event) -> Action | None:
    """The legal action that the closed envelope must hold: the one that gives the recorded hash."""
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


def _replace_seat(game: Game, event: Event) -> None:
    data = event["data"]
    if data["bot"] is None:
        game.take_seat(data["seat"], player=data["player"] or "", nonce="", at=event["at"])
    else:
        game.replace_seat(data["seat"], bot=data["bot"], reason=data["reason"], by=event["by"], at=event["at"])


def _abort(game: Game, event: Event) -> None:
    game.abort(reason=event["data"]["reason"], by=event["by"], at=event["at"])


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "SeatTaken": _take_seat,
        "SeatLeft": _leave_seat,
        "GameStarted": _start,
        "ActionTaken": _act,
        "SeatReplaced": _replace_seat,
        "GameAborted": _abort,
    }
)
"""By event type, how to give a game the command again. `GameCreated` is `create`."""

FOLLOWING: Final = frozenset(("GameFinished", "SeedRevealed"))
"""Events that follow from another one by themselves, in the same transaction."""
