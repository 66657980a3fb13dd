"""NFL averages to compare simulated football with (`nfl_averages.toml`); `TARGETS` is the recent era."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

RECENT = "2015-2023"
"""The era that reports use unless another is named."""


class Era(msgspec.Struct, frozen=True):
    """Some seasons: how many games, and the figures by name (counts per game, both sides together)."""

    games: int
    figures: Mapping[str, float]


class NflAverages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: what each figure is, and its value in each era."""

    labels: Mapping[str, str]
    eras: Mapping[str, Era]


def read_averages(text: str) -> NflAverages:
    """The file as data; every era has a value for every label."""
    found = msgspec.convert(tomllib.loads(text), NflAverages, strict=False)
    for name, era in found.eras.items():
        if era.figures.keys() != found.labels.keys():
            odd = sorted(era.figures.keys() ^ found.labels.keys())
            raise ValueError(f"era {name}: figures and labels differ in {', '.join(odd)}")
    return found


NFL = read_averages((Path(__file__).parent / "nfl_averages.toml").read_text(encoding="utf-8"))
"""All eras."""

TARGETS: Mapping[str, float] = NFL.eras[RECENT].figures
"""The recent era's figures by name."""

LABELS: Mapping[str, str] = NFL.labels
"""What each figure is, in words."""
