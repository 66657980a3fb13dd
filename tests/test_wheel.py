"""What people install: the wheel made from the sdist, tried from another folder, without the checkout."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "fieldhouse"
DISTRIBUTIONS = {"markdown_it": "markdown-it-py", "pyspiel": "open_spiel"}
"""Where a module's name is not its distribution's."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as an installer makes it: from the sdist, not from the checkout."""
    place = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(place)]
    subprocess.run([*build, "-t", "sdist"], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "xzf", next(place.glob("*.tar.gz")), "-C", place], check=True)
    unpacked = next(path for path in place.iterdir() if path.is_dir())
    subprocess.run([*build, "-t", "wheel"], cwd=unpacked, check=True, capture_output=True)
    return next(place.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The python of an environment with the wheel, and the libraries of this one, but not this checkout."""
    place = tmp_path_factory.mktemp("clean")
    venv.create(place / "env", with_pip=False, symlinks=True)
    python = place / "env" / "bin" / "python"
    packages = next((place / "env" / "lib").glob("python*/site-packages"))
    subprocess.run(
        [sys.executable, "-m", "zipfile", "-e", str(wheel), str(packages)], check=True, capture_output=True
    )
    (packages / "libraries.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n")
    return python


END = "\x04"
AFTER_ANOTHER = f"""
import json, sys
from fieldhouse.cli import main
for words in json.loads(sys.argv[1]):
    assert not main(words, prog_name="fieldhouse", standalone_mode=False), words
    print({END!r}, end="")
"""


def run(python: Path, place: Path, *words: str) -> str:
    """`fieldhouse WORDS` with the wheel, from a folder of its own."""
    return _ran(python, place, "-m", "fieldhouse", *words)


def run_all(python: Path, place: Path, lines: Sequence[Sequence[str]]) -> list[str]:
    """The same for many lines, one after another in one program: what each of them says."""
    *said, rest = _ran(python, place, "-c", AFTER_ANOTHER, json.dumps(lines)).split(END)
    assert len(said) == len(lines) and not rest
    return said


def _ran(python: Path, place: Path, *words: str) -> str:
    env = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "FIELDHOUSE_GAMES")
    }
    ran = subprocess.run(
        [str(python), "-I", *words],
        cwd=place,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, f"{words}: {ran.stdout[-400:]}{ran.stderr}"
    return ran.stdout


def test_the_wheel_has_every_file_of_the_package(installed: Path) -> None:
    """Pictures, charts, catalogues, templates: a linked folder would be dropped on the way."""
    home = next((installed.parents[1] / "lib").glob("python*/site-packages/fieldhouse"))
    git = ["git", "ls-files", "-z", "src/fieldhouse"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    names = [name.removeprefix("src/fieldhouse/") for name in listed if name]
    assert len(names) > 300
    lost = [name for name in names if not (home / name).is_file()]
    assert lost == []
    changed = [name for name in names if (home / name).read_bytes() != (PACKAGE / name).read_bytes()]
    assert changed == []


def test_the_wheel_plays_from_another_folder(installed: Path, tmp_path: Path) -> None:
    """Core: list, play, replay, verify, rules, charts, and a picture in the rules."""
    assert "fieldhouse" in run(installed, tmp_path, "--version")
    lines = [["games"], ["charts", "copy", "redboar", "offense_cards", "mine.toml"]]
    names = ("cardbowl", "fastdrive", "redboar", "squares", "thegrid")
    for name in names:
        watched = ["--watch", "--length", "tiny", "--dice", "1", "--save", f"{name}.json"]
        lines += [["rules", name], ["play", name, *watched], ["verify", f"{name}.json"]]
    shelf, _, *told = run_all(installed, tmp_path, lines)
    assert all(name in shelf for name in names) and all(told)
    made = {"mine.toml", *(f"{name}.json" for name in names)}
    assert made <= {path.name for path in tmp_path.iterdir()}


def test_the_wheel_simulates_and_has_its_pages(installed: Path, tmp_path: Path) -> None:
    """Lab and web: a simulation, and the application with its templates, pictures and scripts."""
    run(installed, tmp_path, "simulate", "redboar", "-n", "4", "--length", "tiny", "--jobs", "1")
    code = (
        "import fieldhouse, pathlib\n"
        "from fieldhouse.web.app import create_app\n"
        "assert 'site-packages' in fieldhouse.__file__, fieldhouse.__file__\n"
        "print(create_app.__name__)\n"
    )
    assert _ran(installed, tmp_path, "-c", code) == "create_app\n"


def statements(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """These and all inside them; an import is a statement, so that no expression is looked into."""
    for node in body:
        yield node
        for part in ("body", "handlers", "cases", "orelse", "finalbody"):
            inner = getattr(node, part, ())
            yield from statements(inner if isinstance(inner, list) else ())


def imported() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in statements(ast.parse(path.read_text(encoding="utf-8")).body):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            for name in names:
                top = name.partition(".")[0]
                if top != "fieldhouse" and top not in sys.stdlib_module_names:
                    yield top, str(path.relative_to(PACKAGE))


def test_everything_imported_is_declared_and_everything_declared_is_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    declared = {
        line.partition("[")[0].partition(">")[0].partition(";")[0].strip().lower().replace("_", "-")
        for line in (*project["dependencies"], *extras)
    } - {"fieldhouse"}
    used = {DISTRIBUTIONS.get(name, name).lower().replace("_", "-") for name, _ in imported()}
    by_name = {"httptools", "uvloop", "psycopg"}  # uvicorn and SQLAlchemy load these by their names
    assert used <= declared
    assert declared - by_name <= used
