"""Both lineups (sections 17 and 18): a formation, then a card for each place, face down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from fieldhouse.games.cardbowl.rules.card_actions import OWNER, Ask, tell_move
from fieldhouse.games.cardbowl.rules.cards import ORDER, card_label, highest_first
from fieldhouse.games.cardbowl.rules.lines.formations import (
    BACKERS,
    BACKS,
    COLUMN,
    INSIDE,
    LINEMEN,
    OTHERS,
    SAFETIES,
    SECONDARY,
    TIGHT_ENDS,
    WIDE,
    WIDE_LEFT,
    WIDE_RIGHT,
    align,
    defense_line,
    formation_name,
    is_legal,
    is_line,
    line_place,
    line_places,
    offense_line,
    place_limit,
    place_name,
    places_line,
    slot_kind,
    slot_side,
)
from fieldhouse.games.cardbowl.rules.place_names import capitalize_first, stand_words
from fieldhouse.games.cardbowl.rules.place_names import slot_words as in_words
from fieldhouse.games.cardbowl.rules.state import BoundCharts, Bowl, Piece
from fieldhouse.kernel.requests import Option, Rules, Seat

FILL = Option("fill", "Fill the rest for me", "CB-17.1", "high cards go where they matter most")
PLACED = {"always:place": "fill"}
STANCES = {"U": "Under center", "G": "Shotgun"}


def offense_formation(g: BoundCharts, s: Bowl) -> Rules:
    """CB-17.1 to 17.5: a shipped formation or any legal one, slot by slot."""
    p = s.play
    if not p.formation:

        def slots_of(name: str) -> str:
            if name == "custom":
                return "Custom formation"
            row = g.offenses[name]
            return f"{formation_name(name)}: {offense_line(row['stance'], row['slots'])}"

        name = yield Ask(
            s.off, "formation", lambda: (*g.offenses, "custom"), "Choose a formation", "CB-17.1", slots_of
        )
        p.formation = name
        if name != "custom":
            p.stance, p.slots = g.offenses[name]["stance"], ["QB", *LINEMEN, *g.offenses[name]["slots"]]
    if p.formation == "custom":
        yield from custom_offense(s)
    if s.tell:
        name = "a custom formation" if p.formation == "custom" else f"the {formation_name(p.formation)}"
        tell_move(
            s, s.off, f"lines up in {name}, {offense_line(p.stance, p.slots[6:])}", "CB-17.4", "CB-17.7"
        )


def custom_offense(s: Bowl) -> Rules:
    """Stance and five slots; only slots that can still end in a legal formation are offered."""
    p = s.play
    if not p.stance:
        p.stance = yield Ask(
            s.off, "stance", ("U", "G"), "Where does the quarterback line up?", "CB-17.4", STANCES
        )
        p.slots = ["QB", *LINEMEN]
    while len(p.slots) < 11:
        keys = [slot for slot in OTHERS if can_complete(p.stance, (*p.slots[6:], slot))]
        prompt = f"Who else lines up? {len(p.slots) - 5} of 5"
        slot = yield Ask(s.off, "slot", keys, prompt, "CB-17.3", lambda key: capitalize_first(in_words(key)))
        p.slots.append(slot)


@lru_cache(maxsize=1 << 14)
def can_complete(stance: str, slots: tuple[str, ...]) -> bool:
    """Can these slots still become a legal formation?"""
    if len(set(slots)) != len(slots):
        return False
    if len(slots) == 5:
        return is_legal(stance, slots)
    wanted = [slot for slot in OTHERS if slot not in slots and slot_is_next(slots, slot)]
    return any(can_complete(stance, (*slots, slot)) for slot in wanted)


def slot_is_next(slots: Sequence[str], slot: str) -> bool:
    """Wide receivers are filled from 1 upward."""
    for wide in (WIDE_LEFT, WIDE_RIGHT):
        if slot in wide:
            return all(inner in slots for inner in wide[: wide.index(slot)])
    return True


def defense_formation(g: BoundCharts, s: Bowl) -> Rules:
    """CB-18.1 to 18.6: a shipped alignment against these slots, or any legal one."""
    p = s.play
    if not p.alignment:

        def against(name: str) -> str:
            if name == "custom":
                return "Custom alignment"
            return f"{formation_name(name)}: {defense_line(name, g.defenses[name])}"

        name = yield Ask(
            s.defense_seat,
            "alignment",
            lambda: (*g.defenses, "custom"),
            "Choose a defensive alignment",
            "CB-18.1",
            against,
        )
        p.alignment = name
        if name != "custom":
            p.places = alignment_places(g, name, p.slots)
    while len(p.places) < 11:
        places = open_places(p.slots, p.places)
        prompt = f"Where does the next player line up? {len(p.places) + 1} of 11"
        place = yield Ask(
            s.defense_seat,
            "position",
            places,
            prompt,
            "CB-18.2",
            lambda key: capitalize_first(stand_words(key)),
        )
        p.places.append(place)
    if s.tell:
        name = "a custom alignment" if p.alignment == "custom" else f"the {formation_name(p.alignment)}"
        tell_move(s, s.defense_seat, f"lines up in {name}: {places_line(p.places)}", "CB-18.8")


def alignment_places(g: BoundCharts, name: str, slots: Sequence[str]) -> list[str]:
    """The named alignment against these slots; the book remembers it."""
    key = (name, *slots)
    if key not in g.aligned:
        g.aligned[key] = align(g.defenses[name], slots)
    return list(g.aligned[key])


def open_places(slots: Sequence[str], places: Sequence[str]) -> list[str]:
    """Places a further defensive card may take; the last three are kept for the line (CB-18.3)."""
    line = [int(place[1:]) for place in places if is_line(place)]
    on_line = [line_place(col) for col in line_places(slots, line)] if len(line) < 8 else []
    if 11 - len(places) <= 3 - len(line):
        return on_line
    cover = [f"on {slot}" for slot in (*TIGHT_ENDS, *WIDE) if slot in slots]
    others = [place for place in (*BACKERS, *SAFETIES, *cover) if places.count(place) < place_limit(place)]
    return on_line + others


def placement(s: Bowl, seat: Seat) -> Rules:
    """A card for each place in turn, unseen by the other side; `fill` completes the rest."""
    p = s.play
    attack = seat == s.off
    slots, pieces = (p.slots, p.offense) if attack else (p.places, p.defense)
    while len(p.hands[seat]) > 1:  # the last card has but one place to go
        answer = yield Ask(
            seat,
            "place",
            lambda: [*sorted(p.hands[seat], key=ORDER.__getitem__), "fill"],
            lambda: f"Which card plays {in_words(slots[len(pieces)])}?",
            "CB-17.1" if attack else "CB-18.1",
            lambda key: FILL if key == "fill" else Option(key, card_label(key), "CB-1.15"),
            sees=OWNER[seat],
            ahead=PLACED,
        )
        if answer == "fill":
            place_cards(s, seat, fill_places(p.formation, slots[len(pieces) :], p.hands[seat]))
        else:
            place_cards(s, seat, (answer,))
    if p.hands[seat]:
        place_cards(s, seat, p.hands[seat])


def place_cards(s: Bowl, seat: Seat, cards: Sequence[str]) -> None:
    """Each card becomes the piece of the next place."""
    p = s.play
    if seat == s.off:
        slots = tuple(p.slots[len(p.offense) :])
        p.offense += map(Piece, slots, cards, *offensive_fields(slots))
    else:
        posts = defensive_posts(tuple(p.places))[len(p.defense) :]
        p.defense += [Piece(name, card, *fields) for card, (name, fields) in zip(cards, posts, strict=False)]
    gone = set(cards)
    p.hands[seat] = [card for card in p.hands[seat] if card not in gone]


OFFENSIVE = {
    slot: (slot_kind(slot), slot, slot_side(slot), COLUMN.get(slot, 0)) for slot in ("QB", *LINEMEN, *OTHERS)
}
"""The fields `kind` to `col` of a card in its slot."""


@lru_cache(maxsize=4096)
def offensive_fields(slots: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """The same field by field, for the cards of all these slots."""
    return list(zip(*(OFFENSIVE[slot] for slot in slots), strict=True))


def offensive_piece(slot: str, card: str) -> Piece:
    """An offensive card in its slot."""
    return Piece(slot, card, *OFFENSIVE[slot])


Fields: TypeAlias = tuple[str, str, str, int, int, str, bool, str]


def defensive_fields(place: str) -> Fields:
    """The fields `kind` to `reach` of a card on the line, covering a receiver, or in a secondary slot."""
    if is_line(place):
        col = int(place[1:])
        return "D", "line", "L" if col < 0 else "R" if col else "C", col, -1, "", False, ""
    if place.startswith("on "):
        return "D", "cover", slot_side(place[3:]), 0, -1, place[3:], False, ""
    return "D", place, slot_side(place), 0, -1, "", False, place


DEFENSIVE = {
    place: defensive_fields(place)
    for place in (*map(line_place, range(-7, 8)), *SECONDARY, *(f"on {slot}" for slot in OTHERS))
}


def defensive_piece(place: str, card: str, used: Sequence[str]) -> Piece:
    """A defensive card on its place, named apart from those `used`."""
    return Piece(place_name(place, used), card, *DEFENSIVE[place])


@lru_cache(maxsize=1024)
def defensive_posts(places: tuple[str, ...]) -> list[tuple[str, Fields]]:
    """The public names of the cards on these places, and their fields."""
    names: list[str] = []
    for place in places:
        names.append(place_name(place, names))
    return [(name, DEFENSIVE[place]) for name, place in zip(names, places, strict=True)]


RUN_FORMATIONS = ("i_form", "i_form_flip", "pro_set", "pro_set_flip", "i_heavy", "wishbone", "goal_line")
RUN_ORDER = ("BT", "BR", "BL", "RG", "C", "RT", "QB", "TER", "LG", "TEL", "LT", "BF", "WL1", "WR1")
PASS_ORDER = (
    *("QB", "WL1", "WR1", "TER", "BT", "BL", "BR", "C", "LT", "RT", "LG", "RG", "WL2", "WR2", "TEL", "WR3"),
)


def fill_places(formation: str, slots: Sequence[str], hand: Sequence[str]) -> list[str]:
    """The sensible automatic completion: high cards to the places that matter most for the formation."""
    cards = highest_first(hand)
    return [cards[rank] for rank in ranks(formation, tuple(slots))]


@lru_cache(maxsize=4096)
def ranks(formation: str, slots: tuple[str, ...]) -> list[int]:
    """Which card from the highest down each place gets."""
    order = sorted(range(len(slots)), key=lambda n: (importance(formation, slots[n]), n))
    return [order.index(n) for n in range(len(slots))]


def importance(formation: str, slot: str) -> int:
    """Lower gets the higher card. Defense: linebackers (they follow the ball), line, corners, safeties."""
    order = RUN_ORDER if formation in RUN_FORMATIONS else PASS_ORDER
    if slot_kind(slot) != "RB" or slot in BACKS:
        if slot in order:
            return order.index(slot)
        if slot in OTHERS or slot in LINEMEN:
            return 50
    if slot in BACKERS:
        return 0 if slot in INSIDE else 1
    if is_line(slot):
        return 2 if abs(int(slot[1:])) <= 4 else 3
    return 5 if slot in SAFETIES else 4
