"""What players show of themselves, whom they have blocked, and whom they have reported."""

from collections.abc import Collection

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade(parts: Collection[str]) -> None:
    """Makes the tables and the column."""
    if "store" not in parts:
        return
    op.add_column("accounts", sa.Column("shows", sa.String(40)))
    op.create_table(
        "blocks",
        sa.Column("account", sa.String(40), primary_key=True),
        sa.Column("other", sa.String(40), primary_key=True),
        sa.Column("at", sa.String(27), nullable=False),
    )
    op.create_index("blocks_by_other", "blocks", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("reporter", sa.String(40), nullable=False),
        sa.Column("reported", sa.String(40), nullable=False),
        sa.Column("game", sa.String(36)),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("words", sa.String(500), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("settled_at", sa.String(27)),
        sa.Column("settled_by", sa.String(40)),
        sa.Column("outcome", sa.String(10)),
        sa.Column("answer", sa.String(500)),
    )
    op.create_index("reports_by_time", "reports", ["settled_at", "at", "id"])
    op.create_index("reports_by_reporter", "reports", ["reporter", "at", "id"])
