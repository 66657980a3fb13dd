"""Totals of a league, added up in SQL from lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fieldhouse.league.statistics import totals
from fieldhouse.store.league_schema import (
    FixtureRow,
    LineRow,
    PlayerRow,
    league_fixtures,
    league_lines,
    league_players,
)
from fieldhouse.store.store import Store

GAMES = [("week 1: A - B", 1, 0, 1, 14, 7), ("week 2: B - A", 2, 1, 0, 0, 3), ("final", 0, 0, 1, 10, 10)]
"""Fixture, week, home, visitor and points; the last was awarded to the visitor."""


@pytest.fixture(scope="module")
def totals_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("totals") / "league.db"
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def summed(totals_url: str) -> Iterator[Store]:
    made = Store(totals_url)
    with made.write_transaction() as db:
        for fixture, week, home, visitor, ours, theirs in GAMES:
            row = FixtureRow(
                fixture=fixture, status="over", kind="played", week=week, home=home, visitor=visitor,
                home_points=ours, visitor_points=theirs, awarded=-1 if fixture == "final" else 0,
            )  # fmt: skip
            db.execute(league_fixtures.insert(), {"league_id": "x", **msgspec.structs.asdict(row)})
            lines = [LineRow(home, "", "points", ours), LineRow(visitor, "", "points", theirs)]
            if week:
                lines += [
                    LineRow(0, "A-1", "run_yards", 10 * week),
                    LineRow(0, "A-1", "longest_field_goal", 20 - week),
                ]
                lines += [LineRow(1, "B-2", "run_yards", 15)]
            for line in lines:
                db.execute(
                    league_lines.insert(),
                    {"league_id": "x", "fixture": fixture, **msgspec.structs.asdict(line)},
                )
        for man in (PlayerRow("A-1", "Ann", "QB", 0), PlayerRow("B-2", "Bob", "HB", 1)):
            db.execute(league_players.insert(), {"league_id": "x", **msgspec.structs.asdict(man)})
    yield made
    made.close()


def test_a_season_is_the_sum_of_its_games_and_the_longest_is_no_sum(summed: Store) -> None:
    ann = totals.season_totals(summed, "x", men=True, team=0)[0]
    assert (ann.name, ann.games, ann.stats) == ("Ann", 2, {"run_yards": 30, "longest_field_goal": 19})
    teams = totals.season_totals(summed, "x")
    assert [(line.team, line.games, line.stats["points"]) for line in teams] == [(0, 3, 27), (1, 3, 17)]
    assert "yards" not in teams[0].stats, "unknown"


def test_leaders_are_men_where_men_are_counted(summed: Store) -> None:
    assert [(one.name, one.value) for one in totals.stat_leaders(summed, "x", "run_yards")] == [
        ("Ann", 30),
        ("Bob", 30),
    ]
    assert [(one.team, one.value) for one in totals.stat_leaders(summed, "x", "points")] == [(0, 27), (1, 17)]
    assert totals.stat_leaders(summed, "x", "punts") == []


def test_records_are_the_best_of_one_game(summed: Store) -> None:
    (best,) = totals.single_game_records(summed, "x", ["run_yards"], men=True)
    assert (best.name, best.value, best.fixture) == ("Ann", 20, "week 2: B - A")
    assert totals.single_game_records(summed, "x", ["points"], men=False)[0].value == 14


def test_streaks_go_by_weeks_and_an_awarded_game_counts_for_its_winner(summed: Store) -> None:
    """A won twice, then lost the final that was level."""
    found = totals.team_streaks(summed, "x")
    assert [(one.outcome, one.games, one.last) for one in found if one.team == 0] == [
        (1, 2, False),
        (-1, 1, True),
    ]
    assert [(one.outcome, one.games, one.last) for one in found if one.team == 1] == [
        (-1, 2, False),
        (1, 1, True),
    ]
