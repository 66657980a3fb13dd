"""Bulk games: the seed alone decides them, results add up, and policies and coaches both play."""

import importlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldhouse.football.box_score import TeamLine
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import RandomCoach
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.lab.simulate import play_some, simulate_games
from fieldhouse.lab.simulation_plan import SimulationPlan, game_seed, make_plan
from fieldhouse.lab.summary import PlayedGame, Summary, football_figures, mean_and_deviation, wilson_interval

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced


def sandlot(seed: int = 0, levels: tuple[str, str] = ("starter", "rookie")) -> SimulationPlan:
    return make_plan(registry.find("sandlot").open(length="tiny"), levels, seed=seed)


def test_the_seed_of_a_game_never_changes() -> None:
    # By hand: printf 7/123 | sha256sum, its first sixteen digits halved.
    assert game_seed(0, 0) == 3065247057545751466
    assert game_seed(7, 123) == 1212218373348883460
    assert len({game_seed(seed, number) for seed in range(30) for number in range(30)}) == 900
    assert 0 <= game_seed(-5, 10**12) < 2**63


def test_neither_jobs_nor_chunks_nor_executor_change_a_game() -> None:
    plan = sandlot(seed=3)
    here = list(simulate_games(plan, 40))
    assert [played.number for played in here] == list(range(40))
    assert list(simulate_games(plan, 40, jobs=2)) == here
    with ThreadPoolExecutor(3) as threads:
        assert list(simulate_games(plan, 40, pool=threads)) == here
    assert play_some(plan, 17, 18) == [here[17]]


def test_another_seed_gives_other_games() -> None:
    assert [p.scores for p in simulate_games(sandlot(1), 30)] != [
        p.scores for p in simulate_games(sandlot(2), 30)
    ]


def test_as_many_levels_are_needed_as_sit_down() -> None:
    """A draft of six coaches has six seats, whatever its title page shows."""
    six = registry.find("thegrid-draft").open({"coaches": 6})
    assert len(make_plan(six, ("starter",) * 6).levels) == 6
    with pytest.raises(BadOptions, match="6 seats, but 4 levels"):
        make_plan(six, ("starter",) * 4)


def test_a_game_that_has_policies_is_played_by_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    seated: list[str] = []

    def seat(level: str, *_: object) -> RandomCoach:
        seated.append(level)
        return RandomCoach(1)

    def policy(level: str, game: object, seed: int) -> object:
        def first(request: object, state: object) -> str:
            asked.append(level)
            return request.keys[0]  # type: ignore[attr-defined]

        return first

    plan = sandlot(levels=("starter", "rookie"))
    coach = importlib.import_module("fieldhouse.games.sandlot.coaches")
    monkeypatch.setattr(coach, "policy", policy)
    monkeypatch.setattr(coach, "coach", seat)
    results = list(simulate_games(plan, 5))
    assert len(results) == 5
    assert set(asked) == {"starter", "rookie"}
    assert seated == []
    asked.clear()
    timed = make_plan(registry.find("sandlot").open(length="tiny"), ("starter", "rookie"), seconds=0.1)
    assert len(list(simulate_games(timed, 5))) == 5
    assert set(seated) == {"starter", "rookie"}, "who is given time to think is a coach, not a policy"
    assert asked == []


def test_random_play_needs_no_coach() -> None:
    assert len(list(simulate_games(sandlot(levels=("random", "random")), 10))) == 10


def test_unknown_levels_are_refused() -> None:
    with pytest.raises(BadOptions, match="has no coach 'genius'"):
        sandlot(levels=("genius", "rookie"))
    with pytest.raises(BadOptions, match="has 2 seats, but 1 levels"):
        make_plan(registry.find("sandlot").open(), ["starter"])


def test_progress_is_told_in_chunks_that_add_up() -> None:
    done: list[int] = []
    list(simulate_games(sandlot(), 50, on_chunk=done.append))
    assert sum(done) == 50
    assert len(done) > 1


# Adding up


def test_results_add_up_by_hand() -> None:
    games = [
        PlayedGame(0, 1, 0, "points", (14, 7)),
        PlayedGame(1, 2, 1, "points", (3, 10)),
        PlayedGame(2, 3, None, "tie", (7, 7)),
        PlayedGame(3, 4, 0, "concession", (0, 21)),
    ]
    summary = Summary.of(("Red", "Blue"), games)
    assert (summary.games, summary.wins, summary.ties) == (4, [2, 1], 1)
    assert summary.whys == {"points": 2, "tie": 1, "concession": 1}
    assert summary.scores == [Counter({14: 1, 3: 1, 7: 1, 0: 1}), Counter({7: 2, 10: 1, 21: 1})]
    assert summary.margins == {7: 1, -7: 1, 0: 1, -21: 1}
    assert summary.totals == {21: 2, 13: 1, 14: 1}


def test_football_of_both_sides_beside_the_nfl() -> None:
    red = TeamLine(
        team="Red", plays=60, yards=300, runs=30, run_yards=120, passes=28, completions=21, sacked=2
    )
    blue = TeamLine(
        team="Blue", plays=40, yards=150, runs=10, run_yards=40, passes=30, completions=9, drives=8
    )
    games = [
        PlayedGame(0, 1, 0, "points", (14, 7), (red, blue)),
        PlayedGame(1, 2, None, "tie", (7, 7), (red, blue)),
    ]
    found = football_figures(Summary.of(("Red", "Blue"), games))
    assert found["plays"] == 100
    assert found["points"] == 17.5
    assert found["points_sd"] == 3.5
    assert found["margin"] == 3.5
    assert found["tie_share"] == 0.5
    assert found["yards_per_play"] == 4.5
    assert found["run_share"] == 0.4
    assert found["yards_per_run"] == 4
    assert found["completion_pct"] == 30 / 58
    assert found["sack_share"] == 2 / 60
    assert "punt_net" not in found, "nobody punted"


def test_a_game_without_football_has_no_figures() -> None:
    assert football_figures(Summary.of(("Red", "Blue"), simulate_games(sandlot(), 5))) == {}


def test_wilson_intervals_of_the_textbook() -> None:
    # Newcombe 1998, two-sided intervals for a proportion, method 3: 81 of 263 is 0.2553 to 0.3662.
    low, high = wilson_interval(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    # 0 of 20: 0.0000 to 0.1611 (the same table).
    low, high = wilson_interval(0, 20)
    assert (round(low, 4), round(high, 4)) == (0.0, 0.1611)
    assert wilson_interval(0, 0) == (0.0, 1.0)


@given(st.integers(1, 1000), st.data())
def test_wilson_intervals_hold_the_share(n: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, n))
    low, high = wilson_interval(hits, n)
    assert 0 <= low <= hits / n + 1e-12
    assert hits / n - 1e-12 <= high <= 1


def test_mean_and_deviation() -> None:
    assert mean_and_deviation(Counter({2: 1, 4: 1})) == (3.0, 1.0)
    assert mean_and_deviation(Counter()) == (0.0, 0.0)
