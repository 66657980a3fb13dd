"""The starter's decisions on defense: alignment, blitzes and coverage."""

from __future__ import annotations

from operator import attrgetter
from random import Random

from fieldhouse.games.cardbowl.coaches.offense import LANE_NAMES, known_value, wanted_or_offered
from fieldhouse.games.cardbowl.rules.cards import VALUE, half_value
from fieldhouse.games.cardbowl.rules.lines.formations import BACKERS, INSIDE, SAFETIES, TIGHT_ENDS, WIDE
from fieldhouse.games.cardbowl.rules.lines.ranges import (
    NEIGHBOURS,
    is_free,
    reaches_receiver,
)
from fieldhouse.games.cardbowl.rules.plays.answers import may_join
from fieldhouse.games.cardbowl.rules.state import Bowl, Piece, Play, find_piece
from fieldhouse.kernel.requests import Choose

FEW_WIDE = ("4-4",)
FOUR_WIDE = ("dime", "nickel-4-2")
ALIGNMENTS = (*(FEW_WIDE, FEW_WIDE, FEW_WIDE, ("nickel-4-2", "nickel-3-3", "4-3"), FOUR_WIDE, FOUR_WIDE),)
"""What the starter lines up in against so many wide receivers."""

LANE, KIND = attrgetter("lane"), attrgetter("kind")
LOW_QB = 11
"""A lower card than this behind center means a run more often than a pass."""

ANSWERS: dict[str, tuple[str, ...]] = {
    "pro_set": ("3-4",),
    "pro_set_flip": ("3-4",),
    "i_form": ("3-4",),
    "i_form_flip": ("4-4", "3-4"),
    "i_heavy": ("3-4",),
    "i_heavy_flip": ("5-2", "dime"),
    "single_back": ("4-3", "dime"),
    "single_back_flip": ("nickel-4-2",),
    "ace": ("dime", "nickel-4-2", "4-3"),
    "trips": ("nickel-4-2",),
    "trips_flip": ("nickel-4-2",),
    "trips_te": ("nickel-4-2", "dime"),
    "trips_te_flip": ("4-3",),
    "wishbone": ("3-4",),
    "wishbone_flip": ("5-3-bear",),
    "goal_line": ("3-4",),
    "shotgun_spread": ("nickel-3-3",),
    "shotgun_spread_flip": ("nickel-3-3",),
    "shotgun_trips": ("nickel-3-3", "4-3"),
    "shotgun_trips_flip": ("nickel-3-3",),
    "shotgun_te": ("nickel-3-3",),
    "shotgun_te_flip": ("nickel-3-3",),
    "shotgun_split": ("nickel-3-3", "nickel-4-2"),
    "shotgun_split_flip": ("nickel-3-3", "nickel-4-2"),
    "shotgun_empty": ("nickel-3-3",),
    "shotgun_empty_flip": ("nickel-3-3",),
}
"""What holds each formation best, and what holds it as well within 0.03 points: the mean of first and second
down, 400 plays with each (`benchmarks/cardbowl_worth.py answers 400 1` and `answers 400 2`)."""


def choose_alignment(s: Bowl, request: Choose, rng: Random) -> str:
    """What is known to hold the formation; one from a user's own chart is answered by its wide receivers."""
    wide = [o.kind for o in s.play.offense].count("WR")
    known = ANSWERS.get(s.play.formation, ALIGNMENTS[wide])
    return rng.choice(wanted_or_offered(known, tuple(request.keys)))


def choose_adjustment(s: Bowl, request: Choose, rng: Random) -> str:
    """Against motion: cover goes with its man by itself (CB-19.5); where a man without any goes wide, a high
    linebacker goes to his side, as the extra card."""
    p = s.play
    moved = find_piece(p.offense, p.moved)
    if moved.kind != "WR" or is_covered(s, moved):
        return "done"
    backers = [d for d in p.defense if is_free(d) and d.at in BACKERS]
    kinds = [o.kind for o in p.offense]
    if len(backers) < 2 or kinds.count("WR") < 2 or kinds.count("TE") > 1:
        return "done"
    outside = "O" + moved.side
    held = max((VALUE[d.card] for d in backers if d.at == outside), default=0)
    near = [d for d in backers if d.at in INSIDE and d.acted != p.turn]
    moves = [(VALUE[d.card], d.name) for d in near if outside in NEIGHBOURS[d.at]]
    better = [move for move in moves if move[0] > held]
    return f"{min(better)[1]}>{outside}" if better else "done"


def is_covered(s: Bowl, receiver: Piece) -> bool:
    """Is there a card on him?"""
    return any(d.cover == receiver.name for d in s.play.defense)


def choose_pattern_move(s: Bowl, request: Choose, rng: Random) -> str:
    """Cover a man who went in motion alone; then a low QB or a heavy formation means a run: put a linebacker
    where the blockers stand."""
    p = s.play
    if p.moved and (VALUE[p.offense[0].card] > LOW_QB or p.moved in WIDE):
        moved = find_piece(p.offense, p.moved)
        if moved.kind in ("WR", "TE") and not is_covered(s, moved):
            near = [d for d in p.defense if is_free(d) and d.acted != p.turn and d.at in SAFETIES]
            near = [d for d in near if reaches_receiver(d.reach, moved)]
            if near:
                return f"{max(near, key=lambda d: VALUE[d.card]).name}>{moved.name}"
    stacked = stacked_lanes(s)
    if not stacked:
        return "done"
    backers = [d for d in p.defense if d.at in BACKERS and is_free(d)]
    strong = sorted(backers, key=lambda d: -VALUE[d.card])[1:]
    for n in stacked:
        for d in strong:
            if d.acted != p.turn and may_join(d, p.lanes[n]):
                return f"{d.name}>{LANE_NAMES[n]}"
    return "done"


def stacked_lanes(s: Bowl) -> list[int]:
    """Lanes where blockers stand against too few, the fullest first: in a heavy formation two of them against
    one card and three against two, else against one card three behind a low QB, four behind a high one."""
    p = s.play
    low = VALUE[p.offense[0].card] <= LOW_QB
    few, spare = (4, 2) if not low else (2, 1) if is_heavy(s) else (3, 2)
    behind = list(map(LANE, p.offense))
    blockers = [behind.count(n) for n in range(len(p.lanes))]
    if max(blockers) < few:
        return []
    held = list(map(LANE, p.defense))
    full = [(n, count) for n, count in enumerate(blockers) if count >= few]
    stacked = [n for n, count in full if held.count(n) <= max(1, count - spare)]
    return sorted(stacked, key=lambda n: (-blockers[n], not is_toward(p, n)))


def is_toward(p: Play, n: int) -> bool:
    """Does the lane lie on the side to which a tight end went in motion?"""
    return p.moved in TIGHT_ENDS and (p.lanes[n].col > 0) == (p.moved == "TER")


def is_heavy(s: Bowl) -> bool:
    """Two backs, two tight ends, or at most one wide receiver: mostly a run."""
    kinds = list(map(KIND, s.play.offense))
    return kinds.count("RB") >= 2 or kinds.count("TE") >= 2 or kinds.count("WR") <= 1


def lane_needs(s: Bowl) -> list[int]:
    """Offense less defense in every lane as the defense knows it, the QB left out."""
    need = [0] * len(s.play.lanes)
    for o in s.play.offense:
        if o.lane >= 0:
            value = known_value(o, mine=False)
            need[o.lane] += half_value(value) if o.kind == "RB" else value
    for d in s.play.defense:
        if d.lane >= 0:
            need[d.lane] -= VALUE[d.card]
    return need


def rush_by_count(s: Bowl, request: Choose, rng: Random) -> str:
    """Blitz where the count makes a threat of four or more, and keep one linebacker free."""
    p = s.play
    backers = [d for d in p.defense if d.at in BACKERS and is_free(d)]
    spare = sorted(backers, key=lambda d: VALUE[d.card])[: len(backers) - 1]
    need = lane_needs(s)
    best, most = "done", VALUE[p.offense[0].card] + 3
    for d in spare:
        for n, lane in enumerate(p.lanes):
            margin = VALUE[d.card] - need[n]
            if margin > most and d.acted != p.turn and may_join(d, lane):
                best, most = f"{d.name}>{LANE_NAMES[n]}", margin
    return best


def help_cover(s: Bowl, request: Choose, rng: Random) -> str:
    """Double a strong receiver who beats his player, with a card that is not the last one."""
    p = s.play
    free = [d for d in p.defense if is_free(d)]
    if len(free) <= 2 or VALUE[p.offense[0].card] < 8:
        return "done"
    for o in p.offense:
        if not o.up or o.kind not in ("WR", "TE"):
            continue
        cover = sum(VALUE[d.card] for d in p.defense if d.cover == o.name)
        if VALUE[o.card] - cover < 0 or cover > 14:
            continue
        near = [d for d in free if d.acted != p.turn and reaches_receiver(d.reach, o)]
        if near:
            d = max(near, key=lambda d: (d.at in SAFETIES, VALUE[d.card]))
            return f"{d.name}>{o.name}"
    return "done"


def highest_card(s: Bowl, request: Choose, rng: Random) -> str:
    """The highest card on offer, else the first key (none, done)."""
    best, most = request.keys[0], 0
    for name in request.keys[1:]:
        value = VALUE[find_piece(s.play.defense, name).card]
        if value > most:
            best, most = name, value
    return best
