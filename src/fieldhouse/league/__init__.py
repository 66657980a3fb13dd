"""Leagues: forms of competition, schedules, tables, dice of fixtures, odds. No page and no database is
needed.

`play_out(form, teams, dice)` plays a whole competition; `Followed(form, known)` follows one as far as it is
known.
"""

from fieldhouse.football.competition.format import Course, Fixture, Form
from fieldhouse.football.competition.tie_breakers import Criterion, Measure, Mode, Ranking, Scope
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.formats.cup import Cup
from fieldhouse.league.formats.game_format import OwnForm
from fieldhouse.league.formats.round_robin import DoubleRoundAndPlayOff, RoundRobin
from fieldhouse.league.playout import PlayedOut, Teams, play_out
from fieldhouse.league.schedule import schedule
from fieldhouse.league.season import BadResult, Followed, Known
from fieldhouse.league.standings import Accounts, FinalScore, StandingLine
from fieldhouse.league.text import Standings

__all__ = [
    "Accounts",
    "BadResult",
    "Course",
    "Criterion",
    "Cup",
    "DoubleRoundAndPlayOff",
    "FinalScore",
    "Fixture",
    "Followed",
    "Form",
    "Known",
    "LeagueDice",
    "Measure",
    "Mode",
    "OwnForm",
    "PlayedOut",
    "Ranking",
    "RoundRobin",
    "Scope",
    "StandingLine",
    "Standings",
    "Teams",
    "play_out",
    "schedule",
]
