"""`fieldhouse play` through a pipe: what it prints, what it refuses, and its exit code."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.cli.shared import COMMAND, MANY, Fieldhouse, saved

from fieldhouse.kernel import record as records
from fieldhouse.kernel.entries import Chosen, Rolled

# play through a pipe


def test_with_no_terminal_and_no_input_play_says_how_and_is_no_error() -> None:
    for args in (["play"], ["play", "sandlot"]):
        ran = subprocess.run(
            [*COMMAND, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout.startswith("How to play\n")


def test_a_pipe_that_stays_silent_is_no_input_either() -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "sandlot"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdin is not None
    assert process.stdout.read().startswith("How to play\n")
    assert process.wait(timeout=10) == 0
    process.stdin.close()
    process.stdout.close()


def test_a_whole_game_through_a_pipe() -> None:
    command = [*COMMAND, "play", "sandlot", "--length", "tiny", "--dice", "5", "--save", "piped.json"]
    ran = subprocess.run(command, input=MANY, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Shirts> 1\n" in ran.stdout, "the answers are echoed after their prompts"
    assert "\x1b" not in ran.stdout, "no colors and no cursor movements where there is no terminal"
    assert max(map(len, ran.stdout.splitlines())) <= 80
    record = records.parse_record(Path("piped.json").read_text())
    assert record.outcome is not None
    assert record.outcome.text in ran.stdout


def test_a_script_from_a_file_and_one_that_is_too_short(fieldhouse: Fieldhouse) -> None:
    Path("script.txt").write_text("1\n1\n")
    short = fieldhouse("play", "sandlot", "--dice", "5", "--script", "script.txt", "--save", "short.json")
    assert short.exit_code == 1
    assert (
        short.stderr == "fieldhouse: the input ended before the game did; the game is saved in short.json\n"
    )
    Path("rest.txt").write_text(MANY)
    rest = fieldhouse("play", "--resume", "short.json", "--script", "rest.txt")
    assert rest.exit_code == 0
    assert records.parse_record(Path("short.json").read_text()).outcome is not None


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    env = {**os.environ, "PY": sys.executable, "CODE": COMMAND[2]}
    for arguments in (
        "rules sandlot the",
        "simulate sandlot -n 3 --jobs 1",
        "play sandlot --watch --length tiny",
    ):
        line = f'"$PY" -c "$CODE" {arguments} | true'
        ran = subprocess.run(["sh", "-c", line], env=env, capture_output=True, text=True, check=False)
        assert ran.stderr == "", arguments


# In the game


def test_the_same_seed_is_the_same_game(fieldhouse: Fieldhouse) -> None:
    one = saved(fieldhouse, "one.json").read_text()
    two = saved(fieldhouse, "two.json").read_text()
    other = saved(fieldhouse, "other.json", dice="6").read_text()
    assert json.loads(one)["entries"] == json.loads(two)["entries"]
    assert json.loads(one)["entries"] != json.loads(other)["entries"]


def test_answers_by_number_key_and_start_of_a_key(fieldhouse: Fieldhouse) -> None:
    fieldhouse("play", "sandlot", "--dice", "5", "--save", "g.json", typed="pass\nRU\n1\nquit\n")
    record = records.parse_record(Path("g.json").read_text())
    assert [entry.key for entry in record.entries if isinstance(entry, Chosen) and entry.seat == 0] == [
        "PASS",
        "RUN",
        "PASS",
    ]


def test_the_file_speaks_of_the_decision_on_the_screen(fieldhouse: Fieldhouse) -> None:
    """After a coach's answer the file is written too: whoever opens it is asked what the screen asks."""
    import fieldhouse.cli.terminal.session as terminal

    asked: list[tuple[int, ...]] = []

    class Watched(terminal.Session):
        def line(self, prompt: str, words: Sequence[str] = ()) -> str:
            saved_now = records.resume_record(records.parse_record(Path("s.json").read_text()))
            asked.append(saved_now.pending_seats)
            now, shown = saved_now.request_for(0), self.table.request_for(0)
            assert now is not None and shown is not None and now.what == shown.what
            return super().line(prompt, words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fieldhouse.cli.terminal.start.Session", Watched)
        typed = "1\n" * 9 + "quit\n"
        fieldhouse("play", "sandlot", "--dice", "5", "--save", "s.json", typed=typed)
    assert len(asked) == 10


def test_help_explains_request_option_refusal_and_rule(fieldhouse: Fieldhouse) -> None:
    typed = "?\n? run\n? SL-1.2\n? coin\n? zeppelin\nquit\n"
    shown = fieldhouse("play", "sandlot", "--dice", "5", typed=typed).output
    assert "For each play both sides lay one card face down" in shown
    assert "  Run (SL-2.3)" in shown and "RUN: Run" not in shown, "in words, without its key"
    assert shown.count("SL-1.2  A coin decides who has the ball first") == 2
    assert "'zeppelin' refused: not an option here" in shown
    typed = "?\n? field-goal\nfield-goal\nquit\n"  # seed 1: Red begin 95 yards from the goal
    shown = fieldhouse("play", "redboar", "-o", "mode=dice", "--dice", "1", typed=typed).output
    refusal = "95 yards is out of range (RB-8.14)"
    assert shown.count(f"-  field goal: not now, {refusal}") == 2, "in the menu and in the help, in words"
    assert shown.count(f"'field-goal' refused: {refusal}") == 2
    assert "RB-7.1  Before each scrimmage down the offense declares openly" in shown


def test_a_batch_is_taken_whole_or_not_at_all(fieldhouse: Fieldhouse) -> None:
    # At its last play, near enough to kick, a side declares and then lays a card: two decisions in a row.
    typed = "1\n" * 3 + "play nonsense\nlog\nplay, run\nquit\n"
    shown = fieldhouse("play", "sandlot", "--dice", "4", "--save", "b.json", typed=typed).output
    assert "'nonsense' refused: answer 2 of the batch" in shown
    mine = [
        e
        for e in records.parse_record(Path("b.json").read_text()).entries
        if isinstance(e, Chosen) and e.seat == 0
    ]
    assert [(e.what, e.key) for e in mine[3:]] == [("declare", "play"), ("card", "RUN")]


def test_undo_until_somebody_has_learned_something(fieldhouse: Fieldhouse) -> None:
    typed = "1\n" * 3 + "play\nundo\nplay\nrun\nundo\nquit\n"
    shown = fieldhouse("play", "sandlot", "--dice", "4", "--save", "u.json", typed=typed).output
    assert "Undone." in shown
    assert "'undo' refused: nothing to undo" in " ".join(shown.split())
    kinds = [type(e).__name__ for e in records.parse_record(Path("u.json").read_text()).entries]
    assert kinds.count("Undone") == 1
    assert fieldhouse("verify", "u.json").exit_code == 0


def test_concede_offer_tie_log_box_hint_board(fieldhouse: Fieldhouse) -> None:
    typed = "hint\n1\nlog\nbox\nboard\noffer-tie\nconcede\n"
    shown = fieldhouse("play", "sandlot", "--dice", "5", "--save", "c.json", typed=typed)
    assert shown.exit_code == 0
    assert "Starter (medium) suggests:" in shown.output
    assert "Sandlot has no box score." in shown.output
    assert "Skins declines the tie." in shown.output
    outcome = records.parse_record(Path("c.json").read_text()).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.why) == (1, "concession")


def test_one_person_for_both_sides_sees_no_curtain(fieldhouse: Fieldhouse) -> None:
    shown = fieldhouse("play", "sandlot", "--both", "--length", "tiny", "--dice", "5", typed=MANY)
    assert shown.exit_code == 0
    assert "Shirts> 1" in shown.output and "Skins> 1" in shown.output
    assert "Pass the screen" not in shown.output and "looks" not in shown.output


def test_two_people_each_see_their_own_hand_only(fieldhouse: Fieldhouse) -> None:
    args = ["play", "sandlot", "--two", "--length", "tiny", "--dice", "5", "--save", "g.json"]
    shown = fieldhouse(*args, typed="1\n").output
    deals = [
        e
        for e in records.parse_record(Path("g.json").read_text()).entries
        if isinstance(e, Rolled) and e.stream == "deal"
    ]
    hands = [" ".join(sorted(e.key for e in deals if e.sees == (seat,))) for seat in (0, 1)]
    assert hands[0] != hands[1], "another seed, or the test shows nothing"
    before, shirts, skins = re.split(r"── \w+ is at the screen ─+\n", shown)
    assert "your hand" not in before
    assert re.findall("your hand: (.+)", shirts) == [hands[0]]
    assert re.findall("your hand: (.+)", skins) == [hands[1]]


def test_a_coach_of_ones_own_takes_a_seat(fieldhouse: Fieldhouse) -> None:
    args = ["play", "sandlot", "--watch", "--length", "tiny", "--dice", "5"]
    shown = fieldhouse(*args, "--seat", "Shirts=tests.cli.own_coach:last_card", "--save", "own.json")
    assert shown.exit_code == 0, shown.output
    assert "Shirts: tests.cli.own_coach:last_card coach" in shown.output
    assert (
        records.parse_record(Path("own.json").read_text()).seats[0].kind
        == "program:tests.cli.own_coach:last_card"
    )


def test_what_is_fixed_in_a_saved_game_cannot_be_changed(fieldhouse: Fieldhouse) -> None:
    fieldhouse("play", "sandlot", "--dice", "5", "--save", "g.json", typed="1\nquit\n")
    for more in (["--dice", "7"], ["--length", "tiny"], ["-o", "drives=1"]):
        refused = fieldhouse("play", "--resume", "g.json", *more, typed=MANY)
        assert refused.exit_code == 2
        assert "cannot be changed in a resumed game" in refused.stderr
    over = saved(fieldhouse, "over.json")
    refused = fieldhouse("play", "--resume", str(over), typed=MANY)
    assert refused.exit_code == 2
    assert "this game is over; `fieldhouse replay over.json` shows it" in refused.stderr


def test_a_resumed_game_can_be_handed_to_a_coach(fieldhouse: Fieldhouse) -> None:
    fieldhouse("play", "sandlot", "--dice", "5", "--save", "g.json", typed="1\nquit\n")
    watched = fieldhouse("play", "--resume", "g.json", "--watch")
    assert watched.exit_code == 0
    assert "Shirts: Starter (medium) coach   Skins: Starter (medium) coach" in watched.output
    assert fieldhouse("verify", "g.json").exit_code == 0


def test_a_game_begins_at_a_position_and_has_no_record(fieldhouse: Fieldhouse) -> None:
    """The text says game, options and place; leaving an open game says where it stands now."""
    text = 'squares: board="Qf7 a7 d7 f5 h7 k7 / b8 d8 e8 g8 h8 j8 up 3"'
    left = fieldhouse("play", "--position", text, "--dice", "5", typed="f7-f6\nsave g.json\nquit\n")
    assert left.exit_code == 0, left.output
    assert "3rd down" in left.output
    assert "cannot be saved" in left.output
    again = re.search(r"fieldhouse play --position '(squares.*)'", left.output.replace("\n", " "))
    assert again, left.output
    assert fieldhouse("play", "--position", again[1], typed="quit\n").exit_code == 0
    refused = fieldhouse("play", "redboar", "--position", text)
    assert "GAME does not go with --position" in refused.output
    wrong = fieldhouse("play", "--position", "redboar: phase=nowhere")
    assert wrong.exit_code == 2


def test_a_game_from_a_position_is_played_to_its_end(fieldhouse: Fieldhouse) -> None:
    """The box score counts from the position on; it used to replay from the opening, and failed."""
    late = "redboar(mode=dice,quarters=1): clock=60 phase=declare receiver=0 g=20 t=10 down=3 scores=[7,0]"
    played = fieldhouse("play", "--position", late, "--watch", "--dice", "3")
    assert played.exit_code == 0, played.output
    assert "since the position" in played.output
    impossible = fieldhouse("play", "--position", "redboar(mode=dice): down=9")
    assert impossible.exit_code == 2
    assert "down is 9, not 1 to 4" in impossible.output


def test_one_game_is_a_json_file_and_an_archive_is_many(fieldhouse: Fieldhouse) -> None:
    refused = fieldhouse("play", "sandlot", "--dice", "5", "--save", "g.jsonl", typed="quit\n")
    assert refused.exit_code == 2
    assert "one game is saved as .json" in refused.output
    read = fieldhouse("replay", "many.jsonl.gz")
    assert read.exit_code != 0
    assert "an archive of many games" in read.output
