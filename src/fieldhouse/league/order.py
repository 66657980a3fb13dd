"""The order of level teams: declared criteria applied as declared (`criteria.Ranking`).

Plain loops over anything that can be indexed: lists for one season; `odds.py` compiles these same functions
for arrays. That is why they take numbers and work space instead of objects. `won`, `drawn` and `points` are
by team and opponent.

Lots are not drawn here. Where teams stay level, `ordered` marks them in `inside` and gives the place their
lot is for; it is called again with the lot filled in.
"""

from __future__ import annotations

from typing import Any

Numbers = Any
"""A list or an array of numbers."""
Grid = Any
"""Numbers by row and column."""

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


def met(team: int, other: int, won: Grid, drawn: Grid) -> int:
    """Games between the two."""
    return int(won[team][other] + won[other][team] + drawn[team][other])


def record_value(
    team: int,
    measure: int,
    scope: int,
    least: int,
    inside: Numbers,
    common: Numbers,
    won: Grid,
    drawn: Grid,
    points: Grid,
    division: Numbers,
    conference: Numbers,
) -> float:
    """Points, share of wins, difference or points scored over the games of the scope."""
    half_wins = games = scored = allowed = 0
    for other in range(len(won)):
        if other != team and in_scope(scope, team, other, inside, common, division, conference):
            half_wins += 2 * won[team][other] + drawn[team][other]
            games += met(team, other, won, drawn)
            scored += points[team][other]
            allowed += points[other][team]
    if games < least:
        return -1e9
    if measure == 0:
        return float(half_wins)
    if measure == 1:
        return half_wins / (2.0 * games) if games else 0.5
    if measure == 2:
        return float(scored - allowed)
    return float(scored)


def sweep_value(team: int, inside: Numbers, won: Grid, drawn: Grid) -> float:
    """1: beat each of the other level teams; -1: was beaten by each; else 0."""
    beat = lost = True
    for other in range(len(won)):
        if other != team and inside[other]:
            beat = beat and won[team][other] > won[other][team]
            lost = lost and won[team][other] < won[other][team]
    return float(beat) - float(lost)


def strength_value(team: int, won: Grid, drawn: Grid, beaten: bool) -> float:
    """The share of wins of the teams beaten, or of all teams met, as often as they were."""
    half_wins = games = 0
    for other in range(len(won)):
        times = won[team][other] if beaten else met(team, other, won, drawn)
        if other != team and times:
            for third in range(len(won)):
                half_wins += times * (2 * won[other][third] + drawn[other][third])
                games += times * met(other, third, won, drawn)
    return half_wins / (2.0 * games) if games else 0.0


def ranks_value(team: int, scope: int, points: Grid, conference: Numbers) -> float:
    """Minus the sum of the places in points scored and in points allowed."""
    places = 2
    scored, allowed = totals(team, points)
    for other in range(len(points)):
        if other != team and (scope != 3 or conference[team] == conference[other]):
            other_scored, other_allowed = totals(other, points)
            places += (other_scored > scored) + (other_allowed < allowed)
    return -float(places)


def totals(team: int, points: Grid) -> tuple[int, int]:
    """Points scored and allowed."""
    scored = allowed = 0
    for other in range(len(points)):
        scored += points[team][other]
        allowed += points[other][team]
    return scored, allowed


def mark_common(out: Numbers, start: int, end: int, common: Numbers, won: Grid, drawn: Grid) -> None:
    """Mark the teams that all of out[start:end] have met."""
    for other in range(len(won)):
        common[other] = 1
        for place in range(start, end):
            team = out[place]
            if team == other or not met(team, other, won, drawn):
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
    won: Grid,
    drawn: Grid,
    points: Grid,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> None:
    """The criterion's value of each of out[start:end] into `values`, by place. All equal where it does not
    apply."""
    for team in range(len(won)):
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
                team, measure, scope, least, inside, common, won, drawn, points, division, conference
            )
            applies = applies and value > -1e8
        elif measure == 4:
            value = sweep_value(team, inside, won, drawn)
        elif measure < 7:
            value = strength_value(team, won, drawn, measure == 5)
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


def use_lots(out: Numbers, start: int, end: int, lots: Grid, values: Numbers, inside: Numbers) -> bool:
    """The lots for the place `start` into `values`; False, and the teams marked, where they are not drawn
    yet."""
    for team in range(len(inside)):
        inside[team] = 0
    drawn = True
    for place in range(start, end):
        inside[out[place]] = 1
        values[place] = lots[start][out[place]]
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
    rule: Numbers,
    reasons: Numbers,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    won: Grid,
    drawn: Grid,
    points: Grid,
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
        if end - start > 1 and (not rule[2] or end - start == 2):
            evaluate(
                out, start, end, rule[0], rule[1], rule[3], values, inside, common, won, drawn, points,
                division, conference, listed,
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
    rules: Grid,
    lots: Grid,
    reasons: Numbers,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    won: Grid,
    drawn: Grid,
    points: Grid,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> int:
    """Modes ONCE and AGAIN: sets of level teams are split, criterion by criterion."""
    for place in range(size):
        reasons[place] = -1
    number = 0
    while number < len(rules):
        changed = split_all(
            out, size, number, rules[number], reasons, values, inside, common, won, drawn, points,
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
                reasons[place] = len(rules)
        start = end
    return -1


def ordered_by_best(
    out: Numbers,
    size: int,
    heads: bool,
    rules: Grid,
    lots: Grid,
    reasons: Numbers,
    beaten: Numbers,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    won: Grid,
    drawn: Grid,
    points: Grid,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> int:
    """Mode BEST: place after place. `beaten` keeps by what a team lost the place before its own."""
    for start in range(size):
        end = size
        if heads:
            end = bring_heads(out, start, size, division)
        number = 0
        while end - start > 1:
            if number == len(rules):
                if not use_lots(out, start, end, lots, values, inside):
                    return start
            elif rules[number][2] and end - start > 2:
                number += 1
                continue
            else:
                evaluate(
                    out, start, end, rules[number][0], rules[number][1], rules[number][3], values, inside,
                    common, won, drawn, points,
            division, conference, listed,
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
            settle_heads(out, start, size, beaten, len(rules) + 1, division)
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
    mode: int,
    heads: bool,
    rules: Grid,
    lots: Grid,
    reasons: Numbers,
    beaten: Numbers,
    values: Numbers,
    inside: Numbers,
    common: Numbers,
    won: Grid,
    drawn: Grid,
    points: Grid,
    division: Numbers,
    conference: Numbers,
    listed: Numbers,
) -> int:
    """Put out[:size] into order, best first; -1, or the place that needs a lot among the teams marked
    `inside`.

    `rules` has a row a criterion: measure, scope, only for two, least games. `reasons[n]` says by which
    criterion place n stands above place n + 1: its number, len(rules) for a lot, one more for the place in
    the division.
    """
    if mode == 2:
        return ordered_by_best(
            out, size, heads, rules, lots, reasons, beaten, values, inside, common, won, drawn, points,
            division, conference, listed,
        )  # fmt: skip
    return ordered_by_sets(
        out, size, mode == 1, rules, lots, reasons, values, inside, common, won, drawn, points,
            division, conference, listed,
        )  # fmt: skip
