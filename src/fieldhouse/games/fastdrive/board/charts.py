"""The charts in use as drawers: who plays from the printed book has them beside the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from fieldhouse.football.parts import Part
from fieldhouse.games.fastdrive.charts.cells import Cell
from fieldhouse.games.fastdrive.charts.codes import ROWS
from fieldhouse.games.fastdrive.rules.chart_text import cell_text, quality_words, table_words
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.events import capitalize_first, ticks_clock

HEAD = ("Dice", "Result")
TOGETHER = {
    "Kickoff charts": ("kickoff", "kickoff-open", "kickoff-fumble", "squib", "onside"),
    "Punt charts": ("punt-bu", "punt", "punt-co", "punt-open", "punt-fumble"),
    "Turnover charts": ("fumble", "interception"),
    "Unusual plays": ("unusual-1", "unusual-2"),
    "Fourth down, two points, last play": ("fourth-down", "two-point", "desperation"),
}
TITLES = {
    "fourth-down": "Fourth down",
    "squib": "Squib kick",
    "onside": "Onside kick",
    "desperation": "Desperation play",
}
NOT_FOLLOWED: Mapping[str, str] = {}
FOLLOWED = {"FUMBLE": "fumble: roll on its table", "OPEN": "open field: roll on its table"}
"""What a kick chart sends on to another of its charts (FD-9.3)."""


def chart_parts(game: BoundCharts) -> Sequence[Part]:
    """The drive chart of each offense (one where they are equal), then the others by what they are for."""
    away, home = ([(row, game.row_for(seat, row)) for row in ROWS] for seat in (0, 1))
    if away == home:
        found = [_part("chart-drive", "Drive chart", _rows(away))]
    else:
        found = [
            _part(f"chart-drive-{seat}", f"Drive chart: {game.team_names[seat]}", _rows(rows))
            for seat, rows in ((0, away), (1, home))
        ]
    timing = [(str(face), ticks_clock(ticks)) for face, ticks in enumerate(game.charts.timing, start=1)]
    found.append(_part("chart-timing", "Timing (red die)", timing))
    for label, names in TOGETHER.items():
        rows = [row for name in names for row in _chart(game, name)]
        found.append(_part(f"chart-{names[0]}", label, rows))
    return found


def _chart(game: BoundCharts, name: str) -> list[tuple[str, str]]:
    """A chart below its name."""
    title = TITLES.get(name) or capitalize_first(table_words(name))
    if name.startswith("unusual"):  # FD-12.1
        drive = game.charts.tables["drive"]
        lead = [row for row in ROWS if any(cell.result.word == name.upper() for cell in drive[row])]
        title = f"After {' or '.join(lead)}"
    kick = name in (*TOGETHER["Kickoff charts"], *TOGETHER["Punt charts"])
    return [(title, ""), *_rows(_ranges(game.charts.tables[name]), FOLLOWED if kick else {})]


def _part(id: str, label: str, rows: Sequence[tuple[str, str]]) -> Part:
    return Part(id=id, area="beside", label=label, table=(HEAD, *rows), fixed=True)


def _rows(
    rows: Iterable[tuple[str, Sequence[Cell]]], followed: Mapping[str, str] = NOT_FOLLOWED
) -> list[tuple[str, str]]:
    return [(dice, cells_words(cells, followed)) for dice, cells in rows]


def _ranges(table: Mapping[str, Sequence[Cell]]) -> list[tuple[str, Sequence[Cell]]]:
    """Codes with the same cells as one row: `11 to 15`."""
    found = []
    for cells, codes in groupby(table, key=lambda code: table[code]):
        first, *more = codes
        found.append((f"{first} to {more[-1]}" if more else first, cells))
    return found


def cells_words(cells: Sequence[Cell], followed: Mapping[str, str] = NOT_FOLLOWED) -> str:
    """A row from left to right: `Great: field goal attempt (1:15); otherwise lost fumble`."""
    told = []
    for cell in cells:
        words = followed.get(cell.result.word) or cell_text(cell.result)
        if cell.result.dot:
            words += f" ({ticks_clock(1)})"
        if cell.tests:
            told.append(f"{' or '.join(map(quality_words, cell.tests))}: {words}")
        else:
            told.append(f"otherwise {words}" if told else words)
            break
    return capitalize_first("; ".join(told))
