"""The sheet of a game: what is counted, what is unknown, and whether it adds up."""

from __future__ import annotations

from typing import Any

import pytest

from fieldhouse.football.box_score import BoxScore, counted_statistics, game_statistics
from fieldhouse.football.events import DriveOver, Scored
from fieldhouse.games.fastdrive.rules.events import TookOver
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game
from fieldhouse.league import Fixture, LeagueDice
from fieldhouse.league.statistics import GameSheet, score_sheet, sheet_of
from fieldhouse.league.teams import GameTeams, find_clubs

WORDS = {
    "fastdrive": ["chicago-1985", "miami-1985"],
    "thegrid": ["canton", "bremen"],
    "redboar": ["starter", "rookie"],
    "cardbowl": ["rookie", "rookie"],
    "squares": ["rookie", "rookie"],
}
FIXTURE = Fixture("week 1", "season", 0, 1)


def played(name: str, attempt: int = 1) -> tuple[Game[Any], list[Event], list[int]]:
    """A game with its events and its score by seat."""
    events: list[Event] = []
    teams = GameTeams(name, find_clubs(name, WORDS[name])[1])
    score = teams.play(FIXTURE, LeagueDice("statistics"), attempt, events.append)
    scores = [score.visitor, score.visitor]
    scores[teams.home_seat], scores[1 - teams.home_seat] = score.home, score.visitor
    return teams.open(FIXTURE), events, scores


def sheet(name: str) -> GameSheet:
    return sheet_of(*played(name))


@pytest.mark.parametrize("name", WORDS)
def test_teams_men_drives_and_scores_add_up_to_the_result(name: str) -> None:
    game, events, scores = played(name)
    found = sheet_of(game, events, scores)
    assert found.faults == []
    assert [found.team(side)["points"] for side in range(2)] == scores
    assert sheet_of(game, events, scores) == found


def test_fast_drive_tells_punts_and_time_and_no_yards() -> None:
    """FD-4.2: a row of the scoresheet has its result and its ticks."""
    _, events, _ = played("fastdrive")
    found = sheet("fastdrive")
    punts = [event for event in events if isinstance(event, DriveOver) and "punt" in event.result_text()]
    assert len(punts) > 0
    assert sum(found.team(side)["punts"] for side in range(2)) == len(punts)
    assert sum(found.team(side)["seconds"] for side in range(2)) == 3600
    assert not {"yards", "punt_yards", "first_downs"} & found.team(0).keys(), "unknown, not 0"


def test_fast_drive_tells_who_won_the_field_position_battle() -> None:
    """FD-4.3: how many drives of each team started poor, average and great."""
    _, events, _ = played("fastdrive")
    found = sheet("fastdrive")
    for side in range(2):
        team = found.team(side)
        starts = [event.start for event in events if isinstance(event, TookOver) and event.side == side]
        counted = [team[f"{grade}_starts"] for grade in ("poor", "average", "great")]
        assert counted == [starts.count(grade) for grade in ("POOR", "AVERAGE", "GREAT")]
        assert sum(counted) == team["drives"]
    box = BoxScore.of(("Away", "Home"), events)
    box.counts = game_statistics("fastdrive") or ()
    (row,) = [row for row in box.rows() if row[0] == "starts: poor/avg/great"]
    assert row[1] == "/".join(str(found.team(0)[f"{grade}_starts"]) for grade in ("poor", "average", "great"))


def test_what_a_game_does_not_count_is_a_dash_and_no_zero() -> None:
    game, events, _ = played("fastdrive")
    box = BoxScore.of(("Miami", "Chicago"), events)
    box.counts = counted_statistics(box, game.meta.name)
    rows = {name: (a, b) for name, a, b in box.rows()}
    assert all(cell.endswith(", \N{EN DASH}") for cell in rows["punts, yards"])
    assert "first downs" not in rows


def test_the_grid_has_lines_of_its_men() -> None:
    """TG-25.10, TG-25.11: the men's yards are the team's."""
    found = sheet("thegrid")
    caught = sum(man.stats.get("receiving_yards", 0) for man in found.men(0))
    assert caught == found.team(0)["pass_yards"]
    assert all(man.player.startswith(("CAN-", "emergency")) for man in found.men(0))


def test_a_sum_that_does_not_come_out_marks_the_game() -> None:
    game, events, scores = played("thegrid")
    wrong = sheet_of(game, events, [scores[0] + 1, scores[1]])
    assert any("but the result says" in fault for fault in wrong.faults)
    first = next(number for number, event in enumerate(events) if isinstance(event, Scored))
    lacking = sheet_of(game, [*events[:first], *events[first + 1 :]], scores)
    assert any("the score was given as" in fault for fault in lacking.faults)


def test_of_a_typed_score_only_the_points_are_known() -> None:
    found = score_sheet(["Ducks", "Geese"], [14, 7])
    assert found.team(0) == {"points": 14}
    assert found.faults == []
