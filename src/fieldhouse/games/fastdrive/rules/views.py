"""The view of any seat: everything, since nothing is hidden."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.fastdrive.charts.qualities import SIDES, STARTS
from fieldhouse.games.fastdrive.rules.chart_text import result_words, start_words
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.events import ticks_clock
from fieldhouse.games.fastdrive.rules.game_flow import quarter
from fieldhouse.games.fastdrive.rules.state import CALL, KICKOFF, OVER, OVERTIME, TOSS, TRY, Sheet
from fieldhouse.kernel.events import PlayMoment
from fieldhouse.kernel.game import View
from fieldhouse.kernel.scoreboard import Scoreboard, team_with_verb

PENDING = ("clock", "fourth-down", "settle", "replace")


def view_of(game: BoundCharts, s: Sheet) -> View:
    """The whole sheet: teams, clock, score by quarter, log, scoring, and what is pending."""
    return {
        "scores": list(s.scores),
        "status": status(game, s),
        "teams": [_team(game, seat) for seat in (0, 1)],
        "phase": s.phase,
        "half": s.half,
        "period": s.period,
        "quarter": quarter(game, s),
        "quarter_ticks": game.quarter,
        "half_ticks": game.half_ticks if s.half < OVERTIME else game.overtime_ticks,
        "left": s.left,
        "ball": None if s.phase in (TOSS, CALL, KICKOFF, TRY, OVER) else s.ball,
        "start": STARTS[s.start],
        "result": game.endings[s.ending].word if s.phase in PENDING else "",
        "base": s.base if s.phase == "clock" else 0,
        "second": s.second,
        "by_quarter": points_by_quarter(s),
        "log": [[row.team, row.start_name, row.ticks, row.result, row.half, row.left] for row in s.log],
        "points": [[score.rows, score.team, score.points, score.what, score.quarter] for score in s.points],
        "why": s.why,
    }


def head_of(game: BoundCharts, s: Sheet) -> Scoreboard:
    """The scoreboard: teams, score, quarter and the clock of the half (FD-3.1)."""
    at = moment(game, s)
    return Scoreboard(
        teams=game.team_names,
        scores=at.scores,
        status=status(game, s),
        ball=None if s.phase in (TOSS, CALL, KICKOFF, TRY, OVER) else s.ball,
        period=at.period,
        clock=at.clock,
    )


def moment(game: BoundCharts, s: Sheet) -> PlayMoment:
    """Quarter, ticks left in the half, and scores."""
    over, late = s.phase == OVER, s.half == OVERTIME
    period = "Final" if over else "Overtime" if late else f"Q{quarter(game, s)}"
    return PlayMoment(period, "" if over else f"{ticks_clock(s.left)} left", tuple(s.scores))


def _team(game: BoundCharts, seat: int) -> dict[str, Any]:
    card = game.cards[seat]
    return {
        "name": game.team_names[seat],
        "title": card.title,
        "season": card.season,
        **{side: list(card.side(side)) for side in SIDES},
        "fg": card.fg,
        "xp": card.xp,
    }


def points_by_quarter(s: Sheet) -> list[list[int]]:
    """FD-4.1: each team's points in the four quarters and overtime."""
    table = [[0] * 5, [0] * 5]
    for score in s.points:
        table[score.team][score.quarter - 1] += score.points
    return table


def status(game: BoundCharts, s: Sheet) -> str:
    """One line: when, who, where."""
    if s.phase == OVER:
        return "Final" + (" in overtime" if s.half == OVERTIME else "")
    when, what = ("Overtime", "period") if s.half == OVERTIME else (f"Q{quarter(game, s)}", "half")
    clock = f"{when}, {ticks_clock(s.left)} left in the {what}"
    if s.phase in (TOSS, CALL):
        return f"{clock}: coin toss"
    if s.phase == KICKOFF:
        return f"{clock}: {team_with_verb(game.team_names[s.kicker], 'kicks', 'kick')} off"
    if s.phase == TRY:
        return f"{clock}: {game.team_names[s.kicker]} conversion attempt"
    rolled = f", {result_words(game.endings[s.ending].word)}" if s.phase in PENDING else ""
    return f"{clock}: {game.team_names[s.ball]} drive from {start_words(STARTS[s.start])}{rolled}"
