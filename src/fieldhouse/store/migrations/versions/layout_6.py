"""Layout 6: charts of people's own, kept under a link."""

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Earlier stores kept none."""
    op.create_table(
        "own_charts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_index("own_charts_owner", "own_charts", ["owner"])
    op.create_index("own_charts_age", "own_charts", ["title", "updated"])
