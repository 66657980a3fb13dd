"""Layout 5: the results of the daily drive."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Earlier stores have none."""
    op.create_table(
        "daily_results",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("against", sa.Integer, nullable=False),
        sa.Column("ended", sa.String(8), nullable=False),
        sa.Column("decisions", sa.Float),
        sa.Column("luck", sa.Float),
    )
    op.create_index("daily_results_day", "daily_results", ["day"])
    op.create_index("daily_results_holder", "daily_results", ["holder"])
    op.create_index("tables_kept_for", "tables", ["kept_for"])
