"""Motion and adjustment (section 19)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fieldhouse.games.cardbowl.rules.card_actions import Ask, tell_move
from fieldhouse.games.cardbowl.rules.lines.formations import (
    COLUMN,
    OTHERS,
    SECONDARY,
    WIDE,
    WIDE_LEFT,
    WIDE_RIGHT,
    is_legal,
    line_columns,
    line_is_legal,
    line_places,
    slot_kind,
    slot_side,
)
from fieldhouse.games.cardbowl.rules.lines.ranges import NEIGHBOURS, is_free
from fieldhouse.games.cardbowl.rules.place_names import (
    capitalize_first,
    facing_words,
    is_column,
    slot_words,
)
from fieldhouse.games.cardbowl.rules.state import COVER_FOLLOWS, Bowl, Phase, Piece, find_piece
from fieldhouse.kernel.requests import Rules

CORNERS = ("CB-", "on ")
"""How the names of cards begin that cover a receiver from the start."""


def motions(s: Bowl) -> tuple[str, ...]:
    """CB-19.1: every move of one TE, WR or back that leaves a legal formation of the same stance."""
    return legal_motions(s.play.stance, tuple(s.play.slots[6:]))


@lru_cache(maxsize=4096)
def legal_motions(stance: str, slots: tuple[str, ...]) -> tuple[str, ...]:
    """The same of the five slots besides the quarterback and the line."""
    keys = []
    for mover in slots:
        for slot in OTHERS:
            if slot not in slots and is_legal(stance, tuple(closed_up(slots, mover, slot))):
                lowest = _lowest_free(slots, mover, slot)
                if lowest == slot:
                    keys.append(f"{mover}>{slot}")
    return tuple(keys)


def closed_up(slots: Sequence[str], mover: str, slot: str) -> list[str]:
    """The five slots after the motion, wide receivers closed up (CB-19.5)."""
    names = renamed_slots(slots, mover, slot)
    return [names[old] for old in slots]


def renamed_slots(slots: Sequence[str], mover: str, slot: str) -> dict[str, str]:
    """Old slot to new slot for every one of the five."""
    names = {old: old for old in slots}
    names[mover] = slot
    for wide in (WIDE_LEFT, WIDE_RIGHT):
        if mover in wide:
            stay = [old for old in wide if old in slots and old != mover]
            names.update({old: wide[n] for n, old in enumerate(stay)})
            if slot in wide:
                names[mover] = wide[len(stay)]
    return names


def _lowest_free(slots: Sequence[str], mover: str, slot: str) -> str:
    """CB-19.5: a WR slot is entered at the lowest free number; a move within a side is none."""
    for wide in (WIDE_LEFT, WIDE_RIGHT):
        if slot in wide:
            return "" if mover in wide else next(free for free in wide if free not in slots)
    return slot


def motion_turn(s: Bowl) -> Rules:
    """The offense may move one card, face down, before the snap."""
    answer = yield Ask(
        s.off,
        "motion",
        lambda: ["none", *motions(s)],
        "Motion before the snap?",
        "CB-19.1",
        motion_words,
    )
    p = s.play
    if answer == "none":
        p.phase = Phase.SNAP  # CB-19.4
        return
    mover, slot = answer.split(">")
    names = renamed_slots(p.slots[6:], mover, slot)
    man = find_piece(p.offense, mover)
    followers = _move_cover(s, mover, names)
    p.slots[6:] = [names[old] for old in p.slots[6:]]
    for o in p.offense[6:]:
        o.name = o.at = names[o.name]
        o.kind, o.side, o.col = slot_kind(o.at), slot_side(o.at), COLUMN.get(o.at, 0)
    p.moved, p.phase = man.name, Phase.ADJUST
    if s.tell:
        to = f"the {slot_words(man.name)} now"
        tell_move(s, s.off, f"sends the {slot_words(mover)} in motion, {to}", "CB-19.1", "CB-19.5")
        for d in followers:
            tell_move(s, s.defense_seat, f"follows with the {slot_words(d.name)}", "CB-19.5")


def _move_cover(s: Bowl, mover: str, names: dict[str, str]) -> list[Piece]:
    """CB-19.5: who covers the moved man goes with him, unless he is a back now; those who do."""
    to, followers = names[mover], []
    follows = s.edition >= COVER_FOLLOWS and slot_kind(to) in ("WR", "TE")
    for d in s.play.defense:
        if d.cover == mover:
            d.home = "S" + (slot_side(mover) if slot_side(mover) != "C" else "R")
            if follows:
                d.cover, d.side = to, slot_side(to)
                followers.append(d)
            else:
                d.at, d.cover = "loose", ""
        elif d.cover:
            d.cover = names[d.cover]
    return followers


def motion_words(key: str) -> str:
    """A motion as people say it."""
    if key == "none":
        return "No motion"
    mover, to = key.split(">")
    return f"{capitalize_first(slot_words(mover))} to {slot_words(to)}"


def adjustment_phrase(key: str) -> str:
    """An adjustment as people say it."""
    name, to = key.split(">")
    if to == "back":
        return f"the {slot_words(name)} drops back"
    if to[0] in "+-":
        step = (
            f"moves over {facing_words(int(to))}"
            if is_column(name)
            else f"goes up, over {facing_words(int(to))}"
        )
        return f"the {slot_words(name)} {step}"
    if to in SECONDARY and name.startswith(CORNERS):
        return f"the {slot_words(name)} stays behind as {slot_words(to)}"
    if to in SECONDARY:
        return f"the {slot_words(name)} shifts to {slot_words(to)}"
    return f"the {slot_words(name)} follows the {slot_words(to)}"


def adjust_words(key: str) -> str:
    """The same as an answer."""
    return (
        "Done adjusting" if key == "done" else capitalize_first(adjustment_phrase(key).removeprefix("the "))
    )


def adjustments(s: Bowl) -> list[str]:
    """CB-19.2: what the defense may still do; each card at most once."""
    p = s.play
    keys: list[str] = []
    line = [d for d in p.defense if d.at == "line"]
    free_cols = line_places(p.slots, [d.col for d in line])
    for d in p.defense:
        if d.acted == p.turn:
            continue
        if d.at == "line":
            others = [o.col for o in line if o is not d]
            cols = [c for c in line_places(p.slots, others) if 0 < abs(c - d.col) <= 2]
            keys += [f"{d.name}>{c:+d}" for c in cols]  # (a)
            if not p.adjusted_line and len(line) > 3:
                keys.append(f"{d.name}>back")  # (b)
        elif d.at == "loose":
            if s.edition < COVER_FOLLOWS and slot_kind(p.moved) in ("WR", "TE"):
                keys.append(f"{d.name}>{p.moved}")  # (c)
        elif d.cover and d.home:
            keys.append(f"{d.name}>{d.home}")  # (c): he does not follow
        elif is_free(d):
            keys += [f"{d.name}>{slot}" for slot in NEIGHBOURS[d.at]]  # (d)
            if not p.adjusted_line and d.at in ("OL", "IL", "M", "IR", "OR") and len(line) < 8:
                keys += [f"{d.name}>{c:+d}" for c in free_cols]  # (b)
    return keys + _shoulder(s, line)


def _shoulder(s: Bowl, line: list[Piece]) -> list[str]:
    """(c): if the moved player is now a TE, the nearest end may go to his outside shoulder."""
    p = s.play
    if p.moved not in ("TEL", "TER") or not line:
        return []
    left = p.moved == "TEL"
    end = min(line, key=lambda d: d.col) if left else max(line, key=lambda d: d.col)
    col = -7 if left else 7
    clear = all(abs(col - d.col) >= 2 for d in line if d is not end)
    key = f"{end.name}>{col:+d}"
    return [key] if clear and end.acted != p.turn and end.col != col and abs(end.col - col) > 2 else []


def adjustment_turn(s: Bowl) -> Rules:
    """The defense answers a motion, card by card, until it is done."""
    p = s.play
    while True:
        answer = yield Ask(
            s.defense_seat,
            "adjust",
            lambda: ["done", *adjustments(s)],
            "Adjust to the motion?",
            "CB-19.2",
            adjust_words,
        )
        if answer == "done":
            break
        name, to = answer.split(">")
        _adjust_one(s, find_piece(p.defense, name), to)
        if s.tell:
            tell_move(s, s.defense_seat, adjustment_phrase(answer), "CB-19.2")
    _loose_to_safety(s)
    _repair_line(s)
    p.phase = Phase.SNAP


def _adjust_one(s: Bowl, d: Piece, to: str) -> None:
    p = s.play
    d.acted = p.turn
    if to == "back":
        p.adjusted_line = True
        d.at = d.reach = straight_back(s, d)
    elif to in WIDE or to in ("TEL", "TER"):
        d.at, d.cover, d.side = "cover", to, slot_side(to)
    elif to[0] in "+-":
        p.adjusted_line = p.adjusted_line or d.at != "line"
        d.at, d.col, d.reach = "line", int(to), ""
    else:
        d.at = d.reach = to
        d.side, d.cover = slot_side(to), ""


def straight_back(s: Bowl, d: Piece) -> str:
    """CB-23.7: an end to the OLB slot of his side, a tackle inside: IL, M or IR by column."""
    if d.end:
        return "O" + d.end
    if not s.play.lanes:  # before the snap the ends are the outermost line cards
        cols = [o.col for o in s.play.defense if o.at == "line"]
        if d.col in (min(cols), max(cols)):
            return "OL" if d.col == min(cols) else "OR"
    return "IL" if d.col < 0 else "IR" if d.col > 0 else "M"


def _loose_to_safety(s: Bowl) -> None:
    """CB-19.5: covering cards that did not follow stand as S on their old side."""
    for d in s.play.defense:
        if d.at == "loose":
            d.at = d.reach = d.home
            d.side = d.at[-1]
        d.home = ""


def _repair_line(s: Bowl) -> None:
    """CB-19.5: a line that the motion made illegal is moved in as far as needed, or steps back."""
    p = s.play
    line = sorted((d for d in p.defense if d.at == "line"), key=lambda d: d.col)
    if line_is_legal(p.slots, [d.col for d in line]):
        return
    legal = line_columns(p.slots)
    low, high = legal[0], legal[-1]
    outermost = line[0] if line[0].col < low else line[-1]  # on the side that lost its tight end
    for inward, edge, step in ((line, low, 1), (line[::-1], high, -1)):
        wall = edge
        for d in inward:
            if (d.col - wall) * step >= 0:
                break
            d.col, wall = wall, wall + 2 * step
    if not line_is_legal(p.slots, [d.col for d in line]):
        outermost.at = outermost.reach = straight_back(s, outermost)
        _respace(line, outermost, low, high)
    tell_move(s, s.defense_seat, "closes up its line", "CB-19.5")


def _respace(line: list[Piece], gone: Piece, low: int, high: int) -> None:
    """Eight cards do not fit without the tight end: the rest stand two apart from the left."""
    rest = [d for d in line if d is not gone]
    col = low
    for n, d in enumerate(rest):
        d.col = max(col, min(d.col, high - 2 * (len(rest) - 1 - n)))
        col = d.col + 2
