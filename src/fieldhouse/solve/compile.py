"""From the rules generator to tables: every situation enumerated once, its outcomes with exact weights.

The result of `Plays.build` is a set of rows. A row is a distribution over targets; a target is a leaf (points
of both sides, time used, next core, is the frame turned) or a decision, whose options are rows again. Nothing
here knows a game: the game's `Reduction` says how states fall into core, slot and margin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple

import msgspec

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, S, State
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.run import Run
from fieldhouse.solve.enumerate import ChanceNode, ChoiceNode, Leaf, Node, explore
from fieldhouse.solve.lookups import Terms, as_terms
from fieldhouse.solve.reduction import Core, Kind, Place, Reduction

A_WINS, TIE, B_WINS = -2, -3, -4
"""Instead of a row: the game is over there."""
TOGETHER = 2
"""The owner of a choice that both sides make at the same time: a matrix game."""
Path = tuple[Any, ...]
"""Answers, by key, from the beginning of a play."""
NOWHERE = -1
"""Instead of a row: the core cannot stand there."""


class Lands(NamedTuple):
    """A leaf: where a play leads, seen from side A of the core where it began."""

    core: int
    turned: bool
    time: int
    points_a: int
    points_b: int


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


class Entry(NamedTuple):
    """How a play begins in a core at moments of a kind: its row, or how the game is over there."""

    row: int
    template: int
    decisions: tuple[int, ...]
    """The decision that each decision of the template is here."""
    leaves: tuple[int, ...]
    """The leaf that each leaf of the template is here."""


class Plays(Generic[S]):
    """Everything compiled so far, as plain lists; `lab.compiling.compiled` packs it into arrays."""

    def __init__(self, reduction: Reduction[S]) -> None:
        self.reduction = reduction
        self.cores: list[Core] = []
        self.index: dict[Core, int] = {}
        self.example: list[bytes] = []
        self.kinds: list[Kind] = []
        self.kind_index: dict[Kind, int] = {}
        self.leaves: list[Lands] = []
        self.rows: list[Row] = []
        self.decisions: list[Decision] = []
        self.templates: list[Template] = []
        self.entry: dict[tuple[int, int], Entry] = {}
        self._leaf_index: dict[Lands, int] = {}
        self._row_index: dict[Row, int] = {}
        self._decision_index: dict[Decision, int] = {}
        self._courses: dict[Hashable, Entry] = {}
        self._shapes: dict[Hashable, int] = {}
        self.family: list[Hashable] = []
        self.reached: list[set[tuple[int, int]] | None] = []
        self._queue: list[tuple[int, tuple[int, int] | None]] = []
        self._queued: set[int] = set()
        self._slot_kinds: dict[tuple[Hashable, int], dict[Kind, None]] = {}

    def restore(
        self,
        cores: Sequence[Core],
        example: list[bytes],
        kinds: list[Kind],
        leaves: list[Any],
        rows: list[Any],
        decisions: list[Any],
        templates: list[Any],
        entry: dict[tuple[int, int], Entry],
        reached: list[set[tuple[int, int]] | None],
    ) -> None:
        """Take what another process has compiled, given back as plain lists."""
        self.cores, self.example, self.kinds, self.entry = list(cores), example, kinds, entry
        self.index = {core: n for n, core in enumerate(cores)}
        self.kind_index = {kind: n for n, kind in enumerate(kinds)}
        self.family = [self.reduction.family(core) for core in cores]
        self.leaves = [Lands(*leaf) for leaf in leaves]
        self.rows = [Row(tuple(a), tuple(b), c) for a, b, c in rows]
        self.decisions = [Decision(a, b, tuple(c), tuple(d)) for a, b, c, d in decisions]
        self.templates = [msgspec.convert(template, Template) for template in templates]
        self.reached = reached

    # The search through all cores

    def build(self, progress: Callable[[int, int], None] | None = None) -> Plays[S]:
        """Compile everything that can be reached from the start."""
        self._note(self.reduction.game.start())
        done = 0
        while done < len(self._queue):
            core, moment = self._queue[done]
            if moment is None:
                for kind, sample in self._kinds_of(core).items():
                    self._compile(core, kind, sample)
            else:
                kind = self.reduction.kind(self.family[core], *moment)
                self._follow(moment, self._compile(core, kind, moment))
            done += 1
            if progress is not None and done % 100 == 0:
                progress(done, len(self._queue))
        return self

    def _note(self, s: S) -> Place:
        """The place of a state; a core, or exact moment of it, seen for the first time is queued."""
        place = self.reduction.where(s)
        found = self.index.get(place.core)
        if found is None:
            found = self.index[place.core] = len(self.cores)
            self.cores.append(place.core)
            self.example.append(self.reduction.game.save(s))
            self.family.append(self.reduction.family(place.core))
            self.reached.append(set() if self.reduction.exact(place.core) else None)
        self._mark(found, place.slot, place.margin)
        return place

    def _mark(self, core: int, slot: int, margin: int) -> None:
        reached = self.reached[core]
        if reached is not None:
            if (slot, margin) not in reached:
                reached.add((slot, margin))
                self._queue.append((core, (slot, margin)))
        elif core not in self._queued:
            self._queued.add(core)
            self._queue.append((core, None))

    def _follow(self, moment: tuple[int, int], entry: Entry) -> None:
        """Mark the moments to which a play leads from an exactly known one."""
        slot, margin = moment
        stop = self.reduction.stop(slot)
        for number in set(entry.leaves):
            leaf = self.leaves[number]
            lead = margin + leaf.points_a - leaf.points_b
            self._mark(leaf.core, min(slot + leaf.time, stop), -lead if leaf.turned else lead)

    def _kinds_of(self, core: int) -> dict[Kind, tuple[int, int]]:
        """The kinds of moments in which the core can stand, each with a sample."""
        span = self.reduction.span(self.cores[core])
        found: dict[Kind, tuple[int, int]] = {}
        for slot in span:
            for kind in self._kinds_at(self.family[core], slot):
                if kind not in found:
                    found[kind] = self.reduction.sample(self.cores[core], kind)
        return found

    def _kinds_at(self, family: Hashable, slot: int) -> dict[Kind, None]:
        key = (family, slot)
        if key not in self._slot_kinds:
            red = self.reduction
            margins = range(-red.limit, red.limit + 1)
            self._slot_kinds[key] = dict.fromkeys(red.kind(family, slot, margin) for margin in margins)
        return self._slot_kinds[key]

    def _compile(self, core: int, kind: Kind, moment: tuple[int, int]) -> Entry:
        number = _number(self.kinds, self.kind_index, kind)
        found = self.entry.get((core, number))
        if found is None:
            found = self.entry[core, number] = self._entry(core, kind, moment)
        return found

    def state_at(self, core: int, slot: int, margin: int) -> S:
        """A state with that core at that moment."""
        s = self.reduction.game.load(self.example[core])
        self.reduction.put(s, slot, margin)
        return s

    def _entry(self, core: int, kind: Kind, moment: tuple[int, int]) -> Entry:
        s = self.state_at(core, *moment)
        outcome = self.reduction.game.outcome(s)
        if outcome is not None:
            mirrored = self.reduction.where(s).mirrored
            over = TIE if outcome.winner is None else A_WINS if (outcome.winner == 1) == mirrored else B_WINS
            return Entry(over, -1, (), ())
        course = self.reduction.course(self.cores[core], kind)
        if course not in self._courses:
            self._courses[course] = self._play(self.reduction.shape(self.cores[core], kind), s)
        return self._courses[course]

    # One play

    def _play(self, shape: Hashable | None, s: S) -> Entry:
        game, place, scores = self.reduction.game, self.reduction.where(s), _scores(s)
        start = game.save(s)
        if Run.along(game, s).request is None:  # the play is over without a question
            leaf = self._lands(s, place.mirrored, place.slot, scores)
            return Entry(_number(self.rows, self._row_index, Row((leaf,), (1,), 1)), -1, (), (leaf,))
        number = self._shapes.get(shape) if shape is not None else None
        if number is None:
            number = self._enumerate(start, place.mirrored)
            if shape is not None and self.reduction.founds(shape, place):
                self._shapes[shape] = number
        leaves = self._leaves(self.templates[number], start, place, scores)
        if leaves is None:  # it asks something else here
            number = self._enumerate(start, place.mirrored)
            leaves = self._leaves(self.templates[number], start, place, scores)
            assert leaves is not None
        known = self.templates[number]
        decisions = self._bind(known, leaves)
        row = self._row(known.rows[known.root], leaves, decisions)
        return Entry(row, number, tuple(decisions), tuple(leaves))

    def _enumerate(self, start: bytes, mirrored: bool) -> int:
        self.templates.append(template(self.reduction.game, start, self.reduction, mirrored=mirrored))
        return len(self.templates) - 1

    def _leaves(
        self, known: Template, start: bytes, place: Place, scores: tuple[int, int]
    ) -> list[int] | None:
        """Where each leaf of the template lies from this start, or None if the play asks otherwise."""
        game = self.reduction.game
        ends = [run_path(game, game.load(start), path) for path in known.leaves]
        if None in ends:
            return None
        return [self._lands(end, place.mirrored, place.slot, scores) for end in ends if end is not None]

    def _bind(self, known: Template, leaves: Sequence[int]) -> list[int]:
        """The template's decisions with these leaves; inner ones come first in a template."""
        decisions: list[int] = []
        for decision in known.decisions:
            rows = tuple(self._row(known.rows[row], leaves, decisions) for row in decision.rows)
            decisions.append(_number(self.decisions, self._decision_index, decision._replace(rows=rows)))
        return decisions

    def _row(self, row: Row, leaves: Sequence[int], decisions: Sequence[int]) -> int:
        chances: dict[int, int] = {}
        for target, weight in zip(row.targets, row.weights, strict=True):
            real = leaves[target] if target >= 0 else ~decisions[~target]
            chances[real] = chances.get(real, 0) + weight
        return _number(self.rows, self._row_index, as_row(chances, row.total))

    def _lands(self, end: S, mirrored: bool, slot: int, scores: tuple[int, int]) -> int:
        """The number of the leaf at which the play from there has ended."""
        place = self._note(end)
        now = _scores(end)
        a, b = now[0] - scores[0], now[1] - scores[1]
        points = (b, a) if mirrored else (a, b)
        lands = Lands(self.index[place.core], place.mirrored != mirrored, place.slot - slot, *points)
        return _number(self.leaves, self._leaf_index, lands)


T = Any


def _number(items: list[T], index: dict[T, int], item: T) -> int:
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


Shares = tuple[dict[int, Any], int]
"""A distribution in whole numbers: the weight of each target, and their sum (left open: Terms of 1)."""


def mixture(parts: Sequence[tuple[Any, Shares]], total: int) -> Shares:
    """Distributions mixed by these weights of `total`, in lowest terms."""
    common = math.lcm(*(inner for _, (_, inner) in parts))
    result: dict[int, Any] = {}
    for weight, (chances, inner) in parts:
        factor = weight * (common // inner)
        for target, share in chances.items():
            result[target] = result.get(target, 0) + factor * share
    whole = total * common
    if any(isinstance(share, Terms) for share in result.values()):
        return {target: as_terms(share) * Fraction(1, whole) for target, share in result.items()}, 1
    shared = math.gcd(whole, *result.values())
    if shared == 1:
        return result, whole
    return {target: share // shared for target, share in result.items()}, whole // shared


def _scores(s: State) -> tuple[int, int]:
    a, b = s.scores  # type: ignore[attr-defined]
    return a, b


# From a tree to a template


def template(game: Game[S], start: bytes, reduction: Reduction[S], *, mirrored: bool) -> Template:
    """Enumerate the play that begins at the state `start` and turn its tree into rows."""

    def leaf(end: S) -> Hashable:
        return (*reduction.where(end), _scores(end))

    leaves: list[Path] = []

    def number(_leaf: Leaf[Any], path: Path) -> int:
        leaves.append(path)
        return len(leaves) - 1

    made = Spread(number, int(mirrored), merge=False, together=False)
    root = made.root(explore(game, start, leaf))
    return Template(leaves, made.rows, made.decisions, made.paths, root)


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
        return _number(self.rows, self._row_index, as_row(*shares))


# Standing inside a play


def run_path(game: Game[S], s: S, path: Sequence[str]) -> S | None:
    """The state (changed) after one play with these answers, by key; it may end before they are used up.

    None if it asks for something else or for more.
    """
    run = Run.along(game, s)
    for key in path:
        if run.request is None:
            return s
        if not run.takes(key):
            return None
        run.send_key(key)
    return s if run.request is None else None


def stand_at(game: Game[S], s: S, path: Sequence[str]) -> Run[S]:
    """The play from `s` (changing it), standing at the choice that these answers lead to."""
    run = Run.along(game, s)
    for key in path:
        run.send_key(key)
    assert isinstance(run.request, Choose)
    return run
