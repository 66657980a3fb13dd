"""Seats of a league's members at its games under way: who lost a phone or a franchise leaves them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from fieldhouse.store.layout import keys, seats, tables
from fieldhouse.store.league_layout import league_fixtures, league_keys


def devices_of(db: sa.Connection, league_id: str, member: int) -> list[str]:
    """The devices of a member, by hash."""
    c = league_keys.c
    return list(db.scalars(sa.select(c.hash).where(c.league_id == league_id, c.member == member)))


def shut_out(db: sa.Connection, league_id: str, devices: Sequence[str], franchise: int | None = None) -> None:
    """These devices sit at no game of the league under way any more, or at none of this franchise."""
    f = league_fixtures.c
    played = sa.select(f.table_id).where(f.league_id == league_id, f.status == "live")
    if franchise is not None:
        played = played.where((f.home == franchise) | (f.visitor == franchise))
    if devices:
        here = seats.c.table_id.in_(played) & seats.c.holder.in_(devices)
        db.execute(seats.update().where(here).values(holder=None))
        db.execute(keys.delete().where(keys.c.table_id.in_(played), keys.c.hash.in_(devices)))
        moved = tables.update().where(tables.c.id.in_(played))
        db.execute(moved.values(revision=tables.c.revision + 1))
