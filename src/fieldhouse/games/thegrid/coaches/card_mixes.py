"""What sensible people know by heart: how to mix the cards in each situation of a drive.

The best mixes of two average teams (DC-12) early in a level game, by the play cards in use. Who is on the
field, the score and the clock are left out: that is what `allpro` looks at. Each situation is worked out when
it first comes up, about three milliseconds.
"""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache
from itertools import accumulate
from random import Random

import msgspec

from fieldhouse.games.thegrid.charts.cards import DEFENSE
from fieldhouse.games.thegrid.coaches.evaluation import Evaluation
from fieldhouse.games.thegrid.coaches.value_table import CARDS, Values, values_for
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid, new_deck
from fieldhouse.kernel.files import cache_folder
from fieldhouse.kernel.registry import find

EARLY = CARDS // 2
"""Cards left in the half at which mixes are solved: far from its end."""
Mix = dict[str, float]
"""Cards with the probability of each."""


class CardMixes:
    """The mixes for one set of play cards."""

    def __init__(self, game: TheGrid, values: Values) -> None:
        self.game = game
        self.values = values
        self._known: dict[tuple[int, int, int], tuple[Mix, Mix]] = {}
        self._added: dict[tuple[int, int, int, int], tuple[list[str], list[float]]] = {}

    def mixes(self, s: Grid) -> tuple[Mix, Mix]:
        """The offense's and the defense's, by box, down and marker alone."""
        key = (s.box, s.down, s.marker)
        found = self._known.get(key)
        if found is None:
            now = self.game.start()
            new_deck(now, EARLY)
            now.phase, (now.box, now.down, now.marker) = "play", key
            look = Evaluation(self.game, now, self.values, self.game.half_cards)
            solved = look.solution
            found = (
                {card: share for card, share in zip(look.calls, solved.rows, strict=True) if share > 0},
                {card: share for card, share in zip(DEFENSE, solved.columns, strict=True) if share > 0},
            )
            self._known[key] = found
        return found

    def draw_card(self, s: Grid, role: int, rng: Random) -> str:
        """A card from the mix of the offense (0) or the defense (1)."""
        key = (role, s.box, s.down, s.marker)
        found = self._added.get(key)
        if found is None:
            mix = self.mixes(s)[role]
            found = self._added[key] = list(mix), list(accumulate(mix.values()))
        cards, upto = found
        return cards[bisect(upto, rng.random() * upto[-1], 0, len(cards) - 1)]


def mixes_for(game: BoundCharts) -> CardMixes:
    """Those of the play cards in use; worked out once for all games that use them."""
    return _steady(msgspec.json.encode(game.setup.materials["plays"], order="deterministic"))


@lru_cache(maxsize=4)
def _steady(plays: bytes) -> CardMixes:
    cards = msgspec.json.decode(plays)
    game = find("thegrid").open({"home": "average", "visitor": "average"}, {"plays": cards})
    assert isinstance(game, TheGrid)
    return CardMixes(game, values_for(cards, cache_folder()))
