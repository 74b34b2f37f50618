"""
Taking back an action: whether it may be, judged from the event's own footprint, and the table without it.

Three verdicts. An action that told nobody anything is taken back at once. One that others saw, but that
drew nothing and turned nothing up, is taken back if they agree. Any other stays.
What happened since stands, if it would have happened in the same way without the action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from delvebook.domain.envelopes import concealed_action
from delvebook.domain.errors import DelvebookError, TakeBackRefusedError
from delvebook.domain.events import ActionTaken, ActionTakenBack, GameEvent, GameStarted
from delvebook.domain.ruleset import Action, copy_state
from delvebook.domain.table import Table

TABLE_EVENTS = (GameStarted, ActionTaken, ActionTakenBack)
"""What of a game's events the table follows from."""


def find_last(history: Iterable[GameEvent], seat: int) -> GameEvent:
    """
    The last action the seat took itself that still stands.

    Raises:
        TakeBackRefusedError: There is none.
    """
    last: list[GameEvent] = []
    for event in history:
        if isinstance(event, ActionTaken) and event.by == f"seat:{seat}":
            last.append(event)
        elif isinstance(event, ActionTakenBack):
            last = [one for one in last if one.n != event.data["action"]]
    if not last:
        raise TakeBackRefusedError("this seat has taken no action that could be taken back", reason="nothing")
    return last[-1]


def is_unnoticed(event: GameEvent) -> bool:
    """
    Whether nobody learned anything from the action: it was face down.

    Raises:
        TakeBackRefusedError: Chance was asked, or something hidden was shown to somebody; names the reason.
    """
    mine = [f"seat:{event.data['seat']}"]
    if event.data.get("draws"):
        raise _refusal(event, "chance", "chance was asked")
    if event.opens:
        raise _refusal(event, "revealed", "something hidden was turned up")
    is_concealed = False
    for envelope in event.sealed:
        content = envelope.content
        is_told = envelope.audience == mine and isinstance(content, dict) and "zone" not in content
        if is_told and content.get("opens"):
            raise _refusal(event, "revealed", "something hidden was shown to the seat")
        if not is_told and envelope.audience != ["arbiter"]:
            raise _refusal(event, "revealed", "a seat was shown something by it")
        # What else a seat is told follows from what it knew (`Facts.whisper`).
        is_concealed = is_concealed or (is_told and "action" in content)
    return is_concealed


def waiting_after(waiting: Sequence[int], seat: int, *, agrees: bool) -> list[int]:
    """Who is still waited for once the seat has answered: nobody, if it declined."""
    return [other for other in waiting if agrees and other != seat]


def rebuild(table: Table, options: dict[str, Any], history: Sequence[GameEvent], *, without: int) -> None:
    """
    Plays a fresh table to where it stands without the action of event `without`.

    Args:
        table: Fresh, of the same game.
        options: The game's.
        history: The game's events of the kinds `TABLE_EVENTS`, in order.
        without: The action that is left out.

    Raises:
        TakeBackRefusedError: What happened since depends on the action.
    """
    gone = {event.data["action"] for event in history if isinstance(event, ActionTakenBack)} | {without}
    for event in history:
        if isinstance(event, GameStarted):
            if "table" in event.metadata:
                table.from_snapshot(copy_state(event.metadata["table"]))
            else:
                table.set_up(options, n=event.n)
        elif isinstance(event, ActionTakenBack):
            table.reopen(event.data["seat"], n=event.n)
        elif event.n in gone:
            continue
        elif event.n < without:
            table.advance(event.data["seat"], action_of(event), n=event.n)
        elif not _stands(table, event):
            raise TakeBackRefusedError(
                f"what happened in event {event.n} depends on it", reason="passed_on", event=event.n
            )


def action_of(event: GameEvent) -> Action:
    """The whole action of an `ActionTaken`, out of its envelope if it was concealed."""
    concealed = concealed_action(event.data["seat"], ((one.audience, one.content) for one in event.sealed))
    action: Action = event.data["action"] if concealed is None else concealed
    return action


def _stands(table: Table, event: GameEvent) -> bool:
    """Whether the later action happens in the same way here; the table is moved over it."""
    data = event.data
    try:
        table.require_open_decision(data["seat"], data["decision"])
        body = table.act(data["seat"], action_of(event), n=event.n)
    except DelvebookError:
        return False
    return (
        {**body.data, "state": data["state"]} == data
        and [envelope.digest for envelope in body.sealed] == [envelope.digest for envelope in event.sealed]
        and body.opens == event.opens
    )


def _refusal(event: GameEvent, reason: str, sentence: str) -> TakeBackRefusedError:
    return TakeBackRefusedError(f"event {event.n} stays: {sentence}", reason=reason, event=event.n)
