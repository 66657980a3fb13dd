"""Acts, statistics and moments in words."""

from __future__ import annotations

import msgspec

from fieldhouse.league.journal.text import act_text, member_name
from fieldhouse.web.leagues.league_view import LeagueView

STATS = {
    "run_yards": "yards running",
    "pass_yards": "yards passing",
    "receiving_yards": "yards receiving",
    "run_touchdowns": "touchdowns running",
    "pass_touchdowns": "touchdown passes",
    "receiving_touchdowns": "touchdowns caught",
    "runs": "runs",
    "passes": "passes",
    "completions": "passes completed",
    "interceptions": "interceptions thrown",
    "interceptions_made": "passes intercepted",
    "sacked": "times sacked",
    "sack_yards": "yards lost in sacks",
    "field_goal_tries": "field goals tried",
    "extra_point_tries": "extra points tried",
    "third_downs_made": "third downs made",
    "fourth_downs_made": "fourth downs made",
    "turned_over_on_downs": "turned over on downs",
    "longest_field_goal": "longest field goal, yards",
    "conversions": "two-point conversions",
    "cards": "cards of the clock",
    "re_rolls": "re-rolls",
    "seconds": "time with the ball",
}


def stat_label(name: str) -> str:
    """A statistic as people call it."""
    return STATS.get(name, name.replace("_", " "))


class LogLine(msgspec.Struct):
    """An entry of the book of the league, to be read."""

    n: int
    at: float
    who: str
    text: str


def journal_lines(view: LeagueView) -> list[LogLine]:
    """The whole book, the first entry first."""
    found = []
    for entry in view.journal.entries:
        text = act_text(view.journal, entry)
        found.append(
            LogLine(
                entry.n + 1, entry.at, member_name(view.journal, entry.who), text[:1].upper() + text[1:] + "."
            )
        )
    return found
