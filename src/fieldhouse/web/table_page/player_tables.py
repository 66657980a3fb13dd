"""Player stats of a team as tables, for the end page of a game and a league's box score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from fieldhouse.football.box_score import UNKNOWN, StatLine

Stats = dict[str, int]


class PlayerTable(msgspec.Struct):
    """One kind of work: the heads of its columns, and a row for each man."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[StatLine, list[str]]]


class _Work(NamedTuple):
    title: str
    told: tuple[str, ...]
    """Who has one of these numbers is in the table."""
    best: str
    """The most of it comes first."""
    columns: tuple[str, ...]
    cells: Callable[[Stats], Sequence[Any]]


def _made(stats: Stats, name: str) -> str:
    tries = stats.get(f"{name[:-1]}_tries")
    return UNKNOWN if tries is None else f"{stats[name]}/{tries}"


_WORK = (
    _Work(
        "Passing", ("passes",), "pass_yards", ("made", "yards", "TD", "INT", "sacked"),
        lambda s: (
            f"{s['completions']}/{s['passes']}", s["pass_yards"], s["pass_touchdowns"], s["interceptions"],
            s["sacked"],
        ),
    ),
    _Work(
        "Rushing", ("runs",), "run_yards", ("carries", "yards", "TD", "lost"),
        lambda s: (s["runs"], s["run_yards"], s["run_touchdowns"], s.get("fumbles_lost", 0)),
    ),
    _Work(
        "Receiving", ("targets",), "receiving_yards", ("caught", "yards", "TD"),
        lambda s: (f"{s['receptions']}/{s['targets']}", s["receiving_yards"], s["receiving_touchdowns"]),
    ),
    _Work(
        "Kicking", ("kicks", "field_goal_tries", "extra_point_tries"), "points",
        ("field goals", "extra points", "points"),
        lambda s: (_made(s, "field_goals"), _made(s, "extra_points"), s.get("points", 0)),
    ),
)  # fmt: skip


def player_tables(men: Sequence[StatLine]) -> list[PlayerTable]:
    """Passing, running, catching, kicking, the best first; a table that nobody is in is left out."""
    found = []
    for work in _WORK:
        did = [man for man in men if any(name in man.stats for name in work.told)]
        did.sort(key=lambda man: -man.stats.get(work.best, 0))
        if did:
            rows = [(man, [str(cell) for cell in work.cells(man.stats)]) for man in did]
            found.append(PlayerTable(work.title, work.columns, rows))
    return found
