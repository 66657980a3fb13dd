"""The last play: both calls, the d20 with its sum, the two yardage dice, the timing card."""

from __future__ import annotations

from typing import Any

from fieldhouse.football import shapes
from fieldhouse.football.parts import Part
from fieldhouse.football.shapes import Ink, box, group, label, path
from fieldhouse.games.thegrid.board.lineups import player_in_place, surname
from fieldhouse.games.thegrid.board.play_cards import RESULT_WORDS
from fieldhouse.games.thegrid.board.player_card import truncate_name
from fieldhouse.games.thegrid.charts.cards import CODES, DECK, PLAYS, timing_name
from fieldhouse.games.thegrid.teams.players import PLACES

SIGNS: dict[str, tuple[str, Ink]] = {
    "H": ("\N{BLACK HEART SUIT}", shapes.CARD_RED),
    "D": ("\N{BLACK DIAMOND SUIT}", shapes.CARD_RED),
    "C": ("\N{BLACK CLUB SUIT}", shapes.CARD_INK),
    "S": ("\N{BLACK SPADE SUIT}", shapes.CARD_INK),
}

DICE = CODES[3:]
"""The results that read the lower of the two dice."""


def last_part(view: dict[str, Any]) -> Part | None:
    """The last play until the next one begins; None before the first."""
    if not view["calls"]:
        return None
    offense = view["caller"]
    mine, theirs = (DECK[key] for key in view["calls"])
    pieces = [
        group(
            _call(0, view, offense, mine.play, _who(view, offense, mine.who, "to", run=mine.run)),
            id="last-offense",
            beat="turn",
        ),
        group(
            _call(103, view, 1 - offense, theirs.play, _who(view, offense, theirs.who, "key on", run=False)),
            id="last-defense",
            beat="turn",
        ),
    ]
    said = f"{mine.name} vs. {theirs.name}"
    if view["roll"]:
        d20, first, second = view["roll"]
        plus = view["total"] - d20
        pieces.append(group(_die20(224, 34, d20), id="last-d20", beat="roll"))
        pieces.append(group(_pair(first, second, read=view["result"] in DICE), id="last-dice", beat="roll"))
        if bonus := view["result"].partition("+")[2]:
            pieces.append(group(label(306, 57, f"+{bonus}", 12, bold=True), id="last-bonus", beat="sum"))
        sign = "+" if plus >= 0 else "\N{MINUS SIGN}"
        total = str(view["total"]).replace("-", "\N{MINUS SIGN}")
        sum_ = f"{sign} {abs(plus)} = {total}"
        pieces.append(group(label(246, 39, sum_, 14, bold=True), id="last-sum", beat="sum"))
        said += f", roll {d20}, total {view['total']}: {RESULT_WORDS[view['result']]}"
    if view["card"]:
        pieces.append(group(timing_card(330, 6, view["card"]), id="last-card", beat="turn"))
        said += f", timing card {timing_name(view['card'])}"
    return Part(id="last", area="last", label=said, width=366, height=62, widest=480, svg="".join(pieces))


def _who(view: dict[str, Any], offense: int, place: int, verb: str, *, run: bool) -> str:
    if place < 0:
        return "no key"
    player = player_in_place(view["sides"][offense], PLACES[place])
    name = surname(player) if player else "emergency"
    return name if run else f"{verb} {name}"


def _call(x: float, view: dict[str, Any], seat: int, play: str, who: str) -> str:
    side = view["sides"][seat]
    return (
        label(x, 14, truncate_name(side["name"].split()[0], 12), 12, shapes.SIDES_TEXT[seat], bold=True)
        + label(x, 32, PLAYS[play], 13.5, bold=True)
        + label(x, 49, truncate_name(who, 14), 11.5, shapes.SOFT)
    )


def _die20(x: float, y: float, value: int) -> str:
    outline = path(
        f"M{x} {y - 19}L{x + 17} {y - 9}V{y + 10}L{x} {y + 19}L{x - 17} {y + 10}V{y - 9}Z",
        shapes.DIE,
        shapes.DIE_EDGE,
        1.4,
    )
    return outline + label(x, y + 5, str(value), 15, shapes.PIP, anchor="middle", bold=True)


def _pair(first: int, second: int, *, read: bool) -> str:
    """Both dice for the yards; the lower is lit where the chart says to read it."""
    low = min(first, second)
    pieces = []
    for n, value in enumerate((first, second)):
        x = 254 + 30 * n
        counts = read and value == low and (n == 0 or first != second)
        pieces.append(_small(x, value, counts=counts))
    return "".join(pieces)


def _small(x: float, value: int, *, counts: bool) -> str:
    face = shapes.AMBER if counts else shapes.DIE
    letters = shapes.BLACK if counts else shapes.PIP
    return box(x - 6, 45, 22, 16, face, radius=4, stroke=shapes.DIE_EDGE) + label(
        x + 5, 57, str(value), 12, letters, anchor="middle", bold=counts
    )


def timing_card(x: float, y: float, card: str) -> str:
    """A card of the timing deck, 34 wide."""
    sign, color = SIGNS[card[-1]]
    return (
        box(x, y, 34, 48, shapes.CARD_PAPER, radius=5, stroke=shapes.EDGE)
        + label(x + 5, y + 16, card[:-1], 13, color, bold=True)
        + label(x + 17, y + 41, sign, 22, color, anchor="middle")
    )
