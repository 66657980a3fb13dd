"""`allpro`: solves every pair of secret cards exactly against the worth of what follows, and mixes.

The mix is a restricted Nash response: the best one if the other side calls as sensible people do (DC-12) with
chance LEAN and plays its best otherwise. With LEAN 0 it is the plain equilibrium; `lean_cost` tells what the
leaning gives away at most. Kicks, the clock, time outs and re-rolls take the best by the same worths. See
`outlook` and `induction` for what is exact and what is approximate.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from fieldhouse.games.thegrid.charts.cards import DEFENSE, INC
from fieldhouse.games.thegrid.coaches.outlook import Outlook, sample
from fieldhouse.games.thegrid.coaches.situations import Values
from fieldhouse.games.thegrid.coaches.starter import Habits, defense_habits, offense_habits
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.players import PLACES
from fieldhouse.kernel.requests import Choose
from fieldhouse.solve.matrix import column_values, row_values, solve

LEAN = 0.3
"""How much weight the other side's supposed habits have in the mix."""


def offense_mix(now: Outlook, lean: float) -> tuple[float, ...]:
    """The offense's mix, leaning on the defense's habits."""
    habits = row_values(now.matrix, list(defense_habits(now.s).values()))
    leaning = [
        [(1 - lean) * worth + lean * habit for worth in row]
        for row, habit in zip(now.matrix, habits, strict=True)
    ]
    return solve(leaning).rows


def defense_mix(now: Outlook, lean: float) -> tuple[float, ...]:
    """The defense's mix, leaning on the offense's habits."""
    habits = column_values(now.matrix, list(offense_habits(now.s).values()))
    leaning = [
        [(1 - lean) * worth + lean * habit for worth, habit in zip(row, habits, strict=True)]
        for row in now.matrix
    ]
    return solve(leaning).columns


def lean_cost(now: Outlook, lean: float = LEAN) -> tuple[float, float]:
    """What a caller who knows the leaning mix gains on this play, as defense and as offense."""
    value = now.solution.value
    given = value - min(column_values(now.matrix, offense_mix(now, lean)))
    return given, max(row_values(now.matrix, defense_mix(now, lean))) - value


class AllPro(Habits):
    """The strongest we have."""

    def __init__(self, game: TheGrid, rng: Random, values: Values, lean: float = LEAN) -> None:
        super().__init__(game, rng)
        self.lean = lean
        self.game = game
        self.values = values
        self._place: Hashable = None
        self._seen: dict[Hashable, Outlook] = {}

    def outlook(
        self,
        s: Grid,
        *,
        cards: int | None = None,
        mine: int | None = None,
        theirs: int | None = None,
        right: int | None = None,
    ) -> Outlook:
        """The position, or the one that a choice would lead to; remembered until the state moves on."""
        place = (id(s), s.offense, s.box, s.down, s.marker, s.left, s.period, s.reroll)
        if place != self._place:
            self._place = place
            self._seen.clear()
        key = (cards, mine, theirs, right)
        found = self._seen.get(key)
        if found is None:
            found = Outlook(
                self.game,
                s,
                self.values,
                self.game.half_cards,
                cards=cards,
                mine=mine,
                theirs=theirs,
                right=right,
            )
            self._seen[key] = found
        return found

    def declare(self, request: Choose, s: Grid) -> str:
        """A kick when it is worth more than the value of playing."""
        now = self.outlook(s)
        kick, place = now.best_kick()
        return f"kick:{PLACES[-place]}" if kick > now.solution.value else "play"

    def offense_card(self, request: Choose, s: Grid) -> str:
        """The best mix of the offense."""
        now = self.outlook(s)
        return sample(offense_mix(now, self.lean), now.calls, self.rng.random())

    def defense_card(self, request: Choose, s: Grid) -> str:
        """The best mix of the defense."""
        return sample(defense_mix(self.outlook(s), self.lean), DEFENSE, self.rng.random())

    def re_roll(self, request: Choose, s: Grid) -> str:
        """Again when the average of the same cards is better for this seat than what lies there."""
        now = self.outlook(s)
        have = now.result_values(s.calls[0])[0 if s.result == INC else 1 + s.gain]
        mean = now.mean(s.calls[0], s.calls[1])
        better = mean > have if request.seat == s.offense else mean < have
        return "re-roll" if better else "keep"

    def clock(self, request: Choose, s: Grid) -> str:
        """The best of one, two and a time out against the defense's best reply."""
        worth = {name: self.run_on(s, cards) for name, cards in (("one", 1), ("two", 2))}
        stop = self.stopped(s)
        if stop is not None:
            worth = {name: min(value, stop) for name, value in worth.items()}
        if "time-out" in request.keys:
            mine = s.sides[s.offense].time_outs - 1
            worth["time-out"] = self.outlook(s, mine=mine, right=1).value
        return max(worth, key=lambda name: worth[name])

    def clock_reply(self, request: Choose, s: Grid) -> str:
        """A time out when the offense is then worth less than after its cards."""
        stop = self.stopped(s)
        cards = int(s.step.removeprefix("clock-reply:"))
        return "time-out" if stop is not None and stop < self.run_on(s, cards) else "run-on"

    def run_on(self, s: Grid, cards: int) -> float:
        """The offense's chance after so many extra cards."""
        left = s.left - cards
        if left <= 0:
            now = self.outlook(s)
            return now.end(now.diff, now.mine, now.theirs)
        return self.outlook(s, cards=left, right=0).value

    def stopped(self, s: Grid) -> float | None:
        """The offense's chance after a time out of the defense; None if it has none."""
        theirs = s.sides[1 - s.offense].time_outs
        return self.outlook(s, theirs=theirs - 1, right=2).value if theirs else None

    def toss_choice(self, request: Choose, s: Grid) -> str:
        """With equal decks either half is the same; the ball in hand."""
        return "first-half"

    def overtime_choice(self, request: Choose, s: Grid) -> str:
        """The ball in hand."""
        return "receive"
