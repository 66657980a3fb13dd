"""Both line-ups (sections 17 and 18): a formation, then a card for each place, face down."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.games.cardbowl.cards import ORDER, VALUE, shown
from fieldhouse.games.cardbowl.formations import (
    BACKERS,
    BACKS,
    COLUMN,
    INSIDE,
    LINEMEN,
    OTHERS,
    SAFETIES,
    TIGHT_ENDS,
    WIDE,
    WIDE_LEFT,
    WIDE_RIGHT,
    align,
    is_line,
    kind_of,
    line_place,
    line_places,
    offence_faults,
    place_limit,
    place_name,
    side_of,
)
from fieldhouse.games.cardbowl.state import Book, Piece, State
from fieldhouse.games.cardbowl.table import choose, moved
from fieldhouse.kernel.requests import Choose, LazyMenu, Option, Rules, Seat

FILL = Option("fill", "Fill the rest for me", "CB-17.1", "high cards go to the places that matter most")
STANCES = {"U": "QB under centre", "G": "QB in shotgun"}


def offence_formation(g: Book, s: State) -> Rules:
    """CB-17.1 to 17.5: a shipped formation or any legal one, slot by slot."""
    p = s.play
    if not p.formation:
        keys = [*g.offences, "custom"]
        labels = {
            name: f"{name}: {row['stance']} {' '.join(row['slots'])}" for name, row in g.offences.items()
        }
        labels["custom"] = "Your own formation, slot by slot"
        name = yield choose(s.off, "formation", keys, "Line up", "CB-17.1", labels)
        p.formation = name
        if name != "custom":
            p.stance, p.slots = g.offences[name]["stance"], ["QB", *LINEMEN, *g.offences[name]["slots"]]
    if p.formation == "custom":
        yield from custom_offence(s)
    moved(s, s.off, f"{p.formation}, {STANCES[p.stance]}, {' '.join(p.slots[6:])}", "CB-17.4", "CB-17.7")


def custom_offence(s: State) -> Rules:
    """Stance and five slots; only slots that can still end in a legal formation are offered."""
    p = s.play
    if not p.stance:
        p.stance = yield choose(s.off, "stance", ("U", "G"), "Stance of the QB", "CB-17.4", STANCES)
        p.slots = ["QB", *LINEMEN]
    while len(p.slots) < 11:
        keys = [slot for slot in OTHERS if can_complete(p.stance, [*p.slots[6:], slot])]
        slot = yield choose(s.off, "slot", keys, f"Slot {len(p.slots) - 5} of 5", "CB-17.3")
        p.slots.append(slot)


def can_complete(stance: str, slots: Sequence[str]) -> bool:
    """Can these slots still become a legal formation?"""
    if len(set(slots)) != len(slots):
        return False
    if len(slots) == 5:
        return not offence_faults(stance, slots)
    wanted = [slot for slot in OTHERS if slot not in slots and slot_is_next(slots, slot)]
    return any(can_complete(stance, [*slots, slot]) for slot in wanted)


def slot_is_next(slots: Sequence[str], slot: str) -> bool:
    """Wide receivers are filled from 1 upward."""
    for wide in (WIDE_LEFT, WIDE_RIGHT):
        if slot in wide:
            return all(inner in slots for inner in wide[: wide.index(slot)])
    return True


def defence_formation(g: Book, s: State) -> Rules:
    """CB-18.1 to 18.6: a shipped alignment against these slots, or any legal one."""
    p = s.play
    if not p.alignment:
        keys = [*g.defences, "custom"]
        slots = list(p.slots)

        def against(name: str) -> str:
            if name == "custom":
                return "Your own alignment, place by place"
            return f"{name}: {' '.join(align(g.defences[name], slots))}"

        name = yield choose(s.defending, "alignment", keys, "Line up the defence", "CB-18.1", against)
        p.alignment = name
        if name != "custom":
            p.places = align(g.defences[name], p.slots)
    while len(p.places) < 11:
        keys = open_places(p.slots, p.places)
        place = yield choose(s.defending, "position", keys, f"Place {len(p.places) + 1} of 11", "CB-18.2")
        p.places.append(place)
    moved(s, s.defending, f"{p.alignment}, {' '.join(p.places)}", "CB-18.8")


def open_places(slots: Sequence[str], places: Sequence[str]) -> list[str]:
    """Places a further defensive card may take; the last three are kept for the line (CB-18.3)."""
    line = [int(place[1:]) for place in places if is_line(place)]
    on_line = [line_place(col) for col in line_places(slots, line)] if len(line) < 8 else []
    if 11 - len(places) <= 3 - len(line):
        return on_line
    cover = [f"on {slot}" for slot in (*TIGHT_ENDS, *WIDE) if slot in slots]
    others = [place for place in (*BACKERS, *SAFETIES, *cover) if places.count(place) < place_limit(place)]
    return on_line + others


def placement(s: State, seat: Seat) -> Rules:
    """A card for each place in turn, unseen by the other side; `fill` completes the rest."""
    p = s.play
    attack = seat == s.off
    slots, pieces = (p.slots, p.offence) if attack else (p.places, p.defence)
    hand = p.hands[seat]
    while len(hand) > 1:  # the last card has but one place to go
        slot = slots[len(pieces)]
        answer = yield Choose(
            seat,
            "place",
            LazyMenu([*sorted(hand, key=ORDER.__getitem__), "fill"], _describe),
            f"Which card plays {slot}?",
            rule="CB-17.1" if attack else "CB-18.1",
            sees=(seat,),
        )
        if answer == "fill":
            for card in filled(p.formation, slots[len(pieces) :], hand):
                put(s, seat, card)
            break
        else:
            put(s, seat, answer)
    if hand:
        put(s, seat, hand[0])


def _describe(key: str) -> Option:
    return FILL if key == "fill" else Option(key, shown(key), "CB-1.15")


def put(s: State, seat: Seat, card: str) -> None:
    """The card becomes the piece of the next place."""
    p = s.play
    if seat == s.off:
        p.offence.append(offensive_piece(p.slots[len(p.offence)], card))
    else:
        p.defence.append(defensive_piece(p.places[len(p.defence)], card, [d.name for d in p.defence]))
    p.hands[seat].remove(card)


def offensive_piece(slot: str, card: str) -> Piece:
    """An offensive card in its slot."""
    return Piece(slot, card, kind_of(slot), slot, side_of(slot), COLUMN.get(slot, 0))


def defensive_piece(place: str, card: str, used: Sequence[str]) -> Piece:
    """A defensive card on its place: line column, secondary slot, or covering a receiver."""
    if is_line(place):
        col = int(place[1:])
        return Piece(place, card, "D", "line", "L" if col < 0 else "R" if col else "C", col)
    if place.startswith("on "):
        slot = place[3:]
        return Piece(place_name("CB-" + slot, used), card, "D", "cover", side_of(slot), cover=slot)
    return Piece(place_name(place, used), card, "D", place, side_of(place), reach=place)


RUN_FORMATIONS = ("i_form", "i_form_flip", "pro_set", "pro_set_flip", "i_heavy", "wishbone", "goal_line")
RUN_ORDER = ("BT", "BR", "BL", "RG", "C", "RT", "QB", "TER", "LG", "TEL", "LT", "BF", "WL1", "WR1")
PASS_ORDER = (
    *("QB", "WL1", "WR1", "TER", "BT", "BL", "BR", "C", "LT", "RT", "LG", "RG", "WL2", "WR2", "TEL", "WR3"),
)


def filled(formation: str, slots: Sequence[str], hand: Sequence[str]) -> list[str]:
    """The sensible automatic completion: high cards to the places that matter most for the formation."""
    cards = sorted(hand, key=lambda card: (-VALUE[card], ORDER[card]))
    rank = sorted(range(len(slots)), key=lambda n: (importance(formation, slots[n]), n))
    chosen = [""] * len(slots)
    for place, card in zip(rank, cards, strict=True):
        chosen[place] = card
    return chosen


def importance(formation: str, slot: str) -> int:
    """Lower gets the higher card. Defence: linebackers (they follow the ball), line, corners, safeties."""
    order = RUN_ORDER if formation in RUN_FORMATIONS else PASS_ORDER
    if kind_of(slot) != "RB" or slot in BACKS:
        if slot in order:
            return order.index(slot)
        if slot in OTHERS or slot in LINEMEN:
            return 50
    if slot in BACKERS:
        return 0 if slot in INSIDE else 1
    if is_line(slot):
        return 2 if abs(int(slot[1:])) <= 4 else 3
    return 5 if slot in SAFETIES else 4
