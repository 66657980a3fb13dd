"""The line score: points by period, in the game's own words."""

from fieldhouse.football.box_score import line_score
from fieldhouse.football.events import Scored
from fieldhouse.kernel.events import Event, PlayMoment


def scored(period: str, side: int, points: int, scores: tuple[int, int]) -> Event:
    moment = PlayMoment(period, "0:10", (0, 0))
    return Scored(side=side, team="AB"[side], what="field goal", points=points, scores=scores, moment=moment)


def test_points_stand_in_the_period_in_which_their_play_began() -> None:
    events = [scored("Q1", 0, 6, (6, 0)), scored("Q2", 1, 3, (6, 3)), scored("Q2", 0, 3, (9, 3))]
    periods, lines = line_score(("Ann", "Bob"), [*events, scored("Q4", 1, 6, (9, 9))])
    assert periods == ["Q1", "Q2", "Q4"]
    assert lines == [("Ann", [6, 3, 0], 9), ("Bob", [0, 3, 6], 9)]


def test_without_periods_there_is_no_line() -> None:
    assert line_score(("Ann", "Bob"), [scored("", 0, 6, (6, 0))]) == ([], [("Ann", [], 0), ("Bob", [], 0)])
