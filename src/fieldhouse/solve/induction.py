"""Backward induction over one period of a clocked game between two sides that are alike.

A *situation* is all that a play's course reads, seen from the side to move (the mover). Its play is a
tree of chance, of choices by either side, and of choices made together (a matrix game); a leaf says which
situation follows, whether the sides have changed places, how many clock steps it took and how many points
the mover gained. `Plays` writes all trees down as sparse rows; `Period` then finds, for every situation,
clock and lead, the mover's chance to win (a tie counts half) when both sides choose their best. Nothing
here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from fieldhouse.solve.enumerate import ChanceNode, Leaf, Node

Array = NDArray[Any]
MAX, MIN, TOGETHER = 1, -1, 0


class Lands(NamedTuple):
    """A leaf: the next situation, are the sides turned, clock steps used, points the mover gained."""

    situation: Hashable
    turned: bool
    steps: int
    points: int


class Choice(NamedTuple):
    """A decision: MAX by the mover, MIN by the other side, or TOGETHER.

    `shape` is (options,) or (mine, theirs).
    """

    who: int
    keys: tuple[Any, ...]
    rows: tuple[int, ...]
    shape: tuple[int, ...]
    level: int


class Plays:
    """All trees as numbered leaves, choices and rows; a row is a list of (target, chance).

    A target from 0 on is a leaf, one below 0 is choice `~target`.
    """

    def __init__(self, mover: int = 0) -> None:
        self.mover = mover
        self.situations: list[Hashable] = []
        self.number: dict[Hashable, int] = {}
        self.leaves: list[Lands] = []
        self.rows: list[tuple[tuple[int, float], ...]] = []
        self.choices: list[Choice] = []
        self.roots: dict[int, int] = {}
        self._leaf: dict[Lands, int] = {}
        self._row: dict[tuple[tuple[int, float], ...], int] = {}
        self._choice: dict[Choice, int] = {}

    def explore(self, starts: Iterable[Hashable], tree: Callable[[Hashable], Node[Lands]]) -> Plays:
        """Add the trees of these situations and of all that follow from them."""
        for start in starts:
            self._note(start)
        done = len(self.roots)
        while done < len(self.situations):
            self.roots[done] = self._number_row(self._spread(tree(self.situations[done]), {}))
            done += 1
        return self

    def _note(self, situation: Hashable) -> int:
        found = self.number.get(situation)
        if found is None:
            found = self.number[situation] = len(self.situations)
            self.situations.append(situation)
        return found

    def _spread(self, node: Node[Lands], seen: dict[int, dict[int, float]]) -> dict[int, float]:
        known = seen.get(id(node))
        if known is None:
            known = seen[id(node)] = self._parts(node, seen)
        return known

    def _parts(self, node: Node[Lands], seen: dict[int, dict[int, float]]) -> dict[int, float]:
        if isinstance(node, Leaf):
            return {self._number_leaf(node.value): 1.0}
        if isinstance(node, ChanceNode):
            result: dict[int, float] = {}
            for weight, child, _ in node.branches:
                for target, chance in self._spread(child, seen).items():
                    result[target] = result.get(target, 0.0) + chance * weight / node.total
            return result
        rows = [self._number_row(self._spread(child, seen)) for child in node.branches.values()]
        keys = tuple(node.branches)
        who = TOGETHER if len(node.seats) > 1 else MAX if node.seats[0] == self.mover else MIN
        shape: tuple[int, ...] = (len(keys),)
        if who == TOGETHER:
            shape = tuple(len({key[place] for key in keys}) for place in (0, 1))
        return {~self._number_choice(who, keys, tuple(rows), shape): 1.0}

    def _number_leaf(self, leaf: Lands) -> int:
        found = self._leaf.get(leaf)
        if found is None:
            self._note(leaf.situation)
            found = self._leaf[leaf] = len(self.leaves)
            self.leaves.append(leaf)
        return found

    def _number_row(self, chances: dict[int, float]) -> int:
        row = tuple(sorted(chances.items()))
        found = self._row.get(row)
        if found is None:
            found = self._row[row] = len(self.rows)
            self.rows.append(row)
        return found

    def _number_choice(
        self, who: int, keys: tuple[Any, ...], rows: tuple[int, ...], shape: tuple[int, ...]
    ) -> int:
        inner = [self.choices[~target].level for row in rows for target, _ in self.rows[row] if target < 0]
        choice = Choice(who, keys, rows, shape, 1 + max(inner, default=0))
        found = self._choice.get(choice)
        if found is None:
            found = self._choice[choice] = len(self.choices)
            self.choices.append(choice)
        return found


class _Level:
    """The choices of one depth: their option rows as one sparse matrix, and how to settle them."""

    def __init__(self, plays: Plays, numbers: Sequence[int], matrix: Callable[[Sequence[int]], Any]) -> None:
        self.alone = [n for n in numbers if plays.choices[n].who != TOGETHER]
        self.both = [n for n in numbers if plays.choices[n].who == TOGETHER]
        alone = [plays.choices[n] for n in self.alone]
        self.rows = matrix([row for choice in alone for row in choice.rows])
        self.starts = np.cumsum([0, *(len(choice.rows) for choice in alone)])[:-1]
        signs = [float(choice.who) for choice in alone]
        self.row_signs = np.repeat(signs, [len(choice.rows) for choice in alone])[:, None]
        self.signs = np.array(signs)[:, None]
        shapes = {plays.choices[n].shape for n in self.both}
        if len(shapes) > 1:
            raise ValueError(f"matrix games of different shapes on one level: {shapes}")
        self.shape = shapes.pop() if shapes else (0, 0)
        self.pairs = matrix([row for n in self.both for row in plays.choices[n].rows])


class Period:
    """One period: `steps` clock steps, leads clamped to `limit`."""

    def __init__(self, plays: Plays, steps: int, limit: int, *, sweeps: int = 3) -> None:
        self.plays, self.steps, self.limit, self.sweeps = plays, steps, limit, sweeps
        self.margins = np.arange(-limit, limit + 1)
        leaves = plays.leaves
        self._situation = np.array([plays.number[leaf.situation] for leaf in leaves])[:, None]
        self._time = np.array([leaf.steps for leaf in leaves])[:, None]
        self._turned = np.array([leaf.turned for leaf in leaves])[:, None]
        lead = self.margins[None, :] + np.array([leaf.points for leaf in leaves])[:, None]
        lead = np.where(self._turned, -lead, lead)
        self._margin = np.clip(lead, -limit, limit) + limit
        depth = max((choice.level for choice in plays.choices), default=0)
        self._order: list[int] = []
        self._levels: list[_Level] = []
        for level in range(1, depth + 1):
            here = [n for n, choice in enumerate(plays.choices) if choice.level == level]
            made = _Level(plays, here, self._matrix)
            self._order += [*made.alone, *made.both]
            self._levels.append(made)
        self._roots = self._matrix([plays.roots[n] for n in range(len(plays.situations))])
        self._mixes: dict[int, tuple[Array, Array]] = {}

    def _matrix(self, rows: Sequence[int]) -> Any:
        """These rows over all leaves and choices, as a sparse matrix; choices stand in the order settled."""
        size = len(self.plays.leaves)
        place = {number: size + n for n, number in enumerate(self._order)}
        data, columns, ends = [], [], [0]
        for row in rows:
            for target, chance in self.plays.rows[row]:
                data.append(chance)
                columns.append(target if target >= 0 else place[~target])
            ends.append(len(data))
        return csr_matrix((data, columns, ends), shape=(len(rows), size + len(self.plays.choices)))

    def solve(self, end: Array, at_zero: Sequence[int]) -> Array:
        """The mover's chances by (steps left, situation, lead).

        `end` are the chances by (situation, lead) once the time is up; the situations `at_zero` are still
        played then.
        """
        values = np.empty((self.steps + 1, *end.shape))
        values[0] = end
        values[0][list(at_zero)] = self._sweep(values, 0)[list(at_zero)]
        for left in range(1, self.steps + 1):
            values[left] = values[left - 1]
            for sweep in range(self.sweeps):  # penalties before the snap use no time
                values[left] = self._sweep(values, left, learn=sweep == self.sweeps - 1)
        return values

    def _sweep(self, values: Array, left: int, *, learn: bool = False) -> Array:
        size = len(self.plays.leaves)
        settled = np.empty((size + len(self.plays.choices), len(self.margins)))
        found = values[np.maximum(left - self._time, 0), self._situation, self._margin]
        settled[:size] = np.where(self._turned, 1 - found, found)
        filled = size
        for number, level in enumerate(self._levels):
            if level.alone:
                options = (level.rows @ settled) * level.row_signs
                best = np.maximum.reduceat(options, level.starts, axis=0) * level.signs
                settled[filled : filled + len(level.alone)] = best
                filled += len(level.alone)
            if level.both:
                games = (level.pairs @ settled).reshape(len(level.both), *level.shape, -1)
                settled[filled : filled + len(level.both)] = self._meet(number, games, learn=learn)
                filled += len(level.both)
        return np.asarray(self._roots @ settled)

    def _meet(self, number: int, games: Array, *, learn: bool) -> Array:
        """The matrix games' values under mixes that are carried on from step to step and improved there."""
        count, mine, theirs, leads = games.shape
        if number not in self._mixes:
            start = (np.full((count, mine, leads), 1 / mine), np.full((count, theirs, leads), 1 / theirs))
            self._mixes[number] = improve(games, *start, rounds=200)
        elif learn:
            self._mixes[number] = improve(games, *self._mixes[number], rounds=8)
        p, q = self._mixes[number]
        return np.asarray(np.einsum("ciml,cil,cml->cl", games, p, q))


def improve(games: Array, p: Array, q: Array, *, rounds: int) -> tuple[Array, Array]:
    """Better mixes for many matrix games at once: multiplicative weights with a look ahead."""
    scale = np.maximum(np.ptp(games, axis=(1, 2)), 1e-9)[:, None, :]
    rate = 3.0 / scale
    for _ in range(rounds):
        ahead_p = _step(p, np.einsum("ciml,cml->cil", games, q) * rate)
        ahead_q = _step(q, -np.einsum("ciml,cil->cml", games, p) * rate)
        p, q = (
            _step(p, np.einsum("ciml,cml->cil", games, ahead_q) * rate),
            _step(q, -np.einsum("ciml,cil->cml", games, ahead_p) * rate),
        )
    return p, q


def _step(mix: Array, gain: Array) -> Array:
    grown = mix * np.exp(gain - gain.max(axis=1, keepdims=True)) + 1e-7
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))
