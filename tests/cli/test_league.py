"""`fieldhouse league`, from founding to the proof."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def league(fieldhouse: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """Run a verb that succeeds; what it says."""
    monkeypatch.setenv("FIELDHOUSE_DATABASE", f"sqlite:///{tmp_path / 'house.db'}")

    def run(*args: str) -> str:
        done = fieldhouse("league", *args)
        assert done.exit_code == 0, done.output
        return done.output

    return run


def test_a_small_league_from_founding_to_the_proof(league: Callable[..., str], fieldhouse: Run) -> None:
    teams = ("Ducks", "Geese", "Swans", "Terns")
    rules = ("-o", "mode=dice", "-o", "quarters=1", "--form", "double", "--secret", "5e" * 32)
    assert "No leagues yet" in league("list")
    assert "League created: Pond League" in league("new", "Pond League", *teams, "--game", "redboar", *rules)
    league("invite", "Ann", "--role", "commissioner")
    link = league("invite", "Bob", "--franchise", "geese")
    assert "/leagues/join/" in link and link != league("invite", "Bob", "--new-link")
    league("deadline", "round 1", "2026-11-22 20:00")
    assert "due 2026-11-22T20:00+00:00" in league("show")
    assert "waits for the other side" not in league("result", "round 1: Ducks", "21-14")
    assert "waiting for managers: 6" in league("simulate", "--quiet")
    assert "Geese: Bob (away, Starter coach)" in league("manager", "geese", "--away", "--reason", "ill")
    assert league("chair") == league("manager"), "the command's old name"
    assert "champions: " in league("simulate", "--quiet")
    assert "Games changed: 0" in league("rebuild")
    assert "verified: the dice secret matches" in league("verify")
    held = fieldhouse("league", "correct", "round 1: Ducks", "0-99", "--reason", "the scorer slept")
    assert held.exit_code == 2 and "nothing was changed" in held.output
    assert "What this changes" in held.output and "no longer counts" in held.output
    league("correct", "round 1: Ducks", "0-99", "--reason", "the scorer slept", "--yes")
    assert "Reason: the scorer slept" in league("audit")
    league("export", "pond.jsonl", "--commissioner")
    wrong = fieldhouse("league", "import", "pond.jsonl")
    assert wrong.exit_code == 2 and "already in this database" in wrong.output
    assert "mode: dice" in league("rules")


def test_a_league_to_repeat_is_founded_once_in_a_store(league: Callable[..., str], fieldhouse: Run) -> None:
    """Title and secret give its dice: a second one would roll the same."""
    rules = ("Ducks", "Geese", "--game", "redboar", "--secret", "5e" * 32)
    league("new", "Pond", *rules)
    twice = fieldhouse("league", "new", "Pond", *rules)
    assert twice.exit_code == 2 and "another name or another secret" in twice.output
    league("new", "Lake", *rules)
    assert len(league("list").splitlines()) == 2


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("show",), "there are no leagues yet"),
        (("new", "One", "Ducks"), "at least two teams"),
        (("new", "Odd", "Ducks", "Ducks", "--game", "redboar"), "Ducks is in the league twice"),
        (("new", "Odd", "nowhere-1985", "chicago-1985"), "nowhere-1985"),
        (("new", "Odd", "Ducks", "Geese", "--game", "redboar", "--zone", "Mars/North"), "is not a time zone"),
        (("new", "Odd", "Ducks", "Geese", "--game", "redboar", "-o", "quarters=3"), "quarters"),
    ],
)
def test_what_cannot_be_founded_is_refused_in_a_sentence(
    fieldhouse: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: tuple[str, ...], words: str
) -> None:
    monkeypatch.setenv("FIELDHOUSE_DATABASE", f"sqlite:///{tmp_path / 'house.db'}")
    done = fieldhouse("league", *given)
    assert done.exit_code == 2 and words in done.output


def test_a_replay_of_1985_with_one_team_played_by_hand_for_a_week(
    league: Callable[..., str], tmp_path: Path
) -> None:
    """The year's schedule and cards; Miami's game is left, taken up again, and counts as played."""
    league("new", "1985", "--season", "1985", "-o", "quarter=1")
    league("invite", "Ann", "--franchise", "miami dolphins")
    assert "Games simulated: 13;" in league("simulate", "--week", "--quiet")
    answers = tmp_path / "answers.txt"
    answers.write_text("quit\n")
    league("play", "--script", str(answers))
    assert "Week 1: Miami Dolphins at Houston Oilers (live)" in league("show")
    answers.write_text("1\n0\n" * 200)
    assert re.search(
        r"\nWeek 1: Miami Dolphins \d+, Houston Oilers \d+", league("play", "--script", str(answers))
    )
    assert list(tmp_path.glob("league-*.json")) == [], "the store has the record now"
    assert "recorded games that follow the rules and match their results: 14" in league("verify")
    assert "Games simulated: 13;" in league("simulate", "--week", "--quiet"), "week 2 is next"
