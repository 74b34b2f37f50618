"""Marks of copied stores, logs of games that were begun after others, and the last event of each read model."""

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade(parts: Collection[str]) -> None:
    """Makes the tables."""
    op.create_table(
        "copies",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("released_at", sa.String(27)),
    )
    op.add_column("projection_positions", sa.Column("head", sa.String(64)))
    if "read models" in parts:
        op.create_table(
            "log_epochs",
            sa.Column("epoch", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("after", sa.Text),
            sa.Column("serial", BIG, nullable=False),
            sa.Column("begun_at", sa.String(27), nullable=False),
        )
        op.create_table(
            "log_stopped",
            sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("why", sa.Text, nullable=False),
            sa.Column("since", sa.String(27), nullable=False),
        )
