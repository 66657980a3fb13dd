"""A position as a picture with layers, for notebooks and the rules; people play on `table`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from math import hypot

from fieldhouse.games.squares.board.threats import danger, open_lanes, tacklers
from fieldhouse.games.squares.meta import META
from fieldhouse.games.squares.rules.grid import (
    ALL,
    FILE_OF,
    FILES,
    GOAL_DOWN,
    GOAL_UP,
    NAME,
    RANK_OF,
    each_square,
    reach,
)
from fieldhouse.games.squares.rules.notation import read_action
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.rules.turn import BLOCK, MOVE, PASS, Action, Turn, push_squares

LAYERS = ("reach", "threats", "lanes", "last")
"""What may be drawn besides board and pieces."""

CELL = 40
LEFT, TOP = 30, 46
WIDE, HIGH = LEFT * 2 + 11 * CELL, TOP + 14 * CELL + 40
GRASS, STRIPE, LINE, INK = "#2f6b3d", "#35743f", "#dfeee0", "#14261a"
SEAT = ("#f2b632", "#2f7fd6")
"""Gold and blue: the two are told apart with any color vision, and the shapes differ too."""
ZONE = ("#7a5a17", "#1f4a80")
DANGER, SAFE, PASSING, MOVED = "#ff5a4d", "#ffffff", "#ffe27a", "#ffffff"


def square_center(square: int) -> tuple[float, float]:
    """The middle of a square in the picture; rank 14 is on top."""
    return LEFT + FILE_OF[square] * CELL + CELL / 2, TOP + (14 - RANK_OF[square]) * CELL + CELL / 2


def board_svg(
    turn: Turn,
    *,
    title: str,
    subtitle: str = "",
    last: Sequence[str] = (),
    layers: Collection[str] = LAYERS,
    offense_seat: int = 0,
    up_seat: int = 0,
) -> str:
    """The whole picture. `last` are the actions of the last turn, in the notation."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
        f'font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f"<desc>{escape(describe_turn(turn))}</desc>{_DEFS}"
    )
    parts = [head, _field(up_seat), _heading(title, subtitle, turn, offense_seat)]
    if "reach" in layers:
        parts.append(_layer("reach", _reach(turn)))
    if "threats" in layers:
        parts.append(_layer("threats", _threats(turn)))
    if "lanes" in layers:
        parts.append(_layer("lanes", _lanes(turn)))
    parts.append(_layer("pieces", _pieces(turn, offense_seat)))
    if "last" in layers:
        parts.append(_layer("last", "".join(_arrow(text) for text in last)))
    return "".join([*parts, "</svg>"])


def position_svg(
    position: BoardPosition, *, layers: Collection[str] = LAYERS, last: Sequence[str] = ()
) -> str:
    """A position as a notebook shows it: Player 1 attacks up."""
    seat = 0 if position.up else 1
    return board_svg(position.turn(), title=repr(position), layers=layers, offense_seat=seat, last=last)


def describe_turn(turn: Turn) -> str:
    """The board in words, for those who do not see it."""
    offense = ", ".join(NAME[s] for s in each_square(turn.off & ~turn.qb))
    defense = ", ".join(NAME[s] for s in each_square(turn.dfn))
    way = "up to ranks 13 and 14" if turn.up else "down to ranks 2 and 1"
    return f"Offense attacks {way}: QB on {NAME[turn.qb]}, others on {offense}. Defense on {defense}."


_DEFS = (
    "<defs>"
    + "".join(
        f'<marker id="sq-{name}" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" '
        f'orient="auto"><path d="M0 0 8 4 0 8Z" fill="{color}"/></marker>'
        for name, color in (("moved", MOVED), ("danger", DANGER), ("pass", PASSING))
    )
    + "</defs>"
)


def _layer(name: str, inside: str) -> str:
    return f'<g class="layer-{name}">{inside}</g>'


def _field(up_seat: int) -> str:
    """Grass, end zones in the color of the side that defends them, lines and coordinates."""
    parts = [f'<rect width="{WIDE}" height="{HIGH}" rx="10" fill="#f6f4ee"/>']
    for square in ALL:
        x, y = square_center(square)
        dark = (FILE_OF[square] + RANK_OF[square]) % 2
        color = GRASS if dark else STRIPE
        if square & (GOAL_UP | GOAL_DOWN):
            color = ZONE[1 - up_seat if square & GOAL_UP else up_seat]
        parts.append(
            f'<rect x="{x - CELL / 2:g}" y="{y - CELL / 2:g}" width="{CELL}" height="{CELL}" fill="{color}" '
            f'stroke="{LINE}" stroke-opacity=".25"/>'
        )
    for rank in (2, 12):
        y = TOP + (14 - rank) * CELL
        parts.append(
            f'<line x1="{LEFT}" y1="{y}" x2="{LEFT + 11 * CELL}" y2="{y}" stroke="{LINE}" stroke-width="3"/>'
        )
    for seat, y in ((1 - up_seat, TOP + CELL), (up_seat, TOP + 13 * CELL)):
        parts.append(_zone_name(META.seats[seat], y))
    return "".join(parts) + _coordinates()


def _zone_name(name: str, y: float) -> str:
    """Whose end zone it is, in pale letters under everything else."""
    x = LEFT + 5.5 * CELL
    return (
        f'<text x="{x:g}" y="{y + 11:g}" font-size="32" font-weight="700" letter-spacing="12" fill="#fff" '
        f'fill-opacity=".28" text-anchor="middle">{escape(name.upper())}</text>'
    )


def _coordinates() -> str:
    parts = []
    for n, file in enumerate(FILES):
        x = LEFT + n * CELL + CELL / 2
        parts.append(_text(x, TOP + 14 * CELL + 16, file, 13))
    for rank in range(1, 15):
        y = TOP + (14 - rank) * CELL + CELL / 2 + 4
        parts.append(_text(LEFT / 2, y, str(rank), 13))
    return "".join(parts)


def _text(x: float, y: float, words: str, size: int, more: str = "") -> str:
    anchor = "" if "text-anchor" in more else ' text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{INK}"{anchor}{more}>{escape(words)}</text>'


def _heading(title: str, subtitle: str, turn: Turn, offense_seat: int) -> str:
    """Two lines above, and an arrow at the side that shows which way the offense goes."""
    parts = [_text(LEFT, 20, title, 14, ' text-anchor="start" font-weight="600"')]
    if subtitle:
        parts.append(_text(LEFT, 38, subtitle, 12, ' text-anchor="start"'))
    x = WIDE - LEFT / 2
    middle = TOP + 7 * CELL
    tip = middle - 60 if turn.up else middle + 60
    back = middle + 60 if turn.up else middle - 60
    wing = 12 if turn.up else -12
    parts.append(
        f'<path d="M{x} {back}V{tip}M{x - 7} {tip + wing}L{x} {tip}L{x + 7} {tip + wing}" fill="none" '
        f'stroke="{SEAT[offense_seat]}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    return "".join(parts)


def _reach(turn: Turn) -> str:
    """Where the QB can go: white dots out of reach of the defense, red rings within it."""
    if not turn.attack or turn.qb & (turn.acted | turn.goal) or turn.over:
        return ""
    risky = danger(turn)
    parts = []
    for square in each_square(reach(turn.qb, turn.free)):
        x, y = square_center(square)
        if square & turn.goal:
            parts.append(f'<path d="{_star(x, y)}" fill="{PASSING}"/>')
        elif square & risky:
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="none" stroke="{DANGER}" stroke-width="2"/>'
            )
        else:
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="5.5" fill="{SAFE}" fill-opacity=".9"/>')
    return "".join(parts)


def _star(x: float, y: float) -> str:
    points = ((0, -8), (2.2, -2.4), (8, -2.4), (3.4, 1.4), (5, 7.2), (0, 3.8), (-5, 7.2), (-3.4, 1.4))
    rest = ((-8, -2.4), (-2.2, -2.4))
    return "M" + "L".join(f"{x + dx:g} {y + dy:g}" for dx, dy in (*points, *rest)) + "Z"


def _threats(turn: Turn) -> str:
    """The defenders that can tackle now, each tied to the QB."""
    x2, y2 = square_center(turn.qb)
    parts = []
    for tackler in each_square(tacklers(turn)):
        x, y = square_center(tackler)
        parts.append(
            f'<line x1="{x:g}" y1="{y:g}" x2="{x2:g}" y2="{y2:g}" stroke="{DANGER}" stroke-width="3" '
            f'stroke-dasharray="2 5" stroke-linecap="round"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="18.5" fill="none" stroke="{DANGER}" stroke-width="2.5"/>'
        )
    return "".join(parts)


def _lanes(turn: Turn) -> str:
    """The passes that are open now."""
    x, y = square_center(turn.qb)
    parts = []
    for receiver in each_square(open_lanes(turn)):
        x2, y2 = square_center(receiver)
        parts.append(
            f'<line x1="{x:g}" y1="{y:g}" x2="{x2:g}" y2="{y2:g}" stroke="{PASSING}" stroke-width="6" '
            f'stroke-opacity=".75"/>'
        )
    return "".join(parts)


def _pieces(turn: Turn, offense_seat: int) -> str:
    """Discs attack, squares defend; a piece that has acted is paler."""
    parts = []
    for piece in each_square(turn.off | turn.dfn):
        x, y = square_center(piece)
        attacker = bool(piece & turn.off)
        fill = SEAT[offense_seat if attacker else 1 - offense_seat]
        faded = ' opacity=".6"' if piece & turn.acted else ""
        shape = (
            f'<circle cx="{x:g}" cy="{y:g}" r="14"'
            if attacker
            else f'<rect x="{x - 13:g}" y="{y - 13:g}" width="26" height="26" rx="5"'
        )
        who = "QB" if piece == turn.qb else ("offense" if attacker else "defense")
        parts.append(
            f'<g{faded}><title>{who} on {NAME[piece]}</title>{shape} fill="{fill}" stroke="#fff" '
            f'stroke-width="2"/>{_ball(x, y) if piece == turn.qb else ""}</g>'
        )
    return "".join(parts)


def _ball(x: float, y: float) -> str:
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="10" ry="6.5" fill="#7a3b12" stroke="#fff" stroke-width="1.2"/>'
        f'<path d="M{x - 4:g} {y:g}h8M{x - 2:g} {y - 2:g}v4M{x + 2:g} {y - 2:g}v4" stroke="#fff"/>'
    )


def _arrow(text: str) -> str:
    """One action of the last turn: move, push, pass or tackle."""
    found = read_action(text)
    if found is None:
        return ""
    action = found[0]
    if action.kind == MOVE:
        return _line(action.start, action.end, MOVED, "moved", "")
    if action.kind == PASS:
        return _line(action.start, action.end, PASSING, "pass", "7 5")
    if action.kind == BLOCK:
        return _block(action)
    return _line(action.start, action.end, DANGER, "danger", "")


def _block(action: Action) -> str:
    there = push_squares(action)[-1]
    walk = _line(action.start, action.end, MOVED, "moved", "") if action.start != action.end else ""
    return walk + (_line(action.target, there, DANGER, "danger", "") if there else "")


def _line(start: int, end: int, color: str, marker: str, dash: str) -> str:
    (x, y), (x2, y2) = square_center(start), square_center(end)
    length = max(1.0, hypot(x2 - x, y2 - y))
    x2, y2 = x2 - 13 * (x2 - x) / length, y2 - 13 * (y2 - y) / length  # the tip stops at the piece's edge
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{color}"/>'
        f'<line x1="{x:g}" y1="{y:g}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="3" '
        f'stroke-opacity=".9" marker-end="url(#sq-{marker})"{dashes}/>'
    )
