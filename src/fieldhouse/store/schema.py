"""Database tables, and their rows as structs.

A change here, or in `league_schema`, needs a migration: add `migrations/versions/layout_<n>.py` and raise
`SCHEMA_VERSION`.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

metadata = sa.MetaData()

setups = sa.Table(
    "setups",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
tables = sa.Table(
    "tables",
    metadata,
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
    sa.Column("owner", sa.String(64)),
    sa.Column("receipt", sa.String(64), nullable=False, server_default=""),
    sa.Column("kept_for", sa.String(64), nullable=False, server_default=""),
    sa.Column("pace", sa.Integer, nullable=False, server_default="0"),
    sa.Column("reserve", sa.Integer, nullable=False, server_default="0"),
    sa.Column("paused", sa.Float),
    sa.Index("tables_due", "coach_due"),
    sa.Index("tables_deadline", "deadline_at"),
    sa.Index("tables_idle", "status", "updated"),
    sa.Index("tables_kept_for", "kept_for"),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("level", sa.String(32), nullable=False),
    sa.Column("nonce", sa.String(128)),
    sa.Column("nonce_by", sa.String(8), nullable=False),
    sa.Column("holder", sa.String(64)),
    sa.Column("invite", sa.String(64)),
    sa.Column("reserve", sa.Float, nullable=False, server_default="0"),
    sa.Column("wishes", sa.Text, nullable=False, server_default="[]"),
    sa.Column("autopick", sa.String(24), nullable=False, server_default="off"),
    sa.Column("hints_wanted", sa.Boolean),
    sa.Index("seats_holder", "holder"),
    sa.Index("seats_invite", "invite"),
)
keys = sa.Table(
    "seat_keys",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Index("seat_keys_table", "table_id"),
)
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
notes = sa.Table(
    "notes",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("entry", sa.Integer, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
)
snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("events", sa.LargeBinary, nullable=False),
)
commitments = sa.Table(
    "commitments",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
server_values = sa.Table(
    "house",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
daily_results = sa.Table(
    "daily_results",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("against", sa.Integer, nullable=False),
    sa.Column("ended", sa.String(8), nullable=False),
    sa.Column("decisions", sa.Float),
    sa.Column("luck", sa.Float),
    sa.Index("daily_results_day", "day"),
    sa.Index("daily_results_holder", "holder"),
)
own_charts = sa.Table(
    "own_charts",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Index("own_charts_owner", "owner"),
    sa.Index("own_charts_age", "title", "updated"),
)

PER_TABLE = (seats, keys, entries, notes, snapshots)
ALEMBIC_VERSION = sa.table("alembic_version", sa.column("version_num"))
"""Where Alembic notes the version of a database."""
SCHEMA_VERSION = 7
"""The version of the schema; see `migrations`."""
FOR_LEAGUE = "league:"
"""How `kept_for` begins at a table of a league; its id follows."""
DAILY = "daily:"
"""How `kept_for` begins at a table of the daily drive."""


class SeatRow(msgspec.Struct, kw_only=True):
    """A seat and its player. `holder` is the SHA-256 of the token that opens it."""

    seat: int
    kind: str = "person"
    name: str = ""
    level: str = ""
    nonce: str | None = None
    nonce_by: str = ""
    holder: str | None = None
    invite: str | None = None
    reserve: float = 0.0
    """Seconds of reserve left beyond the pace of the table's clock."""
    wishes: str = "[]"
    """The seat's draft queue as JSON. Secret: for this seat only."""
    autopick: str = "off"
    """Who answers for the seat: see `web/engine/drafts.py`."""
    hints_wanted: bool | None = False
    """Has this seat agreed to hints and the win probability bar? None in a row from before version 7."""


class TableRow(msgspec.Struct, kw_only=True):
    """The header of a table."""

    id: str
    revision: int = 0
    game: str
    setup: str
    mode: str
    length: str = ""
    status: str = "open"
    created: float = 0.0
    updated: float = 0.0
    dice: str = "fair"
    secret: str = ""
    salt: str = ""
    size: int = 0
    prefix: int = 0
    coach_due: bool = False
    deadline: int = 0
    on_deadline: str = "coach"
    deadline_at: float | None = None
    summary: str = "{}"
    origin_table: str | None = None
    origin_kind: str = ""
    successor: str | None = None
    owner: str | None = None
    """The SHA-256 of the creator's token; None if unknown (before version 2)."""
    receipt: str = ""
    """The running hash of the record, checked when the table is opened; empty before version 2."""
    kept_for: str = ""
    """What the table belongs to besides its owner: a league, or the daily drive of a day (`DAILY`)."""
    pace: int = 0
    """Seconds for an answer at a table with a clock; 0 without one."""
    reserve: int = 0
    """Seconds of reserve that each seat begins with."""
    paused: float | None = None
    """The seconds left on the clock when the table was paused; None if it is not paused."""

    @property
    def league_id(self) -> str:
        """The league that the table belongs to; empty for any other table."""
        return self.kept_for[len(FOR_LEAGUE) :] if self.kept_for.startswith(FOR_LEAGUE) else ""


class NoteRow(msgspec.Struct):
    """A line of the server in the play-by-play, after `entry` log entries."""

    n: int
    entry: int
    line: str


class OwnChart(msgspec.Struct, kw_only=True):
    """A chart of a visitor: owner (a hash), game, name of the chart, and the text. A draft has no title."""

    id: str
    owner: str
    game: str
    name: str
    title: str
    body: str
    updated: float
