"""The pictures: what the printed board tracks, in SVG and in text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, game, own, pending, with_cards

from fieldhouse.games.redboar.board import picture as board


def words(svg: str) -> list[str]:
    """Every text of the picture."""
    return [node.text or "" for node in ET.fromstring(svg).iter() if node.tag.endswith(("text", "title"))]


def test_the_board_shows_scores_clock_quarter_possession_and_down() -> None:
    """RB-1.10: tens and ones of each score, both clock rings, the No L and No M marks."""
    svg = board.svg(DICE.view(at(45, 2, 5, clock=520, quarter=3, scores=(14, 9)), RED))
    shown = words(svg)
    assert shown[0] == "Red 14, Blue 9. Q3 8:40, Red 2nd and 5 at opponent's 45"
    for word in ("1", "4", "0", "9", "8:40", "No L", "No M", "RED", "BLUE", "you"):
        assert word in shown


def test_a_players_cards_are_drawn_for_that_player_only() -> None:
    """RB-10.3: the other side and spectators see no hand."""
    s = with_cards(at(45), "SCREEN", "BZ")
    s.decks[RED].hand = ["DIVE", "SCREEN"]
    s.decks[BLUE].hand = ["BZ", "NR"]
    red, blue, nobody = (words(board.svg(CARDS.view(s, seat))) for seat in (RED, BLUE, None))
    assert "screen pass" in red
    assert "blitz" not in red
    assert "blitz" in blue
    assert "screen pass" not in blue
    assert "Hands are hidden." in nobody


def test_a_defense_card_shows_its_six_entries() -> None:
    """RB-10.7: the printed BLITZ card, entry by entry."""
    s = with_cards(at(45), "SCREEN", "BZ")
    s.decks[BLUE].hand = ["BZ"]
    text = board.text(CARDS.view(s, BLUE)).splitlines()
    row = next(line for line in text if line.startswith("BZ"))
    assert row.split() == ["BZ", "-10", "+10", "+5", "+10", "+0", "+0"]
    assert text[text.index(row) + 1].split() == ["1T", "6B", "6B", "1#-10,2I", "1#-10,2-3I"]


def test_the_text_board_tells_the_choice_on_a_flag() -> None:
    """RB-16.5."""
    s = at(70)
    pending(DICE, s, "play", 12, 7, 6, 3)
    text = board.text(DICE.view(s, BLUE))
    assert "Flag on the offense." in text
    assert "accept:  1st and 20 at own 20" in text
    assert "decline: 2nd and 5 at own 35" in text
    assert "accept: 1st and 20 at own 20" in words(board.svg(DICE.view(s, BLUE)))


@pytest.mark.parametrize(
    "s",
    [
        at(65, phase="kickoff"),
        at(80, phase="safety punt", offense=BLUE),
        at(5, phase="try", scores=(106, 99)),
        at(50, phase="toss"),
        at(50, phase="over", scores=(7, 3)),
        at(25, quarter=5, clock=0, round=2),
        at(own(5), 1, 10, quarter=5),
    ],
)
def test_every_phase_can_be_drawn(s) -> None:
    """RB-18.3: and the text fits 80 columns."""
    rules = game(overtime="series")
    for seat in (RED, BLUE, None):
        view = rules.view(s, seat)
        ET.fromstring(board.svg(view))
        assert max(map(len, board.text(view).splitlines())) <= 80


def test_the_modifiers_of_a_defense_card_can_be_read_and_are_explained() -> None:
    """RB-11.3 to RB-11.6: letters of a size that people read, and what I, T, B and # mean."""
    s = with_cards(at(45), "SCREEN", "BZ")
    s.decks[BLUE].hand = ["BZ", "NR"]
    drawn = board.svg(CARDS.view(s, BLUE))
    sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)"[^>]*>[\d-]+=', drawn)}
    assert sizes and min(sizes) >= 10
    assert "I incomplete, T turnover, B break" in drawn
