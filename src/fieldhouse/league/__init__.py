"""Leagues: forms of competition, schedules, tables, dice of fixtures, odds. No page and no database is
needed.

`play_out(form, teams, dice)` plays a whole competition; `Followed(form, known)` follows one as far as it is
known.
"""

from fieldhouse.league.asks import Course, Fixture, Form
from fieldhouse.league.criteria import Criterion, Measure, Mode, Ranking, Scope
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.follow import BadResult, Followed, Known
from fieldhouse.league.forms.cup import Cup
from fieldhouse.league.forms.robin import DoubleRoundAndPlayOff, RoundRobin
from fieldhouse.league.forms.world import WorldTournament
from fieldhouse.league.ledger import Ledger, Line, Score
from fieldhouse.league.playout import PlayedOut, Teams, play_out
from fieldhouse.league.schedule import schedule
from fieldhouse.league.standings import Standings

__all__ = [
    "BadResult",
    "Course",
    "Criterion",
    "Cup",
    "DoubleRoundAndPlayOff",
    "Fixture",
    "Followed",
    "Form",
    "Known",
    "LeagueDice",
    "Ledger",
    "Line",
    "Measure",
    "Mode",
    "PlayedOut",
    "Ranking",
    "RoundRobin",
    "Scope",
    "Score",
    "Standings",
    "Teams",
    "WorldTournament",
    "play_out",
    "schedule",
]
