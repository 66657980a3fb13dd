"""The page scripts: their types (tsc), their style (ESLint), and their unit tests by Node's own runner."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "fieldhouse" / "web" / "static"
HERE = Path(__file__).parent

pytestmark = pytest.mark.needs_node


def run(node: Path, *arguments: str) -> str:
    """What a tool says; it must end well."""
    done = subprocess.run(
        [node, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def tool(package: str, file: str) -> str:
    """The program of an installed package."""
    return str(ROOT / "node_modules" / package / "bin" / file)


def test_types(node: Path) -> None:
    run(node, tool("typescript", "tsc"), "--project", str(ROOT))


def test_style(node: Path) -> None:
    run(node, tool("eslint", "eslint.js"), str(STATIC), str(HERE), str(ROOT / "eslint.config.mjs"))


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.mjs")), ids=lambda path: path.name)
def test_units(node: Path, path: Path) -> None:
    shown = run(node, "--test", "--test-reporter=spec", str(path))
    passed = re.search(r"pass (\d+)", shown)
    assert passed and int(passed[1]) > 0, shown
    print(shown)


def test_every_script_has_checked_types() -> None:
    unchecked = re.compile(r"@ts-(ignore|nocheck|expect-error)|eslint-disable|\{\s*any\b|<any>")
    texts = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.mjs")}
    assert texts and [name for name, text in texts.items() if unchecked.search(text)] == []
