"""The box score adds up events and nothing else; worked by hand."""

from __future__ import annotations

from typing import Any

from fieldhouse.football.box_score import BoxScore
from fieldhouse.football.events import (
    DriveEnded,
    FieldGoalTried,
    FirstDown,
    Flag,
    Kicked,
    PeriodEnded,
    Played,
    Possession,
    Scored,
    TryFailed,
    Turnover,
    distance_words,
)
from fieldhouse.kernel.events import Note

RED: dict[str, Any] = {"side": 0, "team": "Red"}
BLUE: dict[str, Any] = {"side": 1, "team": "Blue"}

DRIVE = [
    Possession(**RED, spot=80, how="kickoff"),
    Played(**RED, what="run", yards=5, down=1, to_go=10, spot=80),
    Played(**RED, what="incomplete", yards=0, down=2, to_go=5, spot=75),
    Played(**RED, what="pass", yards=25, down=3, to_go=5, spot=75, first_down=True),
    FirstDown(**RED, spot=50),
    Played(**RED, what="sack", yards=-10, down=1, to_go=10, spot=50),
    Flag(**BLUE, name="holding", yards=10, accepted=True),
    Flag(**BLUE, name="holding", accepted=False),
    Played(**RED, what="pass", yards=50, down=1, to_go=10, spot=50),
    Scored(**RED, what="touchdown", points=6, scores=(6, 0)),
    Scored(**RED, what="extra point", points=1, scores=(7, 0)),
    DriveEnded(**RED, result="touchdown", plays=5, yards=70, start=80, seconds=150),
]


def test_a_drive_adds_up() -> None:
    red, blue = BoxScore.of(["Red", "Blue"], DRIVE).lines
    assert (red.points, red.touchdowns, red.extra_points) == (7, 1, 1)
    assert (red.plays, red.yards) == (5, 5 + 0 + 25 - 10 + 50)
    assert (red.runs, red.run_yards) == (1, 5)
    assert (red.passes, red.completions, red.pass_yards) == (3, 2, 75)
    assert (red.sacked, red.sack_yards) == (1, -10)
    assert (red.third_downs, red.third_downs_made, red.first_downs) == (1, 1, 1)
    assert (red.drives, red.seconds) == (1, 150)
    assert (blue.penalties, blue.penalty_yards, blue.points) == (1, 10, 0)


def test_turnovers_kicks_and_safeties_count_for_their_side() -> None:
    box = BoxScore.of(
        ["Red", "Blue"],
        [
            Turnover(**RED, what="interception", spot=40),
            Turnover(**RED, what="fumble", spot=40),
            Turnover(**RED, what="downs", spot=40),
            Kicked(**BLUE, what="punt", net=45),
            Kicked(**BLUE, what="kickoff", net=45),
            FieldGoalTried(**BLUE, yards=40),
            FieldGoalTried(**BLUE, yards=45),
            Scored(**BLUE, what="field goal", points=3, scores=(0, 3)),
            TryFailed(**BLUE, what="field goal"),
            Scored(**BLUE, what="safety", points=2, scores=(0, 5)),
            Scored(**BLUE, what="two-point conversion", points=2, scores=(0, 7)),
            Note(line="nothing to count"),
        ],
    )
    red, blue = box.lines
    assert (red.interceptions, red.fumbles_lost, red.turned_over_on_downs, red.turnovers) == (1, 1, 1, 2)
    assert (blue.punts, blue.punt_yards) == (1, 45)
    assert (blue.field_goals, blue.field_goal_tries, blue.safeties, blue.conversions) == (1, 2, 1, 1)
    assert blue.points == 7


def test_an_intercepted_pass_is_not_a_completion() -> None:
    played = Played(**RED, what="pass", yards=0, down=1, to_go=10, spot=80, lost=True)
    red = BoxScore.of(["Red", "Blue"], [played]).lines[0]
    assert (red.passes, red.completions) == (1, 0)


def test_the_text_names_both_sides_and_every_row() -> None:
    box = BoxScore.of(["Red", "Blue"], DRIVE)
    lines = box.text().splitlines()
    assert lines[0].split() == ["Red", "Blue"]
    assert lines[1].split() == ["points", "7", "0"]
    assert len(lines) == 1 + len(box.rows())


def test_events_say_what_happened_in_words() -> None:
    said = [event.text() for event in DRIVE]
    assert said[0] == "Red takes over at own 20."
    assert said[1] == "Red, 1st & 10 at own 20: run, 5-yard gain."
    assert said[2] == "Red, 2nd & 5 at own 25: pass, incomplete."
    assert said[5] == "Red, 1st & 10 at midfield: sacked, 10-yard loss."
    assert said[6] == "Holding on Blue: 10 yards."
    assert said[7] == "Holding on Blue: declined."
    assert said[9] == "Red touchdown. Score: 6-0."
    assert said[10] == "Red extra point is good. Score: 7-0."
    assert said[11] == "Red drive: 5 plays, 70 yards, 2:30, touchdown."
    assert PeriodEnded(name="quarter 1", scores=(7, 0)).text() == "End of quarter 1. Score: 7-0."


def test_one_yard_is_no_yards() -> None:
    assert Kicked(side=0, team="Red", what="punt", net=1).text() == "Red punt: 1 yard."
    assert Kicked(side=0, team="Red", what="punt", net=41).text() == "Red punt: 41 yards."
    assert distance_words(-1) == "-1 yard"
