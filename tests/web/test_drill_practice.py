"""Drills to practice on any day: the list, the grades, and when a drill comes back."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from tests.web.conftest import Server

from fieldhouse.kernel import registry
from fieldhouse.kernel.tutorials.drill import drills_of
from fieldhouse.web.learn.drill_practice import (
    DAYS,
    Difficulty,
    DrillProgress,
    after_answer,
    counts_for_rating,
    difficulties,
    rating_after,
    read_progress,
    write_progress,
)

NOW = date(2026, 11, 18)
GAMES = ["cardbowl", "fastdrive", "redboar", "squares", "thegrid"]


def test_a_solved_drill_comes_back_later_each_time_and_a_missed_one_at_once() -> None:
    first = after_answer(None, NOW, right=True)
    assert first == DrillProgress(1, NOW + timedelta(days=DAYS[1]))
    assert after_answer(first, NOW, right=True) == first, "not due yet: nothing is gained by repeating it"
    again = after_answer(first, first.due, right=True)
    assert again == DrillProgress(2, first.due + timedelta(days=DAYS[2]))
    assert after_answer(again, NOW, right=False) == DrillProgress(0, NOW)


def test_progress_is_read_as_it_was_written_and_odd_cookies_are_left_out() -> None:
    progress = {"sq-01": DrillProgress(2, NOW), "sq-02": DrillProgress(0, NOW)}
    assert read_progress(write_progress(progress)) == progress
    assert read_progress("sq-01.2.~x~sq-02.9.000000~<b>.1.739000~" + "a.1.1~" * 900) == {}


@pytest.mark.parametrize("game", GAMES)
def test_drills_are_graded_in_three_parts(game: str) -> None:
    grades = list(difficulties(drills_of(registry.find(game))).values())
    assert {grades.count(level) * 3 // len(grades) for level in Difficulty} <= {0, 1} and set(grades) == set(
        Difficulty
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_missed_drill_is_practiced_again_before_new_ones(server: Server, game: str) -> None:
    drills = drills_of(registry.find(game))
    drill = drills[-1]
    place = f"/learn/{game}/drills/{drill.name}"
    right: dict[str, Any] = {"did": list(drill.right)} if drill.goal else {"answer": drill.right[0]}
    wrong: dict[str, Any] = (
        {"did": ["end-turn"]} if drill.goal else
        {"answer": next(one.key for one in drill.answers if one.key not in drill.right)}
    )  # fmt: skip
    with server.client() as client:
        everything = client.get(f"/learn/{game}/drills").text
        assert (
            everything.count(f'href="/learn/{game}/drills/') >= len(drills) and "Try again" not in everything
        )
        missed = client.get(place, params=wrong)
        assert "Correct!" not in missed.text and "Next drill" in missed.text
        listed = client.get(f"/learn/{game}/drills").text
        assert "Try again" in listed and f'class="button main" href="{place}"' in listed
        assert "Correct!" in client.get(place, params=right).text
        listed = client.get(f"/learn/{game}/drills").text
        assert f"1 of {len(drills)} solved" in listed and "Try again" not in listed


def test_an_unknown_drill_is_not_found(server: Server) -> None:
    with server.client() as client:
        assert client.get("/learn/squares/drills/nothing").status_code == 404
        assert client.get("/learn/sandlot/drills").status_code == 404


def test_a_rating_moves_by_what_was_expected_and_only_by_first_answers() -> None:
    """Elo: between equals a drill is worth 16 points; a miss that is tried again at once counts no more."""
    assert rating_after(1500, Difficulty.MEDIUM, right=True) == 1516
    assert rating_after(1500, Difficulty.MEDIUM, right=False) == 1484
    assert (
        rating_after(1500, Difficulty.EASY, right=True)
        < 1505
        < rating_after(1500, Difficulty.HARD, right=True)
    )
    assert counts_for_rating(None, NOW) and counts_for_rating(DrillProgress(2, NOW), NOW)
    assert not counts_for_rating(DrillProgress(0, NOW), NOW)
    assert not counts_for_rating(DrillProgress(1, NOW + timedelta(days=1)), NOW)


def test_every_puzzle_on_squares_is_a_drill_and_none_is_solved_by_the_wrong_turn(server: Server) -> None:
    """Touchdowns, tackles, saves, and positions where nothing helps: then the turn is ended at once."""
    drills = drills_of(registry.find("squares"))
    assert len(drills) == 43 and {drill.goal for drill in drills} == {
        "touchdown", "no-touchdown", "tackle", "no-tackle", "hold", "forced-touchdown", "forced-tackle"
    }  # fmt: skip
    of_goal = {drill.goal: drill for drill in drills}
    with server.client() as client:
        for goal, drill in of_goal.items():
            place = f"/learn/squares/drills/{drill.name}"
            assert "Correct!" in client.get(place, params={"did": list(drill.right)}).text, goal
            if drill.right != ("end-turn",):
                missed = client.get(place, params={"did": ["end-turn"]}).text
                assert "Not this time" in missed and "One solution:" in missed, goal
        mine = client.get("/mine").text
        assert "Gridiron on squares</a>" in mine and "solved, rating 1" in mine
        assert "Your rating:" in client.get("/learn/squares/drills").text


def test_where_nothing_helps_a_turn_that_moves_somebody_is_not_the_answer() -> None:
    from fieldhouse.games.squares.drills import solves_drill

    for drill in drills_of(registry.find("squares")):
        if drill.right == ("end-turn",):
            table = drill.table()
            asked = table.request_for(drill.seat)
            assert asked is not None
            move = next(key for key in asked.keys if key != "end-turn")
            assert solves_drill(drill, ["end-turn"]) and not solves_drill(drill, [move, "end-turn"])
