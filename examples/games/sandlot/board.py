"""The board of Sandlot: a strip of grass with the ball on it, as SVG and as plain text."""

from __future__ import annotations

from fieldhouse.kernel.game import View


def text(view: View, width: int = 80) -> str:
    """Scoreboard, field and hand in at most `width` columns."""
    done = 30 - view["to_go"]
    field = "|" + "." * done + "o" + "." * (30 - done) + "|"
    lines = [
        f"Shirts {view['scores'][0]} - Skins {view['scores'][1]}   plays left: {view['plays_left']}",
        field,
    ]
    if view["shown"]:
        lines.append("last cards: " + " against ".join(view["shown"]))
    if view["hand"]:
        lines.append("your hand: " + " ".join(view["hand"]))
    return "\n".join(line[:width] for line in lines)


def svg(view: View) -> str:
    """The same as a picture; also what a notebook shows."""
    x = 20 + (30 - view["to_go"]) * 12
    lines = "".join(
        f'<line x1="{20 + y * 12}" y1="30" x2="{20 + y * 12}" y2="90" stroke="#fff"/>'
        for y in range(0, 31, 5)
    )
    score = f"Shirts {view['scores'][0]} - Skins {view['scores'][1]}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 110" role="img">'
        f"<title>{score}, {view['to_go']} yards to go</title>"
        f'<text x="20" y="20" font-size="14">{score}</text>'
        '<rect x="20" y="30" width="360" height="60" fill="#2f6b3a"/>'
        f'{lines}<circle cx="{x}" cy="60" r="7" fill="#8a4b1f" stroke="#fff"/></svg>'
    )
