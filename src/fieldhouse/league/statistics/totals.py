"""Season, career, leaders, records and streaks: added up in SQL from the lines of the results that stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from fieldhouse.store.database import Database
from fieldhouse.store.league_schema import league_fixtures, league_lines, league_players, leagues

L = league_lines.c
LONGEST = "longest_"
"""Statistics of which the greatest counts, not the sum."""


class Totals(msgspec.Struct):
    """What a team (`player` empty) or a player came to; a statistic that is not there is unknown."""

    team: int
    player: str
    name: str
    games: int
    stats: dict[str, int]


class Leader(msgspec.Struct):
    """A place in the list of those who have most of something."""

    team: int
    player: str
    name: str
    value: int


class SingleGameRecord(msgspec.Struct):
    """The most of something in one game."""

    what: str
    value: int
    team: int
    player: str
    name: str
    fixture: str


class TeamStreak(msgspec.Struct):
    """Games of a team in a row with the same outcome: 1 won, 0 drawn, -1 lost."""

    team: int
    outcome: int
    games: int
    last: bool
    """Does it still go on?"""


def _total() -> Any:
    return sa.case((L.what.like(f"{LONGEST}%"), sa.func.max(L.value)), else_=sa.func.sum(L.value))


def _names() -> Any:
    """The lines with the names of their players."""
    same = (league_players.c.league_id == L.league_id) & (league_players.c.player == L.player)
    return league_lines.outerjoin(league_players, same)


def season_totals(
    store: Database, league_id: str, *, men: bool = False, team: int | None = None, player: str | None = None
) -> list[Totals]:
    """Teams, or the players of one team or of all, over every game that stands."""
    wanted = [L.league_id == league_id, L.player != "" if men else L.player == ""]
    wanted += [L.team == team] if team is not None else []
    wanted += [L.player == player] if player is not None else []
    keys = (L.team, L.player, sa.func.coalesce(league_players.c.name, L.player))
    query = (
        sa.select(*keys, L.what, _total())
        .select_from(_names())
        .where(*wanted, L.value.is_not(None))
        .group_by(*keys, L.what)
        .order_by(L.team, L.player, L.what)
    )
    games = (
        sa.select(L.team, L.player, sa.func.count(sa.distinct(L.fixture)))
        .where(*wanted)
        .group_by(L.team, L.player)
    )
    found: dict[tuple[int, str], Totals] = {}
    with store.read_connection() as db:
        played = {(row[0], row[1]): row[2] for row in db.execute(games)}
        for side, who, name, what, value in db.execute(query):
            line = found.setdefault((side, who), Totals(side, who, name, played[side, who], {}))
            line.stats[what] = int(value)
    return list(found.values())


def career_totals(store: Database, league_id: str, player: str) -> list[tuple[str, Totals]]:
    """A player's totals in this league: its title, and a line for each team he played for.

    Other leagues of the store may have another player under the same id, so they are left out.
    """
    with store.read_connection() as db:
        title = str(db.scalar(sa.select(leagues.c.title).where(leagues.c.id == league_id)))
    return [(title, line) for line in season_totals(store, league_id, men=True, player=player)]


def stat_leaders(store: Database, league_id: str, what: str, limit: int = 5) -> list[Leader]:
    """The leaders in one statistic: players where it is kept for players, else teams; zeros are left out."""
    with store.read_connection() as db:
        for men in (True, False):
            keys = (L.team, L.player, sa.func.coalesce(league_players.c.name, L.player))
            total = _total().label("total")
            query = (
                sa.select(*keys, total)
                .select_from(_names())
                .where(L.league_id == league_id, L.what == what, L.player != "" if men else L.player == "")
                .where(L.value.is_not(None))
                .group_by(*keys, L.what)
                .having(_total() > 0)
                .order_by(total.desc(), L.team, L.player)
                .limit(limit)
            )
            rows = db.execute(query).all()
            if rows:
                return [Leader(row[0], row[1], row[2], int(row[3])) for row in rows]
    return []


def single_game_records(
    store: Database, league_id: str, whats: Sequence[str], *, men: bool
) -> list[SingleGameRecord]:
    """The most in one game of each of these, the earliest in the order of fixtures where several have it."""
    place = (
        sa.func.row_number()
        .over(partition_by=L.what, order_by=(L.value.desc(), L.fixture, L.team, L.player))
        .label("place")
    )
    best = (
        sa.select(L.what, L.value, L.team, L.player, L.fixture, league_players.c.name, place)
        .select_from(_names())
        .where(L.league_id == league_id, L.what.in_(whats), L.value > 0)
        .where(L.player != "" if men else L.player == "")
        .subquery()
    )
    with store.read_connection() as db:
        rows = db.execute(sa.select(best).where(best.c.place == 1)).mappings().all()
    found = [
        SingleGameRecord(
            r["what"], int(r["value"]), r["team"], r["player"], r["name"] or r["player"], r["fixture"]
        )
        for r in rows
    ]
    return sorted(found, key=lambda feat: list(whats).index(feat.what))


def team_streaks(store: Database, league_id: str) -> list[TeamStreak]:
    """Every run of equal outcomes of every team, in its order; a void game interrupts none."""
    f = league_fixtures.c
    lead = sa.case((f.awarded != 0, f.awarded), else_=f.home_points - f.visitor_points)
    sign = sa.func.sign(lead)
    stands = (f.league_id == league_id) & (f.status == "over") & (f.kind != "void")
    games = sa.union_all(
        sa.select(f.home.label("team"), f.week, f.fixture, sa.cast(sign, sa.Integer).label("outcome")).where(
            stands
        ),
        sa.select(f.visitor, f.week, f.fixture, sa.cast(-sign, sa.Integer)).where(stands),
    ).subquery()
    g = games.c
    late = sa.case((g.week == 0, 1), else_=0)  # knockout games have no week: they come last
    order = (late, g.week, g.fixture)
    number = sa.func.row_number().over(partition_by=g.team, order_by=order)
    among = sa.func.row_number().over(partition_by=(g.team, g.outcome), order_by=order)
    runs = sa.select(g.team, g.outcome, number.label("n"), (number - among).label("run")).subquery()
    r = runs.c
    query = (
        sa.select(r.team, r.outcome, sa.func.count(), sa.func.max(r.n))
        .group_by(r.team, r.outcome, r.run)
        .order_by(r.team, sa.func.max(r.n))
    )
    with store.read_connection() as db:
        rows = db.execute(query).all()
    ends: dict[int, int] = {}
    for team, _, _, end in rows:
        ends[team] = max(end, ends.get(team, 0))
    return [TeamStreak(team, outcome, games, end == ends[team]) for team, outcome, games, end in rows]
