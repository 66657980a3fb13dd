"""How to play: every worked figure is that of a play of the lesson, by the rules with scripted dice."""

from __future__ import annotations

import re

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.events import render
from fieldhouse.kernel.tutorials.lesson import READ, lesson_of, play_lesson

EXAMPLES = {
    "redboar": [
        (r"Reverse\*\* \(5 yards\).*Long pass defense.* adds 5 .*die shows 4.*10-yard gain",
         "reverse 5, long pass defense +5, die 4: no change = 10"),
        (r"Medium pass\*\* \(15 yards\).*Normal run defense.*adds nothing.*die shows 5: \*\*15 yards",
         "medium pass 15, normal run defense +0, die 5: no change = 15"),
        (r"Medium pass defense the same pass is worth 5 yards", "medium pass 15, medium pass defense -10"),
        (r"anything but 2 or 12", "two dice 9, 3 to 11 is good"),
    ],
    "thegrid": [
        (r"same play and keyed on him: -5 and -2. The d20 shows 11, so it counts as \*\*4: no gain",
         "Roll of 4: no gain. [d20 11, same play -5, keyed -2 = 4]"),
        (r"\+2 and \+1. The d20 shows 14 and counts as \*\*17.*5 and 6. The lower is 5.*\*\*30 yards",
         ("Roll of 17: 5 times the lower of 5 and 6, plus 5: 30 yards. [d20 14, other kind of play +2, "
         "wrong key +1 = 17]")),
    ],
    "cardbowl": [
        ((r"King 26, handoff 3, blockers 7, 10 and 5: 51. Defender 7, linebacker 9, draws 8, 7 and 6: 37"
         r".*\*\*7 yards"),
         ("tailback doubled 26, handoff +3, center +7, right guard +10, fullback +5, right tackle -7, "
         "extra middle linebacker -9, draw 1 -8, draw 2 -7, draw 3 -6 = +14: 7-yard gain")),
        ((r"Queens 12 and 12, pass card 6, yardage 8 and 10, reception 4: 52. King 13, safety 10, draws 1 "
         r"and 4: 28. \*\*A 24-yard touchdown"),
         ("quarterback 12, left wideout +12, pass +6, yardage +8, yardage +10, reception +4, corner on the "
         "left wideout in coverage -13, extra left safety -10, draw 1 -1, draw 2 -4 = +24: 24-yard gain")),
        (r"Rush 24, protection 19: the difference is 5, and a 3 is a sack.*\*\*5 yards",
         "Sack! Loss of 5. [rush 24, protection -19, sack draw -3, always +3 = 5]"),
        (r"two cards less 11 is the yard line. The return is four cards less one",
         "Returned 33 yards. [cards 37, coverage -4 = 33]"),
    ],
    "fastdrive": [
        (r"rolls 2, 1 and 6: the row is \*\*1-2-6.*says prolific: \*\*touchdown",
         "roll 2-1-6 from average field position: prolific: yes, touchdown pass"),
        (r"field goals on 11 to 56. A black 2 and a white 5 are \*\*25: good",
         "Kick roll 25, good on 11 to 56"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("game", EXAMPLES)
def test_every_worked_example_is_a_play_by_the_rules(game: str) -> None:
    """RB-10.8, TG-11.3, CB-30.10, CB-33.24, CB-25.7, FD-10.1, FD-11.8: text and table have equal sums."""
    folder = registry.find(game)
    script = lesson_of(folder)
    assert script is not None
    table = play_lesson(folder, script, [step.do or READ for step in script.step]).table
    told = "\n".join(render(event) for event in table.events_for(script.seat))
    for words, event in EXAMPLES[game]:
        assert re.search(words, " ".join(folder.how_to_play.split())), words
        assert event in told, event


def test_the_worked_turns_on_squares_are_legal_and_end_as_it_says() -> None:
    """SQ-5.1, SQ-8.1, SQ-9.1, SQ-7.1: the run, the block, the pass and run, and the tackle of the lesson."""
    folder = registry.find("squares")
    script = lesson_of(folder)
    assert script is not None
    guide = " ".join(folder.how_to_play.split())
    done = [step.do or READ for step in script.step]
    for words, key in (
        ("on b8 runs up the left side: b9, b10, **b11**", "b8-b11"),
        ("defender on f9. He pushes him two squares straight back, to **f11**", "f8>>f9"),
        ("QB on f6 throws up the column", "f6*f8"),
        ("runs four squares, to **f12**", "f8-f12"),
        ("The safety on i7 tackles on j10: one step right and three up", "i7xj10"),
    ):
        assert words in guide, words
        before = play_lesson(folder, script, done[: done.index(key)]).table
        asked = before.request_for(script.seat)
        assert asked is not None and key in asked.keys


def test_the_row_1_2_6_of_fast_drive_asks_what_the_guide_says() -> None:
    """FD-10.1: prolific: touchdown pass; a great start: field goal try; otherwise a punt."""
    chart = (registry.find("fastdrive").path / "charts" / "default.txt").read_text(encoding="utf-8")
    row = next(line for line in chart.splitlines() if line.startswith("1-2-6"))
    found = [re.sub(r"\[.*?\]|dot", "", column).split() for column in row.split("|")[1:]]
    assert found == [["PROLIFIC?", "TD-PASS"], ["GREAT?", "FGA"], ["PUNT"]]
    said = "*Prolific offense? Touchdown pass. Great starting position? Field goal try. Otherwise: punt.*"
    assert said in " ".join(registry.find("fastdrive").how_to_play.split())
