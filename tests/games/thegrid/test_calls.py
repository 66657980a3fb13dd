"""Sections 10 and 11: calling and resolving."""

from __future__ import annotations

import pytest
from tests.games.thegrid.helpers import BRE, CAN, PLAIN, Script, at, grid, play

from fieldhouse.games.thegrid.charts.cards import CALLED, DEFENSE, OFFENSE, legal
from fieldhouse.games.thegrid.rules.events import PlayRolled
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.requests import Choose, Roll, Together
from fieldhouse.kernel.table import Table

# Section 10


def test_the_offense_declares_openly_before_any_card() -> None:
    """TG-10.1: the first request of a play is the offense's alone; only then both choose cards."""
    game = grid()
    script = Script(game, at(game, 5))
    first = script.open()
    assert isinstance(first, Choose)
    assert (first.seat, first.what, first.sees) == (CAN, "declare", None)
    script("play")
    assert isinstance(script.pending, Together)
    kick = play(game, at(game, 9), "kick:HB")
    assert isinstance(kick.pending, Roll)


def test_cards_are_laid_face_down_and_turned_up_together() -> None:
    """TG-10.2: neither coach learns the other's card before his own lies."""
    game = grid()
    table = Table(game, FastDice(1), state=at(game, 5))
    table.answer(CAN, "play")
    before = table.observation(BRE)
    copy = table.copy()
    table.answer(CAN, "SP-LE")
    copy.answer(CAN, "RI-HB")
    assert table.observation(BRE) == copy.observation(BRE)
    assert table.view(BRE) == copy.view(BRE)
    assert before != table.observation(BRE)  # it only shows that CAN has answered
    table.answer(BRE, "LP-NK")
    assert table.view(None)["calls"] == ["SP-LE", "LP-NK"]


def test_the_twelve_cards_of_the_offense() -> None:
    """TG-10.3: play and carrier, twelve in open field."""
    twelve = [
        "RI-HB",
        "RO-HB",
        "RO-LE",
        "RO-RE",
        "FP-HB",
        "FP-LE",
        "FP-RE",
        "SP-HB",
        "SP-LE",
        "SP-RE",
        "LP-LE",
        "LP-RE",
    ]
    assert list(OFFENSE) == twelve
    assert list(legal(5)) == twelve


@pytest.mark.parametrize(
    ("box", "card", "reason", "rule"),
    [
        (5, "LP-HB", "the halfback can't catch a long pass", "TG-10.4"),
        (5, "RI-LE", "an end can't run inside", "TG-10.5"),
        (5, "RI-RE", "an end can't run inside", "TG-10.5"),
        (5, "SP-NK", "only the defense plays No Key cards", "TG-10.6"),
        (9, "LP-LE", "no long passes from the opponent's 15 or closer", "TG-10.7"),
        (11, "SP-HB", "no short passes from the opponent's 5", "TG-10.8"),
        (5, "XX-YY", "there's no such card", "TG-1.9"),
    ],
)
def test_illegal_cards_are_refused_without_penalty(box: int, card: str, reason: str, rule: str) -> None:
    """TG-10.4, TG-10.5, TG-10.6, TG-10.7, TG-10.8, TG-10.10: the reason, the rule, and choose again."""
    game = grid()
    table = Table(game, FastDice(1), state=at(game, box))
    table.answer(CAN, "play")
    with pytest.raises(IllegalAnswer) as refused:
        table.answer(CAN, card)
    assert reason in refused.value.reason
    assert refused.value.rule == rule
    table.answer(CAN, "RI-HB")


def test_how_many_cards_from_where() -> None:
    """TG-10.7, TG-10.8: twelve from boxes 1-8, ten from 9-10, seven from 11."""
    assert [len(legal(box)) for box in range(1, 12)] == [12] * 8 + [10, 10, 7]


@pytest.mark.parametrize("box", [1, 8, 9, 11])
def test_the_defense_may_use_all_twenty(box: int) -> None:
    """TG-10.9: from every box, also what the offense may not call there."""
    game = grid()
    script = play(game, at(game, box), "play")
    assert isinstance(script.pending, Together)
    part = script.pending.parts[1]
    assert (part.seat, tuple(part.keys)) == (BRE, DEFENSE)
    assert len(part.keys) == 20


def test_cards_return_to_the_hand() -> None:
    """TG-10.11: the same cards again, as often as one likes."""
    game = grid()
    s = at(game, 1)
    for card in ("2D", "3D", "4D"):
        play(game, s, "play", PLAIN, 10, 3, 3, card, "one", f"{card[0]}H")
    assert s.box == 4


def test_the_key_is_compared_with_the_carrier_alone() -> None:
    """TG-10.12: a right key helps even with a wrong guess at the play."""
    assert CALLED["SP-LE", "RI-LE"] == (2, -2)
    assert CALLED["SP-LE", "SP-RE"] == (-5, 1)


# Section 11


def test_a_run_rolls_three_dice() -> None:
    """TG-11.1: d20, the carrier's Run Yards die, the team's run blocking die."""
    game = grid()
    script = play(game, at(game, 5), "play", ("RO-RE", "LP-NK"), 3, 8, 8)
    assert [r.die.name for r in script.asked if isinstance(r, Roll)] == ["d20", "d8", "d8"]


def test_a_pass_rolls_three_dice() -> None:
    """TG-11.2: d20, the QB's Pass Yards die, the carrier's."""
    game = grid()
    script = play(game, at(game, 5, offense=BRE), "play", ("SP-LE", "LP-NK"), 3, 8, 10)
    assert [r.die.name for r in script.asked if isinstance(r, Roll)] == ["d20", "d8", "d10"]


def test_all_modifiers_add_up_without_a_cap() -> None:
    """TG-11.3, TG-11.4, TG-11.7, TG-11.8: defense, call, key, rating and zone; 20 is nothing special."""
    game = grid()
    s = at(game, 10, 1, 12, offense=BRE)
    s.sides[CAN].pass_defense, s.sides[CAN].run_defense = -2, 2
    script = play(game, s, "play", ("SP-LE", "SP-LE"), 20, 2, 2)
    assert s.total == 20 - 2 - 5 - 2 + 1 - 2
    (told,) = script.of(PlayRolled)
    assert [(term.name, term.value) for term in told.sum] == [
        ("d20", 20),
        ("pass defense", -2),
        ("same play", -5),
        ("keyed", -2),
        ("passer", 1),
        ("zone", -2),
        ("", 10),
    ]
    assert told.result == "Inc"


def test_run_defense_counts_on_runs() -> None:
    """TG-11.4: the run value on a run."""
    game = grid()
    s = at(game, 5)
    s.sides[BRE].pass_defense, s.sides[BRE].run_defense = -2, 1
    play(game, s, "play", ("RI-HB", "RO-NK"), 10, 2, 2)
    assert s.total == 11


@pytest.mark.parametrize(("guarded", "call"), [("RI-NK", -5), ("RO-NK", 0), ("FP-NK", 2), ("LP-NK", 2)])
def test_call_modifier(guarded: str, call: int) -> None:
    """TG-11.5: same play -5, same kind 0, other kind +2."""
    game = grid()
    s = at(game, 5)
    play(game, s, "play", ("RI-HB", guarded), 10, 2, 2)
    assert s.total == 10 + call


@pytest.mark.parametrize(("keyed", "key"), [("RO-HB", -2), ("RO-NK", 0), ("RO-LE", 1), ("RO-RE", 1)])
def test_key_modifier(keyed: str, key: int) -> None:
    """TG-11.6: the carrier -2, no key 0, another +1."""
    game = grid()
    s = at(game, 5)
    play(game, s, "play", ("RI-HB", keyed), 10, 2, 2)
    assert s.total == 10 + key


@pytest.mark.parametrize(("card", "total"), [("FP-LE", 9), ("SP-LE", 11), ("LP-LE", 11), ("RO-LE", 10)])
def test_pass_rating_never_on_runs(card: str, total: int) -> None:
    """TG-11.7: Voss has Flat -1, Short +1, Long +1."""
    game = grid()
    s = at(game, 5, offense=BRE)
    same_kind = {"FP": "SP-NK", "SP": "FP-NK", "LP": "FP-NK", "RO": "RI-NK"}[card[:2]]
    play(game, s, "play", (card, same_kind), 10, 2, 2)
    assert s.total == total


@pytest.mark.parametrize(("box", "zone"), [(7, 0), (8, -1), (9, -1), (10, -2), (11, -2)])
def test_zone_modifier_by_the_box_of_the_snap(box: int, zone: int) -> None:
    """TG-11.8: it applies to runs and passes."""
    game = grid()
    for card, guarded in (("RI-HB", "RO-NK"), ("FP-RE", "SP-NK")):
        s = at(game, box)
        play(game, s, "play", (card, guarded), 5, 2, 2)
        assert s.total == 5 + zone + (1 if card == "FP-RE" else 0)


def test_rolls_beyond_the_rows_use_the_end_rows() -> None:
    """TG-11.9, TG-11.19: from -12 to 27 with the default scales, and beyond with edited players."""
    game = grid()
    low = 1 - 2 - 5 - 2 - 2 - 2
    high = 20 + 2 + 2 + 1 + 2
    assert (low, high) == (-12, 27)
    for d20, modifier, result in ((1, -99, "NG"), (20, 99, "Dice +5")):
        s = at(game, 5)
        s.sides[BRE].run_defense = modifier
        script = play(game, s, "play", ("RI-HB", "RO-NK"), d20, 1, 1)
        assert script.of(PlayRolled)[0].result == result


@pytest.mark.parametrize(
    ("cards", "d20", "result", "boxes"),
    [
        (("RO-LE", "RI-NK"), 10, "NG", 0),
        (("LP-LE", "FP-NK"), 13, "Inc", 0),
        (("RO-LE", "RI-NK"), 11, "5 Yds", 1),
        (("RO-LE", "RI-NK"), 14, "Dice", 4),
        (("RO-LE", "RI-NK"), 17, "Dice +5", 5),
        (("RO-LE", "RI-NK"), 20, "Dice +15", 7),
    ],
)
def test_result_codes(cards: tuple[str, str], d20: int, result: str, boxes: int) -> None:
    """TG-11.10, TG-11.11, TG-11.12, TG-11.13, TG-11.14, TG-11.15: boxes for the dice 6 and 4."""
    game = grid()
    s = at(game, 2)
    script = play(game, s, "play", cards, d20, 6, 4, "2D", "one", "3D")
    assert script.of(PlayRolled)[0].result == result
    assert s.box == 2 + boxes


def test_no_gain_on_a_pass_is_a_catch() -> None:
    """TG-11.16: no sack on a club, and a spade tests the Fumble die, not the Interception die."""
    game = grid()
    club = play(game, at(game, 5), "play", ("FP-HB", "SP-NK"), 4, 3, 3, "2C", "one", "3D")
    assert club.of(PlayRolled)[0].result == "NG"
    assert "club" not in club.whats
    spade = play(game, at(game, 5), "play", ("FP-HB", "SP-NK"), 4, 3, 3, "2S", 3, "one", "3D")
    assert "fumble" in spade.whats
    assert "interception" not in spade.whats


def test_reaching_the_end_zone_is_a_touchdown() -> None:
    """TG-11.17: exactly on box 12 or beyond, no matter how far."""
    game = grid()
    for d20, box in ((11, 11), (20, 9)):
        s = at(game, box)
        play(game, s, "play", ("RO-LE", "LP-NK"), d20, 6, 8, "2D", 5)
        assert s.scores == [7, 0]
