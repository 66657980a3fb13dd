"""The golden playthrough of every game is what the rules give today; `make golden` writes it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from fieldhouse.kernel.conformance.random_games import playthrough
from fieldhouse.kernel.registry import list_all_games

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(list_all_games()))
def test_the_golden_playthrough_still_holds(name: str) -> None:
    kept = ROOT / "tests" / "golden" / f"{name}.txt"
    assert kept.exists(), f"no golden playthrough of {name}; `make golden` writes it"
    assert kept.read_text(encoding="utf-8") == playthrough(list_all_games()[name])
