"""Simulated games added up: results with intervals, scores, and football beside the NFL's."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from fieldhouse.football.box_score import STATISTICS, TeamLine
from fieldhouse.kernel.game import FORMED, Outcome
from fieldhouse.kernel.notebook import Tabular
from fieldhouse.lab.play_rows import Row


class PlayedGame(msgspec.Struct, frozen=True):
    """One game's result; `lines` are both sides' football statistics, where the game reports any."""

    number: int
    seed: int
    winner: int | None
    why: str
    scores: tuple[int, ...]
    lines: tuple[TeamLine, ...] = ()
    plays: tuple[Row, ...] = ()

    @property
    def is_tie(self) -> bool:
        """Whether the game ended in a tie."""
        return Outcome(self.winner, self.why, "").is_tie


class Summary(Tabular):
    """Results added up as they come: wins, ties, how games ended, scores, football per side."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = tuple(seats)
        self.games = 0
        self.wins = [0] * len(seats)
        self.ties = 0
        self.whys: Counter[str] = Counter()
        self.scores: list[Counter[int]] = []
        self.totals: Counter[int] = Counter()
        self.margins: Counter[int] = Counter()
        self.lines: list[TeamLine] = []
        self.call = ""
        """What to type for the same summary, where a verb of `fieldhouse` made it and nothing was added."""

    def add(self, played: PlayedGame) -> None:
        """Add one game to all counts."""
        self.call = ""
        self.games += 1
        self.whys[played.why] += 1
        if played.winner is not None:
            self.wins[played.winner] += 1
        elif played.is_tie:
            self.ties += 1
        while len(self.scores) < len(played.scores):
            self.scores.append(Counter())
        for side, score in enumerate(played.scores):
            self.scores[side][score] += 1
        self.totals[sum(played.scores)] += 1
        if len(played.scores) == 2:
            self.margins[played.scores[0] - played.scores[1]] += 1
        self._add_lines(played.lines)

    @property
    def has_no_winner(self) -> bool:
        """Were these games that nobody could win, such as a draft?"""
        return self.games > 0 and self.whys[FORMED] == self.games

    def _add_lines(self, lines: Sequence[TeamLine]) -> None:
        while len(self.lines) < len(lines):
            self.lines.append(TeamLine(team=lines[len(self.lines)].team))
        for total, line in zip(self.lines, lines, strict=False):
            for name in STATISTICS:
                setattr(total, name, getattr(total, name) + getattr(line, name))

    @classmethod
    def of(cls, seats: Sequence[str], games: Iterable[PlayedGame]) -> Summary:
        """The summary of these games."""
        summary = cls(seats)
        for played in games:
            summary.add(played)
        return summary

    def rows(self) -> list[dict[str, Any]]:
        """One row a seat: wins with their interval, and points."""
        found = []
        for seat, name in enumerate(self.seats):
            low, high = wilson_interval(self.wins[seat], max(self.games, 1))
            mean, spread = mean_and_deviation(self.scores[seat]) if seat < len(self.scores) else (0.0, 0.0)
            found.append(
                {
                    "seat": name,
                    "games": self.games,
                    "wins": self.wins[seat],
                    "ties": self.ties,
                    "share": self.wins[seat] / max(self.games, 1),
                    "low": low,
                    "high": high,
                    "points": mean,
                    "points_sd": spread,
                }
            )
        return found

    @property
    def pictures(self) -> Sequence[str]:
        """How many points both sides made together."""
        from fieldhouse.lab.svg import histogram

        return [histogram("Total points", self.totals, "points")] if self.totals else []

    def __repr__(self) -> str:
        wins = ", ".join(f"{name} {won}" for name, won in zip(self.seats, self.wins, strict=True))
        return call_repr(
            "Summary",
            self.call,
            f"{self.games} game{'s' * (self.games != 1)}: won by {wins}, ties {self.ties}",
        )


def wilson_interval(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a proportion; at z = 1.96 it holds the truth 95 times in a hundred."""
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def call_repr(what: str, call: str, words: str) -> str:
    """A `repr`: the call that gives the value again with the words as its comment, or the words alone."""
    return f"{call}  # {words}" if call else f"<{what} of {words}>"


def mean_and_deviation(counts: Counter[int]) -> tuple[float, float]:
    """The mean and standard deviation of numbers counted."""
    n = sum(counts.values())
    if n == 0:
        return 0.0, 0.0
    mean = sum(value * times for value, times in counts.items()) / n
    spread = sum((value - mean) ** 2 * times for value, times in counts.items()) / n
    return mean, math.sqrt(spread)


def football_figures(summary: Summary) -> dict[str, float]:
    """Football of both sides together by the names of `football.nfl_averages`, without what nobody did."""
    if not summary.lines:
        return {}
    both = {name: sum(getattr(line, name) for line in summary.lines) for name in STATISTICS}
    both["turnovers"] = both["interceptions"] + both["fumbles_lost"]
    found = {name: both[name] / summary.games for name in PER_GAME if both[name]}
    found["points"], found["points_sd"] = mean_and_deviation(summary.totals)
    found["margin"] = sum(abs(m) * times for m, times in summary.margins.items()) / summary.games
    found["tie_share"] = summary.ties / summary.games
    both["pass_plays"] = both["passes"] + both["sacked"]
    for name, (above, below) in RATIOS.items():
        if both[below] and both[above]:
            found[name] = both[above] / both[below]
    return found


PER_GAME = (
    "touchdowns", "field_goals", "field_goal_tries", "safeties", "plays", "yards", "passes", "completions",
    "sacked", "interceptions", "fumbles_lost", "turnovers", "first_downs", "punts", "penalties",
    "penalty_yards", "drives",
)  # fmt: skip
"""Figures that are counted a game, both sides together."""


RATIOS = {
    "field_goal_pct": ("field_goals", "field_goal_tries"),
    "yards_per_play": ("yards", "plays"),
    "run_share": ("runs", "plays"),
    "yards_per_run": ("run_yards", "runs"),
    "completion_pct": ("completions", "passes"),
    "sack_share": ("sacked", "pass_plays"),
    "turnovers_per_play": ("turnovers", "plays"),
    "third_down_pct": ("third_downs_made", "third_downs"),
    "punt_net": ("punt_yards", "punts"),
    "drive_plays": ("plays", "drives"),
    "drive_yards": ("yards", "drives"),
    "drive_seconds": ("seconds", "drives"),
}
"""Figures that are one sum by another."""
