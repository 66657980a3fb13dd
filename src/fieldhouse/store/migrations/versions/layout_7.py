"""Version 7: whether a seat has agreed to hints is a column of the seat."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Seats of earlier stores have NULL: there the play-by-play says what was agreed."""
    op.add_column("seats", sa.Column("hints_wanted", sa.Boolean))
