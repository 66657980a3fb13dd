"""Acts, statistics and moments in words, and small words for the templates of leagues."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from markupsafe import Markup

from fieldhouse.kernel.coaches import level_label
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.league.journal.text import act_text, member_name
from fieldhouse.league.text import stage_name
from fieldhouse.web.filters import clock_text
from fieldhouse.web.leagues.league_view import LeagueView, url_key

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


def html_id(text: str) -> str:
    """A name that can stand in an id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower())


def due_time(moment: str) -> Markup:
    """A deadline, as its league writes it; the moment itself stands in the tag."""
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return Markup("{}").format(moment)
    zone = at.strftime("%Z").replace("UTC+00:00", "UTC")
    return Markup('<time datetime="{}">{}</time>').format(
        moment, f"{at:%a, %b} {at.day}, {at.hour % 12 or 12}:{at:%M %p} {zone}".strip()
    )


def player_stat_line(stats: Mapping[str, int]) -> str:
    """A player's numbers in one line: `12/20, 145 yds, 1 TD, 0 INT`."""
    parts = []
    if "passes" in stats:
        parts.append(
            f"{stats['completions']}/{stats['passes']}, {stats['pass_yards']} yds, "
            f"{stats['pass_touchdowns']} TD, {stats['interceptions']} INT"
        )
    if "runs" in stats:
        carries = "1 carry" if stats["runs"] == 1 else f"{stats['runs']} carries"
        parts.append(f"{carries}, {stats['run_yards']} yds, {stats['run_touchdowns']} TD")
    if "targets" in stats:
        parts.append(
            f"{stats['receptions']} rec ({stats['targets']} tgt), {stats['receiving_yards']} yds, "
            f"{stats['receiving_touchdowns']} TD"
        )
    if "field_goal_tries" in stats:
        parts.append(f"FG {stats['field_goals']}/{stats['field_goal_tries']}")
    if "extra_point_tries" in stats:
        parts.append(f"XP {stats['extra_points']}/{stats['extra_point_tries']}")
    if "points" in stats:
        parts.append(f"{stats['points']} pt{'' if stats['points'] == 1 else 's'}")
    return "; ".join(parts)


def signed_difference(number: int) -> str:
    """A difference with its sign, in the signs of print."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"


def win_pct(value: float) -> str:
    """A share of wins as newspapers print it: .667."""
    return f"{value:.3f}".removeprefix("0")


def team_totals(stats: Mapping[str, int]) -> list[tuple[str, int | str]]:
    """A team's numbers in the order of the box score, the game's own after them."""
    from fieldhouse.football.box_score import STATISTICS

    known = [name for name in STATISTICS if name in stats]
    names = (*known, *(name for name in stats if name not in STATISTICS))
    return [(name, clock_text(stats[name]) if name == "seconds" else stats[name]) for name in names]


ROLES = {"commissioner": "Commissioner", "manager": "Manager", "reader": "Spectator"}
STATUSES = {"open": "in progress", "paused": "paused", "over": "finished"}


def role_name(role: str) -> str:
    """A member's role as people call it."""
    return ROLES.get(role, role)


def league_status(status: str) -> str:
    """Where a league stands."""
    return STATUSES.get(status, status)


def table_name(name: str) -> str:
    """The heading of the standings: `Standings`, or the name of a division or group."""
    return "Standings" if name == "Table" else name


FILTERS: dict[str, Callable[..., Any]] = {
    "slug": html_id,
    "with_verb": team_with_verb,
    "due": due_time,
    "man": player_stat_line,
    "counted": team_totals,
    "signed": signed_difference,
    "share": win_pct,
    "stat": stat_label,
    "key": url_key,
    "stage": stage_name,
    "level": level_label,
    "role": role_name,
    "table_name": table_name,
    "league_status": league_status,
}
