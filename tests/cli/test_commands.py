"""Commands by their arguments: the group; games, rules, charts."""

import os
import subprocess
from pathlib import Path

import pytest
from tests.cli.shared import COMMAND, MANY, Fieldhouse

from fieldhouse.kernel import record as records

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
    assert refused.stderr.startswith("fieldhouse: no game 'nonsense'; the games are: ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["play", "sandlot", "--dice", "lucky"], "is not fair, mine or a whole number"),
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
        (["rules", "sandlot", "zeppelin"], "no rule of Sandlot mentions 'zeppelin'"),
        (["charts", "show", "sandlot", "weather"], "Sandlot has no chart 'weather'; it has: yards"),
        (["simulate", "sandlot", "--seat", "Skins=person"], "a person can't play in a simulation"),
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
    assert "drives per team (SL-1.3): a whole number from 1 to 20" in one.output
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
    assert "mine.toml already exists; use --force to overwrite it" in again.stderr
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
    record = records.parse_record(Path("m.json").read_text())
    assert record.materials["yards"]["RUN"]["per_pip"] == 30
    assert "at 30 a pip" in played.output

    Path("bad.toml").write_text("[RUN]\nper_pip = 2\n[KICK]\nper_pip = 1\nguessed = 0\n")
    bad = fieldhouse("charts", "check", "sandlot", "yards", "bad.toml")
    assert bad.exit_code == 1
    faults = bad.stderr.splitlines()
    assert "bad.toml: yards: no row PASS" in faults
    assert "bad.toml: yards: no row TRICK" in faults
    assert "bad.toml: yards: unknown row KICK" in faults
