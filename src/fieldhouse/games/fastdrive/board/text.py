"""The text board: clock, score by quarter, and one row per drive with a line of story."""

from __future__ import annotations

from textwrap import wrap

from fieldhouse.games.fastdrive.board.scoresheet import (
    QUARTERS,
    drive_totals,
    nickname,
    row_story,
    running_scores,
    ticks_used,
)
from fieldhouse.games.fastdrive.board.table import card_words
from fieldhouse.games.fastdrive.rules.chart_text import result_words
from fieldhouse.kernel.game import View


def text(view: View, width: int = 80) -> str:
    """The whole sheet in plain text."""
    lines = [_line_score(view, width), "", *_clock(view), ""]
    lines.append(f"{'':2} {'Team':11} {'Start':7} {'T':>1} {'Result':19} {'Score':>7}")
    scores = running_scores(view)
    if row_story(view, 0):
        lines.append("   " + row_story(view, 0, width - 3))
    for number, (team, start, ticks, result, half, _) in enumerate(view["log"], start=1):
        if number > 1 and view["log"][number - 2][4] != half:
            lines.append("   " + ("2nd half" if half == 2 else "overtime").center(50, "-"))
        away, home = scores[number - 1]
        drive = (
            f"{number:2} {nickname(view, team):11.11} {start.lower():7} {ticks:1} {result_words(result):19}"
        )
        row = f"{drive} {away:3}-{home:<3} "
        lines.append((row + row_story(view, number, width - len(row))).rstrip())
    if not view["log"]:  # before the first drive the sheet is empty: the cards lie there
        for team in view["teams"]:
            kicks = f"field goals {team['fg']}, extra points {team['xp']}"
            card = f"{team['title']}: {card_words(team)}; {kicks}"
            lines += wrap(card, width, initial_indent="   ", subsequent_indent="     ")
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
    rows = [f"Q{n + 1} " + "●" * taken + "○" * (quarter - taken) for n, taken in enumerate(ticks_used(view))]
    return [rows[0] + "   " + rows[1], rows[2] + "   " + rows[3]]


def totals_text(view: View) -> str:
    """The totals as a table."""
    head = f"{'':26}{nickname(view, 0):>12}{nickname(view, 1):>12}"
    return "\n".join([head, *(f"{name:26}{away:>12}{home:>12}" for name, away, home in drive_totals(view))])
