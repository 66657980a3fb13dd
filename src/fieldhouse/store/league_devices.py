"""The devices of a league's members: a new link, or a lost franchise, closes the seats of the old ones."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from fieldhouse.store import server_clock
from fieldhouse.store.league_schema import league_fixtures, league_keys, league_links
from fieldhouse.store.schema import keys, seats, tables


def replace_link(db: sa.Connection, league_id: str, member: int, digest: str) -> None:
    """Give a member a new link. Earlier links and their devices stop working, also at running games."""
    devices = member_devices(db, league_id, member)
    for table in (league_links, league_keys):
        own = (table.c.league_id == league_id) & (table.c.member == member)
        db.execute(table.delete().where(own))
    row = {"hash": digest, "league_id": league_id, "member": member, "at": server_clock.now()}
    db.execute(league_links.insert(), row)
    revoke_devices(db, league_id, devices)


def member_devices(db: sa.Connection, league_id: str, member: int) -> list[str]:
    """The devices of a member, by hash."""
    c = league_keys.c
    return list(db.scalars(sa.select(c.hash).where(c.league_id == league_id, c.member == member)))


def revoke_devices(
    db: sa.Connection, league_id: str, devices: Sequence[str], franchise: int | None = None
) -> None:
    """Take these devices out of their seats in the league's running games, or in those of one franchise."""
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
