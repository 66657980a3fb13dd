"""Layout 4: leagues: their journals, fixtures, records, lines, people and links."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Earlier stores have no league."""
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_table(
        "league_journal",
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("chain", sa.String(64), nullable=False),
    )
    op.create_table(
        "league_fixtures",
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("fixture", sa.String(160), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("week", sa.Integer, nullable=False),
        sa.Column("home", sa.Integer, nullable=False),
        sa.Column("visitor", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("home_points", sa.Integer),
        sa.Column("visitor_points", sa.Integer),
        sa.Column("awarded", sa.Integer, nullable=False),
        sa.Column("faults", sa.Text, nullable=False),
        sa.Column("table_id", sa.String(32)),
    )
    op.create_index("league_fixtures_table", "league_fixtures", ["table_id"])
    op.create_table(
        "league_records",
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("fixture", sa.String(160), primary_key=True),
        sa.Column("attempt", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "league_materials",
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "league_lines",
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("fixture", sa.String(160), primary_key=True),
        sa.Column("team", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(80), primary_key=True),
        sa.Column("what", sa.String(40), primary_key=True),
        sa.Column("value", sa.Float),
    )
    op.create_table(
        "league_players",
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(80), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("position", sa.String(16), nullable=False),
        sa.Column("team", sa.Integer, nullable=False),
    )
    op.create_table(
        "league_links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("league_id", sa.String(32), nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("league_links_league", "league_links", ["league_id"])
    op.create_table(
        "league_keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("member", sa.Integer, nullable=False),
    )
    op.create_table(
        "league_lineups",
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("franchise", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "league_shelf",
        sa.Column("league_id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
