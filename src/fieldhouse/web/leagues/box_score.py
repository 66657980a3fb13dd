"""The box score of a game: its sheet from the record, for home and visitor, with drives as a picture."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from fieldhouse.football.box_score import ROWS, UNKNOWN
from fieldhouse.league.statistics import GameSheet
from fieldhouse.league.statistics.sheet import DriveLine, ScoreLine
from fieldhouse.web.leagues.text import stat_label
from fieldhouse.web.table_page.end_page import drive_chart_svg
from fieldhouse.web.table_page.player_tables import PlayerTable, player_tables

MORE = ("fourth_downs_made", "return_yards", "kickoff_return_yards", "injuries", "cards", "time_outs")


class BoxScorePage(msgspec.Struct):
    """The box, with the home side first."""

    rows: list[tuple[str, str, str]]
    scoring: list[ScoreLine]
    drives: list[DriveLine]
    men: list[list[PlayerTable]]
    faults: list[str]
    home_seat: int
    chart: Markup
    """The drives on one field, the home team attacking to the right."""

    @property
    def drive_columns(self) -> dict[str, bool]:
        """Which figures of a drive the game reports at all."""
        names = ("plays", "yards", "seconds")
        known = {name: any(getattr(drive, name) is not None for drive in self.drives) for name in names}
        return {"began": any(drive.began for drive in self.drives), **known}

    def side(self, seat: int) -> int:
        """0 for the home team's, 1 for the visitor's."""
        return 0 if seat == self.home_seat else 1


def box_score_page(sheet: GameSheet, home_seat: int, called: tuple[str, str]) -> BoxScorePage:
    """The sheet as a page reads it; `called` are the names of home and visitor."""
    teams = (called[home_seat], called[1 - home_seat])
    sides = [sheet.team(home_seat), sheet.team(1 - home_seat)]
    rows = []
    for words, names, how in ROWS:
        if any(name in side for name in names for side in sides):
            cells = [how.format_map(_Known(side)) for side in sides]
            rows.append((words, cells[0], cells[1]))
    for name in MORE:
        if any(name in side for side in sides):
            cells = [str(side.get(name, UNKNOWN)) for side in sides]
            rows.append((stat_label(name), cells[0], cells[1]))
    if any("seconds" in side for side in sides):
        cells = [_clock(side.get("seconds")) for side in sides]
        rows.append(("time of possession", cells[0], cells[1]))
    men = [player_tables(sheet.men(seat)) for seat in (home_seat, 1 - home_seat)]
    return BoxScorePage(
        rows,
        sheet.scoring,
        sheet.drives,
        men,
        sheet.faults,
        home_seat,
        drive_chart_svg(sheet, teams, home_seat),
    )


class _Known(dict[str, int]):
    """A dash for what is not known."""

    def __missing__(self, name: str) -> str:
        return UNKNOWN


def _clock(seconds: int | None) -> str:
    return UNKNOWN if seconds is None else f"{seconds // 60}:{seconds % 60:02d}"


def win_probability_svg(chances: Sequence[float]) -> Markup | None:
    """The home team's chance to win from whistle to whistle."""
    if len(chances) < 2:
        return None
    step = 100 / (len(chances) - 1)
    line = "L".join(f"{step * n:.2f} {100 - 100 * chance:.2f}" for n, chance in enumerate(chances))
    words = f"Win probability from {chances[0]:.0%} at kickoff to {chances[-1]:.0%} at the end"
    return Markup(
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="{words}">'
        f'<path class="half3" d="M0 50H100"/><path class="c3" d="M{line}"/></svg>'
    )
