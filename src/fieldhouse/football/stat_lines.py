"""Statistics of a team and its players, limited to what a game counts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fieldhouse.football.box_score import STATISTICS, BoxScore
from fieldhouse.kernel import registry


class StatLine(msgspec.Struct):
    """One line of one game: of a player (`player` is an id), or of the team where `player` is empty.

    A statistic that is not in `stats` is unknown, which is not zero.
    """

    side: int
    player: str
    name: str
    stats: dict[str, int]


def game_statistics(game: str) -> Sequence[str] | None:
    """The statistics that the game counts; None where it does not say."""
    counts: Sequence[str] | None = getattr(registry.find(game).part("rules"), "COUNTS", None)
    return counts


def counted_statistics(box: BoxScore, game: str) -> Sequence[str]:
    """The statistics that the game counts; where it does not say, points and whatever is in the box score."""
    said = game_statistics(game)
    if said is not None:
        return said
    return [name for name in STATISTICS if name == "points" or any(getattr(line, name) for line in box.lines)]
