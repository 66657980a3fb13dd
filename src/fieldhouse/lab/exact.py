"""Exact win probabilities of a game: at its start, at a position, and at every node of a play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, State
from fieldhouse.lab.tables.compiled_game import Progress, reduction_of
from fieldhouse.lab.tables.open_tables import tables_for
from fieldhouse.solve.induction import Spot, Sweep, WinTieLoss
from fieldhouse.solve.play_tree import ChanceNode, ChoiceNode, Leaf, Node, explore
from fieldhouse.solve.reduction import Place, Reduction
from fieldhouse.solve.tables import Tables

Tree = Node[Place]


class Exact:
    """The values of one game for seat 0, both sides at their best, or under a policy (`level`)."""

    def __init__(self, game: Game[Any], level: str | None = None, progress: Progress | None = None) -> None:
        self.game = game
        self.reduction: Reduction[Any] = reduction_of(game)
        self.tables: Tables = tables_for(game, self.reduction, level, progress)
        self.sweep = Sweep(self.tables, self.reduction.leads)

    def spot(self, place: Place) -> Spot:
        """The place in the tables; BadOptions if it was never compiled because it cannot come up."""
        core = self.tables.index.get(place.core)
        if core is None:
            raise BadOptions(f"no exact value: {self.reduction.describe(place.core)} cannot come up")
        return place.slot, core, place.margin

    def values(self, places: Iterable[Place]) -> dict[Place, WinTieLoss]:
        """Seat 0's win, tie and loss at these places, by one sweep back to the earliest of them."""
        asked = {place: self.spot(place) for place in places}
        found = self.sweep.values(asked.values())
        return {
            place: found[spot].from_other_side() if place.mirrored else found[spot]
            for place, spot in asked.items()
        }

    def bounds(self, places: Iterable[Place]) -> dict[Place, tuple[float, float]]:
        """Bounds of seat 0's win probability that hold whatever leads beyond the limit would bring."""
        asked = {place: self.spot(place) for place in places}
        found = self.sweep.bounds(asked.values())
        turned = {spot: (1 - high, 1 - low) for spot, (low, high) in found.items()}
        return {place: turned[spot] if place.mirrored else found[spot] for place, spot in asked.items()}

    def at(self, s: State) -> WinTieLoss:
        """Seat 0's win, tie and loss at a whistle state."""
        place = self.reduction.where(s)
        return self.values([place])[place]

    def start(self) -> WinTieLoss:
        """Seat 0's win, tie and loss before the game."""
        return self.at(self.game.start())

    def tree(self, snapshot: bytes) -> Tree:
        """The play that begins at this whistle, its leaves being places."""
        return explore(self.game, snapshot, self.reduction.where)


def leaves_of(tree: Tree) -> set[Place]:
    """Every place a play can lead to."""
    found: set[Place] = set()
    seen: set[int] = set()
    stack: list[Tree] = [tree]
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Leaf):
            found.add(node.value)
        else:
            stack += child_nodes(node)
    return found


def child_nodes(node: ChanceNode[Place] | ChoiceNode[Place]) -> list[Tree]:
    """The nodes one answer below this one."""
    if isinstance(node, ChanceNode):
        return [child for _, child, _ in node.branches]
    return list(node.branches.values())


def child_of(node: Tree, key: Any) -> Tree:
    """The node after this answer."""
    if isinstance(node, ChanceNode):
        return next(child for _, child, keys in node.branches if key in keys)
    assert isinstance(node, ChoiceNode)
    return node.branches[key]


class NodeValues:
    """Win, tie and loss at every node of a tree, with the best choice at each decision."""

    def __init__(self, values: dict[Place, WinTieLoss]) -> None:
        self._values = values
        self._done: dict[int, WinTieLoss] = {}
        self._keep: list[Tree] = []

    def __call__(self, node: Tree) -> WinTieLoss:
        known = self._done.get(id(node))
        if known is None:
            known = self._done[id(node)] = self._value(node)
            self._keep.append(node)
        return known

    def _value(self, node: Tree) -> WinTieLoss:
        if isinstance(node, Leaf):
            return self._values[node.value]
        if isinstance(node, ChanceNode):
            return mix_results((weight / node.total, self(child)) for weight, child, _ in node.branches)
        best = max if node.seats[0] == 0 else min
        return best(map(self, node.branches.values()), key=_equity)


def _equity(chances: WinTieLoss) -> float:
    return chances.win_probability


def mix_results(parts: Iterable[tuple[float, WinTieLoss]]) -> WinTieLoss:
    """The weighted mean of several results."""
    win = tie = loss = 0.0
    for weight, chances in parts:
        win += weight * chances.win
        tie += weight * chances.tie
        loss += weight * chances.loss
    return WinTieLoss(win, tie, loss)


class ChanceStep(NamedTuple):
    """What fell on the way: the roll, and all its outcomes that come to the same."""

    label: str
    keys: tuple[str, ...]


class DicePath(NamedTuple):
    """One path of dice: its probability, its rolls, and the node at its end."""

    chance: float
    steps: tuple[ChanceStep, ...]
    end: Tree


def chance_paths(node: Tree) -> list[DicePath]:
    """Every path of dice from a node to the next whistle or choice: probability, dice, end."""
    if not isinstance(node, ChanceNode):
        return [DicePath(1.0, (), node)]
    found = []
    for weight, child, keys in node.branches:
        step = ChanceStep(node.label, tuple(keys))
        for chance, rest, end in chance_paths(child):
            found.append(DicePath(weight / node.total * chance, (step, *rest), end))
    return found
