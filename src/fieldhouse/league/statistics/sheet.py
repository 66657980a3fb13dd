"""The sheet of one game: lines of teams and players, drives, scores, and whether they add up."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from fieldhouse.football.box_score import BoxScore, StatLine, counted_statistics
from fieldhouse.football.drive_chart import TouchdownReturn, touchdown_returns
from fieldhouse.football.events import DriveEnded, DriveOver, Possession, Scored, spot_words
from fieldhouse.kernel import registry
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game
from fieldhouse.league.statistics.consistency import find_faults

log = logging.getLogger("fieldhouse.leagues")


class DriveLine(msgspec.Struct):
    """A drive on the chart; what the game does not tell of it is None. `start` is yards to the goal, on a
    field of `field`."""

    side: int
    result: str
    plays: int | None = None
    yards: int | None = None
    seconds: int | None = None
    start: int | None = None
    field: int = 100
    drawn: tuple[int, int] = (0, 0)
    """Where its line on a chart begins and ends, whether the game tells yard lines or not."""
    returned: bool = False
    """Is it no drive, but a kick or turnover returned for a touchdown?"""

    @property
    def began(self) -> str:
        """Where it began, in words; empty where the game does not say."""
        return "" if self.start is None else spot_words(self.start, self.field)


class ScoreLine(msgspec.Struct):
    """Points, and the score after them, by seat."""

    side: int
    what: str
    points: int
    scores: tuple[int, int]
    how: str = ""


class GameSheet(msgspec.Struct):
    """All that is kept of a game besides its record; it can be made again from the record.

    `faults` says what does not add up: then the game carries a red mark.
    """

    lines: list[StatLine]
    drives: list[DriveLine] = []
    scoring: list[ScoreLine] = []
    faults: list[str] = []

    def team(self, side: int) -> dict[str, int]:
        """The team's own line; what is not in it is unknown."""
        return next(line.stats for line in self.lines if line.side == side and not line.player)

    def men(self, side: int) -> list[StatLine]:
        """The lines of its players."""
        return [line for line in self.lines if line.side == side and line.player]


def score_sheet(names: Sequence[str], scores: Sequence[int]) -> GameSheet:
    """The sheet of a result that was typed: points, and nothing else is known."""
    return GameSheet(
        [StatLine(side, "", names[side], {"points": points}) for side, points in enumerate(scores)]
    )


def sheet_of(game: Game[Any], events: Iterable[Event], scores: Sequence[int]) -> GameSheet:
    """The sheet of a recorded game that ended with these scores, by seat.

    A fault in the statistics costs no game its result: then the points alone are known, and the fault is
    named.
    """
    try:
        return _sheet(game, list(events), scores)
    except Exception as error:
        log.exception("no statistics", extra={"game": game.meta.name})
        sheet = score_sheet(("", ""), scores)
        sheet.faults = [f"the stats could not be calculated ({type(error).__name__}: {error})"]
        return sheet


def _sheet(game: Game[Any], told: list[Event], scores: Sequence[int]) -> GameSheet:
    names = _names(game)
    box = BoxScore.of(names, told)
    counts = counted_statistics(box, game.meta.name)
    sheet = GameSheet(
        [
            StatLine(side, "", line.team, {name: getattr(line, name) for name in counts})
            for side, line in enumerate(box.lines)
        ],
        _drives(told),
        _scoring(told),
    )
    part = registry.find(game.meta.name).part("rules")
    if part is not None and hasattr(part, "player_lines"):
        _add(sheet, part.player_lines(game, told))
    possessions = sum(isinstance(event, Possession) for event in told)
    sheet.faults = find_faults(sheet.lines, sheet.scoring, scores, possessions, len(box.drives))
    return sheet


def _names(game: Game[Any]) -> list[str]:
    first, second, *_ = (*game.scoreboard(game.start(), None).teams, "", "")
    return [first, second]


def _add(sheet: GameSheet, lines: Sequence[StatLine]) -> None:
    """Add the players' lines, and what else is known of a team."""
    for line in lines:
        if line.player:
            sheet.lines.append(line)
        else:
            sheet.team(line.side).update(line.stats)


def _drives(events: Sequence[Event]) -> list[DriveLine]:
    """Every drive, and every touchdown without one: a return. Empty where a game tells no drives."""
    if not any(isinstance(event, DriveOver) for event in events):
        return []
    returns = {id(one.score): one for one in touchdown_returns(events)}
    found: list[DriveLine] = []
    for event in events:
        if isinstance(event, DriveOver):
            found.append(_drive(event))
            found += [_return(one) for one in returns.values() if one.waits_for is event]
        elif isinstance(event, Scored) and (back := returns.get(id(event))) and back.waits_for is None:
            found.append(_return(back))
    return found


def _drive(drive: DriveOver) -> DriveLine:
    line = DriveLine(
        drive.side, drive.result_text(), seconds=drive.clock_seconds() or None, field=drive.field
    )
    line.drawn = drive.chart_span()
    if isinstance(drive, DriveEnded):
        line.plays, line.yards, line.start = drive.plays, drive.yards, drive.start
    return line


def _return(back: TouchdownReturn) -> DriveLine:
    score = back.score
    return DriveLine(
        score.side, back.result_text(), field=score.field, drawn=back.chart_span(), returned=True
    )


def _scoring(events: Sequence[Event]) -> list[ScoreLine]:
    return [
        ScoreLine(event.side, event.what, event.points, event.scores, event.how)
        for event in events
        if isinstance(event, Scored)
    ]
