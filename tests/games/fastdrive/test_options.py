"""Optional rules, eras, home field and overtime (sections 17 to 20 and their silences)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.fastdrive.sheets import PLAIN, at, book, last, opened, run

from fieldhouse.games.fastdrive.cards.card import DECADES, Card, level_eras, read_card, specials_in_force
from fieldhouse.games.fastdrive.charts.codes import shift_range
from fieldhouse.games.fastdrive.rules.state import CALL, DRIVE, FOURTH, KICKOFF, LAST, OVER, POOR, TRY, Sheet
from fieldhouse.kernel.errors import BadOptions

# Section 17


def test_a_second_six_makes_a_seven_minute_drive() -> None:
    """FD-17.1: 6 ticks; without the option a 6 is 4."""
    game = opened(seven_minute=True)
    assert last(run(game, at(), "316 6 53")) == (0, 6, "PUNT-CO")
    assert last(run(opened(), at(), "316 53")) == (0, 4, "PUNT-CO")


def test_any_other_second_roll_changes_nothing() -> None:
    """FD-17.2."""
    assert last(run(opened(seven_minute=True), at(), "316 5 53")) == (0, 4, "PUNT-CO")


def test_the_second_timing_die_only_where_the_six_counts() -> None:
    """FD-24.54: not on a dot, not on a second roll; six ticks are the base for section 8."""
    game = opened({"offense": ["EFFICIENT"]}, seven_minute=True)
    assert last(run(game, at(), "126 31")) == (0, 1, "PUNT")
    second = at(half=2, left=9, scores=[0, 3], phase="again", second=True)
    assert last(run(game, second, "316")) == (0, 1, "DOWNS")
    assert last(run(game, at(left=10), "316 6 53", "+1")) == (0, 7, "PUNT-CO")


def test_perfect_kickers_can_be_blocked() -> None:
    """FD-17.3, FD-17.4: 11 is blocked, any other roll good; for extra points too."""
    game = opened({"fg": "11-66", "xp": "11-66"}, blocked_kicks=True)
    assert run(game, at(), "443 12").scores == [3, 0]
    assert run(game, at(), "443 11").scores == [0, 0]
    assert run(game, at(), "556 11", "kick").scores == [6, 0]
    assert run(opened(blocked_kicks=True), at(), "443 11").scores == [3, 0]  # not perfect: an ordinary roll


def test_eras_come_before_the_block_option() -> None:
    """FD-24.52: a range that has become 11-66 counts as 11-66."""
    game = opened({"season": 1985, "fg": "11-63"}, {"season": 2020}, blocked_kicks=True)
    assert game.cards[0].fg == "11-66"
    assert run(game, at(), "443 11").scores == [0, 0]


@pytest.mark.parametrize(
    ("detail", "dice", "word"),
    [
        ("none", "346", "TD-PASS"),  # 3-4-6 TD-PASS [R]
        ("R", "346", "TD-RUN"),
        ("R+", "346", "TD-RUN"),
        ("R", "556", "TD-PASS"),  # 5-5-6 TD-PASS [R+]
        ("R+", "556", "TD-RUN"),
        ("P", "566", "TD-PASS"),  # 5-6-6 TD-RUN [P]
        ("P+", "256", "TD-PASS"),  # 2-5-6 TD-RUN [P+]
        ("P", "256", "TD-RUN"),
        ("P", "346", "TD-PASS"),
    ],
)
def test_scoring_detail(detail: str, dice: str, word: str) -> None:
    """FD-17.5, FD-17.6, FD-2.18: plain matches plain, `+` matches both; points and time never change."""
    s = run(opened({"detail": detail}, scoring_detail=True), at(), dice)
    assert (s.log[0].result, s.scores, s.log[0].ticks) == (word, [6, 0], 4)
    assert run(opened({"detail": detail}), at(), dice).log[0].result != "FGA good"


def test_options_are_off_and_eras_on_unless_said() -> None:
    """FD-21.11: the defaults; home is the second-named team."""
    game = opened()
    assert not (game.seven_minute or game.blocked_kicks or game.detail or game.neutral or game.knockout)
    assert game.options["cross_era"]
    assert game.homes[1] == 1


# Section 18


def cards(first: int, second: int, **more: Any) -> tuple[Card, Card]:
    """Two plain cards of these seasons."""
    one, two = (read_card(PLAIN | {"season": year} | more) for year in (first, second))
    return one, two


def test_the_newer_season_governs_turnovers() -> None:
    """FD-18.1, FD-24.47, FD-24.73: for both teams, whatever the gap; 3-3-5 was an interception to 2012."""
    assert run(opened({"season": 2010}, {"season": 2012}), at(), "335 3").log[0].result == "INTERCEPTION"
    assert run(opened({"season": 2010}, {"season": 2013}), at(), "335 11").log[0].result == "PUNT-CO"
    assert run(opened({"season": 2013}, {"season": 2010}), at(), "335 11").log[0].result == "PUNT-CO"
    assert opened({"season": 1985}, {"season": 1985}).year == 1985


@pytest.mark.parametrize(
    ("league", "year", "kept"),
    [("NFL", 1962, 2), ("NFL", 1963, 1), ("AFL", 1969, 2), ("AFL", 1970, 1), ("USFL", 1963, 1)],
)
def test_old_special_turnovers_are_dropped(league: str, year: int, kept: int) -> None:
    """FD-18.2, FD-24.48: after 1962 (AFL: 1969) the marked ones go; other specials always stay."""
    card = read_card(
        PLAIN
        | {"season": 1960, "league": league}
        | {"results": ["offense 1-2-3: ODD? FUMBLE dot turnover", "offense 5-5-6: FGA"]}
    )
    assert len(specials_in_force(card, year)) == kept


@pytest.mark.parametrize(
    ("older", "newer", "fg"),
    [
        (1985, 2003, "11-56"),
        (1985, 1995, "11-52"),
        (1985, 1996, "11-55"),
        (1955, 2020, "11-66"),
        (2005, 2016, "11-53"),
    ],
)
def test_kicks_of_older_teams(older: int, newer: int, fg: str) -> None:
    """FD-18.3, FD-18.5, FD-24.50: more than ten years apart the older top end moves; the newer stays."""
    old, new = level_eras(cards(older, newer, fg="11-52"))
    assert (old.fg, new.fg) == (fg, "11-52")


def test_decade_numbers() -> None:
    """FD-18.4, FD-24.49: as printed; before 1950 as the 1950s, after 2029 as the 2020s."""
    assert DECADES == {1950: 13, 1960: 11, 1970: 8, 1980: 5, 1990: 2, 2000: 1, 2010: 0, 2020: 0}
    old, _ = level_eras(cards(1940, 2035, fg="11-22"))
    assert old.fg == "11-43"  # n 8 + 13 = 21 = code 43


@pytest.mark.parametrize(
    ("kicks", "more", "result"),
    [
        ("11-55", 2, "11-61"),
        ("11-52", 4, "11-56"),
        ("11-16", 1, "11-21"),
        ("11-65", 5, "11-66"),
        ("12-55", 2, "12-61"),
    ],
)
def test_adding_in_base_six(kicks: str, more: int, result: str) -> None:
    """FD-18.6, FD-18.7, FD-24.50: 55 + 2 = 61, never past 66, the bottom is kept."""
    assert shift_range(kicks, more) == result


@pytest.mark.parametrize(
    ("first", "second", "xp"),
    [(2014, 2015, ("11-62", "11-64")), (2015, 2020, ("11-62", "11-62")), (2013, 2014, ("11-62", "11-62"))],
)
def test_extra_points_of_modern_teams(first: int, second: int, xp: tuple[str, str]) -> None:
    """FD-18.8, FD-24.51: exactly one of them 2015 or newer; no gap of ten years is needed."""
    one, two = level_eras(cards(first, second, xp="11-62"))
    assert (one.xp, two.xp) == xp


def test_both_steps_in_one_game() -> None:
    """FD-24.51: step 2 on the older team, step 3 on the newer."""
    old, new = level_eras(cards(1985, 2016, fg="11-52", xp="11-62"))
    assert (old.fg, old.xp, new.xp) == ("11-61", "11-66", "11-64")


def test_eras_can_be_left_alone() -> None:
    """FD-21.11: cross_era off."""
    assert opened({"season": 1985, "fg": "11-52"}, {"season": 2003}, cross_era=False).cards[0].fg == "11-52"


# Section 19


def test_charts_ask_for_home_and_away() -> None:
    """FD-19.1: row 1-4-4 is a touchdown at home and a punt away."""
    assert run(opened(), at(ball=1), "144").log[0].result == "TD-PASS"
    assert run(opened(), at(ball=0), "144 31").log[0].result == "PUNT"


def test_a_neutral_site_changes_at_half_time() -> None:
    """FD-19.2, FD-24.44: home in the first half and in overtime, away in the second."""
    game = opened(neutral=True)
    assert run(game, at(ball=1), "144").log[0].result == "TD-PASS"
    assert run(game, at(ball=0, half=2), "144").log[0].result == "TD-PASS"
    assert run(game, at(ball=1, half=2), "144 31").log[0].result == "PUNT"
    assert run(game, at(ball=1, half=3, left=8), "144").log[0].result == "TD-PASS"


# Section 20: overtime


def over(half: int = 3, **more: Any) -> Sheet:
    """Overtime, the away team begins the first drive."""
    return at(**{"half": half, "left": 8, "first": 0, "scores": [20, 20], **more})


def test_a_level_game_goes_into_overtime() -> None:
    """FD-20.1, FD-24.61: a new toss and 8 ticks, or 12 when sudden; none is a tie."""
    for kind, ticks in (("both", 8), ("modified", 8), ("sudden", 12)):
        s = run(opened(overtime=kind), at(half=2, left=3, scores=[7, 7]), "316")
        assert (s.half, s.left, s.phase) == (3, ticks, "toss")
    s = run(opened(overtime="none"), at(half=2, left=3, scores=[7, 7]), "316")
    assert (s.phase, s.why) == (OVER, "tie")


def test_the_toss_before_overtime() -> None:
    """FD-21.1, FD-24.61: the winner kicks or receives."""
    game = opened()
    s = run(game, at(half=3, left=8, phase="toss"), "tails")
    assert (s.phase, s.kicker) == (CALL, 0)
    run(game, s, keys="receive")
    assert (s.phase, s.kicker, s.first) == (KICKOFF, 1, 0)


def test_a_knockout_needs_an_overtime() -> None:
    """FD-24.61: "none" is refused."""
    with pytest.raises(BadOptions, match=r"FD-24\.61"):
        opened(overtime="none", knockout=True)


def test_both_teams_get_the_ball() -> None:
    """FD-24.83: a touchdown on the first possession does not end it; after the answer it is sudden death."""
    game = opened()
    s = run(game, over(), "463 11 21", "kick")
    assert (s.phase, s.scores, s.had) == (DRIVE, [27, 20], [True, False])
    run(game, s, "442 3")
    assert (s.phase, s.why, game.outcome(s).winner) == (OVER, "overtime", 0)  # type: ignore[union-attr]


def test_the_answer_in_overtime() -> None:
    """FD-24.83, FD-24.63: a touchdown that wins ends it before the try; one that does not is tried."""
    game = opened()
    s = run(game, over(ball=1, scores=[23, 20], had=[True, False]), "463")
    assert (s.phase, s.scores, s.points[-1].what) == (OVER, [23, 26], "pass")
    s = run(game, over(ball=1, scores=[27, 20], had=[True, False]), "463")
    assert s.phase == TRY
    run(game, s, "66", "kick")
    assert (s.phase, s.scores) == (OVER, [27, 26])
    s = run(game, over(ball=1, scores=[27, 20], had=[True, False]), "463 11", "kick")
    assert (s.phase, s.scores) == (KICKOFF, [27, 27])


def test_after_both_had_the_ball_the_next_score_wins() -> None:
    """FD-24.83: level and both have had it."""
    s = run(opened(), over(had=[True, True]), "443 11")
    assert (s.phase, s.scores) == (OVER, [23, 20])


def test_the_defense_scoring_first_ends_it() -> None:
    """FD-24.83: the drive of the team now behind has ended."""
    s = run(opened(), over(), "113 1 1")
    assert (s.phase, s.scores) == (OVER, [20, 26])
    safety = run(opened(), over(start=POOR), "112")
    assert (safety.phase, safety.scores) == (OVER, [20, 22])


def test_a_kick_lost_to_the_kickers_was_a_possession() -> None:
    """FD-24.83: the team behind never had a drive, but its kick was lost."""
    s = run(opened(), over(phase=KICKOFF, kicker=0, scores=[23, 20], had=[True, False]), "65 1")
    assert s.phase == OVER


def test_modified_overtime() -> None:
    """FD-24.83: a touchdown on the first possession wins at once, a field goal lets the other answer."""
    game = opened(overtime="modified")
    assert run(game, over(), "463").phase == OVER
    assert run(game, over(), "443 11").phase == KICKOFF
    assert run(game, over(phase=KICKOFF, kicker=1), "66 1 1").phase == OVER


def test_sudden_death() -> None:
    """FD-24.83: any score ends it."""
    game = opened(overtime="sudden")
    assert run(game, over(left=12), "443 11").phase == OVER
    assert run(game, over(left=12, start=POOR), "112").phase == OVER


def test_the_period_ends_through_section_7() -> None:
    """FD-24.62, FD-24.84: last tick, Desperation, one kick of FD-15.1; still level is a tie."""
    game = opened()
    s = run(game, over(left=2, had=[False, True]), "442 3")
    assert s.phase == LAST
    run(game, s, keys="kneel")
    assert (s.phase, s.why, game.outcome(s).winner) == (OVER, "tie", None)  # type: ignore[union-attr]
    kick = run(game, over(left=2), "635 44")
    assert (last(kick), kick.phase) == ((0, 2, "FGA good"), OVER)
    gamble = run(game, over(left=8, ball=1, scores=[23, 20], had=[True, False]), "253")
    assert gamble.phase == FOURTH


def test_a_last_tick_score_that_decides_ends_the_game() -> None:
    """FD-24.84: without kickoff or Desperation; one that does not is followed by the kickoff."""
    game = opened()
    assert run(game, over(left=2, had=[False, True]), "443 11").phase == OVER
    assert run(game, over(left=2), "443 11").phase == KICKOFF


def test_the_clock_rules_in_overtime_are_a_switch() -> None:
    """FD-20.2, FD-24.62, FD-24.55: section 8 and squib and onside kicks."""
    efficient = {"offense": ["EFFICIENT"]}
    assert run(opened(efficient), over(left=4), "253").phase == "clock"
    assert run(opened(efficient, overtime_clock=False), over(left=4), "253 31").phase == DRIVE
    assert run(opened(), over(left=4, phase=KICKOFF, kicker=1), "12", "squib").phase == DRIVE
    assert run(opened(overtime_clock=False), over(left=4, phase=KICKOFF, kicker=1), "12").start == POOR


def test_a_knockout_runs_over_into_the_next_period() -> None:
    """FD-24.62, FD-24.84: no kickoff, the ball stays; section 8 and the gambles are off."""
    game = opened({"offense": ["EFFICIENT"]}, knockout=True)
    s = run(game, over(left=2, had=[True, True]), "316 53")
    assert (s.period, s.left, last(s), s.ball, s.phase) == (2, 10, (0, 4, "PUNT-CO"), 1, DRIVE)
    s = run(game, over(left=2, had=[True, True]), "253 31")
    assert (s.period, s.left) == (2, 12)
    behind = run(game, over(left=6, ball=1, scores=[23, 20], had=[True, False]), "253 31")
    assert behind.phase == OVER  # it punted: no gamble was open, and it had its possession


def test_a_re_roll_in_a_knockout_runs_over_too() -> None:
    """FD-24.84, FD-12.6: the re-roll tick may be the last of a period; the next roll goes on in the next."""
    game = opened({"offense": ["DYNAMIC"]}, knockout=True)
    s = run(game, over(left=1, had=[True, True]), "452 452 316 53")
    assert (s.period, s.left, last(s)) == (2, 7, (0, 6, "PUNT-CO"))


def test_without_the_clock_rules_the_last_kick_of_overtime_is_deep() -> None:
    """FD-24.55, FD-24.62: squib and onside kicks are closed, after the last tick as well."""
    s = over(left=0, phase=KICKOFF, kicker=0, scores=[23, 20], had=[True, False])
    assert run(opened(overtime_clock=False), s, "21").phase == LAST


def test_two_point_tries_can_be_switched_off() -> None:
    """FD-24.64, FD-24.2: then a touchdown is worth 7 at most, and one score is 7."""
    game = opened(two_point=False)
    s = run(game, at(), "556")
    request = next(game.play(s))
    assert request.keys == ("kick",)  # type: ignore[attr-defined]
    assert request.menu.refusal("two").rule == "FD-24.64"  # type: ignore[attr-defined]
    assert run(game, at(half=2, left=2, scores=[8, 0]), "463").log[0].result == "EOG"
    assert game.reach == 7


def test_who_kicks_off_the_second_half() -> None:
    """FD-24.37: the team that received the opening kickoff."""
    game = opened()
    s = run(game, game.start(), "heads 21", "kick")
    assert (s.opener, s.ball) == (1, 0)
    s.left = 3
    run(game, s, "316")
    assert (s.half, s.kicker) == (2, 0)


def test_typed_in_charts_may_ask_the_score() -> None:
    """FD-25.7: LEADING, TRAILING, TIED look at the score at that moment; ROLL a-b at a fresh die."""
    game = opened(charts=book(("5-5-6 | TD-PASS [R+]", "5-5-6 | LEADING? PUNT | ROLL 1-2? FGA | TD-PASS")))
    assert run(game, at(scores=[3, 0]), "556 31").log[0].result == "PUNT"
    assert run(game, at(), "556 2 11").log[0].result == "FGA good"
    assert run(game, at(), "556 3").log[0].result == "TD-PASS"
