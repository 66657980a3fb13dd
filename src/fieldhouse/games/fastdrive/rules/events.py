"""Fast Drive's own events, worded as play-by-play, and the functions that build and emit them."""

from __future__ import annotations

from collections.abc import Iterable

from fieldhouse.football.events import (
    DriveOver,
    FieldGoalTried,
    FootballEvent,
    Possession,
    Scored,
    ScoreKind,
    StartGrade,
    TryFailed,
    Turnover,
    TurnoverKind,
)
from fieldhouse.games.fastdrive.charts.cells import Cell
from fieldhouse.games.fastdrive.charts.codes import CODES, ROLLS, sorted_row
from fieldhouse.games.fastdrive.charts.qualities import STARTS
from fieldhouse.games.fastdrive.rules.chart_results import CardAnswers
from fieldhouse.games.fastdrive.rules.chart_text import (
    drawn_at,
    quality_words,
    result_words,
    row_words,
    start_words,
    table_words,
)
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.state import DriveRow, Sheet
from fieldhouse.kernel.events import Event, Note, Term
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import team_with_verb

COUNTS = (
    *("points", "touchdowns", "field_goals", "field_goal_tries", "extra_points", "conversions", "safeties"),
    *("interceptions", "fumbles_lost", "turned_over_on_downs", "punts", "drives", "seconds"),
    *("poor_starts", "average_starts", "great_starts"),
)
"""The statistics that are counted: drives with start and time (FD-4.2), no yards."""
GRADES: dict[str, StartGrade] = {"POOR": "poor", "AVERAGE": "average", "GREAT": "great"}
TICK = 75
"""Seconds of a tick (FD-5.1)."""


def ticks_clock(ticks: int) -> str:
    """Ticks as clock time: 3 is 3:45."""
    return f"{ticks * TICK // 60}:{ticks * TICK % 60:02d}"


def capitalize_first(words: str) -> str:
    """The words with a capital first letter, and the rest as it is."""
    return words[:1].upper() + words[1:]


def row_result(cells: str) -> str:
    """What a row came to: `otherwise punt` and `tied: yes, punt` are both `punt`; "" while a die is still
    to be rolled."""
    if "?" in cells:
        return ""
    return cells.rpartition("; ")[2].removeprefix("otherwise ").rpartition(": yes, ")[2]


class DriveRolled(FootballEvent, frozen=True, kw_only=True):
    """The dice of a drive and the row of the chart they lead to."""

    dice: str
    row: str
    cells: str
    start: str

    def text(self) -> str:
        rolls = team_with_verb(self.team, "rolls", "roll")
        return f"{rolls} {self.dice} from {start_words(self.start)}: {self.cells}."

    def gist(self) -> str:
        came = self.result_text()
        return f"{self.team} drive from {start_words(self.start)}: {came}" if came else self.text()

    def result_text(self) -> str:
        return row_result(self.cells)


ATTEMPTS = {"two-point": "Two-point conversion", "fourth-down": "4th down"}
"""What a roll attempts, where its chart is named after that."""


class TableRolled(FootballEvent, frozen=True, kw_only=True):
    """The dice of any other table and the row found."""

    dice: str
    table: str
    cells: str

    def text(self) -> str:
        rolls = team_with_verb(self.team, "rolls", "roll")
        return f"{rolls} {self.dice} on the {table_words(self.table)} table: {self.cells}."

    def result_text(self) -> str:
        return row_result(self.cells)

    def gist(self) -> str:
        name = ATTEMPTS.get(self.table) or capitalize_first(table_words(self.table))
        return f"{name}: {self.cells.rpartition(', ')[2]}"


class Checked(Event, frozen=True, kw_only=True):
    """FD-3.2: a check die."""

    question: str
    die: int
    answer: str

    def text(self) -> str:
        return f"{capitalize_first(quality_words(self.question))}? Roll of {self.die}: {self.answer}."

    def gist(self) -> str:
        return f"{capitalize_first(quality_words(self.question))}: {self.answer}"


class Logged(DriveOver, frozen=True, kw_only=True):
    """A drive's row on the scoresheet."""

    start: str
    ticks: int
    result: str
    left: int

    def result_text(self) -> str:
        return result_words(self.result)

    def clock_seconds(self) -> int:
        return self.ticks * TICK

    def chart_span(self) -> tuple[int, int]:
        return drawn_at(self.start, self.result)

    @property
    def ends_in_punt(self) -> bool:
        return self.result.startswith("PUNT")  # FD-4.2: the row is all that tells of a punt

    def text(self) -> str:
        time, left = ticks_clock(self.ticks), ticks_clock(self.left)
        start, result = start_words(self.start), result_words(self.result)
        return f"{self.team} drive from {start}: {result}. Time {time}, {left} left."


class TookOver(Possession, frozen=True, kw_only=True):
    """A team has the ball; where is one of three positions, not a yard line (FD-4.3)."""

    spot: int = 0
    start: str

    def text(self) -> str:
        return f"{team_with_verb(self.team, 'takes', 'take')} over with {start_words(self.start)}."

    def start_grade(self) -> StartGrade:
        return GRADES[self.start]


class LostBall(Turnover, frozen=True, kw_only=True):
    """A drive that ends in an interception, a lost fumble or on downs."""

    spot: int = 0

    def text(self) -> str:
        return f"{self.loss()}."


class KickTried(FieldGoalTried, frozen=True, kw_only=True):
    """A field goal attempt; the game does not say from where (FD-4.6)."""

    yards: int = 0

    def text(self) -> str:
        return f"{team_with_verb(self.team, 'attempts', 'attempt')} a field goal."


class ClockMoved(FootballEvent, frozen=True, kw_only=True):
    """Section 8: a drive's time was changed."""

    quality: str
    base: int
    charge: int

    def text(self) -> str:
        now, quality = ticks_clock(self.charge), self.quality.lower()
        return f"{self.team} ({quality}): the drive takes {now} instead of {ticks_clock(self.base)}."


def _tell(s: Sheet, event: Event) -> None:
    if s.tell:
        s.tell(event)


def _row(game: BoundCharts, s: Sheet, seat: Seat, cells: Iterable[Cell]) -> str:
    """A row in words, its questions asked of the team that has the ball or receives."""
    world = CardAnswers(game.cards[seat], game.cards[1 - seat], seat, s.start, seat == game.homes[s.half])
    return row_words(world, cells, s.scores, game.is_late(s))


def tell_drive_roll(game: BoundCharts, s: Sheet, roll: int) -> None:
    """The row in full, with the specials and old turnovers that are read before it."""
    dice = ROLLS[roll]
    row = sorted_row(dice)
    _tell(
        s,
        DriveRolled(
            side=s.ball,
            team=game.team_names[s.ball],
            dice="-".join(dice),
            row=row,
            cells=_row(game, s, s.ball, game.row_for(s.ball, row)),
            start=STARTS[s.start],
            rules=("FD-10.1", "FD-5.2"),
        ),
    )


def tell_table(
    game: BoundCharts, s: Sheet, seat: Seat, asked: Seat, table: str, roll: int, rule: str
) -> None:
    """A roll of `seat` on any other table, by codes, faces or sorted pairs; its questions are for `asked`."""
    rows = game.charts.tables[table]
    dice = str(roll) if "1" in rows else CODES[roll]
    key = dice if dice in rows else sorted_row(dice)
    _tell(
        s,
        TableRolled(
            side=seat,
            team=game.team_names[seat],
            dice=dice,
            table=table,
            cells=_row(game, s, asked, rows[key]),
            rules=(rule,),
        ),
    )


def tell_check(s: Sheet, question: str, die: int, yes: bool) -> None:
    """A check die and its answer."""
    rule = "FD-22.6" if question.startswith(("ODD", "ROLL")) else "FD-3.2"
    _tell(s, Checked(question=question.rstrip("*"), die=die, answer="yes" if yes else "no", rules=(rule,)))


def tell_row(game: BoundCharts, s: Sheet, row: DriveRow, rule: str) -> None:
    """A row is written on the scoresheet."""
    _tell(
        s,
        Logged(
            side=row.team,
            team=game.team_names[row.team],
            start=row.start_name,
            ticks=row.ticks,
            result=row.result,
            left=row.left,
            rules=(rule,),
        ),
    )
    tell_lost(game, s, row, rule)


LOST: dict[str, TurnoverKind] = {"INTERCEPTION": "interception", "FUMBLE": "fumble", "DOWNS": "downs"}


def tell_lost(game: BoundCharts, s: Sheet, row: DriveRow, rule: str) -> None:
    """A row that gives the ball away."""
    if row.result in LOST:
        what = LOST[row.result]
        _tell(s, LostBall(side=row.team, team=game.team_names[row.team], what=what, rules=(rule,)))


def tell_ball(game: BoundCharts, s: Sheet, rule: str) -> None:
    """Who has the ball now, and where."""
    _tell(s, TookOver(side=s.ball, team=game.team_names[s.ball], start=STARTS[s.start], rules=(rule,)))


def tell_score(
    game: BoundCharts, s: Sheet, seat: Seat, kind: ScoreKind, points: int, how: str, rule: str
) -> None:
    """Emit a score with the points after it."""
    scores = (s.scores[0], s.scores[1])
    team = game.team_names[seat]
    _tell(s, Scored(side=seat, team=team, what=kind, points=points, scores=scores, how=how, rules=(rule,)))


def tell_kick(
    game: BoundCharts, s: Sheet, seat: Seat, kind: ScoreKind, roll: int | None, good: bool, rule: str
) -> None:
    """A kick: its roll (None: none is needed) against its range."""
    kicks = game.cards[seat].fg if kind == "field goal" else game.cards[seat].xp
    if kind == "field goal":
        _tell(s, KickTried(side=seat, team=game.team_names[seat], rules=(rule,)))
    low, _, high = kicks.partition("-")
    if roll is not None:
        line = f"Kick roll {CODES[roll]}, good on {low} to {high}."
        _tell(s, Note(line=line, rules=(rule,)))
    elif kind == "field goal":
        _tell(s, Note(line="No roll needed: this kicker doesn't miss.", rules=(rule,)))
    if not good:
        _tell(s, TryFailed(side=seat, team=game.team_names[seat], what=kind, rules=(rule,)))


def tell_clock(game: BoundCharts, s: Sheet, base: int, charge: int, rule: str) -> None:
    """Section 8 changed a drive's time."""
    quality = "EFFICIENT" if rule != "FD-8.6" else "INEFFICIENT"
    _tell(
        s,
        ClockMoved(
            side=s.ball,
            team=game.team_names[s.ball],
            quality=quality,
            base=base,
            charge=charge,
            rules=(rule,),
            sum=(Term("ticks", base), Term(quality.lower(), charge - base), Term("", charge)),
        ),
    )


def tell_line(s: Sheet, line: str, *rules: str) -> None:
    """Emit a plain line of play-by-play."""
    _tell(s, Note(line=line, rules=rules))
