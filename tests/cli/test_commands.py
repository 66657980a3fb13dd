"""Every command by its arguments: what it prints, what it refuses, and its exit code."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from click.testing import Result
from tests.cli.conftest import EXAMPLES

from fieldhouse import cli
from fieldhouse.kernel import record as records
from fieldhouse.kernel.sitting.entries import Chosen, Rolled

Fieldhouse = Callable[..., Result]
COMMAND = [sys.executable, "-c", "from fieldhouse.cli import main; main(prog_name='fieldhouse')"]
MANY = "1\n" * 200


def saved(fieldhouse: Fieldhouse, name: str = "game.json", dice: str = "5") -> Path:
    """A finished game of Sandlot in a file."""
    played = fieldhouse("play", "sandlot", "--length", "tiny", "--dice", dice, "--save", name, typed=MANY)
    assert played.exit_code == 0, played.output
    return Path(name)


# The group


def test_help_lists_every_module_that_is_a_command(fieldhouse: Fieldhouse) -> None:
    shown = fieldhouse("--help")
    assert shown.exit_code == 0
    for name in ("charts", "games", "play", "replay", "rules", "simulate", "verify"):
        assert f"\n  {name} " in shown.output
    assert "\n  terminal" not in shown.output, "the helpers' package is no command"


def test_a_game_brings_commands_of_its_own_and_a_broken_one_does_not_break_the_rest(
    tmp_path: Path,
) -> None:
    meta = (
        "from fieldhouse.kernel.meta import Meta\n"
        "META = Meta(name='{0}', title='{0}', source='', blurb='', rule_prefix='X')\n"
    )
    good = (
        "import click\n"
        "@click.command()\n"
        "def hello():\n"
        "    click.echo('from the game')\n"
        "COMMANDS = {'hello': hello}\n"
    )
    for name, commands in (("goodgame", good), ("badgame", "import no_such_module_here\n")):
        (tmp_path / "shelf" / name).mkdir(parents=True)
        (tmp_path / "shelf" / name / "__init__.py").write_text("")
        (tmp_path / "shelf" / name / "meta.py").write_text(meta.format(name))
        (tmp_path / "shelf" / name / "commands.py").write_text(commands)
    env = {**os.environ, "FIELDHOUSE_GAMES": str(tmp_path / "shelf")}
    ran = subprocess.run(
        [*COMMAND, "goodgame", "hello"], env=env, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "from the game\n")
    listed = subprocess.run([*COMMAND, "--help"], env=env, capture_output=True, text=True, check=False)
    assert listed.returncode == 0
    assert "goodgame" in listed.stdout
    assert "the commands of badgame cannot be loaded: No module named 'no_such_module_here'" in listed.stderr


def test_an_unknown_command_or_game_is_one_line_and_exit_code_2(fieldhouse: Fieldhouse) -> None:
    assert fieldhouse("nonsense").exit_code == 2
    refused = fieldhouse("play", "nonsense")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("fieldhouse: no game 'nonsense'; there are: ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["play", "sandlot", "--dice", "lucky"], "neither fair, mine nor a whole number"),
        (
            ["play", "sandlot", "--length", "eternal"],
            "Sandlot has no length 'eternal'; its lengths are: full, tiny",
        ),
        (["play", "sandlot", "-o", "drives"], "needs a name and a value"),
        (
            ["play", "sandlot", "-o", "drives=many"],
            "option drives: 'many' is not a whole number from 1 to 20",
        ),
        (["play", "sandlot", "-o", "drives=0"], "option drives: 0 is not a whole number from 1 to 20"),
        (["play", "sandlot", "-o", "weather=snow"], "Sandlot has no option 'weather'"),
        (["play", "sandlot", "-o", "drives=1", "-o", "drives=2"], "'drives' is given twice"),
        (["play", "sandlot", "--seat", "Nobody=person"], "no seat 'Nobody'; the seats are: Shirts, Skins"),
        (["play", "sandlot", "--seat", "Skins=genius"], "no player 'genius' for Sandlot"),
        (["play", "sandlot", "--seat", "Skins=no_module:coach"], "no coach 'no_module:coach'"),
        (["play", "sandlot", "--two", "--watch"], "exclude one another"),
        (["play", "sandlot", "--charts", "yards=missing.toml"], "cannot read missing.toml"),
        (["play", "sandlot", "--charts", "weather=missing.toml"], "cannot read missing.toml"),
        (["play", "--resume", "missing.json"], "cannot read missing.json"),
        (["replay", "missing.json"], "cannot read missing.json"),
        (["verify", "."], "cannot read ."),
        (["rules", "sandlot", "SL-9.9"], "Sandlot has no rule SL-9.9"),
        (["rules", "sandlot", "9"], "Sandlot has no section 9; it has: 1, 2, 3, 4"),
        (["rules", "sandlot", "zeppelin"], "no rule of Sandlot has the word 'zeppelin'"),
        (["charts", "show", "sandlot", "weather"], "Sandlot has no chart 'weather'; it has: yards"),
        (["simulate", "sandlot", "--seat", "Skins=person"], "a person cannot play in a simulation"),
        (
            ["simulate", "sandlot", "-n", "5", "--csv", "no/such/folder.csv"],
            "cannot write no/such/folder.csv",
        ),
    ],
)
def test_bad_input_is_refused_clearly(fieldhouse: Fieldhouse, args: list[str], why: str) -> None:
    refused = fieldhouse(*args, typed=MANY)
    assert refused.exit_code == 2
    assert why in refused.stderr
    assert refused.stderr.startswith("fieldhouse: ")


# games, rules, charts


def test_games_lists_the_shelf_and_shows_one(fieldhouse: Fieldhouse) -> None:
    listed = fieldhouse("games")
    assert "Three cards, one die, thirty yards" in listed.output
    assert "lengths: full, tiny; coaches: rookie, starter" in listed.output
    assert all(len(line) <= 80 for line in listed.output.splitlines())
    one = fieldhouse("games", "sand")
    assert "drives for each side (SL-1.3): a whole number from 1 to 20" in one.output
    assert "yards for each card" in one.output


def test_rules_prints_a_rule_a_section_or_what_has_a_word(fieldhouse: Fieldhouse) -> None:
    assert fieldhouse("rules", "sandlot", "SL-3.1").output == "SL-3.1  A drive has at most four plays.\n"
    assert fieldhouse("rules", "sandlot", "3.1").output == "SL-3.1  A drive has at most four plays.\n"
    section = fieldhouse("rules", "sandlot", "3").output
    assert "The play" in section and "SL-3.4" in section and "SL-4.1" not in section
    found = fieldhouse("rules", "sandlot", "touchdown").output
    assert found.startswith("SL-4.1  ")
    contents = fieldhouse("rules", "sandlot").output
    assert "  4  Scoring and the end" in contents


def test_marks_that_mean_something_stay_in_a_rule(fieldhouse: Fieldhouse) -> None:
    """RB-5.2: the time marks are asterisks; bold is a mark of the page and goes."""
    shown = " ".join(fieldhouse("rules", "redboar", "RB-5.2").output.split())
    assert "one mark: * = 10 seconds, ** = 30 seconds" in shown
    assert "**" not in fieldhouse("rules", "sandlot", "3").output


def test_charts_are_listed_shown_copied_checked_and_played_with(fieldhouse: Fieldhouse) -> None:
    assert fieldhouse("charts", "list", "sandlot").output == "yards            yards for each card\n"
    shown = fieldhouse("charts", "show", "sandlot", "yards").output
    assert "[TRICK]\nper_pip = 4" in shown
    assert fieldhouse("charts", "copy", "sandlot", "yards", "mine.toml").exit_code == 0
    assert Path("mine.toml").read_text() == shown
    again = fieldhouse("charts", "copy", "sandlot", "yards", "mine.toml")
    assert again.exit_code == 2
    assert "mine.toml exists; --force writes over it" in again.stderr
    assert fieldhouse("charts", "check", "sandlot", "yards", "mine.toml").exit_code == 0

    Path("mine.toml").write_text(shown.replace("per_pip = 2", "per_pip = 30"))
    played = fieldhouse(
        "play",
        "sandlot",
        "--length",
        "tiny",
        "--dice",
        "1",
        "--charts",
        "yards=mine.toml",
        "--save",
        "m.json",
        typed="run\n1\n" * 50,
    )
    record = records.read(Path("m.json").read_text())
    assert record.materials["yards"]["RUN"]["per_pip"] == 30
    assert "at 30 a pip" in played.output

    Path("bad.toml").write_text("[RUN]\nper_pip = 2\n[KICK]\nper_pip = 1\nguessed = 0\n")
    bad = fieldhouse("charts", "check", "sandlot", "yards", "bad.toml")
    assert bad.exit_code == 1
    faults = bad.stderr.splitlines()
    assert "bad.toml: yards: no row PASS" in faults
    assert "bad.toml: yards: no row TRICK" in faults
    assert "bad.toml: yards: unknown row KICK" in faults


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
    assert "\x1b" not in ran.stdout, "no colours and no cursor movements where there is no terminal"
    assert max(map(len, ran.stdout.splitlines())) <= 80
    record = records.read(Path("piped.json").read_text())
    assert record.outcome is not None
    assert record.outcome.text in ran.stdout


def test_a_script_from_a_file_and_one_that_is_too_short(fieldhouse: Fieldhouse) -> None:
    Path("script.txt").write_text("1\n1\n")
    short = fieldhouse("play", "sandlot", "--dice", "5", "--script", "script.txt", "--save", "short.json")
    assert short.exit_code == 1
    assert short.stderr == "fieldhouse: the answers ended before the game did; it is kept in short.json\n"
    Path("rest.txt").write_text(MANY)
    rest = fieldhouse("play", "--resume", "short.json", "--script", "rest.txt")
    assert rest.exit_code == 0
    assert records.read(Path("short.json").read_text()).outcome is not None


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
    record = records.read(Path("g.json").read_text())
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
            saved_now = records.resume(records.read(Path("s.json").read_text()))
            asked.append(saved_now.waiting)
            now, shown = saved_now.asked(0), self.table.asked(0)
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
    assert "RUN: Run (SL-2.3)" in shown
    assert shown.count("SL-1.2  A coin decides who has the ball first") == 2
    assert "'zeppelin' refused: not an option here" in shown
    typed = "?\n? field-goal\nfield-goal\nquit\n"  # seed 1: Red begin 95 yards from the goal
    shown = fieldhouse("play", "redboar", "-o", "mode=dice", "--dice", "1", typed=typed).output
    refusal = "95 yards are out of range (RB-8.14)"
    assert shown.count(f"-  field goal: not now, {refusal}") == 1, "in the menu, in words"
    assert shown.count(f"- field-goal: not now, {refusal}") == 1, "in the help, by its key"
    assert shown.count(f"'field-goal' refused: {refusal}") == 2
    assert "RB-7.1  Before each scrimmage down the offense declares openly" in shown


def test_a_batch_is_taken_whole_or_not_at_all(fieldhouse: Fieldhouse) -> None:
    # At its last play, near enough to kick, a side declares and then lays a card: two decisions in a row.
    typed = "1\n" * 3 + "play nonsense\nlog\nplay, run\nquit\n"
    shown = fieldhouse("play", "sandlot", "--dice", "4", "--save", "b.json", typed=typed).output
    assert "'nonsense' refused: answer 2 of the batch" in shown
    mine = [
        e for e in records.read(Path("b.json").read_text()).entries if isinstance(e, Chosen) and e.seat == 0
    ]
    assert [(e.what, e.key) for e in mine[3:]] == [("declare", "play"), ("card", "RUN")]


def test_undo_until_somebody_has_learned_something(fieldhouse: Fieldhouse) -> None:
    typed = "1\n" * 3 + "play\nundo\nplay\nrun\nundo\nquit\n"
    shown = fieldhouse("play", "sandlot", "--dice", "4", "--save", "u.json", typed=typed).output
    assert "Taken back." in shown
    assert "'undo' refused: nothing can be taken back" in " ".join(shown.split())
    kinds = [type(e).__name__ for e in records.read(Path("u.json").read_text()).entries]
    assert kinds.count("Undone") == 1
    assert fieldhouse("verify", "u.json").exit_code == 0


def test_concede_offer_tie_log_box_hint_board(fieldhouse: Fieldhouse) -> None:
    typed = "hint\n1\nlog\nbox\nboard\noffer-tie\nconcede\n"
    shown = fieldhouse("play", "sandlot", "--dice", "5", "--save", "c.json", typed=typed)
    assert shown.exit_code == 0
    assert "starter would answer: " in shown.output
    assert "Sandlot has no box score." in shown.output
    assert "Skins declines the tie." in shown.output
    outcome = records.read(Path("c.json").read_text()).outcome
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
        for e in records.read(Path("g.json").read_text()).entries
        if isinstance(e, Rolled) and e.stream == "deal"
    ]
    hands = [" ".join(sorted(e.key for e in deals if e.sees == (seat,))) for seat in (0, 1)]
    assert hands[0] != hands[1], "another seed, or the test shows nothing"
    before, shirts, skins = re.split(r"── \w+ looks ─+\n", shown)
    assert "your hand" not in before
    assert re.findall("your hand: (.+)", shirts) == [hands[0]]
    assert re.findall("your hand: (.+)", skins) == [hands[1]]


def test_a_coach_of_ones_own_takes_a_seat(fieldhouse: Fieldhouse) -> None:
    args = ["play", "sandlot", "--watch", "--length", "tiny", "--dice", "5"]
    shown = fieldhouse(*args, "--seat", "Shirts=tests.cli.own_coach:last_card", "--save", "own.json")
    assert shown.exit_code == 0, shown.output
    assert "Shirts: coach tests.cli.own_coach:last_card" in shown.output
    assert records.read(Path("own.json").read_text()).seats[0].kind == "program:tests.cli.own_coach:last_card"


def test_what_is_fixed_in_a_saved_game_cannot_be_changed(fieldhouse: Fieldhouse) -> None:
    fieldhouse("play", "sandlot", "--dice", "5", "--save", "g.json", typed="1\nquit\n")
    for more in (["--dice", "7"], ["--length", "tiny"], ["-o", "drives=1"]):
        refused = fieldhouse("play", "--resume", "g.json", *more, typed=MANY)
        assert refused.exit_code == 2
        assert "cannot be changed in a game that is resumed" in refused.stderr
    over = saved(fieldhouse, "over.json")
    refused = fieldhouse("play", "--resume", str(over), typed=MANY)
    assert refused.exit_code == 2
    assert "this game is over; `fieldhouse replay over.json` shows it" in refused.stderr


def test_a_resumed_game_can_be_handed_to_a_coach(fieldhouse: Fieldhouse) -> None:
    fieldhouse("play", "sandlot", "--dice", "5", "--save", "g.json", typed="1\nquit\n")
    watched = fieldhouse("play", "--resume", "g.json", "--watch")
    assert watched.exit_code == 0
    assert "Shirts: coach starter   Skins: coach starter" in watched.output
    assert fieldhouse("verify", "g.json").exit_code == 0


def test_a_game_begins_at_a_position_and_has_no_record(fieldhouse: Fieldhouse) -> None:
    """The text says game, options and place; leaving an open game says where it stands now."""
    text = 'squares: board="Qf7 a7 d7 f5 h7 k7 / b8 d8 e8 g8 h8 j8 up 3"'
    left = fieldhouse("play", "--position", text, "--dice", "5", typed="f7-f6\nsave g.json\nquit\n")
    assert left.exit_code == 0, left.output
    assert "3rd down" in left.output
    assert "has no record" in left.output
    again = re.search(r"fieldhouse play --position '(squares.*)'", left.output.replace("\n", " "))
    assert again, left.output
    assert fieldhouse("play", "--position", again[1], typed="quit\n").exit_code == 0
    refused = fieldhouse("play", "redboar", "--position", text)
    assert "GAME does not go with --position" in refused.output
    wrong = fieldhouse("play", "--position", "redboar: phase=nowhere")
    assert wrong.exit_code == 2


def test_one_game_is_a_json_file_and_an_archive_is_many(fieldhouse: Fieldhouse) -> None:
    refused = fieldhouse("play", "sandlot", "--dice", "5", "--save", "g.jsonl", typed="quit\n")
    assert refused.exit_code == 2
    assert "one game is kept in a .json file" in refused.output
    read = fieldhouse("replay", "many.jsonl.gz")
    assert read.exit_code != 0
    assert "an archive of many games" in read.output


# replay and verify


def test_replay_to_a_point_by_steps_and_as_a_log(fieldhouse: Fieldhouse) -> None:
    path = str(saved(fieldhouse))
    record = records.read(Path(path).read_text())
    whole = fieldhouse("replay", path)
    assert whole.exit_code == 0
    assert "|o....." in whole.output
    events = fieldhouse("replay", path, "--events").output
    assert "|o....." not in events and "plays" in events
    some = fieldhouse("replay", path, "--to", "10")
    assert f"after entry 10 of {len(record.entries)}" in some.output
    assert fieldhouse("replay", path, "--to", "999").exit_code == 2
    log = fieldhouse("replay", path, "--entries").output
    toss = record.entries[0]
    assert isinstance(toss, Rolled) and f"\n    1  toss: {toss.key}\n" in log
    stepped = fieldhouse("replay", path, "--step", typed="\nq\n").output
    assert stepped.count("Enter for the next play") == 2
    spectator, shirts = (
        fieldhouse("replay", path).output,
        fieldhouse("replay", path, "--seat", "Shirts").output,
    )
    assert "your hand" not in spectator and "your hand" in shirts


def test_verify_compares_receipts(fieldhouse: Fieldhouse) -> None:
    path = saved(fieldhouse)
    chain = records.receipts(records.read(path.read_text()))
    Path("kept.txt").write_text(f"{chain[3]}\n{chain[-1]}\n")
    good = fieldhouse("verify", str(path), "--receipts", "kept.txt")
    assert good.exit_code == 0
    assert "fits the record after entry 3" in good.output
    Path("kept.txt").write_text("0" * 64 + "\n")
    bad = fieldhouse("verify", str(path), "--receipts", "kept.txt")
    assert bad.exit_code == 1
    assert "fits no point of this record" in bad.output


@pytest.mark.parametrize("keep", [0, 1, 50, 400, 1500])
def test_a_truncated_record_is_refused_with_its_line(fieldhouse: Fieldhouse, keep: int) -> None:
    path = saved(fieldhouse)
    path.write_text(path.read_text()[:keep])
    for command in (["verify", str(path)], ["replay", str(path)], ["play", "--resume", str(path)]):
        refused = fieldhouse(*command)
        assert refused.exit_code == 2
        assert refused.stderr.startswith(f"fieldhouse: {path}: ")


def test_a_file_that_cannot_be_written_is_known_before_the_game(fieldhouse: Fieldhouse) -> None:
    refused = fieldhouse("play", "sandlot", "--save", "no/such/folder/game.json", typed=MANY)
    assert refused.exit_code == 2
    assert refused.stderr == "fieldhouse: cannot write no/such/folder/game.json: No such file or directory\n"
    assert "Shirts>" not in refused.output


def test_nobodys_file_is_written_over(fieldhouse: Fieldhouse) -> None:
    Path("diary.txt").write_text("dear diary")
    refused = fieldhouse("play", "sandlot", "--save", "diary.txt", typed=MANY)
    assert refused.exit_code == 2
    assert "diary.txt exists, and what is in it would be lost; give another name" in refused.stderr
    played = fieldhouse(
        "play", "sandlot", "--dice", "5", typed="save diary.txt\nsave g.json\n1\nsave g.json\nquit\n"
    )
    assert "diary.txt exists" in played.output
    assert played.output.count("Saved to g.json") == 2, "its own file it does write again"
    refused = fieldhouse("play", "--resume", "g.json", "--save", "diary.txt", typed=MANY)
    assert refused.exit_code == 2
    assert Path("diary.txt").read_text() == "dear diary"


def test_a_coach_that_breaks_does_not_cost_the_game(fieldhouse: Fieldhouse) -> None:
    args = ["play", "sandlot", "--dice", "5", "--seat", "Skins=tests.cli.own_coach:breaks_at_third"]
    with pytest.raises(RuntimeError, match="out of ideas"):
        fieldhouse(*args, typed=MANY)
    kept = next(Path().glob("sandlot-*.json"))
    resumed = fieldhouse("play", "--resume", str(kept), "--seat", "Skins=starter", typed=MANY)
    assert resumed.exit_code == 0
    assert fieldhouse("verify", str(kept)).exit_code == 0


def test_a_file_never_starts_a_program(fieldhouse: Fieldhouse) -> None:
    args = [
        "play",
        "sandlot",
        "--dice",
        "5",
        "--seat",
        "Skins=tests.cli.own_coach:last_card",
        "--save",
        "g.json",
    ]
    fieldhouse(*args, typed="1\nquit\n")
    resumed = fieldhouse("play", "--resume", "g.json", typed="quit\n")
    assert "Shirts: you   Skins: you" in resumed.output


def test_two_coaches_and_a_person_who_rolls_for_them(fieldhouse: Fieldhouse) -> None:
    args = ["play", "sandlot", "--watch", "--dice", "mine", "--length", "tiny", "--save", "g.json"]
    rolls = "edge\nlog\nheads\n" + "3\n" * 20
    shown = fieldhouse(*args, typed=rolls)
    assert shown.exit_code == 0, shown.output
    record = records.read(Path("g.json").read_text())
    assert record.outcome is not None
    assert {e.key for e in record.entries if isinstance(e, Rolled) and e.stream in ("play", "kick")} == {"3"}
    assert "a card for" not in shown.output, "cards that only a coach may see are drawn by the house"
    verified = fieldhouse("verify", "g.json")
    assert verified.exit_code == 0
    assert "not proved  the rolls were typed in by people" in verified.output


def test_the_game_can_be_chosen_through_a_pipe_too(fieldhouse: Fieldhouse) -> None:
    shown = fieldhouse("play", "--dice", "5", "--save", "g.json", typed="nonsense\nsandlot\n2\n\n" + MANY)
    assert shown.exit_code == 0, shown.output
    assert "'nonsense' is not one of" in shown.output
    assert "Against whom (rookie, starter, person)? [starter] \n" in shown.output
    record = records.read(Path("g.json").read_text())
    assert (record.game, record.options) == ("sandlot", {"drives": 1})
    assert [line.kind for line in record.seats] == ["person", "coach:starter"]


def test_a_friend_is_chosen_as_opponent(fieldhouse: Fieldhouse) -> None:
    shown = fieldhouse("play", "--dice", "5", typed="sandlot\ntiny\nperson\n1\n")
    assert "Shirts: you   Skins: you" in shown.output


def test_a_copy_handed_out_before_the_end_cannot_be_played_on(fieldhouse: Fieldhouse) -> None:
    fieldhouse("play", "sandlot", "--save", "g.json", typed="1\nquit\n")
    record = records.read(Path("g.json").read_text())
    Path("masked.json").write_text(records.write(records.handed_out(records.replay(record), 0)))
    refused = fieldhouse("play", "--resume", "masked.json", typed=MANY)
    assert refused.exit_code == 2
    assert "a secret is masked here: this copy was handed out before the end" in refused.stderr
    assert fieldhouse("verify", "masked.json").exit_code == 1

    bare = msgspec.structs.replace(record, dice=records.DiceLine("fair", record.dice.commitments), receipt="")
    Path("bare.json").write_text(records.write(bare))
    refused = fieldhouse("play", "--resume", "bare.json", typed=MANY)
    assert refused.exit_code == 2
    assert "bare.json: the dice are not in this file, so the game cannot be played on" in refused.stderr


def test_a_record_that_lies_about_its_end_is_shown_and_refused(fieldhouse: Fieldhouse) -> None:
    path = saved(fieldhouse)
    record = records.read(path.read_text())
    assert record.outcome is not None
    lie = msgspec.structs.replace(record.outcome, text="Shirts win 99-0", winner=0)
    path.write_text(records.write(msgspec.structs.replace(record, outcome=lie)))
    refused = fieldhouse("replay", str(path))
    assert refused.exit_code == 2
    assert "the record says 'Shirts win 99-0', but its entries do not" in refused.stderr
    assert fieldhouse("verify", str(path)).exit_code == 1


def test_no_two_rooms_or_games_give_a_command_the_same_name() -> None:
    names = [*cli._own_names(), *cli._games_with_commands()]
    assert sorted(names) == sorted(set(names))


def test_check_names_the_promise_that_a_game_breaks(fieldhouse: Fieldhouse, tmp_path: Path) -> None:
    """A board that fails, a check by name, and what is no game's folder."""
    copied = tmp_path / "shelf" / "brokenlot"
    shutil.copytree(EXAMPLES / "sandlot", copied, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copied.rglob("*.*"):
        path.write_text(path.read_text(encoding="utf-8").replace("sandlot", "brokenlot"), encoding="utf-8")
    with (copied / "board.py").open("a", encoding="utf-8") as board:
        board.write("\n\ndef text(view):\n    return 'x' * 81\n")
    env = {**os.environ, "FIELDHOUSE_GAMES": ""}
    checks = ["--only", "boards_draw_every_view", "--only", "menus_are_sound"]
    ran = subprocess.run(
        [*COMMAND, "check", str(copied), *checks], env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "FAULT  boards draw every view\n       seed 1: wider than 80 columns" in ran.stdout
    assert "holds  menus are sound" in ran.stdout
    assert "1 of the promises are not kept" in ran.stdout
    assert "the checks are: same_seed" in fieldhouse("check", "sandlot", "--only", "luck").stderr
    assert "it has no meta.py" in fieldhouse("check", str(tmp_path)).stderr
