"""The end of a half (sections 5.7, 6, 7, 14, 15, 16): overrun, last tick, and the Desperation Play."""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.chances import show_chances
from fieldhouse.games.fastdrive.rules.chart_results import Ending
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.drive_results import CARRY_OUT, lost_on_downs
from fieldhouse.games.fastdrive.rules.game_flow import end_half, score, touchdown, write_row
from fieldhouse.games.fastdrive.rules.requests import DESPERATION, LAST_BEHIND, LAST_LEVEL, REPLACE_MENU
from fieldhouse.games.fastdrive.rules.state import AVERAGE, OVER, REPLACE, SETTLE, Sheet
from fieldhouse.kernel.requests import Rules


def overrun(game: BoundCharts, s: Sheet, e: Ending, ticks: int) -> Rules:
    """FD-5.7: time ran out first. FD-15.1: one tick over, a touchdown becomes a last kick."""
    behind = s.scores[1 - s.ball] - s.scores[s.ball]
    last_kick = s.half > 1 and e.touchdown and ticks == s.left + 1 and 0 <= behind <= 3  # FD-24.22
    s.ticks += s.left  # FD-24.21: the half's ticks add up
    s.left = 0
    if last_kick:
        yield from kick_as_time_expires(game, s)
    else:
        write_row(game, s, "EOH", "FD-5.7")
    if s.phase != OVER:
        end_half(game, s)


def kick_as_time_expires(game: BoundCharts, s: Sheet) -> Rules:
    """FD-15.1, FD-24.24: hit or miss, nothing follows."""
    kicker = s.ball
    good = yield from game.kicks(s, kicker, "field goal")
    write_row(game, s, "FGA good" if good else "FGA missed", "FD-15.1")
    if good:
        score(game, s, kicker, 3, "field goal", "FD-15.1")


def last_tick(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """FD-5.8: the result counts; sections 6 and 7 say what follows."""
    lead = s.scores[s.ball] - s.scores[1 - s.ball]
    if s.half == 2 and lead > game.reach and (e.touchdown or e.field_goal):  # FD-16.1, FD-16.2
        write_row(game, s, "EOG", "FD-16.1")
        end_half(game, s)
    elif s.half > 1 and s.second and e.punt:  # FD-24.33
        lost_on_downs(game, s, AVERAGE)
    elif s.half > 1 and s.second and e.field_goal:
        s.ending, s.phase = e.number, SETTLE
    elif s.half > 1 and may_replace(game, lead, e):
        s.ending, s.phase = e.number, REPLACE
    else:
        yield from CARRY_OUT[e.word](game, s, e)


def may_replace(game: BoundCharts, lead: int, e: Ending) -> bool:
    """FD-7.1: a punt when behind by one score; FD-7.17, FD-24.3: an FGA when three points are not enough."""
    return (e.punt and -game.reach <= lead <= -1) or (e.field_goal and -game.reach <= lead <= -4)


def replace_kick_choice(game: BoundCharts, s: Sheet) -> Rules:
    """FD-7.1, FD-7.17: the Desperation Play instead of the kick, or the kick."""
    e = game.endings[s.ending]
    choice = yield show_chances(game, s, REPLACE_MENU[s.ball])
    if choice == "desperation":
        yield from desperation(game, s)
    else:
        yield from CARRY_OUT[e.word](game, s, e)


def last_play_choice(game: BoundCharts, s: Sheet) -> Rules:
    """FD-7.5, FD-7.10, FD-24.4: the team with the ball after the last tick may play once more."""
    level = s.scores[0] == s.scores[1]
    choice = yield show_chances(game, s, (LAST_LEVEL if level else LAST_BEHIND)[s.ball])
    if choice == "desperation":
        yield from desperation(game, s)
    else:
        write_row(game, s, "KNEEL" if choice == "kneel" else "EOH", "FD-24.85")
        end_half(game, s)


def desperation(game: BoundCharts, s: Sheet) -> Rules:
    """FD-14.5: one roll, the last play of regulation."""
    team = s.ball
    found = yield from game.find(s, "desperation", team, DESPERATION, "FD-14.5")
    word = {"TD": "DESP-TD", "DEF-TD": "DESP-DEF-TD"}.get(found.word, "DESP-NO")
    write_row(game, s, word, "FD-24.21")
    if word == "DESP-NO":
        end_half(game, s)
        return
    s.final = True
    touchdown(game, s, team if word == "DESP-TD" else 1 - team, "Desperation Play", "FD-14.5")
