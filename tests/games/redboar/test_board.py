"""The pictures: what the printed board tracks, in SVG and in text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, game, own, pending, with_cards

from fieldhouse.football.events import Flag
from fieldhouse.games.redboar import board
from fieldhouse.games.redboar.board import card_faces, last_play
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.table import Table


def words(svg: str) -> list[str]:
    """Every text of the picture."""
    return [node.text or "" for node in ET.fromstring(svg).iter() if node.tag.endswith(("text", "title"))]


def test_the_board_shows_scores_clock_quarter_possession_and_down() -> None:
    """RB-1.10: both scores, clock, quarter, side and down in words; where no pass is allowed."""
    view = DICE.view(at(45, 2, 5, clock=520, quarter=3, scores=(14, 9)), RED)
    shown = words(board.svg(view))
    assert shown[0] == "Red 14, Blue 9. Q3 8:40, Red 2nd & 5 at Blue's 45"
    for word in ("RED", "BLUE", "No long pass from here (No L)", "No medium pass from here (No M)"):
        assert word in shown
    assert 'id="ball"' in board.svg(view) and 'id="chain"' in board.svg(view)


def test_a_players_cards_are_drawn_for_that_player_only() -> None:
    """RB-10.3: the other side and spectators see no hand."""
    s = with_cards(at(45), "SCREEN", "BZ")
    s.decks[RED].hand = ["DIVE", "SCREEN"]
    s.decks[BLUE].hand = ["BZ", "NR"]
    red, blue, nobody = (words(board.svg(CARDS.view(s, seat))) for seat in (RED, BLUE, None))
    assert "Screen pass" in red and "Blitz" not in red
    assert "Blitz" in blue and "Screen pass" not in blue
    assert "Blitz" not in nobody and "Screen pass" not in nobody


def test_a_defense_card_shows_its_six_entries() -> None:
    """RB-10.7: the printed BLITZ card, entry by entry: what each play gives, and below on which dice."""
    s = with_cards(at(45), "SCREEN", "BZ")
    s.decks[BLUE].hand = ["BZ"]
    text = board.text(CARDS.view(s, BLUE)).splitlines()
    row = next(line for line in text if line.startswith("Blitz"))
    assert row.split() == ["Blitz", "FUM/-5", "10/20+", "5", "15/25+", "-10/inc/15", "-10/inc/25"]
    assert text[text.index(row) + 1].split() == ["1/2-6", "1-5/6", "1-6", "1-5/6", "1/2/3-6", "1/2-3/4-6"]


def test_the_text_board_tells_the_choice_on_a_flag() -> None:
    """RB-16.5."""
    s = at(70)
    pending(DICE, s, "play", 12, 7, 6, 3)
    text = board.text(DICE.view(s, BLUE))
    assert "Flag on the offense." in text
    assert "accept:  1st & 20 at Red's 20" in text
    assert "decline: 2nd & 5 at Red's 35" in text
    drawn = words(board.svg(DICE.view(s, BLUE)))
    assert "Penalty dice 12. Flag on the offense" in drawn and "Result of the play: 5-yard gain" in drawn


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
def test_every_phase_can_be_drawn(s: Gridiron) -> None:
    """RB-18.3: and the text fits 80 columns."""
    rules = game(overtime="series")
    for seat in (RED, BLUE, None):
        view = rules.view(s, seat)
        ET.fromstring(board.svg(view))
        assert max(map(len, board.text(view).splitlines())) <= 80


def test_a_defense_card_shows_what_each_die_makes_of_each_play() -> None:
    """RB-10.7, RB-11.3 to RB-11.6: the printed BLITZ card, in yards, and no letter under eleven pixels."""
    s = with_cards(at(45), "SCREEN", "BZ")
    s.decks[BLUE].hand = ["BZ"]
    (card,) = next(part for part in board.parts(CARDS.view(s, BLUE)) if part.area == "hand").faces
    assert "Reverse fumble on 1, -5 on 2 to 6" in card.label
    assert "Screen pass 15 on 1 to 5, 25+ on 6" in card.label
    assert "Long pass -10 on 1, incomplete on 2 to 3, 25 on 4 to 6" in card.label
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', card.svg)) >= 11


def test_the_turned_up_pair_keeps_the_row_that_counted_and_its_sum() -> None:
    """RB-10.4, RB-10.8: SCREEN (5) against BLITZ (+10), die 3: 15 yards; both cards stay on the board."""
    s = with_cards(at(45), "SCREEN", "BZ")
    s.shown, s.face = ["SCREEN", "BZ"], 3
    last = next(part for part in board.parts(CARDS.view(s, RED)) if part.id == "last")
    assert last.label == "Screen pass against Blitz, die 3"
    assert ">5 + 10 =<" in last.svg and ">15<" in last.svg
    beats = re.findall(r'data-beat="(\w+)"', last.svg)
    assert beats == ["turn", "turn", "roll", "sum"], "cards turn, the die tumbles, the sum is written"


def test_a_pass_that_is_not_allowed_here_says_so_on_its_card() -> None:
    """RB-2.6: inside the 15 the long pass falls incomplete."""
    s = with_cards(at(15), "LONG", "BZ")
    s.decks[RED].hand = ["LONG", "MED"]
    late, still = next(part for part in board.parts(CARDS.view(s, RED)) if part.area == "hand").faces
    assert "always incomplete from here" in late.label and "always incomplete from here" not in still.label


def test_after_a_kick_only_its_own_dice_lie_there() -> None:
    """RB-8.5: the modifier die of the play before it is nobody's roll any more."""
    s = with_cards(at(45), "SCREEN", "BZ")
    s.total, s.die, s.face = 7, 0, 5
    (last,) = [part for part in board.parts(CARDS.view(s, RED)) if part.area == "last"]
    assert last.svg.count("data-beat") == 1 and "two dice" in last.svg


def test_what_every_card_does_can_be_looked_up_by_both_sides() -> None:
    """RB-10.7: the charts are open."""
    s = with_cards(at(45), "SCREEN", "BZ")
    for seat in (RED, BLUE, None):
        shown = {part.id: part for part in board.parts(CARDS.view(s, seat))}
        assert any("Blitz defense" in face.label for face in shown["printed-defense"].faces)
        assert not any(face.key for face in shown["printed-defense"].faces)


@pytest.mark.parametrize("mode", ["cards", "dice"])
def test_what_was_told_draws_the_last_play_as_the_table_shows_it(mode: str) -> None:
    """A page shows plays that came at once one after the other: cards from what was told are the board's own,
    and every kick, field goal and try has its own dice, with what they came to."""
    kinds: set[str] = set()
    for seed in range(6):
        table = Table(game(mode=mode, minutes=4), FastDice(seed))
        rng = Random(seed)
        while table.outcome is None:
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            table.answer(seat, rng.choice(asked.keys))
            view, events = table.view(RED), table.events_for(RED)
            played = [n for n, event in enumerate(events) if isinstance(event, last_play.PLAYS)]
            for n in played[-3:]:
                kinds.add(type(events[n]).__name__)
                *flag, drawn = board.event_parts({**view, "pending": None}, events[: n + 1])
                if isinstance(events[n], Flag):
                    assert "flag-dice" in (flag or [drawn])[0].svg and "last-sum" not in drawn.svg
                    continue
                assert not flag and "last-sum" in drawn.svg and drawn.area == "last"
            cards = mode == "cards" and view["shown"] and not view["total"] and not view["pending"]
            if (
                cards
                and played
                and not isinstance(events[played[-1]], Flag)
                and played[-1] > max(n for n, e in enumerate(events) if e.kind == "CardsShown")
            ):
                assert board.event_parts(view, events) == last_play.last_play_parts(view)
    assert kinds == {"Snap", "KickRolled", "FieldGoalRolled", "ConversionRolled", "Flag"}


def test_after_a_flag_the_last_play_shown_is_the_flagged_one() -> None:
    """RB-9.7, RB-9.8, RB-9.20: never the cards of an earlier play; a replaced play has no sum."""
    seen: set[str] = set()
    for seed in range(30):
        table = Table(game(mode="cards", minutes=4), FastDice(seed))
        rng = Random(seed)
        while table.outcome is None and len(seen) < 3:
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            table.answer(seat, rng.choice(asked.keys))
            view, events = table.view(RED), table.events_for(RED)
            last = next((event for event in reversed(events) if isinstance(event, last_play.PLAYS)), None)
            if view["pending"] or not isinstance(last, Flag):
                continue
            parts = board.event_parts(view, events)
            kind = "before" if last.name.endswith("snap") else "offset" if last.offset else "accepted"
            seen.add(kind)
            if kind == "before":
                assert [part.id for part in parts] == ["last"] and "before the snap" in parts[0].label
            else:
                assert [part.id for part in parts] == ["flag", "last"]
                assert parts[1].label.endswith("replaced by a penalty")
                first = view["printed"][view["shown"][0]]
                assert parts[1].label.startswith(card_faces.card_title(first))
    assert seen == {"before", "offset", "accepted"}
