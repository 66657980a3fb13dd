"""Simultaneous choices as a zero-sum matrix game, solved exactly by the simplex method.

Plain Python on lists, so that a coach needs nothing installed; `compiled_pivot` gives the same loop compiled
by numba, for solving millions of them. The row player gets the entries, the column player pays them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

EPSILON = 1e-11
MOST_PIVOTS = 500
CAREFUL_AFTER = 60
"""Pivots by the steepest column at first; then by Bland's rule, which cannot go in circles."""


class MatrixSolution(msgspec.Struct, frozen=True):
    """The value and one optimal mix for each side."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


# The tableau `t` has n rows of constraints and one of the objective, m columns and one of right-hand sides;
# `basis` and `outside` hold the labels of rows and columns.


def entering_column(t: Any, outside: Any, n: int, m: int, careful: bool) -> int:
    """The column to bring in: the steepest, or by Bland's rule; -1 at the optimum."""
    column, least = -1, -EPSILON
    for j in range(m):
        if careful:
            if t[n][j] < -EPSILON and (column < 0 or outside[j] < outside[column]):
                column = j
        elif t[n][j] < least:
            column, least = j, t[n][j]
    return column


def leaving_row(t: Any, basis: Any, column: int, n: int, m: int) -> int:
    """The row that stops the column first; -1 if none does."""
    row, best = -1, 0.0
    for i in range(n):
        if t[i][column] > EPSILON:
            ratio = t[i][m] / t[i][column]
            if row < 0 or ratio < best - EPSILON or (ratio < best + EPSILON and basis[i] < basis[row]):
                row, best = i, ratio
    return row


def pivot(t: Any, row: int, column: int, n: int, m: int) -> None:
    """Exchange a row and a column."""
    divisor = t[row][column]
    for j in range(m + 1):
        t[row][j] /= divisor
    t[row][column] = 1.0 / divisor
    for i in range(n + 1):
        factor = t[i][column]
        if i != row and factor != 0.0:
            for j in range(m + 1):
                t[i][j] -= factor * t[row][j]
            t[i][column] = -factor / divisor


def pivot_lists(t: Any, row: int, column: int, n: int, m: int) -> None:
    """The same exchange on lists of lists, whole rows at a time: three times as fast without a compiler."""
    divisor = t[row][column]
    base = t[row] = [entry / divisor for entry in t[row]]
    base[column] = 1.0 / divisor
    for i in range(n + 1):
        factor = t[i][column]
        if i != row and factor != 0.0:
            changed = [entry - factor * other for entry, other in zip(t[i], base, strict=True)]
            changed[column] = -factor / divisor
            t[i] = changed


def _loop(
    entering: Callable[..., int], leaving: Callable[..., int], pivot: Callable[..., None]
) -> Callable[..., int]:
    def to_optimum(t: Any, basis: Any, outside: Any, n: int, m: int) -> int:
        """Pivot to the optimum in place; the number of pivots, or -1 if there is no end."""
        for count in range(MOST_PIVOTS):
            column = entering(t, outside, n, m, count >= CAREFUL_AFTER)
            if column < 0:
                return count
            row = leaving(t, basis, column, n, m)
            if row < 0:
                return -1
            pivot(t, row, column, n, m)
            basis[row], outside[column] = outside[column], basis[row]
        return -1

    return to_optimum


pivot_to_optimum = _loop(entering_column, leaving_row, pivot_lists)
"""Pivot a tableau of lists to its optimum in place (t, basis, outside, n, m); number of pivots, or -1."""


@cache
def compiled_pivot() -> Callable[..., int]:
    """`pivot_to_optimum` as machine code, for arrays. Needs the [lab] extra."""
    from numba import njit

    made: Callable[..., int] = njit(_loop(njit(entering_column), njit(leaving_row), njit(pivot)))
    return made


def solve(matrix: Sequence[Sequence[float]]) -> MatrixSolution:
    """The value of the game and an optimal mix of rows (who maximise) and columns (who minimise)."""
    n, m = len(matrix), len(matrix[0])
    least = min(map(min, matrix))
    scale = max(map(max, matrix)) - least or 1.0
    # Entries between 1 and 2: positive, as the method wants, and of one size, as EPSILON wants.
    t = [[1.0 + (entry - least) / scale for entry in row] + [1.0] for row in matrix]
    t.append([-1.0] * m + [0.0])
    basis, outside = list(range(m, m + n)), list(range(m))
    if pivot_to_optimum(t, basis, outside, n, m) < 0:
        raise ArithmeticError(f"the simplex method did not end on a {n} x {m} matrix")
    total = t[n][m]
    rows, columns = [0.0] * n, [0.0] * m
    for i, label in enumerate(basis):
        if label < m:
            columns[label] = max(0.0, t[i][m] / total)
    for j, label in enumerate(outside):
        if label >= m:
            rows[label - m] = max(0.0, t[n][j] / total)
    value = (1.0 / total - 1.0) * scale + least
    return MatrixSolution(value, _share(rows), _share(columns))


def _share(mix: list[float]) -> tuple[float, ...]:
    total = sum(mix)
    return tuple(part / total for part in mix)


def row_values(matrix: Sequence[Sequence[float]], columns: Sequence[float]) -> list[float]:
    """The value of each row against that mix of columns."""
    return [sum(entry * part for entry, part in zip(row, columns, strict=True)) for row in matrix]


def column_values(matrix: Sequence[Sequence[float]], rows: Sequence[float]) -> list[float]:
    """What each column costs the column player against that mix of rows."""
    return [sum(row[j] * part for row, part in zip(matrix, rows, strict=True)) for j in range(len(matrix[0]))]


def gap(matrix: Sequence[Sequence[float]], rows: Sequence[float], columns: Sequence[float]) -> float:
    """What both together could gain by best answers: 0 exactly at an equilibrium."""
    return max(row_values(matrix, columns)) - min(column_values(matrix, rows))
