"""Layout 1: tables, seats, logs, notes, snapshots, setups, commitments."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create the first tables in an empty database."""
    _games()
    _logs()
    op.create_table(
        "commitments",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _games() -> None:
    op.create_table(
        "setups",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("setup", sa.String(64), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("length", sa.String(64), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("dice", sa.String(8), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("prefix", sa.Integer, nullable=False),
        sa.Column("coach_due", sa.Boolean, nullable=False),
        sa.Column("deadline", sa.Integer, nullable=False),
        sa.Column("on_deadline", sa.String(8), nullable=False),
        sa.Column("deadline_at", sa.Float),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("origin_table", sa.String(32)),
        sa.Column("origin_kind", sa.String(16), nullable=False),
        sa.Column("successor", sa.String(32)),
        sa.Index("tables_due", "coach_due"),
        sa.Index("tables_deadline", "deadline_at"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("nonce", sa.String(128)),
        sa.Column("nonce_by", sa.String(8), nullable=False),
        sa.Column("holder", sa.String(64)),
        sa.Column("invite", sa.String(64)),
        sa.Index("seats_holder", "holder"),
        sa.Index("seats_invite", "invite"),
    )
    op.create_table(
        "seat_keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Index("seat_keys_table", "table_id"),
    )


def _logs() -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
    )
