"""The tables as they were before steps were counted. What is there already is left as it is."""

from collections.abc import Collection
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SQLITE_TRIGGER: Final = """\
CREATE TRIGGER IF NOT EXISTS audit_refuses_{name} BEFORE {act}
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END"""
SQLITE_ACTS: Final = {
    "update": "UPDATE ON audit",
    "delete": "DELETE ON audit",
    # `INSERT OR REPLACE` deletes without firing the trigger that refuses deletions.
    "replace": "INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)",
}
POSTGRES_FUNCTION: Final = """\
CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$"""
POSTGRES_TRIGGER: Final = """\
CREATE OR REPLACE TRIGGER audit_refuses BEFORE UPDATE OR DELETE OR TRUNCATE ON audit EXECUTE FUNCTION audit_refuse()"""


def upgrade(parts: Collection[str]) -> None:
    """Makes what is missing."""
    positions()
    if "store" in parts:
        accounts()
        audit()
        roles_and_requests()
    if "read models" in parts:
        log_of_games()
        bot_failures()


def table(name: str, *columns: Any) -> None:
    """A table, unless it is there."""
    op.create_table(name, *columns, if_not_exists=True)


def index(name: str, on: str, *columns: str) -> None:
    """An index, unless it is there."""
    op.create_index(name, on, list(columns), if_not_exists=True)


def positions() -> None:
    """How far each follower has read the log, and which games it has parked; in both parts."""
    table(
        "projection_positions",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("position", BIG, nullable=False),
    )
    table(
        "parked_games",
        sa.Column("projection", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("passed", sa.Integer, nullable=False),
        sa.Column("position", BIG, nullable=False),
        sa.Column("trouble", sa.String(400), nullable=False),
    )


def accounts() -> None:
    """Accounts and tokens."""
    table(
        "accounts",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded_name", sa.String(200), nullable=False, unique=True),
        sa.Column("created_at", sa.String(27), nullable=False),
    )
    table(
        "tokens",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("revoked_at", sa.String(27)),
    )
    index("tokens_by_account", "tokens", "account")
    table(
        "tokens_by_request",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("body", sa.String(64), nullable=False),
        sa.Column("token", sa.String(40), sa.ForeignKey("tokens.id"), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
    )


def audit() -> None:
    """The audit trail, and the triggers that refuse to change it."""
    table(
        "audit",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("account", sa.String(40)),
        sa.Column("token", sa.String(40)),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("game", sa.String(36)),
        sa.Column("n", sa.Integer),
        sa.Column("address", sa.String(40)),
        sa.Column("details", sa.JSON, nullable=False),
    )
    for name in ("game", "account", "token", "action", "address"):
        index(f"audit_by_{name}", "audit", name, "id")
    index("audit_by_time", "audit", "at", "id")
    if op.get_bind().dialect.name == "sqlite":
        for name, act in SQLITE_ACTS.items():
            op.execute(SQLITE_TRIGGER.format(name=name, act=act))
    else:
        op.execute(POSTGRES_FUNCTION)
        op.execute(POSTGRES_TRIGGER)


def roles_and_requests() -> None:
    """Roles in families of games, and requests that games forget."""
    table(
        "family_roles",
        sa.Column("family", sa.String(36), primary_key=True),
        sa.Column("account", sa.String(40), primary_key=True),
        sa.Column("role", sa.String(10), nullable=False),
    )
    table(
        "requests_kept",
        sa.Column("game", sa.String(36), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("body", sa.String(64), nullable=False),
        sa.Column("kept_at", sa.String(27), nullable=False),
    )
    index("requests_kept_by_time", "requests_kept", "kept_at")


def log_of_games() -> None:
    """The log of games, its published checkpoints, and the events that were passed over."""
    table(
        "log_entries",
        sa.Column("index", BIG, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("n", BIG, nullable=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("game", "n"),
    )
    table(
        "log_hashes",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("index", BIG, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    table(
        "log_checkpoints",
        sa.Column("serial", BIG, primary_key=True, autoincrement=False),
        sa.Column("origin", sa.String(255), nullable=False),
        sa.Column("size", BIG, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.UniqueConstraint("origin", "size"),
    )
    table(
        "log_unreadable",
        sa.Column("position", BIG, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("n", BIG, nullable=False),
        sa.Column("type", sa.String(64), nullable=False),
        sa.Column("trouble", sa.Text, nullable=False),
        sa.Column("index", BIG),
    )


def bot_failures() -> None:
    """Turns that bots failed to play."""
    table(
        "bot_failures",
        sa.Column("game", sa.String(36), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("error", sa.String(400), nullable=False),
        sa.Column("last_at", sa.String(27), nullable=False),
    )
