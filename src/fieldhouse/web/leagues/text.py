"""Acts, statistics and moments in words."""

from __future__ import annotations

import msgspec

from fieldhouse.league.journal.text import act_text, member_name
from fieldhouse.web.leagues.league_view import LeagueView

STATS = {
    "run_yards": "rushing yards",
    "pass_yards": "passing yards",
    "receiving_yards": "receiving yards",
    "run_touchdowns": "rushing touchdowns",
    "pass_touchdowns": "passing touchdowns",
    "receiving_touchdowns": "receiving touchdowns",
    "runs": "rushing attempts",
    "passes": "pass attempts",
    "completions": "completions",
    "interceptions": "interceptions thrown",
    "interceptions_made": "interceptions",
    "sacked": "times sacked",
    "sack_yards": "sack yards lost",
    "field_goals": "field goals made",
    "field_goal_tries": "field goal attempts",
    "extra_points": "extra points made",
    "extra_point_tries": "extra point attempts",
    "third_downs_made": "third down conversions",
    "fourth_downs_made": "fourth down conversions",
    "turned_over_on_downs": "turnovers on downs",
    "longest_field_goal": "longest field goal",
    "conversions": "two-point conversions",
    "cards": "clock cards",
    "re_rolls": "rerolls",
    "seconds": "time of possession",
    "time_outs": "timeouts",
}


def stat_label(name: str) -> str:
    """A statistic as people call it."""
    return STATS.get(name, name.replace("_", " "))


class LogLine(msgspec.Struct):
    """An entry of the league log, to be read."""

    n: int
    at: float
    who: str
    text: str


def journal_lines(view: LeagueView) -> list[LogLine]:
    """The whole journal, the first entry first."""
    found = []
    for entry in view.journal.entries:
        text = act_text(view.journal, entry)
        found.append(
            LogLine(
                entry.n + 1, entry.at, member_name(view.journal, entry.who), text[:1].upper() + text[1:] + "."
            )
        )
    return found
