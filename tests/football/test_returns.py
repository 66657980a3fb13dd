"""Touchdowns without a drive have their line on the drive chart."""

from __future__ import annotations

from typing import Any

import pytest

from fieldhouse.football.drive_chart import ChartedDrive, drive_chart, touchdown_returns
from fieldhouse.football.events import DriveEnded, DriveOver, Kicked, Possession, Scored, Turnover
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.playout import playout
from fieldhouse.league.statistics import sheet_of

RED: dict[str, Any] = {"side": 0, "team": "Red"}
BLUE: dict[str, Any] = {"side": 1, "team": "Blue"}


def touchdown(team: dict[str, Any], how: str = "") -> Scored:
    return Scored(**team, what="touchdown", points=6, scores=(6, 0), how=how)


def ended(team: dict[str, Any], result: str, start: int, yards: int) -> DriveEnded:
    return DriveEnded(**team, result=result, plays=3, yards=yards, start=start)


def test_a_kickoff_returned_for_a_touchdown_goes_the_whole_field() -> None:
    kicked = Kicked(**RED, what="kickoff", net=0)
    before = [Possession(**RED, spot=70), ended(RED, "field goal", 70, 50)]
    (back,) = touchdown_returns([*before, kicked, touchdown(BLUE, "kickoff return")])
    assert (back.result_text(), back.chart_span()) == ("kickoff return, touchdown", (100, 0))
    (back,) = touchdown_returns([*before, kicked, touchdown(RED, "kickoff return")])
    assert back.score.side == 0, "who had the last drive may return the next kickoff"


def test_an_interception_return_begins_where_the_ball_was_lost() -> None:
    lost = Turnover(**RED, what="interception", spot=35)
    drive = ended(RED, "interception", 70, 20)
    for events in (
        [Possession(**RED, spot=70), lost, drive, touchdown(BLUE)],
        [Possession(**RED, spot=70), lost, touchdown(BLUE), drive],
    ):
        (back,) = touchdown_returns(events)
        assert (back.chart_span(), back.result_text()) == ((65, 0), "return, touchdown")


def test_a_drives_own_touchdown_is_no_return() -> None:
    drive = ended(RED, "touchdown", 70, 70)
    assert not touchdown_returns([Possession(**RED, spot=70), touchdown(RED), drive])
    assert not touchdown_returns([Possession(**RED, spot=70), drive, touchdown(RED)])


def test_the_chart_says_touchdown_at_the_end_of_a_return() -> None:
    drawn = drive_chart([ChartedDrive(1, 65, 0, "interception return, touchdown")], ("Red", "Blue"))
    assert ">TD<" in drawn


@pytest.mark.parametrize(
    ("name", "options", "games"),
    [("fastdrive", {}, 25), ("redboar", {"mode": "dice"}, 25), ("thegrid", {}, 12)],
)
def test_every_touchdown_of_a_game_has_a_line(name: str, options: dict[str, Any], games: int) -> None:
    folder, returns = registry.find(name), 0
    for seed in range(games):
        game = folder.open(options)
        s, events = game.start(), list[Event]()
        s.tell = events.append
        playout(game, s, FastDice(seed), folder.coaches.policy("rookie", game, seed))
        sheet = sheet_of(game, events, s.scores)
        assert not sheet.faults
        back = [line for line in sheet.drives if line.returned]
        own = [line for line in sheet.drives if "touchdown" in line.result and "defensive" not in line.result]
        scored = [event for event in events if isinstance(event, Scored) and event.what == "touchdown"]
        assert len({id(line) for line in (*back, *own)}) == len(scored)
        assert len(sheet.drives) - len(back) == sum(isinstance(event, DriveOver) for event in events)
        returns += len(back)
    assert returns or name != "fastdrive"
