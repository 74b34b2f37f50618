"""The keys of browsers that are told of notices through push services."""

from collections.abc import Collection

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade(parts: Collection[str]) -> None:
    """Makes the column."""
    if "store" in parts:
        op.add_column("webhooks", sa.Column("push", sa.JSON(none_as_null=True)))
