"""The field with the last drives as lines."""

from __future__ import annotations

from fieldhouse.football import shapes
from fieldhouse.football.drive_chart import drive_stroke, field_percent, result_pill
from fieldhouse.football.field import FieldPicture
from fieldhouse.football.parts import Part
from fieldhouse.games.fastdrive.board import scoresheet
from fieldhouse.games.fastdrive.rules.chart_text import DRAWN_STARTS, drawn_at, result_words, start_words
from fieldhouse.kernel.game import View

SHOWN, HEIGHT, FIRST, STEP, DRAWN = 5, 164, 24, 14, 16
"""Drives shown; height of the field; first line and line spacing in percent of it; drives drawn (the earlier
ones hidden, for a page that has yet to show them)."""


def field(view: View) -> Part:
    """The field with the last five drives, the latest drawing itself, and the ball of the next."""
    names = [scoresheet.nickname(view, seat) for seat in (0, 1)]
    base = FieldPicture(step=10, left=names[0], right=names[1], title=view["status"], rows=("13%",))
    drawn = base.part(HEIGHT)
    last = list(enumerate(view["log"], start=1))[-DRAWN:]
    hidden = max(0, len(last) - SHOWN)
    lines = [
        _line(number, row, place - hidden, latest=number == len(view["log"]))
        for place, (number, row) in enumerate(last)
    ]
    last = last[hidden:]
    said = [view["status"], *(_said(view, number, row) for number, row in last)]
    return Part(
        id="field",
        area="field",
        label=". ".join(said),
        width=drawn.width,
        height=HEIGHT,
        svg=f'{drawn.svg}<g data-lanes="{FIRST} {STEP} {SHOWN}">{"".join(lines)}</g>{_ball(view)}',
        stretch=True,
    )


def _said(view: View, number: int, row: list[object]) -> str:
    team, start, _ticks, result, _half, _left = row
    assert isinstance(team, int)
    name = scoresheet.nickname(view, team)
    return f"Drive {number}: {name} from {start_words(str(start))}, {result_words(str(result))}"


def _line(number: int, row: list[object], place: int, *, latest: bool) -> str:
    """One drive in its lane; a drive before the first lane is drawn hidden."""
    team, start, _ticks, result, _half, _left = row
    assert isinstance(team, int)
    a, b = (_share(team, spot) for spot in drawn_at(str(start), str(result)))
    way = "right" if team == 0 else "left"
    line = drive_stroke(team, a, b, bold=latest)
    drawn = f'<g id="drive-{number}" data-with="drive-{number}" data-draws="{way}">{line}</g>'
    end = f'<g data-with="drive-{number}">{result_pill(result_words(str(result)), right=team == 0)}</g>'
    lane = f'y="{FIRST + STEP * place}%"' if place >= 0 else f'y="{FIRST}%" display="none"'
    inside = f'{drawn}<svg x="{b}" overflow="visible">{end}</svg>'
    return f'<svg data-lane="{number}" {lane} overflow="visible">{inside}</svg>'


def _share(team: int, to_goal: float) -> str:
    """Per cent of the picture: seat 0 attacks to the right."""
    return field_percent(100 - to_goal if team == 0 else to_goal)


def _ball(view: View) -> str:
    """The ball where the current drive began."""
    if view["ball"] is None or view["phase"] == "over":
        return ""
    team = view["ball"]
    x, y = _share(team, DRAWN_STARTS[view["start"]]), FIRST + STEP * min(len(view["log"]), SHOWN)
    ball = shapes.group(shapes.football(1 if team == 0 else -1), id="ball")
    return f'<svg x="{x}" y="{y}%" overflow="visible">{ball}</svg>'
