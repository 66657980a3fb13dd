"""Order of events, decisions, chance points and state (sections 7, 16, 17 and 18)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, game, own, pending, run, where, with_cards

from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.requests import Choose, Draw, Roll, Together
from fieldhouse.kernel.table import Table
from fieldhouse.solve.play_tree import explore, leaf_distribution


@pytest.mark.parametrize("down", [1, 2, 3, 4])
def test_play_punt_and_field_goal_are_legal_on_any_down(down: int) -> None:
    """RB-7.1, RB-16.2, RB-19.63: declared openly before each scrimmage down."""
    _, asked = pending(DICE, at(40, down, 5))
    assert isinstance(asked, Choose)
    assert (asked.seat, asked.sees) == (RED, None)
    assert list(asked.keys) == ["play", "punt", "field-goal"]


def test_a_field_goal_out_of_range_is_refused_with_its_rule() -> None:
    """RB-7.1, RB-8.14: the limit is g = 50."""
    table = Table(DICE, state=at(55, 4, 5))
    with pytest.raises(IllegalAnswer, match=r"65 yards is out of range \(RB-8.14\)"):
        table.answer(RED, "field-goal")


@pytest.mark.parametrize("rules", [DICE, CARDS])
def test_kicks_use_no_cards_and_no_penalty_dice(rules: GridironGame) -> None:
    """RB-7.2, RB-9.3, RB-19.15: the first roll of a kick is the kick itself."""
    for key, stream in (("punt", "punt"), ("field-goal", "field goal")):
        _, roll = pending(rules, with_cards(at(40), "REV", "LP"), key)
        assert roll.stream == stream


def test_card_mode_goes_in_the_order_of_the_list() -> None:
    """RB-7.3, RB-10.4, RB-17.10, RB-19.12: cards, penalty dice, modifier, break, clock, choice, draws."""
    s = with_cards(at(own(25), clock=900), "SCREEN", "BZ")
    play = CARDS.play(s)
    requests: list[Any] = [next(play)]
    for answer in ("play", ("SCREEN", "BZ"), 7, 12, 6, 3):
        requests.append(play.send(answer))
        if len(requests) == 4:
            assert s.shown == [], "cards stay face down while penalty dice are rolled"
    assert [type(r) for r in requests] == [Choose, Together, Roll, Roll, Roll, Roll, Choose]
    assert [r.stream for r in requests[2:6]] == ["penalty", "penalty", "modifier", "break"]
    assert requests[6].what == "penalty"
    assert s.clock == 870, "the clock is charged before the choice"
    assert isinstance(play.send("decline"), Draw), "then the cards are replaced"


def test_dice_mode_goes_in_the_order_of_the_list() -> None:
    """RB-7.4, RB-17.10, RB-19.29, RB-19.30: penalty dice first (offense, defense), play dice, defense die."""
    s = at(70, clock=600)
    play = DICE.play(s)
    requests: list[Any] = [next(play)]
    requests += [play.send(answer) for answer in ("play", 12, 7, 6, 3)]
    labels = [r.label for r in requests[1:5]]
    assert labels == [
        "the offense's penalty dice",
        "the defense's penalty dice",
        "the offense's dice",
        "the defense's die",
    ]
    assert (requests[5].what, s.clock) == ("penalty", 570)


def test_after_a_2_everything_starts_again_with_the_declaration() -> None:
    """RB-7.5, RB-19.66: the offense may change from play to kick, both sides may change cards."""
    s = with_cards(at(45, 4, 5), "REV", "LP")
    run(CARDS, s, "play", ("REV", "LP"), 2, 7)
    _, asked = pending(CARDS, s)
    assert asked.what == "declare"
    assert "punt" in asked.keys
    run(CARDS, s, "punt", 7)
    assert s.offense == BLUE


def test_the_choice_of_a_card_is_any_card_in_hand_and_secret() -> None:
    """RB-16.3, RB-16.4: equal cards are one option; a disallowed pass is legal; only the chooser sees it."""
    s = with_cards(at(5), "LONG", "LP")
    _, both = pending(CARDS, s, "play")
    attack, defend = both.parts
    assert set(attack.keys) == set(s.decks[RED].hand)
    assert len(attack.keys) == len(set(attack.keys)) < 6
    assert "LONG" in attack.keys
    assert "always incomplete from here" in attack.menu.option("LONG").label
    assert (attack.sees, defend.sees) == ((RED,), (BLUE,))


def test_the_choice_on_a_12_belongs_to_the_side_that_did_not_commit_it() -> None:
    """RB-16.5: asked after the result and the clock are known, open to all."""
    for flags, chooser in (((12, 7), BLUE), ((7, 12), RED)):
        _, asked = pending(DICE, at(70), "play", *flags, 6, 3)
        assert (asked.seat, asked.what, asked.sees) == (chooser, "penalty", None)
        assert list(asked.keys) == ["accept", "decline"]


def test_only_a_conversion_is_offered_from_round_3_of_a_series() -> None:
    """RB-16.6, RB-15.8."""
    rules = game(overtime="series")
    _, asked = pending(rules, at(5, phase="try", quarter=5, clock=0, round=2))
    assert list(asked.keys) == ["kick", "conversion"]
    _, asked = pending(rules, at(5, phase="try", quarter=5, clock=0, round=3))
    assert list(asked.keys) == ["conversion"]


def test_penalty_dice_have_the_stated_chances() -> None:
    """RB-17.3: out of 1296: 36, 35, 1, 34, 34 and 1156."""
    from fieldhouse.games.redboar.rules.penalties import COMMITS, counting_penalty

    weights = dict(zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True))
    found: dict[str, int] = {}
    for a, weight_a in weights.items():
        for b, weight_b in weights.items():
            counts = counting_penalty(COMMITS[a], COMMITS[b])
            found[counts] = found.get(counts, 0) + weight_a * weight_b
    assert found == {
        "offense 2": 36,
        "defense 2": 35,
        "offset": 1,
        "offense 12": 34,
        "defense 12": 34,
        "": 1156,
    }


def starts_of(state: Gridiron, answer: str | None = None) -> dict[int, Fraction]:
    """The exact chances of the receiving side's start, by its own yard line."""
    policy = None if answer is None else lambda _request, _s: answer
    return leaf_distribution(explore(DICE, state, lambda s: 100 - s.g, policy=policy))


def test_kickoff_starts_have_the_stated_chances() -> None:
    """RB-17.6, RB-8.4, RB-8.7: mean own 21.7, and no die on a total of 12."""
    starts = starts_of(at(65, phase="kickoff"))
    percent = {spot: round(float(100 * chance), 1) for spot, chance in starts.items()}
    assert percent == {10: 1.9, 15: 23.1, 20: 32.4, 25: 29.6, 30: 9.3, 35: 2.8, 40: 0.9}
    assert round(float(sum(spot * chance for spot, chance in starts.items())), 1) == 21.7


def test_punts_have_the_stated_mean() -> None:
    """RB-17.7: mean net 41.7 yards before touchbacks."""
    starts = starts_of(at(95, 4, 5), "punt")
    net = sum((95 - spot) * chance for spot, chance in starts.items())
    assert round(float(net), 1) == 41.7


def test_dice_play_and_card_modifiers_have_the_stated_chances() -> None:
    """RB-17.4, RB-17.5: -5, 0 and +5 a third each; a break adds 10 to 60, 35 on the mean."""
    from fieldhouse.games.redboar.rules.charts import ADJUST

    assert sorted(ADJUST[1:]) == [-5, -5, 0, 0, 5, 5]
    means = [10 * face for face in range(1, 7)]
    assert sum(means) / 6 == 35
    s = with_cards(at(own(5)), "DRAW", "BZ")
    only = {"declare": "play", "penalty": "decline"}

    def choose(request: Choose, _s: Gridiron) -> str:
        return only.get(request.what, "DRAW" if request.seat == RED else "BZ")

    s.decks[RED].draw = s.decks[BLUE].draw = ["X"]
    gains = leaf_distribution(
        explore(CARDS, s, lambda state: 95 - state.g if state.offense == RED else None, policy=choose)
    )
    assert gains[70] == Fraction(1, 36) * Fraction(1156 + 34 + 34, 1296), "a break of 6 in a play that stands"


def always(key: str) -> Callable[[Choose, Any], str]:
    """A policy with one answer."""
    return lambda _asked, _s: key


def test_field_goals_and_tries_are_one_roll_each() -> None:
    """RB-17.8: kick 34/36, conversion 17/36."""
    for how, points, chance in (("kick", 1, Fraction(34, 36)), ("conversion", 2, Fraction(17, 36))):
        root = explore(DICE, at(5, phase="try"), lambda s: s.scores[RED], policy=always(how))
        assert leaf_distribution(root)[points] == chance


def test_cards_are_drawn_uniformly_from_piles_without_order_offense_first() -> None:
    """RB-17.9, RB-10.3: each draw is over all unseen cards; twelve draws, the offense's six first."""
    s = at(50, fresh=True)
    play = CARDS.play(s)
    draws: list[Any] = [next(play)]
    while isinstance(draws[-1], Draw):
        draws.append(play.send(draws[-1].flat[0]))
    streams = [draw.stream for draw in draws[:-1]]
    assert streams == ["offense deck"] * 6 + ["defense deck"] * 6
    assert draws[0].weights == (3,) * 6
    assert [len(draw.flat) for draw in draws[:6]] == [18, 17, 16, 15, 14, 13]
    assert {draw.sees for draw in draws[:6]} == {(RED,)}
    for deck in s.decks:
        assert deck.draw == sorted(deck.draw)


def test_the_number_of_dice_is_part_of_the_rules() -> None:
    """RB-17.10: no defense die after a 7; a die too many makes the script fail."""
    s = at(70)
    run(DICE, s, "play", 7, 7, 7)
    with pytest.raises(AssertionError, match="did not ask"):
        run(DICE, at(70), "play", 7, 7, 7, 3)


def test_the_state_holds_all_that_is_needed_to_continue() -> None:
    """RB-18.1 to RB-18.8: a game saved in the middle of a play goes on the same way."""
    named = ["RB-18.1", "RB-18.2", "RB-18.3", "RB-18.4", "RB-18.5", "RB-18.6", "RB-18.7", "RB-18.8"]
    assert len(named) == 8
    s = with_cards(at(45, 3, 5, clock=400, scores=(7, 3), quarter=5), "MED", "MP")
    play, asked = pending(CARDS, s, "play", ("MED", "MP"), 8, 12, 1)
    again = msgspec.json.decode(msgspec.json.encode(s), type=Gridiron)
    assert again == s
    assert again.phase == "penalty choice"
    assert again.pending is not None
    assert (again.pending.by, again.pending.how, again.pending.enforced) == ("defense", "interception", 30)
    assert (again.scores, again.quarter, again.clock, again.receiver) == ([7, 3], 5, 370, RED)
    assert (again.offense, again.g, again.down, again.t) == (RED, 45, 3, 40)
    assert again.over == [False, False]
    assert asked.what == "penalty"
    play.close()


def test_a_side_sees_all_but_the_other_hand_and_the_piles() -> None:
    """RB-18.9, RB-10.3, RB-19.70: sizes and discards are public, hands and face-down cards are not."""
    s = with_cards(at(50), "REV", "BZ")
    s.decks[RED].placed = "REV"
    s.decks[BLUE].discard = ["LP"]
    red, blue, spectator = (CARDS.view(s, seat) for seat in (RED, BLUE, None))
    assert red["hand"] == s.decks[RED].hand
    assert (red["placed"], blue["placed"], spectator["placed"]) == ("REV", "", "")
    assert blue["hand"] == s.decks[BLUE].hand
    assert spectator["hand"] == []
    assert red["hand_sizes"] == [6, 6]
    assert red["discards"] == spectator["discards"] == [[], ["LP"]]
    assert "draw" not in red
    assert where(s) == (RED, 50, 1, 10)
