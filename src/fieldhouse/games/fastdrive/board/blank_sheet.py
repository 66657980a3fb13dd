"""The blank score sheet to play on paper (FD-4.1): clock circles, score by quarter, a row for each drive."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from fieldhouse.games.fastdrive.board.scoresheet import QUARTERS

WIDTH, ROW, ROWS = 720, 24, 26
TICKS = 12
INK, FAINT, LINE = "#1b2330", "#5b6675", "#9aa4b1"
COLUMNS = (
    (0, "#"),
    (30, "Team"),
    (190, "Field position"),
    (330, "Drive time"),
    (430, "Result"),
    (590, "Score"),
)
"""FD-4.2: where each column begins, and its head."""


def blank_sheet(away: str, home: str, timing: Sequence[int]) -> str:
    """The sheet of a game between two teams as SVG; `timing` are the ticks for each face of the red die."""
    height = 150 + ROW * (ROWS + 1)
    size = f'viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(f'Score sheet: {away} at {home}')}</title>",
        *_line_score(away, home),
        *_clock(),
        _text(0, 132, f"Red die: {_timing_words(timing)} (1 circle is 1:15; a dot in the book takes one)"),
        *_rows(150),
        "</svg>",
    ]
    return "".join(parts)


def _text(x: float, y: float, words: str, *, size: int = 12, fill: str = FAINT, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}"{more}>{escape(words)}</text>'


def _line_score(away: str, home: str) -> list[str]:
    heads = (*QUARTERS, "Final")
    parts = [_text(212 + n * 36, 14, head, more=' text-anchor="middle"') for n, head in enumerate(heads)]
    for seat, name in enumerate((away, home)):
        y = 20 + seat * 30
        parts.append(_text(0, y + 20, name, size=15, fill=INK, more=' font-weight="700"'))
        parts += [
            f'<rect x="{194 + n * 36}" y="{y}" width="36" height="30" fill="none" stroke="{LINE}"/>'
            for n in range(len(heads))
        ]
    return parts


def _clock() -> list[str]:
    """FD-4.1: twelve circles a quarter."""
    parts = []
    for quarter in range(4):
        y = 14 + quarter * 24
        parts.append(_text(440, y + 4, f"Q{quarter + 1}", fill=INK))
        parts += [
            f'<circle cx="{476 + tick * 20}" cy="{y}" r="7" fill="none" stroke="{INK}"/>'
            for tick in range(TICKS)
        ]
    return parts


def _timing_words(timing: Sequence[int]) -> str:
    return ", ".join(f"{face} = {ticks}" for face, ticks in enumerate(timing, start=1))


def _rows(top: int) -> list[str]:
    bottom = top + ROW * (ROWS + 1)
    parts = [_text(x + 4, top + 16, head, fill=INK) for x, head in COLUMNS]
    parts += [
        f'<line x1="0" y1="{y}" x2="{WIDTH}" y2="{y}" stroke="{LINE}"/>' for y in range(top, bottom + 1, ROW)
    ]
    parts += [
        f'<line x1="{x}" y1="{top}" x2="{x}" y2="{bottom}" stroke="{LINE}"/>'
        for x in (*(x for x, _ in COLUMNS), WIDTH)
    ]
    parts += [_text(6, top + ROW * n + 16, str(n)) for n in range(1, ROWS + 1)]
    return parts
