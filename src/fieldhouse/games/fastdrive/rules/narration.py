"""Build and emit the events of the rules, which call `tell_...` if `s.tell` is set."""

from __future__ import annotations

from collections.abc import Iterable

from fieldhouse.football.events import Scored, ScoreKind, TryFailed, TurnoverKind
from fieldhouse.games.fastdrive.charts.cells import Cell
from fieldhouse.games.fastdrive.charts.codes import CODES, ROLLS, sorted_row
from fieldhouse.games.fastdrive.charts.qualities import STARTS
from fieldhouse.games.fastdrive.rules.chart_results import CardAnswers
from fieldhouse.games.fastdrive.rules.chart_text import row_words
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.events import (
    Checked,
    ClockMoved,
    DriveRolled,
    KickTried,
    Logged,
    LostBall,
    TableRolled,
    TookOver,
)
from fieldhouse.games.fastdrive.rules.state import DriveRow, Sheet
from fieldhouse.kernel.events import Event, Note, Term
from fieldhouse.kernel.requests import Seat


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
