"""The tables of the lobby."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import JSON, Boolean, Column, Index, Integer, MetaData, String, Table

from delvebook.domain.progress import Turn

METADATA: Final = MetaData()
GAMES: Final = Table(
    "lobby_games",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("ruleset", String(80), nullable=False),
    Column("status", String(10), nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("creator", String(40)),
    Column("parent", JSON),
    Column("parent_game", String(36)),
    Column("clock_stopped", Boolean, nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", JSON),
    Column("clock_kind", String(20)),
    Column("rematch_of", String(36)),
    Column("free_seats", Integer, nullable=False),
    Column("nonces_due", String(27)),
    Column("n", Integer, nullable=False),
    Column("action_count", Integer, nullable=False),
    Column("round", Integer),
    Column("created_at", String(27), nullable=False),
    Column("updated_at", String(27), nullable=False),
    Column("outcome", JSON),
    Column("reserved", JSON(none_as_null=True)),
    Column("remedies", JSON, nullable=False),
    Column("resumed_by", String(36)),
    Column("spectator_delay", JSON(none_as_null=True)),
    Column("hints", Boolean, nullable=False),
    Column("delay", JSON(none_as_null=True)),
    Column("shown", JSON(none_as_null=True)),
    Index("lobby_games_by_update", "updated_at", "game"),
    Index("lobby_games_by_creation", "created_at", "game"),
    Index("lobby_games_by_status", "status", "updated_at", "game"),
    Index("lobby_games_by_parent", "parent_game"),
    Index("lobby_games_by_free_seats", "status", "free_seats", "updated_at", "game"),
    Index("lobby_games_by_nonces_due", "nonces_due"),
)
SEATS: Final = Table(
    "lobby_seats",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(40)),
    Column("bot", String(80)),
    Column("reserved_for", String(40)),
    Column("owes_nonce", Boolean, nullable=False),
    Column("decision", Integer),
    Column("since", String(27)),
    Column("turn", JSON, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("deadline", String(27)),
    Index("lobby_seats_by_player", "player"),
    Index("lobby_seats_by_deadline", "deadline"),
    Index("lobby_seats_by_decision", "bot", "decision"),
)
HELD: Final = Table(
    "lobby_held",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("standing", JSON, nullable=False),
)
"""The rows of running games with a delay, as they were after each event that is not public yet."""


def turn_of(stored: object) -> Turn:
    """Returns the turn that the column `turn` holds."""
    return msgspec.convert(stored, Turn)
