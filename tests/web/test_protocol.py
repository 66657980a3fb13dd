"""The protocol between pages and scripts lists exactly what templates, boards, styles and scripts use."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import fieldhouse
from fieldhouse import web

HOUSE = Path(fieldhouse.__file__).parent
WEB = Path(web.__file__).parent
STATIC = WEB / "static"
DOCS = HOUSE.parents[1] / "docs" / "design" / "page-protocol.md"
PROTOCOL = "protocol.mjs"

ATTRIBUTE = re.compile(r"\bdata-([a-z]+(?:-[a-z]+)*)")


def body(name: str) -> str:
    """The inside of one list of the module."""
    text = (STATIC / PROTOCOL).read_text(encoding="utf-8")
    found = re.search(rf"export const {name} = \{{\n(.*?)\n\}};", text, re.DOTALL)
    assert found
    return found[1]


def properties(text: str, indent: str) -> dict[str, str]:
    """The lines `name: 'value',` that begin with this indent."""
    line = re.compile(rf"^{indent}'?([\w-]+)'?:\s+(?:'([^']*)'|\"([^\"]*)\"),$", re.MULTILINE)
    return {name: first or second for name, first, second in line.findall(text)}


@cache
def attributes() -> dict[str, dict[str, str]]:
    """The attributes with meaning, writer and reader."""
    entries = re.findall(r"^  '?([\w-]+)'?: \{\n(.*?)\n  \},$", body("ATTRIBUTES"), re.DOTALL | re.MULTILINE)
    return {name: properties(inside, "    ") for name, inside in entries}


def words(text: str) -> set[str]:
    """`a, b` as a set."""
    return set(filter(None, text.split(", ")))


@cache
def scripts() -> dict[str, str]:
    """The code of every script, without comments."""
    comments = re.compile(r"/\*.*?\*/|(?<![:'\"])//[^\n]*", re.DOTALL)
    return {
        path.name: comments.sub("", path.read_text(encoding="utf-8"))
        for path in STATIC.glob("*.mjs")
        if path.name != PROTOCOL
    }


def strings(path: Path) -> Iterator[str]:
    """All strings of a Python module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


@cache
def python(room: str) -> set[str]:
    """The attributes in the strings of a room: boards or pages."""
    roots = {"boards": [HOUSE / "games", HOUSE / "football"], "pages": [WEB]}[room]
    texts = (text for root in roots for path in root.rglob("*.py") for text in strings(path))
    return {name for text in texts for name in ATTRIBUTE.findall(text)}


@cache
def templates() -> str:
    """All templates, one after the other."""
    return "\n".join(path.read_text(encoding="utf-8") for path in (WEB / "templates").rglob("*.html"))


@cache
def styles() -> str:
    """All style sheets."""
    return "\n".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.css"))


def kebab(name: str) -> str:
    """`marksSwitch` of a dataset is the attribute `data-marks-switch`."""
    return re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", name)


@cache
def used() -> dict[str, tuple[set[str], set[str]]]:
    """Every attribute that scripts read or write: the scripts that read it, and those that write it."""
    found: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for script, text in scripts().items():
        for name in ATTRIBUTE.findall(text):
            found[name][0].add(script)
        for name, sign in re.findall(r"\bdataset\??\.(\w+)( \?*=(?!=))?", text):
            found[kebab(name)][1 if sign else 0].add(script)
    return found


def all_attributes() -> set[str]:
    """Every attribute that anybody uses."""
    everywhere = {*ATTRIBUTE.findall(templates()), *ATTRIBUTE.findall(styles())}
    return everywhere | set(used()) | python("boards") | python("pages")


def test_every_attribute_is_listed_and_every_listed_one_is_used() -> None:
    assert set(attributes()) == all_attributes()


@pytest.mark.parametrize("name", sorted(attributes()))
def test_writers_and_readers_are_as_listed(name: str) -> None:
    entry = attributes()[name]
    writers, readers = words(entry["writer"]), words(entry["reader"])
    assert len(entry["meaning"]) > 10 and writers and readers
    reading, writing = used().get(name, (set(), set()))
    assert writers <= {"templates", "boards", "pages", "scripts"}
    assert ("templates" in writers) == (name in ATTRIBUTE.findall(templates()))
    assert ("boards" in writers) == (name in python("boards"))
    assert ("scripts" in writers) == bool(writing)
    assert ("pages" in writers | readers) == (name in python("pages"))
    assert ("styles" in readers) == (name in ATTRIBUTE.findall(styles()))
    assert {one for one in readers if one.endswith(".mjs")} == reading
    assert readers - reading <= {"styles", "pages", "people"}


def selectors(text: str) -> Iterator[str]:
    """What a script looks for, without attributes and what is worked out at run time."""
    calls = re.findall(
        r"(?:\$|all|must|closest|matches|querySelector(?:All)?)\(\s*(['`])(.*?)\1", text, re.DOTALL
    )
    named = re.findall(r"const \w+ = (?:\w+ \? )?(')([^'\n]*[#.][a-z][^'\n]*)'", text)
    ternary = re.findall(r" [?:] (')([#.][^'\n]*)'", text)
    for _, found in [*calls, *named, *ternary]:
        if not found.startswith(("./", "http")):
            yield re.sub(r"\[[^\]]*\]|\$\{[^}]*\}", "", found)


def hooks(sign: str) -> set[str]:
    """The ids (`#`) or classes (`.`) that scripts rely on or give."""
    found: set[str] = set()
    for text in scripts().values():
        for one in selectors(text):
            found.update(re.findall(rf"{re.escape(sign)}([a-z][a-z-]*)", one))
        if sign == ".":
            given = re.findall(r"classList\.\w+\(([^)]*)\)", text)
            given += re.findall(r"className: (?:\w+ \? )?('[^']*')", text)
            found.update(
                name
                for one in given
                for quoted in re.findall(r"'([a-z -]+)'", one)
                for name in quoted.split()
            )
    return found


@pytest.mark.parametrize(("name", "sign"), [("IDS", "#"), ("CLASSES", ".")])
def test_every_id_and_class_that_scripts_rely_on_is_listed(name: str, sign: str) -> None:
    assert set(properties(body(name), "  ")) == hooks(sign)


def test_scripts_look_only_for_what_pages_have() -> None:
    """Every id and class stands in a template, in Python or in a script that gives it.

    The id of a board's part is `part-` and the part's own name.
    """
    texts = [*scripts().values()]
    for root in (HOUSE / "games", HOUSE / "football", WEB):
        texts += [path.read_text(encoding="utf-8") for path in root.rglob("*.py")]
    everywhere = "\n".join([templates(), *texts])
    loose = [
        name
        for kind in ("IDS", "CLASSES")
        for name in properties(body(kind), "  ")
        if not re.search(
            rf"(?:id=\"|class=\"[^\"]*|'|\"|[a-z]-|\s){re.escape(name.removeprefix('part-'))}\b", everywhere
        )
    ]
    assert loose == []


def test_the_page_in_the_docs_says_the_same() -> None:
    text = DOCS.read_text(encoding="utf-8")
    rows = [
        f"| `data-{name}` | {entry['meaning']} | {entry['writer']} | {entry['reader']} |"
        for name, entry in attributes().items()
    ]
    rows += [
        f"| `{sign}{name}` | {meaning} |"
        for kind, sign in (("IDS", "#"), ("CLASSES", "."))
        for name, meaning in properties(body(kind), "  ").items()
    ]
    assert re.findall(r"^\| `.*\|$", text, re.MULTILINE) == rows


WIDEST = 120


def test_no_line_is_wider_than_a_screen() -> None:
    files = [*STATIC.glob("*.mjs"), *STATIC.glob("*.css"), *(WEB / "templates").rglob("*.html")]
    wide = [
        f"{path.name}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert wide == []


def test_scripts_and_styles_name_no_game() -> None:
    games = re.compile(r"\b(cardbowl|fastdrive|redboar|sandlot|thegrid)\b|=.squares\b")
    files = [*STATIC.glob("*.mjs"), *STATIC.glob("*.css")]
    assert [path.name for path in files if games.search(path.read_text(encoding="utf-8"))] == []
