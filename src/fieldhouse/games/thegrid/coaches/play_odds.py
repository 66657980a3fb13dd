"""Exact probabilities of a play in closed form; a test compares them with the rules run to exhaustion.

What a play can do is a short list of results: 0 incomplete, 1 no gain, 1 + g a gain of g boxes.
"""

from __future__ import annotations

from functools import cache

from fieldhouse.games.thegrid.charts.cards import AIR, BONUS, DECK, FIVE, INC, NG, PlayCard
from fieldhouse.games.thegrid.charts.reader import HIGH, LOW
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.scrimmage import pass_rating
from fieldhouse.games.thegrid.rules.state import Grid, player_at
from fieldhouse.games.thegrid.teams.players import QB

RESULTS = 17
"""Incomplete, no gain, and gains of 1 to 15 boxes: twelve on a die and three more."""

LOWER_OF_2D6 = tuple((13 - 2 * k) / 36 for k in range(1, 7))  # TG-C.5
LOST = 190 / 400  # TG-C.10: the defense has a loose ball


@cache
def lower_of(a: int, b: int) -> tuple[float, ...]:
    """The probability of each lower die of da and db, from 1 (TG-C.7)."""
    at_least = [(a - k + 1) * (b - k + 1) / (a * b) for k in range(1, min(a, b) + 1)] + [0.0]
    return tuple(at_least[k] - at_least[k + 1] for k in range(min(a, b)))


@cache
def result_odds(table: tuple[int, ...], a: int, b: int, modifier: int) -> tuple[float, ...]:
    """The probability of every result for a table, two yardage dice and the d20's modifier."""
    chances = [0.0] * RESULTS
    for d20 in range(1, 21):
        code = table[max(LOW, min(d20 + modifier, HIGH)) - LOW]
        if code == INC:
            chances[0] += 1 / 20
        elif code == NG:
            chances[1] += 1 / 20
        elif code == FIVE:
            chances[2] += 1 / 20
        else:
            for low, chance in enumerate(lower_of(a, b), start=1):
                chances[1 + low + BONUS[code]] += chance / 20
    return tuple(chances)


class Risks:
    """The bad-luck dice of one card: probabilities of a 1 (TG-2.7)."""

    __slots__ = ("air", "extra_point", "fumble", "interception", "loss", "run", "sack")

    def __init__(
        self,
        card: PlayCard,
        *,
        run_block: int,
        pass_block: int,
        interception: int,
        fumble: int,
        kicking: int,
    ) -> None:
        self.run = card.run
        self.loss = 1 / run_block if card.run else 0.0
        self.sack = 0.0 if card.run else 1 / pass_block
        self.interception = 0.0 if card.run else 1 / interception
        self.fumble = 1 / fumble
        self.extra_point = 1 - 1 / kicking
        self.air = 0 if card.run else AIR[card.play]


def risks(game: BoundCharts, s: Grid, key: str) -> Risks:
    """The risks of one of the offense's cards with the lineup on the field."""
    card, side = DECK[key], s.sides[s.offense]
    carrier = player_at(game, s, s.offense, card.who)
    return Risks(
        card,
        run_block=side.run_block,
        pass_block=side.pass_block,
        interception=player_at(game, s, s.offense, QB).interception,
        fumble=carrier.fumble,
        kicking=carrier.kicking,
    )


def card_results(game: BoundCharts, s: Grid, key: str, call: int, zone: int) -> tuple[float, ...]:
    """The probabilities of a card's results at a call-and-key modifier and a zone modifier."""
    card = DECK[key]
    quarterback, carrier = player_at(game, s, s.offense, QB), player_at(game, s, s.offense, card.who)
    defense = s.sides[1 - s.offense]
    if card.run:
        dice = (carrier.run_yards, s.sides[s.offense].run_block)
        team = defense.run_defense
    else:
        dice = (quarterback.pass_yards, carrier.pass_yards)
        team = defense.pass_defense
    modifier = call + zone + team + pass_rating(quarterback, card)
    return result_odds(game.tables[key], *dice, modifier)
