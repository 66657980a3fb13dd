"""The exact counts file, checked row by row by the rules and by an independent slow generator."""

import csv
from pathlib import Path

import pytest
from tests.games.squares import slow
from tests.games.squares.helpers import after, turn_of

from fieldhouse.games.squares.rules.moves import legal_actions
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.search import exhaustive

with (Path(__file__).parent / "counts.csv").open(newline="") as file:
    ROWS = list(csv.DictReader(file))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['position']} {row['side']} {row['blocking']}")
def test_counts_hold_for_both_generators(row: dict[str, str]) -> None:
    """SQ-4.2, SQ-4.3: actions, pairs of actions and, for small positions, all ends of the turn."""
    attack, only = row["side"] == "offense", row["blocking"] == "offense"
    fast = BoardPosition.read(row["position"]).turn(attack=attack, offense_only=only)
    other = slow.read(row["position"], attack, only)
    assert len(list(legal_actions(fast))) == slow.count_actions(other) == int(row["actions"])
    assert exhaustive.count_pairs(fast) == slow.count_pairs(other) == int(row["pairs"])
    if row["quiet"]:
        expected = int(row["quiet"]), int(row["touchdowns"]), int(row["tackles"])
        assert tuple(map(len, exhaustive.all_ends(fast))) == slow.count_ends(other) == expected
        for end, some in zip(("touchdown", "tackle"), expected[1:], strict=True):
            assert (exhaustive.find_end(fast, end) is not None) == (some > 0)


def test_counts_by_hand() -> None:
    """A lone QB in the middle has 40 squares within four steps and may stay.

    From a3: four on its rank, four, three, two and one above, four and three below, make 21.
    """
    assert tuple(map(len, exhaustive.all_ends(turn_of("Qf7 / up 1")))) == (41, 0, 0)
    assert len(list(legal_actions(turn_of("Qa3 / up 1")))) == 4 + (4 + 3 + 2 + 1) + (4 + 3)


def test_exhaustive_search_finds_and_refutes() -> None:
    """A touchdown that needs a push is found; without the blocker it is proved impossible."""
    turn = turn_of("Qf9 g12 / f12 up 2")
    line = exhaustive.find_end(turn, "touchdown")
    assert line is not None and after(turn, " ".join(map(str, line))).over == "touchdown"
    assert exhaustive.find_end(turn_of("Qf9 / f12 up 2"), "touchdown") is None
    assert exhaustive.find_end(turn_of("Qf9 / f12 up 2", attack=False), "tackle") is not None
