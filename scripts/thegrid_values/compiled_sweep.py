"""The compiled loop of the backward induction (numba). Imported by `induction` alone, when values are made.

w[n, mine, theirs, d, q, right]: the win chance of the side with the ball, n cards left, `mine` and `theirs`
timeouts, score difference d - CLIP, situation q, and who may re-roll the next play (0 nobody, 1 offense,
2 defense).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np

from fieldhouse.games.thegrid.coaches.play_odds import LOST, RESULTS
from fieldhouse.games.thegrid.coaches.value_table import CLIP, TIME_OUTS
from fieldhouse.solve.matrix import compiled_pivot

F = TypeVar("F", bound=Callable[..., Any])
PIVOTS = compiled_pivot()
SPREAD = 2 * CLIP + 1


def jit(function: F) -> F:
    """numba.njit that keeps the type."""
    return cast(F, numba.njit(function))


class Numbers(NamedTuple):
    """The abstraction's chances; see `induction.numbers`."""

    pmf: Any
    risk: Any
    extra: Any
    back: float
    field_goal: Any
    zone: Any
    cards: Any
    lower: Any
    situations: Any
    index: Any


@jit
def clipped(diff: int) -> int:
    """A score difference as an index."""
    return max(-CLIP, min(CLIP, diff)) + CLIP


@jit
def game_value(matrix: Any, rows: int, columns: int) -> float:
    """The value of a matrix game; the same simplex that the coach uses."""
    least, most = matrix[0, 0], matrix[0, 0]
    for i in range(rows):
        for j in range(columns):
            least, most = min(least, matrix[i, j]), max(most, matrix[i, j])
    scale = most - least
    if scale < 1e-9:
        return float(least)
    t = np.ones((rows + 1, columns + 1))
    for i in range(rows):
        for j in range(columns):
            t[i, j] = 1.0 + (matrix[i, j] - least) / scale
    t[rows, :columns] = -1.0
    t[rows, columns] = 0.0
    PIVOTS(t, np.arange(columns, columns + rows), np.arange(columns), rows, columns)
    return float((1.0 / t[rows, columns] - 1.0) * scale + least)


@jit
def kickoff(w: Any, end: Any, n: int, d: int, mine: int, theirs: int, a: Numbers) -> float:
    """The receiver's chance with n cards before the kickoff's card; none is held on an empty deck."""
    if n <= 1:
        return float(end[d, mine, theirs])
    value = 0.0
    for k in range(6):
        value += a.lower[k] * w[n - 1, mine, theirs, d, a.index[k + 1, 1, k + 5], 0]
    return value


@jit
def clock(w: Any, end: Any, n: int, mine: int, theirs: int, d: int, q: int) -> float:
    """The offense's best: one card, two or a timeout, each against the defense's best reply."""
    if n == 0:
        return float(end[d, mine, theirs])
    best = 0.0
    for flips in range(1, 3):
        value = end[d, mine, theirs] if n <= flips else w[n - flips, mine, theirs, d, q, 0]
        if theirs > 0:
            value = min(value, w[n, mine, theirs - 1, d, q, 2])
        best = max(best, value)
    if mine > 0:
        best = max(best, w[n, mine - 1, theirs, d, q, 1])
    return float(best)


@jit
def clocks(w: Any, end: Any, n: int, c: Any) -> None:
    """c[mine, theirs, d, q]: the chance when extra cards are due and n cards are left."""
    for mine in range(TIME_OUTS + 1):
        for theirs in range(TIME_OUTS + 1):
            for d in range(SPREAD):
                for q in range(c.shape[3]):
                    c[mine, theirs, d, q] = clock(w, end, n, mine, theirs, d, q)


@jit
def worths(
    w: Any, end: Any, n: int, d: int, mine: int, theirs: int, a: Numbers, ball: Any, worth: Any
) -> None:
    """With n cards left: ball[b] when the other side has it at our box b, and the worth of scores."""
    diff = d - CLIP
    flip = clipped(-diff)
    for box in range(1, 12):
        if n == 0:
            ball[box] = end[d, mine, theirs]
        else:
            at = a.index[12 - box, 1, min(12, 16 - box)]
            ball[box] = 1.0 - w[n, theirs, mine, flip, at, 0]
    worth[0] = 1.0 - kickoff(w, end, n, clipped(2 - diff), theirs, mine, a)
    worth[1] = 1.0 - kickoff(w, end, n, clipped(-diff - 6), theirs, mine, a)
    worth[2] = 1.0 - kickoff(w, end, n, clipped(-diff - 7), theirs, mine, a)
    worth[3] = 1.0 - kickoff(w, end, n, clipped(-diff - 3), theirs, mine, a)
    six = kickoff(w, end, n, clipped(diff - 6), mine, theirs, a)
    seven = kickoff(w, end, n, clipped(diff - 7), mine, theirs, a)
    worth[4] = six + a.back * (seven - six)


@jit
def taken(box: int, air: int, a: Numbers, ball: Any, worth: Any) -> float:
    """The offense's chance after an interception (TG-15.2 to TG-15.6)."""
    spot = box + air
    if spot >= 12:
        return float(ball[8])
    value = 0.0
    for k in range(6):
        ends = spot - k - 1
        value += a.lower[k] * (worth[4] if ends <= 0 else ball[ends])
    return value


@jit
def result_values(i: int, box: int, a: Numbers, keep: Any, ball: Any, worth: Any, values: Any) -> None:
    """values[x]: the chance after each result of card i, its timing card of any suit alike."""
    loss, sack, steal, fumble, air = a.risk[i, 0], a.risk[i, 1], a.risk[i, 2], a.risk[i, 3], int(a.risk[i, 4])
    here = keep[box]
    values[0] = 0.0
    if air > 0:
        back = worth[0] if box <= 2 else keep[box - 2]
        gone = taken(box, air, a, ball, worth)
        values[0] = here + 0.25 * sack * (back - here) + 0.25 * steal * (gone - here)
    back = worth[0] if box <= 1 else keep[box - 1]
    values[1] = here + 0.25 * loss * (back - here) + 0.25 * fumble * LOST * (ball[box] - here)
    for x in range(2, RESULTS):
        spot = box + x - 1
        if spot >= 12:
            values[x] = worth[1] + a.extra[i] * (worth[2] - worth[1])
        else:
            values[x] = keep[spot] + 0.25 * fumble * LOST * (ball[spot] - keep[spot])


@jit
def entry(pmf: Any, values: Any, right: int) -> float:
    """One pair of cards: the mean, or with a re-roll right the better (or worse) of keeping and the mean."""
    mean = 0.0
    for x in range(RESULTS):
        mean += pmf[x] * values[x]
    if right == 0:
        return mean
    total = 0.0
    for x in range(RESULTS):
        total += pmf[x] * (max(values[x], mean) if right == 1 else min(values[x], mean))
    return total


@jit
def fill(matrix: Any, every: Any, box: int, right: int, a: Numbers) -> int:
    """The matrix of the legal cards from a box; returns how many there are."""
    rows = 0
    for i in range(a.pmf.shape[1]):
        if a.cards[box, i]:
            for j in range(a.pmf.shape[2]):
                matrix[rows, j] = entry(a.pmf[a.zone[box], i, j], every[i], right)
            rows += 1
    return rows


@jit
def keeps(c: Any, mine: int, theirs: int, d: int, q: int, a: Numbers, ball: Any, keep: Any) -> None:
    """keep[b]: the chance when the play ends with the offense's ball at box b, downs checked."""
    box, down, marker = a.situations[q, 0], a.situations[q, 1], a.situations[q, 2]
    for spot in range(max(1, box - 2), 12):
        if spot >= marker:
            keep[spot] = c[mine, theirs, d, a.index[spot, 1, min(12, spot + 4)]]
        elif down == 4:
            keep[spot] = ball[spot]
        else:
            keep[spot] = c[mine, theirs, d, a.index[spot, down + 1, marker]]


@jit
def step(w: Any, end: Any, c: Any, n: int, a: Numbers) -> None:
    """Fill w[n] from what is known with fewer cards; c is room for the clock."""
    clocks(w, end, n - 1, c)
    cards, columns = a.pmf.shape[1], a.pmf.shape[2]
    every = np.zeros((cards, RESULTS))
    matrix = np.zeros((cards, columns))
    keep, ball, worth = np.zeros(13), np.zeros(13), np.zeros(5)
    for mine in range(TIME_OUTS + 1):
        for theirs in range(TIME_OUTS + 1):
            for d in range(SPREAD):
                worths(w, end, n - 1, d, mine, theirs, a, ball, worth)
                for q in range(len(a.situations)):
                    box = a.situations[q, 0]
                    keeps(c, mine, theirs, d, q, a, ball, keep)
                    kick = a.field_goal[box] * worth[3] + (1.0 - a.field_goal[box]) * ball[box]
                    for i in range(cards):
                        result_values(i, box, a, keep, ball, worth, every[i])
                    for right in range(3):
                        rows = fill(matrix, every, box, right, a)
                        w[n, mine, theirs, d, q, right] = max(kick, game_value(matrix, rows, columns))
