"""
A game made again from its record: the recorded commands, issued once more to a fresh game.

`COMMANDS` says how, by event type. A new kind of event takes one function and one line there; events
that follow by themselves, such as the end of the game, are in `FOLLOWING`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from delvebook.domain.envelopes import Envelope
from delvebook.domain.errors import BrokenRuleError, DelvebookError
from delvebook.domain.game import Game
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.table import ForkPoint

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


def is_called(game: Game | None, event: Event) -> bool:
    """Whether the event has a command of its own here, and does not just follow from another one."""
    if event["type"] == "SeedRevealed":
        return game is not None and game.is_withheld
    return event["type"] not in FOLLOWING


def issue(game: Game, event: Event, *, fork_point: ForkPoint | None = None) -> None:
    """
    Gives the game the command that made the event; what follows is in `game.pending`.

    Args:
        game: The game.
        event: The event.
        fork_point: Of a fork: what it begins with.

    Raises:
        DelvebookError: The game refuses it.
    """
    if event["type"] == "GameStarted":
        game.start(by=event["by"], at=event["at"], fork_point=fork_point)
        return
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


def _ask_take_back(game: Game, event: Event) -> None:
    game.take_back(event["data"]["seat"], at=event["at"])


def _answer_take_back(game: Game, event: Event) -> None:
    data = event["data"]
    game.answer_take_back(data["seat"], agrees=data["agrees"], at=event["at"])


def _open_dispute(game: Game, event: Event) -> None:
    data = event["data"]
    game.open_dispute(
        _account(event),
        event=data["event"],
        claim=data["claim"],
        receipts=data["receipts"],
        record=data["record"],
        at=event["at"],
    )


def _attach_finding(game: Game, event: Event) -> None:
    sealed = None
    for envelope in event["sealed"][:1]:
        # What is closed in this record is an arbiter's; its digest is all there is, and stands for itself.
        closed = Envelope(tuple(envelope["for"]), envelope["digest"], "", None)
        sealed = envelope.get("content", closed)
    game.attach_finding(event["data"]["dispute"], event["data"]["finding"], sealed=sealed, at=event["at"])


def _rule(game: Game, event: Event) -> None:
    data = event["data"]
    game.rule(
        data["dispute"],
        arbiter=_account(event),
        verdict=data["verdict"],
        remedy=data["remedy"],
        reason=data["reason"],
        at=event["at"],
    )


def _appeal(game: Game, event: Event) -> None:
    game.appeal(event["data"]["dispute"], player=_account(event), reason=event["data"]["reason"], at=event["at"])


def _account(event: Event) -> str:
    return str(event["by"]).partition(":")[2]


def _abort(game: Game, event: Event) -> None:
    data = event["data"]
    game.abort(reason=data["reason"], by=event["by"], at=event["at"], resumed_by=data.get("resumed_by"))


def _reveal(game: Game, event: Event) -> None:
    game.reveal(at=event["at"])


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "SeatTaken": _take_seat,
        "SeatLeft": _leave_seat,
        "ActionTaken": _act,
        "SeatReplaced": _replace_seat,
        "TakeBackAsked": _ask_take_back,
        "TakeBackAnswered": _answer_take_back,
        "ActionTakenBack": _ask_take_back,
        "DisputeOpened": _open_dispute,
        "DisputeFindingAttached": _attach_finding,
        "DisputeRuled": _rule,
        "DisputeAppealed": _appeal,
        "GameAborted": _abort,
        "SeedRevealed": _reveal,
    }
)
"""By event type, how to give a game the command again. `GameCreated` is `create`, `GameStarted` is in `issue`."""

FOLLOWING: Final = frozenset(("GameFinished", "SeedRevealed"))
"""Events that follow from another one by themselves, in the same transaction; see `is_called` for the exception."""
