"""First games: every game's script is a real game by its rules, from the opening to the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import structs

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.errors import BadScript
from fieldhouse.kernel.events import render
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.tutorials.lesson import (
    LESSON_FILE,
    PLACES,
    READ,
    Lesson,
    LessonProgress,
    lesson_of,
    play_lesson,
)

GAMES = ("redboar", "squares", "thegrid", "cardbowl", "fastdrive")


def lesson(game: str) -> Lesson:
    found = lesson_of(registry.find(game))
    assert found is not None
    return found


def after(game: str, done: list[str]) -> LessonProgress:
    script = lesson(game)
    return play_lesson(registry.find(game), script, done)


def as_asked(script: Lesson) -> list[str]:
    return [step.do or READ for step in script.step]


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_played_as_it_asks_ends_with_the_learners_victory(game: str) -> None:
    script = lesson(game)
    end = after(game, as_asked(script))
    assert end.step is None and end.tried == ""
    assert end.table.outcome is not None and end.table.outcome.winner == script.seat
    again = record.replay_record(record.parse_record(record.record_text(record.record_of_table(end.table))))
    assert again.outcome == end.table.outcome, "the lesson's record replays"


@pytest.mark.parametrize("game", GAMES)
def test_every_step_says_something_and_points_at_a_place(game: str) -> None:
    script = lesson(game)
    assert sum(bool(step.do) for step in script.step) >= 5, "the learner decides"
    for step in script.step:
        assert step.points in PLACES and step.title and step.words
        assert bool(step.say) == bool(step.do), f"{step.title}: what to do is said where something is asked"
        assert not step.do or step.otherwise or step.also, f"{step.title}: why not another answer"
        said = " ".join((step.title, step.words, step.say, step.otherwise))
        assert len(step.words) < 230 and not re.search(r"[_>=]|--", said), step.title


@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_goes_on_with_every_answer_it_says_it_takes(game: str) -> None:
    script = lesson(game)
    for number, step in enumerate(script.step):
        for other in step.also:
            there = after(game, [*as_asked(script)[:number], other.key])
            assert there.number == number + 1 and there.tried == ""


@pytest.mark.parametrize("game", GAMES)
def test_another_legal_answer_is_not_played_and_says_why_in_a_friendly_way(game: str) -> None:
    script = lesson(game)
    for number, step in enumerate(script.step):
        here = after(game, as_asked(script)[:number])
        asked = here.table.request_for(script.seat)
        assert here.step == step
        if not step.do:
            continue
        assert asked is not None and step.do.split()[0] in asked.menu
        others = [key for key in asked.keys if step.follows(key) is None and key != step.do.split()[0]]
        if others:
            there = after(game, [*as_asked(script)[:number], others[0]])
            assert there.number == number and there.tried == step.otherwise
            assert there.table.entries == here.table.entries, "nothing was played"


def test_an_illegal_answer_gets_the_refusal_of_the_rules() -> None:
    """SQ-5.1: five steps are too many."""
    there = after("squares", [READ, "b8-b13"])
    assert there.number == 1 and "four steps" in there.tried
    assert after("squares", ["b8-b11"]).tried == "Read this step first. The question comes next."


def test_a_faulty_lesson_names_the_file_and_the_fault(tmp_path: Path) -> None:
    (tmp_path / LESSON_FILE).write_text('blurb = "b"\nend = "e"\nstep = [{ title = "t", wrds = "w" }]\n')
    with pytest.raises(BadScript, match=r"lesson\.toml.*wrds"):
        lesson_of(Folder("odd", tmp_path))
    assert lesson_of(Folder("none", tmp_path / "empty")) is None


def test_card_bowl_is_learned_in_six_plays_of_every_kind() -> None:
    """A kick, a run, a pass, a stacked box, motion and a sack; each ends with the sum that the text says."""
    script = lesson("cardbowl")
    plays = [step.title for step in script.step if step.title.startswith("Play ")]
    assert [title[:7] for title in plays] == [f"Play {n}:" for n in range(1, 7)]
    table = after("cardbowl", as_asked(script)).table
    told = "\n".join(render(event) for event in table.events_for(script.seat))
    for said in ("Returned 33", "offense 51, defense 37", "offense 52, defense 28", "offense 52, defense 58"):
        assert said in told
    assert (
        "Red follows with the corner" in told
        and "Broken up: incomplete" in told
        and "Sack! Loss of 5" in told
    )


def test_a_step_that_is_only_read_may_stand_in_the_middle_of_a_play() -> None:
    """Card Bowl's pressure is read before the card against the sack is drawn; the step draws it."""
    script = lesson("cardbowl")
    number = next(n for n, step in enumerate(script.step) if step.title == "Pressure")
    here = after("cardbowl", as_asked(script)[:number])
    assert here.table.chance is not None and here.table.outcome is None
    assert after("cardbowl", as_asked(script)[: number + 1]).table.outcome is not None


def test_a_script_that_ends_before_the_learners_next_question_is_refused() -> None:
    script = lesson("redboar")
    first = next(n for n, step in enumerate(script.step) if step.do)
    short = structs.replace(script.step[first], then=script.step[first].then[:2])
    steps = (*script.step[:first], short, *script.step[first + 2 :])
    with pytest.raises(BadScript, match="nothing in the lesson follows here"):
        play_lesson(
            registry.find("redboar"), structs.replace(script, step=steps), as_asked(script)[: first + 1]
        )
