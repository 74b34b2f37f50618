"""Notices of accounts, and the webhooks that they are posted to."""

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade(parts: Collection[str]) -> None:
    """Makes the tables."""
    if "store" in parts:
        notices()
        webhooks()


def notices() -> None:
    """What accounts have been told, and what the games stand like that it follows from."""
    op.create_table(
        "notices",
        sa.Column("position", BIG, primary_key=True, autoincrement=False),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("type", sa.String(40), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("game", sa.String(36)),
        sa.Column("n", sa.Integer),
        sa.Column("about", sa.JSON, nullable=False),
    )
    op.create_index("notices_by_account", "notices", ["account", "number"], unique=True)
    op.create_index("notices_by_time", "notices", ["at"])
    op.create_table(
        "notice_heads",
        sa.Column("account", sa.String(40), primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("forgotten", sa.Integer, nullable=False),
    )
    op.create_table(
        "notice_position",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("position", BIG, nullable=False),
    )
    op.create_table(
        "notice_games",
        sa.Column("game", sa.String(36), primary_key=True),
        sa.Column("creator", sa.String(40)),
        sa.Column("claimants", sa.JSON, nullable=False),
    )
    op.create_table(
        "notice_seats",
        sa.Column("game", sa.String(36), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(40)),
        sa.Column("bot", sa.String(80)),
        sa.Column("has_promised", sa.Integer, nullable=False),
        sa.Column("nonce_deadline", sa.String(27)),
        sa.Column("decision", sa.Integer),
        sa.Column("since", sa.String(27)),
    )
    op.create_index("notice_seats_by_player", "notice_seats", ["player"])


def webhooks() -> None:
    """Where accounts have their notices posted, and every attempt to."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("url", sa.String(2000), nullable=False),
        sa.Column("types", sa.JSON),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("secret_number", sa.Integer, nullable=False),
        sa.Column("secret_at", sa.String(27), nullable=False),
        sa.Column("delivered", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("failing_since", sa.String(27)),
        sa.Column("next_at", sa.String(27)),
        sa.Column("disabled_at", sa.String(27)),
        sa.Column("disabled_because", sa.String(20)),
        sa.Column("request_body", sa.String(64)),
    )
    op.create_index("webhooks_by_account", "webhooks", ["account"])
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("webhook", sa.String(32), nullable=False),
        sa.Column("notice", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("duration_ms", sa.Integer, nullable=False),
    )
    op.create_index("webhook_deliveries_by_webhook", "webhook_deliveries", ["webhook", "id"])
    op.create_index("webhook_deliveries_by_time", "webhook_deliveries", ["at"])
