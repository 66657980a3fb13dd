"""The World Tournament of DC-11: draw, group tables, knock-out games."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import pytest
from click.testing import CliRunner

from fieldhouse.games.thegrid.commands import COMMANDS
from fieldhouse.games.thegrid.tournament import Fixture, Result, Tournament, group_games, ranked, tournament
from fieldhouse.games.thegrid.tourney import play_tournament
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Draw, Request


def run(rules: Generator[Request, Any, Any], answers: Sequence[int] = ()) -> tuple[list[Draw], Any]:
    """Answer the draws in order, then with the first key; what was asked, and the order returned."""
    asked: list[Draw] = []
    script = [str(answer) for answer in answers]
    try:
        request = next(rules)
        while True:
            assert isinstance(request, Draw)
            asked.append(request)
            request = rules.send(script.pop(0) if script else request.keys[0])
    except StopIteration as end:
        return asked, end.value


def group(*games: tuple[int, int]) -> list[Result]:
    """Scores of the games 0-1, 1-2, 2-0."""
    return [Result(f, *score) for f, score in zip(group_games("A", [0, 1, 2]), games, strict=True)]


def home_wins(fixture: Fixture) -> tuple[int, int]:
    """In knock-outs home wins; in groups the lower number does."""
    if fixture.winner_needed or fixture.home < fixture.visitor:
        return 7, 0
    return 0, 7


@pytest.mark.parametrize(
    ("games", "order"),
    [
        (((7, 0), (7, 0), (0, 3)), [0, 1, 2]),  # 4, 2 and 0 points
        (((7, 7), (0, 3), (3, 20)), [0, 2, 1]),  # 3, 1 and 2 points
        (((0, 3), (3, 3), (30, 0)), [2, 1, 0]),  # 0, 3 and 3 points; 1 and 2 drew, +3 against +30
    ],
)
def test_points_come_first(games: tuple[tuple[int, int], ...], order: list[int]) -> None:
    """DC-11: two for a win, one for a draw; a drawn game between two level teams leaves the difference."""
    assert run(ranked([0, 1, 2], group(*games))) == ([], order)


def test_two_level_teams_look_at_their_own_game_first() -> None:
    """DC-11: 1 beat 0, though 0 has +36 and 1 has -5; 2 beat 3. (In a group of three this cannot happen.)"""
    pairs = {(0, 1): (0, 3), (1, 2): (1, 7), (0, 2): (40, 0), (2, 3): (5, 1), (3, 0): (1, 0), (3, 1): (2, 0)}
    games = [Result(Fixture("group A", *pair), *score) for pair, score in pairs.items()]
    assert run(ranked([0, 1, 2, 3], games)) == ([], [2, 3, 1, 0])  # 4, 4, 2, 2 points


def test_three_level_teams_go_by_difference_then_points_scored() -> None:
    """DC-11: a circle of wins: +4, +0, -4; and with equal differences the points scored."""
    assert run(ranked([0, 1, 2], group((10, 3), (7, 0), (10, 7))))[1] == [0, 1, 2]  # +4, 0, -4
    assert run(ranked([0, 1, 2], group((10, 3), (17, 10), (14, 7))))[1] == [2, 1, 0]  # 24, 20, 17 scored


def test_teams_level_in_everything_draw_lots() -> None:
    """TG-C.14: three games of 7-0 in a circle: each order of the three has one chance in six."""
    rules = ranked([0, 1, 2], group((7, 0), (7, 0), (7, 0)))
    asked, table = run(rules, [2, 0, 1])
    assert table == [2, 0, 1]
    assert [(draw.stream, draw.keys, set(draw.weights)) for draw in asked] == [
        ("lots", ("0", "1", "2"), {1}),
        ("lots", ("0", "1"), {1}),
        ("lots", ("1",), {1}),
    ]


def test_the_groups_are_drawn_and_the_knock_out_games_follow_from_the_tables() -> None:
    """TG-C.14: twelve draws without return; then A1-B2, B1-A2, C1-D2, D1-C2, semi-finals, final."""
    drawn = [5, 3, 4, 0, 1, 2, 8, 7, 6, 11, 10, 9]
    t = Tournament()
    asked, _ = run(tournament(t, home_wins), drawn)
    assert [len(draw.keys) for draw in asked] == list(range(12, 0, -1))
    assert {draw.stream for draw in asked} == {"group-draw"}
    assert all(set(draw.weights) == {1} for draw in asked)
    assert t.groups == [[5, 3, 4], [0, 1, 2], [8, 7, 6], [11, 10, 9]]
    assert t.tables == [[3, 4, 5], [0, 1, 2], [6, 7, 8], [9, 10, 11]]
    games = [(r.fixture.home, r.fixture.visitor) for r in t.results]
    assert games[:3] == [(5, 3), (3, 4), (4, 5)]
    assert games[12:] == [(3, 1), (0, 4), (6, 10), (9, 7), (3, 6), (0, 9), (3, 0)]
    assert [r.fixture.winner_needed for r in t.results] == [False] * 12 + [True] * 7
    assert t.champion == 3


def test_a_knock_out_game_needs_a_winner() -> None:
    """TG-23.9: a level score is refused."""
    with pytest.raises(BadOptions, match=r"quarter-final ended 3-3 and needs a winner \(TG-23.9\)"):
        run(tournament(Tournament(), lambda fixture: (3, 3)))


def test_a_whole_tournament_can_be_played_and_read() -> None:
    """DC-11: nineteen games of the twelve teams; the same seed tells the same story."""
    t = play_tournament(2050, 3, "rookie")
    assert len(t.results) == 19
    assert sorted(team for group in t.groups for team in group) == list(range(12))
    assert t.results[-1].winner == t.champion
    command, words = COMMANDS["thegrid"], ["tournament", "--seed", "3", "--level", "rookie"]
    told, again = (CliRunner().invoke(command, words) for _ in range(2))
    assert told.exit_code == 0
    assert told.output.count("Quarter-final:") == 4
    assert told.output == again.output
