"""The tables of any game of ours: compiled for it alone, or compiled once for all cards and bound to its own.

A game whose reduction leaves chances open (`solve.lookups`) is compiled once for its options and for charts
with these words. The package brings that for the usual options (`games/<name>/tables/shelf`, made by
`make shelf`); others are built when first asked for, and kept in the user's cache.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.files import atomic_write, build_lock
from fieldhouse.kernel.game import Game
from fieldhouse.lab.tables.cache import policy_tables_file
from fieldhouse.lab.tables.compiled_game import CompiledGame, Progress, compile_game, compile_reduction
from fieldhouse.lab.tables.inliner import Inlining, plan_inlining
from fieldhouse.lab.tables.policy_tables import flatten_open_tables, policy_tables
from fieldhouse.solve.open_tables import (
    OpenTables,
    open_tables_key,
    pack_open_tables,
    read_open_tables,
    write_open_tables,
)
from fieldhouse.solve.reduction import Reduction
from fieldhouse.solve.tables import Floats, Tables

SHELF = "tables/shelf"
BEST = "best"
"""Instead of a policy's name: every choice is open, to be answered at its best."""


def tables_for(
    game: Game[Any], reduction: Reduction[Any], level: str | None = None, progress: Progress | None = None
) -> Tables:
    """The game's tables, every choice open or (`level`) answered by a policy."""
    opened = reduction.open_reduction()
    if opened is None:
        return compile_game(game, progress).tables if level is None else policy_tables(game, level, progress)
    tables, _ = _open(opened, level, progress)
    return tables.bind(reduction.chances(tables.symbols))


class OpenPolicyTables(msgspec.Struct):
    """A policy's tables, left open, with their multiplication: `bind` makes those of two cards."""

    key: str
    opened: OpenTables
    inlining: Inlining

    def bind(self, given: Floats) -> Tables:
        """The multiplied tables with these chances of the symbols."""
        return self.inlining.bind(self.opened.tables, self.opened.chances(given))


def open_policy_tables(reduction: Reduction[Any], level: str) -> OpenPolicyTables | None:
    """The open tables of the policy of that level; None where the game leaves nothing open."""
    opened = reduction.open_reduction()
    if opened is None:
        return None
    tables, more = _open(opened, level, None)
    return OpenPolicyTables(
        f"{opened.game.meta.name} {open_tables_key(opened)} {level}", tables, Inlining(**more)
    )


def are_tables_ready(reduction: Reduction[Any], level: str) -> bool:
    """Whether the policy's open tables are built already."""
    opened = reduction.open_reduction()
    if opened is None:
        return False
    name, digest = opened.game.meta.name, open_tables_key(opened)
    kept = (shipped_tables(name) / f"{digest}-{level}.npz", policy_tables_file(opened, f"{level}-open"))
    return (name, digest, level) in _MEMORY or any(path.exists() for path in kept)


def _open(
    opened: Reduction[Any], level: str | None, progress: Progress | None
) -> tuple[OpenTables, dict[str, Any]]:
    """The open tables from memory, the package or the cache; built and cached otherwise."""
    key = (opened.game.meta.name, open_tables_key(opened), level or BEST)
    found = _MEMORY.get(key)
    if found is None:
        found = _shelved(*key) or _cached(opened, level, progress)
        while len(_MEMORY) > 8:
            del _MEMORY[next(iter(_MEMORY))]
        _MEMORY[key] = found
    return found


_MEMORY: dict[tuple[str, str, str], tuple[OpenTables, dict[str, Any]]] = {}


def shipped_tables(name: str) -> Path:
    """Where the game keeps the tables it brings."""
    return registry.find(name).path / SHELF


def _shelved(name: str, digest: str, level: str) -> tuple[OpenTables, dict[str, Any]] | None:
    return read_open_tables(shipped_tables(name) / f"{digest}-{level}.npz")


def _cached(
    opened: Reduction[Any], level: str | None, progress: Progress | None
) -> tuple[OpenTables, dict[str, Any]]:
    path = policy_tables_file(opened, f"{level or BEST}-open")
    found = read_open_tables(path)
    if found is None:
        with build_lock(path):
            found = read_open_tables(path)
            if found is None:
                found = build_open_tables(opened, level, progress)
                with atomic_write(path) as file:
                    write_open_tables(file, found[0], **found[1])
    return found


def build_open_tables(
    opened: Reduction[Any], level: str | None, progress: Progress | None = None
) -> tuple[OpenTables, dict[str, Any]]:
    """Compile the open rules, and flatten them by the policy."""
    made = compile_open(opened, progress)
    if level is None:
        return pack_open_tables(made.tables, made.plays.rows), {}
    flat = flatten_open_tables(made, level)
    multiplied = plan_inlining(flat.tables)
    if multiplied is None:
        raise ArithmeticError("nothing is passed through in these tables")
    return flat, msgspec.structs.asdict(multiplied)


_LAST: dict[str, CompiledGame] = {}


def compile_open(opened: Reduction[Any], progress: Progress | None = None) -> CompiledGame:
    """The open rules compiled; the last of them is remembered."""
    key = open_tables_key(opened)
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = compile_reduction(opened, progress)
    return _LAST[key]
