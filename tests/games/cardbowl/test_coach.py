"""The coaches: legal, honest, and stronger from level to level."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.cardbowl.kit import blank, game, scene

from fieldhouse.games.cardbowl.coaches import coach, policy
from fieldhouse.games.cardbowl.coaches.allpro import AllPro, needs_no_search
from fieldhouse.games.cardbowl.coaches.candidates import Candidate, blocking_plans, candidate_answers
from fieldhouse.games.cardbowl.coaches.defense import ANSWERS
from fieldhouse.games.cardbowl.coaches.evaluation import down_value, expected_points
from fieldhouse.games.cardbowl.coaches.offense import PASS_PLANS, RUN_CALLS, RUN_PLANS
from fieldhouse.games.cardbowl.coaches.rollouts import LOOKS, SEARCHED, Race, entered_values, search_rollouts
from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.coaches.worlds import Worlds
from fieldhouse.games.cardbowl.rules.cards import DECK, HIDDEN, VALUE
from fieldhouse.games.cardbowl.rules.game import CardBowl, call_menu
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.budget import Budget
from fieldhouse.kernel.coaches import CoachView, Policy, ask_coach, coach_view
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Menu, Option
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker


def short() -> CardBowl:
    found = find("cardbowl").open({"quarter": 4})
    assert isinstance(found, CardBowl)
    return found


def test_the_starter_beats_the_rookie() -> None:
    """CB-2.13: sixteen short games, seats changed; measured 85 % of 80."""
    g = find("cardbowl").open(length="short")
    won = 0
    for seed in range(16):
        mine = seed % 2
        levels = {mine: policy("starter", g, seed), 1 - mine: policy("rookie", g, seed)}

        def decide(request: Choose, s: Bowl, levels: dict[int, Policy] = levels) -> str:
            return levels[request.seat](request, s)

        won += playout(g, g.start(), FastDice(seed), decide).winner == mine
    assert won >= 11


def first_check(seed: int = 5) -> tuple[Table[Bowl], Walker[Bowl], Choose]:
    """The first decision after the snap at a real table, and the world that its seat is given."""
    g = short()
    table = Table(g, FastDice(seed))
    coaches = [coach("starter", g, seat, seed) for seat in (0, 1)]
    while not (table.state.play.phase == "quick" and table.pending_seats):
        ask_coach(table, table.pending_seats[0], coaches[table.pending_seats[0]])
    asked, world = table.request_for(table.pending_seats[0]), coach_view(table, table.pending_seats[0]).world
    assert asked is not None and world is not None
    return table, world, asked


def test_the_allpro_deals_what_it_cannot_see_from_cards_that_may_be_there() -> None:
    """CB-1.15, CB-16.4: every card once, seen cards kept, the other side's discards its lowest."""
    table, world, asked = first_check()
    seat, seen = asked.seat, table.state.play
    worlds, theirs = Worlds(world, seat, Random(1)), set()
    for _ in range(20):
        s = worlds.another().state
        p = s.play
        cards = [q.card for q in (*p.offense, *p.defense)] + p.discards[0] + p.discards[1] + s.pool
        assert sorted([*cards, *(card for card, _ in s.drawn)]) == sorted(DECK)
        mine, other = (p.offense, p.defense) if seat == s.off else (p.defense, p.offense)
        assert [q.card for q in mine] == [q.card for q in (seen.offense if seat == s.off else seen.defense)]
        assert max(map(VALUE.__getitem__, p.discards[1 - seat])) <= min(q.value for q in other)
        theirs.add(tuple(q.card for q in other if not q.up))
    assert len(theirs) == 20


def test_the_search_answers_legally_and_keeps_the_starters_answer_without_budget() -> None:
    """CB-24.3"""
    table, world, asked = first_check()
    g = table.game
    assert isinstance(g, CardBowl)
    worlds = Worlds(world, asked.seat, Random(2))
    first = candidate_answers(world.state, asked, Random(1))[0]
    assert search_rollouts(g, worlds, asked, Random(1), Budget(0).until()) == first
    assert search_rollouts(g, worlds, asked, Random(1), Budget(500).until())[0] in asked.menu


@pytest.mark.parametrize(
    "options",
    [
        {"timing": "simple2", "quarter": 30, "single_joker": True},
        {"timing": "complex", "quarter": 30, "playoff": True},
    ],
)
def test_the_allpro_plays_whole_games_legally(options: dict[str, Any]) -> None:
    """CB-3.1, CB-1.13: with a clock, with one joker and two; an illegal answer would raise."""
    g = game(**options)
    table = Table(g, FastDice(11))
    coaches = [coach("allpro", g, seat, 3, 0.0) for seat in (0, 1)]
    while table.outcome is None:
        ask_coach(table, table.pending_seats[0], coaches[table.pending_seats[0]])
    assert table.outcome.winner in (0, 1, None)


def test_on_fourth_down_far_from_everything_the_allpro_kicks() -> None:
    """CB-2.15: fourth and 25 on the own 20 early in the game."""
    g = short()
    s = blank(x=20, ltg=45, down=4)
    seen = CoachView(0, g.view(s, 0), (), Walker(g, s))
    asked = Choose(0, "call", call_menu(40))
    assert coach("allpro", g, 0, 1, 0.0).answer(asked, seen) == "punt"


def test_the_last_play_of_a_level_game_near_the_goal_is_a_field_goal() -> None:
    """CB-2.15, 13.1: 24 yards with one play left are good about nine times in ten, whatever the down."""
    g = short()
    s = blank(x=94, ltg=100, down=3, quarter=4, left=1)
    asked = Choose(0, "call", call_menu(40))
    assert (
        coach("allpro", g, 0, 1, 0.0).answer(asked, CoachView(0, g.view(s, 0), (), Walker(g, s)))
        == "field-goal"
    )


def test_situations_are_worth_more_the_better_they_are() -> None:
    """CB-2.6: nearer the goal, earlier downs, fewer yards to go."""
    worths = [down_value(x, 1, 10) for x in range(5, 90, 5)]
    assert worths == sorted(worths)
    assert down_value(50, 1, 10) > down_value(50, 3, 10) > down_value(50, 3, 20) > down_value(50, 4, 20)
    assert expected_points(blank(x=60), 0) == -expected_points(blank(x=60), 1)


def test_the_starter_knows_an_answer_to_every_formation() -> None:
    """CB-18.1: every formation of the chart is answered, by alignments of the chart."""
    book = game().book
    assert set(ANSWERS) == set(book.offenses)
    assert {name for known in ANSWERS.values() for name in known} <= set(book.defenses)
    assert {*RUN_CALLS, *PASS_PLANS} <= set(book.offenses) and set(RUN_CALLS) <= set(RUN_PLANS)


def test_allpro_begins_with_what_the_starter_knows_to_hold_a_formation() -> None:
    """CB-18.1: it once stood in the 4-3 against everything unless it had time to find better."""
    book, s = game().book, blank()
    request = Choose(1, "alignment", Menu([Option(name, name) for name in book.defenses]), "Line up")
    for name in book.offenses:
        s.play.formation = name
        assert candidate_answers(s, request, Random(1))[0][0] in ANSWERS[name]


@pytest.mark.parametrize(
    "what", ["alignment", "assign", "backs", "formation", "motion", "pattern-1", "place"]
)
def test_the_allpro_weighs_every_turn_of_a_play(what: str) -> None:
    """CB-17.1, 19.1, 23.1, 23.8: the same seed, the same legal answers, one or several in order."""
    assert what in SEARCHED
    g = short()
    table = Table(g, FastDice(3))
    coaches = [coach("starter", g, seat, 3) for seat in (0, 1)]
    while True:
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        if asked.what == what and len(asked.keys) > 1:
            break
        ask_coach(table, seat, coaches[seat])
    found = [AllPro(g, 7, 0.02).answer(asked, coach_view(table, seat)) for _ in range(2)]
    assert found[0] == found[1]
    for key in [found[0]] if isinstance(found[0], str) else found[0]:
        request = table.request_for(seat)
        assert request is not None and request.what == what
        table.answer(seat, key)


def test_what_the_search_finds_is_better_on_fresh_cards() -> None:
    """CB-17.1, 23.1: a tenth of a second brings 0.8 % of a game for a lineup or a formation (256 of them)."""
    g = short()
    gains: list[float] = []
    walker, rng, dice = Walker(g), Random(6), FastDice(6)
    while len(gains) < 16:
        asks = walker.asks
        if not isinstance(asks, Choose):
            walker.roll(dice)
            continue
        if asks.what in ("formation", "assign", "place") and rng.random() < 0.2:
            worlds = Worlds(walker, asks.seat, rng)
            first = candidate_answers(walker.state, asks, Random(1))[0]
            found = search_rollouts(g, worlds, asks, rng, Budget(250).until())
            values = entered_values(g, worlds)
            fresh = [values([first, found], seed) for seed in range(60)]
            gains.append(sum(after - before for before, after in fresh) / len(fresh))
        walker.give(starter(asks, walker.state, rng))
    assert sum(gains) / len(gains) > 0.002


def test_unseen_cards_are_dealt_anew_without_changing_what_the_seat_sees() -> None:
    """CB-1.15, CB-16.4: at every decision of a game the view stays, and the other side's cards do not."""
    g, changed = short(), 0
    walker, rng, dice = Walker(g), Random(3), FastDice(3)
    while walker.outcome is None and walker.state.quarter < 3:
        asks = walker.asks
        if not isinstance(asks, Choose):
            walker.roll(dice)
            continue
        if asks.what in SEARCHED - {"timeout"}:
            seen = walker.state
            dealt = Worlds(walker, asks.seat, rng).deal()
            assert g.view(dealt, asks.seat) == g.view(seen, asks.seat)
            assert sorted(every_card(dealt)) == sorted(every_card(seen)) == sorted(DECK)
            changed += dealt.pool != seen.pool
        walker.give(starter(asks, walker.state, rng))
    assert changed > 50


def every_card(s: Bowl) -> list[str]:
    p = s.play
    laid = [piece.card for piece in (*p.offense, *p.defense)]
    held = [card for cards in (*p.hands, *p.discards, s.pool) for card in cards]
    return [*laid, *held, *(card for card, _ in s.drawn)]


def test_a_blocking_plan_names_a_legal_lane_for_every_blocker() -> None:
    """CB-23.1, 23.4, 23.13: each plan can be answered from its first key to its last."""
    g = short()
    walker, rng, dice, seen = Walker(g, quiet=True), Random(4), FastDice(4), 0
    while seen < 4:
        asks = walker.asks
        if not isinstance(asks, Choose):
            walker.roll(dice)
            continue
        if asks.what == "assign" and starter(asks, walker.state, rng) != "fill":
            seen += 1
            plans = blocking_plans(walker.state, asks, rng)
            assert len(plans) >= 3
            for plan in plans:
                other = walker.copy()
                for key in plan:
                    assert isinstance(other.asks, Choose) and other.asks.what == "assign"
                    other.give(key)
                assert isinstance(other.asks, Choose) and other.asks.what != "assign"
        walker.give(starter(asks, walker.state, rng))


def test_a_clear_lead_ends_the_race_early() -> None:
    """One candidate is better by a tenth with little noise, one worse; the search does not go on."""
    tried: list[Candidate] = [("a",), ("b",), ("c",)]
    first, better, worse = tried
    race, rng = Race(tried), Random(1)
    while race.open:
        at = {first: 0.5, better: 0.6 + rng.gauss(0, 0.05), worse: 0.4 + rng.gauss(0, 0.05)}
        race.add([at[one] for one in race.left])
    assert race.best == better and race.rounds == min(LOOKS)


def test_noise_alone_seldom_replaces_the_first_answer() -> None:
    """Of candidates that are all the same, or change nothing, the starter's stands in most races."""
    kept = 0
    for seed in range(100):
        rng, race = Random(seed), Race([("a",), ("b",)])
        while race.open and race.rounds < 100:
            race.add([rng.gauss(0.5, 0.1) for _ in race.left])
        kept += race.best == ("a",)
    assert kept >= 65
    same = Race([("a",), ("b",)])
    while same.open:
        same.add([0.5, 0.5])
    assert same.best == ("a",) and same.rounds == min(LOOKS)


def test_a_time_out_is_weighed_at_the_end_of_a_half_only() -> None:
    """CB-6.13: what it would be worth later is not counted, so before that the starter's way stands."""
    request = Choose(0, "timeout", Menu([Option("no", "Let it run"), Option("timeout", "Spend it")]))
    early, late = blank(quarter=2, left=60), blank(quarter=2, left=20)
    assert needs_no_search(request, early) and not needs_no_search(request, late)


def test_coaches_never_see_hidden_cards() -> None:
    """CB-1.15: what a coach is given has the other side's face-down cards covered."""
    s = scene()
    play = game().view(s, 0)["state"]["play"]
    assert {p["card"] for p in play["defense"]} == {HIDDEN}


@pytest.mark.slow
def test_the_starters_defense_answers_a_heavy_formation() -> None:
    """CB-23.7: who always lines up in i_heavy wins about half of 60 short games, not three in four."""
    g = find("cardbowl").open({"quarter": 6})
    won = 0.0
    for seed in range(60):
        rng, mine = Random(seed), seed % 2

        def answer(request: Choose, s: Bowl, rng: Random = rng, mine: int = mine) -> str:
            if request.seat == mine and request.what == "formation" and "i_heavy" in request.menu:
                return "i_heavy"
            return starter(request, s, rng)

        s = g.start()
        playout(g, s, FastDice(seed), answer)
        won += 0.5 if s.scores[0] == s.scores[1] else s.scores[mine] > s.scores[1 - mine]
    assert won <= 39
