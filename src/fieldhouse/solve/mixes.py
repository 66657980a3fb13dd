"""Matrix games inside an induction: mixes that are carried on from slot to slot and improved there."""

from __future__ import annotations

import numpy as np
from numba import njit

from fieldhouse.solve.compile import TOGETHER
from fieldhouse.solve.tables import Floats, Ints, Tables, starts

Mixes = tuple[Ints, Ints, Ints, Floats, Floats]
"""Of every choice made together: is it one, where its mixes begin; the mixes of side A and of side B."""


def even_mixes(t: Tables, width: int) -> Mixes:
    """Each option as often as the others."""
    both = t.owner == TOGETHER
    theirs = np.where(both, np.diff(t.option_start) // np.maximum(t.mine, 1), 0)
    p = np.repeat(1 / np.maximum(t.mine, 1), t.mine)
    q = np.repeat(1 / np.maximum(theirs, 1), theirs)
    wide = [np.repeat(mix[:, None], width, axis=1) for mix in (p, q)]
    return t.mine, starts(t.mine), starts(theirs), wide[0], wide[1]


@njit(cache=True)
def improve(which, option_start, options, row_e, mixes, rounds):  # type: ignore[no-untyped-def]
    """Better mixes for the matrix games, margin by margin: multiplicative weights with a look ahead."""
    numbers, mine, p_start, q_start, p_all, q_all = mixes
    width = row_e.shape[1]
    for d in which:
        d_all = numbers[d]
        n, k = mine[d_all], q_start[d_all + 1] - q_start[d_all]
        game = np.empty((n, k))
        for m in range(width):
            for i in range(n):
                for j in range(k):
                    game[i, j] = row_e[options[option_start[d] + i * k + j], m]
            p = p_all[p_start[d_all] : p_start[d_all] + n, m].copy()
            q = q_all[q_start[d_all] : q_start[d_all] + k, m].copy()
            better_mixes(game, p, q, rounds)
            p_all[p_start[d_all] : p_start[d_all] + n, m] = p
            q_all[q_start[d_all] : q_start[d_all] + k, m] = q


@njit(cache=True)
def better_mixes(game, p, q, rounds):  # type: ignore[no-untyped-def]
    """Improve the mixes of one matrix game in place."""
    rate = 3.0 / max(game.max() - game.min(), 1e-9)
    for _ in range(rounds):
        ahead_p, ahead_q = p.copy(), q.copy()
        _step(ahead_p, game @ q, rate)
        _step(ahead_q, p @ game, -rate)
        _step(p, game @ ahead_q, rate)
        _step(q, ahead_p @ game, -rate)


@njit(cache=True)
def _step(mix, gain, rate):  # type: ignore[no-untyped-def]
    top = (gain * rate).max()
    total = 0.0
    for i in range(len(mix)):
        mix[i] = mix[i] * np.exp(gain[i] * rate - top) + 1e-7
        total += mix[i]
    for i in range(len(mix)):
        mix[i] /= total
