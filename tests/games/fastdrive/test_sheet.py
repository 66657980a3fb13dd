"""The scoresheet, quarters, state, and the words of the log (sections 4 and 23)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.fastdrive.sheets import FOLDER, at, last, opened, run, told

from fieldhouse.games.fastdrive.board import beats, parts, text
from fieldhouse.games.fastdrive.board.last_play import chosen_cell, last_roll, with_roll
from fieldhouse.games.fastdrive.coaches.levels import policy as policy_of
from fieldhouse.games.fastdrive.rules.events import Checked, DriveRolled, Logged
from fieldhouse.games.fastdrive.rules.game import PHASES, FastDrive
from fieldhouse.games.fastdrive.rules.state import KICKOFF, OVER, POOR, Sheet
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.playout import playout, run_play

LABELS = {  # FD-24.82 with FD-24.21
    "TD-RUN", "TD-PASS", "PUNT", "PUNT-BU", "PUNT-CO", "FUMBLE", "INTERCEPTION", "SAFETY", "DOWNS",
    "FGA good", "FGA missed", "FGA blocked", "PUNT blocked",
    "EOH", "KNEEL", "EOG", "DESP-TD", "DESP-NO", "DESP-DEF-TD",
}  # fmt: skip


def test_the_sheet_shows_clock_quarters_and_one_row_per_drive() -> None:
    """FD-4.1: 12 circles a quarter, the score by quarter, the log."""
    game = opened()
    s = run(game, at(left=13), "463 11 21 253 31", "kick")
    sheet = text(game.view(s, None))
    assert sheet.count("●") + sheet.count("○") == 48
    assert "touchdown pass" in sheet
    narrow = text(game.view(s, None), 40)
    assert game.view(s, None)["status"] in " ".join(narrow.split()), "what is asked is never cut"
    assert game.view(s, None)["by_quarter"][0] == [0, 7, 0, 0, 0]


def test_the_table_shows_the_same_sheet() -> None:
    """FD-4.1, FD-4.2: circles, of which those of the time gone are filled; the columns of the paper sheet."""
    game = opened()
    s = run(game, at(left=13), "463 11 21 253 31", "kick")
    view = game.view(s, None)
    found = {part.id: part for part in parts(view)}
    clock = found["clock"]
    assert clock.svg.count("<circle") == 48
    assert clock.svg.count("f-ink") == 24 - s.left
    assert found["sheet"].table[0] == ("Drive", "Team", "Field position", "Drive time", "Result", "Score")


@pytest.mark.parametrize(
    ("position", "dice", "quarter"),
    [
        (at(left=14), "463", 1),
        (at(left=13), "463", 2),
        (at(left=24, half=2, phase=KICKOFF, kicker=1), "66 1 1", 3),
        (at(left=12, half=2, phase=KICKOFF, kicker=1), "66 1 1", 3),
        (at(left=11, half=2, phase=KICKOFF, kicker=1), "66 1 1", 4),
        (at(left=8, half=3), "463", 5),
    ],
)
def test_the_quarter_that_gets_the_points(position: Sheet, dice: str, quarter: int) -> None:
    """FD-24.38: the quarter of the drive's last tick, or of the latest tick used; overtime has its own."""
    assert run(opened(), position, dice).points[0].quarter == quarter


@pytest.mark.parametrize(
    ("dice", "keys", "word"),
    [
        ("222 12 11", "kick", "FUMBLE"),
        ("222 44 11", "kick", "INTERCEPTION"),
        ("222 22 11", "kick", "PUNT blocked"),
        ("444 22 11", "kick", "FGA blocked"),
        ("333 26", "", "DOWNS"),
    ],
)
def test_result_words(dice: str, keys: str, word: str) -> None:
    """FD-24.82, FD-25.8: a direct defensive touchdown is logged under its turnover."""
    assert run(opened(), at(), dice, keys).log[0].result == word


def test_a_block_of_the_option_is_a_miss() -> None:
    """FD-24.82, FD-24.53: logged as FGA missed, no return."""
    s = run(opened({"fg": "11-66"}, blocked_kicks=True), at(), "443 11")
    assert (last(s), s.scores) == ((0, 2, "FGA missed"), [0, 0])


def test_what_is_fixed_for_a_game() -> None:
    """FD-23.1: cards with effective ranges, charts, options, turnover year, home side, overtime format."""
    game = opened({"season": 1985, "fg": "11-52"}, {"season": 2003})
    assert (game.cards[0].fg, game.year, game.homes, game.overtime) == ("11-56", 2003, (1, 1, 1, 1), "both")


def test_the_state_is_plain_data() -> None:
    """FD-23.2: it survives JSON in the middle of a drive."""
    s = run(opened({"offense": ["EFFICIENT"]}), at(left=5), "253")
    assert msgspec.json.decode(msgspec.json.encode(s), type=Sheet) == s


def test_every_decision_is_a_phase_that_can_be_resumed() -> None:
    """FD-23.3: the state alone gives the position back, and the same question is asked there."""
    game = opened({"offense": ["EFFICIENT"]})
    s = run(game, at(left=5), "253")
    again = game.load(game.save(s))
    assert next(game.play(again)) is next(game.play(s))
    assert set(PHASES) >= {"toss", "kickoff", "drive", "clock", "fourth-down", "try", "last-play"}


def check(game: object, s: Sheet) -> None:
    """FD-23.4: what must always hold."""
    for half in (1, 2):
        ticks = sum(row.ticks for row in s.log if row.half == half)
        assert ticks <= 24
        if s.half > half or s.phase == OVER:
            assert ticks == 24
    for seat in (0, 1):
        assert s.scores[seat] == sum(score.points for score in s.points if score.team == seat)
    assert {row.result for row in s.log} <= LABELS


PAIRS = [("chicago-1985", "miami-1985"), ("detroit-2008", "new-england-2007")]


@given(seed=st.integers(0, 2**32), pair=st.sampled_from(PAIRS))
def test_ticks_and_points_always_add_up(seed: int, pair: tuple[str, str]) -> None:
    """FD-23.4, FD-24.71: ticks of a half sum to 24, points to the score; the clock never rises in a half."""
    game = FOLDER.open({"away": pair[0], "home": pair[1]})
    assert isinstance(game, FastDrive)
    s = game.start()
    dice, policy = FastDice(seed), policy_of("rookie", game, seed)
    half, left = 1, s.left
    while game.outcome(s) is None:
        run_play(game.play(s), s, dice, policy)
        assert s.half > half or s.left <= left
        half, left = s.half, s.left
        check(game, s)
    assert game.outcome(s) is not None


@given(seed=st.integers(0, 2**32), overtime=st.sampled_from(["both", "modified", "sudden"]))
def test_knockout_games_are_decided(seed: int, overtime: str) -> None:
    """FD-24.61, FD-24.84: overtime goes on until somebody wins."""
    game = opened(overtime=overtime, knockout=True, quarter=1)
    end = playout(game, game.start(), FastDice(seed), policy_of("starter", game, seed))
    assert end.winner is not None


def test_events_say_row_check_and_rules() -> None:
    """FD-3.2, FD-10.1: the roll with its row, the check die, the result."""
    events = told(opened({"offense": ["PROLIFIC*"]}), at(start=POOR), "345 2 11")
    words = [event.text() for event in events]
    assert words[0].startswith(
        "Plain rolls 3-4-5 from poor field position: prolific? touchdown pass; "
        "inept: no; otherwise field goal attempt."
    )
    assert words[1] == "Prolific? Roll of 2: no."
    assert any("Plain field goal is good. Score: 3-0." in line for line in words)


def rolled(cells: str, *checks: tuple[str, str]) -> list[Event]:
    """A drive's roll, its check dice, and its row on the sheet."""
    roll = DriveRolled(side=0, team="Bears", dice="3-2-2", row="2-2-3", cells=cells, start="AVERAGE")
    dice = [Checked(question=question, die=1, answer=answer) for question, answer in checks]
    logged = Logged(side=0, team="Bears", start="AVERAGE", ticks=1, result="PUNT", left=10)
    return [roll, *dice, logged]


@pytest.mark.parametrize(
    ("cells", "checks", "answer"),
    [
        ("active: no; punishing: no; otherwise punt", (), 2),
        ("active: no; punishing: yes, punt", (), 1),
        ("active? fumble lost; otherwise punt", (("ACTIVE", "yes"),), 0),
        ("active? fumble lost; otherwise punt", (("ACTIVE", "no"),), 1),
        ("active? fumble lost; punishing? punt", (("ACTIVE", "no"),), -1),
    ],
)
def test_the_cell_that_gave_the_result_is_lit(
    cells: str, checks: tuple[tuple[str, str], ...], answer: int
) -> None:
    """FD-5.2: a row is read left to right; FD-3.2: a half quality waits for its die."""
    found = last_roll(rolled(cells, *checks))
    assert found is not None
    assert chosen_cell(cells.split("; "), found[1]) == answer


@pytest.mark.parametrize(
    ("cells", "came"),
    [
        ("active: no; punishing: no; otherwise punt", "punt"),
        ("active: no; punishing: yes, field goal attempt", "field goal attempt"),
        (
            "tied: no; otherwise turnover on downs, average field position",
            "turnover on downs, average field position",
        ),
        ("tied: yes, turnover on downs, poor field position", "turnover on downs, poor field position"),
        ("touchdown pass", "touchdown pass"),
        ("active? fumble lost; otherwise punt", ""),
    ],
)
def test_what_a_roll_came_to_is_said_unless_a_die_has_still_to_say(cells: str, came: str) -> None:
    """FD-5.2, FD-3.2."""
    (roll, *_) = rolled(cells)
    assert isinstance(roll, DriveRolled) and roll.result_text() == came
    (beat,) = beats(roll)
    assert beat.play and beat.words == f"Bears roll 3-2-2{': ' + came if came else ''}."
    assert (roll.gist() == f"Bears drive from average field position: {came}") == bool(came)


def test_the_last_drive_shows_its_three_dice() -> None:
    """FD-10.1; a drive that ended without a roll shows none of an older drive."""
    told = rolled("active: no; otherwise punt")
    part = with_roll(None, told)
    assert part is not None
    assert [f'id="last-die-{n}"' in part.svg for n in range(4)] == [True, True, True, False]
    assert "Bears roll 3, 2, 2" in part.label
    assert last_roll([*told, told[-1]]) is None
    assert last_roll(told[:-1]) == (told[0], (), True)
