"""`allpro`: choose by win probability where a table exists, else like the baseline.

By dice the table's choices are the best there are (see `solver.py` for what it leaves out). With cards a play
is a matrix game of the hand held against the cards the other side may hold, on the table's win probabilities.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from fieldhouse.games.redboar.coaches import baseline, win_table
from fieldhouse.games.redboar.coaches.evaluation import PairValue, yards_evaluation
from fieldhouse.games.redboar.coaches.starter import card_mixes
from fieldhouse.games.redboar.rules import downs, penalties
from fieldhouse.games.redboar.rules.charts import Call
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.solve.matrix import solve

TRUST = 0.25
"""How far the other side is taken for one that plays any card it holds rather than for a sensible one."""
STEADY = 1 / 3
"""How often the unexploitable mix is played rather than the best answer to the expected cards."""
HANDS, HELD = 8, 6
"""Hands dealt to the other side to see what a sensible player would do with them, and their cards."""
OWED = 18
"""Overtime `both`: with a possession still owed, time counts as three minutes at most."""
CLEAR = 0.03
"""With this much more for a play than for a kick on the whole, the hand need not be looked at."""
_ANY = Call("", False, 0, 0)


def allpro(game: GridironGame, rng: Random) -> Policy:
    """Return the policy; it looks for a missing table again before each answer."""
    plain = baseline.baseline(game, rng)
    mind = AllProMind(game, rng)
    path = win_table.table_path(game)

    def answer(request: Choose, s: Any) -> str:
        if len(request.keys) == 1:
            return request.keys[0]
        table = win_table.load_table_file(path) if not s.round else None
        if request.what == "card":
            return mind.card(table, request.seat, s)
        if table is None:
            return plain(request, s)
        if request.what == "declare":
            return mind.declare(table, request, s)
        if request.what == "penalty":
            return mind.penalty(table, request.seat, s)
        return mind.attempt(table, s)

    return answer


class AllProMind:
    """The decisions of one All-Pro coach; reads only its own hand, the discards and public facts."""

    def __init__(self, game: GridironGame, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.mixes = card_mixes(game)

    # Kick or play, try, accept or decline

    def declare(self, table: win_table.WinTable, request: Choose, s: Gridiron) -> str:
        """Return the declaration with the best win probability."""
        begun = table.declaration(s)
        if begun is None:
            return baseline.baseline_declaration(self.game, s)
        number, keys = begun
        when = self.when(s)
        rows = dict(zip(keys, table.options[number], strict=True))
        values = {key: table.worth(rows[key], s, when) for key in request.keys if key != "play"}
        lead = s.scores[s.offense] - s.scores[1 - s.offense]
        situation = table.number["declare", s.g, s.t, s.down]
        if table.chance(situation, *when, lead) > max(values.values(), default=0.0) + CLEAR:
            return "play"
        values["play"] = self.play_value(table, rows["play"], s, when)
        return max(values, key=values.__getitem__)

    def play_value(self, table: win_table.WinTable, row: int, s: Gridiron, when: tuple[int, int]) -> float:
        """The chance if a play is run; with cards by the hand that is held."""
        if not self.game.cards:
            return table.worth(row, s, when)
        return self.card_matchup(self.worth(table, s), s.offense, s)[1]

    def attempt(self, table: win_table.WinTable, s: Gridiron) -> str:
        """Choose between the extra point and the two-point conversion."""
        number = table.number["try",]
        ((target, _),) = table.rows[table.roots[number]]
        when = self.when(s)
        rows = zip(table.keys[~target], table.options[~target], strict=True)
        values = {str(key): table.worth(row, s, when) for key, row in rows}
        return max(values, key=values.__getitem__)

    def penalty(self, table: win_table.WinTable, seat: Seat, s: Gridiron) -> str:
        """Accept or decline, by what the rules themselves make of either answer."""
        values = {key: self.after(table, self.state_after_answer(s, key), seat) for key in penalties.ANSWERS}
        return max(values, key=values.__getitem__)

    def state_after_answer(self, s: Gridiron, key: str) -> Gridiron:
        """The state after that answer to a single 12."""
        after = msgspec.structs.replace(s, scores=s.scores[:], over=s.over[:])
        pending = s.pending
        assert pending is not None
        if key == "accept":
            penalties.enforce_penalty(self.game, after, _ANY)
        else:
            after.pending, after.flag, after.phase = None, "", "declare"
            downs.play_stands(self.game, after, _ANY, pending.how, pending.yards)
        return after

    def after(self, table: win_table.WinTable, s: Gridiron, seat: Seat) -> float:
        """Return a seat's win probability between plays."""
        end = self.game.outcome(s)
        if end is not None:
            return 0.5 if end.winner is None else float(end.winner == seat)
        number = table.number.get(("declare", s.g, s.t, s.down) if s.phase == "declare" else (s.phase,))
        if number is None:
            return 0.5
        lead = s.scores[s.offense] - s.scores[1 - s.offense]
        value = table.chance(number, *self.when(s), lead)
        return value if s.offense == seat else 1 - value

    def when(self, s: Gridiron) -> tuple[int, int]:
        """The table's quarter and steps; an overtime possession still owed is soon over."""
        quarter, steps = win_table.table_moment(self.game, s)
        if s.quarter > self.game.quarters and not all(s.over):
            steps = min(steps, OWED)
        return quarter, steps

    # Cards

    def card(self, table: win_table.WinTable | None, seat: Seat, s: Gridiron) -> str:
        """A card from the hand: mostly unexploitable, mostly right against what may be held."""
        worth = self.worth(table, s) if table is not None else yards_evaluation(self.game, s.g, s.t, s.down)
        (steady, best), _ = self.card_matchup(worth, seat, s)
        if self.rng.random() >= STEADY:
            return best
        cards = list(steady)
        return self.rng.choices(cards, [steady[card] for card in cards])[0]

    def worth(self, table: win_table.WinTable, s: Gridiron) -> PairValue:
        """Chances of the offense for every pair of cards in this situation."""
        begun = table.declaration(s)
        if begun is None:
            return yards_evaluation(self.game, s.g, s.t, s.down)
        number, keys = begun
        ((target, _),) = table.rows[table.options[number][keys.index("play")]]
        pairs = table.pairs(~target)
        when = self.when(s)
        return lambda card, against: table.worth(pairs[card, against], s, when)

    def card_matchup(
        self, worth: PairValue, seat: Seat, s: Gridiron
    ) -> tuple[tuple[Mapping[str, float], str], float]:
        """The own mix, the best card against the cards expected, and what the meeting is worth."""
        attack = seat == s.offense
        mine = sorted(set(s.decks[seat].hand))
        theirs, held = self.possible_cards(s, 1 - seat)
        sign = 1 if attack else -1
        matrix = [[sign * (worth(a, b) if attack else worth(b, a)) for b in theirs] for a in mine]
        solution = solve(matrix)
        sensible = self.expected_cards(s, 1 - seat)
        model = [TRUST * held[card] + (1 - TRUST) * sensible[card] for card in theirs]
        gains = [sum(p * value for p, value in zip(model, row, strict=True)) for row in matrix]
        best = max(range(len(mine)), key=gains.__getitem__)
        value = sign * (solution.value + gains[best]) / 2
        return (dict(zip(mine, solution.rows, strict=True)), mine[best]), value

    def possible_cards(self, s: Gridiron, other: Seat) -> tuple[list[str], Mapping[str, float]]:
        """The cards the other side may hold, and each one's share of those not yet discarded."""
        unseen = self.unseen_cards(s, other)
        held = {card: count / len(unseen) for card, count in sorted(Counter(unseen).items())}
        return list(held), held

    def expected_cards(self, s: Gridiron, other: Seat) -> Mapping[str, float]:
        """How often the other side would play each card: the starter's mixes with hands it may hold."""
        unseen = self.unseen_cards(s, other)
        expected: defaultdict[str, float] = defaultdict(float)
        for _ in range(HANDS):
            hand = self.rng.sample(unseen, min(HELD, len(unseen)))
            mix = self.mixes.hand_mix(s, other, tuple(sorted(set(hand))))
            before = 0.0
            for card, upto in zip(mix.cards, mix.upto, strict=True):
                expected[card] += (upto - before) / mix.upto[-1] / HANDS
                before = upto
        return expected

    def unseen_cards(self, s: Gridiron, other: Seat) -> list[str]:
        """The other side's deck without its open discards (RB-10.13)."""
        deck = self.game.book.offense_deck if other == s.offense else self.game.book.defense_deck
        left = Counter(deck)
        left.subtract(s.decks[other].discard)
        return sorted(left.elements())
