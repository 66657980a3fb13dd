"""The arena's table as the package brings it: every pairing of levels in every game, with its interval.

`make arena` writes `arena.toml` beside this module; documentation and pages read it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).parent / "arena.toml"
HEAD = "| game | pairing | games | W-L-T | score | 95% interval | budget |"


class ArenaRow(msgspec.Struct, frozen=True, kw_only=True):
    """One pairing: what level `a` scored against level `b`, a tie counting half."""

    game: str
    variant: str = ""
    """Which way of playing the game, where it has several."""
    a: str
    b: str
    games: int
    wins: int
    ties: int
    losses: int
    score: float
    low: float
    high: float
    """The ends of an interval that holds at every look at once."""
    budget: float
    """Seconds of work of a plain core an answer, at most."""
    length: str

    @property
    def name(self) -> str:
        """The game and how it was played."""
        return f"{self.game}, {self.variant}" if self.variant else self.game

    @property
    def line(self) -> str:
        """The row in Markdown, below `HEAD`."""
        return (
            f"| {self.name} | {self.a} - {self.b} | {self.games} | {self.wins}-{self.losses}-{self.ties} "
            f"| {self.score:.3f} | {self.low:.3f} to {self.high:.3f} | {self.budget:g} s, {self.length} |"
        )


class ArenaTable(msgspec.Struct, frozen=True, kw_only=True):
    """A whole arena, and how it was made."""

    command: str
    made: str
    """The month."""
    pairing: tuple[ArenaRow, ...] = ()


def markdown(table: ArenaTable) -> str:
    """The table as it stands in docs/benchmarks.md."""
    return "\n".join([HEAD, "|" + "---|" * (HEAD.count("|") - 1), *(row.line for row in table.pairing)])


def toml(table: ArenaTable) -> str:
    """The table as a file."""
    lines = [
        "# Levels against each other, made by `make arena`: seats swapped on the same dice, ties are half",
        f"command = {write_toml_value(table.command)}",
        f"made = {write_toml_value(table.made)}",
    ]
    for row in table.pairing:
        lines += ["", "[[pairing]]"]
        lines += [
            f"{name} = {write_toml_value(value)}" for name, value in msgspec.structs.asdict(row).items()
        ]
    return "\n".join([*lines, ""])


def write_toml_value(value: str | int | float) -> str:
    """A value as TOML writes it."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{value:.4f}" if isinstance(value, float) else str(value)


@cache
def shipped_arena_table() -> ArenaTable:
    """The table that the package brings."""
    return msgspec.toml.decode(FILE.read_bytes(), type=ArenaTable)
