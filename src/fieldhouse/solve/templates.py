"""A play's tree written down as rows: distributions over leaves and decisions, in whole numbers.

A `Template` is the tree of one play on its own; `Plays` (`solve.compiler`) binds it to each of its shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, S, State
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.run import Run
from fieldhouse.solve.lookups import Shares, Terms, as_terms, mixture
from fieldhouse.solve.play_tree import ChanceNode, ChoiceNode, Leaf, Node, explore
from fieldhouse.solve.reduction import Place, Reduction

TOGETHER = 2
"""The owner of a choice that both sides make at the same time: a matrix game."""
Path = tuple[Any, ...]
"""Answers, by key, from the beginning of a play."""


class Row(NamedTuple):
    """A distribution: integer weights over targets; a target below 0 is decision `~target`.

    Where chances are left open (`solve.lookups`) the weights are Terms, and the total is 1.
    """

    targets: tuple[int, ...]
    weights: tuple[Any, ...]
    total: int


class Decision(NamedTuple):
    """A choice of side A (0), B (1) or both (`TOGETHER`): the key, or pair of keys, and row of each option.

    Choices whose options lead to the same places are one.
    """

    owner: int
    what: str
    keys: tuple[Any, ...]
    rows: tuple[int, ...]


class Template(msgspec.Struct):
    """A play's tree, its leaves and decisions numbered on their own: fits all plays of one shape.

    `leaves` and `paths` have one path of answers, by key, to each leaf and to each decision.
    """

    leaves: list[Path]
    rows: list[Row]
    decisions: list[Decision]
    paths: list[Path]
    root: int


T = Any


def number_of(items: list[T], index: dict[T, int], item: T) -> int:
    """The place of the item in the list; a new one is put at its end."""
    found = index.get(item)
    if found is None:
        found = index[item] = len(items)
        items.append(item)
    return found


def as_row(chances: dict[int, int], total: int) -> Row:
    """Integer weights in lowest terms, in the order of the targets; where chances are open, Terms of 1."""
    if len(chances) == 1:
        ((target, weight),) = chances.items()
        if weight == total:  # most rows of choices: a sure place
            return Row((target,), (1,), 1)
    targets = tuple(sorted(chances))
    weights = tuple(chances[target] for target in targets)
    if any(isinstance(weight, Terms) for weight in weights):
        return Row(targets, tuple(as_terms(weight) * Fraction(1, total) for weight in weights), 1)
    common = math.gcd(*weights, total)
    return Row(targets, tuple(weight // common for weight in weights), total // common)


def scores_of(s: State) -> tuple[int, int]:
    """The points of both seats."""
    a, b = s.scores  # type: ignore[attr-defined]
    return a, b


# From a tree to a template


class End(NamedTuple):
    """Where a play has ended, and with which points of both seats."""

    place: Place
    scores: tuple[int, int]


def template(
    game: Game[S], start: bytes, reduction: Reduction[S], *, mirrored: bool
) -> tuple[Template, list[End]]:
    """Enumerate the play that begins at the state `start` and turn its tree into rows; the ends are those of
    its leaves from there."""

    def leaf(end: S) -> End:
        return End(reduction.where(end), scores_of(end))

    leaves: list[Path] = []
    ends: list[End] = []

    def number(leaf: Leaf[End], path: Path) -> int:
        leaves.append(path)
        ends.append(leaf.value)
        return len(leaves) - 1

    made = Spread(number, int(mirrored), merge=False, together=False)
    root = made.root(explore(game, start, leaf))
    return Template(leaves, made.rows, made.decisions, made.paths, root), ends


class Spread:
    """Walks trees and writes them down as distributions over numbered leaves and decisions.

    `number` gives a leaf, with the path of answers to it, its number. Equal rows are one; equal decisions
    are one if `merge`, else each stands for itself. Choices made together must be allowed.
    """

    def __init__(
        self, number: Callable[[Leaf[Any], Path], int], mover: int, *, merge: bool, together: bool
    ) -> None:
        self.rows: list[Row] = []
        self.decisions: list[Decision] = []
        self.paths: list[Path] = []
        self._number = number
        self._mover = mover
        self._merge = merge
        self._together = together
        self._done: dict[int, Shares] = {}
        self._row_index: dict[Row, int] = {}
        self._decision_index: dict[Decision, int] = {}

    def root(self, tree: Node[Any]) -> int:
        """The row with which a play begins."""
        self._done = {}
        return self._row(self._spread(tree, ()))

    def _spread(self, node: Node[Any], path: Path) -> Shares:
        known = self._done.get(id(node))
        if known is None:
            known = self._done[id(node)] = self._parts(node, path)
        return known

    def _parts(self, node: Node[Any], path: Path) -> Shares:
        if isinstance(node, Leaf):
            return {self._number(node, path): 1}, 1
        return self._chance(node, path) if isinstance(node, ChanceNode) else self._choice(node, path)

    def _chance(self, node: ChanceNode[Any], path: Path) -> Shares:
        if node.lookup is not None:
            name = node.lookup
            open_parts = [(Terms.of(name, k), self._spread(c, (*path, k[0]))) for _, c, k in node.branches]
            return mixture(open_parts, 1)
        parts = [(weight, self._spread(child, (*path, keys[0]))) for weight, child, keys in node.branches]
        return mixture(parts, node.total)

    def _choice(self, node: ChoiceNode[Any], path: Path) -> Shares:
        if len(node.seats) != 1 and not self._together:
            raise BadOptions(f"{' and '.join(node.what)} are chosen at the same time: no exact tables")
        rows = tuple(self._row(self._spread(child, (*path, key))) for key, child in node.branches.items())
        owner = TOGETHER if len(node.seats) > 1 else int(node.seats[0] != self._mover)
        made = Decision(owner, node.what[0], tuple(node.branches), rows)
        known = self._decision_index.get(made) if self._merge else None
        if known is None:
            known = self._decision_index[made] = len(self.decisions)
            self.decisions.append(made)
            self.paths.append(path)
        return {~known: 1}, 1

    def _row(self, shares: Shares) -> int:
        return number_of(self.rows, self._row_index, as_row(*shares))


# Standing inside a play


def run_path(game: Game[S], s: S, path: Sequence[str]) -> S | None:
    """The state (changed) after one play with these answers, by key; it may end before they are used up.

    None if it asks for something else or for more.
    """
    run = Run.along(game, s)
    return s if run.send_legal(path) and run.request is None else None


def stand_at(game: Game[S], s: S, path: Sequence[str]) -> Run[S]:
    """The play from `s` (changing it), standing at the choice that these answers lead to."""
    run = Run.along(game, s)
    legal = run.send_legal(path)
    assert legal and isinstance(run.request, Choose)
    return run
