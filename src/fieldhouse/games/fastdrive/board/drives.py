"""The last drives as lines on a small field. The game knows poor, average and great starts; the spots of the
lines are drawn by us."""

from __future__ import annotations

from fieldhouse.football import ink
from fieldhouse.football.field import FieldPicture
from fieldhouse.football.ink import Ink, box, label, paint
from fieldhouse.football.parts import Part
from fieldhouse.games.fastdrive.board import scoresheet
from fieldhouse.games.fastdrive.rules.words import start_words, words_of
from fieldhouse.kernel.game import View

STARTS = {"POOR": 12, "AVERAGE": 30, "GREAT": 55}
"""Yards from the own goal line at which a drive is drawn to begin."""
SHORT = {"touchdown run": "TD", "touchdown pass": "TD", "last-play touchdown": "TD", "field goal": "FG"}
SHORT |= {"intercepted": "INT", "fumble lost": "fumble", "lost on downs": "downs", "time ran out": "time"}
SHORT |= {"missed kick": "no good", "blocked kick": "blocked", "punt from deep": "punt", "knelt down": "knee"}
SHORT |= {"coffin-corner punt": "punt", "blocked punt": "blocked", "ran out the clock": "time"}
SHORT |= {"last play failed": "time", "last play run back": "run back"}
SCORES = ("touchdown run", "touchdown pass", "last-play touchdown", "field goal")
LOST = ("intercepted", "fumble lost", "lost on downs", "safety", "blocked punt", "blocked kick")
SHOWN, HEIGHT, FIRST, STEP, DRAWN = 5, 164, 24, 14, 16
"""So many drives; the height of the field; the first line and the next, in per cent of it; so many drives are
drawn, the earlier ones out of sight, for a page that has still to show them."""


def end_of(start: int, result: str) -> int:
    """Where the line of a drive ends, in yards from the own goal line."""
    if "TD" in result and "DEF" not in result:
        return 100
    if result.startswith("FGA"):
        return max(start + 8, 72)
    if result == "SAFETY":
        return 0
    gains = {"PUNT": 12, "PUNT-BU": 3, "PUNT-CO": 24, "INTERCEPTION": 15, "FUMBLE": 11, "DOWNS": 22}
    return min(start + gains.get(result, 8), 88)


def field(view: View) -> Part:
    """The field with the last five drives, the latest drawing itself, and the ball of the next."""
    names = [scoresheet.nick(view, seat) for seat in (0, 1)]
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
    name = scoresheet.nick(view, team)
    return f"Drive {number}: {name} from {start_words(str(start))}, {words_of(str(result))}"


def _share(team: int, yards: float) -> str:
    """Per cent of the picture: seat 0 attacks to the right."""
    place = yards if team == 0 else 100 - yards
    return f"{(10 + place) / 1.2:.2f}%"


def _line(number: int, row: list[object], place: int, *, latest: bool) -> str:
    """One drive in its lane; one before the first lane is drawn and not seen."""
    team, start, _ticks, result, _half, _left = row
    assert isinstance(team, int)
    began = STARTS[str(start)]
    ended = end_of(began, str(result))
    side, words = ink.SIDES[team], words_of(str(result))
    a, b = _share(team, began), _share(team, ended)
    edge = ink.line(a, 0, b, 0, ink.CHALK, 7 if latest else 5)
    body = edge + ink.line(a, 0, b, 0, side, 4 if latest else 3)
    body += f'<circle cx="{a}" cy="0" r="5" {paint(side, ink.CHALK, 1.5)}/>'
    pill = _pill(SHORT.get(words, words), words, team)
    way = "right" if team == 0 else "left"
    drawn = f'<g id="drive-{number}" data-with="drive-{number}" data-draws="{way}">{body}</g>'
    end = f'<g data-with="drive-{number}">{pill}</g>'
    lane = f'y="{FIRST + STEP * place}%"' if place >= 0 else f'y="{FIRST}%" display="none"'
    inside = f'{drawn}<svg x="{b}" overflow="visible">{end}</svg>'
    return f'<svg data-lane="{number}" {lane} overflow="visible">{inside}</svg>'


def _pill(short: str, words: str, team: int) -> str:
    """The result at the end of its line: before the goal line it stands inside the field."""
    paper: Ink = ink.AMBER_TINT if words in SCORES else ink.BAD_TINT if words in LOST else ink.CARD
    wide = 12 + 6.6 * len(short)
    middle = (-wide / 2 - 4 if team == 0 else wide / 2 + 4) if "touchdown" in words else 0.0
    return box(middle - wide / 2, -9, wide, 18, paper, radius=9, stroke=ink.EDGE) + label(
        middle, 4, short, 12, ink.INK, anchor="middle", bold=True
    )


def _ball(view: View) -> str:
    """The ball where the drive that is on begins."""
    if view["ball"] is None or view["phase"] == "over":
        return ""
    team = view["ball"]
    x, y = _share(team, STARTS[view["start"]]), FIRST + STEP * min(len(view["log"]), SHOWN)
    ball = ink.group(ink.football(1 if team == 0 else -1), id="ball")
    return f'<svg x="{x}" y="{y}%" overflow="visible">{ball}</svg>'
