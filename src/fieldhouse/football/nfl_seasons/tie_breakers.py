"""The league's tie-breakers by year, declared as far as real seasons needed them.

The book of each year is not at hand. From 2002 this is the published order. The older ones are the simplest
orders under which the results of record give the fields and pairings of record (a test holds that for every
season).
"""

from __future__ import annotations

from fieldhouse.football.competition.tie_breakers import Criterion, Measure, Mode, Ranking, Scope

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


def net(scope: Scope = Scope.ALL) -> Criterion:
    """Points scored less points allowed."""
    return Criterion(Measure.DIFFERENCE, scope)


NOW_IN_DIVISION = Ranking(
    (SHARE, BETWEEN, DIVISION, COMMON, CONFERENCE, VICTORY, SCHEDULE, *RANKS, net(Scope.COMMON), net()),
    Mode.BEST,
)
NOW_ACROSS = Ranking(
    (SHARE, SWEEP, CONFERENCE, COMMON_FOUR, VICTORY, SCHEDULE, *RANKS, net(Scope.CONFERENCE), net()),
    Mode.BEST,
    heads=True,
)
OLD_IN_DIVISION = Ranking(
    (SHARE, BETWEEN, DIVISION, CONFERENCE, COMMON, net(Scope.DIVISION), net(), SCHEDULE), Mode.BEST
)
SEVENTIES_IN_DIVISION = Ranking(
    (SHARE, BETWEEN, DIVISION, CONFERENCE, net(Scope.AMONG), net(Scope.DIVISION), net()), Mode.BEST
)
OLD_ACROSS = Ranking(
    (SHARE, SWEEP, CONFERENCE, COMMON_FOUR, net(Scope.CONFERENCE), net(), SCHEDULE), Mode.BEST, heads=True
)
"""From 1991: of three and more, all but the best of each division dropped out first."""
EIGHTIES_ACROSS = Ranking((SHARE, OWN_DIVISION, *OLD_ACROSS.criteria[1:]), Mode.BEST)
STRIKE_ACROSS = Ranking(
    (SHARE, OWN_DIVISION, SWEEP, CONFERENCE, COMMON, net(Scope.CONFERENCE), net()), Mode.BEST
)
SEVENTIES_ACROSS = Ranking(
    (SHARE, OWN_DIVISION, SWEEP, CONFERENCE, net(Scope.CONFERENCE), net(), SCHEDULE), Mode.BEST
)
EARLY_ACROSS = Ranking((SHARE, OWN_DIVISION, SWEEP, net(), net(Scope.CONFERENCE)), Mode.BEST)


def in_division(season: int) -> Ranking:
    """Between teams of one division."""
    if season >= 2002:
        return NOW_IN_DIVISION
    return OLD_IN_DIVISION if season >= 1980 else SEVENTIES_IN_DIVISION


def across_divisions(season: int) -> Ranking:
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
