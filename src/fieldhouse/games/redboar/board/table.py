"""The parts of the board: field, last play, hand, discards and card reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from fieldhouse.football import shapes
from fieldhouse.football.field import FieldPicture
from fieldhouse.football.parts import Part, combined_svg
from fieldhouse.football.shapes import die, group, label
from fieldhouse.games.redboar.board import card_faces
from fieldhouse.games.redboar.board.last_play import last_play_parts
from fieldhouse.games.redboar.meta import META
from fieldhouse.kernel.game import View


def field_picture(view: View) -> FieldPicture:
    """The field with the ball and the line to gain; Red attacks to the right (RB-2.7)."""
    playing = view["phase"] in ("declare", "cards", "penalty choice")
    return FieldPicture(
        step=10,
        ball=_ball(view),
        gain=view["gain"] if playing else None,
        start=view["drive_start"] if playing else None,
        to_right=view["offense"] == 0,
        left=META.seats[0],
        right=META.seats[1],
        title=view["status"],
        bands=_NO_PASS,
    )


def _ball(view: View) -> int | None:
    """Where the ball lies; for a try, which has no spot of its own (RB-8.16), before the goal line."""
    match view["phase"]:
        case "toss" | "over":
            return None
        case "try":
            return 98 if view["offense"] == 0 else 2
        case _:
            return int(view["ball"])


_LONG, _MEDIUM = "No long pass from here (No L)", "No medium pass from here (No M)"
_NO_PASS = (
    (0, 15, shapes.CHAIN, _LONG),
    (0, 5, shapes.BAD, _MEDIUM),
    (85, 100, shapes.CHAIN, _LONG),
    (95, 100, shapes.BAD, _MEDIUM),
)
"""RB-2.6: the marks of the printed board."""


def svg(view: View) -> str:
    """All parts in one picture."""
    red, blue = view["scores"]
    lying = [part for part in parts(view) if not part.id.startswith("printed")]
    return combined_svg(lying, f"Red {red}, Blue {blue}. {view['status']}")


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """What the printed board tracks (RB-1.10) and the cards; score and clock stand in the score line."""
    found = [field_picture(view).part()]
    if view["pending"]:
        found.append(penalty_part(view["pending"]))
    if view["mode"] == "dice":
        return [*found, *last_play_parts(view)]
    found += last_play_parts(view)
    if view["seat"] is not None:
        found.append(hand_part(view, keys))
    return [
        *found,
        *(discard_part(view, seat) for seat in (0, 1) if view["discards"][seat]),
        *card_reference(view),
    ]


def penalty_part(choice: dict[str, Any]) -> Part:
    """A penalty that waits for an answer: what either brings (RB-16.5)."""
    body = die(2, 4, 6, 30) + die(38, 4, 6, 30)  # RB-9.2: a 12 it was
    words = f"Penalty dice 12. Flag on the {choice['by']}"
    body += label(80, 16, words, 13, bold=True) + label(
        80, 33, f"Result of the play: {choice['came_to']}", 13, shapes.SOFT
    )
    drawn = group(body, id="flag-dice", beat="roll")
    return Part(
        id="flag",
        area="last",
        label=f"{words}. Result of the play: {choice['came_to']}",
        width=366,
        height=38,
        widest=520,
        svg=drawn,
    )


# Hands and piles


def hand_part(view: View, keys: Collection[str]) -> Part:
    """The own hand (RB-10.3). A card laid at the declaration declares the play too (RB-7.1, RB-10.4)."""
    held: Counter[str] = Counter()
    declares = "play" in keys
    found = []
    for card in view["hand"]:
        held[card] += 1
        name = f"hand-{card}-{held[card]}"
        face = card_faces.card_face(name, card, view["faces"][card], view["g"])
        found.append(replace(face, key="play", then=(card,)) if declares else face)
    width = card_faces.WIDTH
    return Part(id="hand", area="hand", label="Your hand", width=width, faces=tuple(found), held=True)


def card_reference(view: View) -> list[Part]:
    """What every card does, to be looked up: the charts are open to both sides (RB-10.1)."""
    found = []
    for side, name in (
        ("defense", "Defense cards"),
        ("offense", "Offense cards"),
    ):
        cards = [(card, face) for card, face in view["printed"].items() if face["side"] == side]
        drawn = tuple(card_faces.card_face(f"printed-{card}", "", face, 100) for card, face in cards)
        part = Part(
            id=f"printed-{side}", area="beside", label=name, width=card_faces.WIDTH, faces=drawn, fixed=True
        )
        found.append(part)
    return found


def discard_part(view: View, seat: int) -> Part:
    """RB-10.13: the discards are open; so one can reckon what is still to come."""
    who = "Your" if view["seat"] == seat else f"{META.seats[seat]}'s"
    counts = Counter(view["discards"][seat])
    rows = tuple(
        (card_faces.card_title(view["faces"][card]), f"{count} played") for card, count in counts.items()
    )
    left = f"{view['draw_sizes'][seat]} left to draw"
    return Part(id=f"played-{seat}", area="beside", label=f"{who} discards ({left})", rows=rows)
