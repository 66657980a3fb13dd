"""The score sheet's data: a line of story per drive, running scores, ticks used, totals."""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.events import ticks_clock
from fieldhouse.kernel.game import View

QUARTERS = ("1", "2", "3", "4", "OT")
STORIES = {
    "TD-RUN": ("Pounds it in.", "Around the corner.", "Over the top."),
    "TD-PASS": ("Throws a strike.", "Wide open for six.", "Into a tight window."),
    "PUNT": ("The drive stalls.", "Three and out.", "Going nowhere."),
    "PUNT-BU": ("Pinned deep.", "Punts from the end zone."),
    "PUNT-CO": ("Stalls at midfield.", "Pins them deep."),
    "FGA good": ("Settles for three.", "Right down the middle."),
    "FGA missed": ("Wide right.", "In range, but no good."),
    "FGA blocked": ("The kick is blocked.",),
    "PUNT blocked": ("They get a hand on it.",),
    "INTERCEPTION": ("Picked off.", "Tipped and picked off."),
    "FUMBLE": ("Coughs it up.", "Stripped."),
    "DOWNS": ("Stuffed on fourth down.", "Inches short."),
    "SAFETY": ("Tackled in the end zone.",),
    "EOH": ("Time expires.",),
    "KNEEL": ("Takes a knee.",),
    "EOG": ("Runs out the clock.",),
    "DESP-TD": ("The Hail Mary is caught!",),
    "DESP-NO": ("The Hail Mary falls incomplete.",),
    "DESP-DEF-TD": ("Picked off and taken the other way.",),
}


def result_story(result: str, number: int) -> str:
    """A line of story for a result; the same row always gets the same line."""
    lines = STORIES.get(result, ("",))
    return lines[number % len(lines)]


def row_story(view: View, rows: int, room: int = 200) -> str:
    """A row's line of story, then other scores in it, as far as there is room."""
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
    """A score that the line of story leaves out: conversions, safeties, returns, defensive touchdowns."""
    own = rows > 0 and view["log"][rows - 1][0] == team
    if points == 6:
        return (
            []
            if own and what in ("run", "pass", "Desperation Play")
            else [f"{nickname(view, team)}: {what}, TD."]
        )
    return {1: ["Kick is good."], 2: [] if what == "safety" else ["Two-point conversion is good."]}.get(
        points, []
    )


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
        ("turnovers on downs", ("DOWNS",)),
    ):
        counts = [
            sum(1 for row in view["log"] if row[0] == seat and (wanted is None or row[3] in wanted))
            for seat in (0, 1)
        ]
        found.append((name, str(counts[0]), str(counts[1])))
    times = [ticks_clock(sum(row[2] for row in view["log"] if row[0] == seat)) for seat in (0, 1)]
    starts = [
        "/".join(str(_starts(view, seat, start)) for start in ("POOR", "AVERAGE", "GREAT")) for seat in (0, 1)
    ]
    return [*found, ("starts: poor/average/great", *starts), ("time of possession", *times)]  # type: ignore[list-item]


def _starts(view: View, seat: int, start: str) -> int:
    return sum(1 for row in view["log"] if row[0] == seat and row[1] == start)
