"""The bulk loop in plain numpy: many games abreast, one numpy call for each step of all of them.

Not used by the house; `bench_lab.py` times it beside numba, which is why numba plays the games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fieldhouse.lab.tables.alias_tables import (
    ABOVE,
    AGAIN,
    BASE_MASK,
    BELOW,
    BYTE,
    CUT,
    FAMILY,
    POINTS_A,
    POINTS_B,
    ROW_LENGTH,
    ROW_LENGTH_BITS,
    TIME,
    TURNED,
    AliasTables,
)
from fieldhouse.solve.compiler import A_WINS, TIE


def play(t: AliasTables, games: int, seed: int, abreast: int = 10_000) -> np.ndarray[Any, Any]:
    """Seat 0's wins, ties and losses of so many games."""
    results = np.zeros(3, np.int64)
    for first in range(0, games, abreast):
        results += _some(t, min(abreast, games - first), np.random.default_rng([seed, first]))
    return results


def _some(t: AliasTables, games: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    place = np.full(games, t.start, np.int64)
    slot, side, mine, theirs = (np.zeros(games, np.int64) for _ in range(4))
    results = np.zeros(3, np.int64)
    while len(place):
        lead = np.clip(mine - theirs, -t.limit, t.limit) + t.limit
        row = t.rows[(place & BASE_MASK) + t.kind[(place >> FAMILY) & BYTE, slot, lead]]
        over = row < 0
        if over.any():
            ended, who = row[over], side[over]
            won = np.where(ended == A_WINS, who, 1 - who) * 2
            results += np.bincount(np.where(ended == TIE, 1, won), minlength=3)
            place, slot, side, mine, theirs, row = (a[~over] for a in (place, slot, side, mine, theirs, row))
        r = rng.integers(0, 2**32, (2, len(row)), dtype=np.uint32)
        k = (row >> ROW_LENGTH_BITS) + ((r[0].astype(np.int64) * (row & ROW_LENGTH)) >> 32)
        drawn = t.draw[k]
        place = t.leaf[np.where(r[1] < drawn[:, CUT], drawn[:, BELOW], drawn[:, ABOVE])]
        a, b = mine + ((place >> POINTS_A) & BYTE), theirs + ((place >> POINTS_B) & BYTE)
        turned = (place >> TURNED) & 1
        mine, theirs = np.where(turned, b, a), np.where(turned, a, b)
        side ^= turned
        slot = np.minimum(slot + ((place >> TIME) & BYTE) - AGAIN, t.stop[slot])
    return results
