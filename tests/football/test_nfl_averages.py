"""The NFL targets are whole and hang together."""

from __future__ import annotations

import pytest

from fieldhouse.football import nfl_averages


def test_every_era_has_every_figure() -> None:
    assert set(nfl_averages.NFL.eras) == {"2015-2023", "2024-2025", "1999-2005"}
    assert nfl_averages.NFL.eras["2015-2023"].games == 2351
    assert nfl_averages.TARGETS["points"] == 45.51
    assert set(nfl_averages.LABELS) == set(nfl_averages.TARGETS)


@pytest.mark.parametrize("era", nfl_averages.NFL.eras)
def test_figures_that_follow_from_others_agree(era: str) -> None:
    figures = nfl_averages.NFL.eras[era].figures
    assert figures["yards"] / figures["plays"] == pytest.approx(figures["yards_per_play"], abs=0.01)
    assert figures["completions"] / figures["passes"] == pytest.approx(figures["completion_pct"], abs=0.005)
    assert figures["turnovers"] / figures["plays"] == pytest.approx(figures["turnovers_per_play"], abs=0.0005)
    assert figures["field_goals"] / figures["field_goal_tries"] == pytest.approx(
        figures["field_goal_pct"], abs=0.005
    )


def test_a_file_whose_era_lacks_a_figure_is_refused() -> None:
    text = '[labels]\npoints = "points"\n[eras."x"]\ngames = 1\n[eras."x".figures]\nyards = 3.0\n'
    with pytest.raises(ValueError, match="era x: figures and labels differ in points, yards"):
        nfl_averages.read_averages(text)
