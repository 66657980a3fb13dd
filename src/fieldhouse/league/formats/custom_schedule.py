"""A season of a schedule that somebody wrote down: its games, one table, the best of it champion."""

from __future__ import annotations

import csv
from collections.abc import Callable

from fieldhouse.football.competition.format import (
    Fixture,
    Format,
    LeagueGames,
    RankEntries,
    SeasonProgress,
    Steps,
)
from fieldhouse.football.competition.tie_breakers import Criterion, Measure, Mode, Scope, TieBreakers
from fieldhouse.kernel.errors import BadChart, BadOptions

BY_WIN_PCT = TieBreakers(
    (
        Criterion(Measure.SHARE),
        Criterion(Measure.SHARE, Scope.AMONG),
        Criterion(Measure.DIFFERENCE),
        Criterion(Measure.SCORED),
    ),
    Mode.AGAIN,
)
"""Teams may have played different numbers of games, so the share of wins comes first."""


class CustomSchedule(Format, frozen=True, tag="ListedSeason", kw_only=True):
    """`games` are (week, visitor, home) by number of team."""

    games: tuple[tuple[int, int, int], ...]
    by: TieBreakers = BY_WIN_PCT

    @property
    def title(self) -> str:
        return f"Custom schedule, {len(self.games)} games"

    def steps(self, c: SeasonProgress) -> Steps:
        yield LeagueGames(
            [
                Fixture(f"week {week}: {self.names[v]} at {self.names[h]}", f"week {week}", h, v, week)
                for week, v, h in self.games
            ]
        )
        c.tables["Table"] = table = yield RankEntries("Table", range(len(self.names)), self.by)
        c.champion = table[0]


def read_schedule(text: str, named: Callable[[str], str]) -> CustomSchedule:
    """A schedule typed as CSV with columns week, away, home; BadChart names every bad line.

    `named` turns a word into a team's name, or raises BadOptions.
    """
    reader = csv.DictReader(text.splitlines())
    missing = [name for name in ("week", "away", "home") if name not in (reader.fieldnames or ())]
    if missing:
        raise BadChart([f"schedule, line 1: no column {name}" for name in missing])
    names: dict[str, int] = {}
    games: dict[tuple[int, int, int], int] = {}
    faults: list[str] = []
    for line, row in enumerate(reader, start=2):
        try:
            away, home = (named((row[side] or "").strip()) for side in ("away", "home"))
            if away == home:
                raise BadOptions(f"{away} cannot play itself")
            away_number, home_number = (names.setdefault(side, len(names)) for side in (away, home))
            game = (int(row["week"] or ""), away_number, home_number)
            if game in games:
                raise BadOptions(f"{away} at {home} is already in week {game[0]}, on line {games[game]}")
            games[game] = line
        except BadOptions as error:
            faults.append(f"schedule, line {line}: {error}")
        except ValueError:
            faults.append(f"schedule, line {line}, column week: a whole number, not {row['week']!r}")
    if not games and not faults:
        faults.append("schedule: it has no games")
    if faults:
        raise BadChart(faults)
    return CustomSchedule(tuple(names), games=tuple(games))
