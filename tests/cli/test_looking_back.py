"""`fieldhouse replay` and `verify`: what they print, what they refuse, and their exit codes."""

import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
from tests.cli.shared import COMMAND, MANY, Fieldhouse, saved
from tests.conftest import EXAMPLES

from fieldhouse import cli
from fieldhouse.kernel import record as records
from fieldhouse.kernel.entries import Rolled

# replay and verify


def test_replay_to_a_point_by_steps_and_as_a_log(fieldhouse: Fieldhouse) -> None:
    path = str(saved(fieldhouse))
    record = records.parse_record(Path(path).read_text())
    whole = fieldhouse("replay", path)
    assert whole.exit_code == 0
    assert "|o....." in whole.output
    events = fieldhouse("replay", path, "--events").output
    assert "|o....." not in events and "plays" in events
    some = fieldhouse("replay", path, "--to", "10")
    assert f"After entry 10 of {len(record.entries)}" in some.output
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
    chain = records.receipts(records.parse_record(path.read_text()))
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
    assert "diary.txt already exists; pick another name" in refused.stderr
    played = fieldhouse(
        "play", "sandlot", "--dice", "5", typed="save diary.txt\nsave g.json\n1\nsave g.json\nquit\n"
    )
    assert "diary.txt already exists" in played.output
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
    record = records.parse_record(Path("g.json").read_text())
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
    assert "Opponent (rookie, starter, person) [starter]: \n" in shown.output
    record = records.parse_record(Path("g.json").read_text())
    assert (record.game, record.options) == ("sandlot", {"drives": 1})
    assert [line.kind for line in record.seats] == ["person", "coach:starter"]


def test_a_friend_is_chosen_as_opponent(fieldhouse: Fieldhouse) -> None:
    shown = fieldhouse("play", "--dice", "5", typed="sandlot\ntiny\nperson\n1\n")
    assert "Shirts: you   Skins: you" in shown.output


def test_a_copy_handed_out_before_the_end_cannot_be_played_on(fieldhouse: Fieldhouse) -> None:
    fieldhouse("play", "sandlot", "--save", "g.json", typed="1\nquit\n")
    record = records.parse_record(Path("g.json").read_text())
    Path("masked.json").write_text(
        records.record_text(records.redacted_record(records.replay_record(record), 0))
    )
    refused = fieldhouse("play", "--resume", "masked.json", typed=MANY)
    assert refused.exit_code == 2
    assert "a secret is masked here: this copy was exported before the game was over" in refused.stderr
    assert fieldhouse("verify", "masked.json").exit_code == 1

    bare = msgspec.structs.replace(record, dice=records.DiceLine("fair", record.dice.commitments), receipt="")
    Path("bare.json").write_text(records.record_text(bare))
    refused = fieldhouse("play", "--resume", "bare.json", typed=MANY)
    assert refused.exit_code == 2
    assert "bare.json: the dice are not in this file, so the game cannot be resumed" in refused.stderr


def test_a_record_that_lies_about_its_end_is_shown_and_refused(fieldhouse: Fieldhouse) -> None:
    path = saved(fieldhouse)
    record = records.parse_record(path.read_text())
    assert record.outcome is not None
    lie = msgspec.structs.replace(record.outcome, text="Shirts win 99-0", winner=0)
    path.write_text(records.record_text(msgspec.structs.replace(record, outcome=lie)))
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
    assert "FAIL  boards draw every view\n      seed 1: wider than 80 columns" in ran.stdout
    assert "ok    menus are sound" in ran.stdout
    assert "1 of 2 checks failed" in ran.stdout
    assert "the checks are: same_seed" in fieldhouse("check", "sandlot", "--only", "luck").stderr
    assert "it has no meta.py" in fieldhouse("check", str(tmp_path)).stderr
