"""A concession in words: who conceded and who won, whatever the score."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import ask_coach
from fieldhouse.kernel.concession import concession_text, result_text
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.kernel.table import Table

GAMES = sorted(name for name, folder in registry.list_games().items() if folder.meta.concession)


def with_a_score(name: str) -> Table[Any]:
    """A game of the easiest coaches in which one team leads."""
    folder = registry.find(name)
    for seed in range(20):
        table = Table(folder.open(), FastDice(seed))
        coaches = [folder.coach(folder.meta.levels[0], table.game, seat, seed) for seat in table.seats]
        while table.outcome is None:
            if len(set(table.scoreboard().scores)) > 1:
                return table
            seat = table.pending_seats[0]
            ask_coach(table, seat, coaches[seat])
    raise AssertionError("nobody scored")


@pytest.mark.parametrize("leads", [True, False], ids=["leading", "trailing"])
@pytest.mark.parametrize("name", GAMES)
def test_a_concession_names_who_conceded_and_who_won(name: str, leads: bool) -> None:
    table = with_a_score(name)
    head = table.scoreboard()
    ahead = head.scores.index(max(head.scores))
    seat = ahead if leads else 1 - ahead
    table.answer(seat, "concede")
    own, other = head.teams[seat], head.teams[1 - seat]
    assert table.outcome is not None and table.outcome.winner == 1 - seat
    conceded, won = result_text(table).split(": ")
    assert conceded == concession_text(table) and conceded in (f"{own} concede", f"{own} concedes")
    assert won in (f"{other} win", f"{other} wins")
    assert result_text(table, seat) == f"You concede: {won}"
    assert result_text(table, 1 - seat) == f"{conceded}: you win"


@pytest.mark.parametrize(
    ("team", "does"),
    [
        ("Bears", "win"),
        ("1985 Chicago Bears", "win"),
        ("Red", "wins"),
        ("Dallas", "wins"),
        ("Team 7", "wins"),
        ("Harkness", "wins"),
    ],
)
def test_the_verb_fits_the_name_of_the_team(team: str, does: str) -> None:
    assert team_with_verb(team, "wins", "win") == f"{team} {does}"


GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_color_takes_a_singular_verb_in_the_play_by_play(path: Path) -> None:
    verbs = "take|call|attempt|turn|throw|lose|go|win|choose|tackle|gain|end|roll|kick|receive|recover"
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] not in "?="]
    assert not [line for line in lines if re.search(rf"\b(?:Red|Blue|Gold) (?:{verbs})\b", line)]
