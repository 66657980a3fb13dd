"""Machine code on disk outlives a change of names, and needs nothing that the extra [lab] does not bring."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import fieldhouse

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


def test_machine_code_multiplies_no_matrices() -> None:
    """numba's `@`, `dot` and `linalg` want scipy, which the extra [lab] does not bring."""
    compiled = 0
    for path in Path(fieldhouse.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for function in ast.walk(ast.parse(source)) if "jit" in source else ():
            if isinstance(function, ast.FunctionDef) and {"jit", "njit"} & set(
                map(_name, function.decorator_list)
            ):
                compiled += 1
                inside = list(ast.walk(function))
                named = {node.attr for node in inside if isinstance(node, ast.Attribute)}
                assert not any(isinstance(node, ast.MatMult) for node in inside), f"{path}: {function.name}"
                assert not named & {"dot", "vdot", "linalg"}, f"{path}: {function.name}"
    assert compiled > 30


def _name(decorator: ast.expr) -> str:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return made.id if isinstance(made, ast.Name) else ""
