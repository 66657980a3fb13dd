"""The scoresheet: clock, score by quarter, one row per drive with a line of story."""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.events import clock_text
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


def result_story(result: str, number: int) -> str:
    """A line of our own words for a row; the same row always gets the same line."""
    lines = STORIES.get(result, ("",))
    return lines[number % len(lines)]


def row_story(view: View, rows: int, room: int = 200) -> str:
    """The story of a row: our own words, then what was scored that they do not say, as far as it fits."""
    said = result_story(view["log"][rows - 1][3], rows) if rows else ""
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
            else [f"{nickname(view, team)}: {what}, TD."]
        )
    return {1: ["Kick good."], 2: [] if what == "safety" else ["Two points good."]}.get(points, [])


def nickname(view: View, team: int) -> str:
    """The team without its city."""
    return str(view["teams"][team]["name"]).rpartition(" ")[2]


def running_scores(view: View) -> list[tuple[int, int]]:
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


def ticks_used(view: View) -> list[int]:
    """Ticks used in each quarter."""
    quarter = view["quarter_ticks"]
    ticks = [0, 0]
    for _, _, taken, _, half, _ in view["log"]:
        if half < 3:
            ticks[half - 1] += taken
    if view["half"] < 3:
        ticks[view["half"] - 1] = 2 * quarter - view["left"]
    return [min(max(total - quarter * late, 0), quarter) for total in ticks for late in (0, 1)]


def drive_totals(view: View) -> list[tuple[str, str, str]]:
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
    times = [clock_text(sum(row[2] for row in view["log"] if row[0] == seat)) for seat in (0, 1)]
    starts = [
        "/".join(str(_starts(view, seat, start)) for start in ("POOR", "AVERAGE", "GREAT")) for seat in (0, 1)
    ]
    return [*found, ("starts poor/average/great", *starts), ("time", *times)]  # type: ignore[list-item]


def _starts(view: View, seat: int, start: str) -> int:
    return sum(1 for row in view["log"] if row[0] == seat and row[1] == start)
