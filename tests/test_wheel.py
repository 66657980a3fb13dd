"""What people install: the wheel made from the sdist, tried from another folder, without the checkout."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
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


def run(python: Path, place: Path, *words: str, typed: str = "") -> str:
    """`fieldhouse WORDS` with the wheel, from a folder of its own."""
    env = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "FIELDHOUSE_GAMES")
    }
    ran = subprocess.run(
        [str(python), "-I", "-m", "fieldhouse", *words],
        cwd=place,
        env=env,
        input=typed,
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
    where = run(installed, tmp_path, "--version")
    assert "fieldhouse" in where
    shelf = run(installed, tmp_path, "games")
    for name in ("cardbowl", "fastdrive", "redboar", "squares", "thegrid"):
        assert name in shelf
        run(
            installed,
            tmp_path,
            "play",
            name,
            "--watch",
            "--length",
            "tiny",
            "--dice",
            "1",
            "--save",
            f"{name}.json",
        )
        run(installed, tmp_path, "verify", f"{name}.json")
        assert run(installed, tmp_path, "rules", name)
    run(installed, tmp_path, "charts", "copy", "redboar", "offense_cards", "mine.toml")


def test_the_wheel_simulates_and_has_its_pages(installed: Path, tmp_path: Path) -> None:
    """Lab and web: a simulation, and the application with its templates, pictures and scripts."""
    run(installed, tmp_path, "simulate", "redboar", "-n", "4", "--length", "tiny", "--jobs", "1")
    code = (
        "import fieldhouse, pathlib\n"
        "from fieldhouse.web.app import create_app\n"
        "assert 'site-packages' in fieldhouse.__file__, fieldhouse.__file__\n"
        "print(create_app.__name__)\n"
    )
    ran = subprocess.run(
        [str(installed), "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def imported() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
