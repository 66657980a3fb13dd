"""Range (section 21): which match-ups an uncommitted linebacker or safety may join."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from fieldhouse.games.cardbowl.rules.lines.formations import BACKERS, INSIDE, SAFETIES, SECONDARY
from fieldhouse.games.cardbowl.rules.state import Bowl, Piece

NEIGHBOURS: dict[str, tuple[str, ...]] = {  # CB-21.6
    "SL": ("OL",),
    "OL": ("SL", "IL", "M"),
    "IL": ("OL", "M"),
    "M": ("IL", "IR", "OL", "OR"),
    "IR": ("M", "OR"),
    "OR": ("SR", "IR", "M"),
    "SR": ("OR",),
}


def is_free(d: Piece) -> bool:
    """Uncommitted: in no lane and covering nobody."""
    return d.lane < 0 and not d.cover and d.at != "line"


def reaches_lane(slot: str, col: int) -> bool:
    """CB-21.2 to 21.4: inside linebackers every lane, outside ones their half, safeties none."""
    if slot in INSIDE:
        return True
    return (slot == "OL" and col <= 0) or (slot == "OR" and col >= 0)


def reaches_receiver(slot: str, receiver: Piece) -> bool:
    """CB-21.2 to 21.4 for receivers, by the side they are on."""
    if slot in INSIDE:
        return receiver.kind != "WR"
    if slot in SAFETIES:
        return receiver.kind in ("WR", "TE") and slot[-1] == receiver.side
    return slot in BACKERS and slot[-1] == receiver.side


LANES_IN_RANGE = {
    slot: frozenset(col for col in range(-7, 8) if reaches_lane(slot, col)) for slot in SECONDARY
}
"""The columns of the lanes that each slot reaches."""

RECEIVERS_IN_RANGE = {
    slot: frozenset(
        (kind, side)
        for kind, side in product(("WR", "TE", "RB"), "LCR")
        if reaches_receiver(slot, Piece("", "", kind, "", side))
    )
    for slot in SECONDARY
}
"""The kind and side of the receivers that each slot reaches."""


def extra_for_lanes(s: Bowl, lanes: Iterable[int]) -> list[Piece]:
    """CB-30.6: uncommitted linebackers with one of the lanes in range (CB-21.5)."""
    cols = [s.play.lanes[n].col for n in lanes]
    return [d for d in s.play.defense if is_free(d) and not LANES_IN_RANGE[d.reach].isdisjoint(cols)]


def extra_for_receivers(s: Bowl, receivers: Iterable[Piece]) -> list[Piece]:
    """CB-33.4, CB-35.10: uncommitted linebackers and safeties with one of the receivers in range."""
    targets = [(r.kind, r.side) for r in receivers]
    return [d for d in s.play.defense if is_free(d) and not RECEIVERS_IN_RANGE[d.reach].isdisjoint(targets)]


def ranges_take_effect(s: Bowl) -> None:
    """CB-21.7: from the offense's next turn on a shifted card has the range of its new slot."""
    for d in s.play.defense:
        if is_free(d):
            d.reach = d.at
