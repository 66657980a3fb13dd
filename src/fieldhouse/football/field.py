"""The picture of a football field, in SVG and in text: ball, line to gain, drive arrow.

Positions are yards from the left goal line; the side with seat 0 attacks to the right.
"""

from __future__ import annotations

from html import escape

import msgspec

from fieldhouse.football import shapes
from fieldhouse.football.parts import Part

ZONE = 36
"""The width of an end zone in which its letters have their full size; in a low field they shrink."""
GRASS, STRIPE, LINE, BALL, GAIN, SCRIMMAGE = "#2e6b3c", "#296236", "#e9f2ea", "#8a4b1f", "#f2c744", "#5aa0e6"


class FieldPicture(msgspec.Struct, kw_only=True):
    """What to draw. `ball`, `gain` and `start` are yards from the left goal line, or None."""

    length: int = 100
    step: int = 10
    ball: int | None = None
    gain: int | None = None
    start: int | None = None
    to_right: bool = True
    left: str = ""
    right: str = ""
    left_color: str = "#8f2433"
    right_color: str = "#2b4c8f"
    title: str = "Football field"
    inks: tuple[shapes.Ink, shapes.Ink] = shapes.SIDES
    bands: tuple[tuple[int, int, shapes.Ink, str], ...] = ()
    """Stretches marked along the upper edge: from, to, color, and what they mean."""
    rows: tuple[str, ...] = ("21%", "87%")
    """How far down the yard numbers stand."""

    def svg(self, width: int = 720, height: int = 220) -> str:
        """A whole SVG document; `group` gives the inside for a larger picture."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
            f"<title>{escape(self.title)}</title>{self.group(width, height)}</svg>"
        )

    def group(self, width: int = 720, height: int = 220) -> str:
        """The field as SVG elements in a box of that size."""
        zone = width / 12
        scale = (width - 2 * zone) / self.length
        parts = [f'<rect width="{width}" height="{height}" rx="6" fill="{GRASS}"/>']
        stripes = range(0, self.length, self.step * 2)
        parts += [_rect(zone + yard * scale, self.step * scale, height, STRIPE) for yard in stripes]
        parts.append(_end_zone(0, zone, height, self.left_color, self.left, -90))
        parts.append(_end_zone(width - zone, zone, height, self.right_color, self.right, 90))
        parts += [self._yard_line(zone + yard * scale, yard, height) for yard in self._lines()]
        if self.gain is not None:
            parts.append(_vertical(zone + self.gain * scale, height, GAIN, 3, "6 4"))
        if self.ball is not None:
            parts.append(self._ball(zone, scale, height))
        return "".join(parts)

    def _lines(self) -> range:
        return range(0, self.length + 1, self.step)

    def _yard_line(self, x: float, yard: int, height: int) -> str:
        number = min(yard, self.length - yard)
        text = (
            f'<text x="{x:.1f}" y="{height - 12}" fill="{LINE}" font-size="{height / 15:.1f}" '
            f'text-anchor="middle" font-family="sans-serif">{number}</text>'
            if number
            else ""
        )
        return _vertical(x, height, LINE, 1.5 if number else 3) + text

    def _ball(self, zone: float, scale: float, height: int) -> str:
        assert self.ball is not None
        x, y = zone + self.ball * scale, height / 2
        arrow = ""
        if self.start is not None and self.start != self.ball:
            begin = zone + self.start * scale
            arrow = (
                f'<line x1="{begin:.1f}" y1="{y}" x2="{x:.1f}" y2="{y}" stroke="{LINE}" '
                f'stroke-width="4" stroke-opacity=".55"/>'
                f'<circle cx="{begin:.1f}" cy="{y}" r="4" fill="{LINE}"/>'
            )
        way = 1 if self.to_right else -1
        tip = x + way * 26
        pointer = (
            f'<path d="M{x + way * 14:.1f} {y - 6}L{tip:.1f} {y}L{x + way * 14:.1f} {y + 6}Z" fill="{LINE}"/>'
        )
        return (
            f"{_vertical(x, height, SCRIMMAGE, 2)}{arrow}{pointer}"
            f'<ellipse cx="{x:.1f}" cy="{y}" rx="12" ry="7.5" fill="{BALL}" stroke="#fff"/>'
            f'<path d="M{x - 5:.1f} {y}h10M{x - 2:.1f} {y - 2.5}v5M{x + 2:.1f} {y - 2.5}v5" stroke="#fff"/>'
        )

    def part(self, height: int = 164) -> Part:
        """The field as a board part: it fills any width, and its letters keep their size."""
        at = self._share
        pieces = [percent_box("0", "0", "100%", "100%", shapes.TURF)]
        wide = at(self.step) - at(0)
        pieces += [
            percent_box(f"{at(yard):.2f}%", "0", f"{wide:.2f}%", "100%", shapes.STRIPE)
            for yard in range(0, self.length, self.step * 2)
        ]
        pieces += [self._zone("0", at(0), 0, -90), self._zone(f"{at(self.length):.2f}%", at(0), 1, 90)]
        pieces += [self._marked(yard) for yard in self._lines()]
        pieces += [self._band(*band) for band in self.bands]
        if self.ball is not None:
            pieces.append(self._markers())
        svg = "".join(pieces)
        return Part(
            id="field", area="field", label=self.title, width=340, height=height, svg=svg, stretch=True
        )

    def _share(self, yard: float) -> float:
        """Per cent of the width: an end zone is a tenth of a field of 100 yards."""
        return (10 + yard * 100 / self.length) / 1.2

    def _zone(self, x: str, wide: float, side: int, turn: int) -> str:
        name = (self.left, self.right)[side].upper()[:14]
        tall = 13 * len(name) + 12
        letters = f'letter-spacing=".16em" dominant-baseline="central" transform="rotate({turn})"'
        words = shapes.label(0, 0, name, 14, shapes.WHITE, anchor="middle", bold=True, more=letters)
        return percent_box(x, "0", f"{wide:.2f}%", "100%", self.inks[side]) + (
            f'<svg x="{x}" y="0" width="{wide:.2f}%" height="100%" '
            f'viewBox="{-ZONE / 2} {-tall / 2} {ZONE} {tall}">{words}</svg>'
        )

    def _band(self, start: int, end: int, color: shapes.Ink, words: str) -> str:
        x, wide = self._share(start), self._share(end) - self._share(start)
        body = percent_box(f"{x:.2f}%", "0", f"{wide:.2f}%", "6", color)
        return shapes.group(body, title=words)

    def _marked(self, yard: int) -> str:
        """A line across the field, with its numbers."""
        x, number = f"{self._share(yard):.2f}%", min(yard, self.length - yard)
        goal = shapes.line(x, 0, x, "100%", shapes.CHALK, 1 if number else 2.5)
        if not number:
            return goal
        return goal + "".join(
            shapes.label(x, y, str(number), 13, shapes.CHALK, anchor="middle", bold=True) for y in self.rows
        )

    def _markers(self) -> str:
        """Line of scrimmage, line to gain with the chain, the way of the drive, and the ball on top."""
        assert self.ball is not None
        x = f"{self._share(self.ball):.2f}%"
        scrim = shapes.group(shapes.line(0, 0, 0, "100%", shapes.SCRIM, 2.5), id="scrim", glides=True)
        pieces = [f'<svg x="{x}" overflow="visible">{scrim}</svg>']
        if self.start is not None and self.start != self.ball:
            begin = f"{self._share(self.start):.2f}%"
            pieces.append(shapes.line(begin, "50%", x, "50%", shapes.CHALK, 2, "2 5"))
        if self.gain is not None:
            pieces.append(self._chain(self.gain))
        ball = shapes.group(shapes.football(1 if self.to_right else -1), id="ball")
        pieces.append(f'<svg x="{x}" y="50%" overflow="visible">{ball}</svg>')
        return "".join(pieces)

    def _chain(self, gain: int) -> str:
        to = f"{self._share(gain):.2f}%"
        pole = shapes.line(0, -16, 0, 0, shapes.WHITE, 2.5) + shapes.circle(
            0, -16, 5, shapes.CHAIN, stroke=shapes.WHITE, line=1.5
        )
        dashed = shapes.line(0, 0, 0, "100%", shapes.AMBER, 2.5, "7 4")
        chain = f'{dashed}<svg y="100%" overflow="visible">{pole}</svg>'
        return f'<svg x="{to}" overflow="visible">{shapes.group(chain, id="chain", glides=True)}</svg>'

    def text(self, columns: int = 62) -> str:
        """The field in three lines of plain text: numbers, field, markers (`o` ball, `|` line to gain)."""
        inner = columns - 12
        place = [min(inner, round(yard * inner / self.length)) for yard in self._lines()]
        numbers, field, marks = [" "] * (inner + 3), ["."] * (inner + 1), [" "] * (inner + 1)
        for yard, x in zip(self._lines(), place, strict=True):
            label = str(min(yard, self.length - yard)) if 0 < yard < self.length else "G"
            numbers[x : x + len(label)] = label
            field[x] = ":"
        if self.gain is not None:
            marks[min(inner, round(self.gain * inner / self.length))] = "|"
        if self.ball is not None:
            x = min(inner, round(self.ball * inner / self.length))
            field[x] = "o"
            ahead = x + (1 if self.to_right else -1)
            if 0 <= ahead <= inner:
                field[ahead] = ">" if self.to_right else "<"
        left, right = self.left[:4].rjust(4), self.right[:4].ljust(4)
        lines = ["      " + "".join(numbers), f"{left} [{''.join(field)}] {right}", "      " + "".join(marks)]
        return "\n".join(line.rstrip() for line in lines)


def percent_box(x: str, y: str, width: str, height: str, fill: shapes.Ink) -> str:
    """A rectangle whose place and size are in percent."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {shapes.paint(fill)}/>'


def _rect(x: float, width: float, height: int, fill: str) -> str:
    return f'<rect x="{x:.1f}" width="{width:.1f}" height="{height}" fill="{fill}"/>'


def _vertical(x: float, height: int, color: str, width: float, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{height}" stroke="{color}" '
        f'stroke-width="{width}"{dashes}/>'
    )


def _end_zone(x: float, zone: float, height: int, color: str, name: str, turn: int) -> str:
    middle_x, middle_y = x + zone / 2, height / 2
    size = min(zone * 0.45, height * 1.3 / max(len(name), 1))
    return _rect(x, zone, height, color) + (
        f'<text x="{middle_x:.1f}" y="{middle_y}" fill="#fff" font-size="{size:.1f}" font-weight="bold" '
        f'font-family="sans-serif" text-anchor="middle" dominant-baseline="central" '
        f'transform="rotate({turn} {middle_x:.1f} {middle_y})">{escape(name.upper())}</text>'
    )
