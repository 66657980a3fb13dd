"""The parts of a table of Gridiron: the field, what was turned up and rolled last, the hand, the discards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from fieldhouse.football import ink
from fieldhouse.football.field import FieldPicture
from fieldhouse.football.ink import box, die, group, label
from fieldhouse.football.parts import Part, together
from fieldhouse.games.redboar.board import faces
from fieldhouse.games.redboar.meta import META
from fieldhouse.kernel.game import View


def picture(view: View) -> FieldPicture:
    """The field with the ball and the line to gain; Red attacks to the right (RB-2.7)."""
    playing = view["phase"] in ("declare", "cards", "penalty choice")
    return FieldPicture(
        step=10,
        ball=None if view["phase"] in ("toss", "over") else view["ball"],
        gain=view["gain"] if playing else None,
        start=view["drive_start"] if playing else None,
        to_right=view["offense"] == 0,
        left=META.seats[0],
        right=META.seats[1],
        title=view["status"],
        bands=_NO_PASS,
    )


_LONG, _MEDIUM = "No long pass from here (No L)", "No medium pass from here (No M)"
_NO_PASS = (
    (0, 15, ink.CHAIN, _LONG),
    (0, 5, ink.BAD, _MEDIUM),
    (85, 100, ink.CHAIN, _LONG),
    (95, 100, ink.BAD, _MEDIUM),
)
"""RB-2.6: the marks of the printed board."""


def svg(view: View) -> str:
    """All parts in one picture."""
    red, blue = view["scores"]
    lying = [part for part in parts(view) if not part.id.startswith("printed")]
    return together(lying, f"Red {red}, Blue {blue}. {view['status']}")


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """What the printed board tracks (RB-1.10) and the cards; score and clock stand in the score line."""
    found = [picture(view).part()]
    if view["pending"]:
        found.append(flag(view["pending"]))
    if view["mode"] == "dice":
        return [*found, *dice(view)]
    if view["total"]:  # a kick came after the last play
        found += dice(view)
    elif len(view["shown"]) == 2:
        found.append(last_cards(view))
    if view["seat"] is not None:
        found.append(hand(view, keys))
    return [*found, *(played(view, seat) for seat in (0, 1) if view["discards"][seat]), *printed(view)]


def flag(choice: dict[str, Any]) -> Part:
    """A penalty that waits for an answer: what either brings (RB-16.5)."""
    body = die(2, 4, 6, 30) + die(38, 4, 6, 30)  # RB-9.2: a 12 it was
    words = f"Penalty dice 12: flag on the {choice['by']}"
    body += label(80, 16, words, 13, bold=True) + label(
        80, 33, f"The play: {choice['came_to']}", 13, ink.SOFT
    )
    drawn = group(body, id="flag-dice", beat="roll")
    return Part(
        id="flag",
        area="last",
        label=f"{words}. The play: {choice['came_to']}",
        width=340,
        height=38,
        widest=420,
        svg=drawn,
    )


# What was turned up last


def last_cards(view: View) -> Part:
    """RB-10.4: both cards stay until the next play; the row that counted, the die, and the sum."""
    mine, theirs = (view["faces"][card] for card in view["shown"])
    play, number = mine["play"], view["face"]
    outcome = theirs["results"][play][number - 1] if number else ""
    pieces = [
        group(_caption(view, view["shown_by"], 0) + _offense_card(mine), id="last-offense", beat="turn"),
        group(
            _caption(view, 1 - view["shown_by"], 96) + _defense_card(theirs, play, number),
            id="last-defense",
            beat="turn",
        ),
    ]
    if number:
        pieces.append(group(die(258, 30, number), id="last-die", beat="roll"))
    if view["die"]:
        pieces.append(group(die(258, 74, view["die"], 24), id="last-break", beat="roll"))
    if number or len(set(theirs["results"][play])) == 1:
        words = outcome or theirs["results"][play][0]
        pieces.append(group(_sum(mine, theirs, play, words, view["die"]), id="last-sum", beat="sum"))
    said = f"{faces.title(mine)} against {faces.title(theirs)}" + (f", die {number}" if number else "")
    return Part(id="last", area="last", label=said, width=366, height=100, widest=520, svg="".join(pieces))


def _caption(view: View, side: int, x: int) -> str:
    name = "You" if view["seat"] == side else META.seats[side]
    return label(x, 12, name, 12, ink.SIDES_TEXT[side], bold=True)


def _offense_card(face: dict[str, Any]) -> str:
    body = box(0.5, 18.5, 87, 78, ink.CARD, radius=9, stroke=ink.EDGE)
    name = faces.title(face).removesuffix(" pass")
    band = f'<g transform="translate(0 18)">{faces.head({**face, "title": name}, 88, 13)}</g>'
    return body + band + label(10, 84, faces.signed(face["base"]), 30, bold=True)


def _defense_card(face: dict[str, Any], play: str, number: int) -> str:
    body = box(96.5, 18.5, 149, 78, ink.CARD, radius=9, stroke=ink.EDGE)
    band = f'<g transform="translate(96 18)">{faces.head(face, 150, 13)}</g>'
    return body + band + f'<g transform="translate(104 56)">{faces.row(face, play, 134, number)}</g>'


def _sum(mine: dict[str, Any], theirs: dict[str, Any], play: str, words: str, extra: int) -> str:
    """`5 + 10 =` over the yards, or the word for what became of the ball."""
    adjust = theirs["entries"][play][0]
    plain = mine["base"] + adjust
    if words.endswith("+"):
        words = str(plain + 10 * extra)
        terms = f"{mine['base']} {_signed(adjust)} + {10 * extra} ="
    else:
        terms = f"{mine['base']} {_signed(adjust)} =" if words == str(plain) else "by the die"
    if words.lstrip("-").isdecimal():
        return (
            label(366, 12, terms, 13, ink.SOFT, anchor="end", bold=True)  # above the die, however long
            + label(366, 62, words.replace("-", "−"), 36, anchor="end", bold=True)
            + label(366, 82, "yards", 13, ink.SOFT, anchor="end")
        )
    end = "intercepted" if words == "interception" else words
    return label(366, 90, end, 14, ink.BAD, anchor="end", bold=True)


def _signed(number: int) -> str:
    return f"− {-number}" if number < 0 else f"+ {number}"


def dice(view: View) -> list[Part]:
    """RB-12.1: the offense's pair as its total, and the single die; none that nobody rolled."""
    shown: list[tuple[str, str]] = []
    x = 0
    for name, value, pips in (("two dice", view["total"], False), ("one die", view["die"], True)):
        if not value:
            continue
        body = die(x + 14, 2, value) if pips else _pair(x + 14)
        number = "" if pips else label(x + 33, 31, str(value), 22, ink.PIP, anchor="middle", bold=True)
        shown.append((name, group(body + number, id=f"last-{name.replace(' ', '-')}", beat="roll")))
        shown[-1] = (name, shown[-1][1] + label(x + 34, 58, name, 12, ink.SOFT, anchor="middle"))
        x += 92
    if not shown:
        return []
    said = "Rolled last: " + ", ".join(name for name, _ in shown)
    drawn = "".join(svg for _, svg in shown)
    return [Part(id="last", area="last", label=said, width=366, height=64, widest=440, svg=drawn)]


def _pair(x: float) -> str:
    """Two dice of which only the total is known: one behind the other, without pips."""
    behind = box(x + 7, 0.5, 36, 36, ink.DIE, radius=8, stroke=ink.DIE_EDGE)
    return behind + box(x, 4.5, 38, 38, ink.DIE, radius=8, stroke=ink.DIE_EDGE)


# Hands and piles


def hand(view: View, keys: Collection[str]) -> Part:
    """The own hand (RB-10.3). A card laid at the declaration declares the play too (RB-7.1, RB-10.4)."""
    held: Counter[str] = Counter()
    declares = "play" in keys
    found = []
    for card in view["hand"]:
        held[card] += 1
        name = f"hand-{card}-{held[card]}"
        face = faces.card(name, card, view["faces"][card], view["g"])
        found.append(replace(face, key="play", then=(card,)) if declares else face)
    return Part(id="hand", area="hand", label="Your hand", width=faces.WIDTH, faces=tuple(found))


def printed(view: View) -> list[Part]:
    """What every card does, to be looked up: the charts are open to both sides (RB-10.1)."""
    found = []
    for side, name in (
        ("defense", "What the defense's cards do"),
        ("offense", "What the offense's cards do"),
    ):
        cards = [(card, face) for card, face in view["printed"].items() if face["side"] == side]
        drawn = tuple(faces.card(f"printed-{card}", "", face, 100) for card, face in cards)
        part = Part(
            id=f"printed-{side}", area="beside", label=name, width=faces.WIDTH, faces=drawn, fixed=True
        )
        found.append(part)
    return found


def played(view: View, seat: int) -> Part:
    """RB-10.13: the discards are open; so one can reckon what is still to come."""
    who = "You have" if view["seat"] == seat else f"{META.seats[seat]} have"
    counts = Counter(view["discards"][seat])
    rows = tuple((faces.title(view["faces"][card]), f"{count} played") for card, count in counts.items())
    left = f"{view['draw_sizes'][seat]} left to draw"
    return Part(id=f"played-{seat}", area="beside", label=f"{who} played, {left}", rows=rows)
