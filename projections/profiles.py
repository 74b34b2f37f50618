"""
The public facts about an account besides its name: the number of games that ended because it did not show its nonce.

Built from events alone. The games themselves are not listed, because some of them are private.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Connection, Engine, Index, MetaData, String, Table, func, insert, select

from delvebook.domain.events import GameAborted
from delvebook.domain.game_event import GameEvent
from delvebook.projections.projector import EventByEvent

METADATA: Final = MetaData()

WITHHELD_NONCES: Final = Table(
    "withheld_nonces",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("account", String(40), primary_key=True),
    Index("withheld_nonces_by_account", "account"),
)


class ProfilesProjection(EventByEvent):
    """Writes the profiles, one event at a time, inside the projector's transaction."""

    name: Final = "profiles"
    shape: Final = 1
    metadata: Final = METADATA

    def _apply(self, connection: Connection, event: GameEvent) -> None:
        withheld = event.metadata.get("withheld", ()) if isinstance(event, GameAborted) else ()
        if withheld:
            rows = [{"game": str(event.originator_id), "account": account} for account in withheld]
            connection.execute(insert(WITHHELD_NONCES), rows)


class ProfilesReader:
    """Reads the profiles."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def nonces_withheld(self, account: str) -> int:
        """Returns the number of games that ended because the account did not show its promised nonce."""
        query = select(func.count()).select_from(WITHHELD_NONCES).where(WITHHELD_NONCES.c.account == account)
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0
