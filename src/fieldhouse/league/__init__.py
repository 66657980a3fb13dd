"""Leagues: forms of competition, schedules, tables, dice of fixtures, odds. No page and no database is
needed.

`play_out(form, teams, dice)` plays a whole competition; `Followed(form, known)` follows one as far as it is
known.
"""

from fieldhouse.football.contest.asks import Course, Fixture, Form
from fieldhouse.football.contest.criteria import Criterion, Measure, Mode, Ranking, Scope
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.follow import BadResult, Followed, Known
from fieldhouse.league.forms.cup import Cup
from fieldhouse.league.forms.own import OwnForm
from fieldhouse.league.forms.robin import DoubleRoundAndPlayOff, RoundRobin
from fieldhouse.league.ledger import Accounts, FinalScore, StandingLine
from fieldhouse.league.playout import PlayedOut, Teams, play_out
from fieldhouse.league.schedule import schedule
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
