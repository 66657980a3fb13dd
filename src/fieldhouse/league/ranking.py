"""The order of level teams: declared criteria applied as declared (`criteria.Ranking`).

Plain loops over anything that can be indexed: lists for one season; `odds.py` compiles these same functions
for arrays. That is why they take numbers and work space instead of objects. `won`, `drawn` and `points` are
by team and opponent, row after row; `records` are the half wins and the games of each team.

Lots are not drawn here. Where teams stay level, `ordered` marks them in `inside` and gives the place their
lot is for; it is called again with the lot filled in.
"""

from __future__ import annotations

from typing import Any

Numbers = Any
"""A list or an array of numbers."""

NOT_DRAWN = -1.0


def in_scope(
    scope: int,
    team: int,
    other: int,
    inside: Numbers,
    common: Numbers,
    division: Numbers,
    conference: Numbers,
) -> bool:
    """Does a game between the two count? (Numbers of `criteria.Scope`.)"""
    if scope == 1:
        return bool(inside[other])
    if scope == 2:
        return bool(division[team] == division[other])
    if scope == 3:
        return bool(conference[team] == conference[other])
    if scope == 4:
        return bool(common[other])
    return True


def met(team: int, other: int, teams: int, won: Numbers, drawn: Numbers) -> int:
    """Games between the two."""
    return int(won[team * teams + other] + won[other * teams + team] + drawn[team * teams + other])


def record_value(
    team: int,
    measure: int,
    scope: int,
    least: int,
    inside: Numbers,
    common: Numbers,
    records: Numbers,
    won: Numbers,
    drawn: Numbers,
    points: Numbers,
    division: Numbers,
    conference: Numbers,
) -> float:
    """Points, share of wins, difference or points scored over the games of the scope."""
    half_wins = games = scored = allowed = 0
    teams = len(inside)
    whole = scope == 0 and measure < 2
    if whole:
        half_wins, games = records[2 * team], records[2 * team + 1]
    for other in range(0 if whole else teams):
        if other != team and in_scope(scope, team, other, inside, common, division, conference):
            wins, draws = won[team * teams + other], drawn[team * teams + other]
            half_wins += 2 * wins + draws
            games += wins + draws + won[other * teams + team]
            if measure > 1:
                scored += points[team * teams + other]
                allowed += points[other * teams + team]
    if games < least:
        return -1e9
    if measure == 0:
        return float(half_wins)
    if measure == 1:
        return half_wins / (2.0 * games) if games else 0.5
    if measure == 2:
        return float(scored - allowed)
    return float(scored)


def sweep_value(team: int, inside: Numbers, won: Numbers, drawn: Numbers) -> float:
    """1: beat each of the other level teams; -1: was beaten by each; else 0."""
    teams = len(inside)
    beat = lost = True
    for other in range(teams):
        if other != team and inside[other]:
            beat = beat and won[team * teams + other] > won[other * teams + team]
            lost = lost and won[team * teams + other] < won[other * teams + team]
    return (1.0 if beat else 0.0) - (1.0 if lost else 0.0)


def strength_value(
    team: int, teams: int, records: Numbers, won: Numbers, drawn: Numbers, beaten: bool
) -> float:
    """The share of wins of the teams beaten, or of all teams met, as often as they were."""
    half_wins = games = 0
    for other in range(teams):
        times = won[team * teams + other] if beaten else met(team, other, teams, won, drawn)
        if other != team:
            half_wins += times * records[2 * other]
            games += times * records[2 * other + 1]
    return half_wins / (2.0 * games) if games else 0.0


def ranks_value(team: int, scope: int, points: Numbers, conference: Numbers) -> float:
    """Minus the sum of the places in points scored and in points allowed."""
    places = 2
    teams = len(conference)
    scored, allowed = totals(team, teams, points)
    for other in range(teams):
        if other != team and (scope != 3 or conference[team] == conference[other]):
            other_scored, other_allowed = totals(other, teams, points)
            places += (other_scored > scored) + (other_allowed < allowed)
    return -float(places)


def totals(team: int, teams: int, points: Numbers) -> tuple[int, int]:
    """Points scored and allowed."""
    scored = allowed = 0
    for other in range(teams):
        scored += points[team * teams + other]
        allowed += points[other * teams + team]
    return scored, allowed


def mark_common(out: Numbers, start: int, end: int, common: Numbers, won: Numbers, drawn: Numbers) -> None:
    """Mark the teams that all of out[start:end] have met."""
    teams = len(common)
    for other in range(teams):
        common[other] = 1
        for place in range(start, end):
            team = out[place]
            if team == other or not met(team, other, teams, won, drawn):
                common[other] = 0


def evaluate(
    out: Numbers,
    start: int,
    end: int,
    measure: int,
    scope: int,
    least: int,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    records: Numbers,
    won: Numbers,
    drawn: Numbers,
    points: Numbers,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> None:
    """The criterion's value of each of out[start:end] into `values`, by place. All equal where it does not
    apply."""
    for team in range(len(inside)):
        inside[team] = 0
    for place in range(start, end):
        inside[out[place]] = 1
    if scope == 4:
        mark_common(out, start, end, common, won, drawn)
    applies = True
    for place in range(start, end):
        team = out[place]
        if measure < 4:
            value = record_value(
                team, measure, scope, least, inside, common, records, won, drawn, points, division, conference
            )
            applies = applies and value > -1e8
        elif measure == 4:
            value = sweep_value(team, inside, won, drawn)
        elif measure < 7:
            value = strength_value(team, len(inside), records, won, drawn, measure == 5)
        elif measure == 7:
            value = ranks_value(team, scope, points, conference)
        else:
            value = -float(listed[team])
            applies = applies and division[team] == division[out[start]]
        values[place] = value
    if not applies:
        for place in range(start, end):
            values[place] = 0.0


def sort_places(out: Numbers, values: Numbers, start: int, end: int) -> None:
    """Higher values first; equal ones keep their order."""
    for place in range(start + 1, end):
        team, value = out[place], values[place]
        hole = place
        while hole > start and values[hole - 1] < value:
            out[hole], values[hole] = out[hole - 1], values[hole - 1]
            hole -= 1
        out[hole], values[hole] = team, value


def use_lots(out: Numbers, start: int, end: int, lots: Numbers, values: Numbers, inside: Numbers) -> bool:
    """The lots for the place `start` into `values`; False, and the teams marked, where they are not drawn
    yet."""
    for team in range(len(inside)):
        inside[team] = 0
    drawn = True
    for place in range(start, end):
        inside[out[place]] = 1
        values[place] = lots[start * len(inside) + out[place]]
        drawn = drawn and values[place] != -1.0
    return drawn


def bring_heads(out: Numbers, start: int, size: int, division: Numbers) -> int:
    """Bring the first left of each division to the front, in their order; where they end."""
    end = start
    for place in range(start, size):
        team = out[place]
        seen = False
        for head in range(start, end):
            seen = seen or division[out[head]] == division[team]
        if not seen:
            for hole in range(place, end, -1):
                out[hole] = out[hole - 1]
            out[end] = team
            end += 1
    return end


def split_all(
    out: Numbers,
    size: int,
    number: int,
    rules: Numbers,
    reasons: Numbers,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    records: Numbers,
    won: Numbers,
    drawn: Numbers,
    points: Numbers,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> bool:
    """Apply one criterion to every set of level teams (reasons below 0 join places); was any set split?"""
    changed = False
    start = 0
    while start < size:
        end = start + 1
        while end < size and reasons[end - 1] < 0:
            end += 1
        if end - start > 1 and (not rules[4 * number + 2] or end - start == 2):
            evaluate(
                out, start, end, rules[4 * number], rules[4 * number + 1], rules[4 * number + 3], values,
                inside, common, records, won, drawn, points, division, conference, listed,
            )  # fmt: skip
            sort_places(out, values, start, end)
            for place in range(start, end - 1):
                if values[place] != values[place + 1]:
                    reasons[place] = number
                    changed = True
        start = end
    return changed


def ordered_by_sets(
    out: Numbers,
    size: int,
    again: bool,
    rules: Numbers,
    lots: Numbers,
    reasons: Numbers,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    records: Numbers,
    won: Numbers,
    drawn: Numbers,
    points: Numbers,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> int:
    """Modes ONCE and AGAIN: sets of level teams are split, criterion by criterion."""
    for place in range(size):
        reasons[place] = -1
    number = 0
    while number < len(rules) // 4:
        changed = split_all(
            out, size, number, rules, reasons, values, inside, common, records, won, drawn, points,
            division, conference, listed,
        )  # fmt: skip
        number = 0 if changed and again else number + 1
    start = 0
    while start < size:
        end = start + 1
        while end < size and reasons[end - 1] < 0:
            end += 1
        if end - start > 1:
            if not use_lots(out, start, end, lots, values, inside):
                return start
            sort_places(out, values, start, end)
            for place in range(start, end - 1):
                reasons[place] = len(rules) // 4
        start = end
    return -1


def ordered_by_best(
    out: Numbers,
    size: int,
    wanted: int,
    heads: bool,
    rules: Numbers,
    lots: Numbers,
    reasons: Numbers,
    beaten: Numbers,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    records: Numbers,
    won: Numbers,
    drawn: Numbers,
    points: Numbers,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> int:
    """Mode BEST: place after place. `beaten` keeps by what a team lost the place before its own."""
    for start in range(wanted):
        end = size
        if heads:
            end = bring_heads(out, start, size, division)
        number = 0
        while end - start > 1:
            if number == len(rules) // 4:
                if not use_lots(out, start, end, lots, values, inside):
                    return start
            elif rules[4 * number + 2] and end - start > 2:
                number += 1
                continue
            else:
                evaluate(
                    out, start, end, rules[4 * number], rules[4 * number + 1], rules[4 * number + 3],
                    values, inside, common, records, won, drawn, points, division, conference, listed,
                )  # fmt: skip
            sort_places(out, values, start, end)
            last = end
            while values[last - 1] != values[start]:
                last -= 1
                beaten[out[last]] = number
            number = number + 1 if last == end else 0
            end = last
        if start:
            reasons[start - 1] = beaten[out[start]]
        if heads:
            settle_heads(out, start, size, beaten, len(rules) // 4 + 1, division)
    return -1


def settle_heads(
    out: Numbers, start: int, size: int, beaten: Numbers, reason: int, division: Numbers
) -> None:
    """Teams of the division just served lost this place to a team of their own division."""
    for place in range(start + 1, size):
        if division[out[place]] == division[out[start]]:
            beaten[out[place]] = reason


def ordered(
    out: Numbers,
    size: int,
    wanted: int,
    mode: int,
    heads: bool,
    rules: Numbers,
    lots: Numbers,
    reasons: Numbers,
    beaten: Numbers,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    records: Numbers,
    won: Numbers,
    drawn: Numbers,
    points: Numbers,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> int:
    """Put out[:size] into order, the first `wanted` places at least, best first.

    Gives -1, or the place that needs a lot among the teams marked `inside`.

    `rules` has four numbers a criterion: measure, scope, only for two, least games. `reasons[n]` says by
    which criterion place n stands above place n + 1: its number, len(rules) // 4 for a lot, one more for
    the place in the division.
    """
    if mode == 2:
        return ordered_by_best(
            out, size, wanted, heads, rules, lots, reasons, beaten, values, inside, common, records, won,
            drawn, points, division, conference, listed,
        )  # fmt: skip
    return ordered_by_sets(
        out, size, mode == 1, rules, lots, reasons, values, inside, common, records, won, drawn, points,
        division, conference, listed,
    )  # fmt: skip
