"""Own dice and cards at the terminal: a face for each die, whole hands in one line, undo of a roll."""

from __future__ import annotations

from tests.cli.shared import Fieldhouse


def test_a_roll_is_typed_die_by_die_and_can_be_undone(fieldhouse: Fieldhouse) -> None:
    """FD-10.1: `3 3 1` is black 3, white 3, red 1; the prompt says whose dice they are."""
    typed = "heads\n1\n4 2\n3 3 1\nundo\n6 6 6\nundo\n1 1 1 1 1 1 1\nquit\n"
    said = fieldhouse("play", "fastdrive", "--dice", "mine", "--both", typed=typed).output
    assert "have the ball; black, white, red: 1" in said
    assert "roll 3-3-1" in said and "roll 6-6-6" in said
    assert said.count("Undone.") == 2


def test_a_whole_hand_is_typed_in_one_line(fieldhouse: Fieldhouse) -> None:
    """CB-16.1: cards are dealt in turn, but each hand is typed at once; a card entered twice is refused."""
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    hearts, diamonds = (" ".join(f"{rank}{suit}" for rank in ranks) for suit in "HD")
    opening = ["1", "heads", "1", "1", *(f"{rank}S" for rank in ranks[:7]), "1"]  # toss, kickoff, first down
    lines = [*opening, "AH AH", f"{hearts} AC KC", f"{diamonds} QC JC", "quit"]
    said = fieldhouse("play", "cardbowl", "--dice", "mine", "--both", typed="\n".join(lines) + "\n").output
    assert "15 cards, all in one line if you like)>" in said
    assert "entered twice" in said and said.count("all in one line") == 3, "one line for each hand"
