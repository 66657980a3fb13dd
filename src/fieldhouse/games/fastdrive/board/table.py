"""Fast Drive's board in parts: drives on the field, team cards, score sheet."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fieldhouse.football import shapes
from fieldhouse.football.beats import Beat
from fieldhouse.football.beats import beats as football_beats
from fieldhouse.football.parts import Part, combined_svg
from fieldhouse.football.shapes import box, label
from fieldhouse.games.fastdrive.board import scoresheet
from fieldhouse.games.fastdrive.board.drives import field
from fieldhouse.games.fastdrive.board.last_play import with_roll
from fieldhouse.games.fastdrive.rules.chart_text import result_words, start_words, table_words
from fieldhouse.games.fastdrive.rules.events import (
    DriveRolled,
    KickTried,
    Logged,
    TableRolled,
    TookOver,
    ticks_clock,
)
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import View
from fieldhouse.kernel.scoreboard import team_with_verb

WIDE, CHIP, GAP = 340, 22, 6
SIDES = (("offense", "Offense"), ("defense", "Defense"), ("special", "Special teams"))


def svg(view: View) -> str:
    """All parts in one picture."""
    away, home = (team["title"] for team in view["teams"])
    return combined_svg(
        parts(view), f"{away} {view['scores'][0]}, {home} {view['scores'][1]}. {view['status']}"
    )


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """The field with the last drives, the last drive in words, team cards and the score sheet (FD-4.1)."""
    found = [field(view)]
    if view["log"]:
        found.append(last_drive(view))
    cards = [card_part(view, seat) for seat in (0, 1)]
    return [*found, *cards, quarters_part(view), clock_part(view), *sheet_parts(view)]


def event_parts(view: View, events: Sequence[Event]) -> Sequence[Part]:
    """The last drive with its three dice and the row of the chart."""
    part = with_roll(last_drive(view) if view["log"] else None, events)
    return [] if part is None else [part]


def last_drive(view: View) -> Part:
    """The last drive's result, start and time."""
    number = len(view["log"])
    team, start, ticks, result, _half, left = view["log"][-1]
    rows = (
        (scoresheet.nickname(view, team), result_words(result)),
        ("Start", start_words(start)),
        ("Time", f"{ticks_clock(ticks)}, {ticks_clock(left)} left"),
    )
    return Part(id="last", area="last", label=f"Drive {number}", rows=rows)


def quarters_part(view: View) -> Part:
    """The score by quarter."""
    heads = scoresheet.QUARTERS if view["half"] == 3 else scoresheet.QUARTERS[:4]
    rows = [
        (
            scoresheet.nickname(view, seat),
            *map(str, view["by_quarter"][seat][: len(heads)]),
            str(view["scores"][seat]),
        )
        for seat in (0, 1)
    ]
    table = (("", *heads, "Total"), *rows)
    return Part(id="quarters", area="beside", label="Score by quarter", table=table, open=True)


def clock_part(view: View) -> Part:
    """FD-4.1: the clock of the score sheet, a circle for each tick of a quarter, filled as time goes."""
    ticks = view["quarter_ticks"]
    step = min(24.0, (WIDE - 40) / ticks)
    pieces, used = [], scoresheet.ticks_used(view)
    for quarter, taken in enumerate(used):
        y = 14 + quarter * 22
        pieces.append(label(4, y + 4, f"Q{quarter + 1}", 12, shapes.SOFT, bold=True))
        for tick in range(ticks):
            fill = shapes.INK if tick < taken else shapes.CARD
            pieces.append(shapes.circle(40 + tick * step, y, step * 0.34, fill, stroke=shapes.INK))
    said = ", ".join(f"Q{n} {ticks_clock(taken)} played" for n, taken in enumerate(used, start=1))
    return Part(
        id="clock",
        area="beside",
        label="Game clock (a circle is 1:15)",
        width=WIDE,
        height=14 + 4 * 22,
        widest=460,
        svg=shapes.group("".join(pieces), title=said),
    )


def sheet_parts(view: View) -> list[Part]:
    """FD-4.2: one row per drive."""
    if not view["log"]:
        return []
    scores = scoresheet.running_scores(view)
    rows = [
        (
            str(n),
            scoresheet.nickname(view, team),
            start.lower(),
            ticks_clock(ticks),
            result_words(result),
            f"{a}–{h}",
        )
        for n, ((team, start, ticks, result, _half, _left), (a, h)) in enumerate(
            zip(view["log"], scores, strict=True), start=1
        )
    ]
    table = (("Drive", "Team", "Field position", "Drive time", "Result", "Score"), *rows)
    return [Part(id="sheet", area="beside", label="Score sheet", table=table)]


# Team cards


def card_part(view: View, seat: int) -> Part:
    """A team's card: its qualities as chips, half qualities with a dot, and the ranges of its kicker."""
    team = view["teams"][seat]
    pieces: list[str] = []
    y = 4.0
    for side, name in SIDES:
        if not team[side]:
            continue
        pieces.append(label(4, y + 12, name, 12, shapes.SOFT, bold=True))
        chips, y = _chips(team[side], y + 18, seat)
        pieces.append(chips)
    if any(name.endswith("*") for side, _ in SIDES for name in team[side]):
        mark = shapes.circle(10, y + 8, 4, None, stroke=shapes.SIDES_TEXT[seat], line=2)
        pieces.append(mark + label(20, y + 12, "counts only if a die is odd", 12, shapes.SOFT))
        y += 18
    pieces.append(label(4, y + 12, f"Field goals are good on {_span(team['fg'])}", 12, shapes.SOFT))
    pieces.append(label(4, y + 28, f"Extra points are good on {_span(team['xp'])}", 12, shapes.SOFT))
    height = int(y + 36)
    said = f"{'Home' if seat else 'Away'}: {team['title']}"
    return Part(
        id=f"card-{seat}",
        area="beside",
        label=said,
        width=WIDE,
        height=height,
        widest=460,
        svg=shapes.group("".join(pieces), title=card_words(team)),
        open=True,
    )


def _span(kicks: str) -> str:
    low, _, high = kicks.partition("-")
    return f"{low} to {high}"


def card_words(team: dict[str, list[str]]) -> str:
    """A team's qualities in words."""
    sides = [f"{name}: {', '.join(map(_quality, team[side]))}" for side, name in SIDES if team[side]]
    return "; ".join(sides) or "No qualities"


def _quality(name: str) -> str:
    """A quality in words; a half quality (FD-3.1) counts when a die is odd."""
    return f"somewhat {name[:-1].lower()}" if name.endswith("*") else name.lower()


def _chips(names: Sequence[str], y: float, seat: int) -> tuple[str, float]:
    """The qualities in rows; where the next line may begin."""
    pieces: list[str] = []
    x = 4.0
    for name in names:
        half, word = name.endswith("*"), name.rstrip("*").lower()
        wide = 18 + 7.0 * len(word) + (14 if half else 0)
        if x + wide > WIDE - 4:
            x, y = 4.0, y + CHIP + GAP
        pieces.append(box(x, y, wide, CHIP, shapes.CARD, radius=11, stroke=shapes.SIDES[seat]))
        if half:
            pieces.append(
                shapes.circle(x + 13, y + CHIP / 2, 4, None, stroke=shapes.SIDES_TEXT[seat], line=2)
            )
        pieces.append(label(x + 9 + (14 if half else 0), y + 15, word, 12, shapes.INK))
        x += wide + GAP
    return "".join(pieces), y + CHIP + GAP + 4


SHOWN_TABLES = ("fourth-down", "unusual-1", "unusual-2", "two-point", "desperation", "onside")
"""Tables whose roll gets a beat; kicks and turnovers are shown by the next drive."""


def beats(event: Event) -> Sequence[Beat]:
    """A drive is two beats: the roll, then the result."""
    match event:
        case DriveRolled():
            came = f": {event.result_text()}" if event.result_text() else ""
            said = f"{team_with_verb(event.team, 'rolls', 'roll')} {event.dice}{came}."
            return (Beat(play=True, words=said, sound="dice", side=event.side),)
        case TableRolled() if event.table in SHOWN_TABLES and event.result_text():
            said = f"{event.team}, {table_words(event.table)}: {event.result_text()}."
            return (Beat(words=said, sound="dice", side=event.side),)
        case Logged():
            said = f"{event.team} drive from {start_words(event.start)}: {result_words(event.result)}."
            left = f"{ticks_clock(event.left)} left"
            return (Beat(words=said, sound="snap", side=event.side, shows="drive", clock=left),)
        case TookOver() | KickTried():  # no yard line is known (FD-4.3, FD-4.6)
            return ()
        case _:
            return football_beats(event)
