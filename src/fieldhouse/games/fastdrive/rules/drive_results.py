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


def punt(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.3 to FD-11.5: one of three punt tables."""
    receiver = 1 - s.ball
    write_row(game, s, e.word, "FD-11.4")
    landing = yield from game.find_kick(s, e.word.lower(), receiver, PUNT_ROLL, "FD-11.4")
    come_down(game, s, landing, receiver, "punt return", "FD-11.4")
    end_drive(game, s)


def field_goal(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.8, FD-11.9: three points, or the opponent starts at AVERAGE."""
    kicker = s.ball
    good = yield from game.kicks(s, kicker, "field goal")
    if not good:
        missed_field_goal(game, s, "FGA missed", AVERAGE)
        return
    write_row(game, s, "FGA good", "FD-11.8")
    s.kicker = kicker
    score(game, s, kicker, 3, "field goal", "FD-11.8")
    end_drive(game, s)
    if s.phase != OVER:
        yield from after_score(game, s)


def missed_field_goal(game: BoundCharts, s: Sheet, word: str, start: int) -> None:
    """FD-11.9, FD-24.36; on the last tick of the first half it just ends (FD-6.5, FD-24.39)."""
    write_row(game, s, word, "FD-11.9")
    if s.left == 0 and s.half == 1:
        end_half(game, s)
        return
    take_over(game, s, 1 - s.ball, start, "FD-11.9")
    end_drive(game, s)


def drive_touchdown(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.10: TD-RUN or TD-PASS."""
    write_row(game, s, e.word, "FD-11.10")
    touchdown(game, s, s.ball, "run" if e.word == "TD-RUN" else "pass", "FD-11.10")
    yield from ()  # a rule that asks nothing


def turnover(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.1, FD-11.2: one die says where the ball ends up."""
    landing = yield from game.find_turnover(s, e.word)
    land_turnover(game, s, e, landing)


def land_turnover(game: BoundCharts, s: Sheet, e: Ending, landing: Landing) -> None:
    """FD-25.9: the defense takes over, or runs it back."""
    write_row(game, s, e.word, "FD-11.1" if e.word == "FUMBLE" else "FD-11.2")
    if landing.word == "DEF-TD":
        touchdown(game, s, 1 - s.ball, f"{e.word.lower()} return", "FD-25.9")
    else:
        take_over(game, s, 1 - s.ball, landing.start, "FD-25.9")
    end_drive(game, s)


def run_back(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-25.8: a turnover returned for a touchdown without a further roll."""
    write_row(game, s, e.arg, "FD-24.82")
    touchdown(game, s, 1 - s.ball, f"{e.arg.lower()} return", "FD-25.8")
    yield from ()  # a rule that asks nothing


def blocked_kick(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-25.8, FD-24.75: a blocked punt is a punt, a blocked field goal a missed one, or a touchdown."""
    word = "FGA blocked" if e.word == "BLOCKED-FGA" else "PUNT blocked"
    if e.arg == "DEF-TD":
        write_row(game, s, word, "FD-25.8")
        touchdown(game, s, 1 - s.ball, "blocked kick return", "FD-25.8")
    elif e.word == "BLOCKED-FGA":
        missed_field_goal(game, s, word, e.start)
    else:
        write_row(game, s, word, "FD-25.8")
        take_over(game, s, 1 - s.ball, e.start, "FD-25.8")
        end_drive(game, s)
    yield from ()  # a rule that asks nothing


def downs(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-24.60: turned over on downs."""
    lost_on_downs(game, s, e.start)
    yield from ()  # a rule that asks nothing


def lost_on_downs(game: BoundCharts, s: Sheet, start: int) -> None:
    """FD-13.5, FD-24.30, FD-24.60: the opponent starts there."""
    write_row(game, s, "DOWNS", "FD-24.60")
    take_over(game, s, 1 - s.ball, start, "FD-24.60")
    end_drive(game, s)


def safety(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-11.6, FD-11.7: two points, then the free kick on the Punt-BU table."""
    defense = 1 - s.ball
    write_row(game, s, e.word, "FD-11.6")
    score(game, s, defense, 2, "safety", "FD-11.6")
    if s.phase == OVER:
        return
    landing = yield from game.find_kick(s, "punt-bu", defense, PUNT_ROLL, "FD-11.7")
    s.final = s.left == 0 and s.half > 1  # FD-24.8
    come_down(game, s, landing, defense, "free kick return", "FD-11.7")


CARRY_OUT: dict[str, Callable[[BoundCharts, Sheet, Ending], Rules]] = {
    "PUNT": punt,
    "PUNT-BU": punt,
    "PUNT-CO": punt,
    "FGA": field_goal,
    "TD-RUN": drive_touchdown,
    "TD-PASS": drive_touchdown,
    "FUMBLE": turnover,
    "INTERCEPTION": turnover,
    "DEF-TD": run_back,
    "BLOCKED-PUNT": blocked_kick,
    "BLOCKED-FGA": blocked_kick,
    "DOWNS": downs,
    "SAFETY": safety,
}
