"""Leagues in the store: an append-only journal, and what is derived from it.

One transaction saves a result with its record, its statistics and its journal entry, provided that the
fixture still has the revision that was seen; otherwise it raises LeagueConflict and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store import server_clock, sqlite_bulk
from fieldhouse.store.database import CHANNEL, Database
from fieldhouse.store.league_devices import member_devices, replace_link, revoke_devices
from fieldhouse.store.league_schema import (
    PER_LEAGUE,
    FixtureRow,
    JournalRow,
    KeptRecord,
    LeagueChange,
    LeagueRow,
    LineRow,
    PlayerRow,
    journal_link,
    league_fixtures,
    league_journal,
    league_keys,
    league_lines,
    league_lineups,
    league_links,
    league_materials,
    league_players,
    league_records,
    league_shelf,
    leagues,
)

_LEAGUES_OF = (
    sa.select(leagues, league_keys.c.member)
    .join(league_keys, league_keys.c.league_id == leagues.c.id)
    .where(league_keys.c.hash == sa.bindparam("device"))
    .order_by(leagues.c.updated.desc())
)
"""Built once: building the query takes longer than running it, and every home page asks."""


class LeagueConflict(FieldhouseError):
    """Another writer changed the fixture or the league first; read it again."""


class NoSuchLeague(FieldhouseError):
    """No league of that name."""


class LeagueStore:
    """Reads and writes of leagues. A method without `db` is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Writing

    def create(self, row: LeagueRow, first: str, *, once: bool = False) -> str:
        """Create a league with the first act of its journal; its id. With `once` a second call with the same
        secret returns the first league."""
        known = sa.select(leagues.c.id).where(leagues.c.secret == row.secret)
        with self._database.write_transaction() as db:
            if once and (found := db.scalar(known)) is not None:
                return str(found)
            self.insert_header(db, row)
            self.write_in(db, LeagueChange(league_id=row.id, acts=[first]))
        return row.id

    def insert_header(self, db: sa.Connection, row: LeagueRow) -> None:
        """Insert the header of a league whose journal is still empty."""
        db.execute(leagues.insert(), {**msgspec.structs.asdict(row), "size": 0, "head": row.id})

    def write(self, change: LeagueChange) -> None:
        """Save a change; LeagueConflict if another writer was first, NoSuchLeague if the league is gone."""
        with self._database.write_transaction() as db:
            self.write_in(db, change)

    def write_in(self, db: sa.Connection, change: LeagueChange) -> None:
        here = leagues.c.id == change.league_id
        row = db.execute(sa.select(leagues.c.size, leagues.c.head).where(here).with_for_update()).first()
        if row is None:
            raise NoSuchLeague(f"there is no league {change.league_id!r}")
        size, head = row
        if change.size is not None and change.size != size:
            raise LeagueConflict("somebody else changed this league just now; check it and try again")
        now = round(server_clock.now(), 3)
        if change.fixture is not None:
            self._move_fixture(db, change.league_id, change.fixture)
            self._keep_game(db, change, change.fixture.fixture)
        rows = []
        for n, body in enumerate(change.acts, start=size):
            head = journal_link(head, n, now, change.who, body)
            rows.append(
                {
                    "league_id": change.league_id,
                    "n": n,
                    "at": now,
                    "who": change.who,
                    "body": body,
                    "chain": head,
                }
            )
        if rows:
            db.execute(league_journal.insert(), rows)
        if change.link is not None:
            replace_link(db, change.league_id, *change.link)
        if change.unseat is not None:
            franchise, member = change.unseat
            revoke_devices(db, change.league_id, member_devices(db, change.league_id, member), franchise)
        if change.lineup is not None:
            self._keep_lineup(db, change.league_id, *change.lineup)
        values = {**change.values, "size": size + len(rows), "head": head, "updated": now}
        db.execute(leagues.update().where(here).values(values))
        self.announce(db, change.league_id)

    def _move_fixture(self, db: sa.Connection, league_id: str, row: FixtureRow) -> None:
        """Save the fixture's new state if it still has the revision that was seen. The league is locked."""
        values = {**msgspec.structs.asdict(row), "league_id": league_id, "revision": row.revision + 1}
        c = league_fixtures.c
        here = (c.league_id == league_id) & (c.fixture == row.fixture)
        if (db.scalar(sa.select(c.revision).where(here)) or 0) != row.revision:
            raise LeagueConflict(f"{row.fixture} was changed by somebody else; check it and try again")
        if row.revision:
            db.execute(league_fixtures.update().where(here).values(values))
        else:
            db.execute(league_fixtures.insert(), values)

    def replace_fixture(
        self, league_id: str, row: FixtureRow, lines: Sequence[LineRow], players: Sequence[PlayerRow]
    ) -> bool:
        """Replace a fixture and its statistics, unless it has a later revision by now."""
        values = {**msgspec.structs.asdict(row), "league_id": league_id}
        c = league_fixtures.c
        here = (c.league_id == league_id) & (c.fixture == row.fixture)
        with self._database.write_transaction() as db:
            db.execute(sa.select(leagues.c.size).where(leagues.c.id == league_id).with_for_update())
            kept = db.scalar(sa.select(c.revision).where(here))
            if kept is not None and kept > row.revision:
                return False
            db.execute(league_fixtures.delete().where(here))
            db.execute(league_fixtures.insert(), values)
            change = LeagueChange(league_id=league_id, lines=lines, players=players)
            self._keep_game(db, change, row.fixture)
            return True

    def _keep_game(self, db: sa.Connection, change: LeagueChange, fixture: str) -> None:
        """Save the record and the statistics of a game."""
        if change.record is not None:
            kept = change.record
            row = {"attempt": kept.attempt, "digest": kept.digest, "body": kept.body}
            db.execute(league_records.insert(), {"league_id": change.league_id, "fixture": fixture, **row})
            self.save_materials(db, change.league_id, kept.materials)
        if change.lines is not None:
            c = league_lines.c
            db.execute(league_lines.delete().where(c.league_id == change.league_id, c.fixture == fixture))
            self._insert(
                db,
                league_lines,
                ("league_id", "fixture", "team", "player", "what", "value"),
                [
                    (change.league_id, fixture, line.team, line.player, line.what, line.value)
                    for line in change.lines
                ],
            )
        if change.players:
            db.execute(
                self._database.insert_or_keep(league_players),
                [{"league_id": change.league_id, **msgspec.structs.asdict(p)} for p in change.players],
            )

    def save_materials(self, db: sa.Connection, league_id: str, given: Mapping[str, bytes]) -> None:
        """Save materials of records by their hash, each once."""
        if given:
            db.execute(
                self._database.insert_or_keep(league_materials),
                [{"league_id": league_id, "hash": name, "body": body} for name, body in given.items()],
            )

    def _insert(
        self, db: sa.Connection, table: sa.Table, names: Sequence[str], rows: Sequence[Sequence[Any]]
    ) -> None:
        if not rows:
            return
        if self._database.postgres:
            db.execute(table.insert(), [dict(zip(names, row, strict=True)) for row in rows])
        else:
            sqlite_bulk.insert_rows(db, table, names, rows)

    def announce(self, db: sa.Connection, league_id: str) -> None:
        """Announce the league to other server processes when the transaction is committed."""
        if self._database.postgres:
            db.execute(sa.select(sa.func.pg_notify(CHANNEL, f"league:{league_id}")))

    def delete(self, league_id: str) -> None:
        """Delete the league and everything about it."""
        with self._database.write_transaction() as db:
            for table in PER_LEAGUE:
                db.execute(table.delete().where(table.c.league_id == league_id))
            db.execute(leagues.delete().where(leagues.c.id == league_id))

    # Reading

    def rows(self, limit: int = 500) -> list[LeagueRow]:
        """The leagues of this server, most recently changed first."""
        with self._database.read_connection() as db:
            found = db.execute(sa.select(leagues).order_by(leagues.c.updated.desc()).limit(limit))
            return [LeagueRow(**row) for row in found.mappings()]

    def row(self, league_id: str) -> LeagueRow:
        """One league's header; NoSuchLeague if there is none."""
        with self._database.read_connection() as db:
            found = db.execute(sa.select(leagues).where(leagues.c.id == league_id)).mappings().first()
        if found is None:
            raise NoSuchLeague(f"there is no league {league_id!r}")
        return LeagueRow(**found)

    def journal(self, league_id: str, first: int = 0) -> list[JournalRow]:
        """The journal from act `first` on."""
        c = league_journal.c
        query = (
            sa.select(c.n, c.at, c.who, c.body, c.chain)
            .where(c.league_id == league_id, c.n >= first)
            .order_by(c.n)
        )
        with self._database.read_connection() as db:
            return [JournalRow(*row) for row in db.execute(query)]

    def fixtures(self, league_id: str) -> dict[str, FixtureRow]:
        """Every fixture that something has happened to, by id."""
        columns = [column for column in league_fixtures.c if column.name != "league_id"]
        query = sa.select(*columns).where(league_fixtures.c.league_id == league_id)
        with self._database.read_connection() as db:
            return {row["fixture"]: FixtureRow(**row) for row in db.execute(query).mappings()}

    def faults(self, league_id: str) -> dict[str, str]:
        """What doesn't add up, by fixture."""
        c = league_fixtures.c
        query = sa.select(c.fixture, c.faults).where(c.league_id == league_id, c.faults != "")
        with self._database.read_connection() as db:
            return {str(fixture): str(faults) for fixture, faults in db.execute(query)}

    def mark_fault(self, db: sa.Connection, table_id: str, fault: str) -> None:
        """Mark the fixture of a finished table whose result the league could not take."""
        here = league_fixtures.c.table_id == table_id
        db.execute(league_fixtures.update().where(here).values(faults=fault))
        if (league_id := db.scalar(sa.select(league_fixtures.c.league_id).where(here))) is not None:
            self.announce(db, league_id)

    def fixture_of_table(self, table_id: str) -> tuple[str, FixtureRow] | None:
        """The league and the fixture that a table is played for."""
        with self._database.read_connection() as db:
            query = sa.select(league_fixtures).where(league_fixtures.c.table_id == table_id)
            found = db.execute(query).mappings().first()
        if found is None:
            return None
        row = dict(found)
        return row.pop("league_id"), FixtureRow(**row)

    def record(self, league_id: str, fixture: str, attempt: int) -> KeptRecord | None:
        """The record of an attempt, or None."""
        c = league_records.c
        query = sa.select(c.attempt, c.digest, c.body).where(
            c.league_id == league_id, c.fixture == fixture, c.attempt == attempt
        )
        with self._database.read_connection() as db:
            found = db.execute(query).first()
        return None if found is None else KeptRecord(found[0], found[1], bytes(found[2]))

    def records(self, league_id: str) -> list[tuple[str, KeptRecord]]:
        """Every record with its fixture, in a fixed order."""
        c = league_records.c
        query = sa.select(c.fixture, c.attempt, c.digest, c.body).where(c.league_id == league_id)
        with self._database.read_connection() as db:
            rows = db.execute(query.order_by(c.fixture, c.attempt))
            return [(row[0], KeptRecord(row[1], row[2], bytes(row[3]))) for row in rows]

    def all_materials(self, league_id: str) -> dict[str, bytes]:
        """Every material of the league's records by its hash."""
        c = league_materials.c
        with self._database.read_connection() as db:
            rows = db.execute(sa.select(c.hash, c.body).where(c.league_id == league_id))
            return {row[0]: bytes(row[1]) for row in rows}

    def links(self, league_id: str) -> list[tuple[str, int]]:
        """The hashes of the links, each with its member. Only for the commissioner's copy."""
        c = league_links.c
        with self._database.read_connection() as db:
            rows = db.execute(sa.select(c.hash, c.member).where(c.league_id == league_id).order_by(c.member))
            return [(row[0], row[1]) for row in rows]

    def import_league(
        self,
        row: LeagueRow,
        journal: Sequence[JournalRow],
        records: Sequence[tuple[str, KeptRecord]],
        materials: Mapping[str, bytes],
        lineups: Mapping[int, str],
        links: Sequence[tuple[str, int]],
    ) -> None:
        """Import a league from another database; FieldhouseError if it is already here."""
        with self._database.write_transaction() as db:
            if db.scalar(sa.select(leagues.c.id).where(leagues.c.id == row.id)) is not None:
                raise FieldhouseError(f"the league {row.title} ({row.id}) is already in this database")
            last = journal[-1]
            header = {**msgspec.structs.asdict(row), "size": last.n + 1, "head": last.chain}
            db.execute(leagues.insert(), header)
            here = {"league_id": row.id}
            parts: list[tuple[sa.Table, list[dict[str, Any]]]] = [
                (league_journal, [here | msgspec.structs.asdict(entry) for entry in journal]),
                (
                    league_records,
                    [
                        {**here, "fixture": name, "attempt": k.attempt, "digest": k.digest, "body": k.body}
                        for name, k in records
                    ],
                ),
                (league_lineups, [{**here, "franchise": n, "body": body} for n, body in lineups.items()]),
                (
                    league_links,
                    [{**here, "hash": digest, "member": who, "at": row.updated} for digest, who in links],
                ),
            ]
            for table, rows in parts:
                if rows:
                    db.execute(table.insert(), rows)
            self.save_materials(db, row.id, materials)

    def materials(self, league_id: str, names: Iterable[str]) -> dict[str, bytes]:
        """Materials of records by their hash."""
        c = league_materials.c
        query = sa.select(c.hash, c.body).where(c.league_id == league_id, c.hash.in_(sorted(set(names))))
        with self._database.read_connection() as db:
            return {row[0]: bytes(row[1]) for row in db.execute(query)}

    def stat_lines(self, league_id: str, fixture: str | None = None) -> list[tuple[str, LineRow]]:
        """The statistics of one game or of all: fixture and line, in a fixed order."""
        c = league_lines.c
        query = sa.select(c.fixture, c.team, c.player, c.what, c.value).where(c.league_id == league_id)
        if fixture is not None:
            query = query.where(c.fixture == fixture)
        with self._database.read_connection() as db:
            rows = db.execute(query.order_by(c.fixture, c.team, c.player, c.what)).all()
        return [(row[0], LineRow(*row[1:])) for row in rows]

    def players(self, league_id: str) -> list[PlayerRow]:
        """The players that have statistics."""
        c = league_players.c
        query = sa.select(c.player, c.name, c.position, c.team).where(c.league_id == league_id)
        with self._database.read_connection() as db:
            return [PlayerRow(*row) for row in db.execute(query.order_by(c.team, c.player))]

    # People and their links; line-ups

    def follow_link(self, link_digest: str, device: str) -> tuple[str, int] | None:
        """Add a device by a link; league and member, or None if the link doesn't work any more."""
        with self._database.write_transaction() as db:
            query = sa.select(league_links.c.league_id, league_links.c.member)
            found = db.execute(query.where(league_links.c.hash == link_digest)).first()
            if found is None:
                return None
            own = (league_keys.c.hash == device) & (league_keys.c.league_id == found[0])
            db.execute(league_keys.delete().where(own))
            db.execute(league_keys.insert(), {"hash": device, "league_id": found[0], "member": found[1]})
            return found[0], found[1]

    def add_device(self, league_id: str, member: int, device: str) -> None:
        """Add a device of a member without a link: the browser that creates a league."""
        with self._database.write_transaction() as db:
            row = {"hash": device, "league_id": league_id, "member": member}
            db.execute(self._database.insert_or_keep(league_keys), row)

    def member_of(self, league_id: str, device: str) -> int | None:
        """The member whose device this is, or None."""
        c = league_keys.c
        with self._database.read_connection() as db:
            found = db.scalar(sa.select(c.member).where(c.league_id == league_id, c.hash == device))
        return None if found is None else int(found)

    def rows_of_device(self, device: str) -> list[tuple[LeagueRow, int]]:
        """The leagues of this device and its member there, most recently changed first."""
        with self._database.read_connection() as db:
            rows = db.execute(_LEAGUES_OF, {"device": device}).mappings().all()
        return [(LeagueRow(**{k: v for k, v in row.items() if k != "member"}), row["member"]) for row in rows]

    def devices(self, league_id: str, member: int) -> list[str]:
        """The devices of a member, by hash."""
        with self._database.read_connection() as db:
            return member_devices(db, league_id, member)

    def _keep_lineup(self, db: sa.Connection, league_id: str, franchise: int, body: str) -> None:
        own = (league_lineups.c.league_id == league_id) & (league_lineups.c.franchise == franchise)
        db.execute(league_lineups.delete().where(own))
        row = {"league_id": league_id, "franchise": franchise, "body": body}
        db.execute(league_lineups.insert(), row)

    def lineups(self, league_id: str) -> dict[int, str]:
        """The lineups by franchise. Secret: never for the page of another team."""
        c = league_lineups.c
        with self._database.read_connection() as db:
            return {
                row[0]: row[1]
                for row in db.execute(sa.select(c.franchise, c.body).where(c.league_id == league_id))
            }

    # What was worked out

    def save_cached(self, league_id: str, name: str, body: bytes) -> None:
        """Cache a computed value under this name."""
        with self._database.write_transaction() as db:
            own = (league_shelf.c.league_id == league_id) & (league_shelf.c.name == name)
            db.execute(league_shelf.delete().where(own))
            db.execute(league_shelf.insert(), {"league_id": league_id, "name": name, "body": body})

    def load_cached(self, league_id: str, name: str) -> bytes | None:
        """The cached value of this name, or None."""
        c = league_shelf.c
        with self._database.read_connection() as db:
            found = db.scalar(sa.select(c.body).where(c.league_id == league_id, c.name == name))
        return None if found is None else bytes(found)
