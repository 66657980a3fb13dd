"""The few SVG shapes the board is made of."""

from __future__ import annotations

from html import escape

PAPER, INK = "#f6f0e2", "#22201b"


def box(
    x: float, y: float, width: float, height: float, fill: str, *, radius: float = 0, opacity: float = 1
) -> str:
    """A filled rectangle."""
    faint = f' fill-opacity="{opacity}"' if opacity < 1 else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius}" '
        f'fill="{fill}"{faint}/>'
    )


def circle(x: float, y: float, r: float, fill: str, *, stroke: str = "", width: float = 1) -> str:
    """A disc or a ring."""
    edge = f' stroke="{stroke}" stroke-width="{width}"' if stroke else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{fill}"{edge}/>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> str:
    """A straight line."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )


def label(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str = INK,
    *,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    """A line of text."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )
