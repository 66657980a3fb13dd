"""Compiled functions are cached by version, and need nothing that the extra [lab] does not bring."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import fieldhouse

USE = """
import numba
from fieldhouse.solve.jit import njit
print(numba.config.CACHE_DIR)
"""


def cache_dir(**environment: str) -> str:
    """Where numba caches after our module was imported, with nothing else in the environment."""
    source = Path(fieldhouse.__file__).parents[1]
    ran = subprocess.run(
        [sys.executable, "-c", USE],
        env={"PYTHONPATH": str(source), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


def test_the_cache_of_compiled_code_belongs_to_a_version(tmp_path: Path) -> None:
    """numba reads the classes in its cache before it compares sources: an update that renames one would
    stop the program if it found the cache of another version."""
    here = tmp_path / "fieldhouse" / f"numba-{version('fieldhouse')}"
    assert cache_dir(XDG_CACHE_HOME=str(tmp_path)) == str(here)
    assert cache_dir(XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="/elsewhere") == "/elsewhere"


def test_compiled_functions_multiply_no_matrices() -> None:
    """numba's `@`, `dot` and `linalg` need scipy, which the extra [lab] does not bring."""
    compiled = 0
    for path in Path(fieldhouse.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for function in ast.walk(ast.parse(source)) if "njit" in source else ():
            if isinstance(function, ast.FunctionDef) and "njit" in map(_name, function.decorator_list):
                compiled += 1
                inside = list(ast.walk(function))
                named = {node.attr for node in inside if isinstance(node, ast.Attribute)}
                assert not any(isinstance(node, ast.MatMult) for node in inside), f"{path}: {function.name}"
                assert not named & {"dot", "vdot", "linalg"}, f"{path}: {function.name}"
    assert compiled > 30


def _name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.id if isinstance(called, ast.Name) else ""
