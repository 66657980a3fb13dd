"""Developing play and execution (sections 27 to 29): check, protect, act, answer, execute."""

from __future__ import annotations

from itertools import combinations

from fieldhouse.games.cardbowl.rules.card_actions import Ask, key_words, tell_move, turn_up
from fieldhouse.games.cardbowl.rules.lines.ranges import ranges_take_effect
from fieldhouse.games.cardbowl.rules.place_names import lane_words, slot_words
from fieldhouse.games.cardbowl.rules.plays.blocking import lane_name, lanes_in, reset_counters, step_up
from fieldhouse.games.cardbowl.rules.plays.passing import pass_play, release
from fieldhouse.games.cardbowl.rules.plays.protection import (
    AUTOMATIC,
    is_automatic,
    number_lanes,
    protection_round,
    sack_risk_words,
    threats,
)
from fieldhouse.games.cardbowl.rules.plays.rush import play_rush, play_scramble, play_sneak
from fieldhouse.games.cardbowl.rules.plays.screen_pass import play_lateral, play_screen
from fieldhouse.games.cardbowl.rules.state import ONE_WR_WITH_A_BACK, Bowl, Phase, Piece, find_piece
from fieldhouse.kernel.requests import Option, Rules


def lane_choices(s: Bowl) -> list[str]:
    """Every lane and every pair of neighbors (CB-30.1)."""
    count = len(s.play.lanes)
    return [lane_name(n) for n in range(count)] + [f"lane{n + 1}-{n + 2}" for n in range(count - 1)]


def runners(s: Bowl, *, face_up: bool) -> list[Piece]:
    """Backs who may take the ball: not released, not committed blockers (CB-27.5, CB-30.1)."""
    backs = [o for o in s.play.offense if o.kind == "RB" and o.lane < 0 and not o.released]
    return [o for o in backs if o.up or not face_up]


def receivers(s: Bowl, *, face_up: bool) -> list[Piece]:
    """CB-33.1: WRs, TEs and backs who are no committed blockers."""
    found = [o for o in s.play.offense if o.kind in ("WR", "TE") or (o.kind == "RB" and o.lane < 0)]
    return [o for o in found if o.up or not face_up]


def side_groups(s: Bowl) -> list[str]:
    """CB-35.2: one or two face-down WRs of one side, a back released to that side, or one of each."""
    keys: list[str] = []
    for side in "LR":
        wide = [o.name for o in s.play.offense if o.kind == "WR" and o.side == side and not o.up]
        backs = [o.name for o in s.play.offense if o.released and o.side == side]
        wides = [*((name,) for name in wide), *combinations(wide, 2)]
        keys += ["+".join(some) for some in wides]
        blocking = [some for some in wides if len(some) == 1 or s.edition < ONE_WR_WITH_A_BACK]
        keys += ["+".join((*some, back)) for some in [(), *blocking] for back in backs]
    return keys


def executions(s: Bowl, *, face_up: bool) -> list[str]:
    """Every play that may be executed now (CB-29.4); at the end of a turn to face-up cards only."""
    lanes = lane_choices(s)
    keys = [f"scramble:{lane}" for lane in lanes]
    for o in receivers(s, face_up=face_up):
        sides = ("L", "R") if o.kind == "RB" and o.side == "C" else ("",)
        keys += [f"pass:{o.name}" + (f":{side}" if side else "") for side in sides]
    backs = runners(s, face_up=face_up)
    keys += [f"rush:{o.name}:{lane}" for o in backs for lane in lanes]
    groups = [*lanes, *side_groups(s)]
    for o in backs:
        keys += [f"screen:{o.name}:{group}" for group in groups]
        keys += [
            f"lateral:{o.name}:{group}{side}" for group in groups for side in _lateral_sides(s, o, group)
        ]
    return keys


def _lateral_sides(s: Bowl, back: Piece, group: str) -> tuple[str, ...]:
    """CB-36.4: a center back behind column 0 names his side."""
    if not group.startswith("lane") or back.side != "C":
        return ("",)
    cols = [s.play.lanes[n].col for n in lanes_in(group)]
    return (":L", ":R") if cols[0] + cols[-1] == 0 else ("",)


def quick_turn(s: Bowl) -> Rules:
    """CB-24.3: right after the line is revealed any play but a sneak may be executed."""
    answer = yield Ask(
        s.off,
        "quick",
        lambda: ["go", *executions(s, face_up=False)],
        "Run the play right away?",
        "CB-24.3",
        {"go": "Not yet"},
    )
    s.play.phase = Phase.BLOCKING_ANSWER
    if answer != "go":
        announce_play(s, answer, "quick")


def announce_play(s: Bowl, key: str, timing: str) -> None:
    """CB-29.5: a play once announced cannot be changed."""
    s.play.call, s.play.phase = f"{key}@{timing}", Phase.EXECUTE
    if s.tell:
        tell_move(s, s.off, call_phrase(key), "CB-29.5")


def call_phrase(key: str) -> str:
    """A call or an action within a sentence: `calls a rush by the tailback through lane 2`."""
    found = key_words(key)
    if found.startswith("Send "):
        return f"sends {found[5:]}"
    lower = found[:1].lower() + found[1:]
    return lower if lower.startswith("the ") else f"calls a {lower}"


def helpers(s: Bowl) -> list[str]:
    """CB-27.3: in shotgun each back may be put into a lane of his own side, one back per lane."""
    p = s.play
    if p.stance != "G":
        return []
    backs = [o for o in p.offense if o.kind == "RB" and o.lane < 0 and not o.released]
    return [
        f"help:{o.name}:{lane_name(n)}"
        for o in backs
        for n, lane in enumerate(p.lanes)
        if lane.in_off == 0 and (lane.col <= 0 if o.side == "L" else lane.col >= 0)
    ]


def check_keys(s: Bowl) -> list[str]:
    """Protect, helpers, and executions unless a sack is automatic (CB-25.6, 25.8)."""
    automatic = is_automatic(s)
    first = ["protect"] if automatic or action_keys(s) else []
    return [*first, *helpers(s), *([] if automatic else executions(s, face_up=False))]


def check_turn(s: Bowl) -> Rules:
    """CB-25.1, 25.6: helpers, then execute at the start of the turn, or protect and act."""
    p = s.play
    ranges_take_effect(s)
    while True:
        answer = yield Ask(
            s.off,
            "check",
            lambda: check_keys(s),
            lambda: f"Turn {p.k}, {threat_words(s)}: run a play?",
            "CB-25.6",
            lambda key: protect_option(s) if key == "protect" else "",
        )
        if not answer.startswith("help:"):
            break
        _, name, target = answer.split(":")
        back = find_piece(p.offense, name)
        turn_up(s, s.off, back)
        step_up(s, back, lanes_in(target)[0])
        if s.tell:
            tell_move(s, s.off, f"the {slot_words(name)} helps in {lane_words(target)}", "CB-27.3")
    if answer == "protect":
        p.phase = Phase.PROTECT
    else:
        announce_play(s, answer, "start")


def threat_words(s: Bowl) -> str:
    """The threats of the moment in words."""
    found = [
        f"rush ahead by {rush - kept} in {number_lanes(hit)}"
        + (", a certain sack" if rush - kept > AUTOMATIC else "")  # CB-25.8
        for rush, kept, hit in threats(s)
    ]
    return ", ".join(found) or "no pass rush"


def protect_option(s: Bowl) -> Option:
    """What it risks; without a threat there is nothing to protect against."""
    risk = sack_risk_words(s)
    label = "Protect the quarterback, then act" if risk else "Not yet: reveal or move a player"
    return Option("protect", label, "CB-25.6", help=risk)


def protection_turn(s: Bowl) -> Rules:
    """CB-25.6, 26.3, 28.6: the sack draws; survived, the turn counts for yardage draws."""
    p = s.play
    p.pressure = yield from protection_round(s)
    if p.result is None:
        p.passed, p.phase = p.k, Phase.ACTION


def action_keys(s: Bowl) -> list[str]:
    """CB-28.2: what the offense may do with its turn."""
    keys: list[str] = []
    for o in s.play.offense:
        if o.kind in ("WR", "TE") and not o.up:
            keys.append(f"reveal:{o.name}")
        elif o.kind == "RB" and o.lane < 0 and not o.released:
            keys += [] if o.up else [f"reveal:{o.name}"]
            keys += (
                [f"release:{o.name}:{side}" for side in ("L", "R")]
                if o.side == "C"
                else [f"release:{o.name}"]
            )
            keys += [f"step:{o.name}:{lane_name(n)}" for n in range(len(s.play.lanes))]
            keys += [f"switch:{o.name}"] if o.side != "C" and not o.switched else []
    return keys


def action_turn(s: Bowl) -> Rules:
    """One action per turn is compulsory (CB-28.2)."""
    p = s.play
    answer = yield Ask(
        s.off, "action", lambda: action_keys(s), lambda: f"Turn {p.k}: reveal or move a player", "CB-28.2"
    )
    verb, name, *rest = answer.split(":")
    o = find_piece(p.offense, name)
    reset_counters(s)
    if verb == "switch":
        o.side, o.switched = ("R" if o.side == "L" else "L"), True  # CB-27.4
    else:
        turn_up(s, s.off, o)
        p.last_up = name
    if verb == "release":
        release(o, rest[0] if rest else "")
    elif verb == "step":
        step_up(s, o, lanes_in(rest[0])[0])
    if s.tell and verb != "reveal":
        tell_move(s, s.off, call_phrase(answer), "CB-28.2")
    p.phase = Phase.ANSWER


def finish_turn(s: Bowl) -> Rules:
    """CB-28.5, 29.3: execute to a face-up card, or the next turn begins."""
    answer = yield Ask(
        s.off,
        "end-turn",
        lambda: ["go", *executions(s, face_up=True)],
        "Run the play now?",
        "CB-29.3",
        {"go": "Not yet"},
    )
    if answer == "go":
        reset_counters(s)
        s.play.k += 1
        s.play.phase = Phase.CHECK
    else:
        announce_play(s, answer, "end")


def execute_play(s: Bowl) -> Rules:
    """CB-29: the announced play is resolved."""
    key, _, timing = s.play.call.partition("@")
    verb, *rest = key.split(":")
    if verb == "sneak":
        yield from play_sneak(s, lanes_in(rest[0]))
    elif verb == "scramble":
        yield from play_scramble(s, lanes_in(rest[0]))
    elif verb == "rush":
        yield from play_rush(s, rest[0], lanes_in(rest[1]))
    elif verb == "pass":
        yield from pass_play(s, rest[0], rest[1] if len(rest) > 1 else "", timing)
    elif verb == "screen":
        yield from play_screen(s, rest[0], rest[1])
    else:
        yield from play_lateral(s, rest[0], rest[1], rest[2] if len(rest) > 2 else "")
