"""Small things every command needs: the console, files, `name=value` arguments, opening a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.files import atomic_write
from fieldhouse.kernel.game import Game

if TYPE_CHECKING:
    from rich.console import Console


def make_console(*, stderr: bool = False) -> Console:
    """The screen: plain text where there is no terminal or NO_COLOR is set, and never wider than it."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def read_text(path: str) -> str:
    """The file's text; a plain refusal if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise FieldhouseError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FieldhouseError(f"{path} is not a text file in UTF-8 (byte {error.start})") from None


def write_text(path: str, text: str) -> None:
    """Write the file whole or not at all, so that a power cut never leaves half a game."""
    try:
        with atomic_write(path) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        raise FieldhouseError(f"cannot write {path}: {error.strerror}") from None


def parse_pairs(given: Iterable[str], what: str, example: str) -> dict[str, str]:
    """`name=value` arguments as a dict; BadOptions for one without `=` or given twice."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise BadOptions(f"{what} {text!r} needs a name and a value, such as {example}")
        if name in found:
            raise BadOptions(f"{what} {name!r} is given twice")
        found[name] = value
    return found


def find_game(name: str) -> registry.Folder:
    """The game of that name; the start of a name will do when only one fits."""
    shelf = registry.list_games()
    fits = [known for known in shelf if known.startswith(name.lower())]
    return shelf[fits[0]] if name not in shelf and len(fits) == 1 else registry.find(name)


def read_materials(folder: registry.Folder, given: Sequence[str]) -> dict[str, Any]:
    """`--charts NAME=FILE` arguments as the game's materials."""
    files = parse_pairs(given, "--charts", "yards=my-yards.toml")
    return {name: folder.read_material(name, read_text(path)) for name, path in files.items()}


def open_rules(
    folder: registry.Folder,
    options: Sequence[str],
    charts: Sequence[str],
    length: str | None,
    *,
    people: bool = False,
) -> Game[Any]:
    """The rules with `-o name=value`, `--charts NAME=FILE` and `--length` bound; `people`: only they play."""
    chosen: Mapping[str, Any] = parse_pairs(options, "option -o", "-o drives=2")
    if people:
        chosen = folder.meta.people_options(chosen, length)
    return folder.open(chosen, read_materials(folder, charts), length=length)


def find_seat(names: Sequence[str], text: str) -> int:
    """The number of a seat from its name, the start of its name, or its number from 1."""
    if text.isdecimal() and 1 <= int(text) <= len(names):
        return int(text) - 1
    fits = [n for n, name in enumerate(names) if name.lower().startswith(text.lower())]
    if text and len(fits) == 1:
        return fits[0]
    raise BadOptions(f"no seat {text!r}; the seats are: {', '.join(names)}")
