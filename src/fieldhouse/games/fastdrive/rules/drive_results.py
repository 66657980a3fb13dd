"""Carrying out the result of a drive (section 11): kicks, turnovers, touchdowns, safeties, downs."""

from __future__ import annotations

from collections.abc import Callable

from fieldhouse.games.fastdrive.rules.chart_results import Ending, Landing
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.game_flow import (
    end_drive,
    end_half,
    score,
    take_over,
    touchdown,
    write_row,
)
from fieldhouse.games.fastdrive.rules.kicks import after_score, come_down
from fieldhouse.games.fastdrive.rules.requests import PUNT_ROLL
from fieldhouse.games.fastdrive.rules.state import AVERAGE, OVER, Sheet
from fieldhouse.kernel.requests import Rules


def punt(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.3 to FD-11.5: one of three punt tables."""
    receiver = 1 - s.ball
    write_row(b, s, e.word, "FD-11.4")
    landing = yield from b.find_kick(s, e.word.lower(), receiver, PUNT_ROLL, "FD-11.4")
    come_down(b, s, landing, receiver, "punt return", "FD-11.4")
    end_drive(b, s)


def field_goal(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.8, FD-11.9: three points, or the opponent starts at AVERAGE."""
    kicker = s.ball
    good = yield from b.kicks(s, kicker, "field goal")
    if not good:
        missed(b, s, "FGA missed", AVERAGE)
        return
    write_row(b, s, "FGA good", "FD-11.8")
    s.kicker = kicker
    score(b, s, kicker, 3, "field goal", "FD-11.8")
    end_drive(b, s)
    if s.phase != OVER:
        yield from after_score(b, s)


def missed(b: BoundCharts, s: Sheet, word: str, start: int) -> None:
    """FD-11.9, FD-24.36; on the last tick of the first half it just ends (FD-6.5, FD-24.39)."""
    write_row(b, s, word, "FD-11.9")
    if s.left == 0 and s.half == 1:
        end_half(b, s)
        return
    take_over(b, s, 1 - s.ball, start, "FD-11.9")
    end_drive(b, s)


def scored(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.10: TD-RUN or TD-PASS."""
    write_row(b, s, e.word, "FD-11.10")
    touchdown(b, s, s.ball, "run" if e.word == "TD-RUN" else "pass", "FD-11.10")
    yield from ()  # a rule that asks nothing


def turnover(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.1, FD-11.2: one die says where the ball ends up."""
    landing = yield from b.find_turnover(s, e.word)
    turned_over(b, s, e, landing)


def turned_over(b: BoundCharts, s: Sheet, e: Ending, landing: Landing) -> None:
    """FD-25.9: the defense takes over, or runs it back."""
    write_row(b, s, e.word, "FD-11.1" if e.word == "FUMBLE" else "FD-11.2")
    if landing.word == "DEF-TD":
        touchdown(b, s, 1 - s.ball, f"{e.word.lower()} return", "FD-25.9")
    else:
        take_over(b, s, 1 - s.ball, landing.start, "FD-25.9")
    end_drive(b, s)


def run_back(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-25.8: a turnover returned for a touchdown without a further roll."""
    write_row(b, s, e.arg, "FD-24.82")
    touchdown(b, s, 1 - s.ball, f"{e.arg.lower()} return", "FD-25.8")
    yield from ()  # a rule that asks nothing


def blocked(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-25.8, FD-24.75: a blocked punt is a punt, a blocked field goal a missed one, or a touchdown."""
    word = "FGA blocked" if e.word == "BLOCKED-FGA" else "PUNT blocked"
    if e.arg == "DEF-TD":
        write_row(b, s, word, "FD-25.8")
        touchdown(b, s, 1 - s.ball, "blocked kick return", "FD-25.8")
    elif e.word == "BLOCKED-FGA":
        missed(b, s, word, e.start)
    else:
        write_row(b, s, word, "FD-25.8")
        take_over(b, s, 1 - s.ball, e.start, "FD-25.8")
        end_drive(b, s)
    yield from ()  # a rule that asks nothing


def downs(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-24.60: turned over on downs."""
    lost_on_downs(b, s, e.start)
    yield from ()  # a rule that asks nothing


def lost_on_downs(b: BoundCharts, s: Sheet, start: int) -> None:
    """FD-13.5, FD-24.30, FD-24.60: the opponent starts there."""
    write_row(b, s, "DOWNS", "FD-24.60")
    take_over(b, s, 1 - s.ball, start, "FD-24.60")
    end_drive(b, s)


def safety(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.6, FD-11.7: two points, then the free kick on the Punt-BU table."""
    defense = 1 - s.ball
    write_row(b, s, e.word, "FD-11.6")
    score(b, s, defense, 2, "safety", "FD-11.6")
    if s.phase == OVER:
        return
    landing = yield from b.find_kick(s, "punt-bu", defense, PUNT_ROLL, "FD-11.7")
    s.final = s.left == 0 and s.half > 1  # FD-24.8
    come_down(b, s, landing, defense, "free kick return", "FD-11.7")


CARRY_OUT: dict[str, Callable[[BoundCharts, Sheet, Ending], Rules]] = {
    "PUNT": punt,
    "PUNT-BU": punt,
    "PUNT-CO": punt,
    "FGA": field_goal,
    "TD-RUN": scored,
    "TD-PASS": scored,
    "FUMBLE": turnover,
    "INTERCEPTION": turnover,
    "DEF-TD": run_back,
    "BLOCKED-PUNT": blocked,
    "BLOCKED-FGA": blocked,
    "DOWNS": downs,
    "SAFETY": safety,
}
