"""The defense's turns: pattern phase, blocking phase and answers (sections 20, 23, 24, 28)."""

from __future__ import annotations

from fieldhouse.games.cardbowl.rules.card_actions import Ask, tell_move, turn_up
from fieldhouse.games.cardbowl.rules.lines.formations import SECONDARY
from fieldhouse.games.cardbowl.rules.lines.motion import straight_back
from fieldhouse.games.cardbowl.rules.lines.ranges import NEIGHBOURS, is_free, reaches_lane, reaches_receiver
from fieldhouse.games.cardbowl.rules.place_names import capitalize_first, lane_words, slot_words
from fieldhouse.games.cardbowl.rules.plays.blocking import lane_name, lanes_in
from fieldhouse.games.cardbowl.rules.state import (
    ENDS_JOIN_RECEIVERS,
    TACKLES_STAY,
    Bowl,
    Lane,
    Phase,
    Piece,
    find_piece,
)
from fieldhouse.kernel.requests import Rules

RULES = {
    Phase.FIRST_ANSWER: "CB-23.7",
    Phase.SECOND_ANSWER: "CB-23.9",
    Phase.BLOCKING_ANSWER: "CB-24.4",
    Phase.ANSWER: "CB-28.4",
}
NAMES = {
    Phase.FIRST_ANSWER: "pattern-1",
    Phase.SECOND_ANSWER: "pattern-2",
    Phase.BLOCKING_ANSWER: "blocking",
    Phase.ANSWER: "answer",
}
PROMPTS = {
    Phase.FIRST_ANSWER: "Move your defenders? Their blockers are still face down",
    Phase.SECOND_ANSWER: "Move your defenders again?",
    Phase.BLOCKING_ANSWER: "Their blockers are revealed. Move your defenders?",
    Phase.ANSWER: "Respond to the card just revealed?",
}
HELD = {"play:hold": "done"}


def defensive_moves(s: Bowl, stage: Phase) -> list[str]:
    """Every move the defense may make now; each card does one thing a turn (CB-20.3)."""
    p = s.play
    keys: list[str] = []
    spare = sum(d.lane >= 0 for d in p.defense) > 3  # CB-18.3, CB-23.12
    receivers = [o for o in p.offense if is_receiver(o)]
    for d in p.defense:
        if d.acted == p.turn:
            continue
        if is_free(d):
            keys += [f"{d.name}>{lane_name(n)}" for n, lane in enumerate(p.lanes) if may_join(d, lane)]
            keys += [f"{d.name}>{r.name}" for r in receivers if reaches_receiver(d.reach, r)]
            keys += [f"{d.name}>{slot}" for slot in NEIGHBOURS[d.at]]
        elif d.lane >= 0 and spare and stage != Phase.ANSWER and may_drop(s, d, stage):
            keys.append(f"{d.name}>back")
            if stage == Phase.BLOCKING_ANSWER:
                keys += ends_choices(s, d)
    return keys


def may_join(d: Piece, lane: Lane) -> bool:
    """CB-23.4: a lane in range that still has room."""
    return lane.in_def < 2 and reaches_lane(d.reach, lane.col)


def is_receiver(o: Piece) -> bool:
    """CB-21.9: WRs and TEs always, a back only once he is released."""
    return o.kind in ("WR", "TE") or (o.kind == "RB" and o.released)


def may_drop(s: Bowl, d: Piece, stage: Phase) -> bool:
    """CB-23.7, 23.9, 24.7: line cards straight back; a committed LB only from the second turn on."""
    if stage == Phase.SECOND_ANSWER and s.edition >= TACKLES_STAY:
        return bool(d.home or d.end)  # CB-23.9
    return not d.up and (not d.home or stage != Phase.FIRST_ANSWER)


def ends_choices(s: Bowl, d: Piece) -> list[str]:
    """CB-24.5, 24.6: an end covers the unrevealed TE he faces; if that TE is up, a WR or back of his side."""
    te = te_faced(s, d)
    if te is None:
        return []
    if not te.up:
        return [f"{d.name}>cover"]
    if s.edition < ENDS_JOIN_RECEIVERS:
        return []
    return [
        f"{d.name}>{o.name}" for o in s.play.offense if is_receiver(o) and o.kind != "TE" and o.side == d.end
    ]


def te_faced(s: Bowl, d: Piece) -> Piece | None:
    """CB-18.4: a DE faces the TE of his side from the tackle's outside shoulder on."""
    if not d.end or d.lane < 0:
        return None
    col = s.play.lanes[d.lane].col  # an end who went back and joined another lane faces nobody
    if abs(col) < 5 or (col < 0) != (d.end == "L"):
        return None
    return next((o for o in s.play.offense if o.at == "TE" + d.end), None)


def defensive_turn(s: Bowl, stage: Phase) -> Rules:
    """Small moves until the defense is done."""
    p = s.play
    still = True
    while True:
        answer = yield Ask(
            s.defense_seat,
            NAMES[stage],
            lambda: ["done", *defensive_moves(s, stage)],
            PROMPTS[stage],
            RULES[stage],
            move_words,
            ahead=HELD,
        )
        if answer == "done":
            if still:
                tell_move(s, s.defense_seat, "holds its alignment", RULES[stage])
            return
        name, to = answer.split(">")
        d = find_piece(p.defense, name)
        d.acted, still = p.turn, False
        move_one(s, d, to, stage)
        if s.tell:
            tell_move(s, s.defense_seat, move_phrase(answer), RULES[stage])


def move_phrase(key: str) -> str:
    """A move as people say it."""
    name, to = key.split(">")
    man = f"the {slot_words(name)}"
    if to.startswith("lane"):
        return f"{man} joins {lane_words(to)}"
    if to in SECONDARY:
        return f"{man} shifts to {slot_words(to)}"
    if to in ("back", "cover"):
        return f"{man} {'drops back' if to == 'back' else 'stays face down on the tight end'}"
    return f"{man} covers the {slot_words(to)}"


def move_words(key: str) -> str:
    """The same as an answer."""
    return "Done" if key == "done" else capitalize_first(move_phrase(key).removeprefix("the "))


def move_one(s: Bowl, d: Piece, to: str, stage: Phase) -> None:
    """One commitment, drop or shift."""
    p = s.play
    if to.startswith("lane"):
        n = lanes_in(to)[0]
        d.home, d.lane = d.at, n
        p.lanes[n].in_def += 1
        if stage in (Phase.BLOCKING_ANSWER, Phase.ANSWER):
            turn_up(s, s.defense_seat, d)  # CB-24.8, 28.4
    elif to == "cover":
        te = te_faced(s, d)
        assert te is not None
        d.lane, d.at, d.cover, d.side = -1, "cover", te.name, te.side
    elif to == "back":
        d.at = d.reach = d.home or straight_back(s, d)  # CB-21.8
        d.lane, d.side, d.home = -1, d.at[-1] if d.at != "M" else "C", ""
    elif to in SECONDARY:
        d.at = to  # CB-21.7: the old range stays in force
        d.side = to[-1] if to != "M" else "C"
    else:
        receiver = find_piece(p.offense, to)
        d.home, d.at, d.cover, d.side, d.lane = d.at, "cover", to, receiver.side, -1
        if receiver.up and stage in (Phase.BLOCKING_ANSWER, Phase.ANSWER):
            turn_up(s, s.defense_seat, d)  # CB-24.11, 28.4


def pattern_turn(s: Bowl, stage: Phase, then: Phase) -> Rules:
    """CB-23.7, 23.9: everything face down."""
    s.play.turn = 1 if stage == Phase.FIRST_ANSWER else 2
    yield from defensive_turn(s, stage)
    s.play.phase = then


def blocking_turn(s: Bowl) -> Rules:
    """CB-24.4 to 24.11: choices first, then everything left in the lanes is turned up."""
    p = s.play
    if p.turn < 3:
        p.turn = 3
        turn_up(s, s.defense_seat, *(d for d in p.defense if d.cover and find_piece(p.offense, d.cover).up))
    yield from defensive_turn(s, Phase.BLOCKING_ANSWER)
    turn_up(s, s.defense_seat, *(d for d in p.defense if d.lane >= 0))
    p.lined, p.k, p.passed, p.phase = True, 1, 0, Phase.CHECK


def answer_turn(s: Bowl) -> Rules:
    """CB-28.4: cards assigned to the card just turned are turned up; then commitments and shifts."""
    p = s.play
    p.turn = 3 + p.k
    if p.last_up:
        turn_up(s, s.defense_seat, *(d for d in p.defense if d.cover == p.last_up))
        p.last_up = ""
    yield from defensive_turn(s, Phase.ANSWER)
    p.phase = Phase.END_OF_TURN
