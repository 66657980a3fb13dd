"""The order of teams in the standings: declared tie-breakers (`TieBreakers`) applied as declared.

Plain loops over anything that can be indexed: lists for one season; `odds/compiled_ranking.py` compiles
these same functions for arrays of seasons. That is why they take tuples of numbers instead of objects.

Lots are not drawn here. Where teams stay tied, `rank_teams` marks them in `WorkSpace.inside` and returns the
place their lot is for; it is called again with the lot filled in.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Numbers = Any
"""A list or an array of numbers."""

NOT_DRAWN = -1.0


class PlayedGames(NamedTuple):
    """What was played. `won`, `tied` and `points` are by team and opponent, row after row; `records` are the
    half wins and the games of each team; `listed` is each team's place in the list to be ranked."""

    records: Numbers
    won: Numbers
    tied: Numbers
    points: Numbers
    division: Numbers
    conference: Numbers
    listed: Numbers


class OrderRules(NamedTuple):
    """`rules` has four numbers a tie-breaker: measure, scope, only for two, least games. `mode` and `heads`
    are those of `TieBreakers`."""

    mode: int
    heads: bool
    rules: Numbers


class WorkSpace(NamedTuple):
    """What the ranking writes. `out` are the teams, best first in the end. `reasons[n]` says by which
    tie-breaker place n stands above place n + 1: its number, one more than the last for a lot, two more for
    the place in the division. `lots` are by place and team; `beaten` has by what a team lost the place before
    its own; `values`, `inside` and `common` are for one tie-breaker at a time."""

    out: Numbers
    lots: Numbers
    reasons: Numbers
    beaten: Numbers
    values: Numbers
    inside: Numbers
    common: Numbers


def in_scope(scope: int, team: int, other: int, work: WorkSpace, games: PlayedGames) -> bool:
    """Does a game between the two count? (Numbers of `tie_breakers.Scope`.)"""
    if scope == 1:
        return bool(work.inside[other])
    if scope == 2:
        return bool(games.division[team] == games.division[other])
    if scope == 3:
        return bool(games.conference[team] == games.conference[other])
    if scope == 4:
        return bool(work.common[other])
    return True


def games_between(team: int, other: int, games: PlayedGames) -> int:
    """The number of games the two played."""
    teams = len(games.division)
    here, there = team * teams + other, other * teams + team
    return int(games.won[here] + games.won[there] + games.tied[here])


def record_value(
    team: int, measure: int, scope: int, least: int, work: WorkSpace, games: PlayedGames
) -> float:
    """Points, PCT, point differential or points scored over the games of the scope."""
    half_wins = played = scored = allowed = 0
    teams = len(games.division)
    whole = scope == 0 and measure < 2
    if whole:
        half_wins, played = games.records[2 * team], games.records[2 * team + 1]
    for other in range(0 if whole else teams):
        if other != team and in_scope(scope, team, other, work, games):
            wins, ties = games.won[team * teams + other], games.tied[team * teams + other]
            half_wins += 2 * wins + ties
            played += wins + ties + games.won[other * teams + team]
            if measure > 1:
                scored += games.points[team * teams + other]
                allowed += games.points[other * teams + team]
    if played < least:
        return -1e9
    if measure == 0:
        return float(half_wins)
    if measure == 1:
        return half_wins / (2.0 * played) if played else 0.5
    if measure == 2:
        return float(scored - allowed)
    return float(scored)


def sweep_value(team: int, work: WorkSpace, games: PlayedGames) -> float:
    """1: beat each of the other tied teams; -1: was beaten by each; else 0."""
    teams = len(games.division)
    beat = lost = True
    for other in range(teams):
        if other != team and work.inside[other]:
            beat = beat and games.won[team * teams + other] > games.won[other * teams + team]
            lost = lost and games.won[team * teams + other] < games.won[other * teams + team]
    return (1.0 if beat else 0.0) - (1.0 if lost else 0.0)


def strength_value(team: int, games: PlayedGames, beaten: bool) -> float:
    """The PCT of the teams beaten, or of all teams met, each as often as it was."""
    half_wins = played = 0
    teams = len(games.division)
    for other in range(teams):
        times = games.won[team * teams + other] if beaten else games_between(team, other, games)
        if other != team:
            half_wins += times * games.records[2 * other]
            played += times * games.records[2 * other + 1]
    return half_wins / (2.0 * played) if played else 0.0


def ranks_value(team: int, scope: int, games: PlayedGames) -> float:
    """Minus the sum of the places in points scored and in points allowed."""
    places = 2
    scored, allowed = total_points(team, games)
    for other in range(len(games.conference)):
        if other != team and (scope != 3 or games.conference[team] == games.conference[other]):
            other_scored, other_allowed = total_points(other, games)
            places += (other_scored > scored) + (other_allowed < allowed)
    return -float(places)


def total_points(team: int, games: PlayedGames) -> tuple[int, int]:
    """Points scored and allowed in all games."""
    scored = allowed = 0
    teams = len(games.division)
    for other in range(teams):
        scored += games.points[team * teams + other]
        allowed += games.points[other * teams + team]
    return scored, allowed


def mark_common(start: int, end: int, work: WorkSpace, games: PlayedGames) -> None:
    """Mark the teams that all of out[start:end] have met."""
    for other in range(len(work.common)):
        work.common[other] = 1
        for place in range(start, end):
            team = work.out[place]
            if team == other or not games_between(team, other, games):
                work.common[other] = 0


def fill_values(
    start: int, end: int, number: int, order: OrderRules, work: WorkSpace, games: PlayedGames
) -> None:
    """The tie-breaker's value of each of out[start:end] into `values`, by place; all equal where it does not
    apply."""
    measure, scope, least = (
        order.rules[4 * number],
        order.rules[4 * number + 1],
        order.rules[4 * number + 3],
    )
    for team in range(len(work.inside)):
        work.inside[team] = 0
    for place in range(start, end):
        work.inside[work.out[place]] = 1
    if scope == 4:
        mark_common(start, end, work, games)
    applies = True
    for place in range(start, end):
        team = work.out[place]
        if measure < 4:
            value = record_value(team, measure, scope, least, work, games)
            applies = applies and value > -1e8
        elif measure == 4:
            value = sweep_value(team, work, games)
        elif measure < 7:
            value = strength_value(team, games, measure == 5)
        elif measure == 7:
            value = ranks_value(team, scope, games)
        else:
            value = -float(games.listed[team])
            applies = applies and games.division[team] == games.division[work.out[start]]
        work.values[place] = value
    if not applies:
        for place in range(start, end):
            work.values[place] = 0.0


def sort_places(start: int, end: int, work: WorkSpace) -> None:
    """Higher values first; equal ones keep their order."""
    out, values = work.out, work.values
    for place in range(start + 1, end):
        team, value = out[place], values[place]
        hole = place
        while hole > start and values[hole - 1] < value:
            out[hole], values[hole] = out[hole - 1], values[hole - 1]
            hole -= 1
        out[hole], values[hole] = team, value


def use_lots(start: int, end: int, work: WorkSpace) -> bool:
    """The lots for the place `start` into `values`; False, and the teams marked, where they are not drawn
    yet."""
    teams = len(work.inside)
    for team in range(teams):
        work.inside[team] = 0
    drawn = True
    for place in range(start, end):
        work.inside[work.out[place]] = 1
        work.values[place] = work.lots[start * teams + work.out[place]]
        drawn = drawn and work.values[place] != -1.0
    return drawn


def bring_heads(start: int, size: int, work: WorkSpace, games: PlayedGames) -> int:
    """Bring the first left of each division to the front, in their order; where they end."""
    end = start
    for place in range(start, size):
        team = work.out[place]
        seen = False
        for head in range(start, end):
            seen = seen or games.division[work.out[head]] == games.division[team]
        if not seen:
            for hole in range(place, end, -1):
                work.out[hole] = work.out[hole - 1]
            work.out[end] = team
            end += 1
    return end


def settle_heads(start: int, size: int, reason: int, work: WorkSpace, games: PlayedGames) -> None:
    """Teams of the division just served lost this place to a team of their own division."""
    for place in range(start + 1, size):
        if games.division[work.out[place]] == games.division[work.out[start]]:
            work.beaten[work.out[place]] = reason


def split_all(size: int, number: int, order: OrderRules, work: WorkSpace, games: PlayedGames) -> bool:
    """Apply one tie-breaker to every set of tied teams (reasons below 0 join places); was any set split?"""
    changed = False
    start = 0
    while start < size:
        end = start + 1
        while end < size and work.reasons[end - 1] < 0:
            end += 1
        if end - start > 1 and (not order.rules[4 * number + 2] or end - start == 2):
            fill_values(start, end, number, order, work, games)
            sort_places(start, end, work)
            for place in range(start, end - 1):
                if work.values[place] != work.values[place + 1]:
                    work.reasons[place] = number
                    changed = True
        start = end
    return changed


def rank_by_sets(size: int, again: bool, order: OrderRules, work: WorkSpace, games: PlayedGames) -> int:
    """Modes ONCE and AGAIN: sets of tied teams are split, tie-breaker by tie-breaker."""
    last = len(order.rules) // 4
    for place in range(size):
        work.reasons[place] = -1
    number = 0
    while number < last:
        changed = split_all(size, number, order, work, games)
        number = 0 if changed and again else number + 1
    start = 0
    while start < size:
        end = start + 1
        while end < size and work.reasons[end - 1] < 0:
            end += 1
        if end - start > 1:
            if not use_lots(start, end, work):
                return start
            sort_places(start, end, work)
            for place in range(start, end - 1):
                work.reasons[place] = last
        start = end
    return -1


def rank_by_best(size: int, wanted: int, order: OrderRules, work: WorkSpace, games: PlayedGames) -> int:
    """Mode BEST: place after place."""
    last = len(order.rules) // 4
    for start in range(wanted):
        end = size
        if order.heads:
            end = bring_heads(start, size, work, games)
        number = 0
        while end - start > 1:
            if number == last:
                if not use_lots(start, end, work):
                    return start
            elif order.rules[4 * number + 2] and end - start > 2:
                number += 1
                continue
            else:
                fill_values(start, end, number, order, work, games)
            sort_places(start, end, work)
            left = end
            while work.values[left - 1] != work.values[start]:
                left -= 1
                work.beaten[work.out[left]] = number
            number = number + 1 if left == end else 0
            end = left
        if start:
            work.reasons[start - 1] = work.beaten[work.out[start]]
        if order.heads:
            settle_heads(start, size, last + 1, work, games)
    return -1


def rank_teams(size: int, wanted: int, order: OrderRules, work: WorkSpace, games: PlayedGames) -> int:
    """Put out[:size] into order, the first `wanted` places at least, best first.

    Returns -1, or the place that needs a lot among the teams marked `inside`.
    """
    if order.mode == 2:
        return rank_by_best(size, wanted, order, work, games)
    return rank_by_sets(size, order.mode == 1, order, work, games)
