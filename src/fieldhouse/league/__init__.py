"""Leagues: formats of competition, schedules, standings, dice and odds. Needs no page and no database.

`play_out(format, teams, dice)` plays a whole competition; `Season(format, facts)` follows one as far as its
results are known.
"""

import warnings
from typing import TYPE_CHECKING

from fieldhouse.football.competition.format import Fixture, Format, SeasonProgress
from fieldhouse.football.competition.tie_breakers import Criterion, Measure, Mode, Scope, TieBreakers
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.formats.cup import Cup
from fieldhouse.league.formats.game_format import GameFormat
from fieldhouse.league.formats.round_robin import DoubleRoundRobin, RoundRobin, schedule
from fieldhouse.league.playout import SimulatedSeason, Teams, play_out
from fieldhouse.league.season import BadResult, Season, SeasonFacts
from fieldhouse.league.standings import FinalScore, ResultsLedger, StandingLine
from fieldhouse.league.text import Standings

__all__ = [
    "BadResult",
    "Criterion",
    "Cup",
    "DoubleRoundRobin",
    "FinalScore",
    "Fixture",
    "Format",
    "GameFormat",
    "LeagueDice",
    "Measure",
    "Mode",
    "ResultsLedger",
    "RoundRobin",
    "Scope",
    "Season",
    "SeasonFacts",
    "SeasonProgress",
    "SimulatedSeason",
    "StandingLine",
    "Standings",
    "Teams",
    "TieBreakers",
    "play_out",
    "schedule",
]

_RENAMED = {
    "Accounts": "ResultsLedger",
    "Course": "SeasonProgress",
    "DoubleRoundAndPlayOff": "DoubleRoundRobin",
    "Followed": "Season",
    "Form": "Format",
    "Known": "SeasonFacts",
    "OwnForm": "GameFormat",
    "PlayedOut": "SimulatedSeason",
    "Ranking": "TieBreakers",
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Serve the names of earlier versions, with a DeprecationWarning."""
        if name not in _RENAMED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        warnings.warn(f"fieldhouse.league.{name} is now {_RENAMED[name]}", DeprecationWarning, stacklevel=2)
        return globals()[_RENAMED[name]]
