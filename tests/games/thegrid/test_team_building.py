"""Section 4: real teams, draft, auction, created players."""

from __future__ import annotations

import tomllib
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.thegrid.draft_helpers import (
    asks,
    auction,
    draft,
    draws,
    legal_rosters,
    played_out,
    pool_of,
    send,
)
from tests.games.thegrid.helpers import grid

from fieldhouse.games.thegrid.auction.rules import AuctionGame, AuctionState
from fieldhouse.games.thegrid.meta import TEAM_CHOICES
from fieldhouse.games.thegrid.rules.log_sheet import LogSheet
from fieldhouse.games.thegrid.team_building.pool import (
    default_pool,
    pool_data,
    pool_of_teams,
    pool_text,
    read_pool,
)
from fieldhouse.games.thegrid.team_building.rosters import add_refused, types_refused, unsold
from fieldhouse.games.thegrid.teams.creation import create_squad, grade, two_d6, world_team
from fieldhouse.games.thegrid.teams.players import (
    NEEDED,
    ROSTER,
    read_team,
    team_data,
    team_text,
)
from fieldhouse.kernel import record, verify
from fieldhouse.kernel.coaches import RandomCoach, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.entries import Rolled
from fieldhouse.kernel.errors import BadChart, BadOptions, IllegalAnswer
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Choose, Draw
from fieldhouse.kernel.table import Table
from fieldhouse.lab.play_rows import play_rows


def test_four_ways_to_form_a_team() -> None:
    """TG-4.1, TG-4.2: real teams are taken whole by name; draft, auction and created players too."""
    assert {"founders", "tidewolves", "world-leeds"} <= set(TEAM_CHOICES)
    assert len(grid(home="world-leeds").teams[0].players) == 15
    games: tuple[Game[Any], ...] = draft(), auction()
    for game in games:
        assert isinstance(send(game.play(game.start())), Draw)
    assert len(create_squad(two_d6(Random(1)))) == 15


def test_the_pool_must_serve_every_coach() -> None:
    """TG-4.3: fifteen per coach and enough of each type; created players may fill it."""
    draft(pool_of(4, 13, 13))
    with pytest.raises(
        BadOptions, match=r"29 players, but 2 coaches need 30.*3 QBs, but 2 coaches need 4.*TG-4.3"
    ):
        draft(pool_of(3, 13, 13))


def test_the_draft_order_is_drawn_and_repeats() -> None:
    """TG-4.4, TG-4.5: a random order, the same every round, no reversal."""
    game = draft(coaches=3)
    table = Table(game, FastDice(5))
    order = table.state.order
    assert sorted(order) == [0, 1, 2]
    s = game.start()
    assert draws(game.play(s)).keys == ("0", "1", "2")
    picks = []

    def pick(request: Choose, s: Any) -> str:
        picks.append(request.seat)
        return request.keys[0]

    playout(game, s, FastDice(5), pick)
    assert picks == s.order * ROSTER


def test_a_pick_may_not_make_a_roster_impossible() -> None:
    """TG-4.6: (a) room for what one still lacks; (b) enough of each type for all coaches together."""
    game = draft(pool_of(6, 14, 12))
    s = game.start()
    s.rosters[0] = [*range(2), *range(6, 14)]  # 2 QBs, 8 HBEs: five places left, all for LNs
    assert add_refused(game.pool, s, 0, 2) == "your last 5 roster spots are for 5 linemen"
    assert add_refused(game.pool, s, 0, 20) is None
    game = draft(pool_of(4, 13, 13))
    s = game.start()
    s.rosters[0] = [0, 1]
    assert add_refused(game.pool, s, 0, 2) == "the other coaches still need the last 2 quarterbacks"
    assert add_refused(game.pool, s, 1, 2) is None
    assert add_refused(game.pool, s, 1, 0) == "already on a roster"


def test_a_refused_pick_says_why_and_names_the_rule() -> None:
    """TG-4.6: at the table, and nothing is lost by it."""
    game = draft(pool_of(4, 13, 13))
    s = game.start()
    s.order, s.rosters = [0, 1], [[0, 1], [4, 5]]
    pick = asks(game.play(s))
    for key, reason, rule in (
        ("Q2", "the other coaches still need the last 2 quarterbacks", "TG-4.6"),
        ("Q0", "already on a roster", "TG-4.6"),
        ("Q9", "there's no such player in the pool", "TG-4.5"),
    ):
        refusal = pick.menu.refusal(key)
        assert (refusal.reason, refusal.rule) == (reason, rule)
    table = Table(draft(pool_of(4, 13, 13)), FastDice(1))
    (seat,) = table.pending_seats
    with pytest.raises(IllegalAnswer, match="no such player"):
        table.answer(seat, "Q9")
    assert table.state.players_taken == 0


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(2, 5))
def test_the_draft_ends_with_legal_rosters(seed: int, coaches: int) -> None:
    """TG-4.7, TG-4.25: every coach gets fifteen legal players, whatever is picked."""
    game = draft(coaches=coaches)
    assert legal_rosters(game, played_out(game, seed))


@settings(max_examples=8)
@given(st.integers(0, 10_000), st.integers(0, 3), st.integers(0, 3))
def test_the_tightest_pool_still_serves_everybody(seed: int, more_hbe: int, more_ln: int) -> None:
    """TG-4.25: with not one quarterback too many, greedy coaches of every taste cannot strand each other."""
    pool = pool_of(6, 16 + more_hbe, 45 - 6 - 16 - more_hbe + more_ln)
    for game in (draft(pool, 3), auction(pool, 3)):
        assert legal_rosters(game, played_out(game, seed))


def test_the_auction_begins_with_100_dollars_and_five_cards() -> None:
    """TG-4.8, TG-4.9, TG-4.10: one pile of all types, five face up, the first nominator drawn."""
    game = auction()
    first = draws(game.play(game.start()))
    assert (first.stream, len(set(first.keys))) == ("auction", 30)
    table = Table(game, FastDice(3))
    s = table.state
    assert s.money == [100, 100]
    assert (len(s.face_up), len(s.pile)) == (5, 25)
    assert table.pending_seats == (s.turn,)
    rolled = [entry.stream for entry in table.entries if isinstance(entry, Rolled)]
    assert rolled == ["auction"] * 5 + ["nominator"]


OPENING = ("H0", "H1", "L0", "L1", "Q0", "0")


def opened(coaches: int = 3) -> tuple[AuctionGame, AuctionState]:
    """An auction of three coaches with H0, H1, L0, L1, Q0 face up; coach 0 nominates."""
    game = auction(pool_of(6, 20, 20), coaches)
    s = game.start()
    assert send(game.play(s), *OPENING) is None
    return game, s


def test_the_nominator_opens_with_at_least_a_dollar() -> None:
    """TG-4.11: one face-up card, and a whole-dollar bid from $1; only face-up cards may be named."""
    game, s = opened()
    nominate = asks(game.play(s))
    assert nominate.keys == ["H0", "H1", "L0", "L1", "Q0"]
    assert nominate.menu.refusal("H7").reason == "not up for nomination"
    opening = asks(game.play(s), "H1")
    assert opening.keys[0] == "1"
    assert "0" not in opening.menu
    assert "pass" not in opening.menu


def test_bidding_goes_clockwise_and_a_pass_is_final() -> None:
    """TG-4.12, TG-4.13, TG-4.14: raise or be out; the last one left pays his bid and has the player."""
    game, s = opened()
    answers: tuple[str, ...] = ("H1", "3")
    bidders = []
    for bid in ("5", "pass", "6", "9", "pass"):  # coach 2 passed and is not asked again
        bidders.append(asks(game.play(game.load(game.save(s))), *answers).seat)
        answers += (bid,)
    assert bidders == [1, 2, 0, 1, 0]
    assert send(game.play(s), *answers, "H2") is None
    assert s.money == [100, 91, 100]
    assert [game.pool[who].id for who in s.rosters[1]] == ["H1"]
    assert s.prices == [[], [9], []]
    assert s.rosters[1][0] not in unsold(game.pool, s)


def test_the_buyers_left_nominates_next() -> None:
    """TG-4.15, TG-4.24: the coach after the buyer in the list turns up a card and nominates."""
    game, s = opened()
    assert send(game.play(s), "H1", "3", "5", "pass", "pass", "Q1") is None
    assert s.turn == 2
    assert len(s.face_up) == 5
    nominate = asks(game.play(s))
    assert (nominate.seat, nominate.what) == (2, "nominate")


def test_one_sale_is_one_play() -> None:
    """TG-4.14, TG-4.15: a whistle after every sale, so a copy or an undo costs one lot (and one pick)."""
    game, s = opened()
    send(game.play(s), "H1", "3", "pass", "pass", "Q1")
    assert (s.players_taken, s.on_offer, s.bid, s.still_in, s.bids) == (1, -1, 0, [], [])
    other = draft(pool_of(6, 20, 20), 3)
    d = other.start()
    assert send(other.play(d), "1", "0") is None
    assert send(other.play(d), "H3") is None
    assert d.players_taken == 1


def test_a_full_coach_is_passed_over() -> None:
    """TG-4.16: his turn goes to the next clockwise with room."""
    game = auction(pool_of(6, 20, 20), 3)
    s = game.start()
    s.rosters[1] = list(range(15))
    assert game.next_with_room(s, 1) == 2
    assert game.next_with_room(s, 3) == 0
    assert types_refused(game.pool, s, 1)["LN"] == "your roster is full"


def test_a_dollar_stays_for_every_other_empty_place() -> None:
    """TG-4.17: with n empty places and m dollars the limit is m - (n - 1), and a refusal does the sum."""
    game, s = opened()
    s.money = [100, 7, 100]
    assert game.limit(s, 0) == 86
    s.rosters[1] = list(range(13))
    assert game.limit(s, 1) == 6
    s.rosters[1] = []
    opening = asks(game.play(s), "H1")
    refusal = opening.menu.refusal("87")
    assert refusal.reason == "you can bid up to $86: $100 less $1 for each of your 14 other open spots"
    assert refusal.rule == "TG-4.17"
    assert opening.menu.refusal("2.50").reason == "bid a whole number from 1 to 86"
    assert asks(game.play(s), "H1", "4").menu.refusal("4").reason == "bid at least $5"


def test_nobody_bids_for_a_player_he_may_not_add() -> None:
    """TG-4.18: such a coach passes without being asked."""
    game = auction(pool_of(6, 20, 20), 3)
    s = game.start()
    s.nominator, s.bid, s.bidder, s.on_offer = 0, 1, 0, 20  # an HBE
    s.rosters[1] = [0, 1, *range(6, 14)]  # needs five LNs for five places
    assert asks(game.run_bidding(s)).seat == 2
    assert send(game.run_bidding(s), "pass") is None


def test_a_nominator_who_can_take_nobody_hands_on() -> None:
    """TG-4.19: the next coach nominates without turning a card; if nobody can, one more is turned up."""
    game = auction(pool_of(6, 30, 30), 3)
    s = game.start()
    s.turn = 0
    s.rosters[0] = [0, 1, *range(6, 14)]  # needs five LNs for five places
    s.face_up, s.pile = [20, 21], list(range(22, 66))
    assert send(game.find_nominator(s)) is None
    assert (s.nominator, len(s.face_up)) == (1, 2)
    s.rosters[1] = [2, 3, *range(14, 20), 21, 22]  # the same
    s.rosters[2] = [4, 5, *range(23, 28), *range(36, 44)]  # full
    s.face_up, s.pile = [20], [*range(28, 36), *range(44, 66)]
    send(game.find_nominator(s), "L8")
    assert (s.nominator, s.face_up) == (0, [20, 44])


def test_an_empty_pile_turns_up_nothing() -> None:
    """TG-4.20: play goes on with the cards still face up."""
    game = auction()
    s = game.start()
    s.face_up, s.pile = [3, 4], []
    assert send(game.turn_up(s)) is None
    assert s.face_up == [3, 4]


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_the_auction_ends_with_legal_rosters(seed: int, coaches: int) -> None:
    """TG-4.21, TG-4.25: it never gets stuck, nobody overspends, money left is worth nothing."""
    game = auction(coaches=coaches)
    s = played_out(game, seed)
    assert legal_rosters(game, s)
    assert min(s.money) >= 0
    assert [100 - sum(paid) for paid in s.prices] == s.money
    end = game.outcome(s)
    assert end is not None
    assert (end.winner, end.why, end.rule) == (None, "formed", "TG-4.21")


def test_created_players_can_form_a_pool() -> None:
    """TG-4.22: two created squads are enough for a draft of two."""
    rng = Random(4)
    pool = [
        msgspec.structs.replace(player, id=f"{squad}-{player.number}", name="A Man")
        for squad in range(2)
        for player in create_squad(two_d6(rng))
    ]
    game = draft(pool)
    assert legal_rosters(game, played_out(game, 1))
    assert all(isinstance(grade(player), int) for player in game.pool)


def test_the_pool_is_every_unsold_player() -> None:
    """TG-4.23: face up or still in the pile, he counts for what the coaches lack."""
    game = auction(pool_of(4, 13, 13))
    s = game.start()
    s.face_up, s.pile = [1], list(range(2, 30))
    s.rosters[0] = [0]
    assert unsold(game.pool, s) == list(range(1, 30))


@pytest.mark.parametrize(("coaches", "players"), [(2, 30), (3, 60), (4, 60), (11, 180), (12, 180)])
def test_one_set_per_two_coaches(coaches: int, players: int) -> None:
    """TG-4.26: the lowest sets first, rounded up."""
    pool = default_pool(coaches, 2050)
    assert len(pool) == players
    assert pool[0].id == "CAN-10"
    assert len({player.id for player in pool}) == players
    with pytest.raises(BadOptions, match="13 is not a whole number from 2 to 12"):
        default_pool(13, 2050)


def test_rosters_are_closed_when_forming_ends() -> None:
    """TG-4.27: the game is over with the last player, and every team can play at once."""
    game = draft()
    s = played_out(game, 9)
    end = game.outcome(s)
    assert end is not None
    assert (end.why, end.rule) == ("formed", "TG-4.7")
    team = game.team(s, 0)
    with pytest.raises(AttributeError):
        team.players = ()  # type: ignore[misc]
    counts = Counter(player.type for player in team.players)
    assert all(counts[kind] >= least for kind, least in NEEDED.items())
    assert grid(materials={"home": team_data(team)}).teams[0] == team


def test_house_rules_are_declared_options() -> None:
    """TG-4.28: snake order, other money, other numbers of cards; the record keeps them."""
    game = draft(coaches=3, order="snake")
    s = game.start()
    s.order = [2, 0, 1]
    turns = []
    for pick in range(7):
        turns.append(game.on_the_clock(s))
        s.rosters[turns[-1]].append(pick)
    assert turns == [2, 0, 1, 1, 0, 2, 2]
    rich = auction(money=200, face_up=7)
    table = Table(rich, FastDice(1))
    assert (table.state.money, len(table.state.face_up)) == ([200, 200], 7)
    kept = record.record_of_table(table)
    assert (kept.options["money"], kept.options["face_up"]) == (200, 7)
    with pytest.raises(BadOptions, match="14 is not a whole number from 15"):
        auction(money=14)


def test_a_player_keeps_his_identity_through_pool_roster_and_export() -> None:
    """TG-4.29, TG-3.6: two men with one name and number stay two, to the file and back."""
    twins = [msgspec.structs.replace(one, name="Sam Twin", number=7) for one in pool_of(4, 13, 13)]
    game = draft(twins)
    s = played_out(game, 2)
    files = [team_text(team_data(game.team(s, seat))) for seat in range(2)]
    teams = [read_team(tomllib.loads(text)) for text in files]
    for team, roster in zip(teams, s.rosters, strict=True):
        assert sorted(p.id for p in team.players) == sorted(game.pool[who].id for who in roster)
        assert len({p.card for p in team.players}) == ROSTER
    sheet = LogSheet(grid(materials={"home": team_data(teams[0])}))
    lines = [sheet.player(0, who, "HBE") for who in range(ROSTER)]
    assert [line.id for line in lines] == [player.id for player in teams[0].players]
    again = pool_of_teams([teams[0]])
    assert [player.id for player in again] == [player.id for player in teams[0].players]
    table = Table(grid(materials={"home": team_data(teams[0]), "visitor": team_data(teams[1])}), FastDice(1))
    play_on(table, {0: RandomCoach(1), 1: RandomCoach(2)})
    rows = [row for row in play_rows(record.record_of_table(table), "g")[0].rows if row["play_type"] == "run"]
    known = {player.id for team in teams for player in team.players}
    carried = {row["rusher_player_id"] for row in rows if row["rusher_player_name"] == "Sam Twin"}
    assert len(carried) > 2 and carried <= known
    data = team_data(teams[0])
    data["qb"][1]["id"] = data["qb"][0]["id"]
    with pytest.raises(BadChart, match="2 players have the id"):
        read_team(data)


def test_a_pool_file_is_checked_row_by_row() -> None:
    """TG-4.29: every fault with its row; the file written is the file read."""
    pool = default_pool(2, 7)
    assert read_pool(tomllib.loads(pool_text(pool))) == [
        msgspec.structs.replace(player, card=str(player.number)) for player in pool
    ]
    data = pool_data(pool)
    del data["players"][0]["id"]
    data["players"][1]["flat"] = 99
    data["players"][2]["type"] = "K"
    data["players"][3]["id"] = "undo"
    with pytest.raises(BadChart) as bad:
        read_pool(data)
    assert bad.value.faults == [
        "pool, row 1, column id: is missing (TG-4.29)",
        "pool, row 2, column flat: 99 is not a whole number from -9 to 9",
        "pool, row 3, column type: 'K' is not one of QB, HBE, LN",
        "pool, row 4, column id: 'undo' is not a short word with a number, such as CAN-10",
    ]
    data = pool_data(pool)
    data["players"][1]["id"] = data["players"][0]["id"]
    with pytest.raises(BadChart, match="2 players have the id 'CAN-10'"):
        read_pool(data)


@pytest.mark.parametrize("room", [draft, auction])
def test_every_lot_is_verified(room: Any) -> None:
    """TG-4.4, TG-4.9, TG-4.10: the record's lots are derived again from the secrets."""
    game = room()
    table = Table(game, FairDice(["secret"], {"0": "a", "1": "b"}))
    rng = Random(1)
    while table.outcome is None:
        (seat,) = table.pending_seats
        asked = table.request_for(seat)
        assert asked is not None
        table.answer(seat, rng.choice(list(asked.keys)[:3]))
    assert verify.verify(
        record.parse_record(record.record_text(record.record_of_table(table, salt="salt")))
    ).ok


def test_world_teams_have_players_of_their_own() -> None:
    """TG-4.29: the same card number in two teams is two men."""
    pool = pool_of_teams([world_team(2050, 1), world_team(2050, 2)])
    assert [player.id for player in pool if player.number == 10] == ["CAN-10", "BRE-10"]
