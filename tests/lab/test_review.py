"""How a game was won: the curve, its turning points, luck, and decisions judged by what the seat knew."""

from typing import Any

import msgspec
import pytest

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.coaches import play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.record import Record
from fieldhouse.kernel.table import Table
from fieldhouse.lab.advice.result import Advice, OptionAdvice, Prospect
from fieldhouse.lab.advice.text import hint_text, recommended_options
from fieldhouse.lab.review.analysis import review_game
from fieldhouse.lab.review.story import GameReview

pytestmark = pytest.mark.slow  # whole games: run, but not traced


def played(name: str, options: dict[str, Any], level: str, seed: int) -> Record:
    folder = registry.find(name)
    game = folder.open(options)
    table: Table[Any] = Table(game, FastDice(seed))
    play_on(table, {seat: folder.coach(level, game, seat, seed) for seat in (0, 1)})
    return record.record_of_table(table)


def test_the_story_of_a_game_leads_from_the_start_to_the_result() -> None:
    """RB: by dice, a short game, from the tables on the shelf; it can be written and read again."""
    done: list[float] = []
    found = review_game(
        played("redboar", {"mode": "dice", "quarters": 4, "minutes": 4}, "rookie", 4),
        seconds=10,
        progress=lambda what, share: done.append(share),
    )
    assert done and done == sorted(done) and done[0] >= 0 and done[-1] <= 1
    moved = found.dice + found.decisions[0] - found.decisions[1] + found.drift
    assert found.start + moved == pytest.approx(found.result)
    assert found.curve[0].win_probability == found.start and found.curve[-1].win_probability == found.result
    assert [turn.first for turn in found.turns] == sorted(turn.first for turn in found.turns)
    assert len(found.turns) == 3 and all(turn.words for turn in found.turns)
    assert all(lesson.cost > 0 and lesson.why and lesson.options for lesson in found.lessons)
    assert [period for _, period in found.periods][:4] == ["Q1", "Q2", "Q3", "Q4"]
    assert msgspec.json.decode(msgspec.json.encode(found), type=GameReview) == found


def advice(*options: OptionAdvice) -> Advice:
    return Advice(0, "declare", "Play or kick?", True, "exact", options)


def test_a_hint_says_what_against_what_and_why() -> None:
    good = Prospect(0.92, 0.63, "", (), "The kick is good")
    bad = Prospect(0.4, 0.31, "", (), "Incomplete")
    kick = OptionAdvice("kick", "Field goal", 0.58, 0, 0.42, why=(good,))
    play = OptionAdvice("play", "Run a play", 0.51, 0, 0.49, why=(bad,))
    words = hint_text(advice(kick, play))
    assert words.startswith("Field goal: 58% to win vs. 51% for run a play.")
    assert "92% of the time: The kick is good" in words and "Incomplete (then 31% to win)" in words


def test_the_reason_is_what_makes_most_of_the_difference_and_no_rare_accident() -> None:
    """Measured from the punt's own worth, its block in one of a hundred would be the reason."""
    away = Prospect(0.99, 0.403, "", (), "Punt of 40 to 60 yards")
    blocked = Prospect(0.01, 0.1, "", (), "Blocked")
    good, short = Prospect(0.6, 0.6, "", (), "First down"), Prospect(0.4, 0.35, "", (), "Short of it")
    go = OptionAdvice("go", "Go for it", 0.5, 0, 0.5, why=(good, short))
    punt = OptionAdvice("punt", "Punt", 0.4, 0, 0.6, why=(blocked, away))
    words = hint_text(advice(go, punt))
    assert "60% of the time: First down (then 60% to win)" in words
    assert (
        "With punt, 99% of the time: Punt of 40 to 60 yards (then 40% to win)." in words
        and "Blocked" not in words
    )


def test_a_whole_turn_is_told_once_and_in_words() -> None:
    """SQ-11.6: what is drawn on the board is called that, and then said man by man."""
    best = OptionAdvice("f4*f7 f7-j7", "Quarterback 12 passes to back 33; back 33 runs to j7", 0.6, 0, 0.4)
    other = OptionAdvice("f4*f7 f7-j8", "Quarterback 12 passes to back 33; back 33 runs to j8", 0.5, 0, 0.5)
    assert hint_text(advice(best, other)) == (
        "The turn drawn on the board: 60% to win vs. 50% for another turn. "
        "The turn: quarterback 12 passes to back 33; back 33 runs to j7."
    )


def test_two_chances_that_would_read_the_same_are_told_apart() -> None:
    one, two = OptionAdvice("a", "Draw", 0.912, 0, 0.088), OptionAdvice("b", "Dive", 0.908, 0, 0.092)
    assert hint_text(advice(one, two)) == "Draw: 91.2% to win vs. 90.8% for dive."


def test_options_within_each_others_error_are_too_close_to_tell() -> None:
    one = OptionAdvice("a", "Draw", 0.52, 0, 0.48, error=0.03)
    two = OptionAdvice("b", "Dive", 0.51, 0, 0.49, error=0.03)
    three = OptionAdvice("c", "Punt", 0.3, 0, 0.7, error=0.03)
    assert hint_text(advice(one, two, three)) == "Too close to call: Draw 52%, Dive 51%."
    assert [option.key for option in recommended_options(advice(one, two, three))] == ["a", "b"]


def test_a_secret_call_is_a_mix_and_not_one_card() -> None:
    one = OptionAdvice("a", "Draw", 0.56, 0, 0.44, share=0.6, known=0.49)
    two = OptionAdvice("b", "Dive", 0.56, 0, 0.44, share=0.4, known=0.5)
    words = hint_text(advice(one, two))
    assert "draw 60%, dive 40%" in words and "If they knew draw was coming, it would be 49%." in words
