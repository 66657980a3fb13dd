"""Small words for the templates of leagues."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from markupsafe import Markup

from fieldhouse.web.filters import clock_text
from fieldhouse.web.leagues.league_view import url_key
from fieldhouse.web.leagues.text import stat_label


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
    return Markup('<time datetime="{}">{}</time>').format(moment, f"{at:%a %d %b, %H:%M} {zone}".strip())


def player_stat_line(stats: Mapping[str, int]) -> str:
    """A man's numbers in one line."""
    parts = []
    if "passes" in stats:
        parts.append(
            f"{stats['completions']} of {stats['passes']} passes for {stats['pass_yards']}, "
            f"{stats['pass_touchdowns']} TD, {stats['interceptions']} intercepted"
        )
    if "runs" in stats:
        runs = "1 run" if stats["runs"] == 1 else f"{stats['runs']} runs"
        parts.append(f"{runs} for {stats['run_yards']}, {stats['run_touchdowns']} TD")
    if "targets" in stats:
        caught = f"caught {stats['receptions']} of {stats['targets']} for {stats['receiving_yards']}"
        parts.append(f"{caught}, {stats['receiving_touchdowns']} TD")
    if "field_goal_tries" in stats:
        parts.append(f"field goals {stats['field_goals']} of {stats['field_goal_tries']}")
    if "extra_point_tries" in stats:
        parts.append(f"extra points {stats['extra_points']} of {stats['extra_point_tries']}")
    if "points" in stats:
        parts.append(f"{stats['points']} point{'' if stats['points'] == 1 else 's'}")
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


FILTERS: dict[str, Callable[..., Any]] = {
    "slug": html_id,
    "due": due_time,
    "man": player_stat_line,
    "counted": team_totals,
    "signed": signed_difference,
    "share": win_pct,
    "stat": stat_label,
    "key": url_key,
}
