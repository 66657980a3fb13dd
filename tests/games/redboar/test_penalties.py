"""Penalties in every combination (section 9). On a defense die of 3 a row gains what it prints."""

from __future__ import annotations

import pytest
from tests.games.redboar.helpers import (
    BLUE,
    CARDS,
    DICE,
    RED,
    at,
    kinds,
    own,
    pending,
    run,
    where,
    with_cards,
)

from fieldhouse.games.redboar.rules.penalties import COMMITS, counting_penalty, half_distance


def test_penalty_dice_are_rolled_before_every_scrimmage_play() -> None:
    """RB-9.1: by both sides, the offense first; in card mode the cards already lie face down."""
    _, first = pending(DICE, at(50), "play")
    assert first.label == "the offense's penalty dice"
    s = with_cards(at(50), "DIVE", "SR")
    _, first = pending(CARDS, s, "play", ("DIVE", "SR"))
    assert first.label == "the offense's penalty dice"
    assert (s.decks[RED].placed, s.decks[BLUE].placed) == ("DIVE", "SR")


@pytest.mark.parametrize("total", range(2, 13))
def test_only_2_and_12_are_penalties(total: int) -> None:
    """RB-9.2: 2 before the snap, 12 during the play, 3 to 11 nothing."""
    assert COMMITS[total] == {2: "2", 12: "12"}.get(total, "")


@pytest.mark.parametrize(
    ("offense", "defense", "counts"),
    [
        (2, 2, "offense 2"),
        (2, 12, "offense 2"),
        (2, 7, "offense 2"),
        (12, 2, "defense 2"),
        (7, 2, "defense 2"),
        (12, 12, "offset"),
        (12, 7, "offense 12"),
        (7, 12, "defense 12"),
        (7, 7, ""),
    ],
)
def test_which_penalty_counts(offense: int, defense: int, counts: str) -> None:
    """RB-9.4, RB-19.14: a 2 cancels any 12 of the other side; the offense's 2 comes first."""
    assert counting_penalty(COMMITS[offense], COMMITS[defense]) == counts


def test_no_penalty_dice_on_kicks() -> None:
    """RB-9.3, RB-19.15: kickoff, punt, field goal, try and safety punt go straight to their own dice."""
    for s, answers, stream in (
        (at(65, phase="kickoff"), (), "kickoff"),
        (at(50), ("punt",), "punt"),
        (at(50), ("field-goal",), "field goal"),
        (at(5, phase="try"), ("conversion",), "try"),
        (at(80, phase="safety punt"), (), "punt"),
    ):
        _, roll = pending(DICE, s, *answers)
        assert roll.stream == stream


def test_an_offense_2_moves_back_five_and_repeats_the_down() -> None:
    """RB-9.5: markers stay."""
    s = at(50, 2, 5)
    run(DICE, s, "play", 2, 7)
    assert where(s) == (RED, 55, 2, 10)


def test_a_defense_2_moves_forward_five_and_repeats_the_down() -> None:
    """RB-9.6, RB-19.26: fourth down again if it is short of the marker."""
    s = at(50, 4, 10)
    run(DICE, s, "play", 7, 2)
    assert where(s) == (RED, 45, 4, 5)


def test_a_defense_2_that_reaches_the_marker_is_a_first_down() -> None:
    """RB-9.6, RB-19.27: new markers from the new spot."""
    s = at(50, 3, 5)
    run(DICE, s, "play", 7, 2)
    assert where(s) == (RED, 45, 1, 10)


def test_a_2_stops_the_play_and_the_cards_return_unseen() -> None:
    """RB-9.7, RB-10.13, RB-19.18: no time, no choice, the same hands; the same card may be laid again."""
    s = with_cards(at(50, clock=700), "REV", "LP")
    before = [deck.hand[:] for deck in s.decks]
    told = run(CARDS, s, "play", ("REV", "LP"), 7, 2)
    assert [deck.hand for deck in s.decks] == before
    assert [deck.placed for deck in s.decks] == ["", ""]
    assert (s.clock, s.shown) == (700, [])
    assert "CardsShown" not in kinds(told)
    run(CARDS, s, "play", ("REV", "LP"), 7, 7, 6)
    assert s.shown == ["REV", "LP"]


@pytest.mark.parametrize(("total", "die"), [(6, 6), (12, 5), (3, 3)])
def test_an_offense_12_accepted_voids_the_play(total: int, die: int) -> None:
    """RB-9.8, RB-9.23, RB-19.25: ten yards back from the LOS, same down, whatever the play did."""
    s = at(50, 2, 10)
    run(DICE, s, "play", 12, 7, total, die, "accept")
    assert where(s) == (RED, 60, 2, 20)
    assert s.scores == [0, 0]


def test_a_defense_12_on_a_run_counts_from_the_better_spot() -> None:
    """RB-9.9, RB-9.22: ten beyond the end of a run that gained, ten beyond the LOS after a loss."""
    s = at(60, 3, 15)
    run(DICE, s, "play", 7, 12, 6, 5, "accept")
    assert where(s) == (RED, 40, 1, 10), "dive +10, then 10"
    s = at(60, 3, 15)
    run(DICE, s, "play", 7, 12, 4, 1, "accept")
    assert where(s) == (RED, 50, 1, 10), "reverse -5: from the LOS"


def test_the_cap_is_measured_from_the_end_of_the_run() -> None:
    """RB-9.9, RB-9.14, RB-19.33: from the 30 a run of 20 ends on the 10, and half of 10 is 5."""
    s = with_cards(at(30), "DRAW", "SP")
    run(CARDS, s, "play", ("DRAW", "SP"), 7, 12, 6, 2, "accept")
    assert where(s) == (RED, 5, 1, 5)


@pytest.mark.parametrize(("g", "total", "die", "spot"), [(60, 11, 1, 50), (95, 4, 1, 85)])
def test_after_a_lost_run_or_a_safety_the_line_alone_counts(g: int, total: int, die: int, spot: int) -> None:
    """RB-9.10, RB-19.21: a lost ball has no end of run for the offense, nor has a safety."""
    s = at(g, 1, 10)
    run(DICE, s, "play", 7, 12, total, die, "accept")
    assert where(s) == (RED, spot, 1, 10)
    assert s.scores == [0, 0]


@pytest.mark.parametrize(
    ("total", "die", "spot"), [(8, 3, 55), (10, 3, 55), (12, 3, 45), (5, 3, 55), (2, 3, 55), (7, None, 55)]
)
def test_a_defense_12_on_a_pass_gives_the_larger_of_15_and_the_base(
    total: int, die: int | None, spot: int
) -> None:
    """RB-9.11, RB-9.26, RB-19.23: rows without pass yards (sack, incomplete, interception) count 0."""
    s = at(70, 3, 20)
    run(DICE, s, "play", 7, 12, total, *([die] if die else []), "accept")
    assert where(s) == (RED, spot, 1, 10)


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_a_single_12_uses_the_full_time(answer: str) -> None:
    """RB-9.12, RB-19.13."""
    s = at(70, clock=600)
    run(DICE, s, "play", 12, 7, 6, 3, answer)
    assert s.clock == 570


@pytest.mark.parametrize("flags", [(12, 7), (7, 12)])
def test_a_declined_12_leaves_the_play_as_if_there_were_none(flags: tuple[int, int]) -> None:
    """RB-9.13, RB-19.10: every single 12 may be declined, by the other side."""
    s = at(70, 2, 10)
    run(DICE, s, "play", *flags, 6, 3, "decline")
    assert where(s) == (RED, 65, 3, 5)


@pytest.mark.parametrize(
    ("yards", "most"), [(5, 0), (10, 5), (15, 5), (20, 10), (25, 10), (30, 15), (45, 20), (95, 45)]
)
def test_half_is_rounded_down_to_the_grid(yards: int, most: int) -> None:
    """RB-9.14, RB-19.3: the greatest multiple of 5 not more than half."""
    assert half_distance(yards) == most


def test_a_penalty_never_moves_the_ball_more_than_halfway() -> None:
    """RB-9.14, RB-19.34: the printed example, 15 yards from the 10: to the 5."""
    s = at(10, 2, 10)
    run(DICE, s, "play", 7, 12, 7, "accept")
    assert where(s) == (RED, 5, 1, 5)
    s = at(15, 1)
    run(DICE, s, "play", 7, 12, 5, 3, "accept")
    assert s.g == 10, "half of 15 is 5"
    s = at(own(15), 1)
    run(DICE, s, "play", 12, 7, 6, 3, "accept")
    assert s.g == own(10)


def test_a_penalty_toward_a_goal_line_five_yards_away_moves_nothing() -> None:
    """RB-9.15, RB-19.4: but down and first-down effects apply."""
    s = at(5, 3, 5)
    run(DICE, s, "play", 7, 2)
    assert where(s) == (RED, 5, 3, 5)
    s = at(5, 3, 5)
    run(DICE, s, "play", 7, 12, 7, "accept")
    assert where(s) == (RED, 5, 1, 5)


@pytest.mark.parametrize(("g", "spot"), [(20, 5), (25, 5), (30, 15)])
def test_an_allowed_pass_in_touchdown_range_goes_to_the_five(g: int, spot: int) -> None:
    """RB-9.16, RB-19.5: a long pass (base 25) from the 20 or 25, not from the 30 (capped at half, 15)."""
    s = with_cards(at(g), "LONG", "MP")
    run(CARDS, s, "play", ("LONG", "MP"), 7, 12, 1, "accept")
    assert (s.g, s.down) == (spot, 1)


def test_the_touchdown_pass_is_always_in_range() -> None:
    """RB-9.26, RB-9.16: its base equals g, so the ball goes to the 5 from anywhere."""
    s = at(own(20))
    run(DICE, s, "play", 7, 12, 3, 1, "accept")
    assert (s.g, s.down, s.t) == (5, 1, 0)


def test_a_disallowed_pass_counts_as_base_0() -> None:
    """RB-9.26, RB-19.6: 15 yards, capped, and no touchdown range."""
    s = at(15, 2, 15)
    run(DICE, s, "play", 7, 12, 12, "accept")
    assert where(s) == (RED, 10, 1, 10)


def test_touchdown_range_on_the_five_stays_on_the_five() -> None:
    """RB-19.7: first and goal."""
    s = at(5, 3, 5)
    run(DICE, s, "play", 7, 12, 8, 1, "accept")
    assert where(s) == (RED, 5, 1, 5)


def test_a_defense_2_knows_no_touchdown_range() -> None:
    """RB-19.8: five yards, capped; the play is never run."""
    s = with_cards(at(20), "LONG", "LP")
    run(CARDS, s, "play", ("LONG", "LP"), 7, 2)
    assert s.g == 15


def test_no_penalty_scores() -> None:
    """RB-9.17: from every spot, a defense flag leaves the ball at least on the 5 and no points."""
    for g in range(5, 100, 5):
        for answers in ((7, 2), (7, 12, 7, "accept"), (7, 12, 4, 3, "accept")):
            s = at(g, 1)
            run(DICE, s, "play", *answers)
            assert s.g >= 5
            assert s.scores == [0, 0]


@pytest.mark.parametrize(("total", "die"), [(6, 3), (3, 5), (2, 1)])
def test_on_the_own_five_the_defense_may_take_the_safety_or_the_play(total: int, die: int) -> None:
    """RB-9.18, RB-19.31: whether the play gained, scored or lost the ball."""
    s = at(own(5))
    run(DICE, s, "play", 12, 7, total, die, "accept")
    assert s.scores == [0, 2]
    s = at(own(5))
    run(DICE, s, "play", 12, 7, total, die, "decline")
    assert s.scores == ([6, 0] if total == 3 else [0, 0])


def test_an_offense_2_on_the_own_five_is_no_safety() -> None:
    """RB-9.19, RB-19.32: the ball stays, same down."""
    s = at(own(5), 2, 10)
    run(DICE, s, "play", 2, 7)
    assert where(s) == (RED, own(5), 2, 10)
    assert s.scores == [0, 0]


def test_two_12s_offset() -> None:
    """RB-9.20, RB-9.21, RB-19.11, RB-19.20: the play is only identified, nobody declines, down replayed."""
    s = at(40, 3, 5, clock=600)
    told = run(DICE, s, "play", 12, 12, 12)
    assert (where(s), s.clock) == ((RED, 40, 3, 5), 570)
    assert [event.offset for event in told] == [True, True]
    s = with_cards(at(40, clock=600), "LONG", "BZ")
    run(CARDS, s, "play", ("LONG", "BZ"), 12, 12)
    assert s.clock == 590, "no modifier die; the card's own mark"


def test_offset_cards_are_discarded_and_replaced() -> None:
    """RB-10.13, RB-19.19: they were revealed and played."""
    s = with_cards(at(40), "LONG", "BZ")
    run(CARDS, s, "play", ("LONG", "BZ"), 12, 12)
    assert [deck.discard for deck in s.decks] == [["LONG"], ["BZ"]]
    assert [len(deck.hand) for deck in s.decks] == [6, 6]


def test_a_defense_12_is_an_automatic_first_down() -> None:
    """RB-9.22, RB-19.28: also short of the marker; first and goal at g of 10 or less."""
    s = at(70, 4, 30)
    run(DICE, s, "play", 7, 12, 4, 3, "accept")
    assert where(s) == (RED, 60, 1, 10)
    s = at(15, 4, 15)
    run(DICE, s, "play", 7, 12, 5, 3, "accept")
    assert (s.g, s.t, s.down) == (10, 0, 1)


def test_an_accepted_penalty_saves_a_failed_fourth_down() -> None:
    """RB-9.23: no turnover on downs."""
    s = at(50, 4, 10)
    run(DICE, s, "play", 12, 7, 7, "accept")
    assert where(s) == (RED, 60, 4, 20)


def test_a_defense_12_on_a_touchdown_is_declined_by_itself() -> None:
    """RB-9.24, RB-19.22: no choice is asked."""
    s = at(20)
    told = run(DICE, s, "play", 7, 12, 12, 3)
    assert (s.scores, s.phase) == ([6, 0], "try")
    assert told[0].accepted is False


@pytest.mark.parametrize("total", [2, 3, 5, 7, 8, 10, 12])
def test_these_rows_are_passes(total: int) -> None:
    """RB-9.25, RB-19.24: screen, medium, long, touchdown pass, incomplete, sack and interception."""
    assert DICE.book.rows[total].is_pass


@pytest.mark.parametrize("total", [4, 6, 9, 11])
def test_these_rows_are_runs(total: int) -> None:
    """RB-9.25: reverse, dive, draw, and the fumble too."""
    assert not DICE.book.rows[total].is_pass


@pytest.mark.parametrize(("against", "face"), [("LP", 1), ("LP", 3), ("NR", 1)])
def test_a_cards_base_counts_even_if_the_pass_failed(against: str, face: int) -> None:
    """RB-9.26, RB-19.83: T, I and # on LONG: the printed 25 beats 15."""
    s = with_cards(at(70, 3, 10), "LONG", against)
    run(CARDS, s, "play", ("LONG", against), 7, 12, face, "accept")
    assert where(s) == (RED, 45, 1, 10)


def test_a_safety_with_an_offense_12_leaves_the_choice_to_the_defense() -> None:
    """RB-19.48: keep the safety, or accept the penalty."""
    s = at(own(10), 2, 10)
    run(DICE, s, "play", 12, 7, 5, 3, "decline")
    assert s.scores == [0, 2]
    s = at(own(10), 2, 10)
    run(DICE, s, "play", 12, 7, 5, 3, "accept")
    assert (s.scores, s.g, s.down) == ([0, 0], own(5), 2)


@pytest.mark.parametrize(("total", "name"), [(6, "holding"), (8, "pass interference")])
def test_names_for_reports(total: int, name: str) -> None:
    """RB-9.27: by run and pass; a 2 is a penalty before the snap."""
    told = run(DICE, at(70), "play", 12, 7, total, 3, "accept")
    assert told[0].name == name
    told = run(DICE, at(70), "play", 2, 7)
    assert told[0].name == "penalty before the snap"


def test_the_choice_says_what_each_answer_brings() -> None:
    """RB-16.5: in words, for people."""
    s = with_cards(at(45, 3, 5), "MED", "MP")
    _, asked = pending(CARDS, s, "play", ("MED", "MP"), 8, 12, 1)
    assert asked.menu.option("accept").label == "Accept: 1st & 10 at Blue's 30"
    assert asked.menu.option("decline").label == "Decline: interception at Blue's 40"
    view = CARDS.view(s, None)
    assert view["pending"]["accept"] == "1st & 10 at Blue's 30"
