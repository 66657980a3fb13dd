"""Matrix games inside an induction: mixes that are carried on from slot to slot and improved there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fieldhouse.solve.jit import njit
from fieldhouse.solve.tables import Floats, Ints, Tables, starts
from fieldhouse.solve.templates import TOGETHER


class MixedStrategies(NamedTuple):
    """The mixes of every choice made together, by margin: `p` of side A, `q` of side B.

    `number` gives the number of a group's decision among all of them; `mine` how many options side A has
    there (0: not made together), `p_start` and `q_start` where its mixes begin.
    """

    number: Ints
    mine: Ints
    p_start: Ints
    q_start: Ints
    p: Floats
    q: Floats


def even_mixes(t: Tables, width: int) -> MixedStrategies:
    """Each option as often as the others."""
    both = t.owner == TOGETHER
    theirs = np.where(both, np.diff(t.option_start) // np.maximum(t.mine, 1), 0)
    p = np.repeat(1 / np.maximum(t.mine, 1), t.mine)
    q = np.repeat(1 / np.maximum(theirs, 1), theirs)
    wide = [np.repeat(mix[:, None], width, axis=1) for mix in (p, q)]
    number = np.arange(len(t.owner), dtype=np.int32)
    return MixedStrategies(number, t.mine, starts(t.mine), starts(theirs), wide[0], wide[1])


@njit(cache=True)
def improve_mixes(which, option_start, options, rows_even, mixes, rounds):  # type: ignore[no-untyped-def]
    """Better mixes for the matrix games, margin by margin: multiplicative weights with a look ahead."""
    width = rows_even.shape[1]
    for d in which:
        number = mixes.number[d]
        n, k = mixes.mine[number], mixes.q_start[number + 1] - mixes.q_start[number]
        p_first, q_first = mixes.p_start[number], mixes.q_start[number]
        game = np.empty((n, k))
        for m in range(width):
            for i in range(n):
                for j in range(k):
                    game[i, j] = rows_even[options[option_start[d] + i * k + j], m]
            p, q = mixes.p[p_first : p_first + n, m].copy(), mixes.q[q_first : q_first + k, m].copy()
            better_mixes(game, p, q, rounds)
            for i in range(n):
                mixes.p[p_first + i, m] = p[i]
            for j in range(k):
                mixes.q[q_first + j, m] = q[j]


@njit(cache=True)
def better_mixes(game, p, q, rounds):  # type: ignore[no-untyped-def]
    """Improve the mixes of one matrix game in place.

    Plain loops: numba's own product of matrices would need scipy, and seconds to compile.
    """
    turned = np.empty((len(q), len(p)))
    least = most = game[0, 0]
    for i in range(len(p)):
        for j in range(len(q)):
            turned[j, i] = game[i, j]
            least, most = min(least, game[i, j]), max(most, game[i, j])
    rate = 3.0 / max(most - least, 1e-9)
    ahead_p, ahead_q = np.empty(len(p)), np.empty(len(q))
    for _ in range(rounds):
        _step(p, ahead_p, game, q, rate)
        _step(q, ahead_q, turned, p, -rate)
        _step(p, p, game, ahead_q, rate)
        _step(q, q, turned, ahead_p, -rate)


@njit
def _step(mix, into, game, other, rate):  # type: ignore[no-untyped-def]
    """The mix of the rows (into `into`), moved towards what is better against the other side's."""
    top = -np.inf
    gains = np.empty(len(mix))
    for i in range(len(mix)):
        gain = 0.0
        for j in range(len(other)):
            gain += game[i, j] * other[j]
        gains[i] = gain * rate
        top = max(top, gains[i])
    total = 0.0
    for i in range(len(mix)):
        into[i] = mix[i] * np.exp(gains[i] - top) + 1e-7
        total += into[i]
    for i in range(len(mix)):
        into[i] /= total
