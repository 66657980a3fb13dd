"""The registry of games. A game is a folder that is found by itself; no central list is edited.

A folder `games/<name>/` holds `meta.py` (META), `rules` (GAME), `coaches` (coach), `board` (text, svg),
`charts/` and `catalogue.md`; `rules`, `coaches` and `board` may be modules or packages. Folders elsewhere
are added by `add_games_folder(path)` or by the environment variable FIELDHOUSE_GAMES (paths of parent
folders, joined as in PATH).
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from fieldhouse.kernel.coaches import Coach
from fieldhouse.kernel.draft_queue import DraftQueueRules
from fieldhouse.kernel.errors import BadChart, BadOptions, UnknownGame
from fieldhouse.kernel.game import Game, Setup, usual_materials
from fieldhouse.kernel.meta import Meta
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.text_check import data_faults, file_shape_fault

_PACKAGE = "fieldhouse.games"


@lru_cache(maxsize=32)
def _with_usual_materials(
    game: type[Game[Any]], options: tuple[tuple[str, Any], ...], edition: int
) -> Game[Any]:
    """The opened game, shared: binding its charts takes Fast Drive 5 ms, as long as forty tiny games."""
    chosen = dict(options)
    return game(Setup(chosen, usual_materials(game, chosen), edition))


class Folder:
    """One registered game. Its meta is read at once, its rules only when a game is opened.

    A game inside another's folder (`thegrid/draft`, named `thegrid-draft`) has that one as `parent` and
    shares its catalogue. It is found by name; `list_games` does not list it.
    """

    def __init__(self, name: str, path: Path, parent: Folder | None = None) -> None:
        self.name = name
        self.path = path
        self.parent = parent
        self.title_page = path / "meta.py"
        self._held: tuple[int, set[str]] = 0, set()

    def __repr__(self) -> str:
        return f"fieldhouse.find({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the name: another process finds the game again."""
        return find, (self.name,)

    @cached_property
    def meta(self) -> Meta:
        """The game's META, without importing the rules."""
        return cast(Meta, self._module("meta").META)

    @cached_property
    def game(self) -> type[Game[Any]]:
        """The class of the rules, which learns its folder here."""
        found = cast("type[Game[Any]]", self._module("rules").GAME)
        found.folder = self
        return found

    @property
    def board(self) -> ModuleType:
        """The module with `text(view)` and `svg(view)`."""
        return self._module("board")

    @property
    def has_board(self) -> bool:
        """True if the game has a board of its own."""
        return self.has("board")

    @property
    def advice(self) -> ModuleType | None:
        """The game's own adviser, where it has one: `advise(game, view, seat)` with a `text()`."""
        return self.part("advice")

    @property
    def lobby(self) -> ModuleType | None:
        """Words for the set-up page, where the game has some: `sentences()`, option to value to words."""
        return self.part("lobby")

    @property
    def draft_queue(self) -> DraftQueueRules | None:
        """The rules of its draft queue, where the game has one."""
        return cast("DraftQueueRules | None", self.part("draft_queue"))

    def open(
        self,
        options: Mapping[str, Any] | None = None,
        materials: Mapping[str, Any] | None = None,
        *,
        length: str | None = None,
        edition: int | None = None,
    ) -> Game[Any]:
        """The rules with options and materials bound; what is not given takes its default.

        With the default materials everybody gets the same object: a game never changes.
        """
        meta = self.meta
        chosen = meta.read_options(options, length=length)
        wanted = meta.edition if edition is None else edition
        if wanted not in meta.editions:
            known = ", ".join(map(str, meta.editions))
            raise BadOptions(f"{meta.title} has no edition {wanted}; it has {known}")
        unknown = sorted(set(materials or {}) - set(meta.materials))
        if unknown:
            known = ", ".join(meta.materials) or "none"
            raise BadChart([f"{meta.title} has no material {unknown[0]!r}; it has: {known}"])
        if not materials:
            return _with_usual_materials(self.game, tuple(chosen.items()), wanted)
        if faults := [fault for name, one in materials.items() for fault in data_faults(name, one)]:
            raise BadChart(faults)
        used = {**usual_materials(self.game, chosen), **materials}
        self.game.check_materials(used)
        return self.game(Setup(chosen, used, wanted))

    def read_material(self, name: str, text: str) -> Any:
        """A person's own file as data; BadChart says what is wrong, also where it would harm a parser."""
        if name not in self.meta.materials:
            known = ", ".join(self.meta.materials) or "none"
            raise BadChart([f"{self.meta.title} has no material {name!r}; it has: {known}"])
        if (fault := file_shape_fault(text)) is not None:
            raise BadChart([f"{name}: {fault}"])
        try:
            return self.game.read_material(name, text)
        except RecursionError:
            raise BadChart([f"{name}: nested too deeply"]) from None

    def coach(
        self, level: str, game: Game[Any], seat: Seat, seed: int, seconds: float | None = None
    ) -> Coach:
        """A coach of that level for the seat; BadOptions names the levels there are."""
        if level not in self.meta.levels:
            known = ", ".join(self.meta.levels)
            raise BadOptions(f"{self.meta.title} has no coach {level!r}; it has: {known}")
        return cast(Coach, self.coaches.coach(level, game, seat, seed, seconds))

    @property
    def coaches(self) -> ModuleType:
        """The module with `coach(level, game, seat, seed, seconds)` and the playouts' `policy`."""
        return self._module("coaches")

    @cached_property
    def catalogue(self) -> str:
        """The numbered rules, as Markdown."""
        if self.parent is not None:
            return self.parent.catalogue
        return (self.path / "catalogue.md").read_text(encoding="utf-8")

    @cached_property
    def how_to_play(self) -> str:
        """The short guide for new players, as Markdown; empty if the game has none."""
        place = self.path / "how_to_play.md"
        return place.read_text(encoding="utf-8") if place.is_file() else ""

    def rule(self, rule_id: str) -> str | None:
        """The text of one catalogue entry ("RB-9.14"), or None."""
        return self._rules.get(rule_id)

    @cached_property
    def _rules(self) -> dict[str, str]:
        return catalogue_rules(self.catalogue, self.meta.rule_prefix)

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """Every id of the catalogue, in its order."""
        return tuple(self._rules)

    def part(self, name: str) -> ModuleType | None:
        """A module that a game may have or not (`features`, `reduction`), or None."""
        return self._module(name) if self.has(name) else None

    def has(self, name: str) -> bool:
        """True if the folder has this part, as a module or a package.

        Every page asks several times: the folder is listed again only when it has changed.
        """
        try:
            changed = self.path.stat().st_mtime_ns
            if self._held[0] != changed:
                self._held = changed, {one.stem for one in self.path.iterdir() if _is_module(one)}
        except OSError:  # the folder has gone
            return False
        return name in self._held[1]

    @property
    def inside(self) -> list[Folder]:
        """The games inside this one's folder."""
        return [_folder(meta.parent, self) for meta in sorted(self.path.glob("*/meta.py"))]

    def _module(self, name: str) -> ModuleType:
        inside = "" if self.parent is None else f"{self.parent.name}."
        return importlib.import_module(f"{_PACKAGE}.{inside}{self.path.name}.{name}")


def _is_module(path: Path) -> bool:
    return path.suffix == ".py" or (path / "__init__.py").exists()


def catalogue_rules(text: str, prefix: str) -> dict[str, str]:
    """The entries of a catalogue by id: those written `**RB-9.14** text` in a list or table row."""
    found: dict[str, str] = {}
    start = re.compile(rf"^(?:- |\| |### )?\**({re.escape(prefix)}-(?:\d+|[A-Z]+)\.\d+[a-z]?)\b\**\s*(.*)$")
    current = ""
    for line in text.splitlines():
        match = start.match(line)
        if match and line.startswith(("- **", "| **", "### ", "**", f"| {prefix}-")):
            current = match.group(1)
            found.setdefault(current, match.group(2).strip(" |"))
        elif current and line.startswith("  ") and line.strip():
            found[current] += " " + line.strip()
        else:
            current = ""
    return found


def add_games_folder(path: str | os.PathLike[str]) -> None:
    """Register the game folders below `path`."""
    package = importlib.import_module(_PACKAGE)
    folder = str(Path(path).resolve())
    if folder not in package.__path__:
        package.__path__.append(folder)


def list_games() -> dict[str, Folder]:
    """Every registered game by name."""
    for extra in filter(None, os.environ.get("FIELDHOUSE_GAMES", "").split(os.pathsep)):
        add_games_folder(extra)
    package = importlib.import_module(_PACKAGE)
    found: dict[str, Folder] = {}
    for shelf in package.__path__:
        for meta in sorted(Path(shelf).glob("*/meta.py")):
            found.setdefault(meta.parent.name, _folder(meta.parent))
    return found


def list_all_games() -> dict[str, Folder]:
    """Every registered game and those inside their folders."""
    found = list_games()
    for folder in list(found.values()):
        found |= {inner.name: inner for inner in folder.inside}
    return found


_FOLDERS: dict[Path, Folder] = {}


def _folder(path: Path, parent: Folder | None = None) -> Folder:
    if path not in _FOLDERS:
        name = path.name if parent is None else f"{parent.name}-{path.name}"
        _FOLDERS[path] = Folder(name, path, parent)
    return _FOLDERS[path]


_FOUND: dict[tuple[str, ...], dict[str, Folder]] = {}


def find(name: str) -> Folder:
    """The game of that name; UnknownGame lists the games there are.

    Called very often: the folders are listed again only when a game has gone.
    """
    package = importlib.import_module(_PACKAGE)
    shelves = (*package.__path__, os.environ.get("FIELDHOUSE_GAMES", ""))
    found = _FOUND.get(shelves, {}).get(name)
    if found is not None and found.title_page.exists():
        return found
    known = list_all_games()
    if name not in known:
        raise UnknownGame(f"no game {name!r}; the games are: {', '.join(sorted(known)) or 'none'}")
    _FOUND.clear()
    _FOUND[shelves] = known
    return known[name]


def open_game(
    name: str,
    options: Mapping[str, Any] | None = None,
    *,
    length: str | None = None,
    materials: Mapping[str, Any] | None = None,
    edition: int | None = None,
) -> Game[Any]:
    """The rules of a game, ready for a table: `open_game("redboar", {"mode": "dice"}, length="short")`.

    Without `edition` it is the newest one. Raises BadOptions, BadChart or UnknownGame with what there is.
    """
    return find(name).open(options, materials, length=length, edition=edition)


def coach(level: str, game: Game[Any], seat: Seat, seed: int = 0, seconds: float | None = None) -> Coach:
    """A coach for a seat of this game: `coach("starter", game, 1)`."""
    return find(game.meta.name).coach(level, game, seat, seed, seconds)
