"""The printable score sheet (FD-4.1): cards, the clock as circles, score by quarter, and the drives."""

from __future__ import annotations

from html import escape
from textwrap import wrap

from fieldhouse.games.fastdrive.board import scoresheet
from fieldhouse.games.fastdrive.rules.events import ticks_clock
from fieldhouse.kernel.game import View

WIDTH = 960
ROW = 22
INK, FAINT, LINE, PAPER = "#1b2330", "#5b6675", "#c9d0d9", "#fdfcf8"
TEAM = ("#9c2f22", "#1f4e8c")
TINT = ("#f7e9e6", "#e7eef8")
GOOD = ("TD-RUN", "TD-PASS", "FGA good", "DESP-TD")
LOST = ("FUMBLE", "INTERCEPTION", "SAFETY", "DOWNS", "DESP-DEF-TD", "PUNT blocked", "FGA blocked")
CARD_TOP, CARD_LINES = 176, 50
"""Where the cards begin, and how many letters of qualities one of their lines takes."""
FONT = 'font-family="system-ui, sans-serif"'
PLACES = {"POOR": 0.15, "AVERAGE": 0.45, "GREAT": 0.8}


def svg(view: View) -> str:
    """The sheet as a drawing, for paper."""
    rows = max(len(view["log"]) + 2, 8)
    log_top = CARD_TOP + max(_card_height(view, seat) for seat in (0, 1)) + 20
    height = log_top + 44 + rows * ROW
    away, home = (team["title"] for team in view["teams"])
    title = f"{away} {view['scores'][0]}, {home} {view['scores'][1]}. {view['status']}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        _line_score(view),
        _clock(view),
        _card(view, 0, 24, CARD_TOP),
        _card(view, 1, 492, CARD_TOP),
        _log(view, log_top),
        "</svg>",
    ]
    return "".join(parts)


def _text(x: float, y: float, words: object, *, size: int = 13, fill: str = INK, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" {more}>{escape(str(words))}</text>'


RIGHT = 'text-anchor="end"'
MIDDLE = 'text-anchor="middle"'
BOLD = 'font-weight="700"'


def _line_score(view: View) -> str:
    """Teams and points by quarter, as on top of the paper sheet."""
    heads = scoresheet.QUARTERS if view["half"] == 3 else scoresheet.QUARTERS[:4]
    parts = [_text(24, 40, "Fast Drive Football", size=15, fill=FAINT, more=BOLD)]
    left = 330
    for n, head in enumerate((*heads, "Final" if view["phase"] == "over" else "Now")):
        parts.append(_text(left + n * 46, 40, head, size=12, fill=FAINT, more=RIGHT))
    for seat in (0, 1):
        y = 68 + seat * 32
        parts.append(f'<rect x="24" y="{y - 20}" width="6" height="26" fill="{TEAM[seat]}"/>')
        parts.append(_text(40, y, view["teams"][seat]["title"], size=17, more=BOLD))
        for n, points in enumerate(view["by_quarter"][seat][: len(heads)]):
            parts.append(_text(left + n * 46, y, points, size=16, fill=FAINT, more=RIGHT))
        parts.append(_text(left + len(heads) * 46, y, view["scores"][seat], size=22, more=f"{RIGHT} {BOLD}"))
        if view["ball"] == seat:
            parts.append(
                f'<ellipse cx="18" cy="{y - 7}" rx="5" ry="8" fill="#8a4b1f" transform="translate(-6 0)"/>'
            )
    parts.append(_text(24, 142, view["status"], size=14, fill=INK))
    return "".join(parts)


def _clock(view: View) -> str:
    """FD-4.1: a circle per tick, filled as time goes."""
    parts: list[str] = []
    ticks = view["quarter_ticks"]
    step = min(15.0, 150 / ticks)
    for quarter, taken in enumerate(scoresheet.ticks_used(view)):
        x = 630 + quarter % 2 * 165
        y = 56 + quarter // 2 * 38
        parts.append(_text(x - 26, y + 4, f"Q{quarter + 1}", size=12, fill=FAINT))
        for tick in range(ticks):
            fill = INK if tick < taken else "#fff"
            parts.append(
                f'<circle cx="{x + tick * step * 0.88:.1f}" cy="{y}" r="{step * 0.34:.1f}" '
                f'fill="{fill}" stroke="{INK}"/>'
            )
    return "".join(parts)


def _card(view: View, seat: int, x: int, y: int) -> str:
    """The team's card: qualities by side, ranges."""
    team = view["teams"][seat]
    size = f'width="444" height="{_card_height(view, seat)}"'
    parts = [
        f'<rect x="{x}" y="{y}" {size} rx="6" fill="{TINT[seat]}" stroke="{LINE}"/>',
        _text(
            x + 12,
            y + 20,
            f"{'Home' if seat else 'Away'}: {team['title']}",
            size=13,
            fill=TEAM[seat],
            more=BOLD,
        ),
        _text(x + 432, y + 20, f"FG {team['fg']}   XP {team['xp']}", size=12, fill=FAINT, more=RIGHT),
    ]
    top = y + 44
    for side, lines in _qualities(view, seat):
        parts.append(_text(x + 12, top, side, size=12, fill=FAINT))
        parts += [_text(x + 66, top + n * 17, line, size=12) for n, line in enumerate(lines)]
        top += 7 + len(lines) * 17
    return "".join(parts)


def _qualities(view: View, seat: int) -> list[tuple[str, list[str]]]:
    """The qualities of each side of the team, in lines that fit the card."""
    team = view["teams"][seat]
    said = {
        side: ", ".join(name.replace("*", "•") for name in team[side]) or "–"
        for side in ("offense", "defense", "special")
    }
    return [(side, wrap(names, CARD_LINES)) for side, names in said.items()]


def _card_height(view: View, seat: int) -> int:
    return 32 + sum(7 + len(lines) * 17 for _, lines in _qualities(view, seat))


def _log(view: View, top: int) -> str:
    """One row per drive: team, start, time, result, score, story."""
    columns = [(24, "#", ""), (60, "Team", ""), (190, "Field position", ""), (356, "Drive time", RIGHT)]
    columns += [(376, "Result", ""), (560, "Score", MIDDLE)]
    y = top + 20
    parts = [_text(x, y, head, size=12, fill=FAINT, more=more) for x, head, more in columns]
    parts.append(f'<line x1="24" y1="{y + 7}" x2="936" y2="{y + 7}" stroke="{INK}"/>')
    scores = scoresheet.running_scores(view)
    y += 8
    for number, row in enumerate(view["log"], start=1):
        y += ROW
        if number > 1 and view["log"][number - 2][4] != row[4]:
            parts.append(
                f'<line x1="24" y1="{y - 16}" x2="936" y2="{y - 16}" stroke="{INK}" stroke-dasharray="3 3"/>'
            )
        parts.append(_row(view, number, row, scores[number - 1], y))
    if view["ball"] is not None and view["phase"] != "over":
        y += ROW
        parts.append(_open_row(view, y))
    return "".join(parts)


def _row(view: View, number: int, row: list[object], score: tuple[int, int], y: float) -> str:
    team, start, ticks, result, _half, _left = row
    assert isinstance(team, int) and isinstance(ticks, int) and isinstance(result, str)
    weight = BOLD if result in GOOD else ""
    fill = TEAM[team] if result in GOOD else "#8a5a00" if result in LOST else INK
    more = scoresheet.row_story(view, number, 56)
    return "".join(
        (
            f'<rect x="24" y="{y - 15}" width="912" height="{ROW}" fill="{TINT[team]}" opacity="0.55"/>',
            _text(44, y, number, size=11, fill=FAINT, more=RIGHT),
            _text(60, y, scoresheet.nickname(view, team), fill=TEAM[team]),
            _start(str(start), team, y),
            _text(346, y, ticks_clock(ticks), more=RIGHT),
            _text(376, y, result, fill=fill, more=weight),
            _text(560, y, f"{score[0]}–{score[1]}", more=MIDDLE),
            _text(600, y, more, size=12, fill=FAINT),
        )
    )


def _start(start: str, team: int, y: float) -> str:
    """The start on a little field: left is the own goal."""
    x = 190
    return (
        f'<rect x="{x}" y="{y - 10}" width="46" height="11" fill="#d7e6d3" stroke="{LINE}"/>'
        f'<circle cx="{x + 46 * PLACES[start]:.1f}" cy="{y - 4.5}" r="4" fill="{TEAM[team]}"/>'
        + _text(x + 54, y, start.lower(), size=12)
    )


def _open_row(view: View, y: float) -> str:
    """The drive that is on."""
    team = view["ball"]
    result = view["result"] + ("?" if view["result"] else "")
    return (
        f'<rect x="24" y="{y - 15}" width="912" height="{ROW}" fill="none" stroke="{TEAM[team]}"/>'
        + _text(60, y, scoresheet.nickname(view, team), fill=TEAM[team])
        + _start(view["start"], team, y)
        + _text(376, y, result or "has the ball", fill=FAINT, more='font-style="italic"')
    )


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


def print_page(view: View, svg: str) -> str:
    """The sheet as a page to print."""
    title = " at ".join(team["title"] for team in view["teams"])
    return PAGE.format(title=escape(title), svg=svg)


def blank_page(away: str, home: str, svg: str) -> str:
    """An empty sheet as a page to print."""
    return PAGE.format(title=escape(f"{away} at {home}"), svg=svg)
