"""The measured figures of section 21, repeated with fewer games and a tolerance that allows for chance."""

from __future__ import annotations

import pytest
from tests.games.redboar.figures import BOOK, TOLERANCE, measure


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["dice", "cards"])
def test_the_baseline_coach_repeats_the_catalogues_figures(mode: str) -> None:
    """RB-20.10, RB-20.3, RB-20.2: points, plays, turnovers and completions, within five standard errors."""
    found, errors = measure(mode, 400)
    for name in TOLERANCE:
        rounding = 0.5 if name == "all plays" else 0.05
        assert abs(found[name] - BOOK[mode][name]) < 5 * errors[name] + rounding, name
