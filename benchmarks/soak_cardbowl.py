"""A long soak of Card Bowl: coaches against coaches in every way to keep time, looking for a broken promise.

`make soak-coaches` plays 500 games; `soak_cardbowl.py [games] [first seed]` more, fewer or others.
Levels, lengths, timing and options change from game to game. The coaches answer through their policies and
the events are told. Whenever somebody is asked or draws, the pack is counted: every card is in one place.
At every whistle the points told are the score, the ball is where the events and the notes say, down and
distance fit, and the clock has not risen.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from typing import Any

from fieldhouse.football.events import Flag, Kicked, Played, Possession, Scored, Turnover
from fieldhouse.games.cardbowl.coaches import policy
from fieldhouse.games.cardbowl.rules.events import PlayOver
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event, Note
from fieldhouse.kernel.game import Outcome
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.registry import find

PAIRS = (("starter", "starter"), ("starter", "rookie"), ("rookie", "starter"), ("rookie", "rookie"))
TIMINGS = {"simple1": (0, 8, 2), "simple1-all": (0, 9, 3), "simple2": (0, 60, 20), "complex": (0, 50, 16)}
"""Ways to keep time, each with a full, a short and a tiny quarter."""

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"single_joker": True},
    {"playoff": True},
    {"overtime": False},
    {"allocation": 2},
    {"handicap_red": 3},
    {"by_quarter": "13,14,14,12"},
    {"by_quarter": "12/15,12/14,12/14,11/13", "handicap_blue": 1},
    {"offense_cards": 11, "defense_cards": 11},
)
GAINS = re.compile(r"(?:(?:run|pass|scramble|sneak|sack) (-?\d+))((?:, \+\d+)*)")


class Soak:
    """One game under watch."""

    def __init__(self, game: CardBowl, levels: tuple[str, str], seed: int) -> None:
        self.game = game
        self.s = game.start()
        self.told: list[Event] = []
        self.s.tell = self.told.append  # type: ignore[misc]
        self.dice = FastDice(seed)
        self.policies = [policy(level, game, seed + seat) for seat, level in enumerate(levels)]
        self.points = [0, 0]
        self.plays = 0
        self.counts = 0

    def choose(self, request: Any, s: Bowl) -> str:
        """A coach's answer; the pack is counted before it."""
        self.count_cards()
        answer: str = self.policies[request.seat](request, s)
        return answer

    def outcome(self, request: Any) -> Any:
        """A roll or a draw; the pack is counted before it."""
        self.count_cards()
        return self.dice.outcome(request)

    kind = "counted"

    def count_cards(self) -> None:
        """Every card is in the pool, a hand, a discard, drawn, or on the table, and in one of them only."""
        s, p = self.s, self.s.play
        if not s.pool:  # between plays, or about to be rebuilt
            return
        self.counts += 1
        held = [*s.pool, *p.hands[0], *p.hands[1], *(q.card for q in (*p.offense, *p.defense))]
        used = [*p.discards[0], *p.discards[1], *(card for card, _ in s.drawn)]
        assert len(set(held)) == len(held), f"twice in play: {held}"
        assert set(held) | set(used) == set(self.game.book.deck), f"lost: {held} {used}"
        if not any(isinstance(e, Note) and "CB-1.12" in e.rules for e in self.told):  # not rebuilt
            assert len(held) + len(used) == len(self.game.book.deck), f"twice: {held} {used}"

    def play(self) -> Outcome:
        """From the toss to the end."""
        s = self.s
        while (end := self.game.outcome(s)) is None:
            before = self.game.load(self.game.save(s))
            self.told.clear()
            run_play(self.game.play(s), s, self, self.choose)
            self.plays += 1
            self.check_points()
            self.check_situation(before)
            self.check_yards(before)
        assert list(end.scores) == s.scores
        return end

    def check_points(self) -> None:
        """The points told so far are the score."""
        for event in self.told:
            if isinstance(event, Scored):
                self.points[event.side] += event.points
        assert self.points == self.s.scores, f"events say {self.points}, the score is {self.s.scores}"

    def check_situation(self, before: Bowl) -> None:
        """Down, distance and spot can be; the clock and the timeouts of a half never rise."""
        s = self.s
        assert not s.pool and s.play.phase == ""
        if s.next == "down":
            assert 1 <= s.down <= 4 and 0 < s.x < s.ltg <= 100, f"{s.down} {s.x} {s.ltg}"
        if before.next == "toss":  # a new clock
            assert s.next == "kickoff" and s.left > 0
        elif s.quarter == before.quarter:
            assert s.left <= before.left, f"the clock rose from {before.left} to {s.left}"
            assert all(a <= b for a, b in zip(s.timeouts, before.timeouts, strict=True))
        else:
            assert s.quarter == before.quarter + 1, f"from quarter {before.quarter} to {s.quarter}"

    def check_yards(self, before: Bowl) -> None:
        """The ball moved as the events say, unless a penalty moved it."""
        accepted = any(isinstance(e, Flag) and e.accepted for e in self.told)
        for event in self.told:
            if isinstance(event, Played):
                assert (event.side, event.spot, event.down) == (before.off, 100 - before.x, before.down)
                self.check_note(event)
                if not accepted:
                    self.check_play(before, event)
            elif isinstance(event, Possession) and self.s.next == "down":  # else the half is over
                assert (event.side, event.spot) == (self.s.off, 100 - self.s.x), f"{event}"
            elif isinstance(event, Kicked) and not accepted and self.s.next == "down":
                start = before.x if event.what == "punt" else before.kick_spot
                kept = self.s.off == before.off or event.net == 0  # it is 0 where the kickers have the ball
                assert kept or start + event.net == 100 - self.s.x, f"{event}"

    def check_play(self, before: Bowl, event: Played) -> None:
        """The spot after a scrimmage play; between halves there is none."""
        s, spot = self.s, before.x + event.yards
        scored = [e for e in self.told if isinstance(e, Scored)]
        downs = any(isinstance(e, Turnover) and e.what == "downs" for e in self.told)
        if scored and scored[0].side == before.off:
            assert spot == 100 and scored[0].what == "touchdown", f"{event}: a score from {spot}"
        elif scored and scored[0].what == "safety":
            assert spot <= 0 or event.lost, f"{event}: a safety on {spot}"
        elif downs and s.next == "down":
            assert (s.off, s.x) == (1 - before.off, 100 - spot), f"{event}: over on downs on {s.x}"
        elif s.next == "down" and s.off == before.off and not event.lost:
            assert s.x == spot, f"{event}: from {before.x}, now on {s.x}"
            assert s.down == (1 if spot >= before.ltg else before.down + 1), f"{event}: now down {s.down}"

    def check_note(self, event: Played) -> None:
        """Yards in the note of a plain run, pass or sack are those of the event (a touchdown cuts them)."""
        notes = [e.line for e in self.told if isinstance(e, PlayOver)]
        match = GAINS.fullmatch(notes[0]) if len(notes) == 1 else None
        if match:
            yards = int(match[1]) + sum(int(more) for more in re.findall(r"\+(\d+)", match[2]))
            crossed = any(isinstance(e, Scored) for e in self.told) and yards >= event.yards
            assert yards == event.yards or crossed, f"{notes[0]!r}: the event says {event.yards}"


def main(games: int = 500, first: int = 0) -> None:
    """Games one after another; every combination of timing, length, levels and options comes in turn."""
    began = time.perf_counter()
    seen: Counter[str] = Counter()
    plays = counts = 0
    for seed in range(first, first + games):
        timing = tuple(TIMINGS)[seed % 4]
        quarter = TIMINGS[timing][(0, 1, 1, 2, 2)[seed // 4 % 5]]
        options = {"timing": timing, "quarter": quarter, **OPTIONS[seed % len(OPTIONS)]}
        levels = PAIRS[seed // 3 % 4]
        game = find("cardbowl").open(options)
        assert isinstance(game, CardBowl)
        soak = Soak(game, levels, seed)
        try:
            end = soak.play()
        except Exception as error:
            raise SystemExit(f"game {seed}, {options}, {levels}, play {soak.plays}: {error!r}") from error
        plays, counts = plays + soak.plays, counts + soak.counts
        seen.update((timing, " - ".join(levels), f"ended by {end.why}"))
    for what, count in sorted(seen.items()):
        print(f"{count:5} {what}")
    spent = time.perf_counter() - began
    print(f"{games} games, {plays} plays, the pack counted {counts} times, no error in {spent:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
