"""The scoresheet: clock, score by quarter, one row per drive with a line of story."""

from __future__ import annotations

from html import escape
from textwrap import wrap

from fieldhouse.games.fastdrive.rules.chart_text import words_of
from fieldhouse.games.fastdrive.rules.events import minutes
from fieldhouse.kernel.game import View

QUARTERS = ("1", "2", "3", "4", "OT")
STORIES = {
    "TD-RUN": ("Pounds it in.", "Finds the corner.", "Over the top."),
    "TD-PASS": ("A strike, caught.", "Wide open, easy catch.", "Through a tight window."),
    "PUNT": ("Stalls; the punter comes on.", "Three tries, not enough.", "Going nowhere this time."),
    "PUNT-BU": ("Pinned deep, glad to punt.", "Kicks from its own end zone."),
    "PUNT-CO": ("Stops short, aims for the corner.", "Drives well, then pins them deep."),
    "FGA good": ("Settles for three.", "The kick is true."),
    "FGA missed": ("The kick drifts wide.", "In range, but no points."),
    "FGA blocked": ("The kick never gets up.",),
    "PUNT blocked": ("A hand gets to the punt.",),
    "INTERCEPTION": ("Thrown into the wrong hands.", "A tipped ball, picked off."),
    "FUMBLE": ("The ball is out, and lost.", "Stripped on the way down."),
    "DOWNS": ("Gambles on fourth down, loses it.", "Stopped inches short."),
    "SAFETY": ("Caught behind its goal line.",),
    "EOH": ("Time runs out.",),
    "KNEEL": ("Takes a knee.",),
    "EOG": ("Runs out the clock.",),
    "DESP-TD": ("One last heave is caught!",),
    "DESP-NO": ("One last heave falls incomplete.",),
    "DESP-DEF-TD": ("The last heave goes the wrong way.",),
}


def story(result: str, number: int) -> str:
    """A line of our own words for a row; the same row always gets the same line."""
    lines = STORIES.get(result, ("",))
    return lines[number % len(lines)]


def told(view: View, rows: int, room: int = 200) -> str:
    """The story of a row: our own words, then what was scored that they do not say, as far as it fits."""
    said = story(view["log"][rows - 1][3], rows) if rows else ""
    scored = " ".join(
        words
        for after, team, points, what, _ in view["points"]
        if after == rows
        for words in _score_words(view, rows, team, points, what)
    )
    both = " ".join(filter(None, (said, scored)))
    return next((words for words in (both, scored, said) if words and len(words) <= room), "")


def _score_words(view: View, rows: int, team: int, points: int, what: str) -> list[str]:
    """A score that the row's own story leaves out: tries, safeties, touchdowns of the other side, returns."""
    own = rows > 0 and view["log"][rows - 1][0] == team
    if points == 6:
        return (
            []
            if own and what in ("run", "pass", "Desperation Play")
            else [f"{nick(view, team)}: {what}, TD."]
        )
    return {1: ["Kick good."], 2: [] if what == "safety" else ["Two points good."]}.get(points, [])


def nick(view: View, team: int) -> str:
    """The team without its city."""
    return str(view["teams"][team]["name"]).rpartition(" ")[2]


def running(view: View) -> list[tuple[int, int]]:
    """The score after each row of the log."""
    scores = [0, 0]
    found: list[tuple[int, int]] = []
    at = 0
    for rows in range(1, len(view["log"]) + 1):
        while at < len(view["points"]) and view["points"][at][0] <= rows:
            scores[view["points"][at][1]] += view["points"][at][2]
            at += 1
        found.append((scores[0], scores[1]))
    return found


def used(view: View) -> list[int]:
    """Ticks used in each quarter."""
    quarter = view["quarter_ticks"]
    ticks = [0, 0]
    for _, _, taken, _, half, _ in view["log"]:
        if half < 3:
            ticks[half - 1] += taken
    if view["half"] < 3:
        ticks[view["half"] - 1] = 2 * quarter - view["left"]
    return [min(max(total - quarter * late, 0), quarter) for total in ticks for late in (0, 1)]


def text(view: View, width: int = 80) -> str:
    """The whole sheet in plain text."""
    lines = [_line_score(view, width), "", *_clock(view), ""]
    lines.append(f"{'':2} {'team':11} {'start':7} {'T':>1} {'result':19} {'score':>7}")
    scores = running(view)
    if told(view, 0):
        lines.append("   " + told(view, 0, width - 3))
    for number, (team, start, ticks, result, half, _) in enumerate(view["log"], start=1):
        if number > 1 and view["log"][number - 2][4] != half:
            lines.append("   " + ("second half" if half == 2 else "overtime").center(50, "-"))
        away, home = scores[number - 1]
        drive = f"{number:2} {nick(view, team):11.11} {start.lower():7} {ticks:1} {words_of(result):19}"
        row = f"{drive} {away:3}-{home:<3} "
        lines.append((row + told(view, number, width - len(row))).rstrip())
    lines.append("")
    lines += wrap(view["status"], width)
    return "\n".join(lines)


def _line_score(view: View, width: int) -> str:
    overtime = view["half"] == 3
    heads = QUARTERS if overtime else QUARTERS[:4]
    name = max(12, min(width - 6 * len(heads) - 8, max(len(team["title"]) for team in view["teams"])))
    rows = [" " * name + "".join(f"{head:>5}" for head in heads) + f"{'F':>6}"]
    for seat in (0, 1):
        points = view["by_quarter"][seat][: len(heads)]
        title = view["teams"][seat]["title"][:name]
        rows.append(f"{title:{name}}" + "".join(f"{n:5}" for n in points) + f"{view['scores'][seat]:6}")
    return "\n".join(rows)


def _clock(view: View) -> list[str]:
    quarter = view["quarter_ticks"]
    rows = [f"Q{n + 1} " + "●" * taken + "○" * (quarter - taken) for n, taken in enumerate(used(view))]
    return [rows[0] + "   " + rows[1], rows[2] + "   " + rows[3]]


def totals(view: View) -> list[tuple[str, str, str]]:
    """What the sheet adds up to: name of the line, away, home."""
    found = []
    for name, wanted in (
        ("drives", None),
        ("touchdown drives", ("TD-RUN", "TD-PASS")),
        ("field goals made", ("FGA good",)),
        ("field goals missed", ("FGA missed", "FGA blocked")),
        ("punts", ("PUNT", "PUNT-BU", "PUNT-CO", "PUNT blocked")),
        ("turnovers", ("INTERCEPTION", "FUMBLE")),
        ("on downs", ("DOWNS",)),
    ):
        counts = [
            sum(1 for row in view["log"] if row[0] == seat and (wanted is None or row[3] in wanted))
            for seat in (0, 1)
        ]
        found.append((name, str(counts[0]), str(counts[1])))
    times = [minutes(sum(row[2] for row in view["log"] if row[0] == seat)) for seat in (0, 1)]
    starts = [
        "/".join(str(_starts(view, seat, start)) for start in ("POOR", "AVERAGE", "GREAT")) for seat in (0, 1)
    ]
    return [*found, ("starts poor/average/great", *starts), ("time", *times)]  # type: ignore[list-item]


def _starts(view: View, seat: int, start: str) -> int:
    return sum(1 for row in view["log"] if row[0] == seat and row[1] == start)


def totals_text(view: View) -> str:
    """The totals as a table."""
    head = f"{'':26}{nick(view, 0):>12}{nick(view, 1):>12}"
    return "\n".join([head, *(f"{name:26}{away:>12}{home:>12}" for name, away, home in totals(view))])


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
@page {{ size: A4 portrait; margin: 12mm }}
body {{ font: 14px/1.4 system-ui, sans-serif; color: #1b1b1b; max-width: 60rem; margin: 1rem auto }}
svg {{ width: 100%; height: auto }}
</style></head><body>
{svg}
</body></html>
"""


def page(view: View, svg: str) -> str:
    """The sheet as a page to print."""
    title = " at ".join(team["title"] for team in view["teams"])
    return PAGE.format(title=escape(title), svg=svg)
