"""The catalogue's list of decision points, one small test each."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from tests.games.thegrid.draft_helpers import asks, auction, draft, draws, pool_of, send
from tests.games.thegrid.helpers import (
    BRE,
    CAN,
    MISS,
    PLAIN,
    Script,
    asked,
    at,
    drawn,
    grid,
    lineup,
    play,
    put_in,
    rolled,
    to_overtime_toss,
    who,
)

from fieldhouse.games.thegrid.meta import TEAM_CHOICES
from fieldhouse.games.thegrid.rules.state import line_up
from fieldhouse.games.thegrid.teams.creation import create_squad, two_d6
from fieldhouse.games.thegrid.teams.players import PLACES
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.requests import Choose, Together
from fieldhouse.kernel.table import Table

PLACES_KEYED = ("HB", "LE", "RE", "NK")


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
    bid = asks(game.run_bidding(s))
    assert (bid.seat, list(bid.keys), bid.sees) == (1, ["pass", "4", "5", "6"], None)
    s.rosters[2] = [0, 1, *range(8, 16)]  # 2 QBs, 8 HBEs: only LNs fit, and an HBE is on offer
    assert send(game.run_bidding(s), "pass") is None
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
        sights.append(table.observation(BRE))
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
