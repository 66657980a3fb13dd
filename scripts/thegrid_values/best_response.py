"""How much a best-responding caller gains against `allpro`, in the abstraction of `induction` (numba).

`allpro` plays by the shipped values (timeouts and re-roll rights only roughly): every mix, kick, clock and
re-roll decision is the one it would make. The responder knows all of it and answers best, by backward
induction over whole halves; the end of the first is the second's kickoff, received or kicked with 1/2 each.
The game being fair, the gain is what `allpro`'s mean chance of the two kickoffs falls short of one half.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scripts.thegrid_values.compiled_sweep import (
    PIVOTS,
    SPREAD,
    Numbers,
    clipped,
    clock,
    fill,
    jit,
    result_values,
    worths,
)

from fieldhouse.games.thegrid.coaches.play_odds import RESULTS
from fieldhouse.games.thegrid.coaches.value_table import (
    CARDS,
    CLIP,
    LATE,
    PATTERNS,
    SHAPE,
    SITUATIONS,
    STRENGTH,
    TIME_OUTS,
    UNIT,
    Values,
)


class Ends(NamedTuple):
    """What the end of the half is worth by score and timeouts: to the side itself as `allpro` believes, and
    to `allpro` in truth."""

    believed: Any
    true: Any


@jit
def mixes(matrix: Any, rows: int, columns: int, x: Any, y: Any) -> float:
    """Solve a matrix game; the row mix goes to x, the column mix to y."""
    least, most = matrix[0, 0], matrix[0, 0]
    for i in range(rows):
        for j in range(columns):
            least, most = min(least, matrix[i, j]), max(most, matrix[i, j])
    scale = max(most - least, 1e-9)
    t = np.ones((rows + 1, columns + 1))
    for i in range(rows):
        for j in range(columns):
            t[i, j] = 1.0 + (matrix[i, j] - least) / scale
    t[rows, :columns] = -1.0
    t[rows, columns] = 0.0
    basis, outside = np.arange(columns, columns + rows), np.arange(columns)
    PIVOTS(t, basis, outside, rows, columns)
    total = t[rows, columns]
    x[:] = 0.0
    y[:] = 0.0
    for i in range(rows):
        if basis[i] < columns:
            y[basis[i]] = t[i, columns] / total
    for j in range(columns):
        if outside[j] >= columns:
            x[outside[j] - columns] = t[rows, j] / total
    return float((1.0 / total - 1.0) * scale + least)


@jit
def kept_at(c: Any, d: int, q: int, a: Numbers, ball: Any, keep: Any) -> None:
    """keep[b] from clock values c[d, q] of one pair of timeouts."""
    box, down, marker = a.situations[q, 0], a.situations[q, 1], a.situations[q, 2]
    for spot in range(max(1, box - 2), 12):
        if spot >= marker:
            keep[spot] = c[d, a.index[spot, 1, min(12, spot + 4)]]
        elif down == 4:
            keep[spot] = ball[spot]
        else:
            keep[spot] = c[d, a.index[spot, down + 1, marker]]


@jit
def believe(b: Any, end: Any, look: Any, xs: Any, ys: Any, n: int, a: Numbers) -> None:
    """allpro's one step of look-ahead from its believed values b: look[n], and the mixes of that step.

    A kick that is worth more than the play is marked by xs[..., 0] = -1.
    """
    cards, columns = a.pmf.shape[1], a.pmf.shape[2]
    every, matrix = np.zeros((cards, RESULTS)), np.zeros((cards, columns))
    keep, ball, worth = np.zeros(13), np.zeros(13), np.zeros(5)
    c = np.zeros((SPREAD, len(a.situations)))
    for mine in range(b.shape[1]):
        for theirs in range(b.shape[2]):
            for d in range(SPREAD):
                for q in range(len(a.situations)):
                    c[d, q] = clock(b, end, n - 1, mine, theirs, d, q)
            for d in range(SPREAD):
                worths(b, end, n - 1, d, mine, theirs, a, ball, worth)
                for q in range(len(a.situations)):
                    box = a.situations[q, 0]
                    kept_at(c, d, q, a, ball, keep)
                    kick = a.field_goal[box] * worth[3] + (1.0 - a.field_goal[box]) * ball[box]
                    for i in range(cards):
                        result_values(i, box, a, keep, ball, worth, every[i])
                    for right in range(3):
                        rows = fill(matrix, every, box, right, a)
                        x, y = xs[mine, theirs, d, q, right], ys[mine, theirs, d, q, right]
                        value = mixes(matrix, rows, columns, x, y)
                        look[n, mine, theirs, d, q, right] = max(kick, value)
                        if kick > value:
                            x[0] = -1.0


# u[side, n, ours, theirs, d, q, right]: allpro's true chance. side 0: allpro has the ball, 1: the responder.
# `ours` are allpro's timeouts, d is seen by allpro, right: 1 allpro may re-roll, 2 the responder.


@jit
def true_clock(
    u: Any, look: Any, ends: Ends, side: int, n: int, ours: int, theirs: int, d: int, q: int
) -> float:
    """allpro's true chance when extra cards are due: its own choices by belief, the responder's best."""
    end = ends.true
    if n == 0:
        return float(end[d, ours, theirs])
    if side == 0:
        return _our_clock(u, look, ends, n, ours, theirs, d, q)
    flip = SPREAD - 1 - d
    best = 2.0
    for flips in range(1, 3):
        run = end[d, ours, theirs] if n <= flips else u[1, n - flips, ours, theirs, d, q, 0]
        if ours > 0:
            over = ends.believed[flip, theirs, ours]
            believed = over if n <= flips else look[n - flips, theirs, ours, flip, q, 0]
            if look[n, theirs, ours - 1, flip, q, 2] < believed:
                run = u[1, n, ours - 1, theirs, d, q, 1]
        best = min(best, run)
    if theirs > 0:
        best = min(best, u[1, n, ours, theirs - 1, d, q, 2])
    return float(best)


@jit
def _our_clock(u: Any, look: Any, ends: Ends, n: int, ours: int, theirs: int, d: int, q: int) -> float:
    """allpro has the ball: it takes what it believes best."""
    best, true = -1.0, 0.0
    for flips in range(1, 3):
        over = n <= flips
        believed = ends.believed[d, ours, theirs] if over else look[n - flips, ours, theirs, d, q, 0]
        run = ends.true[d, ours, theirs] if over else u[0, n - flips, ours, theirs, d, q, 0]
        if theirs > 0:
            believed = min(believed, look[n, ours, theirs - 1, d, q, 2])
            run = min(run, u[0, n, ours, theirs - 1, d, q, 2])
        if believed > best:
            best, true = believed, run
    if ours > 0 and look[n, ours - 1, theirs, d, q, 1] > best:
        true = u[0, n, ours - 1, theirs, d, q, 1]
    return float(true)


@jit
def true_kickoff(u: Any, end: Any, side: int, n: int, d: int, ours: int, theirs: int, a: Numbers) -> float:
    """allpro's true chance at a kickoff to that side."""
    if n <= 1:
        return float(end[d, ours, theirs])
    value = 0.0
    for k in range(6):
        value += a.lower[k] * u[side, n - 1, ours, theirs, d, a.index[k + 1, 1, k + 5], 0]
    return value


@jit
def true_worths(
    u: Any, end: Any, side: int, n: int, d: int, ours: int, theirs: int, a: Numbers, ball: Any, worth: Any
) -> None:
    """Like `worths`, but true and for allpro: the side with the ball loses it, or somebody scores."""
    diff, sign = d - CLIP, 1 - 2 * side
    for box in range(1, 12):
        at = a.index[12 - box, 1, min(12, 16 - box)]
        ball[box] = end[d, ours, theirs] if n == 0 else u[1 - side, n, ours, theirs, d, at, 0]
    worth[0] = true_kickoff(u, end, 1 - side, n, clipped(diff - 2 * sign), ours, theirs, a)
    worth[1] = true_kickoff(u, end, 1 - side, n, clipped(diff + 6 * sign), ours, theirs, a)
    worth[2] = true_kickoff(u, end, 1 - side, n, clipped(diff + 7 * sign), ours, theirs, a)
    worth[3] = true_kickoff(u, end, 1 - side, n, clipped(diff + 3 * sign), ours, theirs, a)
    six = true_kickoff(u, end, side, n, clipped(diff - 6 * sign), ours, theirs, a)
    seven = true_kickoff(u, end, side, n, clipped(diff - 7 * sign), ours, theirs, a)
    worth[4] = six + a.back * (seven - six)


@jit
def true_entry(pmf: Any, true: Any, believed: Any, side: int, right: int) -> float:
    """One pair of cards for allpro: its re-rolls by belief (offense's view), the responder's best."""
    mean, guess = 0.0, 0.0
    for k in range(RESULTS):
        mean += pmf[k] * true[k]
        guess += pmf[k] * believed[k]
    if right == 0:
        return mean
    total = 0.0
    for k in range(RESULTS):
        if right == 2:
            total += pmf[k] * min(true[k], mean)
        else:
            again = guess > believed[k] if side == 0 else guess < believed[k]
            total += pmf[k] * (mean if again else true[k])
    return total


@jit
def respond(u: Any, b: Any, look: Any, xs: Any, ys: Any, ends: Ends, side: int, n: int, a: Numbers) -> None:
    """Fill u[side, n]: allpro by its mixes, the responder by the best answer to them."""
    cards = a.pmf.shape[1]
    true, guess = np.zeros((cards, RESULTS)), np.zeros((cards, RESULTS))
    keep, ball, worth = np.zeros(13), np.zeros(13), np.zeros(5)
    keep2, ball2, worth2 = np.zeros(13), np.zeros(13), np.zeros(5)
    c, c2 = np.zeros((SPREAD, len(a.situations))), np.zeros((SPREAD, len(a.situations)))
    for ours in range(b.shape[1]):
        for theirs in range(b.shape[2]):
            mine, other = (ours, theirs) if side == 0 else (theirs, ours)
            for d in range(SPREAD):
                for q in range(len(a.situations)):
                    c[d, q] = true_clock(u, look, ends, side, n - 1, ours, theirs, d, q)
                    c2[d, q] = clock(b, ends.believed, n - 1, mine, other, d, q)
            for d in range(SPREAD):
                seen = d if side == 0 else SPREAD - 1 - d
                true_worths(u, ends.true, side, n - 1, d, ours, theirs, a, ball, worth)
                worths(b, ends.believed, n - 1, seen, mine, other, a, ball2, worth2)
                for q in range(len(a.situations)):
                    box = a.situations[q, 0]
                    kept_at(c, d, q, a, ball, keep)
                    kept_at(c2, seen, q, a, ball2, keep2)
                    kick = a.field_goal[box] * worth[3] + (1.0 - a.field_goal[box]) * ball[box]
                    for i in range(cards):
                        result_values(i, box, a, keep, ball, worth, true[i])
                        result_values(i, box, a, keep2, ball2, worth2, guess[i])
                    for right in range(3):
                        # The belief counts rights from the offense: 1 offense, 2 defense.
                        held = right if side == 0 or right == 0 else 3 - right
                        x, y = xs[mine, other, seen, q, held], ys[mine, other, seen, q, held]
                        u[side, n, ours, theirs, d, q, right] = _answer(
                            a, true, guess, x, y, box, side, right, kick
                        )


@jit
def _answer(
    a: Numbers, true: Any, guess: Any, x: Any, y: Any, box: int, side: int, right: int, kick: float
) -> float:
    """allpro's mix against the best pure answer."""
    cards, columns = a.pmf.shape[1], a.pmf.shape[2]
    if side == 0 and x[0] < 0.0:
        return kick
    best = kick if side == 1 else 2.0
    if side == 1:
        for i in range(cards):
            if a.cards[box, i]:
                value = 0.0
                for j in range(columns):
                    if y[j] > 0.0:
                        value += y[j] * true_entry(a.pmf[a.zone[box], i, j], true[i], guess[i], side, right)
                best = min(best, value)
        return best
    for j in range(columns):
        value, row = 0.0, 0
        for i in range(cards):
            if a.cards[box, i]:
                if x[row] > 0.0:
                    value += x[row] * true_entry(a.pmf[a.zone[box], i, j], true[i], guess[i], side, right)
                row += 1
        best = min(best, value)
    return best


def believed_values(values: Values, half: int, outs: int) -> Any:
    """What `allpro` reads from its file for a half, with up to `outs` timeouts; as `Values.value` does."""
    table, extra, rights, strengths, shapes = (np.array(part, dtype=np.float64) for part in values.parts)
    wide = (2, CARDS, SPREAD)
    plain = table.reshape(*wide, -1)[half - 1]
    counts = extra.reshape(*wide, TIME_OUTS + 1, TIME_OUTS + 1)[half - 1]
    right = rights.reshape(*wide, 2)[half - 1]
    b = np.zeros((CARDS + 1, outs + 1, outs + 1, SPREAD, len(SITUATIONS), 3), dtype=np.float32)
    for mine, theirs in np.ndindex(outs + 1, outs + 1):
        at = plain + counts[:, :, mine, theirs, None]
        for who in range(3):
            more = right[:, :, None, who - 1] if who else 0.0
            b[1:, mine, theirs, :, :, who] = np.clip((at + more) / UNIT, 0, 1)
    if half == 1:
        return b
    strength = strengths.reshape(LATE, -1, PATTERNS) / STRENGTH
    shape = shapes.reshape(LATE, len(SITUATIONS), PATTERNS) / SHAPE
    for n in range(1, LATE + 1):
        added = (strength[n - 1] @ shape[n - 1].T).reshape(SPREAD, TIME_OUTS + 1, TIME_OUTS + 1, 3, -1)
        late = plain[n - 1][None, None, :, :, None] / UNIT
        b[n] = np.clip(late + added[:, : outs + 1, : outs + 1].transpose(1, 2, 0, 4, 3), 0, 1)
    return b


def kickoff_values(
    a: Numbers, b: Any, ends: Ends, cards: int, progress: Callable[[int, float, float], None] | None = None
) -> Any:
    """allpro's true chances at the kickoff of a half: [received or kicked, score, its timeouts, theirs]."""
    outs = b.shape[1]
    shape = (cards + 1, *b.shape[1:])
    look = np.zeros(shape, dtype=np.float32)
    u = np.zeros((2, *shape), dtype=np.float32)
    xs = np.zeros((*shape[1:], a.pmf.shape[1]), dtype=np.float32)
    ys = np.zeros((*shape[1:], a.pmf.shape[2]), dtype=np.float32)
    even = (CLIP, outs - 1, outs - 1, a)
    for n in range(1, cards):
        believe(b, ends.believed, look, xs, ys, n, a)
        for side in (0, 1):
            respond(u, b, look, xs, ys, ends, side, n, a)
        if progress:
            progress(n + 1, *(float(true_kickoff(u, ends.true, k, n + 1, *even)) for k in (0, 1)))
    found = np.zeros((2, SPREAD, outs, outs))
    for side, d, ours, theirs in np.ndindex(*found.shape):
        found[side, d, ours, theirs] = true_kickoff(u, ends.true, side, cards, d, ours, theirs, a)
    return found
