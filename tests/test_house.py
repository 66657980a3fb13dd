"""The tree keeps its own promises: nothing machine-bound, nothing unfinished, everything shipped."""

import ast
import re
import subprocess
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

import fieldhouse

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "fieldhouse"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Written in pieces, so that this file does not find itself.
REGISTRIES = [
    "pypi" + ".org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "deb." + "debian.org",
    "index" + "-url",
    "index" + "_url",
    "find" + "-links",
    "trusted" + "-host",
]
ELSEWHERE = [".." + "/shared", "/work" + "/"]


@cache
def tree() -> dict[str, str]:
    """Every text file that is or would be committed."""
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    texts = {}
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file():
            texts[name] = path.read_bytes().decode("utf-8", errors="replace")
    return texts


@pytest.mark.parametrize("forbidden", [REGISTRIES, ELSEWHERE], ids=["a registry", "a place on one machine"])
def test_no_file_names(forbidden: list[str]) -> None:
    found = [f"{name}: {word}" for name, text in tree().items() for word in forbidden if word in text]
    assert found == []


def test_constraints_are_plain_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9.-]+==[0-9][0-9a-z.+!]*", line)] == []


def test_everything_pinned_runs_on_the_oldest_python_we_name() -> None:
    """Debian 12 brings 3.11.2: one pin that wants 3.11.5 and nothing is installed there."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        oldest = Version(tomllib.load(file)["project"]["requires-python"].removeprefix(">="))
    pins = [line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()]
    asked = {name: _wanted_python(name) for name in pins}
    assert sum(wanted is not None for wanted in asked.values()) > 100
    assert [name for name, wanted in asked.items() if wanted and oldest not in SpecifierSet(wanted)] == []


def _wanted_python(name: str) -> str | None:
    """What an installed package says; None where it says nothing, or is for another system."""
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return None
    # Asked before it is taken: where another test has loaded importlib_metadata, that package
    # answers in the library's place and raises KeyError for what nobody wrote.
    return said["Requires-Python"] if "Requires-Python" in said else None  # noqa: SIM401 - it has no get


def test_the_package_knows_its_version() -> None:
    assert fieldhouse.__version__ == version("fieldhouse")


def test_nothing_is_left_to_do_in_the_code() -> None:
    unfinished = re.compile(r"\b(TODO|FIXME|XXX)\b")
    assert [str(path) for path in MODULES if unfinished.search(path.read_text(encoding="utf-8"))] == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_the_commands_of_the_readme_exist() -> None:
    readme = ROOT / "README.md"
    if not readme.exists():
        pytest.skip("there is no README.md yet")
    commands = set(re.findall(r"^(?:\$ )?make ([a-z-]+)", readme.read_text(encoding="utf-8"), re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"play", "test"} <= commands
    assert commands <= targets


def test_every_target_has_a_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony
    helped = set(re.findall(r"^([a-z-]+):.*## \w", makefile, re.MULTILINE))
    assert set(phony[1].split()) == helped


NEEDY = """
    import pytest

    @pytest.mark.needs_chromium
    def test_marked(): ...

    def test_asking(chromium): ...
"""


@pytest.mark.parametrize(
    ("ci", "outcome"), [("", {"skipped": 2}), ("true", {"errors": 2})], ids=["at home", "in CI"]
)
def test_a_missing_browser_is_named_at_home_and_fails_in_ci(
    ci: str, outcome: dict[str, int], pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PATH", str(pytester.path))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # a second less
    pytester.makeini("[pytest]\nmarkers =\n    needs_chromium: x\n    needs_postgres: x\n    no_cover: x\n")
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(NEEDY)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(**outcome)
    if not ci:
        result.stdout.fnmatch_lines(["*not run*", "2 tests: chromium is not installed"])
