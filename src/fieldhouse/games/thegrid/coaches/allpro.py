"""`allpro`: solves every pair of secret cards exactly against the value of what follows, and mixes.

The mix is the equilibrium of the matrix, so no habit of the opponent beats it. Kicks, the clock, timeouts and
re-rolls take the best option by the same values. `evaluation` and `scripts/thegrid_values` say what is exact
and what is approximate. Lineups and replacements go by points per game (`lineup_choice`).
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from fieldhouse.games.thegrid.charts.cards import DEFENSE, INC
from fieldhouse.games.thegrid.coaches.base import GridCoach
from fieldhouse.games.thegrid.coaches.evaluation import Evaluation, sample
from fieldhouse.games.thegrid.coaches.lineup_choice import best_lineup, lineup_points
from fieldhouse.games.thegrid.coaches.value_table import Values
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.lineups import READY
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.players import PLACES, ROSTER
from fieldhouse.kernel.requests import Choose, Seat

TIE = 1e-6
"""Points: a lineup that is better by less is as good."""


class AllPro(GridCoach):
    """The strongest we have."""

    def __init__(self, game: TheGrid, rng: Random, values: Values) -> None:
        super().__init__(game, rng)
        self.values = values
        self._place: Hashable = None
        self._seen: dict[Hashable, Evaluation] = {}

    def evaluate(
        self,
        s: Grid,
        *,
        cards: int | None = None,
        mine: int | None = None,
        theirs: int | None = None,
        right: int | None = None,
    ) -> Evaluation:
        """The position, or the one that a choice would lead to; remembered until the state moves on."""
        place = (id(s), s.offense, s.box, s.down, s.marker, s.left, s.period, s.reroll)
        if place != self._place:
            self._place = place
            self._seen.clear()
        key = (cards, mine, theirs, right)
        found = self._seen.get(key)
        if found is None:
            found = Evaluation(
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

    def lineup(self, request: Choose, s: Grid) -> str:
        """One change at a time toward the best lineup, then ready."""
        before, wanted = s.pending[request.seat], self.wanted_lineup(s, request.seat)
        if not wanted:  # too few players are left: emergency players stay where the rules allow them
            return super().lineup(request, s)
        players = self.game.teams[request.seat].players
        if (
            lineup_points(self.game, request.seat, wanted)
            > lineup_points(self.game, request.seat, before) + TIE
        ):
            for place, who in enumerate(wanted):
                key = f"{PLACES[place]}:{players[who].card}"
                if who != before[place] and key in request.keys:
                    return key
        return READY

    def wanted_lineup(self, s: Grid, seat: Seat) -> tuple[int, ...]:
        """The best lineup of all who may still play."""
        side = s.sides[seat]
        able = tuple(who for who in range(ROSTER) if who not in {*side.injured, *side.taken_out})
        return best_lineup(self.game, seat, able)

    def replacement(self, request: Choose, s: Grid) -> str:
        """Who leaves the team the most points."""
        place = PLACES.index(s.step.removeprefix("replacement:"))
        lineup = s.sides[request.seat].lineup
        cards = {player.card: who for who, player in enumerate(self.game.teams[request.seat].players)}

        def with_him(card: str) -> float:
            return lineup_points(
                self.game, request.seat, [cards[card] if n == place else who for n, who in enumerate(lineup)]
            )

        return max(request.keys, key=with_him)

    def declare(self, request: Choose, s: Grid) -> str:
        """Kick when that has the higher win probability."""
        now = self.evaluate(s)
        kick, place = now.best_kick()
        return f"kick:{PLACES[-place]}" if kick > now.solution.value else "play"

    def offense_card(self, request: Choose, s: Grid) -> str:
        """The best mix of the offense."""
        now = self.evaluate(s)
        return sample(now.solution.rows, now.calls, self.rng.random())

    def defense_card(self, request: Choose, s: Grid) -> str:
        """The best mix of the defense."""
        return sample(self.evaluate(s).solution.columns, DEFENSE, self.rng.random())

    def re_roll(self, request: Choose, s: Grid) -> str:
        """Re-roll when the average of the same cards is better for this seat than the dice rolled."""
        now = self.evaluate(s)
        have = now.result_values(s.calls[0])[0 if s.result == INC else 1 + s.gain]
        mean = now.mean(s.calls[0], s.calls[1])
        better = mean > have if request.seat == s.offense else mean < have
        return "re-roll" if better else "keep"

    def clock(self, request: Choose, s: Grid) -> str:
        """The best of one, two and a timeout against the defense's best reply."""
        worth = {name: self.run_on(s, cards) for name, cards in (("one", 1), ("two", 2))}
        stop = self.value_if_stopped(s)
        if stop is not None:
            worth = {name: min(value, stop) for name, value in worth.items()}
        if "time-out" in request.keys:
            mine = s.sides[s.offense].time_outs - 1
            worth["time-out"] = self.evaluate(s, mine=mine, right=1).value
        return max(worth, key=lambda name: worth[name])

    def clock_reply(self, request: Choose, s: Grid) -> str:
        """Call a timeout when it leaves the offense less than running its cards."""
        stop = self.value_if_stopped(s)
        cards = int(s.step.removeprefix("clock-reply:"))
        return "time-out" if stop is not None and stop < self.run_on(s, cards) else "run-on"

    def run_on(self, s: Grid, cards: int) -> float:
        """The offense's win probability after that many extra cards."""
        left = s.left - cards
        if left <= 0:
            now = self.evaluate(s)
            return now.end(now.diff, now.mine, now.theirs)
        return self.evaluate(s, cards=left, right=0).value

    def value_if_stopped(self, s: Grid) -> float | None:
        """The offense's win probability after a timeout by the defense; None if it has none."""
        theirs = s.sides[1 - s.offense].time_outs
        return self.evaluate(s, theirs=theirs - 1, right=2).value if theirs else None

    def toss_choice(self, request: Choose, s: Grid) -> str:
        """With equal decks either half is the same; the ball in hand."""
        return "first-half"

    def overtime_choice(self, request: Choose, s: Grid) -> str:
        """The ball in hand."""
        return "receive"
