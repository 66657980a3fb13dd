"""Shell completion: the scripts of the three shells, and what they are answered."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

import pytest
from click.testing import Result
from tests.cli.shared import COMMAND

Fieldhouse = Callable[..., Result]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_the_program_itself(fieldhouse: Fieldhouse, shell: str) -> None:
    printed = fieldhouse("completion", shell)
    assert printed.exit_code == 0
    assert f"_FIELDHOUSE_COMPLETE={shell}_complete" in printed.output
    assert "fieldhouse" in printed.output


def test_another_shell_is_refused_with_those_there_are(fieldhouse: Fieldhouse) -> None:
    refused = fieldhouse("completion", "tcsh")
    assert refused.exit_code == 2
    assert "'bash', 'zsh', 'fish'" in refused.output


@pytest.mark.parametrize(
    ("typed", "fits"),
    [
        ("fieldhouse pla", {"play"}),
        ("fieldhouse play red", {"redboar"}),
        ("fieldhouse play --len", {"--length"}),
        ("fieldhouse charts copy the", {"thegrid"}),
    ],
)
def test_commands_options_and_games_are_completed(typed: str, fits: set[str]) -> None:
    environment = {
        "_FIELDHOUSE_COMPLETE": "bash_complete",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(typed.count(" ")),
    }
    done = subprocess.run(
        COMMAND, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    found = {line.partition(",")[2] for line in done.stdout.splitlines()}
    assert found == fits, done.stderr
