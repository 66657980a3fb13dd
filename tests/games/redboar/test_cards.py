"""Card play and its modifiers (sections 10 and 11)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, RED, at, kinds, own, run, where, with_cards

from fieldhouse.games.redboar.rules.state import Deck, Gridiron

OFFENSE = ["DIVE"] * 3 + ["DRAW"] * 3 + ["LONG"] * 3 + ["MED"] * 3 + ["REV"] * 3 + ["SCREEN"] * 3


def total(deck: Deck) -> int:
    return len(deck.hand) + len(deck.draw) + len(deck.discard)


def test_each_possession_starts_with_two_whole_decks() -> None:
    """RB-10.1, RB-19.73: old hands and discards go in; six cards each."""
    s = with_cards(at(50), "REV", "LP")
    s.fresh = True
    s.decks[RED].discard = ["DIVE"]
    run(CARDS, s, "play", ("DIVE", "BZ"), 2, 7)
    for deck, whole in zip(s.decks, (CARDS.book.offense_deck, CARDS.book.defense_deck), strict=True):
        assert sorted(deck.hand + deck.draw) == list(whole)
        assert (len(deck.hand), deck.discard) == (6, [])


@pytest.mark.parametrize(
    ("s", "answers"),
    [
        (at(65, phase="kickoff", fresh=False), (7, 3)),
        (at(50, fresh=False), ("punt", 7)),
        (at(80, phase="safety punt", fresh=False), (7,)),
        (at(30, fresh=False), ("field-goal", 2)),
    ],
)
def test_a_new_possession_begins_after_kicks(s: Gridiron, answers: tuple[Any, ...]) -> None:
    """RB-10.2: kickoff, punt, safety punt, missed field goal."""
    run(CARDS, s, *answers)
    assert s.fresh


def test_a_new_possession_begins_after_turnovers_and_downs() -> None:
    """RB-10.2: interception or fumble, and failure on fourth down."""
    s = with_cards(at(50), "DRAW", "NR")
    run(CARDS, s, "play", ("DRAW", "NR"), 7, 7, 1)
    assert (s.offense, s.fresh) == (BLUE, True)
    s = with_cards(at(50, 4, 5), "DIVE", "SR")
    run(CARDS, s, "play", ("DIVE", "SR"), 7, 7)
    assert (s.offense, s.fresh) == (BLUE, True)


def test_first_downs_and_penalties_do_not_begin_a_possession() -> None:
    """RB-10.2."""
    s = with_cards(at(50), "DRAW", "BZ")
    run(CARDS, s, "play", ("DRAW", "BZ"), 7, 7, 3)
    assert (s.down, s.fresh) == (1, False)
    run(CARDS, s, "play", (s.decks[RED].hand[0], s.decks[BLUE].hand[0]), 2, 7)
    assert not s.fresh


def test_the_hand_is_secret_until_a_card_is_turned_up() -> None:
    """RB-10.3, RB-10.4: both are revealed together."""
    s = with_cards(at(50), "DRAW", "BZ")
    told = run(CARDS, s, "play", ("DRAW", "BZ"), 7, 7, 3)
    shown = told[0]
    assert (shown.card, shown.against) == ("DRAW", "BZ")
    assert shown.sees is None
    assert CARDS.view(s, None)["shown"] == ["DRAW", "BZ"]


def test_runs_and_passes() -> None:
    """RB-10.5: reverse, draw and dive are runs; screen, medium and long are passes."""
    passes = {name for name, call in CARDS.book.calls.items() if call.is_pass}
    assert passes == {"SCREEN", "MED", "LONG"}
    assert set(CARDS.book.calls) == {"REV", "DRAW", "DIVE", "SCREEN", "MED", "LONG"}


def test_six_defenses() -> None:
    """RB-10.6, RB-10.7: each with an entry for each of the six plays."""
    assert set(CARDS.book.defenses) == {"LP", "MP", "SP", "SR", "NR", "BZ"}
    for entries in CARDS.book.defenses.values():
        assert set(entries) == set(CARDS.book.calls)


def test_the_normal_result_is_base_plus_adjustment() -> None:
    """RB-10.8: MED 15 against LP -5, modifier die 3 not listed: 10 yards."""
    s = with_cards(at(50), "MED", "LP")
    told = run(CARDS, s, "play", ("MED", "LP"), 7, 7, 3)
    assert where(s) == (RED, 40, 1, 10)
    assert [(term.name, term.value) for term in told[1].sum] == [
        ("medium pass", 15),
        ("long pass defense", -5),
        ("die 3:", "no change"),
        ("", 10),
    ]


@pytest.mark.parametrize(("card", "g"), [("LONG", 15), ("LONG", 5), ("MED", 5)])
def test_a_disallowed_pass_is_incomplete_without_a_die(card: str, g: int) -> None:
    """RB-10.9, RB-19.75: 0 yards, no modifier die, no turnover; but it may be chosen."""
    s = with_cards(at(g, 1), card, "LP")
    run(CARDS, s, "play", (card, "LP"), 7, 7)
    assert where(s)[:3] == (RED, g, 2)


def test_both_sides_draw_one_card_after_a_play() -> None:
    """RB-10.10: hands stay at six."""
    s = with_cards(at(50), "DIVE", "SR")
    run(CARDS, s, "play", ("DIVE", "SR"), 7, 7)
    assert [len(deck.hand) for deck in s.decks] == [6, 6]
    assert [deck.discard for deck in s.decks] == [["DIVE"], ["SR"]]
    assert [len(deck.draw) for deck in s.decks] == [11, 11]


def test_the_draw_that_empties_a_pile_shuffles_the_discards_at_once() -> None:
    """RB-10.11, RB-19.72: the card just discarded is part of the new pile."""
    s = with_cards(at(50), "DIVE", "SR")
    s.decks[RED] = Deck(hand=["DIVE"] * 3 + ["REV"] * 3, draw=["MED"], discard=["LONG"] * 3 + ["SCREEN"] * 3)
    s.decks[RED].discard += ["MED"] * 2 + ["DRAW"] * 3
    told = run(CARDS, s, "play", ("DIVE", "SR"), 7, 7)
    assert "Reshuffled" in kinds(told)
    assert s.decks[RED].discard == []
    assert len(s.decks[RED].draw) == 12
    assert "DIVE" in s.decks[RED].draw


@pytest.mark.parametrize(
    ("s", "cards", "dice"),
    [
        (at(5), ("DIVE", "BZ"), ()),
        (at(own(5)), ("REV", "NR"), (1,)),
        (at(50), ("DRAW", "NR"), (1,)),
        (at(50, 4, 5), ("DIVE", "SR"), ()),
    ],
)
def test_no_replacement_when_the_possession_ends(
    s: Gridiron, cards: tuple[str, str], dice: tuple[int, ...]
) -> None:
    """RB-10.12, RB-19.74: touchdown, safety, turnover, downs."""
    with_cards(s, *cards)
    run(CARDS, s, "play", cards, 7, 7, *dice)
    assert [len(deck.hand) for deck in s.decks] == [5, 5]


def test_a_play_that_only_runs_out_the_clock_is_followed_by_the_draw() -> None:
    """RB-10.12."""
    s = with_cards(at(50, quarter=2, clock=10), "DIVE", "SR")
    run(CARDS, s, "play", ("DIVE", "SR"), 7, 7)
    assert s.clock == 0
    assert [len(deck.hand) for deck in s.decks] == [6, 6]


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_cards_of_a_play_with_a_12_are_replaced(answer: str) -> None:
    """RB-10.13: accepted or declined."""
    s = with_cards(at(50), "DIVE", "SR")
    run(CARDS, s, "play", ("DIVE", "SR"), 12, 7, answer)
    assert [deck.discard for deck in s.decks] == [["DIVE"], ["SR"]]
    assert [len(deck.hand) for deck in s.decks] == [6, 6]


def test_each_deck_has_18_cards_throughout_a_possession() -> None:
    """RB-10.15: hand 6 + draw + discard = 18, and the draw pile is never empty after an exchange."""
    s = at(own(50), fresh=True, clock=900)
    for _ in range(40):
        if not s.fresh:
            cards = (s.decks[s.offense].hand[0], s.decks[1 - s.offense].hand[0])
        else:
            cards = ("DIVE", "BZ")
        run(CARDS, s, "play", cards, 12, 12)
        s.clock = 900
        for deck in s.decks:
            assert total(deck) == 18
            assert len(deck.hand) == 6
            assert deck.draw


def test_without_modifiers_no_die_is_rolled() -> None:
    """RB-11.1, RB-19.71: DIVE against SR has none; REV against SP rolls exactly one."""
    s = with_cards(at(50), "DIVE", "SR")
    run(CARDS, s, "play", ("DIVE", "SR"), 7, 7)
    s = with_cards(at(50), "REV", "SP")
    run(CARDS, s, "play", ("REV", "SP"), 7, 7, 5)
    assert where(s) == (RED, 40, 1, 10)


@pytest.mark.parametrize(("face", "gain"), [(1, -5), (2, -5), (3, -5), (4, 15), (6, 15)])
def test_a_range_acts_on_every_face_in_it(face: int, gain: int) -> None:
    """RB-11.2, RB-11.6: REV against SR is 5 + 10, but #(-5) on 1-3."""
    s = with_cards(at(50), "REV", "SR")
    run(CARDS, s, "play", ("REV", "SR"), 7, 7, face)
    assert s.g == 50 - gain


def test_i_is_an_incomplete_pass() -> None:
    """RB-11.3: 0 yards, the ball is kept, the down counts."""
    s = with_cards(at(50), "SCREEN", "MP")
    told = run(CARDS, s, "play", ("SCREEN", "MP"), 7, 7, 1)
    assert where(s) == (RED, 50, 2, 10)
    assert told[1].what == "incomplete"


@pytest.mark.parametrize(
    ("card", "against", "spot", "what"), [("MED", "MP", 45, "interception"), ("REV", "BZ", 55, "fumble")]
)
def test_t_is_a_turnover_at_the_normal_result(card: str, against: str, spot: int, what: str) -> None:
    """RB-11.4, RB-19.69: MED 15 - 10 = 5; REV 5 - 10 = -5."""
    s = with_cards(at(50), card, against)
    told = run(CARDS, s, "play", (card, against), 7, 7, 1)
    assert where(s) == (BLUE, 100 - spot, 1, 10)
    assert told[2].what == what


@pytest.mark.parametrize("face", [1, 6])
def test_b_adds_ten_times_a_die(face: int) -> None:
    """RB-11.5: DIVE against MP, 0 + 5, and 6 is a break."""
    s = with_cards(at(90), "DIVE", "MP")
    run(CARDS, s, "play", ("DIVE", "MP"), 7, 7, 6, face)
    assert s.g == 90 - 5 - 10 * face


def test_the_replacement_stands_alone() -> None:
    """RB-11.6, RB-19.68: MED against LP has -5 as well, but #(-5) is the whole result."""
    s = with_cards(at(50), "MED", "LP")
    run(CARDS, s, "play", ("MED", "LP"), 7, 7, 1)
    assert s.g == 55


def test_a_replaced_pass_below_0_is_a_sack_and_remains_a_pass() -> None:
    """RB-11.7: for penalties it is a pass: 15 yards, or its base."""
    s = with_cards(at(70), "MED", "LP")
    told = run(CARDS, s, "play", ("MED", "LP"), 7, 7, 1)
    assert told[1].what == "sack"
    s = with_cards(at(70), "MED", "LP")
    run(CARDS, s, "play", ("MED", "LP"), 7, 12, 1, "accept")
    assert s.g == 55


def test_low_faces_favour_the_defense_and_high_faces_the_offense() -> None:
    """RB-11.8: I, T and # on low faces, B on 6."""
    for entries in CARDS.book.defenses.values():
        for entry in entries.values():
            for face, modifier in enumerate(entry.modifiers or ()):
                assert modifier != "B" or face == 6
                assert modifier in ("", "B") or face < 6
