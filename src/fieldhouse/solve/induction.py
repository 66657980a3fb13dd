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


class _Pairs:
    """Choices between two sure places (accept or decline a penalty): a plain lookup settles them."""

    def __init__(self, plays: Plays, numbers: Sequence[int], place: Callable[[int], int]) -> None:
        self.numbers = numbers
        choices = [plays.choices[n] for n in numbers]
        targets = [[place(plays.rows[row][0][0]) for row in choice.rows] for choice in choices]
        self._first, self._second = np.array(targets).T
        self._largest = np.array([choice.who == MAX for choice in choices])[:, None]

    def settle(self, settled: Array, learn: bool) -> Array:
        """The better of both for the side that chooses."""
        a, b = settled[self._first], settled[self._second]
        return np.asarray(np.where(self._largest == (a > b), a, b))


class _Alone:
    """Choices of one side among any rows."""

    def __init__(self, plays: Plays, numbers: Sequence[int], matrix: Callable[[Sequence[int]], Any]) -> None:
        self.numbers = numbers
        choices = [plays.choices[n] for n in numbers]
        sizes = [len(choice.rows) for choice in choices]
        signs = np.array([choice.who for choice in choices], dtype=np.float32)
        self._rows = matrix([row for choice in choices for row in choice.rows])
        self._starts = np.cumsum([0, *sizes])[:-1]
        self._row_signs, self._signs = np.repeat(signs, sizes)[:, None], signs[:, None]

    def settle(self, settled: Array, learn: bool) -> Array:
        """The best option for the side that chooses."""
        options = (self._rows @ settled) * self._row_signs
        return np.asarray(np.maximum.reduceat(options, self._starts, axis=0) * self._signs)


class _Both:
    """Matrix games; their mixes are carried on from step to step of the clock and improved there."""

    def __init__(self, plays: Plays, numbers: Sequence[int], matrix: Callable[[Sequence[int]], Any]) -> None:
        self.numbers = numbers
        self._rows = matrix([row for n in numbers for row in plays.choices[n].rows])
        self._shape = plays.choices[numbers[0]].shape
        self._mixes: tuple[Array, Array] | None = None

    def settle(self, settled: Array, learn: bool) -> Array:
        """The value under the present mixes."""
        games = (self._rows @ settled).reshape(len(self.numbers), *self._shape, -1)
        if self._mixes is None:
            count, mine, theirs, leads = games.shape
            even = np.full((count, mine, leads), 1 / mine), np.full((count, theirs, leads), 1 / theirs)
            self._mixes = improve(games, *even, rounds=100)
        elif learn:
            self._mixes = improve(games, *self._mixes, rounds=3)
        p, q = self._mixes
        return np.asarray((games * p[:, :, None] * q[:, None]).sum(axis=(1, 2)))


def _groups(plays: Plays, level: int) -> tuple[list[int], list[int], dict[tuple[int, ...], list[int]]]:
    """The choices of one depth: pairs of sure places, choices of one side, matrix games by shape."""
    pairs, alone = [], []
    both: dict[tuple[int, ...], list[int]] = {}
    for number, choice in enumerate(plays.choices):
        if choice.level != level:
            continue
        if choice.who == TOGETHER:
            both.setdefault(choice.shape, []).append(number)
        elif len(choice.rows) == 2 and all(len(plays.rows[row]) == 1 for row in choice.rows):
            pairs.append(number)
        else:
            alone.append(number)
    return pairs, alone, both


class Period:
    """One period: `steps` clock steps, leads clamped to `limit`."""

    def __init__(self, plays: Plays, steps: int, limit: int, *, sweeps: int = 2) -> None:
        self.plays, self.steps, self.limit, self.sweeps = plays, steps, limit, sweeps
        self.margins = np.arange(-limit, limit + 1)
        leaves = plays.leaves
        self._situation = np.array([plays.number[leaf.situation] for leaf in leaves])[:, None]
        self._time = np.array([leaf.steps for leaf in leaves])[:, None]
        self._turned = np.array([leaf.turned for leaf in leaves])[:, None]
        lead = self.margins[None, :] + np.array([leaf.points for leaf in leaves])[:, None]
        lead = np.where(self._turned, -lead, lead)
        self._margin = np.clip(lead, -limit, limit) + limit
        self._place: dict[int, int] = {}
        self._stages: list[_Pairs | _Alone | _Both] = []
        for level in range(1, 1 + max((choice.level for choice in plays.choices), default=0)):
            self._add_level(level)
        self._roots = self._matrix([plays.roots[n] for n in range(len(plays.situations))])

    def _add_level(self, level: int) -> None:
        pairs, alone, both = _groups(self.plays, level)
        made: list[_Pairs | _Alone | _Both] = []
        if pairs:
            made.append(_Pairs(self.plays, pairs, self._column))
        if alone:
            made.append(_Alone(self.plays, alone, self._matrix))
        made += [_Both(self.plays, numbers, self._matrix) for numbers in both.values()]
        for stage in made:
            for number in stage.numbers:
                self._place[number] = len(self.plays.leaves) + len(self._place)
        self._stages += made

    def _column(self, target: int) -> int:
        """Where a leaf or an already settled choice stands among the values of a sweep."""
        return target if target >= 0 else self._place[~target]

    def _matrix(self, rows: Sequence[int]) -> Any:
        """These rows over all leaves and choices, as a sparse matrix."""
        size = len(self.plays.leaves) + len(self.plays.choices)
        data, columns, ends = [], [], [0]
        for row in rows:
            for target, chance in self.plays.rows[row]:
                data.append(chance)
                columns.append(self._column(target))
            ends.append(len(data))
        return csr_matrix((np.array(data, dtype=np.float32), columns, ends), shape=(len(rows), size))

    def solve(self, end: Array, at_zero: Sequence[int]) -> Array:
        """The mover's chances by (steps left, situation, lead).

        `end` are the chances by (situation, lead) once the time is up; the situations `at_zero` are still
        played then.
        """
        values = np.empty((self.steps + 1, *end.shape), dtype=np.float32)
        values[0] = end
        values[0][list(at_zero)] = self._sweep(values, 0)[list(at_zero)]
        for left in range(1, self.steps + 1):
            values[left] = values[left - 1]
            for sweep in range(self.sweeps):  # penalties before the snap use no time
                values[left] = self._sweep(values, left, learn=sweep == self.sweeps - 1)
        return values

    def _sweep(self, values: Array, left: int, *, learn: bool = False) -> Array:
        filled = len(self.plays.leaves)
        settled = np.empty((filled + len(self.plays.choices), len(self.margins)), dtype=np.float32)
        found = values[np.maximum(left - self._time, 0), self._situation, self._margin]
        settled[:filled] = np.where(self._turned, 1 - found, found)
        for stage in self._stages:
            settled[filled : filled + len(stage.numbers)] = stage.settle(settled, learn)
            filled += len(stage.numbers)
        return np.asarray(self._roots @ settled)


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
