"""Records of games that were played elsewhere."""

from collections.abc import Collection

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade(parts: Collection[str]) -> None:
    """Makes their table."""
    if "store" not in parts:
        return
    op.create_table(
        "imported_records",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("ruleset", sa.String(80), nullable=False),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("imported_at", sa.String(27), nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    op.create_index("imported_records_by_time", "imported_records", ["imported_at", "id"])
    op.create_index("imported_records_by_game", "imported_records", ["game"])
    op.create_index("imported_records_by_account", "imported_records", ["account"])
