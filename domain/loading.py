"""
Which recorded events move the table, and how.

The table is advanced in two places. A command advances it to learn what the event holds. Loading advances it here,
with the recorded action. Both run the same `Ruleset.play` on the same state with the same tape, so they agree;
the state digest in the event pins the result (record-format §4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from delvebook.domain.bots import Action
from delvebook.domain.envelopes import concealed_action
from delvebook.domain.events import ActionTaken, ActionTakenBack, GameStarted
from delvebook.domain.game_event import GameEvent
from delvebook.domain.ruleset import copy_state
from delvebook.domain.table import ForkPoint, Table
from delvebook.domain.tape import Drawn

TABLE_EVENTS: Final = (GameStarted, ActionTaken, ActionTakenBack)
"""The events that move the table."""
FRESH_TABLE_EVENTS: Final = (GameStarted, ActionTakenBack)
"""The events that move a fresh table instead of the one before."""


def action_of(event: GameEvent) -> Action:
    """The whole action of an `ActionTaken`, taken from its envelope if it was concealed."""
    concealed = concealed_action(event.data["seat"], ((one.audience, one.content) for one in event.sealed))
    return cast("Action", event.data["action"] if concealed is None else concealed)


def move_table(table: Table, event: GameEvent, *, options: Mapping[str, object]) -> None:
    """
    Moves the table over a recorded event of one of the types `TABLE_EVENTS`.

    Args:
        table: The table before the event, or a fresh one for the types `FRESH_TABLE_EVENTS`.
        event: The event.
        options: The game's options.
    """
    if isinstance(event, ActionTaken):
        table.play(event.data["seat"], action_of(event), n=event.n)
    elif "table" in event.metadata:
        table.from_snapshot(copy_state(event.metadata["table"]))
    else:
        table.set_up(options, n=event.n)


def prove_draws(
    table: Table, event: GameEvent, *, options: Mapping[str, object], fork_point: ForkPoint | None
) -> list[Drawn]:
    """
    Returns the draws of a recorded event with their proofs. The table is moved over the event.

    Args:
        table: As `move_table` takes it.
        event: The event.
        options: The game's options.
        fork_point: If the event starts a fork, its starting point. A fork's stored table does not show its
            draws, so the fork is started again.
    """
    witness: list[Drawn] = []
    table.tape.witness = witness
    if fork_point is not None and isinstance(event, GameStarted):
        table.migrate_state(fork_point, n=event.n)
    else:
        move_table(table, event, options=options)
    return witness
