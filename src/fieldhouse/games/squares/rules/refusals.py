"""Why an action is refused: always the first reason in the order of the rules (SQ-11.2, 11.5)."""

from __future__ import annotations

from fieldhouse.games.squares.rules.grid import LANES, NAME, STEPS, reach, square_distance
from fieldhouse.games.squares.rules.moves import quarterback_reach
from fieldhouse.games.squares.rules.notation import HOW, STAYED, read_action
from fieldhouse.games.squares.rules.turn import BLOCK, PASS, QB_PUSHED, TACKLE, Action, Turn, push_squares
from fieldhouse.kernel.requests import Refusal

Why = tuple[str, str]
"""The reason in words and the rule id."""


def read_legal_action(turn: Turn, text: str) -> Action | Refusal:
    """The legal action that `text` names, or why there is none."""
    found = read_action(text)
    if found is None:
        return Refusal(text, f"bad notation: {HOW}", "SQ-12.2")
    action, plus = found
    why = refusal_of(turn, action)
    if why is None and plus and turn.after(action).over != "touchdown":
        why = ("+ without a touchdown", "SQ-12.3")
    return Refusal(text, *why) if why is not None else action


def refusal_of(turn: Turn, action: Action) -> Why | None:
    """Why the action is not legal, or None when it is."""
    if turn.over:
        return "the series is over", "SQ-6.2" if turn.over == "touchdown" else "SQ-7.2"
    if action.kind == PASS:
        return _refuse_pass(turn, action)
    if action.kind == TACKLE:
        return _refuse_tackle(turn, action)
    return _refuse_actor(turn, action) or _refuse_step(turn, action) or _refuse_push(turn, action)


def _not_yours(turn: Turn, square: int) -> Why | None:
    if square & turn.mine:
        return None
    side = "offense" if turn.attack else "defense"
    return f"no piece of the {side} stands on {NAME[square]}", "SQ-4.2"


def _has_acted(turn: Turn, square: int, rule: str) -> Why | None:
    if not square & turn.acted:
        return None
    if square == turn.passer:
        return f"{NAME[square]} has already acted: it passed this turn", "SQ-9.4"
    if square == turn.received == turn.qb:  # another piece may have followed a receiver that ran on
        return f"{NAME[square]} has already acted: it moved before it caught the pass", "SQ-9.7"
    return f"{NAME[square]} has already acted this turn", rule


def _refuse_actor(turn: Turn, action: Action) -> Why | None:
    """May this piece move, and may it block?"""
    why = _not_yours(turn, action.start)
    if why is None and not _passer_blocks(turn, action):
        why = _has_acted(turn, action.start, "SQ-4.3")
    if why is not None or action.kind not in (BLOCK, STAYED):
        return why
    if turn.offense_only and not turn.attack:
        return "only the offense blocks in this game", "SQ-8.9"
    if turn.attack and action.start == turn.qb:
        return "the QB cannot block", "SQ-8.10"
    return None


def _passer_blocks(turn: Turn, action: Action) -> bool:
    """SQ-8.15: the passer, by option, blocks from where it stands."""
    return action.kind == BLOCK and action.start == action.end and bool(action.start & turn.able)


def _refuse_step(turn: Turn, action: Action) -> Why | None:
    """SQ-5: the way from start to end, where the action has one."""
    start, end = action.start, action.end
    if start == end:
        return None if action.kind == BLOCK else ("staying put is not a move", "SQ-5.4")
    if not end & turn.free:
        hint = ": tackle it with x" if not turn.attack and end == turn.qb else ""
        return f"{NAME[end]} is occupied{hint}", "SQ-5.2"
    if not end & reach(start, turn.free):
        return _too_far(start, end)
    if turn.attack and start == turn.qb and not end & quarterback_reach(turn):
        return f"the way to {NAME[end]} leads through the end zone: the QB scores there", "SQ-6.4"
    return None


def _too_far(start: int, end: int) -> Why:
    if square_distance(start, end) > STEPS:
        return f"{NAME[end]} is not reachable in four steps from {NAME[start]}", "SQ-5.1"
    return f"{NAME[end]} is not reachable in four steps from {NAME[start]}: pieces are in the way", "SQ-5.2"


def _refuse_push(turn: Turn, action: Action) -> Why | None:
    """SQ-8: the block itself, once the blocker stands where it blocks from."""
    if action.kind != BLOCK:
        return None
    target = action.target
    if not target & turn.theirs:
        return f"no opposing piece stands on {NAME[target]}", "SQ-8.1"
    if square_distance(action.end, target) != 1:
        return f"{NAME[action.end]} is not adjacent to the target on {NAME[target]}", "SQ-8.1"
    if not turn.attack and target == turn.qb and not turn.ruleset & QB_PUSHED:
        return "the QB cannot be pushed", "SQ-8.11"
    if action.push > 1 and action.start != action.end:
        return "the blocker has moved, so it pushes only one square", "SQ-8.2"
    if action.push > 2:
        return "a block pushes at most two squares", "SQ-8.3"
    return _refuse_room(turn, action)


def _refuse_room(turn: Turn, action: Action) -> Why | None:
    """SQ-8.4, 8.5: square by square behind the target. The blocker has left its start by then."""
    free = turn.free | (action.start if action.start != action.end else 0)
    free &= ~action.end
    for square in push_squares(action):
        if not square:
            return "no piece can be pushed off the board", "SQ-8.5"
        if not square & free:
            return f"no room behind the target: {NAME[square]} is occupied", "SQ-8.4"
    return None


def _refuse_pass(turn: Turn, action: Action) -> Why | None:
    start, end = action.start, action.end
    if not turn.attack:
        return "the defense cannot pass", "SQ-9.1"
    if turn.passer:
        return "the offense has already passed this turn", "SQ-9.6"
    why = _not_yours(turn, start)
    if why is not None:
        return why
    if start != turn.qb:
        return f"{NAME[start]} is not the QB", "SQ-9.1"
    if start & turn.acted:
        return "the QB has moved this turn, so it cannot pass", "SQ-9.4"
    return _refuse_receiver(turn, start, end)


def _refuse_receiver(turn: Turn, start: int, end: int) -> Why | None:
    if not end & turn.off or end == start:
        return f"no receiver stands on {NAME[end]}", "SQ-9.1"
    if end & turn.blocked:
        return f"the receiver on {NAME[end]} has blocked this turn", "SQ-9.8"
    lane = LANES.get((start, end))
    if lane is None:
        return f"{NAME[end]} is not in line with the QB on {NAME[start]}", "SQ-9.1"
    if lane & turn.dfn:
        stopper = (lane & turn.dfn) & -(lane & turn.dfn)
        return f"defender on {NAME[stopper]} in the lane", "SQ-9.2"
    return None


def _refuse_tackle(turn: Turn, action: Action) -> Why | None:
    start, end = action.start, action.end
    if turn.attack:
        return "the offense cannot tackle", "SQ-7.5"
    why = _not_yours(turn, start) or _has_acted(turn, start, "SQ-7.4")
    if why is not None:
        return why
    if end != turn.qb:
        return f"{NAME[end]} is not the QB's square: only the QB can be tackled", "SQ-7.3"
    if not end & reach(start, turn.free | end):
        return f"{NAME[end]} is not reachable in four steps from {NAME[start]}", "SQ-7.1"
    return None
