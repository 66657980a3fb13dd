"""Layout 3: a clock with reserve time and pauses; each seat's list of wishes and who answers for it."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Earlier tables have no clock, and nobody wished for anything."""
    op.add_column("tables", sa.Column("pace", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("reserve", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("paused", sa.Float))
    op.add_column("seats", sa.Column("reserve", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("wishes", sa.Text, nullable=False, server_default="[]"))
    op.add_column("seats", sa.Column("autopick", sa.String(24), nullable=False, server_default="off"))
