"""Invitations of named players."""

from collections.abc import Collection

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade(parts: Collection[str]) -> None:
    """Makes the table of invitations."""
    if "store" not in parts:
        return
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("ruleset", sa.String(80), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("inviter", sa.String(40), nullable=False),
        sa.Column("invitee", sa.String(40), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("expires_at", sa.String(27), nullable=False),
        sa.Column("settled_at", sa.String(27)),
    )
    op.create_index("invitations_by_game", "invitations", ["game", "created_at", "id"])
    op.create_index("invitations_by_invitee", "invitations", ["invitee", "created_at", "id"])
    op.create_index("invitations_by_inviter", "invitations", ["inviter", "created_at", "id"])
