"""The starter's offence: places cards by role, blocks for the plan, executes where it pays."""

from __future__ import annotations

from random import Random

from fieldhouse.games.cardbowl.blocking import lane_options, lanes_in
from fieldhouse.games.cardbowl.cards import HIDDEN, VALUE, half
from fieldhouse.games.cardbowl.developing import actions, helpers
from fieldhouse.games.cardbowl.lineup import RUN_FORMATIONS
from fieldhouse.games.cardbowl.protection import is_automatic, threats
from fieldhouse.games.cardbowl.ranges import extra_for_lanes, extra_for_receivers, is_free, reaches_lane
from fieldhouse.games.cardbowl.state import Piece, State, piece
from fieldhouse.games.cardbowl.values import GUESS, pass_worth, run_worth, situation_worth
from fieldhouse.kernel.requests import Choose

RUN_PLANS = RUN_FORMATIONS
PASS_PLANS = ("single_back", "shotgun_te", "shotgun_split", "shotgun_spread", "ace", "trips_te")


def known(p: Piece, *, mine: bool) -> int:
    """A card's value as its owner or an opponent knows it."""
    if p.card == HIDDEN or not (mine or p.up):
        return GUESS
    return VALUE[p.card]


def formation(s: State, request: Choose, rng: Random) -> str:
    """Run or pass by hand, down and distance."""
    cards = sorted((VALUE[c] for c in s.play.hands[s.off]), reverse=True)
    to_go = s.ltg - s.x if s.next != "try" else 2
    lean = (
        0.5
        + 0.04 * (to_go - 7)
        + (0.12 if s.down >= 3 and to_go > 5 else 0)
        + 0.03 * (cards[1] - cards[3] - 1)
    )
    wanted = PASS_PLANS if rng.random() < lean else RUN_PLANS
    names = [name for name in wanted if name in request.menu]
    return rng.choice(names) if names else rng.choice(list(request.keys))


def is_run_plan(s: State) -> bool:
    """Was the formation called to run?"""
    return s.play.formation in RUN_PLANS


def assign(s: State, request: Choose) -> str:
    """Run: everybody who can reach the best lane goes there. Pass: the nearest man."""
    if not is_run_plan(s):
        return "fill"
    name = request.keys[0].split(">")[0]
    target = run_lane(s)
    key = f"{name}>lane{target + 1}"
    if key in request.menu:
        return key
    o = piece(s.play.offence, name)
    near = lane_options(s, o)
    best = min(near, key=lambda n: abs(o.col - s.play.lanes[n].col), default=-1)
    return f"{name}>lane{best + 1}" if best >= 0 else f"{name}>none"


def run_lane(s: State) -> int:
    """The lane that the strongest three blockers can reach."""
    best, most = 0, -1
    for n, lane in enumerate(s.play.lanes):
        near = [
            o
            for o in s.play.offence
            if o.kind in ("OL", "TE") and abs(o.col - lane.col) <= (5 if o.at in ("LG", "RG") else 3)
        ]
        power = sum(sorted((VALUE[o.card] for o in near), reverse=True)[:3])
        if power > most:
            best, most = n, power
    return best


def run_diff(s: State, lanes: list[int], carrier: int, draws: int = 3, handoff: int = 7) -> float:
    """Offence less defence on average for a run through these lanes."""
    ours = sum(
        half(VALUE[o.card]) if o.kind == "RB" else VALUE[o.card] for o in s.play.offence if o.lane in lanes
    )
    theirs = sum(known(d, mine=False) for d in s.play.defence if d.lane in lanes)
    extra = max((known(d, mine=False) + (1 if not d.up else 0) for d in extra_for_lanes(s, lanes)), default=0)
    return carrier + handoff + ours - theirs - extra - 7 * draws


def pass_line(s: State, r: Piece, *, back: bool) -> tuple[float, float]:
    """Chance of completion without yardage cards, and the mean yards then."""
    qb = VALUE[s.play.offence[0].card] + (s.play.stance == "G")
    value = VALUE[r.card]
    thrown = max(0, min(13, qb - 1 - s.play.pressure)) / 13
    held = max(0, min(13, value - 1)) / 13
    cover = [known(d, mine=False) for d in s.play.defence if d.cover == r.name]
    if back and not cover:
        cover = [GUESS]
    extra = max((known(d, mine=False) for d in extra_for_receivers(s, [r])), default=0)
    best = max(cover, default=0)
    if best >= value:
        held *= max(0.2, 1 - (best - value + 4) / 13)
    mean = qb + value + (qb - s.play.pressure) / 2 + value / 2 - sum(cover) - extra - 14
    return thrown * held, mean


def yardage_plan(s: State, complete: float, mean: float, free: int) -> float:
    """The best of 0 to `free` yardage cards: each costs a quarter and brings seven."""
    best = -99.0
    for n in range(min(free, 4) + 1):
        best = max(best, pass_worth(s.x, s.down, s.ltg, complete * 0.75**n, mean + 6.5 * n))
    return best


def execution_worth(s: State, key: str, timing: str) -> float:
    """Expected points of executing `key` now."""
    verb, *rest = key.split(":")
    qb = VALUE[s.play.offence[0].card]
    gun = s.play.stance == "G"
    if verb == "sneak":
        diff = run_diff(s, lanes_in(rest[0]), qb, 2, 0)
        return situation_worth(s.x + max(-0.5, diff / 4), s.down + 1, s.ltg)
    if verb == "scramble":
        return run_worth(s.x, s.down, s.ltg, run_diff(s, lanes_in(rest[0]), qb, 2, 0)) - 0.1
    r = piece(s.play.offence, rest[0])
    if verb == "rush":
        return run_worth(s.x, s.down, s.ltg, run_diff(s, lanes_in(rest[1]), 2 * (VALUE[r.card] - gun)))
    if verb == "pass":
        complete, mean = pass_line(s, r, back=r.kind == "RB")
        limit = 0 if timing == "quick" else 1 if r.kind == "RB" or (r.kind == "TE" and r.lane >= 0) else 4
        if timing != "quick" and threats(s):
            limit = min(limit, s.play.passed)
        return yardage_plan(s, complete, mean, limit)
    return -50.0


def lane_diffs(s: State) -> list[tuple[float, str]]:
    """Offence less defence and extra card for every lane and pair, best first; carrier and draws left out."""
    p = s.play
    count = len(p.lanes)
    ours, theirs = [0] * count, [0] * count
    for o in p.offence:
        if o.lane >= 0:
            ours[o.lane] += half(VALUE[o.card]) if o.kind == "RB" else VALUE[o.card]
    for d in p.defence:
        if d.lane >= 0:
            theirs[d.lane] += known(d, mine=False)
    free = [(d.reach, known(d, mine=False) + (not d.up)) for d in p.defence if is_free(d)]
    extras = [[v for reach, v in free if reaches_lane(reach, lane.col)] for lane in p.lanes]
    found: list[tuple[float, str]] = []
    for n in range(count):
        found.append((ours[n] - theirs[n] - max(extras[n], default=0), f"lane{n + 1}"))
        if n + 1 < count:
            extra = max(extras[n] + extras[n + 1], default=0)
            both = ours[n] + ours[n + 1] - theirs[n] - theirs[n + 1] - extra
            found.append((both, f"lane{n + 1}-{n + 2}"))
    return sorted(found, reverse=True)


def best_execution(s: State, timing: str) -> tuple[str, float]:
    """The best run or pass now: every receiver, every runner through his best lane, a scramble."""
    face_up = timing == "end"
    gun = s.play.stance == "G"
    diff, lane = lane_diffs(s)[0]
    best = f"scramble:{lane}"
    worth = run_worth(s.x, s.down, s.ltg, diff + VALUE[s.play.offence[0].card] - 14) - 0.1
    for o in s.play.offence:
        if o.kind in ("QB", "OL") or (face_up and not o.up) or (o.kind == "RB" and o.lane >= 0):
            continue
        side = ":L" if o.kind == "RB" and o.side == "C" else ""
        options = [(f"pass:{o.name}{side}", execution_worth(s, f"pass:{o.name}", timing))]
        if o.kind == "RB" and not o.released:
            power = diff + 2 * (VALUE[o.card] - gun) + 7 - 21
            options.append((f"rush:{o.name}:{lane}", run_worth(s.x, s.down, s.ltg, power)))
        for key, value in options:
            if value > worth:
                best, worth = key, value
    return best, worth


def sack_chance(s: State) -> float:
    """The chance that one of the sack draws fails."""
    safe = 1.0
    for rush, kept, _ in threats(s):
        safe *= 1 - min(1.0, (rush - kept) / 13)
    return 1 - safe


def quick(s: State, request: Choose) -> str:
    """Run at once when the plan was to run; else see what the defence shows."""
    best, worth = best_execution(s, "quick")
    wait = waiting_worth(s) - (0.5 if is_run_plan(s) else 0.0)
    return best if worth >= wait else "go"


def waiting_worth(s: State) -> float:
    """What going on may bring: the best developed pass, less the risk of a rush."""
    found = [
        yardage_plan(s, *pass_line(s, o, back=False), 2)
        for o in s.play.offence
        if o.kind in ("WR", "TE") and o.lane < 0
    ]
    return max(found, default=-9.0) - 0.35


def check(s: State, request: Choose) -> str:
    """Help where the rush is, execute when it is dangerous to wait, else protect."""
    found = threats(s)
    helps = helpers(s) if found else []
    if found and helps:
        lanes = {n for _, _, some in found for n in some}
        useful = [key for key in helps if lanes_in(key.split(":")[2])[0] in lanes]
        if useful:
            return useful[0]
    if is_automatic(s):
        return "protect"
    best, worth = best_execution(s, "start")
    if not actions(s):
        return best
    risk = sack_chance(s)
    wait = (1 - risk) * waiting_worth(s) + risk * situation_worth(s.x - 6, s.down + 1, s.ltg)
    shown = all(o.up for o in s.play.offence if o.kind == "WR")
    if shown or s.play.k > 4:
        wait -= 0.4
    return best if worth >= wait + (0.0 if found else -0.05) else "protect"


def action(s: State, request: Choose) -> str:
    """Turn the strongest receiver who is still face down; block where the rush is."""
    reveal = [key for key in request.keys if key.startswith("reveal:")]
    wide = [key for key in reveal if piece(s.play.offence, key.split(":")[1]).kind in ("WR", "TE")]
    pick = wide or reveal
    if pick:
        return max(pick, key=lambda key: VALUE[piece(s.play.offence, key.split(":")[1]).card])
    release = [key for key in request.keys if key.startswith("release:")]
    return release[0] if release else request.keys[0]


def end_turn(s: State, request: Choose) -> str:
    """Throw to a face-up man if that beats what is still to come."""
    best, worth = best_execution(s, "end")
    hidden = [o for o in s.play.offence if o.kind in ("WR", "TE") and not o.up]
    wait = waiting_worth(s) - sack_chance(s) if hidden else -9.0
    return best if worth >= wait else "go"


def yardage(s: State, request: Choose, rng: Random) -> str:
    """Another yardage card while the yards are worth the quarter it costs."""
    r = piece(s.play.offence, s.play.carrier)
    prompt = request.prompt.split("? ")[1]
    ours, theirs = (int(part) for part in prompt.split(" so far")[0].split(" against "))
    held = max(1, min(13, VALUE[r.card]) - 1) / 13
    mean = ours + VALUE[r.card] / 2 - theirs - 14
    now = pass_worth(s.x, s.down, s.ltg, held, mean)
    risk = sack_chance(s) if "protection" in request.prompt else 0.0
    more = pass_worth(s.x, s.down, s.ltg, held * 0.75, mean + 7)
    more = (1 - risk) * more + risk * situation_worth(s.x - 6, s.down + 1, s.ltg)
    return "draw" if more > now else "stop"
