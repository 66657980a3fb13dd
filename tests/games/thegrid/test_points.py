"""The catalogue's lists: every decision point, chance point and part of the state, one small test each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from tests.games.thegrid.helpers import BRE, CAN, Script, at, grid, lineup, play, put_in, who
from tests.games.thegrid.rooms import asks, auction, draft, draws, pool_of, send

from fieldhouse.games.thegrid.charts.cards import PACK
from fieldhouse.games.thegrid.coaches.odds import lower_of
from fieldhouse.games.thegrid.meta import TEAM_CHOICES
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid, line_up, reserves
from fieldhouse.games.thegrid.teams.making import create_player, create_squad, two_d6
from fieldhouse.games.thegrid.teams.players import PLACES
from fieldhouse.kernel.dice import FastDice, ScriptedDice
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Chance, Choose, Draw, Request, Roll, Together
from fieldhouse.kernel.sitting.entries import Chosen, Rolled
from fieldhouse.kernel.table import Table
from fieldhouse.league.dice import lot_draws

PLAIN = ("RI-HB", "LP-NK")
"""A run that gains 5 yards on a d20 of 10 (10 + 2 = 12)."""
MISS = ("SP-RE", "SP-RE")
"""Incomplete on a d20 of 5 (same play and keyed)."""
STUFFED = ("RO-HB", "RO-HB")
"""No gain on a d20 of 5."""
PLACES_KEYED = ("HB", "LE", "RE", "NK")


def asked(script: Script) -> Choose:
    """The choice that is open now."""
    assert isinstance(script.pending, Choose), script.pending
    return script.pending


def rolled(script: Script) -> Roll:
    """The roll that is open now."""
    assert isinstance(script.pending, Roll), script.pending
    return script.pending


def drawn(script: Script) -> Draw:
    """The draw that is open now."""
    assert isinstance(script.pending, Draw), script.pending
    return script.pending


def chance_of_one(roll: Roll) -> Fraction:
    """The weight of the face 1."""
    return Fraction(roll.weights[roll.keys.index("1")], sum(roll.weights))


def where(s: Grid) -> tuple[int, int, int, int]:
    """Offense, box, down, marker."""
    return s.offense, s.box, s.down, s.marker


def kickoff_due(game: TheGrid, seat: int, **facts: Any) -> Grid:
    """A kickoff to that team is due."""
    s = at(game, 1, offense=seat, **facts)
    s.phase, s.box = "kickoff", 0
    return s


# Decision points


def test_teams_can_be_formed_in_four_ways() -> None:
    """TG-D.1: real teams, draft, auction, created players; each is there to be chosen openly."""
    assert {"founders", "tidewolves"} < set(TEAM_CHOICES)
    one, other = draft(), auction()
    first_draft, first_auction = draws(one.play(one.start())), draws(other.play(other.start()))
    assert (first_draft.stream, first_auction.stream) == ("draft-order", "auction")
    assert (first_draft.sees, first_auction.sees) == (None, None)
    assert Counter(p.type for p in create_squad(two_d6(Random(3)))) == {"QB": 3, "HBE": 6, "LN": 6}


def test_a_draft_pick_is_any_player_who_leaves_every_roster_possible() -> None:
    """TG-D.2: with 4 QBs for two coaches, a coach who has two of them may pick everybody but a QB."""
    game = draft(pool_of(4, 13, 13))
    s = game.start()
    s.order = [0, 1]
    pick = asks(game.play(s))
    assert (pick.seat, pick.what, pick.sees) == (0, "draft-pick", None)
    assert len(pick.keys) == 30
    s.rosters = [[0, 1], [2]]
    pick = asks(game.play(s))
    assert pick.seat == 1
    assert set(pick.keys) == {"Q3", *(f"H{n}" for n in range(13)), *(f"L{n}" for n in range(13))}
    s.rosters[1].append(4)
    pick = asks(game.play(s))
    assert pick.seat == 0
    assert set(pick.keys) == {*(f"H{n}" for n in range(1, 13)), *(f"L{n}" for n in range(13))}


def test_a_nomination_is_a_face_up_card_and_an_opening_bid() -> None:
    """TG-D.3: $100 and fifteen empty places leave an opening bid from $1 to $86."""
    game = auction(pool_of(4, 13, 13))
    s = game.start()
    s.face_up, s.turn = [0, 5, 20], 1
    card = asks(game.play(s))
    assert (card.seat, list(card.keys), card.sees) == (1, ["Q0", "H1", "L3"], None)
    opening = asks(game.play(s), "H1")
    assert list(opening.keys) == [str(n) for n in range(1, 87)]


def test_a_bid_is_a_pass_or_any_higher_whole_dollar_up_to_the_limit() -> None:
    """TG-D.4: from bid + 1 to money minus a dollar per other empty place; who may not add him only passes."""
    game = auction(pool_of(6, 20, 20), 3)
    s = game.start()
    s.money, s.nominator, s.bidder, s.bid, s.on_offer = [100, 20, 100], 0, 0, 3, 7
    bid = asks(game.bidding(s))
    assert (bid.seat, list(bid.keys), bid.sees) == (1, ["pass", "4", "5", "6"], None)
    s.rosters[2] = [0, 1, *range(8, 16)]  # 2 QBs, 8 HBEs: only LNs fit, and an HBE is on offer
    assert send(game.bidding(s), "pass") is None
    assert (s.bidder, s.bid) == (0, 3)


def test_the_starting_lineup_is_chosen_in_secret_and_shown_together() -> None:
    """TG-D.5: any eight eligible players; CAN's DS is an LN, so an HBE comes there only from the bench."""
    game = grid(lineups="set")
    script = Script(game, game.start())
    script.open()
    first = asked(script)
    assert (first.seat, first.what, first.sees) == (CAN, "lineup", (CAN,))
    # QB 2 reserves; HB, LE, RE 3 reserves and 2 swaps each; LG, C, RG 2 reserves, 2 swaps and the DS each;
    # DS 3 HBEs and 2 LNs from the bench and 3 swaps with LNs
    assert len(first.keys) == 1 + 2 + 3 * 5 + 3 * 5 + (3 + 2 + 3)
    assert "DS:33" in first.menu
    assert "DS:22" not in first.menu  # the DS, an LN, cannot stand at HB
    assert "HB:64" not in first.menu
    script("HB:33", "ready")
    assert lineup(game, script.s, CAN)["HB"] == "22"  # not shown yet
    assert asked(script).seat == BRE
    script("ready", "heads")
    assert lineup(game, script.s, CAN)["HB"] == "33"


def test_the_visitor_calls_heads_or_tails() -> None:
    """TG-D.6: openly, before the coin."""
    game = grid()
    call = play(game, game.start(), "heads").asked[0]
    assert isinstance(call, Choose)
    assert (call.seat, call.what, set(call.keys), call.sees) == (BRE, "toss-call", {"heads", "tails"}, None)


@pytest.mark.parametrize(("coin", "winner"), [("heads", BRE), ("tails", CAN)])
def test_the_toss_winner_chooses_a_half(coin: str, winner: int) -> None:
    """TG-D.7: receive the first half's kickoff or the second's."""
    game = grid()
    choice = asked(play(game, game.start(), "heads", coin))
    assert (choice.seat, set(choice.keys), choice.sees) == (winner, {"first-half", "second-half"}, None)


@pytest.mark.parametrize("box", range(1, 12))
def test_the_offense_declares_openly_before_any_card(box: int) -> None:
    """TG-D.8: a regular play, or a field goal by HB, LE or RE, from every box and down."""
    game = grid()
    for down in (1, 2, 3, 4):
        script = Script(game, at(game, box, down, 12, offense=BRE))
        script.open()
        declare = asked(script)
        assert (declare.seat, declare.what, declare.sees) == (BRE, "declare", None)
        assert set(declare.keys) == {"play", "kick:HB", "kick:LE", "kick:RE"}


@pytest.mark.parametrize(("box", "cards"), [(1, 12), (8, 12), (9, 10), (10, 10), (11, 7)])
def test_the_offense_has_twelve_ten_or_seven_cards(box: int, cards: int) -> None:
    """TG-D.9: twelve from boxes 1 to 8, without long passes from 9 and 10, without short ones too from 11."""
    game = grid()
    both = play(game, at(game, box), "play").pending
    assert isinstance(both, Together)
    mine = both.parts[0]
    assert (mine.seat, mine.what, len(mine.keys)) == (CAN, "offense-card", cards)
    plays = Counter(key[:2] for key in mine.keys)
    assert (plays["RI"], plays["RO"], plays["FP"]) == (1, 3, 3)
    assert (plays["SP"], plays["LP"]) == {12: (3, 2), 10: (3, 0), 7: (0, 0)}[cards]


@pytest.mark.parametrize("box", [1, 9, 11])
def test_the_defense_has_all_twenty_cards_at_the_same_time(box: int) -> None:
    """TG-D.10: five plays with HB, LE, RE or no key, chosen together with the offense's card."""
    game = grid()
    both = play(game, at(game, box), "play").pending
    assert isinstance(both, Together)
    theirs = both.parts[1]
    assert (theirs.seat, theirs.what) == (BRE, "defense-card")
    assert set(theirs.keys) == {f"{p}-{k}" for p, k in product(("RI", "RO", "FP", "SP", "LP"), PLACES_KEYED)}
    sights = []
    for card in ("RI-HB", "FP-RE"):
        table = Table(game, FastDice(1), state=at(game, box))
        table.answer(CAN, "play")
        table.answer(CAN, card)
        sights.append(table.sight(BRE))
    assert sights[0] == sights[1]  # that CAN has laid a card is open, which one is not


@pytest.mark.parametrize("holder", [CAN, BRE])
def test_only_the_caller_of_the_last_time_out_may_re_roll(holder: int) -> None:
    """TG-D.11: keep or re-roll, after the three dice and before the timing card; else nobody is asked."""
    game = grid()
    script = play(game, at(game, 5, reroll=holder), "play", PLAIN, 10, 3, 3)
    choice = asked(script)
    assert (choice.seat, set(choice.keys), choice.sees) == (holder, {"keep", "re-roll"}, None)
    assert script.s.flipped == []
    script("re-roll", 11, 4, 4)
    assert drawn(script).stream == "deck"
    assert drawn(play(game, at(game, 5), "play", PLAIN, 10, 3, 3)).stream == "deck"


def test_the_owner_names_the_replacement() -> None:
    """TG-D.12: each eligible reserve; under TG-13.8 who refills DS; nobody is asked where nobody is left."""
    game = grid()
    script = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "8H", 1)
    choice = asked(script)
    assert (choice.seat, choice.what, choice.sees) == (CAN, "replacement", None)
    assert set(choice.keys) == {"33", "88", "20"}
    s = at(game, 5)
    put_in(game, s, CAN, DS="20")  # an HBE
    s.sides[CAN].injured = [who(game, CAN, card) for card in ("33", "88")]
    script = play(game, s, "play", PLAIN, 10, 3, 3, "8H", 1)
    assert set(asked(script).keys) == {"60", "77", "92"}  # Abernathy moved to HB, LNs may refill DS
    assert lineup(game, s, CAN)["HB"] == "20"
    s = at(game, 5)
    s.sides[CAN].injured = [who(game, CAN, card) for card in ("12", "4")]
    script = play(game, s, "play", PLAIN, 10, 3, 3, "AH", 1)
    assert lineup(game, s, CAN)["QB"] == "-"
    assert rolled(script).stream == "injury"  # the defense's DS; no choice was left for the QB


@pytest.mark.parametrize(("seat", "places"), [(CAN, {"HB", "LE", "RE"}), (BRE, {"HB", "LE", "RE", "DS"})])
def test_the_scoring_coach_names_the_kicker_of_a_return(seat: int, places: set[str]) -> None:
    """TG-D.13: HB, LE, RE, and the DS only if he is an HBE: BRE's is, CAN's is an LN."""
    game = grid()
    script = play(game, at(game, 1, offense=1 - seat), "play", MISS, 5, 3, 3, "2S", 1, (6, 6))
    choice = asked(script)
    assert (choice.seat, choice.what, set(choice.keys)) == (seat, "return-kicker", places)
    assert choice.sees is None


def test_the_offense_flips_one_or_two_or_calls_a_time_out() -> None:
    """TG-D.14: a time out only if one is left."""
    game = grid()
    for left, keys in ((0, {"one", "two"}), (1, {"one", "two", "time-out"})):
        choice = asked(play(game, at(game, 5, time_outs=(left, 0)), "play", PLAIN, 10, 3, 3, "2D"))
        assert (choice.seat, choice.what, set(choice.keys), choice.sees) == (CAN, "clock", keys, None)


@pytest.mark.parametrize("number", ["one", "two"])
def test_the_defense_may_answer_a_number_with_a_time_out(number: str) -> None:
    """TG-D.15: let it run or a time out; not asked without one, nor after the offense's time out."""
    game = grid()
    start = ("play", PLAIN, 10, 3, 3, "2D")
    choice = asked(play(game, at(game, 5, time_outs=(1, 1)), *start, number))
    assert (choice.seat, set(choice.keys), choice.sees) == (BRE, {"run-on", "time-out"}, None)
    assert drawn(play(game, at(game, 5, time_outs=(1, 0)), *start, number)).stream == "deck"
    assert play(game, at(game, 5, time_outs=(1, 1)), *start, "time-out").pending is None


def test_lineups_at_a_break_leave_out_the_injured_and_the_taken_out() -> None:
    """TG-D.16: secret, home first; emergency players only where TG-24.5 demands them."""
    game = grid(lineups="set")
    s = at(game, 5, left=0)
    s.phase = "break"
    s.sides[CAN].injured = [who(game, CAN, "33")]
    s.sides[CAN].taken_out = [who(game, CAN, "12")]
    script = Script(game, s)
    script.open()
    menu = asked(script)
    assert (menu.seat, menu.sees) == (CAN, (CAN,))
    assert {key for key in menu.keys if key.startswith("QB:")} == {"QB:4"}
    assert {key for key in menu.keys if key.startswith("HB:")} == {"HB:81", "HB:85", "HB:88", "HB:20"}
    script("HB:88", "ready", "ready", (1, 1))
    assert s.sides[CAN].taken_out == [who(game, CAN, "12"), who(game, CAN, "22")]


def test_an_emergency_player_may_change_places_within_his_type_at_a_break() -> None:
    """TG-D.16: two fit LNs for three places: the empty one is the coach's choice, never a fourth man's."""
    game = grid(lineups="set")
    s = at(game, 5, left=0)
    s.phase = "break"
    s.sides[CAN].injured = [who(game, CAN, card) for card in ("71", "60", "77", "92")]
    after = list(s.sides[CAN].lineup)
    after[PLACES.index("RG")], after[PLACES.index("DS")] = -1, who(game, CAN, "20")
    line_up(game, s, CAN, after)
    script = Script(game, s)
    script.open()
    menu = asked(script)
    assert {key for key in menu.keys if key[:2] in ("LG", "C:", "RG")} == {"LG:55", "C:64", "RG:64", "RG:55"}
    script("RG:55", "ready", "ready", (1, 1))
    assert {lineup(game, s, CAN)[place] for place in ("LG", "C", "RG")} == {"64", "-", "55"}
    assert lineup(game, s, CAN)["C"] == "-"


def overtime_due(game: TheGrid) -> Grid:
    """The second half has just ended level."""
    s = at(game, 5, left=1, scores=(7, 7), period=2)
    play(game, s, "kick:HB", *[1] * 7, "2D")
    assert s.phase == "break"
    return s


def to_overtime_toss(game: TheGrid) -> Script:
    """The break is over (fixed lineups ask nobody); the toss call is open."""
    s = overtime_due(game)
    assert list(game.play(s)) == []
    script = Script(game, s)
    script.open()
    return script


@pytest.mark.parametrize(("coin", "winner"), [("tails", BRE), ("heads", CAN)])
def test_the_overtime_toss_is_called_and_the_winner_receives_or_kicks(coin: str, winner: int) -> None:
    """TG-D.17: the visitor calls, the winner chooses; a second overtime has no toss."""
    game = grid(winner_needed=True)
    script = to_overtime_toss(game)
    call = asked(script)
    assert (call.seat, set(call.keys), call.sees) == (BRE, {"heads", "tails"}, None)
    script("tails", coin)
    choice = asked(script)
    assert (choice.seat, set(choice.keys), choice.sees) == (winner, {"receive", "kick"}, None)
    script("kick")
    assert script.s.offense == 1 - winner
    script.s.left = 1
    script((3, 3), "2D")  # the overtime ends on its kickoff, still level
    assert list(game.play(script.s)) == []
    script.open()
    assert rolled(script).stream == "kickoff"
    assert script.s.offense == winner


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
        run_play(lot_draws("lots", [3, 5, 7], drawn), None, dice, lambda request, state: "")
        assert (drawn, dice.chance) == ([int(team) for team in order], Fraction(1, 6))


# State


def test_the_rules_data_in_use_belong_to_the_game() -> None:
    """TG-ST.1: cards, boxes and the kind of game are in the setup by value and decide the play."""
    plays = TheGrid.read_material("plays", TheGrid.material_text("plays"))
    plays["RI-HB"] = {"up to 5": "NG", "6 and up": "Dice +15"}
    boxes = TheGrid.read_material("boxes", TheGrid.material_text("boxes"))
    boxes["blocking"]["4-5"] = "d12"
    game = grid(materials={"plays": plays, "boxes": boxes}, winner_needed=True)
    assert game.setup.materials["plays"]["RI-HB"] == {"up to 5": "NG", "6 and up": "Dice +15"}
    assert game.setup.materials["boxes"]["blocking"]["4-5"] == "d12"
    assert game.setup.options["winner_needed"] is True
    s = at(game, 1)
    script = play(game, s, "play", PLAIN, 10, 3, 11)  # the run blocking die is a d12 now
    assert (s.gain, game.start().sides[CAN].run_block) == (6, 12)
    assert script.pending is not None


def test_both_rosters_and_home_and_visitor_are_known() -> None:
    """TG-ST.2: seat 0 is home, seat 1 the visitor; fifteen players with their ratings each."""
    game = grid(home="tidewolves", visitor="founders")
    sides = game.view(game.start(), None)["sides"]
    assert [side["code"] for side in sides] == ["BRE", "CAN"]
    assert [len(side["players"]) for side in sides] == [15, 15]
    voss = sides[0]["players"][0]
    assert (voss["name"], voss["flat"], voss["short"], voss["long"]) == ("Lennart Voss", -1, 1, 1)
    assert (voss["pass_yards"], voss["interception"], voss["injury"]) == ("d8", "d4", "d8")


def test_a_team_is_its_lineup_reserves_absences_time_outs_and_score() -> None:
    """TG-ST.3: after an injury and a time out they survive a save; the four values follow from the lineup."""
    game = grid()
    s = at(game, 5, time_outs=(2, 0), scores=(3, 0))
    s.sides[CAN].taken_out = [who(game, CAN, "4")]
    play(game, s, "play", ("FP-LE", "FP-NK"), 5, 3, 3, "QH", 1, "88", "time-out")  # TG-WE.9 on first down
    s = game.load(game.save(s))
    side = s.sides[CAN]
    assert lineup(game, s, CAN)["LE"] == "88"
    assert {game.teams[CAN].players[n].card for n in reserves(side)} == {"12", "33", "20", "60", "77"}
    assert ([who(game, CAN, "81")], [who(game, CAN, "4")]) == (side.injured, side.taken_out)
    assert (side.time_outs, side.points) == (1, [3])
    # run block 2+2+1 = 5, pass block 3, run defense 1+0+1+1+1+1+2 = 7, pass defense 1+2+1+1+0+1+2 = 8
    values = (side.run_block, side.pass_block, side.run_defense, side.pass_defense)
    assert values == (8, 6, 0, 0)


def test_the_period_and_both_first_receivers_are_remembered() -> None:
    """TG-ST.4: who received first in the game, and in the last overtime."""
    game = grid()
    script = play(game, game.start(), "heads", "heads", "second-half")
    assert (script.s.period, script.s.receiver) == (1, CAN)  # the visitor won and left the first half
    script = to_overtime_toss(game)
    assert script.s.period == 2
    script("tails", "tails", "kick", (3, 3))
    s = game.load(game.save(script.s))
    assert (s.period, s.overtime_receiver, s.offense) == (3, CAN, CAN)


def test_the_deck_is_what_is_left_and_what_was_flipped() -> None:
    """TG-ST.5: left + flipped = 52; no order is stored: any unseen card may be next."""
    game = grid()
    script = play(game, game.start(), "heads", "heads", "first-half", (3, 3), "7C")
    script("play", PLAIN, 10, 3, 3, "KD", "two", "run-on", "2S", "9H")
    s = game.load(game.save(script.s))
    assert s.flipped == ["7C", "KD", "2S", "9H"]
    assert s.left + len(s.flipped) == 52
    assert sorted(s.pool) == sorted(set(PACK) - set(s.flipped))
    draw = play(game, s, "play", PLAIN, 10, 3, 3).pending
    assert isinstance(draw, Draw)
    assert sorted(draw.keys) == sorted(s.pool)


def test_the_ball_is_possession_box_down_and_marker() -> None:
    """TG-ST.6: box 3 and a gain of 3: second down at 6, marker still 7; a save keeps it."""
    game = grid()
    s = at(game, 3)
    play(game, s, "play", ("RO-HB", "SP-LE"), 15, 7, 3, "4D", "one", "5D")  # TG-WE.2
    assert where(game.load(game.save(s))) == (CAN, 6, 2, 7)
    play(game, s, "play", PLAIN, 10, 3, 3, "6D", "one", "7D")
    assert where(game.load(game.save(s))) == (CAN, 7, 1, 11)


@pytest.mark.parametrize("caller", [CAN, BRE])
def test_the_pending_re_roll_right_is_none_or_a_team(caller: int) -> None:
    """TG-ST.7: none, then the team that called the time out, then none again after the play."""
    game = grid()
    s = at(game, 3, time_outs=(1, 1))
    assert s.reroll == -1
    clock = ("time-out",) if caller == CAN else ("one", "time-out")
    play(game, s, "play", PLAIN, 10, 3, 3, "2D", *clock)
    assert game.load(game.save(s)).reroll == caller
    play(game, s, "play", PLAIN, 10, 3, 3, "keep", "3D", "one", *(["run-on"] if caller == CAN else []), "4D")
    assert s.reroll == -1


def phase_asks(game: TheGrid, s: Grid, *answers: Any) -> tuple[str, str]:
    """The state's phase and what is asked next, after these answers."""
    request = play(game, s, *answers).pending
    while request is None and game.outcome(s) is None:
        request = next(game.play(s), None)
    return s.phase, _name(request)


def _name(request: Request | None) -> str:
    if isinstance(request, Chance):
        return request.stream
    if isinstance(request, Together):
        return "cards"
    return request.what if isinstance(request, Choose) else ""


def test_every_phase_of_a_game_is_told_apart() -> None:
    """TG-ST.8: from the lineups to the end, each phase asks its own question."""
    game, secret = grid(), grid(lineups="set")
    assert phase_asks(secret, secret.start()) == ("lineups", "lineup")
    assert phase_asks(game, game.start()) == ("toss", "toss-call")
    assert phase_asks(game, game.start(), "heads", "heads") == ("toss", "toss-choice")
    assert phase_asks(game, game.start(), "heads", "heads", "first-half") == ("kickoff", "kickoff")
    assert phase_asks(game, at(game, 5)) == ("play", "declare")
    assert phase_asks(game, at(game, 5), "play") == ("play", "cards")
    assert phase_asks(game, at(game, 5), "play", PLAIN) == ("play", "play")
    dice = ("play", PLAIN, 10, 3, 3)
    assert phase_asks(game, at(game, 5, reroll=BRE), *dice) == ("play", "re-roll")
    assert phase_asks(game, at(game, 5), *dice) == ("play", "deck")
    assert phase_asks(game, at(game, 5), *dice, "2S") == ("play", "fumble")
    assert phase_asks(game, at(game, 5), *dice, "2H", 1) == ("play", "replacement")
    caught = ("play", MISS, 5, 3, 3, "2S", 1, (6, 6))
    assert phase_asks(game, at(game, 1), *caught) == ("play", "return-kicker")
    assert phase_asks(game, at(game, 5), *dice, "2D") == ("play", "clock")
    assert phase_asks(game, at(game, 5, time_outs=(0, 1)), *dice, "2D", "one") == ("play", "clock-reply")
    miss = ("kick:HB", *[1] * 7, "2D")
    assert phase_asks(secret, at(secret, 5, left=1), *miss) == ("break", "lineup")
    level = at(game, 5, left=1, period=2)
    assert phase_asks(game, level, *miss) == ("overtime-toss", "toss-call")
    ahead = at(game, 5, left=1, period=2, scores=(3, 0))
    assert phase_asks(game, ahead, *miss) == ("over", "")


def test_within_a_play_the_committed_card_stays_hidden_and_the_rest_is_stored() -> None:
    """TG-ST.9: declared kind, cards, dice, result, gain and first card are stored as they become known."""
    game = grid()
    table = Table(game, ScriptedDice([15, 7, 3, "8H", 1]), state=at(game, 3))
    table.answer(CAN, "play")
    table.answer(CAN, "RO-HB")
    assert (table.view(BRE)["step"], table.view(BRE)["calls"]) == ("cards", [])
    table.answer(BRE, "SP-LE")
    s = table.state
    assert (s.calls, s.roll, s.total, s.gain, s.card) == (["RO-HB", "SP-LE"], [15, 7, 3], 18, 3, "8H")
    assert table.view(None)["result"] == "Dice"
    assert s.step == "replacement:HB"
    assert s.sides[CAN].injured == [who(game, CAN, "22")]


def test_the_log_of_dice_and_answers_rebuilds_the_game() -> None:
    """TG-ST.10: the recorded outcomes and answers alone lead to the same state."""
    game = grid("tiny")
    table = Table(game, FastDice(7))
    rng = Random(7)
    while table.request is not None:
        seat = table.waiting[0]
        choice = table.asked(seat)
        assert choice is not None
        table.answer(seat, rng.choice(list(choice.keys)))
    again = Table(game, ScriptedDice([entry.key for entry in table.entries if isinstance(entry, Rolled)]))
    for entry in table.entries:
        if isinstance(entry, Chosen):
            again.answer(entry.seat, entry.key)
    assert game.save(again.state) == game.save(table.state)
    assert again.outcome == table.outcome
