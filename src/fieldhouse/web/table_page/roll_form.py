"""The form in which people enter what their own dice and cards gave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.kernel.requests import Chance, Roll, Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.typed_rolls import card_faces, cards_due, dice_faces
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.filters import card_text
from fieldhouse.web.table_page.play_by_play import RuleLink, rule_link

INKS = {"black", "white", "red", "blue", "green", "yellow"}
SUIT_NAMES = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class PadFace(msgspec.Struct, frozen=True):
    """One face of a die, a rank, a suit, or a whole result."""

    value: str
    label: str
    red: bool = False


class Pad(msgspec.Struct, frozen=True):
    """The faces of one die, or the ranks or suits of a pack: one is picked."""

    field: str
    name: str
    faces: tuple[PadFace, ...]
    ink: str = ""

    @property
    def is_die(self) -> bool:
        """Is it a die, which is named beside its faces?"""
        return self.field.startswith("die-")


class RollForm(msgspec.Struct, kw_only=True):
    """A roll or a draw that waits to be entered."""

    verb: str
    label: str
    whose: str
    """Who has the ball, or for whom a card is."""
    rule: RuleLink | None
    tag: str
    pads: tuple[Pad, ...] = ()
    results: tuple[PadFace, ...] = ()
    """Results that are entered with one tap."""
    pack: str = ""
    """The cards that can be drawn, where that is no secret."""
    due: int = 1
    """How many cards this seat may enter at once."""
    entered: int = 0
    """How many wait already."""

    @property
    def is_typed(self) -> bool:
        """Is there nothing to pick from, so that the card is typed?"""
        return not self.pads and not self.results


def roll_form(
    live: LiveTable, chance: Chance | None, seat: Seat | None, head: Scoreboard | None
) -> RollForm | None:
    """The form for the roll or draw that is due; None where there is none for this seat to enter."""
    if chance is None or seat is None or live.row.dice != "typed":
        return None
    if chance.sees is not None and seat not in chance.sees:
        return None
    pads, results = _pads(chance)
    ball = head.ball if head is not None else None
    whose = f"{head.teams[ball]}' ball" if head is not None and ball is not None else ""
    if head is not None and ball is not None and not head.teams[ball].endswith("s"):
        whose = f"{head.teams[ball]}'s ball"
    verb = "Draw" if not isinstance(chance, Roll) else "Flip" if chance.die.name == "coin" else "Roll"
    label = chance.label.partition(":")[0] if dice_faces(chance) is not None else chance.label
    return RollForm(
        verb=verb,
        label=label,
        whose=whose if chance.sees is None else f"For {head.teams[seat]}" if head is not None else "",
        rule=rule_link(live.folder, chance.rule),
        tag=live.tag(seat),
        pads=pads,
        results=results,
        pack=" ".join(chance.shown_keys) if pads and not isinstance(chance, Roll) else "",
        due=max(1, cards_due(live.game_table, seat) - live.typed_ahead.count_waiting(seat)),
        entered=live.typed_ahead.count_waiting(seat),
    )


def _pads(chance: Chance) -> tuple[tuple[Pad, ...], tuple[PadFace, ...]]:
    if (dice := dice_faces(chance)) is not None:
        faces = tuple(PadFace(face, face) for face in dice.faces)
        return tuple(
            Pad(f"die-{number}", name.capitalize(), faces, name if name in INKS else "")
            for number, name in enumerate(dice.names, start=1)
        ), ()
    if (cards := card_faces(chance)) is not None:
        ranks = tuple(PadFace(rank, rank) for rank in cards.ranks)
        suits = tuple(PadFace(suit, SUIT_NAMES[suit], suit in "HD") for suit in cards.suits)
        others = tuple(PadFace(key, JOKERS.get(key, key)) for key in cards.others)
        return (Pad("rank", "Rank", ranks), Pad("suit", "Suit", suits)), others
    keys = sorted(
        chance.shown_keys, key=lambda key: (not key.isdecimal(), int(key) if key.isdecimal() else 0)
    )
    return (), tuple(PadFace(key, card_text(key)) for key in keys)


JOKERS = {"RJ": "Red joker", "BJ": "Black joker"}


def entered_keys(form: Any, chance: Chance | None) -> list[str]:
    """What a roll form enters: faces of dice, a rank and a suit, a hand of cards, or one key."""
    dice = dice_faces(chance) if chance is not None else None
    if dice is not None:
        shown = [str(form.get(f"die-{number}", "")) for number in range(1, len(dice.names) + 1)]
        if all(face in dice.faces for face in shown):
            return [dice.key(shown)]
    cards: Sequence[str] = [str(card) for card in form.getall("card", [])]
    if cards:
        return list(cards)
    key = str(form.get("key", "")).strip()
    return [key or f"{form.get('rank', '')}{form.get('suit', '')}"]
