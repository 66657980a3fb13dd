"""The starter's decisions on offense: formation, blocking, and when to run or pass."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from random import Random

from fieldhouse.games.cardbowl.coaches.evaluation import GUESS, play_values, situation_value
from fieldhouse.games.cardbowl.rules.cards import HIDDEN, VALUE, half_value
from fieldhouse.games.cardbowl.rules.lines.lineup import RUN_FORMATIONS
from fieldhouse.games.cardbowl.rules.lines.ranges import LANES_IN_RANGE, RECEIVERS_IN_RANGE, extra_for_lanes
from fieldhouse.games.cardbowl.rules.plays.blocking import (
    blockers,
    lane_options,
    lanes_in,
    may_stand,
    sneak_keys,
)
from fieldhouse.games.cardbowl.rules.plays.development import action_keys, helpers
from fieldhouse.games.cardbowl.rules.plays.protection import is_automatic, threats
from fieldhouse.games.cardbowl.rules.state import Bowl, Due, Piece, find_piece
from fieldhouse.kernel.requests import Choose

RUN_PLANS = RUN_FORMATIONS
LANE_NAMES = tuple(f"lane{n}" for n in range(1, 9))
PAIR_NAMES = tuple(f"lane{n}-{n + 1}" for n in range(1, 8))
CHANCE = {value: max(0, min(13, value - 1)) / 13 for value in range(-7, 17)}
"""How often a drawn card is lower than the value."""
NOBODY = (0, 0)
"""Sum and highest of the cards that cover a receiver, if there are none."""
RUN_CALLS = ("i_heavy", "i_heavy", "pro_set")
"""Formations to run from: what brings most against the starter's defense, with the motion of `MOTIONS`."""
PASS_PLANS = ("shotgun_te", "shotgun_te_flip")
"""Formations to pass from, with and without motion. No other formation and motion brings clearly more
(of 227 the best +0.11 ± 0.15 points a play, 400 plays each on the same cards)."""

SHORT_CALLS = ("i_heavy",)
"""With a yard or two to go: three blockers around center for a sneak, or a run as before."""
SNEAK_YARDS, SNEAK_LEAD = 2, 4
"""So many yards to go at most, and points ahead for each of them, where the QB sneaks."""
NO_MOTION = ("none",)
MOTIONS = {"pro_set": ("BL>TEL",), "shotgun_te": ("TER>WL3", "none")}
"""Motion that brings more than the formation as it stands: a back goes up to block, an end goes wide."""


def known_value(p: Piece, *, mine: bool) -> int:
    """A card's value as its owner or an opponent knows it."""
    if p.card == HIDDEN or not (mine or p.up):
        return GUESS
    return VALUE[p.card]


def choose_formation(s: Bowl, request: Choose, rng: Random) -> str:
    """Run or pass by hand, down and distance."""
    cards = sorted([VALUE[card] for card in s.play.hands[s.off]], reverse=True)
    to_go = s.ltg - s.x if s.next != Due.TRY else 2
    lean = (
        0.22
        + 0.04 * (to_go - 7)
        + (0.12 if s.down >= 3 and to_go > 5 else 0)
        + 0.03 * (cards[1] - cards[3] - 1)
    )
    runs = SHORT_CALLS if to_go <= SNEAK_YARDS else RUN_CALLS
    wanted = PASS_PLANS if rng.random() < lean else runs
    return rng.choice(wanted_or_offered(wanted, tuple(request.keys)))


@lru_cache(maxsize=64)
def wanted_or_offered(wanted: tuple[str, ...], offered: tuple[str, ...]) -> tuple[str, ...]:
    """Those wanted that are offered; all that is offered if there is none."""
    return tuple(name for name in wanted if name in offered) or offered


def choose_motion(s: Bowl, request: Choose, rng: Random) -> str:
    """The motion that belongs to the formation, if any."""
    key = rng.choice(MOTIONS.get(s.play.formation, NO_MOTION))
    return key if key == "none" or key in request.keys else "none"  # a chart may have its own slots


def choose_sneak(s: Bowl, request: Choose, rng: Random) -> str:
    """With a yard or two to go, where the lanes around center are good enough for them (CB-31.5)."""
    to_go = (s.ltg if s.next != Due.TRY else 100) - s.x
    if to_go > SNEAK_YARDS:
        return "go"
    lead, key = max((sneak_lead(s, key), key) for key in sneak_keys(s))
    return key if lead >= SNEAK_LEAD * to_go else "go"


def sneak_lead(s: Bowl, key: str) -> int:
    """CB-31.4: offense less defense on average, without what is needed for the first yard."""
    lanes = lanes_in(key.split(":")[1])
    lead = VALUE[s.play.offense[0].card] - 14
    for o in s.play.offense:
        if o.lane in lanes:
            lead += half_value(VALUE[o.card]) if o.kind == "RB" else VALUE[o.card]
    return lead - sum(known_value(d, mine=False) for d in s.play.defense if d.lane in lanes)


def choose_backs(s: Bowl, request: Choose, rng: Random) -> str:
    """On run plans with a lead blocker, he goes where the run goes."""
    if is_run_plan(s) and any(o.name == "BF" and o.lane < 0 for o in s.play.offense[6:]):
        n = run_lane(s, blockers(s))
        if s.play.lanes[n].in_off < 2:
            return f"BF>{LANE_NAMES[n]}"
    return "done"


def is_run_plan(s: Bowl) -> bool:
    """Was the formation called to run?"""
    return s.play.formation in RUN_PLANS


def choose_assignment(s: Bowl, request: Choose, rng: Random) -> str:
    """Run: everybody who can reach the best lane goes there. Pass: the nearest player."""
    if not is_run_plan(s):
        return "fill"
    line = blockers(s)
    for o in line:
        if o.acted < 0:
            break
    n = lane_toward(s, o, run_lane(s, line))
    return f"{o.name}>{LANE_NAMES[n]}" if n >= 0 else f"{o.name}>none"


def lane_toward(s: Bowl, o: Piece, target: int) -> int:
    """The target lane if the blocker may stand there, else the nearest to him; -1 where there is none."""
    if may_stand(s, o, target):
        return target
    lanes = s.play.lanes
    return min(lane_options(s, o), key=lambda n: abs(o.col - lanes[n].col), default=-1)


def run_lane(s: Bowl, line: Sequence[Piece]) -> int:
    """The lane that the strongest three blockers can reach."""
    return strongest_lane(tuple(map(COL_AND_CARD, line)), tuple(map(COL, s.play.lanes)))


COL, COL_AND_CARD = attrgetter("col"), attrgetter("col", "card")


@lru_cache(maxsize=64)
def strongest_lane(blockers: tuple[tuple[int, str], ...], lanes: tuple[int, ...]) -> int:
    """Columns and cards of the line, columns of the lanes; asked again for every blocker of a play."""
    line = [(col, VALUE[card]) for col, card in blockers]
    best, most = 0, -1
    for n, lane in enumerate(lanes):
        near = [value for col, value in line if abs(col - lane) <= (5 if abs(col) == 2 else 3)]
        power = sum(sorted(near, reverse=True)[:3])
        if power > most:
            best, most = n, power
    return best


def run_diff(s: Bowl, lanes: list[int], carrier: int, draws: int = 3, handoff: int = 7) -> float:
    """Offense less defense on average for a run through these lanes."""
    ours = sum(
        half_value(VALUE[o.card]) if o.kind == "RB" else VALUE[o.card]
        for o in s.play.offense
        if o.lane in lanes
    )
    theirs = sum(known_value(d, mine=False) for d in s.play.defense if d.lane in lanes)
    extra = max(
        (known_value(d, mine=False) + (1 if not d.up else 0) for d in extra_for_lanes(s, lanes)), default=0
    )
    return carrier + handoff + ours - theirs - extra - 7 * draws


class OffenseSight:
    """The table as the offense sees it, added up once for a decision; face-down defenders are guessed."""

    __slots__ = ("cover", "free", "gun", "ours", "outlook", "plans", "pressure", "qb", "theirs")

    def __init__(self, s: Bowl) -> None:
        p = s.play
        ours, theirs = [0] * len(p.lanes), [0] * len(p.lanes)
        cover: dict[str, tuple[int, int]] = {}
        free: list[tuple[str, int, bool]] = []
        for o in p.offense:
            if o.lane >= 0:
                ours[o.lane] += half_value(VALUE[o.card]) if o.kind == "RB" else VALUE[o.card]
        for d in p.defense:
            value = VALUE[d.card] if d.up else GUESS
            if d.lane >= 0:
                theirs[d.lane] += value
            elif d.cover:
                total, best = cover.get(d.cover, NOBODY)
                cover[d.cover] = total + value, max(best, value)
            elif d.at != "line":
                free.append((d.reach, value, d.up))
        self.ours, self.theirs, self.cover, self.free = ours, theirs, cover, free
        self.gun = p.stance == "G"
        self.qb = VALUE[p.offense[0].card]
        self.pressure = p.pressure
        self.outlook = play_values(s.x, s.down, s.ltg)
        self.plans: dict[str, tuple[float, float, list[float]]] = {}

    def best_lane(self, s: Bowl) -> tuple[int, str]:
        """The lane or pair with the most offense less defense and extra card; carrier and draws left out."""
        found: list[tuple[int, str]] = []
        before = last = 0
        for n, lane in enumerate(s.play.lanes):
            extra = 0
            for reach, value, up in self.free:
                if value + (not up) > extra and lane.col in LANES_IN_RANGE[reach]:
                    extra = value + (not up)
            diff = self.ours[n] - self.theirs[n]
            found.append((diff - extra, LANE_NAMES[n]))
            if n:
                found.append((before + diff - max(last, extra), PAIR_NAMES[n - 1]))
            before, last = diff, extra
        return max(found)

    def pass_to(self, r: Piece) -> tuple[float, float]:
        """Chance of completion without yardage cards, and the mean yards then."""
        value, qb = VALUE[r.card], self.qb + self.gun
        thrown, held = CHANCE[qb - self.pressure], CHANCE[value]
        cover, best = self.cover.get(r.name) or ((GUESS, GUESS) if r.kind == "RB" else NOBODY)
        if best >= value:
            held *= max(0.2, 1 - (best - value + 4) / 13)
        extra = 0
        for reach, free, _ in self.free:
            if free > extra and (r.kind, r.side) in RECEIVERS_IN_RANGE[reach]:
                extra = free
        mean = qb + value + (qb - self.pressure) / 2 + value / 2 - cover - extra - 14
        return thrown * held, mean

    def pass_plan(self, r: Piece, most: int) -> float:
        """The best of 0 to `most` yardage cards: each costs a quarter and brings seven."""
        plan = self.plans.get(r.name)
        if plan is None:
            plan = self.plans[r.name] = (*self.pass_to(r), [])
        complete, mean, worths = plan
        for n in range(len(worths), most + 1):
            worths.append(self.outlook.throw(complete * 0.75**n, mean + 6.5 * n))
        return max(worths[: most + 1]) if most else worths[0]


def best_execution(s: Bowl, sight: OffenseSight, most: int, *, face_up: bool = False) -> tuple[str, float]:
    """The best run or pass now: every receiver, every runner through his best lane, a scramble.

    `most` is how many yardage cards may be drawn without another protection round.
    """
    diff, lane = sight.best_lane(s)
    best = f"scramble:{lane}"
    worth = sight.outlook.run(diff + sight.qb - 14) - 0.1
    for o in s.play.offense[6:]:
        back = o.kind == "RB"
        if (face_up and not o.up) or (back and o.lane >= 0):
            continue
        limit = 1 if back or (o.kind == "TE" and o.lane >= 0) else 4
        value = sight.pass_plan(o, min(limit, most))
        if value > worth:
            best, worth = f"pass:{o.name}" + (":L" if back and o.side == "C" else ""), value
        if back and not o.released:
            value = sight.outlook.run(diff + 2 * (VALUE[o.card] - sight.gun) + 7 - 21)
            if value > worth:
                best, worth = f"rush:{o.name}:{lane}", value
    return best, worth


def free_yardage(s: Bowl) -> int:
    """How many yardage cards the protection so far allows (CB-33.13)."""
    return s.play.passed if threats(s) else 4


def sack_chance(s: Bowl) -> float:
    """The chance that one of the sack draws fails."""
    safe = 1.0
    for rush, kept, _ in threats(s):
        safe *= 1 - min(1.0, (rush - kept) / 13)
    return 1 - safe


def choose_quick(s: Bowl, request: Choose, rng: Random) -> str:
    """Run at once when the plan was to run; else see what the defense shows."""
    sight = OffenseSight(s)
    best, worth = best_execution(s, sight, 0)
    wait = waiting_value(s, sight) - (0.5 if is_run_plan(s) else 0.0)
    return best if worth >= wait else "go"


def waiting_value(s: Bowl, sight: OffenseSight) -> float:
    """What going on may bring: the best developed pass, less the risk of a rush."""
    found = [sight.pass_plan(o, 2) for o in s.play.offense[6:] if o.lane < 0 and o.kind != "RB"]
    return max(found, default=-9.0) - 0.35


def choose_check(s: Bowl, request: Choose, rng: Random) -> str:
    """Help where the rush is, execute when it is dangerous to wait, else protect."""
    found = threats(s)
    if found:
        lanes = {n for _, _, some in found for n in some}
        useful = [key for key in helpers(s) if lanes_in(key.split(":")[2])[0] in lanes]
        if useful:
            return useful[0]
    if is_automatic(s):
        return "protect"
    sight = OffenseSight(s)
    best, worth = best_execution(s, sight, free_yardage(s))
    if not action_keys(s):
        return best
    risk = sack_chance(s)
    wait = (1 - risk) * waiting_value(s, sight) + risk * situation_value(s.x - 6, s.down + 1, s.ltg)
    shown = all(o.up for o in s.play.offense if o.kind == "WR")
    if shown or s.play.k > 4:
        wait -= 0.4
    return best if worth >= wait + (0.0 if found else -0.05) else "protect"


def choose_action(s: Bowl, request: Choose, rng: Random) -> str:
    """Turn the strongest receiver who is still face down; block where the rush is."""
    reveal = [key for key in request.keys if key.startswith("reveal:")]
    wide = [key for key in reveal if find_piece(s.play.offense, key.split(":")[1]).kind in ("WR", "TE")]
    pick = wide or reveal
    if pick:
        return max(pick, key=lambda key: VALUE[find_piece(s.play.offense, key.split(":")[1]).card])
    release = [key for key in request.keys if key.startswith("release:")]
    return release[0] if release else request.keys[0]


def choose_end_turn(s: Bowl, request: Choose, rng: Random) -> str:
    """Throw to a face-up player if that beats what is still to come."""
    sight = OffenseSight(s)
    best, worth = best_execution(s, sight, free_yardage(s), face_up=True)
    hidden = [o for o in s.play.offense if o.kind in ("WR", "TE") and not o.up]
    wait = waiting_value(s, sight) - sack_chance(s) if hidden else -9.0
    return best if worth >= wait else "go"


def choose_yardage(s: Bowl, request: Choose, rng: Random) -> str:
    """Another yardage card while the yards are worth the quarter it costs."""
    r = find_piece(s.play.offense, s.play.carrier)
    facts = request.facts
    held = max(1, min(13, VALUE[r.card]) - 1) / 13
    mean = facts["offense"] + VALUE[r.card] / 2 - facts["defense"] - 14
    outlook = play_values(s.x, s.down, s.ltg)
    now = outlook.throw(held, mean)
    risk = 0.0 if facts["free"] else sack_chance(s)
    more = outlook.throw(held * 0.75, mean + 7)
    more = (1 - risk) * more + risk * situation_value(s.x - 6, s.down + 1, s.ltg)
    return "draw" if more > now else "stop"
