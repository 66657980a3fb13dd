"""The allpro's exact expectations, worked by hand from the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from random import Random

import pytest
from tests.games.cardbowl.kit import blank, game, kick

from fieldhouse.games.cardbowl.coaches import policy
from fieldhouse.games.cardbowl.coaches.evaluation import expected_points, win_probability
from fieldhouse.games.cardbowl.coaches.exact_decisions import (
    WEIGHED,
    ExactDecisions,
    equilibrium,
    weighed_keys,
)
from fieldhouse.games.cardbowl.coaches.expectation import (
    Weigher,
    card_branches,
    foul_class,
    rank_class,
    start_of_play,
)
from fieldhouse.games.cardbowl.coaches.kick_odds import (
    KickOdds,
    chance_of_sum,
    hand_with_sum,
    hands_by_sum,
)
from fieldhouse.games.cardbowl.coaches.worlds import Stand, Worlds, at_decision
from fieldhouse.games.cardbowl.rules.cards import DECK, JOKERS, VALUE
from fieldhouse.games.cardbowl.rules.end_of_play import close_play
from fieldhouse.games.cardbowl.rules.game import TRY, call_menu
from fieldhouse.games.cardbowl.rules.kicks import kickoff, returns
from fieldhouse.games.cardbowl.rules.kicks.field_goal import play_field_goal
from fieldhouse.games.cardbowl.rules.plays import fumble
from fieldhouse.games.cardbowl.rules.state import END, PREV, Bowl, Due, Foul, Play, Result, copy_bowl
from fieldhouse.kernel.coaches import coach_view
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules, Together
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker

FIELD_GOAL = {"call": "field-goal"}
GAME = game()
EITHER = Menu([Option("accept", "Accept"), Option("decline", "Decline")])


def only(s: Bowl, *cards: str) -> Bowl:
    """The pack has no other cards."""
    s.pool = list(cards)
    return s


def entered(s: Bowl, chapter: Callable[[Bowl], Rules]) -> Stand:
    """The rules at the beginning of a chapter, and the whistle after it."""

    def played(world: Bowl) -> Rules:
        yield from chapter(world)
        yield from close_play(GAME.book, world)

    def stand() -> Run[Bowl]:
        world = copy_bowl(s)
        return Run.along(GAME, world, rules=played(world))

    return stand


# Counting


def test_the_sums_of_a_kicks_cards_are_counted_over_all_hands() -> None:
    """CB-13.1: four cards of each value; two cards make 26 with two kings only, 25 with king and queen."""
    assert hands_by_sum(1) == dict.fromkeys(range(1, 14), 4)
    assert hands_by_sum(2)[26] == comb(4, 2)
    assert hands_by_sum(2)[25] == 4 * 4
    assert hands_by_sum(2)[2] == comb(4, 2)
    assert sum(hands_by_sum(6).values()) == comb(52, 6)
    # 77 and more: KKKK with two queens is 76, so nothing; 76 is K K K K Q Q alone
    assert max(hands_by_sum(6)) == 76
    assert hands_by_sum(6)[76] == comb(4, 2)
    assert chance_of_sum(6, 76) == 6 / comb(52, 6)
    assert chance_of_sum(6, 6) == 1.0


def test_a_hand_that_shows_a_sum_has_it() -> None:
    """CB-1.1: of real cards, each once."""
    for total in hands_by_sum(4):
        cards = hand_with_sum(4, total, Random(total))
        assert sum(map(VALUE.__getitem__, cards)) == total
        assert len(set(cards)) == 4


def test_classes_of_cards_carry_their_exact_share() -> None:
    """CB-1.11, CB-47.1: 54 cards are thirteen values and two jokers; a foul card has six kinds."""
    shares = {rank_class(card): share for share, card in card_branches(DECK, rank_class, Random(1))}
    assert len(shares) == 15
    assert shares[7] == 4 / 54
    assert shares["RJ"] == 1 / 54
    # red: A-5 ten cards, 6-10 ten, faces six and RJ
    kinds = {foul_class(card): share for share, card in card_branches(DECK, foul_class, Random(1))}
    assert kinds[True, 3] == 7 / 54
    assert kinds[False, True] == 10 / 54


# Field goals and tries


def chance_of(s: Bowl, answers: dict[str, str], points: int, grain: float = 1e-7) -> float:
    found = KickOdds(game(), grain).situations(s, answers)
    assert sum(found.values()) == pytest.approx(1.0)
    return sum(chance for end, chance in found.items() if end[0] == points)


def test_an_extra_point_fails_by_a_low_sum_or_the_red_joker_in_slot_1() -> None:
    """CB-14.2: six cards must reach 20. The red joker blocks as first card, 1/54, or as second after a
    black joker that does not stop the play: 1/54, then a black foul card, 26 of 53, then 1/52. A black joker
    with a red foul card, 27 of 53, has the try kicked again; a black one is offside, and a failed try is
    kicked again from the 1 (CB-40.16)."""
    s = blank(next="try", x=98, ltg=100)
    good = chance_of(s, {"try": "extra-point"}, 1)
    block = 1 / 54
    stopped = 1 / 54 * 27 / 53
    offside = 1 / 54 * 26 / 53
    # offside: blocked in slot 1 after all (1/52) or too low a sum, both are kicked again
    once = (1 - block - stopped - offside) * chance_of_sum(6, 20) + offside * (1 - 1 / 52) * chance_of_sum(
        6, 20
    )
    assert good == pytest.approx(once)


def test_a_short_field_goal_is_counted_with_every_place_of_the_red_joker() -> None:
    """CB-13.1, 13.2, single joker (CB-1.13): from x=90 it is 28 yards and RJ blocks in slots 1 and 2, so it
    must not be among the first two of 53 cards; elsewhere it is replaced, and any six of 52 count."""
    g = game(single_joker=True)
    s = blank(x=90, ltg=100, down=4)
    found = KickOdds(g).situations(s, FIELD_GOAL)
    good = sum(chance for end, chance in found.items() if end[0] == 3)
    assert good == pytest.approx((1 - 2 / 53) * chance_of_sum(6, 28))
    missed = sum(chance for end, chance in found.items() if end[:6] == (0, 0, 1, "down", 20, 1))
    assert missed >= (1 - 2 / 53) * (1 - chance_of_sum(6, 28)) - 1e-12  # CB-2.11: their ball on the 20


def test_a_long_field_goal_cannot_be_made() -> None:
    """CB-13.1: from the own 40 it is 78 yards, six cards reach 76."""
    assert chance_of(blank(x=40, ltg=45, down=4), FIELD_GOAL, 3, 0.01) == 0.0
    assert "out of range" in call_menu(77).option("field-goal").help
    assert "out of reach" not in call_menu(76).option("field-goal").help


def test_the_rules_on_a_small_pack_agree_with_the_count() -> None:
    """CB-13.1: seven cards are left, six are drawn. They are 28 together, so 24 is reached when the one left
    over is a 4 or less: four of seven."""
    s = only(blank(x=94, ltg=100, down=4), "AS", "2S", "3S", "4S", "5S", "6S", "7S")
    s.play = Play(kind="field-goal")

    def enter(world: Bowl) -> Rules:
        yield Choose(0, "go", EITHER)
        yield from play_field_goal(world)

    weigher = Weigher(entered(s, enter), 0, grain=0.0)
    assert weigher.worth("accept", lambda end: float(end.scores[0] == 3)) == pytest.approx(4 / 7)


# Declarations


def loose(s: Bowl, x: int, **fields: object) -> Bowl:
    s.play.lost_by, s.play.lost_at = 0, x
    for name, value in fields.items():
        setattr(s.play, name, value)
    return s


def declared(s: Bowl, mine: str, theirs: str) -> float:
    """How often seat 0, which lost the ball, has it in the end."""
    weigher = Weigher(entered(s, loose_ball), 0, grain=1e-6)
    return weigher.worth((mine, theirs), lambda end: float(end.off == 0))


def loose_ball(s: Bowl) -> Rules:
    """CB-39: whoever lost it, where it was lost."""
    s.play.result = yield from fumble.loose_ball(s, s.play.lost_by, s.play.lost_at)


def test_a_declaration_shifts_the_recovery_by_its_points() -> None:
    """CB-39.4, 39.5: of 2, 5, 6 and 9 two are drawn, twelve orders. Nothing declared: half of them. With +2
    the 5 also beats the 6: seven of twelve."""
    s = only(loose(kick("kickoff"), 50), "2S", "5S", "6S", "9S")
    assert declared(s, "nothing", "nothing") == pytest.approx(0.5)
    assert declared(s, "fall2", "nothing") == pytest.approx(7 / 12)


def test_falling_on_the_ball_against_a_declared_pick_up_wins_all_but_the_widest_gap() -> None:
    """CB-39.4: of 3, 6 and K two are drawn, +2 against -2: 3 beats 6 (5 against 4), K loses to nobody, 6 and
    3 lose to K only (8 against 11, 5 against 11). So four of the six orders are won."""
    s = only(loose(kick("kickoff"), 50), "3S", "6S", "KS")
    assert declared(s, "fall2", "pick2") == pytest.approx(4 / 6)


def test_the_equilibrium_of_a_guessing_game_is_mixed_evenly() -> None:
    """CB-39.4: declarations are simultaneous, so a best answer alone would be read."""
    keys, shares = equilibrium(["heads", "tails"], lambda a, b: 1.0 if a == b else -1.0)
    assert dict(zip(keys, shares, strict=True)) == pytest.approx({"heads": 0.5, "tails": 0.5})


def test_a_dominant_declaration_is_always_chosen() -> None:
    """CB-39.4"""
    worth = {"nothing": 0.0, "fall2": 2.0, "pick2": -2.0}
    keys, shares = equilibrium(list(worth), lambda a, b: worth[a] - worth[b])
    assert shares[keys.index("fall2")] == pytest.approx(1.0)


# Accept or decline


def flagged(result: Result, foul: Foul, **fields: object) -> Bowl:
    s = blank(**fields)
    s.play = Play(kind="scrimmage", result=result, foul=foul)
    s.pool = list(DECK)
    return s


def nothing(s: Bowl) -> Rules:
    """The play itself is over: only the whistle is left."""
    yield from ()


def settled(s: Bowl, seat: int) -> str:
    """The better answer to the flag."""
    weigher = Weigher(entered(s, nothing), seat)

    def worth(key: str) -> float:
        return weigher.worth(key, lambda end: win_probability(GAME.book, end, seat))

    return max(("accept", "decline"), key=worth)


def test_a_first_down_is_not_given_back_for_five_yards() -> None:
    """CB-40.3, 40.4: a run of 12 on 1st and 10 stands against offside, 5 yards from the line of scrimmage."""
    s = flagged(Result("ball", 0, 52), Foul(ball=0, by=1, yards=5, basis=PREV), x=40)
    assert settled(s, 0) == "decline"


def test_five_yards_and_the_down_again_beat_no_gain() -> None:
    """CB-40.3, 40.9: 1st and 5 on the 45 instead of 2nd and 10 on the 40."""
    s = flagged(Result("ball", 0, 40), Foul(ball=0, by=1, yards=5, basis=PREV), x=40)
    assert settled(s, 0) == "accept"


def test_a_failed_fourth_down_is_better_than_holding() -> None:
    """CB-40.18: the defense takes the ball on downs rather than ten yards and the down again."""
    s = flagged(Result("ball", 0, 41), Foul(ball=0, by=0, yards=10, basis=PREV), x=40, ltg=43, down=4)
    assert settled(s, 1) == "decline"


def test_accepting_is_weighed_without_a_card() -> None:
    """CB-40.3: both ends are known: 1st and 10 on the 60 against 2nd and 2 on the 48."""
    s = flagged(Result("ball", 0, 48), Foul(ball=0, by=1, yards=12, basis=END, afd=True), x=40)
    ends = {key: list(Weigher(entered(s, nothing), 0).ends(key)) for key in ("accept", "decline")}
    assert [(c, e.x, e.down, e.ltg) for c, e in ends["accept"]] == [(1.0, 60, 1, 70)]
    assert [(c, e.x, e.down, e.ltg) for c, e in ends["decline"]] == [(1.0, 48, 2, 50)]


# Returns and draws


def test_a_touchback_choice_sees_every_return() -> None:
    """CB-8.1, 8.2: received 3 deep with coverage A; five cards are left, 3 to 7, and four of them are drawn:
    25 less the one left over, less 1 and 3. So the ball comes to 18, 17, 16, 15 or 14, each one in five."""
    s = only(kick("kickoff", off=0), "3S", "4S", "5S", "6S", "7S")

    def received(s: Bowl) -> Rules:
        home = yield from returns.ask_touchback(s, 1, -3, 1)
        if home:
            kickoff.touchback(s, 1)
        else:
            yield from returns.run_back(s, 1, -3, "AC", 4)

    weigher = Weigher(entered(s, received), 1, grain=1e-6)
    found: dict[int, float] = {}
    for chance, end in weigher.ends("return"):
        assert end.off == 1
        found[end.x] = found.get(end.x, 0.0) + chance
    assert found == pytest.approx({18: 0.2, 17: 0.2, 16: 0.2, 15: 0.2, 14: 0.2})
    assert [end.x for _, end in weigher.ends("touchback")] == [20]


def test_a_return_still_in_the_end_zone_goes_on_from_its_own_cards() -> None:
    """CB-8.3: received 8 deep, A drawn: seven deep. With 2, 3 and 4 left the return ends at -8+1+9 less
    coverage 2, that is 0: a touchback, since the kick was received there (CB-8.8)."""
    s = only(kick("kickoff", off=0), "2S", "3S", "4S", "AD")
    s.play.safe = True

    def stand() -> Run[Bowl]:
        run = entered(s, lambda s: returns.run_back(s, 1, -8, "2D", 4))()
        run.send("AD")
        return run

    ends = list(Weigher(stand, 1, grain=1e-6).ends("go"))
    assert sum(chance for chance, _ in ends) == pytest.approx(1.0)
    assert {(end.off, end.x) for _, end in ends} == {(1, 20)}


@pytest.mark.parametrize("timing", ["simple1", "complex"])
def test_every_computed_decision_is_run_on_to_the_whistle(timing: str) -> None:
    """CB-43: in games of starters the chances of all ends after any answer add up to one, in any world."""
    g = game(timing=timing, quarter={"simple1": 10, "complex": 60}[timing])
    found: dict[str, int] = {}
    for seed in range(3):
        table = Table(g, FastDice(seed))
        starter = policy("starter", g, seed)
        while table.outcome is None:
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            if asked.what in (*WEIGHED, "declare"):
                world = coach_view(table, seat).world
                assert world is not None
                another = Worlds(world, seat, Random(seed)).another()
                ends = Weigher(at_decision(another), seat, grain=0.5).ends(asked.keys[0])
                assert sum(chance for chance, _ in ends) == pytest.approx(1.0)
                found[asked.what] = found.get(asked.what, 0) + 1
            table.answer(seat, starter(asked, table.state))
    assert {"penalty", "declare", "throw-away"} <= set(found)


def test_a_run_after_a_recovery_is_weighed_with_its_draws() -> None:
    """CB-39.13: Red recovers its own fumble on the 30 with K against 6, nothing declared: three draws. Of 2,
    3, 4 and 5 three are drawn: 14 less the one left over, so 42, 41, 40 or 39, each one in four."""
    s = loose(kick("kickoff", off=0), 30, recovered_by=0, recovered_at=30)
    s.play.kind, s.x, s.next, s.ltg = "scrimmage", 25, Due.DOWN, 35
    only(s, "2S", "3S", "4S", "5S")
    pair = fumble._Pair()
    pair.cards, pair.points = {0: "KS", 1: "6S"}, {0: 0, 1: 0}

    def recovered(s: Bowl) -> Rules:
        s.play.result = yield from fumble.recover_ball(s, 0, 0, 30, pair, -1)

    weigher = Weigher(entered(s, recovered), 0, grain=1e-6)
    where: dict[int, float] = {}
    for chance, end in weigher.ends("run"):
        where[end.x] = where.get(end.x, 0.0) + chance
    assert where == pytest.approx({42: 0.25, 41: 0.25, 40: 0.25, 39: 0.25})
    assert [end.x for _, end in weigher.ends("stay")] == [30]


def test_a_failed_on_side_kick_is_taken_where_it_lies_or_kicked_again() -> None:
    """CB-10.4: 7 yards from the 30 are Blue's 63, first and ten; else Red kicks again from the 30."""
    s = kick("onside", off=0, onside_failures=2)

    def failed(s: Bowl) -> Rules:
        s.onside_failures -= 1
        yield from kickoff.onside_failed(s, 7, 7)

    weigher = Weigher(entered(s, failed), 1)
    assert [(c, e.off, e.x, e.down, e.next) for c, e in weigher.ends("take")] == [(1.0, 1, 63, 1, "down")]
    assert [(c, e.off, e.kick_spot, e.next) for c, e in weigher.ends("rekick")] == [(1.0, 0, 30, "kickoff")]


# Kicks and calls


SQUIB_TO_THE_ONE = {"kickoff": "squib", "target": "target:1", "touchback": "touchback"}


def test_a_squib_to_the_one_is_a_touchback_unless_a_joker_comes() -> None:
    """CB-9.1, 7.4, 8.1: the reception spot is 1 less the sum, so -1 to -25, and every touchback is
    taken. Only the black joker among the first three cards changes that (CB-7.5, 7.6, 7.9)."""
    found = KickOdds(game()).situations(blank(next="kickoff"), SQUIB_TO_THE_ONE)
    home = sum(chance for end, chance in found.items() if end[2:5] == (1, "down", 20))
    assert 1 - 3 / 54 - 1e-9 <= home <= 1.0


def test_the_first_kick_card_is_a_black_joker_once_in_54() -> None:
    """CB-7.5: with a foul card from six up or RJ, 33 of 53, the ball is out of bounds, theirs on the 40. It
    may also follow the red joker (CB-7.7), 1/54 and 1/53, and then 32 of 52 cards do it."""
    found = KickOdds(game(), 1e-6).situations(blank(next="kickoff"), SQUIB_TO_THE_ONE)
    out = sum(chance for end, chance in found.items() if end[2:5] == (1, "down", 40))
    assert out == pytest.approx(1 / 54 * 33 / 53 + 1 / 54 * 1 / 53 * 32 / 52)


def test_two_points_when_they_come_more_often_than_half_the_time() -> None:
    """CB-14.1: with both tries equally good per point early on, the larger expectation counts."""
    s = blank(next="try", x=98, ltg=100)
    assert (
        ExactDecisions(game(), Random(1)).answer(Choose(0, "try", TRY), Walker(game(), s), "") == "two-point"
    )


def test_one_point_is_taken_when_it_wins() -> None:
    """CB-14.1, 2.13: level with no play left, the extra point is nearly sure and enough."""
    s = blank(next="try", x=98, ltg=100, quarter=4, left=0, scores=[13, 13])
    assert (
        ExactDecisions(game(), Random(1)).answer(Choose(0, "try", TRY), Walker(game(), s), "")
        == "extra-point"
    )


# Worth


def test_at_the_end_only_the_score_counts() -> None:
    """CB-2.13"""
    g = game().book
    assert win_probability(g, blank(over="points", scores=[3, 0]), 0) == 1.0
    assert win_probability(g, blank(over="points", scores=[3, 0]), 1) == 0.0
    assert win_probability(g, blank(over="tie"), 0) == 0.5


def test_the_chances_of_both_sides_add_up_to_one() -> None:
    """CB-2.5"""
    g = game().book
    for x in (5, 50, 95):
        s = blank(x=x, quarter=3, scores=[10, 14])
        assert win_probability(g, s, 0) + win_probability(g, s, 1) == pytest.approx(1.0)
        assert expected_points(s, 0) == -expected_points(s, 1)


def test_a_lead_is_worth_more_the_less_is_left() -> None:
    """CB-4.1"""
    g = game().book
    early = win_probability(g, blank(scores=[7, 0], quarter=1), 0)
    late = win_probability(g, blank(scores=[7, 0], quarter=4, left=3), 0)
    assert 0.5 < early < late < 1.0


def test_batches_of_yardage_cards_are_not_weighed() -> None:
    """CB-33.9: single cards may be stopped at any time."""
    menu = Menu(Option(key, key) for key in ("stop", "draw", "batch:2"))
    asked = Choose(0, "yardage", menu)
    assert weighed_keys(asked) == ["stop", "draw"]


def test_a_whole_play_is_entered_at_its_first_question() -> None:
    """CB-2.15, CB-39.4"""
    s = blank(x=60, down=4)
    request = start_of_play(game(), s)().request
    assert isinstance(request, Choose)
    assert not isinstance(request, Together)
    assert request.what == "call"
    assert not set(JOKERS) - set(DECK)
