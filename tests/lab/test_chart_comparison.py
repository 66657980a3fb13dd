"""What a changed chart does: pairs of games on the same dice, and the interval of their difference."""

from __future__ import annotations

from typing import Any

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.lab.chart_comparison import compare_charts, compare_figure


def games(name: str, chart: str, old: str, new: str, **options: Any) -> tuple[Any, Any]:
    """A game with the house's chart and with one place of it changed."""
    folder = registry.find(name)
    text = folder.game.material_text(chart)
    assert old in text
    data = folder.game.read_material(chart, text.replace(old, new))
    tiny = folder.meta.lengths[folder.meta.tiny]
    return folder.open({**tiny, **options}), folder.open({**tiny, **options}, {chart: data})


def test_the_same_chart_changes_nothing_exactly() -> None:
    game, _ = games("redboar", "special_teams", "50 = 11", "50 = 12", mode="dice")
    found = compare_charts(game, game, seconds=0.01)
    assert found.same == found.pairs >= 20
    assert {one.change for one in (*found.score, *found.football)} == {0}
    assert {one.error for one in (*found.score, *found.football)} == {0}


def test_a_chart_that_the_options_do_not_read_changes_nothing() -> None:
    old, new = games("redboar", "dice_offense", "yards = 25", "yards = 35", mode="cards")
    found = compare_charts(old, new, seconds=0.01)
    assert found.same == found.pairs


def test_kicks_that_always_miss_bring_fewer_points_beyond_chance() -> None:
    good = "good = [3, 4, 5, 6, 7, 8, 9, 10, 11]"
    old, new = games("redboar", "special_teams", good, "good = [2]", mode="dice")
    shares: list[float] = []
    found = compare_charts(old, new, seconds=1.0, progress=shares.append)
    points = found.score[0]
    assert points.name == "total points"
    assert points.change < 0
    assert points.clear
    assert found.balance[0].level == "rookie"
    assert "starter" in [one.level for one in found.balance]
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_a_quotient_has_the_error_of_its_sums() -> None:
    """Two games of 10 yards in 4 plays against 20 in 4: 2.5 and 5 yards a play; equal pairs have no error."""
    pairs = [({"yards": 10.0, "plays": 4.0}, {"yards": 20.0, "plays": 4.0})] * 2
    one = compare_figure(pairs, "yards per play", "yards", "plays")
    assert (one.old, one.new, one.error) == (2.5, 5.0, 0.0)
    mixed = [({"a": 0.0}, {"a": 1.0}), ({"a": 0.0}, {"a": 3.0})]
    assert compare_figure(mixed, "a", "a").error == pytest.approx(
        1.96 * 1.0
    )  # deviation sqrt 2, of two pairs


def test_nobody_wins_a_draft() -> None:
    game = registry.find("thegrid-draft").open()
    with pytest.raises(BadOptions, match="nobody wins"):
        compare_charts(game, game)
