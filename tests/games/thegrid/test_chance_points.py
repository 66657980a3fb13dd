"""The catalogue's list of chance points, one small test each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from tests.games.thegrid.draft_helpers import auction, draft, draws, pool_of
from tests.games.thegrid.helpers import (
    CAN,
    MISS,
    PLAIN,
    STUFFED,
    Script,
    at,
    drawn,
    grid,
    play,
    rolled,
    to_overtime_toss,
)

from fieldhouse.games.thegrid.charts.cards import PACK
from fieldhouse.games.thegrid.coaches.play_odds import lower_of
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.creation import create_player, two_d6
from fieldhouse.games.thegrid.teams.players import PLACES
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Chance, Choose, Draw, Roll
from fieldhouse.league.dice import lot_rules


def chance_of_one(roll: Roll) -> Fraction:
    """The weight of the face 1."""
    return Fraction(roll.weights[roll.keys.index("1")], sum(roll.weights))


def kickoff_due(game: TheGrid, seat: int, **facts: Any) -> Grid:
    """A kickoff to that team is due."""
    s = at(game, 1, offense=seat, **facts)
    s.phase, s.box = "kickoff", 0
    return s


# Chance points


def test_the_coin_the_first_nominator_and_the_draft_order_are_fair() -> None:
    """TG-C.1: 1/2 each; one draw among all coaches; draws without return make a uniform permutation."""
    game = grid()
    assert rolled(play(game, game.start(), "heads")).weights == (1, 1)
    orders = []
    for order in permutations("012"):
        room = draft(pool_of(6, 20, 20), 3)
        s = room.start()
        rules = room.play(s)
        draw, chance = next(rules), Fraction(1)
        for seat in order[:2]:  # the last coach is the one left over
            assert isinstance(draw, Draw)
            chance *= Fraction(draw.weights[draw.keys.index(seat)], sum(draw.weights))
            with suppress(StopIteration):
                draw = rules.send(seat)
        assert s.order == [int(seat) for seat in order]
        orders.append(chance)
    assert orders == [Fraction(1, 6)] * 6
    other = auction(pool_of(6, 20, 20), 3)
    last = draws(other.play(other.start()), "Q0", "H0", "L0", "H1", "L1")
    assert (last.stream, last.keys, last.weights) == ("nominator", ("0", "1", "2"), (1, 1, 1))


def test_the_auction_pile_is_a_uniform_permutation() -> None:
    """TG-C.2: each card turned up is any of those not yet seen, all alike."""
    game = auction(pool_of(4, 13, 13))
    cards = ("L0", "Q0", "H0", "H1", "L1")
    for seen in range(5):
        draw = draws(game.play(game.start()), *cards[:seen])
        assert set(draw.keys) == {player.id for player in game.pool} - set(cards[:seen])
        assert set(draw.weights) == {1}


@pytest.mark.parametrize("period", [1, 2])
def test_a_half_uses_all_52_cards_drawn_without_return(period: int) -> None:
    """TG-C.3: the first card is any of 52, the next any of the other 51; a new half has 52 again."""
    game = grid()
    s = game.start()
    if period == 2:
        s = at(game, 5, left=1)
        script = play(game, s, "kick:HB", *[1] * 7, "2D", (3, 3))
    else:
        script = play(game, s, "heads", "heads", "first-half", (3, 3))
    assert s.left == 52
    assert set(drawn(script).keys) == set(PACK)
    assert set(drawn(script).weights) == {1}
    script("7C", "play", PLAIN, 10, 3, 3)
    assert set(drawn(script).keys) == set(PACK) - {"7C"}
    assert (s.left, s.period) == (51, period)


def test_an_overtime_uses_seventeen_of_52_cards() -> None:
    """TG-C.4: the first is any of the 52, and seventeen are flipped in all."""
    game = grid()
    script = to_overtime_toss(game)
    script("tails", "tails", "receive", (3, 3))
    assert script.s.left == 17
    assert set(drawn(script).keys) == set(PACK)
    assert set(drawn(script).weights) == {1}


def test_kickoffs_and_returns_are_the_lower_of_two_dice() -> None:
    """TG-C.5: 11, 9, 7, 5, 3, 1 in 36; mean 91/36."""
    game = grid()
    kick = Script(game, kickoff_due(game, CAN))
    kick.open()
    back = play(game, at(game, 5), "play", MISS, 5, 3, 3, "2S", 1)
    for roll in (rolled(kick), rolled(back)):
        lower: Counter[int] = Counter()
        for pair, weight in zip(roll.die.values, roll.weights, strict=True):
            lower[min(pair)] += weight
        assert [lower[n] for n in range(1, 7)] == [11, 9, 7, 5, 3, 1]
        assert sum(n * weight for n, weight in lower.items()) == 91
    assert [kick.s.phase, rolled(back).stream] == ["kickoff", "return"]


def test_the_play_die_is_a_fair_d20() -> None:
    """TG-C.6: 1 to 20, equal weights."""
    game = grid()
    roll = rolled(play(game, at(game, 5), "play", PLAIN))
    assert roll.die.values == tuple(range(1, 21))
    assert set(roll.weights) == {1}


def test_the_gain_is_the_lower_of_the_two_yardage_dice() -> None:
    """TG-C.7: P(at least k) = (a-k+1)(b-k+1)/(ab), and the catalogue's means."""
    means = {(4, 4): 1.88, (6, 6): 2.53, (6, 8): 2.77, (8, 8): 3.19, (8, 10): 3.45, (12, 12): 4.51}
    for (a, b), mean in means.items():
        assert sum(k * p for k, p in enumerate(lower_of(a, b), start=1)) == pytest.approx(mean, abs=0.005)
    game = grid()
    gains: Counter[int] = Counter()
    for first, second in product(range(1, 11), range(1, 9)):  # Maddox d10, run block d8
        script = play(game, at(game, 1), "play", ("RI-HB", "LP-NK"), 14, first, second)  # 16: Dice
        gains[script.s.gain] += 1
    at_least = [sum(n for g, n in gains.items() if g >= k) for k in range(1, 9)]
    assert at_least == [(10 - k + 1) * (8 - k + 1) for k in range(1, 9)]


def test_a_re_roll_is_three_fresh_dice_of_the_same_kinds() -> None:
    """TG-C.8: independent of the first: the same three rolls are asked again and only they count."""
    game = grid()
    script = play(game, at(game, 5, reroll=CAN), "play", PLAIN, 1, 1, 1, "re-roll", 20, 7, 8)
    rolls = [request for request in script.asked if isinstance(request, Roll)]
    assert rolls[:3] == rolls[3:]
    assert [roll.die.name for roll in rolls] == ["d20", "d10", "d8"] * 2
    assert (script.s.total, script.s.gain) == (22, 8)  # 20 + 2: Dice +5, lower 7 and one more


@pytest.mark.parametrize(
    ("box", "answers", "stream", "sides"),
    [
        (5, (PLAIN, 10, 3, 3, "8H"), "injury", 8),  # Maddox
        (5, (MISS, 5, 3, 3, "2S"), "interception", 6),  # Whitlock
        (5, (PLAIN, 10, 3, 3, "2S"), "fumble", 8),  # Maddox
        (5, (MISS, 5, 3, 3, "2C"), "club", 6),  # pass block 3
        (5, (STUFFED, 5, 3, 3, "2C"), "club", 8),  # run block 5
        (11, (PLAIN, 10, 3, 3, "2S"), "extra-point", 4),  # Maddox
    ],
)
def test_bad_luck_comes_on_a_one(box: int, answers: tuple[Any, ...], stream: str, sides: int) -> None:
    """TG-C.9: Injury, Interception, Fumble, club blocking and extra-point dice are bad with 1/n."""
    game = grid()
    roll = rolled(play(game, at(game, box), "play", *answers))
    assert roll.stream == stream
    assert chance_of_one(roll) == Fraction(1, sides)


def test_the_offense_recovers_210_of_400_fumbles() -> None:
    """TG-C.10: higher d20, ties to the offense: 0.525 against 0.475."""
    game = grid()
    kept = 0
    for mine, theirs in product(range(1, 21), repeat=2):
        s = at(game, 5)
        play(game, s, "play", PLAIN, 10, 3, 3, "2S", 1, mine, theirs)
        kept += s.offense == CAN
    assert (kept, 400 - kept) == (210, 190)


def test_a_field_goal_needs_every_roll() -> None:
    """TG-C.11: (1 - 1/n)^(12 - b): from box 10 a d8 makes 49 of 64, from box 9 three rolls, from 1 eleven."""
    game = grid()
    good = 0
    for pair in product(range(1, 9), repeat=2):  # Vandermeer d8
        s = at(game, 10)
        play(game, s, "kick:LE", *pair, "2D")
        good += s.scores == [3, 0]
    assert Fraction(good, 64) == (1 - Fraction(1, 8)) ** 2
    for box in (9, 1):
        s = at(game, box)
        script = play(game, s, "kick:LE", *[2] * (12 - box), "2D")
        assert script.whats == ["declare", *["field-goal"] * (12 - box), "deck"]
        assert s.scores == [3, 0]


def test_a_quarter_of_the_deck_is_hearts_and_each_heart_names_its_man() -> None:
    """TG-C.12: 13 of each suit; of the hearts 1 QB, 2 LG, 2 C, 2 RG, 1 HB, 1 RE, 1 LE, 3 the carrier."""
    assert Counter(card[-1] for card in PACK) == {"H": 13, "D": 13, "C": 13, "S": 13}
    game = grid()
    named: Counter[tuple[str, int]] = Counter()
    for card in (card for card in PACK if card[-1] == "H"):
        s = at(game, 5)
        before = list(s.sides[CAN].lineup)
        script = play(game, s, "play", ("FP-RE", "LP-NK"), 10, 3, 3, card, 1)
        hurt = s.sides[CAN].injured[0]
        if isinstance(script.pending, Choose) and script.pending.what == "replacement":
            script(next(iter(script.pending.keys)))
        defense_rolls = isinstance(script.pending, Roll) and script.pending.stream == "injury"
        named[PLACES[before.index(hurt)], int(defense_rolls)] += 1
    assert named == {
        ("QB", 1): 1,
        ("LG", 1): 2,
        ("C", 1): 2,
        ("RG", 1): 2,
        ("HB", 1): 1,
        ("RE", 1): 1,
        ("LE", 1): 1,
        ("RE", 0): 3,
    }


class EveryPair(Random):
    """Gives the faces of all 36 throws of two dice, one after the other."""

    def __init__(self) -> None:
        super().__init__(0)
        self.faces = [face for pair in product(range(1, 7), repeat=2) for face in pair]

    def randint(self, a: int, b: int) -> int:
        assert (a, b) == (1, 6)
        return self.faces.pop(0)


def test_a_created_rating_is_two_dice_on_its_column() -> None:
    """TG-C.13: 2 to 12 with 1 to 6 to 1 in 36; so a Flat rating of -2 to +2 comes 3, 7, 16, 7, 3 times."""
    roll = two_d6(EveryPair())
    totals = [roll() for _ in range(36)]
    assert [Counter(totals)[n] for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    flat = Counter(create_player("QB", iter([total, 7, 7, 7, 7, 7]).__next__).flat for total in totals)
    assert flat == {-2: 3, -1: 7, 0: 16, 1: 7, 2: 3}


class CountedLots:
    """Draws these teams in order and keeps the chance of it."""

    kind = "scripted"

    def __init__(self, order: Sequence[str]) -> None:
        self._order = list(order)
        self.chance = Fraction(1)

    def outcome(self, draw: Chance) -> str:
        team = self._order.pop(0)
        self.chance *= Fraction(draw.weights[draw.keys.index(team)], sum(draw.weights))
        return team


def test_the_group_draw_and_lots_are_uniform_permutations() -> None:
    """TG-C.14: draws without return from the teams concerned: each order of three has one chance in six."""
    for order in permutations("357"):
        drawn: list[int] = []
        dice = CountedLots(order)
        run_play(lot_rules("lots", [3, 5, 7], drawn), None, dice, lambda request, state: "")
        assert (drawn, dice.chance) == ([int(team) for team in order], Fraction(1, 6))
