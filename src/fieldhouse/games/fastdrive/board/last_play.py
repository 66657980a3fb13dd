"""The three dice of the last drive and the chart row they led to (FD-5.2, FD-10.1)."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import msgspec

from fieldhouse.football import shapes
from fieldhouse.football.parts import Part
from fieldhouse.football.shapes import box, die, group, label
from fieldhouse.games.fastdrive.rules.chart_text import quality_words
from fieldhouse.games.fastdrive.rules.events import Checked, DriveRolled, Logged, capitalize_first
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.scoreboard import team_with_verb

WIDE, DIE, LEFT, LINE, LETTERS = 366, 34, 122, 19, 31
"""The part's width, a die's, where the row begins, a line's height, and how many letters fit on it."""

COLORS = (shapes.BLACK, shapes.DIE, shapes.CARD_RED)
"""FD-10.1: black, white, red."""


def last_roll(told: Sequence[Event]) -> tuple[DriveRolled, tuple[Checked, ...], bool] | None:
    """The roll of the last drive with its check dice; True if that drive is still on."""
    on, checks = True, list[Checked]()
    for event in reversed(told):
        match event:
            case DriveRolled():
                return event, tuple(reversed(checks)), on
            case Checked():
                checks.append(event)
            case Logged():
                if not on:
                    return None  # the last drive ended without a roll of its own
                on = False
            case _:
                pass
    return None


def chosen_cell(cells: Sequence[str], checks: Sequence[Checked]) -> int:
    """The cell that gave the drive's result; -1 while a die is still to be rolled."""
    said = [
        capitalize_first(f"{quality_words(check.question)}?") for check in checks if check.answer == "yes"
    ]
    for place, cell in enumerate(cells):
        if any(capitalize_first(cell).startswith(words) for words in said):
            return place
    return -1 if "?" in cells[-1] else len(cells) - 1


def with_roll(part: Part | None, told: Sequence[Event]) -> Part | None:
    """The last drive with its dice; only the dice while a drive is on."""
    found = last_roll(told)
    if found is None:
        return part
    roll, checks, on = found
    pieces = [
        group(
            die(
                1 + n * (DIE + 5),
                2,
                int(face),
                DIE,
                face=COLORS[n],
                pips=shapes.PIP if n == 1 else shapes.WHITE,
            ),
            id=f"last-die-{n}",
            beat="roll",
        )
        for n, face in enumerate(roll.dice.split("-"))
    ]
    cells = roll.cells.split("; ")
    row, height = _row(cells, chosen_cell(cells, checks))
    pieces.append(group(row, id="last-row", beat="sum"))
    said = f"{team_with_verb(roll.team, 'rolls', 'roll')} {roll.dice.replace('-', ', ')}: {roll.cells}"
    base = Part(id="last", area="last", label=said) if on or part is None else part
    height = max(DIE + 4, height)
    return msgspec.structs.replace(base, width=WIDE, height=height, widest=520, svg="".join(pieces))


def _row(cells: Sequence[str], chosen: int) -> tuple[str, int]:
    """The cells one below the other; where they end."""
    pieces, y = list[str](), 0
    for place, cell in enumerate(cells):
        lines = wrap(capitalize_first(cell), LETTERS)
        if place == chosen:
            pieces.append(box(LEFT, y + 1, WIDE - LEFT - 1, LINE * len(lines), shapes.AMBER_TINT, radius=5))
        for words in lines:
            shade = shapes.INK if place == chosen else shapes.SOFT
            pieces.append(label(LEFT + 7, y + 15, words, 13, shade, bold=place == chosen))
            y += LINE
    return "".join(pieces), y + 4
