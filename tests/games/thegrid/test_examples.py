"""The worked examples of the catalogue, move by move."""

from __future__ import annotations

from tests.games.thegrid.helpers import BRE, CAN, at, grid, lineup, play, where

from fieldhouse.games.thegrid.rules.events import Play, PlayRolled


def test_we1_kickoff() -> None:
    """TG-WE.1, TG-8.2, TG-8.4, TG-8.5: 5 and 3 start at box 3, marker 7; the ace of hearts does nothing."""
    game = grid()
    s = at(game, 1, left=52)
    s.phase, s.offense = "kickoff", CAN
    script = play(game, s, (5, 3), "AH")
    assert where(s) == (CAN, 3, 1, 7)
    assert s.left == 51
    assert script.pending is None
    assert script.whats == ["kickoff", "deck"]


def test_we2_a_run_with_modifiers() -> None:
    """TG-WE.2, TG-11.1 to TG-11.6, TG-11.13, TG-17.3, TG-18.1:
    d20 15 and +3 make 18, Dice, the lower die is 3.
    """
    game = grid()
    s = at(game, 3)
    script = play(game, s, "play", ("RO-HB", "SP-LE"), 15, 7, 3, "4D", "one", "2D")
    assert script.of(PlayRolled)[0].total == 18
    assert script.of(PlayRolled)[0].result == "Dice"
    assert where(s) == (CAN, 6, 2, 7)
    assert s.left == 28
    assert script.pending is None


def test_we3_sack() -> None:
    """TG-WE.3, TG-14.1, TG-14.5, TG-18.3, TG-25.7: a sack of two boxes; the marker stays, no pass attempt."""
    game = grid()
    s = at(game, 6, 2, 9)
    script = play(game, s, "play", ("SP-LE", "SP-NK"), 14, 5, 5, "7C", 1, "two", "2D", "3D")
    assert script.of(PlayRolled)[0].total == 9
    assert where(s) == (CAN, 4, 3, 9)
    (logged,) = script.of(Play)
    assert (logged.what, logged.yards) == ("sack", -10)


def test_we4_interception() -> None:
    """TG-WE.4, TG-15.1 to TG-15.6, TG-18.2:
    intercepted at 8, returned 2 to box 6; CAN first down at 6; one card.
    """
    game = grid()
    s = at(game, 4, 3, 8, offense=BRE)
    script = play(game, s, "play", ("LP-RE", "FP-RE"), 9, 3, 3, "5S", 1, (4, 2))
    assert script.of(PlayRolled)[0].total == 8
    assert where(s) == (CAN, 6, 1, 10)
    assert s.left == 29
    assert script.pending is None


def test_we5_touchdown() -> None:
    """TG-WE.5, TG-11.17, TG-19.1 to TG-19.6, TG-25.3:
    6 + 1 boxes from box 8 score 20 yards; BRE receives at box 2.
    """
    game = grid()
    s = at(game, 8)
    script = play(game, s, "play", ("SP-LE", "RI-HB"), 20, 6, 7, "KS", 5, (2, 2), "2D")
    assert script.of(PlayRolled)[0].total == 22
    assert script.of(Play)[0].yards == 20
    assert s.scores == [7, 0]
    assert where(s) == (BRE, 2, 1, 6)
    assert s.left == 28


def test_we6_fumble_kept_first_down() -> None:
    """TG-WE.6, TG-16.1 to TG-16.5, TG-17.1, TG-17.2: a tie keeps the ball; first down, marker capped."""
    game = grid()
    s = at(game, 5, 3, 8)
    script = play(game, s, "play", ("RI-HB", "LP-NK"), 17, 4, 6, "9S", 1, 12, 12)
    assert script.of(PlayRolled)[0].total == 19
    assert where(s) == (CAN, 9, 1, 12)
    assert script.pending is not None  # extra cards are due
    script("one", "2D")
    assert s.left == 28


def test_we7_field_goal_missed() -> None:
    """TG-WE.7, TG-20.2 to TG-20.7: three rolls from box 9, one of them a 1; BRE takes over at box 3."""
    game = grid()
    s = at(game, 9, 4, 12)
    script = play(game, s, "kick:LE", 5, 1, 7, "QH")
    assert where(s) == (BRE, 3, 1, 7)
    assert s.left == 29
    assert script.whats == ["declare", "field-goal", "field-goal", "field-goal", "deck"]


def test_we8_re_roll_by_the_defense() -> None:
    """TG-WE.8, TG-22.6 to TG-22.9: BRE turns a touchdown into an incompletion; the right is used up."""
    game = grid()
    s = at(game, 10, 2, 12, reroll=BRE)
    script = play(game, s, "play", ("FP-RE", "SP-NK"), 19, 5, 5, "re-roll", 6, 2, 2, "9D", "one", "2D")
    assert [event.total for event in script.of(PlayRolled)] == [18, 5]
    assert where(s) == (CAN, 10, 3, 12)
    assert s.scores == [0, 0]
    assert s.reroll == -1


def test_we9_injury_on_a_failed_fourth_down() -> None:
    """TG-WE.9, TG-13.2, TG-13.3, TG-13.7, TG-6.6, TG-17.4: only the carrier is tested; Quist comes in."""
    game = grid()
    s = at(game, 5, 4, 7)
    script = play(game, s, "play", ("FP-LE", "FP-NK"), 5, 3, 3, "QH", 1, "88")
    assert script.of(PlayRolled)[0].total == 1
    assert lineup(game, s, CAN)["LE"] == "88"
    assert where(s) == (BRE, 7, 1, 11)
    assert s.left == 29
    assert script.pending is None
    men = [game.teams[CAN].at(s.sides[CAN].lineup, place) for place in range(1, 8)]
    assert sum(man.run_defense for man in men) == 7
    assert sum(man.pass_defense for man in men) == 8


def test_we10_last_card() -> None:
    """TG-WE.10, TG-19.2, TG-19.3, TG-19.7, TG-23.4, TG-23.6: the extra point fails on an empty deck."""
    game = grid()
    s = at(game, 10, 2, 12, left=1, scores=(14, 20), period=2)
    script = play(game, s, "play", ("SP-LE", "RO-NK"), 16, 8, 2, "AH", 1)
    assert script.of(PlayRolled)[0].total == 16
    assert s.scores == [20, 20]
    assert s.phase == "break"
    script("heads", "tails", "receive")
    assert (s.period, s.left, s.offense) == (3, 17, CAN)
    assert [side.time_outs for side in s.sides] == [2, 2]
