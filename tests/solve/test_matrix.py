"""Matrix games: known solutions, the minimax gap, and the compiled loop."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldhouse.solve.matrix import (
    column_values,
    compiled_pivot,
    gap,
    pivot_to_optimum,
    row_values,
    solve,
)


def test_rock_paper_scissors() -> None:
    found = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert found.value == pytest.approx(0)
    assert found.rows == pytest.approx((1 / 3,) * 3)
    assert found.columns == pytest.approx((1 / 3,) * 3)


def test_a_hand_worked_two_by_two() -> None:
    """Mixing 2 : 3 makes the column player indifferent: the value is 1/5."""
    found = solve([[2, -1], [-1, 1]])
    assert found.value == pytest.approx(1 / 5)
    assert found.rows == pytest.approx((2 / 5, 3 / 5))
    assert found.columns == pytest.approx((2 / 5, 3 / 5))


def test_a_saddle_point_and_a_dominated_row() -> None:
    found = solve([[4, 3, 5], [1, 2, 9], [0, 0, 0]])
    assert found.value == pytest.approx(3)
    assert found.rows == pytest.approx((1, 0, 0))
    assert found.columns == pytest.approx((0, 1, 0))


def test_single_entries_and_constant_matrices() -> None:
    assert solve([[7]]).value == pytest.approx(7)
    assert solve([[3, 3], [3, 3]]).value == pytest.approx(3)
    assert solve([[-2, 5, 1]]).columns == pytest.approx((1, 0, 0))


@given(
    st.integers(1, 12).flatmap(
        lambda m: st.lists(st.lists(st.integers(-4, 4), min_size=m, max_size=m), min_size=1, max_size=12)
    )
)
def test_no_best_answer_gains_anything(matrix: list[list[float]]) -> None:
    """Integer entries give many ties, where a careless simplex would go in circles."""
    found = solve(matrix)
    assert gap(matrix, found.rows, found.columns) == pytest.approx(0, abs=1e-8)
    assert max(row_values(matrix, found.columns)) == pytest.approx(found.value, abs=1e-8)
    assert min(column_values(matrix, found.rows)) == pytest.approx(found.value, abs=1e-8)


def test_an_unlucky_mix_has_a_gap() -> None:
    assert gap([[2, -1], [-1, 1]], (1, 0), (1, 0)) == pytest.approx(2 - -1)


def test_the_compiled_loop_is_the_same_loop() -> None:
    np = pytest.importorskip("numpy")
    rng = Random(5)
    for _ in range(20):
        n, m = rng.randint(1, 9), rng.randint(1, 9)
        t = [[1 + rng.random() for _ in range(m)] + [1.0] for _ in range(n)] + [[-1.0] * m + [0.0]]
        array = np.array(t)
        basis, outside = list(range(m, m + n)), list(range(m))
        fast_basis, fast_outside = np.array(basis), np.array(outside)
        pivots = pivot_to_optimum(t, basis, outside, n, m)
        assert compiled_pivot()(array, fast_basis, fast_outside, n, m) == pivots > 0
        assert np.allclose(array, np.array(t))
        assert fast_basis.tolist() == basis
