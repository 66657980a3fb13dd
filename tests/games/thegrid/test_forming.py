"""Section 4: real teams, draft, auction, created players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.thegrid.helpers import grid

from fieldhouse.games.thegrid.meta import TEAM_CHOICES
from fieldhouse.games.thegrid.teams.forming import (
    Forming,
    Offered,
    add_refused,
    auction,
    begin,
    bidding,
    default_pool,
    draft,
    find_nominator,
    formed_team,
    limit,
    next_with_room,
    turn_up,
)
from fieldhouse.games.thegrid.teams.making import create_squad, grade, two_d6
from fieldhouse.games.thegrid.teams.players import NEEDED, ROSTER, Player, roster_faults, team_data
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Chance, Choose, Request, Rules

Answers = Callable[[Any], str]


def man(key: str, kind: str) -> Offered:
    """A pool player of whom only the type matters."""
    return Offered(key, Player(key, 1, key, kind))


def pool_of(qb: int, hbe: int, ln: int) -> list[Offered]:
    """Players Q0.., H0.., L0.. in that order."""
    kinds = (("Q", "QB", qb), ("H", "HBE", hbe), ("L", "LN", ln))
    return [man(f"{letter}{n}", kind) for letter, kind, count in kinds for n in range(count)]


def run(
    rules: Rules, answer: Callable[[Request], str], stop: Callable[[], bool] = lambda: False
) -> list[Request]:
    """Answer until the rules end or `stop`; returns what was asked."""
    asked: list[Request] = []
    try:
        request = next(rules)
        while not stop():
            asked.append(request)
            key = answer(request)
            assert key in request.keys  # type: ignore[attr-defined]
            request = rules.send(request.value(key) if isinstance(request, Chance) else key)
        asked.append(request)
    except StopIteration:
        pass
    return asked


def anything(seed: int) -> Callable[[Request], str]:
    """Random legal answers, modest bids."""
    rng = Random(seed)

    def answer(request: Request) -> str:
        keys = list(request.keys)  # type: ignore[attr-defined]
        return str(rng.choice(keys[:4] if isinstance(request, Choose) and "bid" in request.what else keys))

    return answer


def scripted(*keys: str) -> Callable[[Request], str]:
    """These answers in order."""
    left = list(keys)
    return lambda request: left.pop(0)


def test_four_ways_to_form_a_team() -> None:
    """TG-4.1, TG-4.2: real teams are taken whole by name; draft, auction and created players too."""
    assert {"founders", "tidewolves", "world-leeds"} <= set(TEAM_CHOICES)
    assert len(grid(home="world-leeds").teams[0].players) == 15
    for rules in (draft, auction):
        assert next(rules(begin(default_pool(2, 1), 2))).chance
    assert len(create_squad(two_d6(Random(1)))) == 15


def test_the_pool_must_serve_every_coach() -> None:
    """TG-4.3: fifteen per coach and enough of each type; created players may fill it."""
    begin(pool_of(4, 13, 13), 2)
    with pytest.raises(BadOptions, match=r"29 players and needs 30.*3 QBs and needs 4"):
        begin(pool_of(3, 13, 13), 2)


def test_the_draft_order_is_drawn_and_repeats() -> None:
    """TG-4.4, TG-4.5: a random order, the same every round, no reversal."""
    f = begin(default_pool(3, 5), 3)
    asked = run(draft(f), anything(5))
    assert sorted(f.order) == [0, 1, 2]
    picks = [request.seat for request in asked if isinstance(request, Choose)]
    assert picks == f.order * ROSTER
    assert [r.stream for r in asked if isinstance(r, Chance)] == ["draft-order"] * 3
    assert list(asked[0].keys) == ["0", "1", "2"]  # type: ignore[attr-defined]


def test_a_pick_may_not_make_a_roster_impossible() -> None:
    """TG-4.6: (a) room for what one still lacks; (b) enough of each type for all coaches together."""
    f = begin(pool_of(6, 14, 12), 2)
    f.rosters[0] = [*range(2), *range(6, 14)]  # 2 QBs, 8 HBEs: five places left, all for LNs
    assert add_refused(f, 0, 2) == "you would have too few places left for the types you still lack"
    assert add_refused(f, 0, 20) is None
    f = begin(pool_of(4, 13, 13), 2)
    f.rosters[0] = [0, 1]
    assert add_refused(f, 0, 2) == "the coaches together would lack QBs"
    assert add_refused(f, 1, 2) is None
    assert add_refused(f, 1, 0) == "he is already on a roster"


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_the_draft_ends_with_legal_rosters(seed: int, coaches: int) -> None:
    """TG-4.7, TG-4.25: every coach gets fifteen legal players, whatever is picked."""
    f = begin(default_pool(coaches, 1), coaches)
    run(draft(f), anything(seed))
    assert f.done
    for roster in f.rosters:
        assert roster_faults([f.kind(who) for who in roster]) == []


def test_the_auction_begins_with_100_dollars_and_five_cards() -> None:
    """TG-4.8, TG-4.9, TG-4.10: one pile of all types, five face up, the first nominator drawn."""
    f = begin(default_pool(2, 1), 2)
    asked = run(auction(f), anything(3), stop=lambda: f.nominator >= 0)
    assert f.money == [100, 100]
    assert len(f.face_up) == 5
    assert len(f.pile) == 25
    assert [r.stream for r in asked if isinstance(r, Chance)] == ["auction"] * 5 + ["nominator"]
    assert len(set(asked[0].keys)) == 30  # type: ignore[attr-defined]


def opened(coaches: int = 3) -> tuple[Forming, list[str]]:
    """An auction of three coaches with H0, H1, L0, L1, Q0 face up; coach 0 nominates."""
    return begin(pool_of(6, 20, 20), coaches), ["H0", "H1", "L0", "L1", "Q0", "0"]


def test_the_nominator_opens_with_at_least_a_dollar() -> None:
    """TG-4.11: one face-up card, and a whole-dollar bid from $1; only face-up cards may be named."""
    f, start = opened()
    asked = run(auction(f), scripted(*start, "H1"), stop=lambda: f.on_offer >= 0)
    nominate, opening = asked[-2:]
    assert isinstance(nominate, Choose)
    assert isinstance(opening, Choose)
    assert nominate.keys == ["H0", "H1", "L0", "L1", "Q0"]
    assert nominate.menu.refusal("H7").reason == "he is not face up"
    assert opening.keys[0] == "1"
    assert "0" not in opening.menu


def test_bidding_goes_clockwise_and_a_pass_is_final() -> None:
    """TG-4.12, TG-4.13, TG-4.14: raise or be out; the last one left pays his bid and has the player."""
    f, start = opened()
    asked = run(
        auction(f),
        scripted(*start, "H1", "3", "5", "pass", "6", "9", "pass", "H2"),
        stop=lambda: bool(f.rosters[1]) and len(f.face_up) == 5,
    )
    bidders = [r.seat for r in asked if isinstance(r, Choose) and r.what == "bid"]
    assert bidders == [1, 2, 0, 1, 0]  # coach 2 passed and is not asked again
    assert f.money == [100, 91, 100]
    assert [f.pool[who].key for who in f.rosters[1]] == ["H1"]
    assert f.unsold.count(f.rosters[1][0]) == 0


def test_the_buyers_left_nominates_next() -> None:
    """TG-4.15, TG-4.24: the coach after the buyer in the list turns up a card and nominates."""
    f, start = opened()
    asked = run(
        auction(f),
        scripted(*start, "H1", "3", "5", "pass", "pass", "Q1"),
        stop=lambda: f.nominator == 2,
    )
    assert f.nominator == 2
    assert len(f.face_up) == 5
    assert isinstance(asked[-1], Choose)
    assert (asked[-1].seat, asked[-1].what) == (2, "nominate")


def test_a_full_coach_is_passed_over() -> None:
    """TG-4.16: his turn goes to the next clockwise with room."""
    f = begin(pool_of(6, 20, 20), 3)
    f.rosters[1] = list(range(15))
    assert next_with_room(f, 1) == 2
    assert next_with_room(f, 3) == 0
    assert add_refused(f, 1, 30) == "your roster is full"


def test_a_dollar_stays_for_every_other_empty_place() -> None:
    """TG-4.17: with n empty places and m dollars the limit is m - (n - 1)."""
    f = begin(default_pool(2, 1), 2)
    f.money = [100, 7]
    assert limit(f, 0) == 86
    f.rosters[1] = list(range(13))
    assert limit(f, 1) == 6


def test_nobody_bids_for_a_player_he_may_not_add() -> None:
    """TG-4.18: such a coach passes without being asked."""
    f = begin(pool_of(6, 20, 20), 3)
    f.money, f.nominator, f.bid, f.bidder = [100] * 3, 0, 1, 0
    f.rosters[1] = [0, 1, *range(6, 14)]  # needs five LNs for five places
    f.on_offer = 20  # an HBE
    asked = run(bidding(f), scripted("pass"))
    assert [request.seat for request in asked if isinstance(request, Choose)] == [2]


def test_a_nominator_who_can_take_nobody_hands_on() -> None:
    """TG-4.19: the next coach nominates without turning a card; if nobody can, one more is turned up."""
    f = begin(pool_of(6, 30, 30), 3)
    f.rosters[0] = [0, 1, *range(6, 14)]  # needs five LNs for five places
    f.face_up, f.pile = [20, 21], list(range(22, 66))
    assert run(find_nominator(f, 0), scripted()) == []
    assert (f.nominator, len(f.face_up)) == (1, 2)
    f.rosters[1] = [2, 3, *range(14, 20), 21, 22]  # the same
    f.rosters[2] = [4, 5, *range(23, 28), *range(36, 44)]  # full
    f.face_up, f.pile = [20], [*range(28, 36), *range(44, 66)]
    run(find_nominator(f, 0), scripted("L8"))
    assert (f.nominator, f.face_up) == (0, [20, 44])


def test_an_empty_pile_turns_up_nothing() -> None:
    """TG-4.20: play goes on with the cards still face up."""
    f = begin(default_pool(2, 1), 2)
    f.face_up, f.pile = [3, 4], []
    assert run(turn_up(f), scripted()) == []
    assert f.face_up == [3, 4]


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_the_auction_ends_with_legal_rosters(seed: int, coaches: int) -> None:
    """TG-4.21, TG-4.25: it never gets stuck, nobody overspends, money left is worth nothing."""
    f = begin(default_pool(coaches, 2), coaches)
    run(auction(f), anything(seed))
    assert f.done
    assert min(f.money) >= 0
    for roster in f.rosters:
        assert roster_faults([f.kind(who) for who in roster]) == []
    assert len({who for roster in f.rosters for who in roster}) == ROSTER * coaches


def test_created_players_can_form_a_pool() -> None:
    """TG-4.22: two created squads are enough for a draft of two."""
    rng = Random(4)
    pool = [
        Offered(f"{squad}-{player.number}", player)
        for squad in range(2)
        for player in create_squad(two_d6(rng))
    ]
    f = begin(pool, 2)
    run(draft(f), anything(1))
    assert f.done
    assert all(isinstance(grade(offered.player), int) for offered in pool)


def test_the_pool_is_every_unsold_player() -> None:
    """TG-4.23: face up or still in the pile, he counts for what the coaches lack."""
    f = begin(pool_of(4, 13, 13), 2)
    f.face_up, f.pile = [0, 1], list(range(2, 30))
    f.rosters[0] = [0]
    f.face_up.remove(0)
    assert f.unsold == list(range(1, 30))


@pytest.mark.parametrize(("coaches", "players"), [(2, 30), (3, 60), (4, 60), (11, 180), (12, 180)])
def test_one_set_per_two_coaches(coaches: int, players: int) -> None:
    """TG-4.26: the lowest sets first, rounded up."""
    pool = default_pool(coaches, 2050)
    assert len(pool) == players
    assert pool[0].key == "CAN-10"
    assert len({offered.key for offered in pool}) == players
    with pytest.raises(BadOptions, match="13 is not a whole number from 2 to 12"):
        default_pool(13, 2050)


def test_rosters_are_closed_when_forming_ends() -> None:
    """TG-4.27: the rules end with the last player and the team cannot be changed; it can play at once."""
    f = begin(default_pool(2, 3), 2)
    rules = draft(f)
    run(rules, anything(9))
    with pytest.raises(StopIteration):
        next(rules)
    team = formed_team(f, 0, "Mine", "MIN", "Here")
    with pytest.raises(AttributeError):
        team.players = ()  # type: ignore[misc]
    counts = Counter(player.type for player in team.players)
    assert all(counts[kind] >= least for kind, least in NEEDED.items())
    assert grid(materials={"home": team_data(team)}).teams[0] == team
