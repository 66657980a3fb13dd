"""The result of a game as one picture that stands alone: score in team colors, the curve under it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from fieldhouse.lab.review.story import GameReview
from fieldhouse.web.replay.win_probability_chart import win_probability_chart

WIDTH, HEIGHT = 720, 420
STYLE = (
    ".axis,.period{font-size:12px;fill:#5a5d52}.axis{text-anchor:end}.grid{stroke:#d9d4c4;fill:none}"
    ".half{stroke:#8a8474;stroke-dasharray:3 3;fill:none}.line{fill:none;stroke:#a8263a;stroke-width:2}"
    ".area{fill:#a8263a;fill-opacity:.15}.good{fill:#20663c}.bad{fill:#a8332b}"
    ".turn-n{font-size:11px;fill:#fff;text-anchor:middle;font-weight:700}"
)


def draw_result(
    title: str,
    teams: Sequence[str],
    scores: Sequence[int],
    story: GameReview | None,
    size: int,
    remark: str = "",
) -> str:
    """A whole SVG file; `remark` says how it ended where the score does not."""
    half, white = WIDTH // 2, 'font-weight="800" fill="#fff"'
    right = 'text-anchor="end"'
    body = [
        f'<rect width="{half}" height="150" fill="#a8263a"/>',
        f'<rect x="{half}" width="{half}" height="150" fill="#1f4f9e"/>',
        f'<text x="{half - 24}" y="118" {right} font-size="84" {white}>{scores[0]}</text>',
        f'<text x="{half + 24}" y="118" font-size="84" {white}>{scores[1]}</text>',
        f'<text x="24" y="42" font-size="26" {white}>{escape(teams[0])}</text>',
        f'<text x="{WIDTH - 24}" y="42" {right} font-size="26" {white}>{escape(teams[1])}</text>',
    ]
    if story is not None:
        placed = '<svg x="20" y="160" width="680" height="230" '
        body.append(str(win_probability_chart(story, 0, size, teams[0])).replace("<svg ", placed, 1))
    words = f"{escape(remark)}{'. ' if remark else ''}{escape(title)}, played at Fieldhouse"
    small = 'text-anchor="middle" font-size="14" fill="#5a5d52"'
    body.append(f'<text x="{half}" y="{HEIGHT - 8}" {small}>{words}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
        f'<style>{STYLE}</style><rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf6"/>'
        + "".join(body)
        + "</svg>\n"
    )
