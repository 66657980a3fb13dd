"""Small pictures of the lab: bars, curves and intervals as plain SVG, readable without color or script."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from fieldhouse.lab.elo import Interval

if TYPE_CHECKING:
    from fieldhouse.lab.win_probability.reliability import CalibrationGroup

_COLORS = ("#2f6b3a", "#8a4b1f", "#1f4e9a", "#a0278f", "#5b5b5b", "#b08900")
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 300, 60, 40, 36
_INK, _BAR, _ALT, _GRID = "#1b1b1b", "#2f6b3a", "#8a4b1f", "#c9c9c9"


def _page(title: str, body: list[str], height: int = HEIGHT) -> str:
    name = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="{_INK}"><title>{name}</title>'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="15">{name}</text>'
        + "".join(body)
        + "</svg>\n"
    )


def _label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, color: str = _GRID, width: float = 1) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" '
        f'stroke-width="{width}"/>'
    )


def histogram(title: str, counts: Mapping[int, int], axis: str = "") -> str:
    """Bars over whole numbers; each carries its count and share as a tooltip."""
    if not counts:
        return _page(title, [_label(WIDTH / 2, HEIGHT / 2, "No data")])
    low, high = min(counts), max(counts)
    total, tallest = sum(counts.values()), max(counts.values())
    step = (WIDTH - LEFT - 20) / (high - low + 1)
    room = HEIGHT - BOTTOM - TOP
    body = [_line(LEFT, HEIGHT - BOTTOM, WIDTH - 20, HEIGHT - BOTTOM, _INK)]
    for value in range(low, high + 1):
        count = counts.get(value, 0)
        tall = room * count / tallest
        x = LEFT + (value - low) * step
        body.append(
            f'<rect x="{x:.2f}" y="{HEIGHT - BOTTOM - tall:.2f}" width="{max(step * 0.9, 0.4):.2f}" '
            f'height="{tall:.2f}" fill="{_BAR}"><title>{value}: {count} ({count / total:.2%})</title></rect>'
        )
    body += [
        _label(LEFT + (tick - low + 0.5) * step, HEIGHT - BOTTOM + 15, f"{tick:g}")
        for tick in _ticks(low, high)
    ]
    body.append(_label(LEFT - 6, TOP + 10, f"{tallest / total:.1%}", "end"))
    body.append(_label((LEFT + WIDTH) / 2, HEIGHT - 8, axis))
    return _page(title, body)


def _ticks(low: float, high: float, wanted: int = 8) -> list[float]:
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / wanted))
    step = next(step * m for m in (1, 2, 5, 10) if span / (step * m) <= wanted)
    first = math.ceil(low / step)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


def interval_plot(title: str, rows: Mapping[str, Interval], axis: str = "") -> str:
    """One line per name: the estimate as a dot, its interval as a bar."""
    finite = [x for row in rows.values() for x in (row.low, row.value, row.high) if math.isfinite(x)]
    low, high = (min([*finite, 0.0]), max([*finite, 0.0])) if finite else (-1.0, 1.0)
    pad = (high - low) * 0.05 or 1.0
    low, high = low - pad, high + pad
    left, height = 170, TOP + BOTTOM + 30 * len(rows)

    def x(value: float) -> float:
        return left + (max(low, min(high, value)) - low) / (high - low) * (WIDTH - left - 30)

    body = []
    for value in _ticks(low, high):
        body += [
            _line(x(value), TOP, x(value), height - BOTTOM),
            _label(x(value), height - BOTTOM + 15, f"{value:g}"),
        ]
    for place, (name, row) in enumerate(rows.items()):
        y = TOP + 15 + 30 * place
        body.append(_label(left - 10, y + 4, name, "end"))
        body.append(_line(x(row.low), y, x(row.high), y, _BAR, 5))
        body.append(
            f'<circle cx="{x(row.value):.1f}" cy="{y}" r="6" fill="{_ALT}">'
            f"<title>{escape(name)}: {row.value:.1f} ({row.low:.1f} to {row.high:.1f})</title></circle>"
        )
    body.append(_label((left + WIDTH) / 2, height - 8, axis))
    return _page(title, body, height)


def win_probability_curve(
    title: str,
    values: Sequence[float],
    notes: Mapping[int, str] | None = None,
    axis: str = "",
    top: str = "",
    foot: str = "",
) -> str:
    """A win probability step by step; `top` and `foot` name the two ends.

    `notes` mark steps: a number at the curve, and the words below the picture.
    """
    count = max(len(values) - 1, 1)

    def at(n: int) -> tuple[float, float]:
        x = LEFT + n / count * (WIDTH - LEFT - 20)
        return x, TOP + (1 - values[n]) * (HEIGHT - TOP - BOTTOM)

    body = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)
        body += [_line(LEFT, y, WIDTH - 20, y), _label(LEFT - 6, y + 4, f"{share:.0%}", "end")]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, range(len(values))))
    body.append(f'<polyline points="{points}" fill="none" stroke="{_BAR}" stroke-width="2"/>')
    marked = sorted((notes or {}).items())
    for number, (n, note) in enumerate(marked, start=1):
        x, y = at(n)
        words = f"<title>{escape(note)}</title>"
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{_ALT}">{words}</circle>')
        body.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill="#fff">{number}</text>')
        body.append(f'<g font-size="11">{_label(16, HEIGHT + 17 * number, f"{number}. {note}", "start")}</g>')
    body += [_label(WIDTH - 24, TOP + 12, top, "end"), _label(WIDTH - 24, HEIGHT - BOTTOM - 6, foot, "end")]
    body.append(_label((LEFT + WIDTH) / 2, HEIGHT - 8, axis))
    return _page(title, body, HEIGHT + 17 * len(marked) + (10 if marked else 0))


def calibration_plot(title: str, rows: Mapping[str, Sequence[CalibrationGroup]]) -> str:
    """What was predicted (across) against what was played (up); on the line the two are the same."""
    side = HEIGHT + 60 - TOP - BOTTOM
    height = side + TOP + BOTTOM

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + x * side, TOP + (1 - y) * side

    body = [_line(*at(0, 0), *at(1, 1), _INK)]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        body += [_line(*at(0, share), *at(1, share)), _line(*at(share, 0), *at(share, 1))]
        body.append(_label(LEFT - 6, at(0, share)[1] + 4, f"{share:.0%}", "end"))
        body.append(_label(at(share, 0)[0], height - BOTTOM + 16, f"{share:.0%}"))
    for n, (name, dots) in enumerate(rows.items()):
        color = _COLORS[n % len(_COLORS)]
        for dot in dots:
            x, y = at(dot.predicted, dot.played)
            words = (
                f"{name}: predicted {dot.predicted:.1%}, played {dot.played:.1%} ({dot.count:,} positions)"
            )
            body.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}" fill-opacity="0.8">'
                f"<title>{escape(words)}</title></circle>"
            )
        y = TOP + 14 + 22 * n
        body.append(f'<circle cx="{LEFT + side + 24}" cy="{y - 4}" r="5" fill="{color}"/>')
        body.append(_label(LEFT + side + 36, y, name, "start"))
    body.append(_label(LEFT + side / 2, height - 6, "predicted"))
    return _page(title, body, height)
