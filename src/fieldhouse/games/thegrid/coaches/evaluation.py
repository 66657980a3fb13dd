"""Win probability of the team with the ball, and the exact matrix of the next play.

The play itself is exact: the lineups on the field, the result tables in use, the cards left by suit. What
follows it comes from `Values`, a stated abstraction (`scripts/thegrid_values/backward_induction.py`).
Injuries are left out of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from fieldhouse.games.thegrid.charts.cards import CALLED, DEFENSE, ZONE, legal
from fieldhouse.games.thegrid.coaches.play_odds import (
    LOST,
    LOWER_OF_2D6,
    RESULTS,
    Risks,
    card_results,
    risks,
)
from fieldhouse.games.thegrid.coaches.value_table import TIME_OUTS, Values, situation_index
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.state import Grid, player_at
from fieldhouse.games.thegrid.teams.players import CARRIERS, DS
from fieldhouse.solve.matrix import MatrixSolution, solve


class Evaluation:
    """A position from the offense's side: values of what may follow, and of each pair of cards.

    What is not given is as the state has it: `cards` left, the offense's (`mine`) and the defense's
    (`theirs`) timeouts, and `right`, who may re-roll this play (0 nobody, 1 offense, 2 defense).
    """

    def __init__(
        self,
        game: BoundCharts,
        s: Grid,
        values: Values,
        half_cards: int,
        *,
        cards: int | None = None,
        mine: int | None = None,
        theirs: int | None = None,
        right: int | None = None,
    ) -> None:
        self.game, self.s, self.values, self.half_cards = game, s, values, half_cards
        offense, defense = s.offense, 1 - s.offense
        self.half = 1 if s.period == 1 else 2
        self.diff = s.scores[offense] - s.scores[defense]
        self.cards = s.left if cards is None else cards
        self.mine = min(TIME_OUTS, s.sides[offense].time_outs) if mine is None else mine
        self.theirs = min(TIME_OUTS, s.sides[defense].time_outs) if theirs is None else theirs
        holder = (0 if s.reroll < 0 else 1 if s.reroll == offense else 2) if right is None else right
        self.right = holder
        suits = Counter(card[-1] for card in s.pool)
        unseen = len(s.pool) or 1
        self.club, self.spade = suits["C"] / unseen, suits["S"] / unseen
        self.calls = legal(s.box)
        self._results: dict[str, list[float]] = {}

    # Worth of positions, always for the side named first

    def end(self, diff: int, mine: int, theirs: int, *, offense: bool = True) -> float:
        """The value when the period is over; `offense`: `diff` is that of the team with the ball."""
        if self.half == 2:
            return 1.0 if diff > 0 else 0.5 if diff == 0 else 0.0
        side = self.s.offense if offense else 1 - self.s.offense
        receives = self.s.receiver != side  # TG-23.2
        if receives:
            return self._kickoff(2, self.half_cards, diff, mine, theirs)
        return 1.0 - self._kickoff(2, self.half_cards, -diff, theirs, mine)

    def _kickoff(self, half: int, cards: int, diff: int, mine: int, theirs: int) -> float:
        return sum(
            chance * self.values.value(half, cards - 1, diff, situation_index(k, 1, k + 4), mine, theirs)
            for k, chance in enumerate(LOWER_OF_2D6, start=1)
        )

    def kickoff(self, cards: int, diff: int, mine: int, theirs: int, *, offense: bool) -> float:
        """The receiver's win probability; without cards for a play the period is over."""
        if cards <= 1:
            return self.end(diff, mine, theirs, offense=offense)
        return self._kickoff(self.half, cards, diff, mine, theirs)

    def other_ball(self, cards: int, box: int) -> float:
        """The offense's win probability when the other team takes over at the offense's box `box`."""
        if cards <= 0:
            return self.end(self.diff, self.mine, self.theirs)
        at = situation_index(12 - box, 1, min(12, 16 - box))
        return 1.0 - self.values.value(self.half, cards, -self.diff, at, self.theirs, self.mine)

    def own_ball(
        self, cards: int, at: int, *, mine: int | None = None, theirs: int | None = None, right: int = 0
    ) -> float:
        """The offense's win probability in a situation, by default with both teams' timeouts."""
        mine = self.mine if mine is None else mine
        theirs = self.theirs if theirs is None else theirs
        if cards <= 0:
            return self.end(self.diff, mine, theirs)
        return self.values.value(self.half, cards, self.diff, at, mine, theirs, right)

    def after_score(self, cards: int, points: int) -> float:
        """The offense scores (or, negative, is scored upon by a safety) and the other side receives."""
        if cards <= 0:
            return self.end(self.diff + points, self.mine, self.theirs)
        return 1.0 - self.kickoff(cards, -self.diff - points, self.theirs, self.mine, offense=False)

    def after_opponent_score(self, cards: int, points: int) -> float:
        """The defense scores and the offense receives."""
        return self.kickoff(cards, self.diff - points, self.mine, self.theirs, offense=True)

    def clock(self, cards: int, at: int) -> float:
        """Extra cards are due with `cards` left: the offense's best against the defense's best reply."""
        if cards <= 0:
            return self.end(self.diff, self.mine, self.theirs)
        stopped = self.own_ball(cards, at, theirs=self.theirs - 1, right=2) if self.theirs else 2.0
        best = max(min(self.own_ball(cards - flips, at), stopped) for flips in (1, 2))
        if self.mine:
            best = max(best, self.own_ball(cards, at, mine=self.mine - 1, right=1))
        return best

    def after_play(self, box: int) -> float:
        """The play has ended at `box` with the offense's ball: downs, then the clock (TG-17.1 to TG-17.4)."""
        s, cards = self.s, self.cards - 1
        if box >= s.marker:
            return self.clock(cards, situation_index(box, 1, min(12, box + 4)))
        if s.down == 4:
            return self.other_ball(cards, box)
        return self.clock(cards, situation_index(box, s.down + 1, s.marker))

    # The play at hand

    def result_values(self, key: str) -> list[float]:
        """The value after each result of a card: 0 incomplete, 1 no gain, 1 + g a gain of g boxes."""
        if key not in self._results:
            self._results[key] = self._result_values(risks(self.game, self.s, key))
        return self._results[key]

    def _result_values(self, risk: Risks) -> list[float]:
        box = self.s.box
        kept, ball = self._after
        here = kept[box]
        incomplete = here
        if not risk.run:
            sacked = self._safety if box <= 2 else kept[box - 2]
            incomplete += self.club * risk.sack * (sacked - here)
            incomplete += self.spade * risk.interception * (self._taken(risk.air) - here)
        lost = self.spade * risk.fumble * LOST
        stopped = self._safety if box <= 1 else kept[box - 1]
        no_gain = here + self.club * risk.loss * (stopped - here) + lost * (ball[box] - here)
        six, seven = self._touchdown
        score = six + risk.extra_point * (seven - six)
        gains = [kept[spot] + lost * (ball[spot] - kept[spot]) for spot in range(box + 1, 12)]
        return [incomplete, no_gain, *gains, *[score] * (RESULTS - 2 - len(gains))]

    @cached_property
    def _after(self) -> tuple[dict[int, float], dict[int, float]]:
        """By box: the win probability with the ball kept there, and with the ball lost there."""
        kept = {box: self.after_play(box) for box in range(max(1, self.s.box - 2), 12)}
        return kept, {box: self.other_ball(self.cards - 1, box) for box in range(1, 12)}

    @cached_property
    def _safety(self) -> float:
        return self.after_score(self.cards - 1, -2)

    @cached_property
    def _touchdown(self) -> tuple[float, float]:
        return self.after_score(self.cards - 1, 6), self.after_score(self.cards - 1, 7)

    def _taken(self, air: int) -> float:
        """After an interception (TG-15.2 to TG-15.6)."""
        spot = self.s.box + air
        _, ball = self._after
        if spot >= 12:
            return ball[8]
        value = 0.0
        for back, chance in enumerate(LOWER_OF_2D6, start=1):
            if spot - back > 0:
                value += chance * ball[spot - back]
            else:
                value += chance * self._returned
        return value

    @cached_property
    def _returned(self) -> float:
        """A return touchdown, kicked by the best the defense has (TG-19.5)."""
        cards, defense = self.cards - 1, 1 - self.s.offense
        players = [player_at(self.game, self.s, defense, place) for place in (*CARRIERS, DS)]
        good = 1 - 1 / max(player.kicking for player in players)
        six, seven = self.after_opponent_score(cards, 6), self.after_opponent_score(cards, 7)
        return six + good * (seven - six)

    def mean(self, key: str, against: str) -> float:
        """The value of a pair of cards without any re-roll."""
        chances = card_results(self.game, self.s, key, sum(CALLED[key, against]), ZONE[self.s.box])
        return sum(map(float.__mul__, chances, self.result_values(key)))

    def entry(self, key: str, call: int) -> float:
        """The value of a card at a call-and-key modifier, re-roll included."""
        chances = card_results(self.game, self.s, key, call, ZONE[self.s.box])
        values = self.result_values(key)
        mean = sum(map(float.__mul__, chances, values))
        if self.right == 1:
            return sum(p * max(value, mean) for p, value in zip(chances, values, strict=True))
        if self.right == 2:
            return sum(p * min(value, mean) for p, value in zip(chances, values, strict=True))
        return mean

    @cached_property
    def matrix(self) -> list[list[float]]:
        """Every legal card of the offense (rows) against the defense's twenty (columns)."""
        rows = []
        for key in self.calls:
            sums = [sum(CALLED[key, against]) for against in DEFENSE]
            worth = {call: self.entry(key, call) for call in set(sums)}
            rows.append([worth[call] for call in sums])
        return rows

    @cached_property
    def solution(self) -> MatrixSolution:
        """The value of a regular play and both sides' best mixes."""
        return solve(self.matrix)

    # Field goals

    def kick(self, place: int) -> float:
        """The value of a field goal attempt by the player in that place (TG-20.4)."""
        kicking = player_at(self.game, self.s, self.s.offense, place).kicking
        good = (1 - 1 / kicking) ** (12 - self.s.box)
        cards = self.cards - 1
        return good * self.after_score(cards, 3) + (1 - good) * self.other_ball(cards, self.s.box)

    def best_kick(self) -> tuple[float, int]:
        """The best field goal and its kicker's place."""
        return max((self.kick(place), -place) for place in CARRIERS)

    @property
    def value(self) -> float:
        """The offense's win probability with the better of playing and kicking."""
        return max(self.solution.value, self.best_kick()[0])


def sample(mix: Sequence[float], keys: Sequence[str], at: float) -> str:
    """The key at that point (0 to 1) of a mix."""
    for key, part in zip(keys, mix, strict=True):
        at -= part
        if at < 0:
            return key
    return max(zip(mix, keys, strict=True))[1]
