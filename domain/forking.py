"""Forks: where one can begin, and how a fork's table is set up."""

from __future__ import annotations

from delvebook.domain.errors import NotForkableError, ParentError
from delvebook.domain.lifecycle import Lifecycle
from delvebook.domain.remedies import Remedy
from delvebook.domain.ruleset import copy_state
from delvebook.domain.table import EventContent, ForkPoint, Table
from delvebook.domain.viewers import seat_viewer


def find_fork_point(lifecycle: Lifecycle, table: Table | None, *, seat: int | None) -> ForkPoint:
    """
    The starting point of a fork that leaves the game as it stands now.

    Args:
        lifecycle: The game's lifecycle.
        table: The game's table.
        seat: The seat whose knowledge the fork keeps, while all else is dealt again; None to keep everything.

    Raises:
        NotForkableError: The game has not started, or is over.
        UnknownSeatError
    """
    if table is None:
        raise NotForkableError("the game had not started at that event")
    if table.outcome is not None or lifecycle.is_over:
        raise NotForkableError("the game was over at that event, so nothing is left to play")
    version = table.ruleset.version
    if seat is None:
        return ForkPoint(version, state=copy_state(table.state))
    lifecycle.seat(seat)
    return ForkPoint(version, view=table.ruleset.view(table.state, seat_viewer(seat)))


def start(table: Table, fork_point: ForkPoint | None, *, n: int) -> tuple[EventContent, dict[str, object]]:
    """
    Sets up a fork's table as event `n`.

    Returns:
        The event's content, and its metadata: the table, because it cannot be loaded from the fork's own events.

    Raises:
        ParentError: The fork point is missing.
        NotForkableError: The rules of the fork cannot continue from there.
    """
    if fork_point is None:
        raise ParentError("a fork cannot start without the game that it left")
    content = table.start_fork(fork_point, n=n)
    return content, {"table": copy_state(table.to_snapshot())}


def require_one_resumption(lifecycle: Lifecycle, remedy: Remedy | None, *, stood_at: int | None) -> None:
    """
    Returns unless the remedy would resume a game that another ruling resumes already.

    Two forks would hide the same cards, and the end of one would reveal them to the players of the other.

    Args:
        lifecycle: The game's lifecycle.
        remedy: The remedy of the new ruling.
        stood_at: The `stood_at` of the dispute, which is set if this dispute's own earlier ruling resumed the game.

    Raises:
        NotForkableError
    """
    if remedy is not None and remedy["type"] == "resume" and lifecycle.is_withheld and stood_at is None:
        raise NotForkableError(f"another ruling resumes this game already, in game {lifecycle.resumed_by}")
