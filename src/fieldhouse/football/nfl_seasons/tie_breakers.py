"""The league's tie-breakers by year, declared as far as real seasons needed them.

From 2002 this is the published order. The rulebooks of earlier years were not at hand: those are the simplest
orders under which the results of record give the fields and pairings of record (a test holds that for every
season).
"""

from __future__ import annotations

from fieldhouse.football.competition.tie_breakers import Criterion, Measure, Mode, Scope, TieBreakers

SHARE = Criterion(Measure.SHARE)
BETWEEN = Criterion(Measure.SHARE, Scope.AMONG)
OWN_DIVISION = Criterion(Measure.LISTED)
SWEEP = Criterion(Measure.SWEEP, Scope.AMONG)
DIVISION = Criterion(Measure.SHARE, Scope.DIVISION)
CONFERENCE = Criterion(Measure.SHARE, Scope.CONFERENCE)
COMMON = Criterion(Measure.SHARE, Scope.COMMON)
COMMON_FOUR = Criterion(Measure.SHARE, Scope.COMMON, least=4)
VICTORY = Criterion(Measure.VICTORY)
SCHEDULE = Criterion(Measure.SCHEDULE)
RANKS = (Criterion(Measure.RANKS, Scope.CONFERENCE), Criterion(Measure.RANKS))


def net_points(scope: Scope = Scope.ALL) -> Criterion:
    """Points scored less points allowed."""
    return Criterion(Measure.DIFFERENCE, scope)


NOW_IN_DIVISION = TieBreakers(
    (
        SHARE,
        BETWEEN,
        DIVISION,
        COMMON,
        CONFERENCE,
        VICTORY,
        SCHEDULE,
        *RANKS,
        net_points(Scope.COMMON),
        net_points(),
    ),
    Mode.BEST,
)
NOW_ACROSS = TieBreakers(
    (
        SHARE,
        SWEEP,
        CONFERENCE,
        COMMON_FOUR,
        VICTORY,
        SCHEDULE,
        *RANKS,
        net_points(Scope.CONFERENCE),
        net_points(),
    ),
    Mode.BEST,
    heads=True,
)
OLD_IN_DIVISION = TieBreakers(
    (SHARE, BETWEEN, DIVISION, CONFERENCE, COMMON, net_points(Scope.DIVISION), net_points(), SCHEDULE),
    Mode.BEST,
)
SEVENTIES_IN_DIVISION = TieBreakers(
    (SHARE, BETWEEN, DIVISION, CONFERENCE, net_points(Scope.AMONG), net_points(Scope.DIVISION), net_points()),
    Mode.BEST,
)
OLD_ACROSS = TieBreakers(
    (SHARE, SWEEP, CONFERENCE, COMMON_FOUR, net_points(Scope.CONFERENCE), net_points(), SCHEDULE),
    Mode.BEST,
    heads=True,
)
"""From 1991: of three and more, all but the best of each division dropped out first."""
EIGHTIES_ACROSS = TieBreakers((SHARE, OWN_DIVISION, *OLD_ACROSS.criteria[1:]), Mode.BEST)
STRIKE_ACROSS = TieBreakers(
    (SHARE, OWN_DIVISION, SWEEP, CONFERENCE, COMMON, net_points(Scope.CONFERENCE), net_points()), Mode.BEST
)
SEVENTIES_ACROSS = TieBreakers(
    (SHARE, OWN_DIVISION, SWEEP, CONFERENCE, net_points(Scope.CONFERENCE), net_points(), SCHEDULE), Mode.BEST
)
EARLY_ACROSS = TieBreakers(
    (SHARE, OWN_DIVISION, SWEEP, net_points(), net_points(Scope.CONFERENCE)), Mode.BEST
)


def in_division(season: int) -> TieBreakers:
    """Between teams of one division."""
    if season >= 2002:
        return NOW_IN_DIVISION
    return OLD_IN_DIVISION if season >= 1980 else SEVENTIES_IN_DIVISION


def across_divisions(season: int) -> TieBreakers:
    """Between division winners, and for wild cards."""
    if season == 1982:
        return STRIKE_ACROSS
    for first, ranking in (
        (2002, NOW_ACROSS),
        (1991, OLD_ACROSS),
        (1980, EIGHTIES_ACROSS),
        (1977, SEVENTIES_ACROSS),
    ):
        if season >= first:
            return ranking
    return EARLY_ACROSS
