"""Whole games at a real pseudo-terminal: played, saved, resumed, finished, replayed and verified."""

import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.shared import Fieldhouse

from fieldhouse.kernel import record as records
from fieldhouse.kernel.entries import Rolled

Open = Callable[..., Any]


def play_to(screen: Any, stop: list[str], answers: int = 400) -> str:
    """Answer every question with its first option until one of `stop` appears; which one it was."""
    for _ in range(answers):
        found = screen.expect("Shirts> ", *stop)
        if found in stop:
            return found
        screen.type("1")
    raise AssertionError("the game does not end")


def test_a_game_is_played_saved_resumed_finished_replayed_and_verified(
    terminal: Open, fieldhouse: Fieldhouse, tmp_path: Path
) -> None:
    screen = terminal("play", "sandlot", "--length", "full")
    screen.expect("Shirts: you   Skins: Starter (medium) coach")
    screen.expect("Fair dice: ")
    commitment = re.search(r"Fair dice: ([0-9a-f]{64})", screen.screen)
    assert commitment
    for _ in range(5):
        screen.expect("Shirts> ")
        screen.type("1")
    screen.expect("Shirts> ")
    screen.type("save half.json")
    screen.expect("Saved to half.json")
    screen.type("quit")
    screen.expect("fieldhouse play --resume half.json")
    assert screen.end() == 0
    half = records.parse_record((tmp_path / "half.json").read_text())
    assert half.outcome is None
    assert half.dice.commitments == (commitment[1],)

    again = terminal("play", "--resume", "half.json", "--save", "whole.json")
    again.expect("Shirts: you   Skins: Starter (medium) coach")
    play_to(again, ["Game saved to whole.json"])
    assert again.end() == 0
    whole = records.parse_record((tmp_path / "whole.json").read_text())
    assert whole.outcome is not None
    assert whole.entries[: len(half.entries)] == half.entries
    assert whole.outcome.text in again.screen

    shown = fieldhouse("replay", "whole.json")
    assert shown.exit_code == 0
    assert whole.outcome.text in shown.output
    verified = fieldhouse("verify", "whole.json")
    assert verified.exit_code == 0
    rolls = sum(type(entry).__name__ == "Rolled" for entry in whole.entries)
    assert f"all {rolls} rolls and draws follow from the secrets" in verified.output


def test_an_altered_roll_is_named(terminal: Open, fieldhouse: Fieldhouse, tmp_path: Path) -> None:
    screen = terminal("play", "sandlot", "--length", "tiny", "--save", "game.json")
    play_to(screen, ["Game saved to game.json"])
    assert screen.end() == 0
    path = tmp_path / "game.json"
    record = records.parse_record(path.read_text())
    number, entry = next(
        (n, entry)
        for n, entry in enumerate(record.entries, start=1)
        if isinstance(entry, Rolled) and entry.stream == "play"
    )
    other = "1" if entry.key != "1" else "2"
    lines = path.read_text().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if '"stream": "play"' in line)
    lines[place] = lines[place].replace(f'"key": "{entry.key}"', f'"key": "{other}"')
    path.write_text("".join(lines))

    verdict = fieldhouse("verify", "game.json")
    assert verdict.exit_code == 1
    named = f"FAULT       entry {number}: the play die is {other}, but the dice gave {entry.key}"
    assert verdict.output.splitlines()[0] == named, "the altered roll comes first, what follows from it later"
    assert "NOT verified" in verdict.output


def test_the_screen_is_passed_behind_a_curtain(terminal: Open) -> None:
    screen = terminal("play", "sandlot", "--two", "--length", "tiny")
    screen.expect("Pass the screen to Shirts. Press Enter when only Shirts is looking: ")
    assert "your hand" not in screen.screen
    screen.type("")
    screen.expect("your hand: ")
    screen.expect("Shirts> ")
    screen.type("1")
    screen.expect("Pass the screen to Skins")
    assert "\x1b[3J" in screen.seen, "what can be scrolled back to is wiped too"
    curtain = screen.seen.rindex("\x1b[3J")
    assert "your hand" not in screen.seen[curtain:], "nobody's hand is on the screen while it is passed"
    screen.type("")
    screen.expect("Skins> ")
    # The arrow key must not bring back what the other side typed.
    screen.type("\x1b[A")
    assert screen.expect("Skins> ", "Pass the screen to Shirts") == "Skins> "
    screen.type("concede")
    screen.expect("Concede this game?")
    screen.type("yes")
    screen.expect("Skins concedes")
    screen.expect("Save the game?")
    screen.type("")
    assert screen.end() == 0


def test_ctrl_c_saves_and_leaves_without_a_traceback(terminal: Open, tmp_path: Path) -> None:
    screen = terminal("play", "sandlot", "--save", "kept.json")
    screen.expect("Shirts> ")
    time.sleep(0.5)  # readline shows the prompt a moment before it listens for signals
    screen.process.send_signal(signal.SIGINT)
    screen.expect("Saved. Continue with: fieldhouse play --resume kept.json")
    assert screen.end() == 0
    assert "Traceback" not in screen.screen
    assert records.parse_record((tmp_path / "kept.json").read_text()).outcome is None


def test_ctrl_d_saves_and_leaves(terminal: Open, tmp_path: Path) -> None:
    screen = terminal("play", "sandlot")
    screen.expect("Shirts> ")
    screen.type("\x04")
    screen.expect("Saved. Continue with: fieldhouse play --resume sandlot-")
    assert screen.end() == 0
    assert len(list(tmp_path.glob("sandlot-*.json"))) == 1


def test_choosing_by_talking(terminal: Open) -> None:
    screen = terminal("play")
    screen.expect("Game [")
    screen.type("nothing")
    screen.expect("'nothing' is not one of")
    screen.expect("Game [")
    screen.type("sand")
    screen.expect("Length (full, tiny) [full]: ")
    screen.type("tiny")
    screen.expect("Opponent (rookie, starter, person) [starter]: ")
    screen.type("rookie")
    screen.expect("Shirts: you   Skins: Rookie (easy) coach")
    play_to(screen, ["Save the game?"])
    screen.type("")
    assert screen.end() == 0


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}], ids=["color", "NO_COLOR"])
def test_no_line_is_wider_than_the_terminal(terminal: Open, env: dict[str, str]) -> None:
    screen = terminal("play", "sandlot", "--length", "tiny", env=env)
    screen.expect("Shirts> ")
    screen.type("?")
    play_to(screen, ["Save the game?"])
    screen.type("")
    assert screen.end() == 0
    wide = [line for line in screen.screen.splitlines() if len(line) > 80]
    assert wide == []
    colors = re.findall(r"\x1b\[3[0-7]m|\x1b\[38;", screen.seen)
    assert not (env and colors)


def test_watching_takes_its_time(terminal: Open) -> None:
    screen = terminal("play", "sandlot", "--watch", "--length", "tiny", "--dice", "3", "--pause", "0.5")
    screen.expect("Shirts have the ball")
    started = time.monotonic()
    screen.expect("Skins win 3-7")
    assert time.monotonic() - started > 2.5, "seven plays, half a second after each but the last"
    assert screen.end() == 0


def test_own_dice_are_typed_in(terminal: Open, tmp_path: Path) -> None:
    screen = terminal("play", "sandlot", "--dice", "mine", "--length", "tiny", "--save", "mine.json")
    screen.expect("the coin (heads, tails)> ")
    screen.type("edge")
    screen.expect("'edge' refused: the coin gives one of heads, tails (SL-1.2)")
    screen.type("heads")
    screen.expect("a card for Shirts (3 cards, all in one line if you like)> ")
    screen.type("run pass run")
    screen.expect("your hand: PASS RUN RUN")
    screen.expect("Shirts> ")
    screen.type("run")
    screen.expect("the play die (Shirts have the ball; 1 to 6)> ")
    screen.type("?")
    screen.expect("SL-3.2")
    screen.type("4")
    screen.expect("Shirts plays RUN against")
    screen.expect("a card for Shirts")
    screen.type("quit")
    screen.expect("Saved.")
    assert screen.end() == 0
    record = records.parse_record(Path(tmp_path / "mine.json").read_text())
    assert record.dice.kind == "typed"
    assert [getattr(entry, "key", None) for entry in record.entries[:4]] == ["heads", "RUN", "PASS", "RUN"]


def test_the_record_of_a_game_that_was_not_saved_can_still_be_kept(terminal: Open, tmp_path: Path) -> None:
    (tmp_path / "taken.json").write_text("something else")
    screen = terminal("play", "sandlot", "--length", "tiny")
    play_to(screen, ["Save the game?"])
    screen.type("taken.json")
    screen.expect("taken.json already exists")
    screen.expect("Save the game?")
    screen.type("mine.json")
    screen.expect("Game saved to mine.json")
    assert screen.end() == 0
    assert records.parse_record((tmp_path / "mine.json").read_text()).outcome is not None
    assert (tmp_path / "taken.json").read_text() == "something else"


def test_a_terminal_that_cannot_be_wiped_is_filled_with_empty_lines(terminal: Open) -> None:
    screen = terminal("play", "sandlot", "--two", "--length", "tiny", env={"TERM": "dumb"})
    screen.expect("Pass the screen to Shirts")
    screen.type("")
    screen.expect("Shirts> ")
    screen.type("1")
    screen.expect("Pass the screen to Skins")
    between = screen.screen[screen.screen.rindex("your hand") :]
    assert between.count("\n") >= 2 * 24
    assert "\x1b[3J" not in screen.seen
    screen.process.kill()


def test_a_question_with_one_option_answers_itself_at_a_terminal(terminal: Callable[..., Any]) -> None:
    """In Card Bowl the defense is asked for a red joker it may not hold, and for discards that are forced."""
    screen = terminal("play", "cardbowl", "--length", "tiny", "--dice", "7", "--seat", "Red=starter")
    screen.expect("Onside kick")
    screen.type("kickoff")
    screen.expect("Keep your hand (the only choice).")
    screen.expect("Discard A")
    screen.expect("(the only choice).")
    screen.expect("Choose a defensive alignment")
    screen.type("4-3 fill")
    screen.expect("Move your defenders?")
    screen.type("board")
    assert screen.expect("lane 1", "Move your defenders?") == "lane 1"
    screen.expect("Move your defenders?")  # the question comes with the picture
    screen.type("quit")
    assert screen.end() == 0


@pytest.mark.parametrize(
    ("game", "before", "question", "board"),
    [
        ("redboar", [], "Play, punt or field goal?", " Red ["),
        ("thegrid", ["ready"], "Call the", " CAN ["),
        ("squares", ["1"], "(SQ-4.2)", "a    b    c    d"),
        ("cardbowl", [], "Call the coin", "Red 0 - 0 Blue"),
    ],
)
def test_the_board_is_on_a_screen_of_24_lines_when_a_question_is_asked(
    terminal: Open, game: str, before: list[str], question: str, board: str
) -> None:
    screen = terminal("play", game, "--length", "short", "--dice", "7")
    for word in before:
        screen.expect("> ")
        screen.type(word)
    screen.expect(question)
    screen.expect("> ")
    last = screen.screen.splitlines()[-24:]
    assert any(board in line for line in last), "\n".join(last)
    assert max(map(len, last)) <= 80
    screen.process.kill()


def test_the_clock_question_is_asked_always_or_only_late(fieldhouse: Fieldhouse) -> None:
    """TG-22.3: early in a half the clock runs on; late in it it is asked. `timeout` calls one ahead."""
    game = ("play", "thegrid", "--length", "short", "--dice", "5")
    late = fieldhouse(*game, typed="1\n" * 400).output
    always = fieldhouse(*game, typed="1\n" * 4 + "ask always\n" + "1\n" * 400).output
    question = "off the clock. Call a timeout?"
    assert late.count(question) < always.count(question)
    assert "`timeout`" in late and "after every play" in always
    called = fieldhouse(*game, typed="timeout\n1\n" * 200).output
    assert "can't call a timeout ahead now" in called and "Timeout by" in called


def test_the_charts_in_use_can_be_looked_up_in_the_terminal(fieldhouse: Fieldhouse) -> None:
    """FD-25.2, RB-20.6: by name, beside the chances of an answer; Fast Drive begins with both team cards."""
    fast = fieldhouse(
        "play", "fastdrive", "--length", "tiny", "--dice", "5", typed="charts\ncharts kickoff\n"
    ).output
    assert "1985 Chicago Bears: Offense: prolific, dynamic" in fast
    assert "  Punt charts" in fast and "  11 to 15         Poor field position" in fast
    dice = ("play", "redboar", "-o", "mode=dice", "--length", "tiny", "--dice", "5")
    goals = fieldhouse(*dice, typed="?\ncharts goals\n").output
    assert "charts WORD" in goals and "  55 yards              9 or more     28%" in goals
    assert "charts" not in fieldhouse("play", "squares", "--length", "tiny", typed="?\n").output
    assert max(map(len, (fast + goals).splitlines())) <= 90
