"""The ranking of `league/standings_order.py`, the same source, compiled for arrays of seasons."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

from fieldhouse.league import standings_order
from fieldhouse.league.standings_order import OrderRules, PlayedGames, WorkSpace
from fieldhouse.solve.jit import njit


def _compile_ranking() -> Any:
    """Compile `rank_teams` with all it calls: each function again, over names that are compiled, too."""
    scope = dict(vars(standings_order))
    for name, plain in vars(standings_order).items():
        if isinstance(plain, FunctionType) and plain.__module__ == standings_order.__name__:
            scope[name] = njit(FunctionType(plain.__code__, scope, name), error_model="numpy")
    return scope["rank_teams"]


rank_teams = _compile_ranking()


@njit(cache=True, error_model="numpy")  # type: ignore[untyped-decorator]
def rank_seasons(
    entries: Any, wanted: int, order: OrderRules, known_lots: Any, seasons: PlayedGames, seed: int
) -> int:
    """Put each season's row of `entries` into order, drawing lots where they are needed; how many seasons
    needed one.

    `known_lots` are those drawn already, by place and team, row after row. The records, wins, ties and points
    of `seasons` have a row for each season; its `listed` is written here.
    """
    np.random.seed(seed)
    count, size = entries.shape
    teams = len(seasons.division)
    lots = np.empty(size * teams)
    reasons = np.zeros(size, np.int64)
    beaten = np.zeros(teams, np.int64)
    values = np.zeros(size)
    inside = np.zeros(teams, np.int64)
    common = np.zeros(teams, np.int64)
    with_lots = 0
    for season in range(count):
        out = entries[season]
        work = WorkSpace(out, lots, reasons, beaten, values, inside, common)
        games = PlayedGames(
            seasons.records[season],
            seasons.won[season],
            seasons.tied[season],
            seasons.points[season],
            seasons.division,
            seasons.conference,
            seasons.listed,
        )
        lots[:] = known_lots
        for place in range(size):
            seasons.listed[out[place]] = place
        needed = False
        while True:
            place = rank_teams(size, wanted, order, work, games)
            if place < 0:
                break
            needed = True
            for team in range(teams):
                if inside[team]:
                    lots[place * teams + team] = np.random.random()
        with_lots += needed
    return with_lots


@njit(cache=True, error_model="numpy")  # type: ignore[untyped-decorator]
def count_games(
    home: Any, visitor: Any, home_points: Any, visitor_points: Any, won: Any, drawn: Any, points: Any
) -> None:
    """Enter results, by season and game, into the seasons' ledgers."""
    for season in range(home.shape[0]):
        for game in range(home.shape[1]):
            h, v = home[season, game], visitor[season, game]
            ours, theirs = home_points[season, game], visitor_points[season, game]
            if ours > theirs:
                won[season, h, v] += 1
            elif ours < theirs:
                won[season, v, h] += 1
            else:
                drawn[season, h, v] += 1
                drawn[season, v, h] += 1
            points[season, h, v] += ours
            points[season, v, h] += theirs
