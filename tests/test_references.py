"""What docs and docstrings put in backticks exists: files, dotted names, classes and functions."""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "fieldhouse"
CODE = ("src", "tests", "examples", "scripts", "benchmarks")
DOCS = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "docs" / "guides").glob("*.md"),
        *(ROOT / "docs" / "design").glob("*.md"),
    ]
)
TICKS = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"[\w./-]*\w\.(?:py|mjs|css|toml|md|html|c)")
DOTTED = re.compile(
    r"(?:fieldhouse\.)?(?:kernel|football|solve|games|lab|league|store|web|cli|gyms)(?:\.\w+)+"
)
CAMEL = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+|[A-Z]{2,}(?:_[A-Z]+)+")
SNAKE = re.compile(r"[a-z]+(?:_[a-z]+)+")
ELSEWHERE = {
    "DeprecationWarning": "Python's",
    "MaskablePPO": "sb3-contrib's",
    "PyTorch": "the library",
    "OpenSpiel": "the library",
    "PettingZoo": "the library",
    "PostgreSQL": "the database",
    "FIELDHOUSE_EXPIRE_IDLE_DAYS": "a setting's name in the environment",
    "FIELDHOUSE_EXPIRE_OVER_DAYS": "a setting's name in the environment",
    "FIELDHOUSE_EXPIRE_UNPLAYED_HOURS": "a setting's name in the environment",
    "kuhn_poker": "a game of OpenSpiel",
    "tic_tac_toe": "a game of OpenSpiel",
}
MADE_BY_READERS = re.compile(r"^(my|own|ann|games?|plays?|wombats|mine|s|pond|bears|house)\b.*|^board\.py$")
"""Files in examples that a reader makes."""


def docstrings() -> Iterator[tuple[str, str]]:
    """Every docstring of the package, with its place."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
                text := ast.get_docstring(node)
            ):
                line = getattr(node, "lineno", 1)
                yield f"{path.relative_to(ROOT)}:{line}", text


def pages() -> Iterator[tuple[str, str]]:
    for path in DOCS:
        yield str(path.relative_to(ROOT)), FENCE.sub("", path.read_text(encoding="utf-8"))


def mentions(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Words in backticks that are wholly of a form, with their place."""
    for place, text in (*docstrings(), *pages()):
        for word in TICKS.findall(text):
            if pattern.fullmatch(word.removesuffix("()")):
                yield place, word.removesuffix("()")


@cache
def files() -> set[str]:
    """Every file of the tree by every end of its path: `rules/game.py`, `game.py`."""
    found: set[str] = set()
    for folder in (*CODE, "docs", "deploy", ".github", "."):
        paths = (ROOT / folder).glob("*") if folder == "." else (ROOT / folder).rglob("*")
        for path in paths:
            parts = path.relative_to(ROOT).parts
            found.update("/".join(parts[n:]) for n in range(len(parts)))
    return found


@cache
def identifiers() -> set[str]:
    """Every name and every word of a string in the code, and the names of Python."""
    found = set(dir(builtins))
    for folder in CODE:
        for path in (ROOT / folder).rglob("*.py"):
            for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
                if token.type == tokenize.NAME:
                    found.add(token.string)
                elif token.type == tokenize.STRING and "\n" not in token.string:
                    found.update(re.findall(r"\w+", token.string))
    for path in [
        *PACKAGE.rglob("*.mjs"),
        *PACKAGE.rglob("*.html"),
        *PACKAGE.rglob("*.toml"),
        *ROOT.glob("*.toml"),
    ]:
        found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return found


def test_files_in_backticks_exist() -> None:
    gone = [
        f"{place}: {word}"
        for place, word in mentions(FILE)
        if word.removeprefix("./") not in files()
        and not MADE_BY_READERS.match(Path(word).name)
        and "<" not in word
    ]
    assert gone == []


def test_functions_in_files_exist() -> None:
    """`web/api.py:answer`: the life of an answer names functions and classes by their file."""
    hop = re.compile(r"([\w/]+\.py):(\w+)")
    gone = []
    for place, word in mentions(hop):
        match = hop.fullmatch(word)
        assert match is not None
        source = PACKAGE / match[1]
        if not source.is_file() or not re.search(
            rf"(def|class) {match[2]}\b", source.read_text(encoding="utf-8")
        ):
            gone.append(f"{place}: {word}")
    assert gone == []


def test_dotted_names_in_backticks_exist() -> None:
    """`kernel.table.Table`: a module of ours, or a name in one."""
    gone = []
    for place, word in mentions(DOTTED):
        parts = word.removeprefix("fieldhouse.").split(".")
        known = [n for n in range(len(parts), 0, -1) if _is_module(parts[:n])]
        if not known or not all(part in identifiers() for part in parts[known[0] :]):
            gone.append(f"{place}: {word}")
    assert gone == []


def _is_module(parts: list[str]) -> bool:
    path = PACKAGE.joinpath(*parts)
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_names_in_backticks_exist() -> None:
    """CamelCase, CONSTANT_NAMES and snake_case words are names somewhere in the code."""
    gone = [
        f"{place}: {word}"
        for pattern in (CAMEL, SNAKE)
        for place, word in mentions(pattern)
        if word not in identifiers() and word not in ELSEWHERE
    ]
    assert gone == []
