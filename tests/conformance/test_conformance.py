"""The conformance suite, generated for every game on the shelf and for the example game."""

from __future__ import annotations

import pytest

from fieldhouse.kernel.conformance.checks import CHECKS
from fieldhouse.kernel.registry import list_all_games


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", sorted(list_all_games()))
def test_game_conforms(name: str, check: str) -> None:
    for seed in (1, 2):
        CHECKS[check](list_all_games()[name], seed)
