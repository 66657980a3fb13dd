"""Compiled plays as arrays, ready for induction and bulk simulation (`cache.py` stores them on disk)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.files import build_lock
from fieldhouse.kernel.game import Game, State
from fieldhouse.lab.tables.cache import plays_file, read_compiled_plays, write_compiled_plays
from fieldhouse.solve.compiler import NOWHERE, Plays
from fieldhouse.solve.reduction import Place, Reduction
from fieldhouse.solve.tables import Ints, Tables, decision_arrays, leaf_arrays, row_arrays
from fieldhouse.solve.templates import Row

Progress = Callable[[int, int], None]


def reduction_of(game: Game[Any]) -> Reduction[Any]:
    """The game's own `reduction.py`, or BadOptions: it has none, or not with these options."""
    module = registry.find(game.meta.name).part("reduction")
    if module is None:
        raise BadOptions(f"{game.meta.title} has no exact tables: it is searched by playouts")
    found: Reduction[Any] = module.reduction(game)
    return found


def find_reduction(game: Game[Any]) -> Reduction[Any] | None:
    """The game's reduction; None where it has none, or not with these options (Gridiron by cards)."""
    try:
        return reduction_of(game)
    except BadOptions:
        return None


def pack_tables(
    plays: Plays[Any], rows: list[Row], entry: dict[tuple[int, int], int], kind_of: Ints, families: list[Any]
) -> Tables:
    """The compiler's lists as arrays. `rows` and `entry` may be those of `plays` or flattened by a policy."""
    reduction = plays.reduction
    kinds = 1 + max(int(kind_of.max()), *(kind for _, kind in entry))
    table = np.full((len(plays.cores), kinds), NOWHERE, np.int32)
    for (core, kind), row in entry.items():
        table[core, kind] = row
    number = {family: n for n, family in enumerate(families)}
    return Tables(
        limit=reduction.limit,
        slots=reduction.slots,
        cores=plays.cores,
        families=families,
        family=np.array([number[family] for family in plays.family], np.int32),
        kind_of=kind_of,
        entry=table,
        stop=np.array([reduction.stop(slot) for slot in range(reduction.slots)], np.int32),
        start=plays.index[reduction.where(reduction.game.start()).core],
        **leaf_arrays(plays.leaves),
        **row_arrays(rows),
        **decision_arrays(plays.decisions if rows is plays.rows else []),
    )


def kinds_by_moment(plays: Plays[Any]) -> tuple[Ints, list[Any]]:
    """The number of the kind of every moment, by family; -1 where nothing was compiled."""
    families = list(dict.fromkeys(plays.family))
    red = plays.reduction
    found = np.full((len(families), red.slots, 2 * red.limit + 1), -1, np.int32)
    spans: dict[Any, set[int]] = {family: set() for family in families}
    for core, family in zip(plays.cores, plays.family, strict=True):
        if not red.exact(core):
            spans[family].update(red.span(core))
    for number, family in enumerate(families):
        for slot in spans[family] or range(red.slots):
            for margin in range(-red.limit, red.limit + 1):
                kind = plays.kind_index.get(red.kind(family, slot, margin), -1)
                found[number, slot, margin + red.limit] = kind
    return found, families


class CompiledGame(msgspec.Struct):
    """A game's tables with every choice open, and what is needed to flatten them by a policy."""

    tables: Tables
    plays: Plays[Any]

    @property
    def reduction(self) -> Reduction[Any]:
        """How states fall into core, slot and margin."""
        return self.plays.reduction

    def place(self, s: State) -> tuple[int, Place]:
        """The number of a whistle state's core (-1: never compiled) and its place."""
        place = self.reduction.where(s)
        return self.tables.index.get(place.core, -1), place

    def sample_of(self, core: int, kind: int) -> tuple[int, int]:
        """The slot and margin at which the core was compiled for that kind."""
        reached = self.plays.reached[core]
        if reached is None:
            return self.reduction.sample(self.plays.cores[core], self.plays.kinds[kind])
        wanted, family = self.plays.kinds[kind], self.plays.family[core]
        return next(moment for moment in reached if self.reduction.kind(family, *moment) == wanted)


def compile_game(game: Game[Any], progress: Progress | None = None) -> CompiledGame:
    """The game's tables, from the cache if they are there, else built and kept."""
    reduction = reduction_of(game)
    path = plays_file(reduction)
    plays = read_compiled_plays(path, reduction)
    if plays is None:
        with build_lock(path):
            plays = read_compiled_plays(path, reduction)
            if plays is None:
                plays = Plays(reduction).build(progress)
                write_compiled_plays(path, plays)
    return pack_plays(plays)


def compile_reduction(reduction: Reduction[Any], progress: Progress | None = None) -> CompiledGame:
    """The tables of any reduction, built here and now."""
    return pack_plays(Plays(reduction).build(progress))


def pack_plays(plays: Plays[Any]) -> CompiledGame:
    """Everything compiled so far, with its arrays."""
    kind_of, families = kinds_by_moment(plays)
    entry = {key: found.row for key, found in plays.entry.items()}
    return CompiledGame(pack_tables(plays, plays.rows, entry, kind_of, families), plays)
