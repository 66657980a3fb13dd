"""The compiled induction behind the shipped values, on the last card, where every value is known exactly."""

from __future__ import annotations

from random import Random

import pytest
from scripts.thegrid_values.backward_induction import average_game

from fieldhouse.games.thegrid.coaches.play_odds import RESULTS
from fieldhouse.games.thegrid.coaches.value_table import CARDS, CLIP, SITUATIONS, TIME_OUTS, values_in_use


@pytest.mark.slow
def test_the_compiled_induction_gives_the_shipped_values() -> None:
    """One card left, second half: the compiled loop's own parts against values.bin, to its last digit."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from scripts.thegrid_values import backward_induction, compiled_sweep

    game = backward_induction.average_game()
    a, end, values = backward_induction.numbers(game), backward_induction.final_ends(), values_in_use(game)
    outs = TIME_OUTS + 1
    w = np.zeros((2, outs, outs, 2 * CLIP + 1, len(SITUATIONS), 3), dtype=np.float32)
    clock = np.zeros(w.shape[1:5])
    compiled_sweep.clocks(w, end, 0, clock)
    every, matrix = np.zeros((8, RESULTS)), np.zeros((8, 15))
    keep, ball, worth = np.zeros(13), np.zeros(13), np.zeros(5)
    for diff in (-9, -7, -6, -3, 0, 2):
        d = diff + CLIP
        compiled_sweep.worths(w, end, 0, d, 2, 2, a, ball, worth)
        for q in range(0, len(SITUATIONS), 5):
            box = SITUATIONS[q][0]
            compiled_sweep.keeps(clock, 2, 2, d, q, a, ball, keep)
            for i in range(8):
                compiled_sweep.result_values(i, box, a, keep, ball, worth, every[i])
            rows = compiled_sweep.fill(matrix, every, box, 0, a)
            kick = a.field_goal[box] * worth[3] + (1 - a.field_goal[box]) * ball[box]
            found = max(kick, compiled_sweep.game_value(matrix, rows, 15))
            assert found == pytest.approx(values.value(2, 1, diff, q, 2, 2), abs=1e-4)


@pytest.mark.slow
def test_the_bound_reads_the_values_as_the_coach_does() -> None:
    """What a best responder gains is reckoned from the very values that `allpro` plays by, in either half."""
    pytest.importorskip("numba")
    from scripts.thegrid_values.best_response import believed_values

    values, rng = values_in_use(average_game()), Random(5)
    for half in (1, 2):
        found = believed_values(values, half, 2)
        for _ in range(300):
            n, mine, theirs, right = (
                rng.randint(1, CARDS),
                rng.randrange(3),
                rng.randrange(3),
                rng.randrange(3),
            )
            diff, q = rng.randint(-CLIP, CLIP), rng.randrange(len(SITUATIONS))
            wanted = values.value(half, n, diff, q, mine, theirs, right)
            assert found[n, mine, theirs, diff + CLIP, q, right] == pytest.approx(wanted, abs=1e-5)
