"""Sections 12 and 14 to 16: results, and what the first timing card does."""

from __future__ import annotations

import pytest
from tests.games.thegrid.helpers import BRE, CAN, MISS, PLAIN, STUFFED, Script, at, grid, play

from fieldhouse.games.thegrid.charts.cards import legal
from fieldhouse.games.thegrid.rules.events import InterceptionReturn
from fieldhouse.kernel.dice import ScriptedDice
from fieldhouse.kernel.requests import Choose, Roll
from fieldhouse.kernel.table import Table


def where(script: Script) -> tuple[int, int, int, int]:
    """Offense, box, down, marker."""
    s = script.s
    return s.offense, s.box, s.down, s.marker


# Section 12


def test_the_first_card_has_an_effect_unless_it_was_a_touchdown() -> None:
    """TG-12.1, TG-12.3: the ace of hearts tests after a play, not after a touchdown."""
    game = grid()
    plain = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "AH", 5, 5)
    assert plain.whats.count("injury") == 2
    score = play(game, at(game, 11), "play", PLAIN, 10, 3, 3, "AH", 4)
    assert "injury" not in score.whats


@pytest.mark.parametrize(
    ("card", "asks"), [("8H", "injury"), ("8D", "clock"), ("8C", "club"), ("8S", "interception")]
)
def test_what_the_suits_do(card: str, asks: str) -> None:
    """TG-12.2: hearts injury, diamonds nothing, clubs loss, spades turnover (here: an incompletion)."""
    game = grid()
    script = play(game, at(game, 5), "play", MISS, 5, 3, 3, card)
    request = script.pending
    assert (request.stream if isinstance(request, Roll) else request.what) == asks  # type: ignore[union-attr]


def test_only_the_first_card_counts() -> None:
    """TG-12.3: extra cards and the cards of kickoffs and field goals never do anything."""
    game = grid()
    s = at(game, 5)
    script = play(game, s, "play", MISS, 5, 3, 3, "8D", "two", "AH", "2S")
    assert script.pending is None
    script("kick:HB", 2, 2, 2, 2, 2, 2, 2, "3S", (1, 1), "3H")
    assert script.pending is None
    assert script.s.phase == "play"


def test_the_effect_is_resolved_in_full_on_the_last_card() -> None:
    """TG-12.4: also after a failed fourth down; then the period ends."""
    game = grid()
    s = at(game, 5, 4, 9, left=1)
    script = play(game, s, "play", MISS, 5, 3, 3, "2S", 1, (1, 3))
    assert s.phase == "break"
    assert s.scores == [0, 0]
    assert script.whats[-2:] == ["interception", "return"]


def test_flipped_cards_stay_out_and_are_open() -> None:
    """TG-12.5: a card comes once a period; both coaches may look."""
    game = grid()
    s = at(game, 2, left=52)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "8D", "two", "AH", "2S")
    assert game.view(s, BRE)["deck"]["flipped"] == ["8D", "AH", "2S"]
    script.open()
    script("play", PLAIN, 10, 3, 3)
    assert script.pending is not None
    assert not {"8D", "AH", "2S"} & set(script.pending.keys)  # type: ignore[attr-defined]
    assert len(script.pending.keys) == 49  # type: ignore[attr-defined]


# Section 14


def test_a_sack_loses_two_boxes() -> None:
    """TG-14.1: a 1 on the pass blocking die after an incompletion."""
    game = grid()
    assert where(play(game, at(game, 5), "play", MISS, 5, 3, 3, "2C", 1, "one", "3D")) == (CAN, 3, 2, 9)
    assert where(play(game, at(game, 5), "play", MISS, 5, 3, 3, "2C", 2, "one", "3D")) == (CAN, 5, 2, 9)
    script = play(game, at(game, 5), "play", MISS, 5, 3, 3, "2C")
    assert isinstance(script.pending, Roll)
    assert script.pending.die.name == "d6"


def test_a_stopped_run_loses_one_box() -> None:
    """TG-14.2: a 1 on the run blocking die after NG on a run."""
    game = grid()
    assert where(play(game, at(game, 5), "play", STUFFED, 5, 3, 3, "2C", 1, "one", "3D")) == (CAN, 4, 2, 9)
    assert where(play(game, at(game, 5), "play", STUFFED, 5, 3, 3, "2C", 2, "one", "3D")) == (CAN, 5, 2, 9)
    script = play(game, at(game, 5), "play", STUFFED, 5, 3, 3, "2C")
    assert isinstance(script.pending, Roll)
    assert script.pending.die.name == "d8"


def test_a_club_does_nothing_on_a_gain() -> None:
    """TG-14.3: no die is rolled."""
    game = grid()
    script = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "2C")
    assert isinstance(script.pending, Choose)
    assert script.pending.what == "clock"


def test_the_loss_counts_from_the_snap() -> None:
    """TG-14.4: box 2 less two is box 0, a safety; box 1 less one too."""
    game = grid()
    assert play(game, at(game, 2), "play", MISS, 5, 3, 3, "2C", 1).s.scores == [0, 2]
    assert play(game, at(game, 1), "play", STUFFED, 5, 3, 3, "2C", 1).s.scores == [0, 2]
    assert play(game, at(game, 3), "play", MISS, 5, 3, 3, "2C", 1, "one", "3D").s.scores == [0, 0]


def test_the_marker_stays_on_a_loss() -> None:
    """TG-14.5: and the down is used up."""
    game = grid()
    script = play(game, at(game, 6, 2, 9), "play", STUFFED, 5, 3, 3, "2C", 1, "one", "3D")
    assert where(script) == (CAN, 5, 3, 9)


# Section 15


def test_an_interception_on_a_one() -> None:
    """TG-15.1: the QB's Interception die; otherwise the pass stays incomplete."""
    game = grid()
    script = play(game, at(game, 5), "play", MISS, 5, 3, 3, "2S")
    assert isinstance(script.pending, Roll)
    assert script.pending.die.name == "d6"
    script(2, "one", "3D")
    assert where(script) == (CAN, 5, 2, 9)


@pytest.mark.parametrize(("card", "air"), [("FP-RE", 1), ("SP-RE", 2), ("LP-RE", 4)])
def test_the_spot_of_an_interception(card: str, air: int) -> None:
    """TG-15.2, TG-15.4, TG-15.6: start box plus 1, 2 or 4, less the lower die, seen from the other side."""
    game = grid()
    script = play(game, at(game, 5), "play", (card, card), 5, 3, 3, "2S", 1, (6, 3))
    assert where(script)[:3] == (BRE, 12 - (5 + air - 3), 1)


def test_an_interception_in_the_end_zone_is_a_touchback() -> None:
    """TG-15.3: the defense takes over at its own box 4, no return roll."""
    game = grid()
    for box, card in ((11, "FP-RE"), (10, "SP-RE"), (8, "LP-RE")):
        script = play(game, at(game, box), "play", (card, card), 5, 3, 3, "2S", 1)
        assert where(script) == (BRE, 4, 1, 8)
        assert script.of(InterceptionReturn)[0].touchback
    # The limits of TG-10.7 and TG-10.8 keep the spot from passing 12.
    assert (
        max(box + {"F": 1, "S": 2, "L": 4}[c[0]] for box in range(1, 12) for c in legal(box) if c[1] == "P")
        == 12
    )


def test_the_return_must_be_taken() -> None:
    """TG-15.4: no choice is offered; 2d6, the lower counts, equal dice are that number."""
    game = grid()
    script = play(game, at(game, 5), "play", MISS, 5, 3, 3, "2S", 1)
    assert isinstance(script.pending, Roll)
    assert len(script.pending.keys) == 36
    script((4, 4))
    assert where(script)[:2] == (BRE, 12 - (5 + 2 - 4))


def test_a_return_to_the_goal_is_a_touchdown() -> None:
    """TG-15.5: spot minus return of 0 or less."""
    game = grid()
    script = play(game, at(game, 1), "play", MISS, 5, 3, 3, "2S", 1, (3, 6), "RE", 5)
    assert script.s.scores == [0, 7]
    assert script.of(InterceptionReturn)[0].touchdown
    script = play(game, at(game, 2), "play", MISS, 5, 3, 3, "2S", 1, (3, 6))
    assert script.s.scores == [0, 0]


def test_an_interception_goes_before_the_fourth_down() -> None:
    """TG-15.7: on fourth down too, the interception says where the ball goes."""
    game = grid()
    script = play(game, at(game, 5, 4, 9), "play", ("LP-RE", "LP-RE"), 5, 3, 3, "2S", 1, (1, 2))
    assert where(script) == (BRE, 4, 1, 8)


# Section 16


@pytest.mark.parametrize("cards", [PLAIN, STUFFED, ("FP-HB", "RI-NK")])
def test_every_run_and_catch_may_be_fumbled(cards: tuple[str, str]) -> None:
    """TG-16.1: on a spade, also without gain."""
    game = grid()
    script = play(game, at(game, 5), "play", cards, 8, 3, 3, "2S")
    assert isinstance(script.pending, Roll)
    assert (script.pending.stream, script.pending.die.name) == ("fumble", "d8")


@pytest.mark.parametrize(("ours", "theirs", "keeps"), [(20, 1, True), (7, 7, True), (6, 7, False)])
def test_the_higher_d20_has_the_ball(ours: int, theirs: int, keeps: bool) -> None:
    """TG-16.2: equal rolls favour the offense."""
    game = grid()
    script = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "2S", 1, ours, theirs)
    assert (script.s.offense == CAN) is keeps


def test_a_lost_fumble_changes_hands_where_the_play_ended() -> None:
    """TG-16.3, TG-16.4: start box plus gain; nobody returns it."""
    game = grid()
    script = play(game, at(game, 5), "play", PLAIN, 18, 4, 5, "2S", 1, 3, 9)
    assert where(script) == (BRE, 12 - 9, 1, 7)
    assert script.pending is None


def test_a_kept_fumble_renews_nothing() -> None:
    """TG-16.5: the ordinary checks decide: second down here, a failed fourth down there."""
    game = grid()
    script = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "2S", 1, 9, 3, "one", "3D")
    assert where(script) == (CAN, 6, 2, 9)
    script = play(game, at(game, 5, 4, 9), "play", PLAIN, 10, 3, 3, "2S", 1, 9, 3)
    assert where(script) == (BRE, 6, 1, 10)


def test_scripted_dice_and_a_table_agree_with_the_rules() -> None:
    """TG-9.4: the same play at a real table, dice by stream."""
    game = grid()
    dice = ScriptedDice({"play": [15, 7, 3], "deck": ["4D", "2D"]})
    table = Table(game, dice, state=at(game, 3))
    table.answer(CAN, "play")
    table.answer(BRE, "SP-LE")
    table.answer(CAN, "RO-HB")
    table.answer(CAN, "one")
    assert (table.state.box, table.state.down) == (6, 2)
    assert dice.left == []
