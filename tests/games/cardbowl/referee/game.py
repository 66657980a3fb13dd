"""A second reading of Card Bowl, made from the rulebook and the catalogue before the rules' code was read.

`Referee.play` is a generator like the rules themselves: it says what must be asked next (`Want`) and is sent
the same answers. `test_referee.py` lets both follow the same games and compares them at every step. Nothing
here imports the game. It covers every chapter of the catalogue. It does not judge how `fill` completes a
line-up or a blocking pattern (that is taste: only that it is legal), nor the words of events and boards.

This module: sections 2, 14, 29 and 43, the game around the plays.
"""

from __future__ import annotations

from typing import Any

from tests.games.cardbowl.referee.adjusting import motion
from tests.games.cardbowl.referee.basics import Asks, Foul, Result, Want, choose, together
from tests.games.cardbowl.referee.clock import Clock
from tests.games.cardbowl.referee.fouls import back, due_card, settle
from tests.games.cardbowl.referee.kicks import field_goal, free_kick, kickoff, punt, six_cards
from tests.games.cardbowl.referee.line import (
    assign,
    backs_up,
    defend,
    make_lanes,
    reveal_defense,
    reveal_offense,
    snap,
)
from tests.games.cardbowl.referee.lineup import deal, line_up_defense, line_up_offense
from tests.games.cardbowl.referee.passing import lateral, pass_play, screen, way_of
from tests.games.cardbowl.referee.running import loose
from tests.games.cardbowl.referee.rush import (
    all_ways,
    developing,
    executions,
    man,
    rush,
    scramble,
    sneak,
    way_name,
)


class Referee(Clock):
    """A whole game, from the toss."""

    # ---- the course of the game

    def play(self) -> Asks:
        """Until somebody has won."""
        if self.options["allocation"]:
            n = self.options["allocation"]
            keys = [f"offense:{k}" for k in range(n + 1)]
            said = yield from together("allocation", {0: keys, 1: keys})
            for team in (0, 1):
                mine = int(said[team].split(":")[1])
                self.extra[team] = [mine, n - mine]
        yield from self.toss()
        self.quarter, self.left = 1, self.length
        while not self.over:
            if self.next == "toss":
                yield from self.toss()
            elif self.next == "kickoff":
                yield from self.kick(kickoff, "kickoff")
            elif self.next == "free-kick":
                yield from self.kick(free_kick, "free-kick")
            elif self.next == "try":
                yield from self.try_for_points()
            else:
                yield from self.a_down()

    def toss(self) -> Asks:
        """CB-2.2."""
        call = yield from choose(0, "toss", ("heads", "tails"))
        coin = yield Want("roll", "toss", frozenset(("heads", "tails")))
        winner = 0 if call == coin else 1
        key = yield from choose(winner, "kick-or-receive", ("receive", "kick"))
        self.off = winner if key == "kick" else 1 - winner
        self.first_kicker = self.off
        self.next, self.kick_spot = "kickoff", 30

    def score(self, team: int, points: int) -> None:
        """CB-2.5, CB-2.13."""
        self.scores[team] += points
        if self.quarter > 4:
            self.over = "overtime"

    # ---- kicks

    def kick(self, kind: Any, name: str) -> Asks:
        """Sections 43b: once, or again and again."""
        self.fresh(name)
        self.hurry = 0
        r = yield from kind(self)
        if r == "again":
            return
        self.failures = 0
        how, what = yield from settle(self, r)
        if how == "rekick":
            self.kick_spot = what
            self.note("re-kick after a foul")
            return
        kicker = self.off
        f = self.p.foul
        accepted = bool(f and f.answer == "accept" and f.by != kicker)
        self.kick_spot = 30
        if how in ("stands", "stays"):
            self.finish(what)
        else:
            self.possession(*what)
        free = accepted and self.off == kicker and self.next == "down"
        yield from self.elapse(self.kick_time(), running=False, counts="kick", free=free)

    # ---- results

    def possession(self, team: int, y: int) -> None:
        """CB-2.6: 1st and 10."""
        self.off, self.x, self.down = team, y, 1
        self.ltg = min(100, y + 10)
        self.next = "down"

    def finish(self, r: Result) -> None:
        """A result that stands, in all plays but tries."""
        spot = 45 if self.p.foul and self.p.foul.answer == "scored" and self.p.foul.yards == 15 else 30
        if r.end == "touchdown":
            self.score(r.team, 6)
            self.off, self.next, self.x, self.kick_spot = r.team, "try", 98, spot
        elif r.end == "field-goal":
            self.score(r.team, 3)
            self.off, self.next, self.kick_spot = r.team, "kickoff", 30
        elif r.end == "safety":
            self.score(1 - r.team, 2)
            self.off, self.next, self.kick_spot = r.team, "free-kick", 20
        elif r.end == "touchback":
            self.possession(r.team, 20)
        elif r.end == "incomplete":
            self.next_down(self.x)
        elif self.own_series(r.team):
            self.next_down(r.y)
        else:
            self.possession(r.team, r.y)

    def own_series(self, team: int) -> bool:
        """CB-39.11: the same series goes on."""
        return team == self.off and not self.p.changed and self.p.kind not in ("kickoff", "free-kick")

    def next_down(self, x: int) -> None:
        """CB-2.6."""
        if x >= self.ltg:
            self.possession(self.off, x)
        elif self.down == 4:
            self.note("turnover on downs")
            self.possession(1 - self.off, 100 - x)
        else:
            self.x, self.down, self.next = x, self.down + 1, "down"

    def repeat(self, x: int, *, afd: bool) -> None:
        """CB-40.9."""
        if afd or x >= self.ltg:
            self.possession(self.off, x)
        else:
            self.x, self.next = x, "down"

    # ---- downs

    def a_down(self) -> Asks:
        """P0 to P21."""
        if self.timing == "complex" and self.running:
            ended = yield from self.between()
            if ended:
                return
        keys = ["scrimmage", "punt", "field-goal"] + (["spike"] if self.timing == "complex" else [])
        call = yield from choose(self.off, "call", keys)
        self.fresh({"field-goal": "field-goal", "punt": "punt"}.get(call, "scrimmage"))
        if call == "scrimmage":
            yield from self.scrimmage()
        elif call == "spike":
            yield from self.spike()
        elif call == "punt":
            r = yield from punt(self)
            time = 2 if self.p.returned or self.p.ofr else 1
            if r.end == "touchback" and self.p.touchback:
                time = 1
            yield from self.close(r, time)
        else:
            r = yield from field_goal(self)
            if r == "dead":
                yield from self.dead_ball("foul")
            else:
                yield from self.close(r, 2 if self.p.ofr else 1)

    def dead_ball(self, how: str) -> Asks:
        """CB-22.4, CB-22.5, CB-3.4: no time, same down."""
        if how == "foul":
            self.x = back(self.x, 5)
        self.running = False
        self.hurry = 0
        yield from ()

    def line_up(self) -> Asks:
        """P2 to P7: how the snap went."""
        hands = yield from deal(self)
        yield from line_up_offense(self, hands[0])
        yield from line_up_defense(self, hands[1])
        yield from motion(self)
        man(self, "QB").up = True
        how = yield from snap(self)
        return how

    def scrimmage(self) -> Asks:
        """A scrimmage play from the deal on."""
        self.p.late = self.late()
        how = yield from self.line_up()
        if how in ("foul", "timeout"):
            yield from self.dead_ball(how)
            return
        r = yield from self.from_snap(how)
        yield from self.close(r, self.play_time(r))

    def from_snap(self, how: Any) -> Asks:
        """P8 to P19."""
        if how:
            return (yield from loose(self, self.off, self.x - how))
        make_lanes(self)
        key = yield from self.pattern()
        if key.startswith("sneak"):
            return (yield from sneak(self, way_of(key.split(":")[1])))
        yield from reveal_offense(self)
        key = yield from choose(self.off, "quick", {"go", *executions(self, up=False)})
        quick = key != "go"
        if not quick:
            yield from defend(self, "blocking")
            reveal_defense(self)
            key = yield from developing(self)
            if isinstance(key, Result):
                return key
        else:
            self.note("quick play")
        return (yield from self.execute(key, quick=quick))

    def pattern(self) -> Asks:
        """Section 23."""
        yield from assign(self)
        for turn in (1, 2):
            if turn == 2:
                yield from backs_up(self)
            keys = self.sneaks()
            if keys:
                key = yield from choose(self.off, "sneak", {"go", *keys})
                if key != "go":
                    return key
            yield from defend(self, f"pattern-{turn}")
        return ""

    def sneaks(self) -> list[str]:
        """CB-31.1, CB-31.2."""
        if self.p.stance == "G":
            return []
        ways = [way for way in all_ways(self) if all(abs(self.p.cols[n]) <= 3 for n in way)]
        return [f"sneak:{way_name(way)}" for way in ways]

    def execute(self, key: str, *, quick: bool) -> Asks:
        """Section 29."""
        what, *rest = key.split(":")
        self.p.call = what
        if what == "scramble":
            return (yield from scramble(self, way_of(rest[0])))
        if what == "pass":
            return (yield from pass_play(self, rest[0], rest[1] if len(rest) > 1 else "", quick=quick))
        if what == "rush":
            return (yield from rush(self, man(self, rest[0]), way_of(rest[1])))
        if what == "screen":
            return (yield from screen(self, rest[0], rest[1]))
        return (yield from lateral(self, rest[0], rest[1], rest[2] if len(rest) > 2 else ""))

    def spike(self) -> Asks:
        """CB-6.16."""
        self.note("spike")
        self.p.call = "spike"
        how = yield from snap(self)
        if how in ("foul", "timeout"):
            yield from self.dead_ball(how)
        elif how:
            r = yield from loose(self, self.off, self.x - how)
            yield from self.close(r, 0)
        else:
            yield from self.close(Result("incomplete", self.off), 0)

    def close(self, r: Result, time: int) -> Asks:
        """P20 and P21 of a down."""
        before = self.off
        self.hurry = 0
        kind = self.p.kind
        how, what = yield from settle(self, r)
        f = self.p.foul
        accepted = bool(f and f.answer == "accept")
        declined = bool(f and f.answer in ("decline", "scored"))
        if how in ("stands", "stays"):
            self.finish(what)
        elif how == "repeat":
            self.repeat(what[0], afd=what[1])
        else:
            self.possession(*what)
        changed = self.off != before or self.p.changed or self.next != "down"
        stops = changed or accepted or kind in ("punt", "field-goal") or r.end == "incomplete"
        stops = stops or self.p.stops or self.p.suited or self.p.call == "spike"
        if declined and self.p.late and self.timing == "complex":
            stops = True
        free = accepted and f is not None and f.by == 1 - before and self.off == before
        yield from self.elapse(
            time, running=not stops, counts="scrimmage" if kind == "scrimmage" else "kick", free=free
        )

    # ---- the try

    def try_for_points(self) -> Asks:
        """Section 14, CB-40.16."""
        key = yield from choose(self.off, "try", ("extra-point", "two-point"))
        self.fresh("try")
        self.note(key)
        if key == "extra-point":
            how, _ = yield from six_cards(self, 118 - self.x, extra_point=True)
            if how == "dead":
                self.x = back(self.x, 5)
                return
            good = how == "good"
            time = 0
        else:
            how = yield from self.line_up()
            if how in ("foul", "timeout"):
                if how == "foul":
                    self.x = back(self.x, 5)
                return
            r = yield from self.from_snap(how)
            good = r.end == "touchdown" and r.team == self.off
            time = 1
        again = yield from self.try_foul(good)
        if again:
            return
        if good:
            self.score(self.off, 2 if key == "two-point" else 1)
            self.note("try good")
        self.next = "kickoff"
        yield from self.elapse(time, running=False, counts="kick")

    def try_foul(self, good: bool) -> Asks:
        """CB-40.16: True when the try is repeated."""
        f: Foul | None = self.p.foul
        if f is None:
            return False
        yield from due_card(self, f)
        if f.by == self.deff and good:
            return False
        key = yield from choose(1 - f.by, "penalty", ("accept", "decline"))
        if key == "decline":
            return False
        self.note("try repeated")
        self.x = 99 if f.by == self.deff else back(self.x, f.yards)
        return True
