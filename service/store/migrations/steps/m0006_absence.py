"""Until when the owner of an account is away."""

from collections.abc import Collection

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade(parts: Collection[str]) -> None:
    """Adds the column to the accounts."""
    if "store" not in parts:
        return
    op.add_column("accounts", sa.Column("away_until", sa.String(27)))
