"""Schedules for every number of teams and weeks, checked whole."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.league.formats.round_robin import TEAMS, double_rounds, schedule, weeks_needed

WEEKS = range(1, 35)


@pytest.mark.parametrize("teams", TEAMS)
def test_every_schedule_keeps_its_promises(teams: int) -> None:
    """Disjoint pairings, even byes, home and away within one, no four home or away games running."""
    for weeks in WEEKS:
        made = schedule(teams, weeks)
        assert len(made) == weeks
        places = [""] * teams
        for games in made:
            busy = [team for pair in games for team in pair]
            assert len(busy) == len(set(busy)) == teams // 2 * 2
            for home, visitor in games:
                places[home] += "H"
                places[visitor] += "A"
        for seen in places:
            assert abs(seen.count("H") - seen.count("A")) <= 1, (teams, weeks, seen)
            assert max(len(list(run)) for _, run in groupby(seen)) <= 3 if seen else weeks == 1
        assert max(map(len, places)) - min(map(len, places)) <= 1


@pytest.mark.parametrize("teams", TEAMS)
def test_two_full_rounds_bring_every_pair_together_once_at_each_place(teams: int) -> None:
    games = Counter(pair for week in schedule(teams, weeks_needed(teams, 2)) for pair in week)
    assert set(games.values()) == {1}
    assert len(games) == teams * (teams - 1)
    once = Counter(frozenset(pair) for week in schedule(teams, weeks_needed(teams)) for pair in week)
    assert set(once.values()) == {1}
    assert len(once) == teams * (teams - 1) // 2


def test_a_schedule_without_teams_or_weeks_is_refused() -> None:
    for teams, weeks in ((1, 3), (4, 0)):
        with pytest.raises(BadOptions, match="at least two teams and one week"):
            schedule(teams, weeks)


def test_the_rounds_of_four_in_the_catalogue() -> None:
    """DC-13: earlier and later are places in the league's own list, not in the moved one."""
    named = [" ".join("ABCD"[h] + "-" + "ABCD"[v] for h, v in games) for games in double_rounds(4)]
    assert named == ["A-D B-C", "C-A D-B", "A-B C-D", "D-A C-B", "A-C B-D", "B-A D-C"]


@pytest.mark.parametrize("teams", range(2, 13))
def test_dc13_everyone_meets_everyone_twice_once_at_home(teams: int) -> None:
    """DC-13: 2 to 12 teams coaches; with an odd number somebody is idle each round."""
    rounds = double_rounds(teams)
    assert Counter(pair for games in rounds for pair in games) == Counter(
        (h, v) for h in range(teams) for v in range(teams) if h != v
    )
    for games in rounds:
        assert len({team for pair in games for team in pair}) == teams // 2 * 2
