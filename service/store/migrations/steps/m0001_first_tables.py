"""The first tables."""

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SQLITE_TRIGGER: Final = """\
CREATE TRIGGER audit_refuses_{name} BEFORE {act}
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END"""
SQLITE_ACTS: Final = {
    "update": "UPDATE ON audit",
    "delete": "DELETE ON audit",
    # `INSERT OR REPLACE` deletes without firing the trigger that refuses deletions.
    "replace": "INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)",
}
POSTGRES_FUNCTION: Final = """\
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$"""
POSTGRES_TRIGGER: Final = """\
CREATE TRIGGER audit_refuses BEFORE UPDATE OR DELETE OR TRUNCATE ON audit EXECUTE FUNCTION audit_refuse()"""


def upgrade(parts: Collection[str]) -> None:
    """Makes the tables."""
    positions()
    if "store" in parts:
        accounts()
        tokens()
        programs()
        audit()
        roles_and_requests()
        notices()
        webhooks()
        imported_records()
        invitations()
    if "read models" in parts:
        log_of_games()
        bot_failures()


def positions() -> None:
    """How far each follower has read the log, and which games it has parked; in both parts."""
    op.create_table(
        "projection_positions",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("position", BIG, nullable=False),
    )
    op.create_table(
        "parked_games",
        sa.Column("projection", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("passed", sa.Integer, nullable=False),
        sa.Column("position", BIG, nullable=False),
        sa.Column("trouble", sa.String(400), nullable=False),
    )


def accounts() -> None:
    """Accounts, and the names that they gave up."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded_name", sa.String(200), nullable=False, unique=True),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("skeleton", sa.String(200)),
        sa.Column("renamed_at", sa.String(27)),
        sa.Column("banned_at", sa.String(27)),
        sa.Column("banned_until", sa.String(27)),
        sa.Column("kind", sa.String(10), nullable=False, server_default="person"),
        sa.Column("ban_reason", sa.String(200)),
        sa.Column("deleted_at", sa.String(27)),
        sa.Column("away_until", sa.String(27)),
    )
    op.create_index("accounts_by_skeleton", "accounts", ["skeleton"], unique=True)
    op.create_table(
        "held_names",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("until", sa.String(27), nullable=False),
    )


def tokens() -> None:
    """Tokens, and the requests that made them."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("revoked_at", sa.String(27)),
        sa.Column("manages", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("client", sa.String(40)),
        sa.Column("expires_at", sa.String(27)),
        sa.Column("last_used_at", sa.String(27)),
    )
    op.create_index("tokens_by_account", "tokens", ["account"])
    op.create_index("tokens_by_client", "tokens", ["client"])
    op.create_table(
        "tokens_by_request",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("body", sa.String(64), nullable=False),
        sa.Column("token", sa.String(40), sa.ForeignKey("tokens.id"), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
    )


def programs() -> None:
    """Programs that act for accounts by OAuth, and their codes."""
    op.create_table(
        "oauth_clients",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("redirect_uris", sa.JSON, nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
    )
    op.create_index("oauth_clients_by_account", "oauth_clients", ["account"])
    op.create_table(
        "oauth_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("client", sa.String(40), sa.ForeignKey("oauth_clients.id"), nullable=False),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("redirect_uri", sa.String(500)),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("challenge", sa.String(128), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("used_at", sa.String(27)),
        sa.Column("token", sa.String(40), sa.ForeignKey("tokens.id")),
    )
    op.create_index("oauth_codes_by_time", "oauth_codes", ["created_at"])


def audit() -> None:
    """The audit trail, and the triggers that refuse to change it."""
    op.create_table(
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
        op.create_index(f"audit_by_{name}", "audit", [name, "id"])
    op.create_index("audit_by_time", "audit", ["at", "id"])
    if op.get_bind().dialect.name == "sqlite":
        for name, act in SQLITE_ACTS.items():
            op.execute(SQLITE_TRIGGER.format(name=name, act=act))
    else:
        op.execute(POSTGRES_FUNCTION)
        op.execute(POSTGRES_TRIGGER)


def roles_and_requests() -> None:
    """Roles in families of games, and requests that games forget."""
    op.create_table(
        "family_roles",
        sa.Column("family", sa.String(36), primary_key=True),
        sa.Column("account", sa.String(40), primary_key=True),
        sa.Column("role", sa.String(10), nullable=False),
    )
    op.create_index("family_roles_by_account", "family_roles", ["account"])
    op.create_table(
        "requests_kept",
        sa.Column("game", sa.String(36), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("body", sa.String(64), nullable=False),
        sa.Column("kept_at", sa.String(27), nullable=False),
    )
    op.create_index("requests_kept_by_time", "requests_kept", ["kept_at"])


def notices() -> None:
    """What accounts have been told, and the state of the games that it follows from."""
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


def imported_records() -> None:
    """Records of games that were played elsewhere."""
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


def invitations() -> None:
    """Invitations of named players."""
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


def log_of_games() -> None:
    """The log of games, its published checkpoints, and the events that were passed over."""
    op.create_table(
        "log_entries",
        sa.Column("index", BIG, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("n", BIG, nullable=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("game", "n"),
    )
    op.create_table(
        "log_hashes",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("index", BIG, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "log_checkpoints",
        sa.Column("serial", BIG, primary_key=True, autoincrement=False),
        sa.Column("origin", sa.String(255), nullable=False),
        sa.Column("size", BIG, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.UniqueConstraint("origin", "size"),
    )
    op.create_table(
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
    op.create_table(
        "bot_failures",
        sa.Column("game", sa.String(36), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("error", sa.String(400), nullable=False),
        sa.Column("last_at", sa.String(27), nullable=False),
    )
