"""The chart files that come with the game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CHARTS = Path(__file__).parent / "charts"


@cache
def chart_text(name: str) -> str:
    """A chart file as people edit it."""
    return (CHARTS / f"{name}.toml").read_text(encoding="utf-8")
