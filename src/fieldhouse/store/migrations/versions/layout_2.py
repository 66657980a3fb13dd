"""Layout 2: each table has an owner, the receipt of its record, and perhaps somebody who keeps it."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """A table at which one person alone ever sat is that person's; of the others nobody knows."""
    op.add_column("tables", sa.Column("owner", sa.String(64)))
    op.add_column("tables", sa.Column("receipt", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("kept_for", sa.String(64), nullable=False, server_default=""))
    op.create_index("tables_idle", "tables", ["status", "updated"])
    op.execute(
        "UPDATE tables SET owner = (SELECT min(holder) FROM seats WHERE seats.table_id = tables.id) "
        "WHERE (SELECT count(DISTINCT holder) FROM seats WHERE seats.table_id = tables.id) = 1"
    )
    op.execute("DELETE FROM house WHERE name = 'schema'")
