"""Blocking-pattern phase and blocking phase, the offense's turns (sections 23, 24, 27)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from fieldhouse.games.cardbowl.rules.card_actions import Ask, tell_move, turn_up
from fieldhouse.games.cardbowl.rules.cards import half_value
from fieldhouse.games.cardbowl.rules.lines.ranges import ranges_take_effect
from fieldhouse.games.cardbowl.rules.place_names import capitalize_first, lane_words, slot_words
from fieldhouse.games.cardbowl.rules.state import THREE_LINEMEN, Bowl, Phase, Piece, find_piece
from fieldhouse.kernel.requests import Rules, Seat

LINEMEN = 5
TACKLE_COLUMN = 4
"""CB-42.1: the columns of the linemen are -4 to 4; tight ends stand further out."""
BLOCKS_SET = {"play:run-block": "fill", "play:pass-block": "fill"}
BACKS_STAY = {"play:run-block": "done", "play:pass-block": "done"}
TIGHT_END = {"play:run-block": "block", "play:pass-block": "stay"}


def blockers(s: Bowl) -> list[Piece]:
    """Linemen and tight ends from left to right."""
    line = s.play.offense[1:6]
    for o in s.play.offense[6:]:
        if o.kind == "TE":
            line.insert(0 if o.col < 0 else len(line), o)
    return line


def lane_name(n: int) -> str:
    """Lanes are numbered from the offense's left, from 1."""
    return f"lane{n + 1}"


def lanes_in(key: str) -> list[int]:
    """`lane2` -> [1], `lane2-3` -> [1, 2]."""
    return [int(n) - 1 for n in key[4:].split("-")]


def at_home(o: Piece, col: int) -> bool:
    """CB-42.6: within one column; everybody else is moved in."""
    return o.kind != "RB" and abs(o.col - col) <= 1


def may_block(col: int, lane: int, moved_in: int) -> bool:
    """CB-23.2, 23.4: from one column to another: three away, guards, who may pull, five; two may move in."""
    far = abs(col - lane)
    return far <= 1 or (far <= (5 if col in (-2, 2) else 3) and moved_in < 2)


def lane_options(s: Bowl, o: Piece) -> list[int]:
    """Lanes in reach that still have room (CB-23.4, 23.13)."""
    linemen = linemen_in_lanes(s) if o.kind == "OL" else [0] * len(s.play.lanes)
    most = most_linemen(s)
    return [
        n
        for n, lane in enumerate(s.play.lanes)
        if linemen[n] < most and may_block(o.col, lane.col, lane.in_off)
    ]


def may_stand(s: Bowl, o: Piece, n: int) -> bool:
    """Is lane n one of `lane_options`?"""
    lane = s.play.lanes[n]
    if not may_block(o.col, lane.col, lane.in_off):
        return False
    return o.kind != "OL" or sum([b.lane == n and b.kind == "OL" for b in s.play.offense]) < most_linemen(s)


def most_linemen(s: Bowl) -> int:
    """CB-23.13: how many linemen one match-up takes; before edition 3 all five."""
    return 3 if s.edition >= THREE_LINEMEN else LINEMEN


def linemen_in_lanes(s: Bowl) -> list[int]:
    """How many linemen are assigned to each lane."""
    taken = [o.lane for o in s.play.offense if o.kind == "OL"]
    return [taken.count(n) for n in range(len(s.play.lanes))]


def assign_blocker(s: Bowl, o: Piece, n: int) -> None:
    """The blocker stands in lane n from now on; -1 leaves him unassigned (CB-42.7)."""
    o.acted, o.lane = 0, n
    if n >= 0 and not at_home(o, s.play.lanes[n].col):
        s.play.lanes[n].in_off += 1


def first_pattern(s: Bowl) -> Rules:
    """CB-23.1: every lineman and TE is assigned to one match-up in reach, or to none."""
    todo = [o for o in blockers(s) if o.acted < 0]
    for n, o in enumerate(todo):
        answer = yield assignment_choice(s, o)
        if answer == "fill":
            fill_blocking(s, todo[n:])
            break
        target = answer.split(">")[1]
        assign_blocker(s, o, -1 if target == "none" else int(target[4:]) - 1)
    if s.tell:
        tell_move(s, s.off, blocking_line(s), "CB-23.1", "CB-23.11")
    yield from maybe_sneak(s, Phase.FIRST_ANSWER)


def blocking_line(s: Bowl) -> str:
    """Who blocks where, lane by lane."""
    by_lane = [[slot_words(o.name) for o in blockers(s) if o.lane == n] for n in range(len(s.play.lanes))]
    told = [f"{' and '.join(some) or 'nobody'} in lane {n}" for n, some in enumerate(by_lane, start=1)]
    return f"sets its blocks: {', '.join(told)}"


def assignment_choice(s: Bowl, o: Piece) -> Ask:
    """A lane in reach, nobody, or the rest of the blockers at once."""

    def words(key: str) -> str:
        if key == "fill":
            return "Set the rest for me"
        to = key.split(">")[1]
        return "Nobody" if to == "none" else f"The defender in {lane_words(to)}"

    return Ask(
        s.off,
        "assign",
        lambda: [*(f"{o.name}>{lane_name(n)}" for n in lane_options(s, o)), f"{o.name}>none", "fill"],
        lambda: f"Who does the {slot_words(o.name)} block?",
        "CB-23.1",
        words,
        ahead=BLOCKS_SET,
    )


def fill_blocking(s: Bowl, rest: Sequence[Piece]) -> None:
    """Automatic blocking: the rest stand in the lanes nearest to them."""
    taken, linemen = [b.lane for b in s.play.offense], linemen_in_lanes(s)
    lanes = [(lane.col, lane.in_off, taken.count(n), linemen[n]) for n, lane in enumerate(s.play.lanes)]
    chosen = nearest_lanes(tuple([o.col for o in rest]), tuple(lanes), most_linemen(s))
    for o, n in zip(rest, chosen, strict=True):
        assign_blocker(s, o, n)


@lru_cache(maxsize=4096)
def nearest_lanes(
    cols: tuple[int, ...], lanes: tuple[tuple[int, int, int, int], ...], most: int
) -> list[int]:
    """Each blocker's nearest lane in reach, where a blocker already in it counts as two columns.

    A lane is its column, how many were moved in, how many stand there and how many of them are linemen, of
    whom it takes `most` (CB-23.13); -1 is none.
    """
    moved_in, held, linemen = ([lane[field] for lane in lanes] for field in (1, 2, 3))
    chosen: list[int] = []
    for col in cols:
        is_lineman = abs(col) <= TACKLE_COLUMN
        fit = [
            n
            for n, lane in enumerate(lanes)
            if may_block(col, lane[0], moved_in[n]) and not (is_lineman and linemen[n] >= most)
        ]
        best = min(fit, key=lambda n: abs(col - lanes[n][0]) + 2 * held[n], default=-1)
        chosen.append(best)
        if best >= 0:
            held[best] += 1
            linemen[best] += is_lineman
            moved_in[best] += abs(col - lanes[best][0]) > 1
    return chosen


def may_sneak(s: Bowl) -> bool:
    """CB-31.1, 31.2: under center, where there is a lane of C or G."""
    return s.play.stance == "U" and any(-3 <= lane.col <= 3 for lane in s.play.lanes)


def sneak_keys(s: Bowl) -> list[str]:
    """CB-31.1, 31.2: through C and G lanes or between two of them."""
    if not may_sneak(s):
        return []
    good = [n for n, lane in enumerate(s.play.lanes) if abs(lane.col) <= 3]
    pairs = [f"sneak:lane{n + 1}-{n + 2}" for n in good if n + 1 in good]
    return [f"sneak:{lane_name(n)}" for n in good] + pairs


def maybe_sneak(s: Bowl, then: Phase) -> Rules:
    """CB-23.6: a sneak may be run at the end of the turn, before the defense acts."""
    s.play.phase = then
    if may_sneak(s):
        answer = yield Ask(
            s.off,
            "sneak",
            lambda: ["go", *sneak_keys(s)],
            "Quarterback sneak?",
            "CB-23.6",
            {"go": "No sneak"},
            passes="go",
        )
        if answer != "go":
            s.play.call, s.play.phase = answer, Phase.EXECUTE


def second_pattern(s: Bowl) -> Rules:
    """CB-23.8: any number of backs may be moved face down into line match-ups."""
    p = s.play
    while may_step_up(s):
        answer = yield Ask(
            s.off,
            "backs",
            lambda: ["done", *step_up_keys(s)],
            "Move a back up to block?",
            "CB-23.8",
            back_words,
            ahead=BACKS_STAY,
        )
        if answer == "done":
            break
        name, target = answer.split(">")
        step_up(s, find_piece(p.offense, name), lanes_in(target)[0])
        if s.tell:
            tell_move(s, s.off, f"sends the {slot_words(name)} up into {lane_words(target)}", "CB-23.8")
    yield from maybe_sneak(s, Phase.SECOND_ANSWER)


def back_words(key: str) -> str:
    """A back's way up."""
    if key == "done":
        return "Done"
    name, target = key.split(">")
    return f"{capitalize_first(slot_words(name))} into {lane_words(target)}"


def may_step_up(s: Bowl) -> bool:
    """Is there a back behind the line, and a lane with room for him?"""
    waiting = any(o.kind == "RB" and o.lane < 0 for o in s.play.offense[6:])
    return waiting and any(lane.in_off < 2 for lane in s.play.lanes)


def step_up_keys(s: Bowl) -> list[str]:
    """Every back behind the line into every lane with room."""
    backs = [o for o in s.play.offense if o.kind == "RB" and o.lane < 0]
    room = [n for n, lane in enumerate(s.play.lanes) if lane.in_off < 2]
    return [f"{o.name}>{lane_name(n)}" for o in backs for n in room]


def step_up(s: Bowl, o: Piece, n: int) -> None:
    """A back becomes a committed blocker (CB-27.1, 27.5)."""
    o.lane = n
    s.play.lanes[n].in_off += 1


def reset_counters(s: Bowl) -> None:
    """CB-42.6: both counters are reset when the blocking phase starts and then per turn."""
    for lane in s.play.lanes:
        lane.in_off = lane.in_def = 0


def reveal_line(s: Bowl) -> Rules:
    """CB-24.1, 24.2: linemen and backs in lanes are revealed; each TE in a lane blocks or leaves it."""
    p = s.play
    ranges_take_effect(s)
    reset_counters(s)
    turn_up(s, s.off, *(o for o in p.offense if o.kind == "OL" or (o.kind == "RB" and o.lane >= 0)))
    for o in p.offense:
        if o.kind != "TE" or o.lane < 0 or o.up:
            continue
        answer = yield block_or_stay(s.off, o.name)
        if answer == "block":
            turn_up(s, s.off, o)
        else:
            o.lane = -1
            tell_move(s, s.off, f"the {slot_words(o.name)} leaves the line as a receiver", "CB-24.2")
    p.phase = Phase.QUICK


@cache
def block_or_stay(seat: Seat, name: str) -> Ask:
    """CB-24.2, of one tight end."""
    words = {"block": "Block (reveal the card)", "stay": "Stay face down as a receiver"}
    prompt = f"Does the {slot_words(name)} block?"
    return Ask(seat, "tight-end", ("block", "stay"), prompt, "CB-24.2", words, ahead=TIGHT_END)


def offense_in(s: Bowl, lanes: Sequence[int]) -> list[tuple[str, int]]:
    """The offensive cards of the lanes with what they count: backs half, the rest in full (CB-27.1)."""
    found = [o for o in s.play.offense if o.lane in lanes]
    return [(o.name, half_value(o.value) if o.kind == "RB" else o.value) for o in found]


def defense_in(s: Bowl, lanes: Sequence[int]) -> list[tuple[str, int]]:
    """The defensive cards of the lanes."""
    return [(d.name, d.value) for d in s.play.defense if d.lane in lanes]
