"""Where a play begins in packed tables."""

from __future__ import annotations

from fieldhouse.solve.compiler import NOWHERE
from fieldhouse.solve.tables import Tables


def entry_at(tables: Tables, core: int, slot: int, margin: int) -> int:
    """The row with which a play begins there, or how the game is over (see `solve.compiler`)."""
    lead = max(-tables.limit, min(tables.limit, margin)) + tables.limit
    kind = tables.kind_of[tables.family[core], slot, lead]
    return int(tables.entry[core, kind]) if kind >= 0 else NOWHERE
