"""The picture of the last play: both cards with their row and sum, or the dice of a kick.

It is drawn from what the table shows now, or from what was told: so a page can show one play after the other,
however many came at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fieldhouse.football import shapes
from fieldhouse.football.events import Flag
from fieldhouse.football.parts import Part
from fieldhouse.football.shapes import box, die, group, label
from fieldhouse.games.redboar.board import card_faces
from fieldhouse.games.redboar.meta import META
from fieldhouse.games.redboar.rules.events import (
    BEFORE_SNAP,
    CardsShown,
    ConversionRolled,
    FieldGoalRolled,
    KickRolled,
    Snap,
)
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import View


def last_play_parts(view: View) -> list[Part]:
    """What lies there now; a kick after the last play lies over its cards."""
    if view["total"]:
        return kick_dice(view["total"], view["die"])
    if view["mode"] == "cards" and len(view["shown"]) == 2:
        return [card_duel(view, view["shown"], view["shown_by"], view["face"], view["die"])]
    return []


def event_parts(view: View, events: Sequence[Event]) -> list[Part]:
    """What lay there after the last of these plays, with what it was for; a flag is settled first."""
    if view["pending"]:
        return []
    last = next((place for place in reversed(range(len(events))) if isinstance(events[place], PLAYS)), -1)
    match events[last] if last >= 0 else None:
        case Snap() as snap if snap.total:
            end = snap.how if snap.lost or snap.how == "incomplete" else _yards(snap.yards)
            return kick_dice(snap.total, snap.die, end, snap.name)
        case Snap() as snap:
            pair = next((one for one in reversed(events[:last]) if isinstance(one, CardsShown)), None)
            if pair is None:
                return []
            return [card_duel(view, (pair.card, pair.against), pair.side, snap.face, snap.die)]
        case KickRolled() as kick:
            end = "touchback" if kick.touchback else _yards(kick.net)
            return kick_dice(kick.total, kick.die, end, kick.what)
        case FieldGoalRolled() as kick:
            good = "good" if kick.total >= kick.need else "no good"
            return kick_dice(kick.total, 0, good, f"{kick.need} or more")
        case ConversionRolled() as tried:
            what = "the kick" if tried.what == "extra point" else "for two"
            return kick_dice(tried.total, 0, "good" if tried.good else "no good", what)
        case Flag() as flag:
            return flagged_play(view, flag, events[:last])
        case _:
            return []


PLAYS = (Snap, KickRolled, FieldGoalRolled, ConversionRolled, Flag)
"""A declined flag comes before its play; any other ends the play without one that stands."""


def flagged_play(view: View, flag: Flag, before: Sequence[Event]) -> list[Part]:
    """RB-9.7, RB-9.8, RB-9.20: what was called, and the cards of that very play if they were turned up."""
    total = 2 if flag.name == BEFORE_SNAP else 12  # RB-9.2
    if flag.name == BEFORE_SNAP or view["mode"] != "cards":
        return [flag_part(flag, total, "last")]
    pair = next((one for one in reversed(before) if isinstance(one, CardsShown)), None)
    if pair is None:
        return [flag_part(flag, total, "last")]
    lies_there = view["shown"] == [pair.card, pair.against]
    face, die = (view["face"], view["die"]) if lies_there else (0, 0)
    return [
        flag_part(flag, total, "flag"),
        card_duel(view, (pair.card, pair.against), pair.side, face, die, stands=False),
    ]


def flag_part(flag: Flag, total: int, name: str) -> Part:
    """A penalty that was settled: its dice and what became of it."""
    face = total // 2
    body = die(2, 4, face, 30) + die(38, 4, face, 30)
    what = f"{flag.name.capitalize()} on {flag.team}"
    end = "offsetting penalties" if flag.offset else f"{flag.yards} yards" if flag.accepted else "declined"
    body += label(80, 16, what, 13, bold=True) + label(80, 33, end, 13, shapes.SOFT)
    drawn = group(body, id="flag-dice", beat="roll")
    return Part(id=name, area="last", label=f"{what}: {end}", width=366, height=38, widest=520, svg=drawn)


def _yards(yards: int) -> str:
    return f"{yards} yards".replace("-", "\N{MINUS SIGN}")


# Cards


def card_duel(
    view: View, pair: Sequence[str], by: int, number: int, extra: int, *, stands: bool = True
) -> Part:
    """RB-10.4: both cards stay until the next play; the row that counted, the die, and the sum.

    Without `stands` a penalty took the place of the play, and there is no sum.
    """
    mine, theirs = (view["printed"][card] for card in pair)
    play = mine["play"]
    outcome = theirs["results"][play][number - 1] if number else ""
    pieces = [
        group(_caption(view, by, 0) + _offense_card(mine), id="last-offense", beat="turn"),
        group(
            _caption(view, 1 - by, 96) + _defense_card(theirs, play, number), id="last-defense", beat="turn"
        ),
    ]
    if number:
        pieces.append(group(die(258, 30, number), id="last-die", beat="roll"))
    if extra:
        pieces.append(group(die(258, 74, extra, 24), id="last-break", beat="roll"))
    if stands and (number or len(set(theirs["results"][play])) == 1):
        words = outcome or theirs["results"][play][0]
        pieces.append(group(_sum(mine, theirs, play, words, extra), id="last-sum", beat="sum"))
    said = f"{card_faces.card_title(mine)} against {card_faces.card_title(theirs)}" + (
        f", die {number}" if number else ""
    )
    said += "" if stands else ", replaced by a penalty"
    return Part(id="last", area="last", label=said, width=366, height=100, widest=520, svg="".join(pieces))


def _caption(view: View, side: int, x: int) -> str:
    name = "You" if view["seat"] == side else META.seats[side]
    return label(x, 12, name, 12, shapes.SIDES_TEXT[side], bold=True)


def _offense_card(face: dict[str, Any]) -> str:
    body = box(0.5, 18.5, 87, 78, shapes.CARD, radius=9, stroke=shapes.EDGE)
    name = card_faces.card_title(face).removesuffix(" pass")
    band = f'<g transform="translate(0 18)">{card_faces.card_header({**face, "title": name}, 88, 13)}</g>'
    return body + band + label(10, 84, card_faces.signed_yards(face["base"]), 30, bold=True)


def _defense_card(face: dict[str, Any], play: str, number: int) -> str:
    body = box(96.5, 18.5, 149, 78, shapes.CARD, radius=9, stroke=shapes.EDGE)
    band = f'<g transform="translate(96 18)">{card_faces.card_header(face, 150, 13)}</g>'
    return (
        body + band + f'<g transform="translate(104 56)">{card_faces.entry_row(face, play, 134, number)}</g>'
    )


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
            label(366, 12, terms, 13, shapes.SOFT, anchor="end", bold=True)  # above the die, however long
            + label(366, 62, words.replace("-", "−"), 36, anchor="end", bold=True)
            + label(366, 82, "yards", 13, shapes.SOFT, anchor="end")
        )
    end = "intercepted" if words == "interception" else words
    return label(366, 90, end, 14, shapes.BAD, anchor="end", bold=True)


def _signed(number: int) -> str:
    return f"− {-number}" if number < 0 else f"+ {number}"


# Dice


def kick_dice(total: int, single: int, end: str = "", what: str = "") -> list[Part]:
    """RB-12.1: the offense's pair as its total, and the single die; then what they came to and for what."""
    pieces: list[str] = []
    x = 0
    for name, value, pips in (("two dice", total, False), ("one die", single, True)):
        if not value:
            continue
        body = die(x + 14, 2, value) if pips else _pair(x + 14)
        number = "" if pips else label(x + 33, 31, str(value), 22, shapes.PIP, anchor="middle", bold=True)
        pieces.append(group(body + number, id=f"last-{name.replace(' ', '-')}", beat="roll"))
        pieces.append(label(x + 34, 58, name, 12, shapes.SOFT, anchor="middle"))
        x += 92
    said = f"Last roll: two dice {total}" + (f", one die {single}" if single else "")
    if end:
        words = label(362, 32, end, 22, anchor="end", bold=True)
        words += label(362, 54, what, 13, shapes.SOFT, anchor="end")
        pieces.append(group(words, id="last-sum", beat="sum"))
        said += f": {end} ({what})"
    return [Part(id="last", area="last", label=said, width=366, height=64, widest=440, svg="".join(pieces))]


def _pair(x: float) -> str:
    """Two dice of which only the total is known: one behind the other, without pips."""
    behind = box(x + 7, 0.5, 36, 36, shapes.DIE, radius=8, stroke=shapes.DIE_EDGE)
    return behind + box(x, 4.5, 38, 38, shapes.DIE, radius=8, stroke=shapes.DIE_EDGE)
