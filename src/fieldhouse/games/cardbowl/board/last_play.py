"""The picture of the last play: its cards stay on the board until the next play starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from fieldhouse.football import shapes
from fieldhouse.football.parts import Part
from fieldhouse.football.shapes import box, group, label
from fieldhouse.games.cardbowl.board.cards_on_table import card_color, rank_text, suit_sign
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.cards import card_label
from fieldhouse.games.cardbowl.rules.events import Drew, PlayOver, Revealed, Summed, purpose_words
from fieldhouse.games.cardbowl.rules.place_names import slot_words
from fieldhouse.kernel.events import Event, Note, sum_text
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Seat

ROW, STEP, LETTERS, LINE = 6, 61, 10, 13
"""Cards in a row, the room of one, the letters that fit under it, the height of a line."""
SUM_LETTERS, SUM_LINE = 48, 17
"""The letters that fit in a line of the sum, and its height."""
MOST_DRAWN = 2 * ROW
"""Cards of a play that is on: what was drawn before lies on the table no longer."""
SCRIMMAGE = ("scrimmage", "two-point")
KICKERS = ("kick", "coverage", "punt", "onside", "on-side")
"""What the kicking team draws for; the receiving team draws for the return."""
BALL = ("snap", "handoff", "pass", "yardage", "reception", "sack", "field goal")
"""What the team with the ball draws for, whatever comes of the play."""
LOOSE = ("recovery", "foul", "fumble", "fumble distance", "run after catch", "run-after-catch")
"""Draws for a loose ball and a foul are nobody's."""
WHY = {
    "CB-33.6": "a poor throw",
    "CB-33.10": "the receiver's suit",
    "CB-33.15": "dropped",
    "CB-33.20": "broken up",
}
"""Why a pass was incomplete, by the rule that said so."""


class LaidCard(NamedTuple):
    """A card of the last play, and the seat whose card it was; None where nobody can say."""

    event: Drew | Revealed
    seat: Seat | None
    number: int
    """Which draw of the play it was."""


def event_parts(view: View, events: Sequence[Event]) -> Sequence[Part]:
    """CB-41.2: every card of the last sum and what was drawn after it; nothing once the next lines up."""
    state = view["state"]
    play = state["play"]
    if play["kind"] and (state["drawn"] or play["slots"] or play["offense"]):
        return []
    last, offense = events_of_last_play(events)
    up = laid_cards(last, offense)
    if not up:
        return []
    pieces, top = [], 0
    for first in range(0, len(up), ROW):
        row = up[first : first + ROW]
        for n, card in enumerate(
            row
        ):  # what was drawn lay there during the play, and does not turn over again
            drew = isinstance(card.event, Drew)
            name = f"{f'drawn-{card.number}' if drew else f'last-{first + n}'}-{card.event.card}"
            pieces.append(group(_card(card, STEP * n, top), id=name, beat="turn", once=drew))
        top += 45 + LINE * max(len(_lines(card.event)) for card in row) + 5
    said = "Last play: " + ", ".join(f"{_name(card.event)} {card_label(card.event.card)}" for card in up)
    sums = [event for event in last if isinstance(event, Summed) or len(event.sum) > 1]
    match_ups = [event for event in sums if isinstance(event, Summed)]
    told = [rule for event in last if isinstance(event, Note) for rule in event.rules]
    why = next((WHY[rule] for rule in told if rule in WHY), "incomplete")
    for n, event in enumerate(dict.fromkeys([*match_ups[-1:], *sums[-1:]])):
        words = event.whole() if isinstance(event, Summed) else _sum(event)
        words = words.replace("incomplete", why) if isinstance(event, Summed) else words
        lines = wrap(words, SUM_LETTERS)
        drawn = [label(2, top + 12 + SUM_LINE * at, line, 13, bold=True) for at, line in enumerate(lines)]
        pieces.append(group("".join(drawn), id=f"last-sum-{n}", beat="sum"))
        top, said = top + 3 + SUM_LINE * len(lines), f"{said}. {words}"
    svg = "".join(pieces)
    return [Part(id="last", area="last", label=said, width=366, height=top, widest=480, svg=svg)]


def laid_cards(play: Sequence[Event], offense: Seat) -> list[LaidCard]:
    """The cards of the play's last match-up, offense first, and the draws after it; without one all draws."""
    ends = [n for n, event in enumerate(play) if isinstance(event, Summed)]
    begins = ends[-2] + 1 if len(ends) > 1 else 0
    draws = [n for n, event in enumerate(play) if isinstance(event, Drew)]
    found: list[LaidCard] = []
    if ends:
        terms = {term.name: term.value for term in play[ends[-1]].sum[:-1]}
        revealed = [
            event for event in play[: ends[-1]] if isinstance(event, Revealed) and _in_sum(event, terms)
        ]
        found = [LaidCard(event, META.seats.index(event.side), -1) for event in revealed]
    for number, n in enumerate(draws):
        event = play[n]
        assert isinstance(event, Drew)
        if event.purpose != "snap" and (not ends or n >= begins):
            found.append(LaidCard(event, card_owner(event.purpose, offense, kick=not ends), number))
    late = [card for card in found if ends and card.number >= 0 and draws[card.number] > ends[-1]]
    rest = [card for card in found if card not in late]
    return [*sorted(rest, key=lambda card: card.seat != offense), *late] if ends else found


def _in_sum(event: Revealed, terms: Mapping[str, object]) -> bool:
    """Is this player one of the sum: by name, doubled, as the extra defender, in coverage?"""
    name = slot_words(event.name)
    return any(said in terms for said in (name, f"{name} doubled", f"extra {name}", f"{name} in coverage"))


def card_owner(purpose: str, offense: Seat, *, kick: bool) -> Seat | None:
    """Who draws for that: the team with the ball (`offense`, which kicks a `kick`), the other, or nobody."""
    if purpose in LOOSE:
        return None
    own = purpose in KICKERS if kick else purpose not in ("coverage", "defensive")
    return offense if own or purpose in BALL else 1 - offense


def _sum(event: Event) -> str:
    """`Cards 32, coverage \N{MINUS SIGN}8 = 24`."""
    return sum_text(event.sum).capitalize().replace("-", "\N{MINUS SIGN}")


def events_of_last_play(events: Sequence[Event]) -> tuple[list[Event], Seat]:
    """The events of the play that ended last, in order, and who had the ball."""
    found: list[Event] = []
    offense: Seat | None = None
    for event in reversed(events):
        if isinstance(event, PlayOver):
            if offense is not None:
                break
            offense = META.seats.index(event.side)
        elif offense is not None:
            found.append(event)
    return found[::-1], offense or 0


def _name(event: Drew | Revealed) -> str:
    return purpose_words(event.purpose) if isinstance(event, Drew) else slot_words(event.name)


def _lines(event: Drew | Revealed) -> list[str]:
    words = _name(event).replace("quarterback", "QB").replace("linebacker", "LB")
    return wrap(words, LETTERS)


def _card(card: LaidCard, x: float, y: float) -> str:
    return laid_card(card.event.card, _lines(card.event), card.seat, x, y)


def laid_card(card: str, lines: Sequence[str], seat: Seat | None, x: float, y: float) -> str:
    """A card with what it was for; a bar in the color of the side whose card it was."""
    middle = x + STEP / 2
    body = box(middle - 14, y + 5, 28, 36, shapes.CARD_PAPER, radius=4, stroke=shapes.EDGE)
    if seat is not None:
        body += box(middle - 14, y, 28, 4, shapes.SIDES[seat], radius=2)
    body += label(middle, y + 20, rank_text(card), 13, card_color(card), anchor="middle", bold=True)
    body += label(middle, y + 36, suit_sign(card), 13, card_color(card), anchor="middle")
    return body + "".join(
        label(middle, y + 53 + LINE * n, words, 11, shapes.SOFT, anchor="middle")
        for n, words in enumerate(lines)
    )


def drawn_part(state: Mapping[str, Any]) -> Part:
    """CB-41.2: the cards turned from the pack in this play, each with its purpose and owner, in order."""
    cards, kick = state["drawn"], state["play"]["kind"] not in SCRIMMAGE
    first = max(0, len(cards) - MOST_DRAWN)
    pieces, top, shown = [], 0, list(enumerate(cards))[first:]
    for row in (shown[n : n + ROW] for n in range(0, len(shown), ROW)):
        lines = [wrap(purpose_words(purpose), LETTERS) for _, (_, purpose) in row]
        for place, (number, (card, purpose)) in enumerate(row):
            owner = card_owner(purpose, state["off"], kick=kick)
            body = laid_card(card, lines[place], owner, STEP * place, top)
            pieces.append(group(body, id=f"drawn-{number}-{card}", beat="turn", once=True))
        top += 45 + LINE * max(map(len, lines)) + 3
    said = ", ".join(f"{purpose_words(purpose)} {card_label(card)}" for _, (card, purpose) in shown)
    wide = STEP * min(len(shown), ROW)
    return Part(
        id="last",
        area="last",
        label=f"Drawn: {said}",
        width=wide,
        height=top,
        widest=wide * 480 // 366,
        svg="".join(pieces),
    )
