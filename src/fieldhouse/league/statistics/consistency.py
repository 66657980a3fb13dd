"""Do a game's numbers add up? Every sum is taken by two ways, and what differs is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fieldhouse.football.box_score import StatLine


class ScoringPlay(Protocol):
    """A score as it was told."""

    side: int
    points: int
    scores: tuple[int, int]


SUMS = (
    ("plays", ("runs", "passes", "sacked")),
    ("yards", ("run_yards", "pass_yards", "sack_yards")),
)
"""A team's number, and the numbers it is made of."""


def find_faults(
    lines: Sequence[StatLine], scoring: Sequence[ScoringPlay], scores: Sequence[int], begun: int, ended: int
) -> list[str]:
    """What does not add up, in words; nothing if all does. `begun` and `ended` are drives (0: not told)."""
    found = _running(scoring)
    for line in lines:
        if not line.player:
            men = [other for other in lines if other.player and other.side == line.side]
            found += _team(line, men, sum(one.points for one in scoring if one.side == line.side))
            if line.stats["points"] != scores[line.side]:
                found.append(
                    f"{line.name} scored {line.stats['points']}, but the result says {scores[line.side]}"
                )
    if ended and begun - ended not in (0, 1):  # the last may be cut short by the end of the game
        found.append(f"{begun} drives began, but {ended} ended")
    return found


def _running(scoring: Sequence[ScoringPlay]) -> list[str]:
    """Each score follows from the one before."""
    found, now = [], [0, 0]
    for one in scoring:
        now[one.side] += one.points
        if tuple(now) != tuple(one.scores):
            found.append(f"after {one.points} points the score was given as {one.scores[0]}-{one.scores[1]}")
            now = list(one.scores)
    return found


def _team(line: StatLine, men: Sequence[StatLine], told: int) -> list[str]:
    found = []
    stats = line.stats
    if stats["points"] != told:
        found.append(f"{line.name}: the scores add up to {told} points, the line has {stats['points']}")
    for name, parts in SUMS:
        known = [stats[part] for part in parts if part in stats]
        if name in stats and known and sum(known) != stats[name]:
            found.append(f"{line.name}: {name} are {stats[name]}, but their parts add up to {sum(known)}")
    for name in sorted({name for man in men for name in man.stats} & set(stats) - {"points"}):
        own = sum(man.stats.get(name, 0) for man in men)
        if own != stats[name]:
            words = name.replace("_", " ")
            found.append(f"{line.name}: {words} are {stats[name]}, but the players add up to {own}")
    if any("points" in man.stats for man in men):
        others = 6 * stats.get("return_touchdowns", 0) + 2 * stats.get("safeties", 0)
        own = sum(man.stats.get("points", 0) for man in men) + others
        if own != stats["points"]:
            found.append(
                f"{line.name}: {stats['points']} points, but players, returns and safeties add up to {own}"
            )
    return found
