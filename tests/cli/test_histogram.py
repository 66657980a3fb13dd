"""Histograms in the terminal: rows of equal size, bars in proportion, never too wide."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from fieldhouse.cli.lab.grids import bin_size, text_bar, text_histogram

COUNTS = st.dictionaries(st.integers(-200, 200), st.integers(1, 1000), min_size=1, max_size=40)


def test_a_bar_is_exact_to_an_eighth_of_a_column() -> None:
    assert text_bar(1.0, 4) == "████"
    assert text_bar(0.5, 4) == "██"
    assert text_bar(1 / 32, 4) == "▏"
    assert text_bar(0.0, 4) == ""
    assert text_bar(0.5, 4, fancy=False) == "##"


def test_rows_hold_a_round_number_of_values() -> None:
    assert bin_size(0, 15) == 1
    assert bin_size(0, 16) == 2
    assert bin_size(0, 32) == 5
    assert bin_size(-30, 45) == 5


def test_a_small_histogram() -> None:
    shown = text_histogram({"Red": Counter({0: 1, 2: 3}), "Blue": Counter({1: 4})}, 40, fancy=False)
    assert shown.splitlines() == [
        "    Red               Blue",
        "  0 ###        25.0%              0.0%",
        "  1             0.0%  ######### 100.0%",
        "  2 #########  75.0%              0.0%",
    ]


@given(COUNTS, COUNTS, st.integers(60, 120))
def test_a_histogram_fits_and_has_at_most_sixteen_rows(
    one: dict[int, int], two: dict[int, int], width: int
) -> None:
    lines = text_histogram({"Red": one, "Blue": two}, width).splitlines()
    assert len(lines) <= 17
    assert max(map(len, lines)) <= width


def test_nothing_counted_is_no_picture() -> None:
    assert text_histogram({"Red": {}}) == ""
