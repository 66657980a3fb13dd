"""docs/terminal.md is true: its commands run, and the words it lists are the words there are."""

import os
import re
import subprocess
import sys
from pathlib import Path

from fieldhouse.cli.terminal.verbs import HELP, VERBS

PAGE = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text(encoding="utf-8")


def test_every_command_of_the_page_runs(tmp_path: Path) -> None:
    script = tmp_path / "bin" / "fieldhouse"
    script.parent.mkdir()
    code = (
        f"#!{sys.executable}\nfrom fieldhouse.cli import main\n"
        "if __name__ == '__main__':\n    main(prog_name='fieldhouse')\n"
    )
    script.write_text(code)
    script.chmod(0o755)
    env = {**os.environ, "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}"}
    commands = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)
    assert len(commands) > 10
    for command in commands:
        ran = subprocess.run(command, shell=True, env=env, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, ""), command


def test_page_and_help_name_every_word_of_the_game() -> None:
    for word in set(VERBS) - {"help", "exit"}:
        assert re.search(rf"`{word}\b", PAGE), word
        assert re.search(rf"\b{word}\b", HELP), word


def test_page_names_every_option_of_play() -> None:
    from fieldhouse.cli.play import command

    missing = [option for param in command.params for option in param.opts if option.startswith("--")]
    assert [option for option in missing if option not in PAGE and option != "--option"] == []
