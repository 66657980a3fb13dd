"""The coaches: each line of section 21, and what the levels are."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.games.fastdrive.sheets import FOLDER, at, book, opened

from fieldhouse.games.fastdrive.coaches.allpro import RolloutCoach
from fieldhouse.games.fastdrive.coaches.evaluation import INSIDE, solution
from fieldhouse.games.fastdrive.coaches.levels import coach, policy
from fieldhouse.games.fastdrive.rules import requests
from fieldhouse.games.fastdrive.rules.charts import hope
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import (
    CALL,
    CLOCK,
    FOURTH,
    KICKOFF,
    LAST,
    REPLACE,
    SETTLE,
    TRY,
    Sheet,
)
from fieldhouse.kernel.coaches import play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table

GAME = opened({"offense": ["EFFICIENT"]})


def says(game: FastDrive, s: Sheet) -> str:
    """What the starter answers to the question this position begins with."""
    request = next(game.play(s))
    assert isinstance(request, Choose)
    key = policy("starter", game, 1)(request, s)
    assert key in request.keys
    return key


def ending(word: str, game: FastDrive = GAME) -> int:
    """The number of an ending with that result."""
    return next(e.number for e in game.endings if e.word == word)


def second(**more: Any) -> Sheet:
    """Seat 0 decides in the second half."""
    return at(**{"half": 2, "left": 10, **more})


def test_the_toss() -> None:
    """FD-21.1: kick off in regulation; in overtime kick if both are sure of a possession, else receive."""
    assert says(GAME, at(phase=CALL, left=24)) == "kick"
    assert says(GAME, at(phase=CALL, half=3, left=8)) == "kick"
    assert says(opened(overtime="sudden"), at(phase=CALL, half=3, left=12)) == "receive"


@pytest.mark.parametrize("lead", range(-20, 21))
def test_the_try(lead: int) -> None:
    """FD-21.2: two points with 12 ticks or fewer at +1, +5, +12, -2, -5, -10, -16, -18 after the six."""
    scores = [20 + lead, 20]
    two = lead in (1, 5, 12, -2, -5, -10, -16, -18)
    assert says(GAME, second(phase=TRY, kicker=0, left=12, scores=scores)) == ("two" if two else "kick")
    assert says(GAME, second(phase=TRY, kicker=0, left=13, scores=scores)) == "kick"
    assert says(GAME, at(phase=TRY, kicker=0, left=3, scores=scores)) == "kick"


def test_the_last_try() -> None:
    """FD-21.2: on a try with which the game ends, two points when behind 2, else kick."""
    for lead, key in ((-2, "two"), (-1, "kick"), (0, "kick")):
        assert says(GAME, second(phase=TRY, left=0, final=True, scores=[20 + lead, 20])) == key


@pytest.mark.parametrize(
    ("lead", "left", "key"),
    [(-8, 1, "onside"), (-1, 1, "onside"), (-8, 2, "deep"), (-9, 4, "onside"),
     (3, 1, "squib"), (9, 1, "deep"), (0, 1, "deep")],
)  # fmt: skip
def test_the_kickoff(lead: int, left: int, key: str) -> None:
    """FD-21.3: onside behind late, squib ahead by one score with a tick left."""
    assert says(GAME, second(phase=KICKOFF, kicker=0, left=left, scores=[20 + lead, 20])) == key


@pytest.mark.parametrize(
    ("half", "lead", "word", "base", "left", "key"),
    [
        (1, 0, "TD-PASS", 3, 2, "-1"),
        (1, 0, "TD-PASS", 3, 4, "+1"),
        (1, 0, "FGA", 3, 3, "0"),
        (1, 0, "PUNT", 2, 3, "+1"),
        (1, 0, "PUNT", 2, 2, "0"),
        (1, 0, "DOWNS", 2, 4, "0"),
        (2, 3, "PUNT", 2, 4, "+1"),
        (2, -7, "TD-PASS", 3, 2, "-1"),
        (2, -7, "TD-PASS", 3, 3, "0"),
        (2, -7, "TD-PASS", 3, 4, "+1"),
        (2, -8, "TD-PASS", 3, 4, "-1"),
        (2, -3, "FGA", 3, 4, "+1"),
        (2, -4, "FGA", 3, 4, "-1"),
        (2, -3, "PUNT", 2, 4, "-1"),
        (2, 0, "TD-PASS", 3, 2, "-1"),
        (2, 0, "PUNT", 2, 4, "0"),
        (3, 0, "FGA", 2, 4, "+1"),
    ],
)
def test_the_clock(half: int, lead: int, word: str, base: int, left: int, key: str) -> None:
    """FD-21.4, FD-21.4a: every line of it."""
    s = at(phase=CLOCK, half=half, left=left, base=base, ending=ending(word), scores=[20 + lead, 20])
    assert says(GAME, s) == key


@pytest.mark.parametrize(
    ("word", "behind", "left", "key"),
    [
        ("PUNT", 8, 3, "go"),
        ("PUNT", 8, 4, "kick"),
        ("PUNT", 9, 6, "go"),
        ("FGA", 3, 1, "kick"),
        ("FGA", 4, 3, "go"),
        ("FGA", 4, 4, "kick"),
        ("FGA", 9, 1, "kick"),
        ("FGA", 11, 1, "kick"),
        ("FGA", 12, 5, "go"),
        ("FGA", 12, 6, "kick"),
    ],
)
def test_fourth_down(word: str, behind: int, left: int, key: str) -> None:
    """FD-21.5: D and T after the charge."""
    s = second(phase=FOURTH, left=left, ending=ending(word), scores=[0, behind])
    assert says(GAME, s) == key


@pytest.mark.parametrize(("word", "behind", "key"), [("PUNT", 3, "go"), ("FGA", 3, "kick"), ("FGA", 7, "go")])
def test_fourth_down_in_overtime(word: str, behind: int, key: str) -> None:
    """FD-21.5: overtime, behind."""
    s = at(phase=FOURTH, half=3, left=5, ending=ending(word), scores=[0, behind])
    assert says(GAME, s) == key


SETTLES = {3: "kick", 4: "give-up", 8: "give-up", 9: "kick", 11: "kick", 12: "give-up"}


@pytest.mark.parametrize(("behind", "key"), list(SETTLES.items()))
def test_settling(behind: int, key: str) -> None:
    """FD-21.6, FD-24.34."""
    s = second(phase=SETTLE, left=2, second=True, ending=ending("FGA"), scores=[0, behind])
    assert says(GAME, s) == key


def test_desperation_is_always_played_when_behind() -> None:
    """FD-21.7, FD-21.8, FD-21.10."""
    assert says(GAME, second(phase=REPLACE, left=0, ending=ending("PUNT"), scores=[0, 3])) == "desperation"
    assert says(GAME, second(phase=LAST, left=0, scores=[0, 3])) == "desperation"
    assert says(GAME, second(phase=KICKOFF, kicker=0, left=0, scores=[0, 3])) == "onside"


def test_level_it_depends_on_the_chart() -> None:
    """FD-21.9: as many codes with TD as with DEF-TD: 11, 12 (and 15 from GREAT) against 66."""
    assert hope(GAME.tables[2]["desperation"][1], "TD") == 2
    assert hope(GAME.tables[2]["desperation"][1], "DEF-TD") == 1
    assert says(GAME, second(phase=LAST, left=0)) == "desperation"
    staunch = opened(home={"defense": ["STAUNCH*"]})
    assert hope(staunch.tables[2]["desperation"][1], "TD") == 1.5
    bad = opened(charts=book(("16-65 | NOTHING\n66 | DEF-TD", "16-63 | NOTHING\n64-66 | DEF-TD")))
    assert says(bad, second(phase=LAST, left=0)) == "kneel"


def test_two_seats_decide_each_for_its_team() -> None:
    """FD-21.11: every request of section 21 belongs to the team concerned."""
    for away, home in (
        requests.KICK_OFF,
        requests.TRY_MENU,
        requests.CLOCK_MENUS[2],
        requests.FOURTH_MENU,
        requests.LAST_LEVEL,
    ):
        assert (away.seat, home.seat) == (0, 1)


@pytest.mark.parametrize("level", ["rookie", "starter", "allpro"])
def test_every_level_finishes_a_game(level: str) -> None:
    """FD-21.1: whatever is asked, each level answers."""
    game = FOLDER.open(length="short")
    assert isinstance(game, FastDrive)
    table = Table(game, FastDice(3))
    end = play_on(table, {0: coach(level, game, 0, 1, 0.02), 1: coach("starter", game, 1, 1)})
    assert end is not None


def test_the_allpro_kicks_for_the_win() -> None:
    """FD-21.2: level after the six with no time left, it kicks (34 of 36) rather than tries for two."""
    s = second(phase=TRY, kicker=0, left=0, final=True, scores=[20, 20])
    request = next(GAME.play(s))
    assert isinstance(request, Choose)
    assert RolloutCoach(GAME, 1, 5.0, games=400).choose(request, s) == "kick"
    s = second(phase=TRY, kicker=0, left=0, final=True, scores=[18, 20])
    request = next(GAME.play(s))
    assert isinstance(request, Choose)
    assert RolloutCoach(GAME, 1, 5.0, games=400).choose(request, s) == "two"


def test_the_allpro_takes_the_best_option_of_the_tables() -> None:
    """FD-21: at every choice of some games, by the chances of the whole game; and the tables, compiled from
    the open rules, give each position the very chance that the rules enumerated from it do."""
    pytest.importorskip("numba")
    game = FOLDER.open(length="short")
    assert isinstance(game, FastDrive)
    found, asked, usual = solution(game), Counter[str](), policy("starter", game, 1)
    assert found is not None
    best = policy("allpro", game, 1)

    def choose(request: Choose, s: Sheet) -> str:
        worth = found.option_values(s)
        wanted = max(worth.values()) if request.seat == 0 else min(worth.values())
        assert worth[best(request, s)] == wanted
        if s.phase not in INSIDE:
            assert found.value(found.reduction.where(s)) == pytest.approx(wanted, abs=1e-5)
        asked[s.phase] += 1
        return usual(request, s)

    for seed in range(12):
        playout(game, game.start(), FastDice(seed), choose)
    assert asked.total() > 100 and len(asked) >= 5


def test_a_rookie_has_the_clock_the_wrong_way_round() -> None:
    """FD-8.2: ahead it hurries to score again, behind it takes its time; on fourth down it always kicks."""
    rookie = policy("rookie", GAME, 1)
    for scores, key in (([20, 10], "-1"), ([10, 20], "+1")):
        assert rookie(requests.CLOCK_MENUS[2][0], second(scores=scores)) == key
        assert rookie(requests.FOURTH_MENU[0], second(scores=scores, left=1)) == "kick"
    with pytest.raises(BadOptions, match="rookie, starter, allpro"):
        policy("legend", GAME, 1)
