"""Compiled plays as flat arrays: what backward induction and bulk simulation run on.

See `solve.compiler` for what rows, leaves and decisions mean. Needs numpy.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.solve.compiler import Lands
from fieldhouse.solve.lookups import Terms
from fieldhouse.solve.templates import TOGETHER, Decision, Row

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Tables(msgspec.Struct):
    """Rows, leaves and decisions as flat arrays.

    `kind_of` is by family, slot and margin (of leads up to `limit`; beyond it they are as at the limit),
    `entry` by core and kind. Target t of a row is leaf t, or decision ~t. `weights` are integers over
    `totals`, `chances` the same as floats. A decision's owner is side A (0), B (1) or both (`TOGETHER`), of
    whose options `mine` are side A's. A leaf of negative time leads back to the slot where an endless
    overtime begins again.
    """

    limit: int
    slots: int
    cores: list[Any]
    families: list[Any]
    family: Ints
    kind_of: Ints
    entry: Ints
    stop: Ints
    leaf_core: Ints
    leaf_turned: Ints
    leaf_time: Ints
    leaf_a: Ints
    leaf_b: Ints
    row_start: Ints
    targets: Ints
    weights: Longs
    totals: Longs
    chances: Floats
    owner: Ints
    mine: Ints
    option_start: Ints
    options: Ints
    start: int
    index: dict[Any, int] = {}

    def __post_init__(self) -> None:
        self.index = {core: number for number, core in enumerate(self.cores)}

    def row(self, number: int) -> Row:
        """One row as the compiler made it."""
        part = slice(self.row_start[number], self.row_start[number + 1])
        return Row(
            tuple(map(int, self.targets[part])), tuple(map(int, self.weights[part])), int(self.totals[number])
        )

    @property
    def megabytes(self) -> float:
        """What the arrays take."""
        return sum(array.nbytes for array in self.arrays().values()) / 1e6

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Every array by name."""
        return {n: v for n in self.__struct_fields__ if isinstance(v := getattr(self, n), np.ndarray)}


def starts(counts: list[int] | NDArray[Any]) -> Ints:
    """Where each of so many parts begins, and where the last ends."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int32)


def leaf_arrays(leaves: list[Lands]) -> dict[str, Any]:
    """The leaves as the five arrays of a table."""
    table = np.array([tuple(map(int, leaf)) for leaf in leaves], np.int32).reshape(-1, 5)
    names = ("leaf_core", "leaf_turned", "leaf_time", "leaf_a", "leaf_b")
    return {name: table[:, n].copy() for n, name in enumerate(names)}


def row_arrays(rows: list[Row]) -> dict[str, Any]:
    """The rows as the arrays of a table. Weights beyond 64 bits are kept as shares of 2**62.

    Where chances are left open every target counts one, until `solve.open_tables` puts them in.
    """
    rows = [row if not _is_open(row) else Row(row.targets, (1,) * len(row.targets), 1) for row in rows]
    counts = [len(row.targets) for row in rows]
    most = 2**62
    rows = [row if row.total <= most else scale_row(row, most) for row in rows]
    totals = np.array([row.total for row in rows], np.int64)
    weights = np.array([w for row in rows for w in row.weights], np.int64)
    return {
        "row_start": starts(counts),
        "targets": np.array([t for row in rows for t in row.targets], np.int32),
        "weights": weights,
        "totals": totals,
        "chances": weights / np.repeat(totals, counts),
    }


def _is_open(row: Row) -> bool:
    return any(isinstance(weight, Terms) for weight in row.weights)


def scale_row(row: Row, total: int) -> Row:
    """The row with weights out of another total, rounded."""
    weights = [weight * total // row.total for weight in row.weights]
    most = max(range(len(weights)), key=weights.__getitem__)
    weights[most] += total - sum(weights)
    return Row(row.targets, tuple(weights), total)


def decision_arrays(decisions: list[Decision]) -> dict[str, Any]:
    """The decisions as the arrays of a table."""
    return {
        "owner": np.array([d.owner for d in decisions], np.int32),
        "mine": np.array([_mine(d) for d in decisions], np.int32),
        "option_start": starts([len(d.rows) for d in decisions]),
        "options": np.array([row for d in decisions for row in d.rows], np.int32),
    }


def _mine(decision: Decision) -> int:
    return len({key[0] for key in decision.keys}) if decision.owner == TOGETHER else 0
