"""Database tables of leagues, and their rows as structs.

The journal is the source; fixtures, stat lines and players are derived from it and from the records, so
that SQL can query them. `league_shelf` is a cache of computed values.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.store.schema import metadata

leagues = sa.Table(
    "leagues",
    metadata,
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
league_journal = sa.Table(
    "league_journal",
    metadata,
    sa.Column("league_id", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("who", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("chain", sa.String(64), nullable=False),
)
league_fixtures = sa.Table(
    "league_fixtures",
    metadata,
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
    sa.Index("league_fixtures_table", "table_id"),
)
league_records = sa.Table(
    "league_records",
    metadata,
    sa.Column("league_id", sa.String(32), primary_key=True),
    sa.Column("fixture", sa.String(160), primary_key=True),
    sa.Column("attempt", sa.Integer, primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
league_materials = sa.Table(
    "league_materials",
    metadata,
    sa.Column("league_id", sa.String(32), primary_key=True),
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
league_lines = sa.Table(
    "league_lines",
    metadata,
    sa.Column("league_id", sa.String(32), primary_key=True),
    sa.Column("fixture", sa.String(160), primary_key=True),
    sa.Column("team", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(80), primary_key=True),
    sa.Column("what", sa.String(40), primary_key=True),
    sa.Column("value", sa.Float),
)
league_players = sa.Table(
    "league_players",
    metadata,
    sa.Column("league_id", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(80), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("position", sa.String(16), nullable=False),
    sa.Column("team", sa.Integer, nullable=False),
)
league_links = sa.Table(
    "league_links",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("league_id", sa.String(32), nullable=False),
    sa.Column("member", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("league_links_league", "league_id"),
)
league_keys = sa.Table(
    "league_keys",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("league_id", sa.String(32), primary_key=True),
    sa.Column("member", sa.Integer, nullable=False),
)
league_lineups = sa.Table(
    "league_lineups",
    metadata,
    sa.Column("league_id", sa.String(32), primary_key=True),
    sa.Column("franchise", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
league_shelf = sa.Table(
    "league_shelf",
    metadata,
    sa.Column("league_id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

PER_LEAGUE = (
    league_journal, league_fixtures, league_records, league_materials, league_lines, league_players,
    league_links, league_keys, league_lineups, league_shelf,
)  # fmt: skip


class LeagueRow(msgspec.Struct, kw_only=True):
    """The header of a league. `size` and `head` are the length of its journal and the last link of its chain;
    `secret` is never shown before the league is over."""

    id: str
    title: str
    game: str
    status: str = "open"
    """open, paused or over."""
    size: int = 0
    head: str = ""
    secret: str = ""
    created: float = 0.0
    updated: float = 0.0


class JournalRow(msgspec.Struct):
    """One act as JSON, with the member who did it (-1: the server), chained to the act before."""

    n: int
    at: float
    who: int
    body: str
    chain: str


class FixtureRow(msgspec.Struct, kw_only=True):
    """The state of a fixture. Writers name the revision they saw; teams are numbers in the format's list."""

    fixture: str
    revision: int = 0
    status: str = "open"
    """open, live (being played), typed (a score waits for confirmation), over."""
    attempt: int = 1
    stage: str = ""
    week: int = 0
    home: int
    visitor: int
    kind: str = ""
    home_points: int | None = None
    visitor_points: int | None = None
    awarded: int = 0
    """The winner where the score doesn't tell: 1 the home team, -1 the visitor."""
    faults: str = ""
    """What doesn't add up in the game's statistics, one fault a line."""
    table_id: str | None = None


class LineRow(msgspec.Struct):
    """One statistic of a game, of a player or (`player` empty) of the team; None if it is not known."""

    team: int
    player: str
    what: str
    value: float | None


class PlayerRow(msgspec.Struct):
    """A player of the league, by the key that stat lines use."""

    player: str
    name: str
    position: str
    team: int


class KeptRecord(msgspec.Struct):
    """The packed record of an attempt and its receipt; materials are kept once a league, by hash."""

    attempt: int
    digest: str
    body: bytes
    materials: dict[str, bytes] = {}


class LeagueChange(msgspec.Struct, kw_only=True):
    """What happens to a league in one transaction.

    `fixture` carries the revision that was seen (0: none yet) and its new values; `size` the length of the
    journal that an act of the whole league was decided on. `lines` take the place of the fixture's lines.
    """

    league_id: str
    who: int = -1
    acts: Sequence[str] = ()
    fixture: FixtureRow | None = None
    size: int | None = None
    record: KeptRecord | None = None
    lines: Sequence[LineRow] | None = None
    players: Sequence[PlayerRow] = ()
    link: tuple[int, str] | None = None
    """A member and the hash of their new link: earlier links and their devices stop working."""
    lineup: tuple[int, str] | None = None
    """A franchise and its new lineup."""
    unseat: tuple[int, int] | None = None
    """A franchise and the member who no longer manages it, whose devices leave its running games."""
    values: Mapping[str, Any] = {}


def journal_link(before: str, n: int, at: float, who: int, body: str) -> str:
    """The link of act `n`, given that of the act before it (the first one: the league's name)."""
    return hashlib.sha256(f"{before}\n{n}\n{at!r}\n{who}\n{body}".encode()).hexdigest()
