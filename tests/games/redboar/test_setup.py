"""Setting up: sides, modes, field and options (sections 1, 2 and 16.1)."""

from __future__ import annotations

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, game, own, run, where, with_cards

from fieldhouse.games.redboar.meta import META
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.kernel.coaches import RandomCoach, coach_view, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Roll
from fieldhouse.kernel.table import Table


def test_two_sides_each_with_its_own_score() -> None:
    """RB-1.1: Red and Blue, one on offense, the other on defense."""
    assert META.seats == ("Red", "Blue")
    view = DICE.view(at(50, scores=(3, 7), offense=BLUE), None)
    assert (view["scores"], view["offense"]) == ([3, 7], BLUE)


@pytest.mark.parametrize("mode", ["cards", "dice"])
def test_a_game_keeps_one_mode_to_the_end(mode: str) -> None:
    """RB-1.2, RB-19.76: modes are never mixed: all plays are called by cards, or all by dice."""
    rules = game(mode, quarters=1, minutes=3)
    table = Table(rules, FastDice(4))
    play_on(table, {RED: RandomCoach(1), BLUE: RandomCoach(2)})
    streams = {entry.stream for entry in table.entries if hasattr(entry, "stream")}
    assert ("offense deck" in streams) == (mode == "cards")
    assert ("play" in streams) == (mode == "dice")
    assert table.game.view(table.state, None)["mode"] == mode


@pytest.mark.parametrize("rules", [CARDS, DICE])
def test_special_teams_and_penalties_are_settled_by_dice_in_both_modes(rules: GridironGame) -> None:
    """RB-1.3, RB-8.1, RB-10.14: a punt and a field goal ask for dice and touch no cards."""
    s = with_cards(at(own(45), 4, 5), "DIVE", "SR")
    hands = [deck.hand[:] for deck in s.decks]
    run(rules, s, "punt", 8, 3)
    assert where(s) == (BLUE, own(10), 1, 10)
    assert [deck.hand for deck in s.decks] == hands
    s = with_cards(at(20, 4, 5), "DIVE", "SR")
    run(rules, s, "field-goal", 4)
    assert s.scores == [3, 0]
    assert [len(deck.hand) for deck in s.decks] == [6, 6]


def test_all_dice_are_fair_six_sided_dice() -> None:
    """RB-1.4, RB-17.1: totals 2 to 12 weigh 1 to 6 to 1 of 36, faces one sixth each."""
    from fieldhouse.games.redboar.rules import cards, dice, kicks, penalties

    pairs = [dice.PLAY, kicks.KICKOFF, kicks.PUNT, kicks.FIELD_GOAL, kicks.TRY, penalties.OFFENSE_DICE]
    for roll in [*pairs, penalties.DEFENSE_DICE]:
        assert isinstance(roll, Roll)
        assert roll.keys == tuple(map(str, range(2, 13)))
        assert roll.weights == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    for single in (dice.DEFENSE_DIE, kicks.KICKOFF_DIE, kicks.PUNT_DIE, cards.MODIFIER, cards.BREAK):
        assert single.keys == tuple("123456")
        assert single.weights == (1,) * 6


def test_the_decks_belong_to_the_roles() -> None:
    """RB-1.5: 18 offense and 18 defense cards; whoever has the ball uses the offense deck."""
    assert len(CARDS.book.offense_deck) == len(CARDS.book.defense_deck) == 18
    s = at(50, offense=BLUE, fresh=True)
    run(CARDS, s, "punt", 7)
    assert set(s.decks[BLUE].hand) <= set(CARDS.book.offense_deck)
    assert set(s.decks[RED].hand) <= set(CARDS.book.defense_deck)
    run(CARDS, s, "punt", 7)
    assert set(s.decks[RED].hand) <= set(CARDS.book.offense_deck)


def test_the_opening_receiver_is_drawn_or_named() -> None:
    """RB-1.6, RB-17.2, RB-19.59: a fair draw by default; an option may name the side."""
    rules = game(receiver="random")
    from fieldhouse.games.redboar.rules.periods import TOSS

    assert TOSS.weights == (1, 1)
    s = rules.start()
    assert s.phase == "toss"
    run(rules, s, "Blue")
    assert (s.receiver, s.phase, s.offense) == (BLUE, "kickoff", RED)
    named = game(receiver="Blue").start()
    assert (named.receiver, named.phase, named.offense) == (BLUE, "kickoff", RED)


def test_the_side_that_kicks_off_first_receives_the_third_quarter() -> None:
    """RB-1.7, RB-6.4, RB-19.42: no matter who scored last."""
    for last_scorer in (RED, BLUE):
        s = at(60, quarter=2, clock=0, offense=last_scorer, receiver=BLUE, phase="kickoff")
        run(DICE, s)
        assert (s.quarter, s.phase, s.offense) == (3, "kickoff", BLUE)
        run(DICE, s, 12)
        assert s.offense == RED


def test_nothing_else_exists() -> None:
    """RB-1.8, RB-19.80: the only answers are those of RB-16: no kneel, spike, timeout or onside kick."""
    seen: dict[str, set[str]] = {}
    for seed in range(6):
        rules = game("dice" if seed % 2 else "cards")
        table = Table(rules, FastDice(seed))
        coaches = {RED: RandomCoach(seed), BLUE: RandomCoach(seed + 50)}
        while table.outcome is None:
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            seen.setdefault(asked.what, set()).update(asked.keys)
            table.answer(seat, coaches[seat].answer(asked, coach_view(table, seat)))
    assert set(seen) == {"declare", "card", "penalty", "try"}
    assert seen["declare"] == {"play", "punt", "field-goal"}
    assert seen["try"] == {"kick", "conversion"}
    assert seen["penalty"] == {"accept", "decline"}


def test_everything_to_agree_on_is_an_option_before_the_game() -> None:
    """RB-16.1, RB-1.9: mode, overtime method, receiver, ties; with the catalogue's defaults."""
    options = META.read_options()
    assert options["overtime"] == "both"
    assert options["receiver"] == "random"
    assert options["ties"] is True
    assert META.spec("mode").choices == ("cards", "dice")
    assert META.spec("overtime").choices == ("both", "sudden", "series", "none")


def test_none_with_no_ties_is_refused() -> None:
    """RB-15.9: the tie stands, so ties must be allowed."""
    with pytest.raises(BadOptions, match=r"RB-15\.9"):
        game(overtime="none", ties=False)


def test_the_view_has_all_that_the_board_tracks() -> None:
    """RB-1.10, RB-3.1: ball, down markers, scores, clock, quarter, possession, down."""
    view = CARDS.view(with_cards(at(45, 2, 5, clock=520, quarter=3, scores=(14, 9)), "REV", "LP"), RED)
    assert view["ball"] == 55
    assert view["gain"] == 60
    assert (view["scores"], view["clock"], view["quarter"]) == ([14, 9], 520, 3)
    assert (view["offense"], view["down"]) == (RED, 2)
    assert view["status"] == "Q3 8:40, Red 2nd & 5 at Blue's 45"


def test_the_ball_always_rests_on_a_five_yard_line() -> None:
    """RB-2.1, RB-2.2, RB-19.9: 100 yards, 19 lines between the goal lines."""
    assert sorted(DICE.declare[RED]) == list(range(5, 100, 5))
    assert len(DICE.declare[RED]) == 19


def test_the_markers_stand_where_the_series_began_and_ten_yards_on() -> None:
    """RB-2.3, RB-3.2: a new possession starts first and ten."""
    s = at(own(45), 4, 5)
    run(DICE, s, "punt", 7)
    assert where(s) == (BLUE, own(15), 1, 10)
    assert DICE.view(s, None)["gain"] == 75


@pytest.mark.parametrize(("g", "t"), [(5, 0), (10, 0), (15, 5), (20, 10)])
def test_a_series_from_the_ten_or_closer_is_goal_to_go(g: int, t: int) -> None:
    """RB-2.4, RB-19.49: the goal line is the target where ten yards do not fit."""
    s = at(own(5), 4, 10)
    s.g, s.t, s.down = 100 - g, 90 - g, 4
    run(DICE, s, "play", 7, 7, 7)
    assert (s.offense, s.g, s.t, s.down) == (BLUE, g, t, 1)


def test_goal_posts_stand_ten_yards_behind_the_goal_line() -> None:
    """RB-2.5, RB-8.13: a field goal from the 30 is 40 yards long."""
    label = DICE.declare[RED][30].menu.option("field-goal").label
    assert "40-yard" in label
    s = at(30, 4, 5)
    told = run(DICE, s, "field-goal", 5)
    assert told[0].yards == 40


@pytest.mark.parametrize(
    ("total", "spot", "allowed"),
    [
        (12, 20, True),
        (12, 15, False),
        (12, 5, False),
        (10, 10, True),
        (10, 5, False),
        (8, 5, True),
        (3, 5, True),
    ],
)
def test_long_passes_from_the_15_and_medium_from_the_5_are_not_allowed(
    total: int, spot: int, allowed: bool
) -> None:
    """RB-2.6, RB-19.2: the marked line itself counts as inside; all else is allowed everywhere."""
    s = at(spot, 1)
    if allowed:
        run(DICE, s, "play", 7, 7, total, 4)
        assert s.phase == "try"
    else:
        run(DICE, s, "play", 7, 7, total)
        assert where(s)[:3] == (RED, spot, 2)


def test_sides_never_change_ends() -> None:
    """RB-2.7: Red attacks the right-hand goal in every quarter, Blue the left-hand one."""
    for quarter in (1, 2, 3, 4):
        assert DICE.view(at(20, quarter=quarter), None)["ball"] == 80
        assert DICE.view(at(20, quarter=quarter, offense=BLUE), None)["ball"] == 20
