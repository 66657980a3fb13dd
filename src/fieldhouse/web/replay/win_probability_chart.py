"""The win-probability chart as SVG, drawn for a phone's width, without inline style or script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from markupsafe import Markup

from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.review.story import GameReview, WinProbabilityPoint

WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT = 360, 170, 42, 10, 10, 22
MOST = 240
"""So many points are enough for this width."""


def seat_probability(point: WinProbabilityPoint, seat: Seat) -> float:
    """The win probability of this seat."""
    return point.win_probability if seat == 0 else 1 - point.win_probability


def win_probability_chart(
    story: GameReview,
    seat: Seat,
    size: int,
    team: str,
    link: Callable[[int], str] | None = None,
    at: int | None = None,
) -> Markup:
    """Draw the seat's win probability through a game of `size` entries; turning points are numbered links.

    `at` marks a moment of it.
    """

    def x(entry: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * entry / max(size, 1)

    def y(chance: float) -> float:
        return TOP + (HEIGHT - TOP - FOOT) * (1 - chance)

    points = thin_points(
        sorted(story.curve, key=lambda one: one.entry)
    )  # parts of one choice come in any order
    line = " ".join(f"{x(p.entry):.1f},{y(seat_probability(p, seat)):.1f}" for p in points)
    last = points[-1] if points else WinProbabilityPoint(0, story.start)
    area = f"{x(0):.1f},{y(0.5):.1f} {line} {x(last.entry):.1f},{y(0.5):.1f}"
    body = [
        *(f'<text class="axis" x="{LEFT - 5}" y="{y(share) + 4:.1f}">{words}</text>'
          for share, words in ((1.0, "100%"), (0.5, "50"), (0.0, "0"))),
        f'<path class="grid" d="M{LEFT} {y(1):.1f}H{WIDTH - RIGHT}M{LEFT} {y(0):.1f}H{WIDTH - RIGHT}"/>',
        f'<polygon class="area seat-{seat}" points="{area}"/>',
        f'<path class="half" d="M{LEFT} {y(0.5):.1f}H{WIDTH - RIGHT}"/>',
        f'<polyline class="line seat-{seat}" points="{line}"/>',
    ]  # fmt: skip
    named = -100.0
    for entry, period in story.periods:
        if entry:
            body.append(f'<path class="grid" d="M{x(entry):.1f} {TOP}V{HEIGHT - FOOT}"/>')
        if x(entry) - named > 34:
            named = x(entry)
            words = escape(short_period(period))
            body.append(f'<text class="period" x="{named + 3:.1f}" y="{HEIGHT - 6}">{words}</text>')
    if at is not None:
        body.append(f'<path class="now" d="M{x(at):.1f} {TOP}V{HEIGHT - FOOT}"/>')
    chances = {p.entry: seat_probability(p, seat) for p in story.curve}
    for number, turn in enumerate(story.turns, start=1):
        own = turn.swing if seat == 0 else -turn.swing
        there = max((entry for entry in chances if entry <= turn.last), default=0)
        across, up = x(turn.last), y(chances.get(there, 0.5))
        dot = (
            f'<circle class="{"good" if own > 0 else "bad"}" cx="{across:.1f}" cy="{up:.1f}" r="9"/>'
            f'<text class="turn-n" x="{across:.1f}" y="{up + 4:.1f}">{number}</text>'
        )
        name = escape(f"{number}: {turn.words}")
        body.append(f'<a href="{escape(link(turn.first))}" aria-label="{name}">{dot}</a>' if link else dot)
    title = escape(f"Win probability of {team} through the game: {probability_summary(story, seat)}")
    role = "group" if link else "img"
    begin = f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="{role}" aria-label="{title}">'
    return Markup(begin + "".join(body) + "</svg>")


def probability_summary(story: GameReview, seat: Seat) -> str:
    """Where it began and how it ended, in words."""
    start = story.start if seat == 0 else 1 - story.start
    result = story.result if seat == 0 else 1 - story.result
    end = {0.0: "lost", 1.0: "won"}.get(result, "a tie")
    return f"{start:.0%} at the start, {end} at the end"


def short_period(period: str) -> str:
    """`1st half` as `1st`, where there is little room."""
    return period if len(period) <= 4 else period.split(maxsplit=1)[0]


def thin_points(points: Sequence[WinProbabilityPoint]) -> list[WinProbabilityPoint]:
    """The points that matter at this width: of each stretch the first, the highest and the lowest."""
    if len(points) <= MOST:
        return list(points)
    step = -(-len(points) // (MOST // 3))
    kept: dict[int, WinProbabilityPoint] = {}
    for begin in range(0, len(points), step):
        part = range(begin, min(begin + step, len(points)))
        by_chance = sorted(part, key=lambda n: points[n].win_probability)
        kept.update({n: points[n] for n in (part[0], by_chance[0], by_chance[-1])})
    kept[len(points) - 1] = points[-1]
    return [kept[n] for n in sorted(kept)]
