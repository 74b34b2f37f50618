"""
Taking back an action: whether it is allowed, and the table without the action.

There are three cases. An action that told nobody anything is taken back at once. An action that other seats saw,
but that drew nothing and revealed nothing, is taken back if they consent. Every other action stands.
Later actions stand if they would have had the same results without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from delvebook.domain import loading
from delvebook.domain.errors import DelvebookError, NotAskedError, TakeBackRefusedError
from delvebook.domain.events import ActionTaken, ActionTakenBack
from delvebook.domain.game_event import GameEvent
from delvebook.domain.lifecycle import Lifecycle, TakeBackRequest
from delvebook.domain.loading import action_of
from delvebook.domain.table import Table


def judge(lifecycle: Lifecycle, seat: int, *, history: Sequence[GameEvent]) -> tuple[int, list[int]]:
    """
    The action that the seat may take back, and the seats that must consent first.

    Args:
        lifecycle: The game's lifecycle.
        seat: The seat that asks.
        history: The game's events, at least those that moved the table.

    Returns:
        The number of the action's event, and the seats; no seats if the action is taken back at once.

    Raises:
        TakeBackRefusedError: Names the reason.
    """
    pending = lifecycle.pending_take_back
    if pending is not None:
        raise TakeBackRefusedError("the others have been asked already", reason="asked", event=pending.n)
    event = find_last(history, seat)
    if lifecycle.take_back is not None and lifecycle.take_back.action == event.n:
        raise TakeBackRefusedError("another seat has declined", reason="declined", event=lifecycle.take_back.n)
    if is_unnoticed(event):
        return event.n, []
    return event.n, [
        number
        for number, other in enumerate(lifecycle.seats)
        if number != seat and other.bot is None and other.player is not None
    ]


def answered(lifecycle: Lifecycle, seat: int, *, agrees: bool) -> TakeBackRequest:
    """
    The pending take-back after the seat's answer.

    Raises:
        NotAskedError
    """
    pending = lifecycle.pending_take_back
    if pending is None or seat not in pending.waiting:
        raise NotAskedError("this seat is not asked to agree to a take-back")
    return pending.answered(seat, agrees=agrees)


def find_last(history: Iterable[GameEvent], seat: int) -> GameEvent:
    """
    The last action that the seat took itself and that still stands.

    Raises:
        TakeBackRefusedError: There is none.
    """
    standing: list[GameEvent] = []
    for event in history:
        if isinstance(event, ActionTaken) and event.by == f"seat:{seat}":
            standing.append(event)
        elif isinstance(event, ActionTakenBack):
            standing = [action for action in standing if action.n != event.data["action"]]
    if not standing:
        raise TakeBackRefusedError("this seat has taken no action that could be taken back", reason="nothing")
    return standing[-1]


def was_followed(action: int, history: Iterable[GameEvent]) -> bool:
    """Whether an action that still stands was taken after the action of that event."""
    history = list(history)
    left_out = {event.data["action"] for event in history if isinstance(event, ActionTakenBack)}
    return any(isinstance(event, ActionTaken) and event.n > action and event.n not in left_out for event in history)


def is_unnoticed(event: GameEvent) -> bool:
    """
    Whether nobody learned anything from the action, because it was taken face down.

    Raises:
        TakeBackRefusedError: The action drew, or revealed something hidden; names the reason.
    """
    mine = [f"seat:{event.data['seat']}"]
    if event.data.get("draws"):
        raise _refusal(event, "chance", "the action drew from the tape")
    if event.opens:
        raise _refusal(event, "revealed", "something hidden was revealed")
    is_concealed = False
    for envelope in event.sealed:
        content = envelope.content
        is_told = envelope.audience == mine and isinstance(content, dict) and "zone" not in content
        if is_told and content.get("opens"):
            raise _refusal(event, "revealed", "something hidden was shown to the seat")
        if not is_told and envelope.audience != ["arbiter"]:
            raise _refusal(event, "revealed", "a seat was shown something by it")
        # Anything else a seat is told follows from what it knew (`Facts.whisper`).
        is_concealed = is_concealed or (is_told and "action" in content)
    return is_concealed


def rebuild(table: Table, options: Mapping[str, object], history: Iterable[GameEvent], *, without: int) -> None:
    """
    Replays a fresh table without the action of event `without`.

    Args:
        table: A fresh table of the same game.
        options: The game's options.
        history: The events of the game that moved the table, in order.
        without: The action that is left out.

    Raises:
        TakeBackRefusedError: A later event depends on the action.
    """
    history = list(history)
    left_out = {event.data["action"] for event in history if isinstance(event, ActionTakenBack)} | {without}
    for event in history:
        if isinstance(event, ActionTakenBack):
            # Its stored table still has the action of `without`, so this table leaves its action out and reopens.
            table.reopen(event.data["seat"], n=event.n)
        elif event.n in left_out:
            continue
        elif event.n < without:
            loading.move_table(table, event, options=options)
        elif not _stands(table, event):
            raise TakeBackRefusedError(
                f"what happened in event {event.n} depends on it", reason="passed_on", event=event.n
            )


def _stands(table: Table, event: GameEvent) -> bool:
    """Whether the later action has the same results on this table. The table is moved over it."""
    data = event.data
    try:
        table.require_open_decision(data["seat"], data["decision"])
        content = table.take_action(data["seat"], action_of(event), n=event.n)
    except DelvebookError:
        return False
    return (
        {**content.data, "state": data["state"]} == data
        and [envelope.digest for envelope in content.sealed] == [envelope.digest for envelope in event.sealed]
        and content.opens == event.opens
    )


def _refusal(event: GameEvent, reason: str, sentence: str) -> TakeBackRefusedError:
    return TakeBackRefusedError(f"event {event.n} stands: {sentence}", reason=reason, event=event.n)
