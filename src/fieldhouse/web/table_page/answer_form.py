"""The answers to a question as a form: cards to play, halves to join, buttons, a list, a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from fieldhouse.web.table_page.board import ShownCard, ShownPart
from fieldhouse.web.table_page.draft_room import DraftRoom
from fieldhouse.web.table_page.question import Choice, QuestionForm

NARROW = 120
"""Cards less wide than this stand closer together."""
FEW_APART = 2
"""So many plain answers stand before the halves, which are folded away."""
MOST_OPEN = 16
"""With more options than this, groups are closed at first."""


class AnswerCard(msgspec.Struct):
    """A card of the hand; without `can` it is only shown."""

    id: str
    svg: Markup
    label: str
    name: str
    value: str
    can: bool
    size: str
    """`narrow`, `brief` (its upper part says it all), or neither."""
    pointed: bool


class HalfRow(msgspec.Struct):
    """Cards of which one is half of an answer."""

    field: str
    label: str
    size: str
    cards: list[AnswerCard]


class CardRow(msgspec.Struct):
    """Cards that are answers by themselves, or a part of the hand that is only shown."""

    label: str
    long: bool
    cards: list[AnswerCard]
    part: ShownPart


class NumberField(msgspec.Struct):
    """An answer that is a whole number."""

    label: str
    button: str
    low: int
    high: int
    value: int


class ChoiceGroup(msgspec.Struct):
    """Buttons under a heading; `shortcut` is the key that opens it."""

    title: str
    choices: list[Choice]
    shortcut: int = 0
    open: bool = False


class AnswerForm(msgspec.Struct, kw_only=True):
    """A question's answers, laid out."""

    address: str
    live: bool
    """Our script sends it and puts the new page in place."""
    hidden: list[tuple[str, Any]]
    game: str
    prompt: str
    sequence: int
    as_cards: bool
    tight: bool
    layout: str
    """`board`, `number`, `select`, `refused`, `groups`, or `` where the cards are all there is."""
    sign: str = ""
    """What joins two halves of an answer."""
    half_keys: str = ""
    call: str = ""
    first: str = ""
    """The answer that goes before the two halves."""
    quick: bool = False
    confirm: str = "Confirm"
    """The verb of the button that gives the answer picked by card or from the list."""
    nothing_listed: str = "Choose …"
    """The first option of the list, which is no answer."""
    halves: list[HalfRow] = []
    apart: list[Choice] = []
    """Plain answers beside halves, where there are few."""
    rows: list[CardRow] = []
    buttons: list[Choice] = []
    groups: list[ChoiceGroup] = []
    refused: list[Choice] = []
    number: NumberField | None = None
    typed: bool = False
    """Can the answer be typed, and does the board say why a touch is no answer?"""


def answer_form(
    ask: QuestionForm,
    hand: Sequence[ShownPart],
    game: str,
    address: str,
    hidden: Sequence[tuple[str, Any]],
    *,
    live: bool = True,
    room: DraftRoom | None = None,
    pointed: Sequence[str] = (),
) -> AnswerForm:
    """Lay out the answers; a hint or a lesson points at those in `pointed`."""
    choices = [choice for group in ask.groups for choice in group.choices]
    offered = [choice for choice in choices if not choice.refused]
    for choice in offered:
        choice.pointed = choice.key in pointed
    halves = [part for part in hand if part.half]
    plain = offered if ask.halves else []
    apart = plain if len(plain) <= FEW_APART else []
    form = AnswerForm(
        address=address,
        live=live,
        hidden=list(hidden),
        game=game,
        prompt=ask.prompt,
        sequence=ask.sequence,
        as_cards=ask.cards,
        tight=ask.tight,
        layout=_layout(ask, plain, apart),
        halves=[_half_row(part, n, pointed) for n, part in enumerate(halves, start=1)],
        apart=apart,
        rows=[_card_row(part, pointed) for part in hand if not part.half],
    )
    if ask.halves:
        form.sign, form.half_keys = halves[0].half, " ".join(ask.halves)
        form.call = halves[-1].say or "Call it"
        form.first, form.quick = halves[0].first, halves[0].quick
    _fill(form, ask, choices, offered, room)
    return form


def _layout(ask: QuestionForm, plain: list[Choice], apart: list[Choice]) -> str:
    if ask.folded:
        return "board"
    if ask.low:
        return "number"
    if apart:
        return ""
    if ask.select:
        return "select"
    return "refused" if ask.halves and not plain else "groups"


def _fill(
    form: AnswerForm, ask: QuestionForm, choices: list[Choice], offered: list[Choice], room: DraftRoom | None
) -> None:
    """Put the choices where the layout has them."""
    match form.layout:
        case "board":
            form.buttons = [choice for choice in offered if not choice.on_board]
            for group in ask.groups:
                listed = [choice for choice in group.choices if choice.on_board]
                if listed:
                    form.groups.append(ChoiceGroup(group.title, listed))
            for number, titled in enumerate([one for one in form.groups if one.title][:9], start=1):
                titled.shortcut = number
        case "number":
            form.buttons = offered
            own = min(max(room.top if room is not None else 0, ask.low), ask.high)
            label, button = ("Your bid", "Bid") if room is not None else ("Your number", "Submit")
            form.number = NumberField(label, button, ask.low, ask.high, own)
        case "select":
            form.buttons = offered
            if room is not None:
                form.confirm, form.nothing_listed = "Draft", "Choose a player …"
        case "refused":
            form.refused = list({choice.refused: choice for choice in reversed(choices)}.values())[::-1]
        case "groups":
            form.groups = [
                ChoiceGroup(group.title, group.choices, open=ask.count <= MOST_OPEN) for group in ask.groups
            ]


def _half_row(part: ShownPart, number: int, pointed: Sequence[str]) -> HalfRow:
    count = len(part.faces)
    halves = {half for key in pointed for half in key.split(part.half)}
    cards = [_card(card, pointed=card.key in halves) for card in part.faces if card.can]
    return HalfRow(f"half-{number}", part.label, "many" if count > 8 else "four" if count > 5 else "", cards)


def _card_row(part: ShownPart, pointed: Sequence[str]) -> CardRow:
    cards = [_card(card, pointed=card.key in pointed or card.batch in pointed) for card in part.faces]
    return CardRow(part.label, len(cards) > 7, cards, part)


def _card(card: ShownCard, *, pointed: bool = False) -> AnswerCard:
    name, value = ("batch", card.batch) if card.batch else ("key", card.key)
    size = "brief" if card.brief else "narrow" if card.width < NARROW else ""
    return AnswerCard(card.id, card.svg, card.label, name, value, card.can, size, pointed)


def hand_rows(hand: Sequence[ShownPart]) -> list[CardRow]:
    """The hand of who has nothing to answer, only to be looked at."""
    rows = []
    for part in hand:
        if part.faces:
            cards = [_card(card) for card in part.faces]
            for card in cards:
                card.can = False
            rows.append(CardRow(part.label, False, cards, part))
    return rows
