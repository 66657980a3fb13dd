"""The ranking of `league.ranking`, the same source, compiled for arrays of seasons."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

from fieldhouse.league import ranking
from fieldhouse.solve.jit import inner, jit


def _compiled() -> Any:
    """`order.ordered` with all it calls: each function made anew over names that are compiled, too."""
    scope = dict(vars(ranking))
    for name, plain in vars(ranking).items():
        if isinstance(plain, FunctionType) and plain.__module__ == ranking.__name__:
            scope[name] = inner(FunctionType(plain.__code__, scope, name), error_model="numpy")
    return scope["ordered"]


ordered = _compiled()


@jit(error_model="numpy")  # type: ignore[untyped-decorator]
def rank_seasons(
    entries: Any,
    wanted: int,
    mode: int,
    heads: bool,
    rules: Any,
    drawn_lots: Any,
    records: Any,
    won: Any,
    drawn: Any,
    points: Any,
    division: Any,
    conference: Any,
    seed: int,
) -> int:
    """Put each season's row of `entries` into order, drawing lots where they are needed; how many seasons
    needed one.

    `drawn_lots` are those known already, by place and team, row after row; so are the seasons' ledgers.
    """
    np.random.seed(seed)
    seasons, size = entries.shape
    teams = len(division)
    lots = np.empty(size * teams)
    reasons = np.zeros(size, np.int64)
    beaten = np.zeros(teams, np.int64)
    values = np.zeros(size)
    inside = np.zeros(teams, np.int64)
    common = np.zeros(teams, np.int64)
    listed = np.zeros(teams, np.int64)
    with_lots = 0
    for season in range(seasons):
        out = entries[season]
        lots[:] = drawn_lots
        for place in range(size):
            listed[out[place]] = place
        needed = False
        while True:
            place = ordered(
                out, size, wanted, mode, heads, rules, lots, reasons, beaten, values, inside, common,
                records[season], won[season], drawn[season], points[season], division, conference, listed,
            )  # fmt: skip
            if place < 0:
                break
            needed = True
            for team in range(teams):
                if inside[team]:
                    lots[place * teams + team] = np.random.random()
        with_lots += needed
    return with_lots


@jit(error_model="numpy")  # type: ignore[untyped-decorator]
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
