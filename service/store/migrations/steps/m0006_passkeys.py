"""Passkeys, and the challenges that they answer."""

from collections.abc import Collection

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade(parts: Collection[str]) -> None:
    """Makes the tables."""
    if "store" not in parts:
        return
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1364), nullable=False),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("public_key", sa.String(2000), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.ForeignKeyConstraint(["token"], ["tokens.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("passkeys_by_account", "passkeys", ["account"])
    op.create_index("passkeys_by_token", "passkeys", ["token"])
    op.create_table(
        "passkey_challenges",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("token", sa.String(40), nullable=True),
        sa.Column("expires_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("passkey_challenges_by_time", "passkey_challenges", ["expires_at"])
