"""Copies the event log into the audit trail. The follower runs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection

from delvebook.domain.game_event import GameEvent
from delvebook.service.identity.audit_log import METADATA, OWN_MEMBERS, append_all


class AuditProjection:
    """Copies every event of the log into the trail: that it happened and who sent it, nothing of its contents."""

    name: Final = "audit"
    shape: Final = 1
    is_disposable: Final = False
    metadata: Final = METADATA

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        """Adds the events' entries."""
        if events:
            append_all(connection, [row_of(event) for event in events])


def row_of(event: GameEvent) -> dict[str, Any]:
    """The row of an event."""
    origin = event.origin
    is_bot = origin.bot is not None
    own = (event.by, origin.bot, on_behalf_of(event))
    return {
        "at": event.at,
        "account": None if is_bot else origin.account,
        "token": origin.token,
        "action": f"game/{event.type}",
        "game": str(event.originator_id),
        "n": event.n,
        "address": origin.address,
        "details": {name: value for name, value in zip(OWN_MEMBERS, own, strict=True) if value is not None},
    }


def on_behalf_of(event: GameEvent) -> str | None:
    """For whom it was done: of a bot's move the player it plays for, else the seat it is about."""
    if event.origin.bot is not None:
        return None if event.origin.account is None else f"player:{event.origin.account}"
    seat = event.data.get("seat")
    return f"seat:{seat}" if type(seat) is int else None
