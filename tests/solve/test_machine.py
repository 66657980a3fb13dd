"""Machine code on disk outlives a change of names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCE = """
from typing import NamedTuple

from fieldhouse.solve.machine import jit


class NAME(NamedTuple):
    a: int
    b: int


@jit
def total(pair):
    return pair.a + pair.b


print(total(NAME(40, 2)), sum(total.stats.cache_hits.values()))
"""


def ran(folder: Path, name: str) -> str:
    """The module with its class called this, run by a fresh Python."""
    (folder / "summed.py").write_text(SOURCE.replace("NAME", name), encoding="utf-8")
    command = [sys.executable, "-B", "-c", "import summed"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_a_renamed_class_is_compiled_anew(tmp_path: Path) -> None:
    """An update that renames what a kept function takes must not stop the program."""
    assert ran(tmp_path, "Pair") == "42 0\n"
    assert ran(tmp_path, "Pair") == "42 1\n", "kept on disk"
    assert ran(tmp_path, "Couple") == "42 0\n"
    assert ran(tmp_path, "Couple") == "42 1\n"
