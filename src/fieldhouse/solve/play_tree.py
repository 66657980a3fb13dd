"""Exact enumeration of one play: every outcome of chance with its integer weight, every choice kept.

The rules generator itself is run along every branch, so no rule is written twice. Equal branches are
merged: two positions are the same when the states are equal and the generators stand at the same place
with equal local variables. (That is why rules bind each answer to a name and keep only what matters.)
A generator cannot be copied, so a branch is reached by running its few answers again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from types import CodeType, GeneratorType
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from fieldhouse.kernel.game import Game, S, State
from fieldhouse.kernel.requests import Chance, Choose, Request, Roll, Seat, Together
from fieldhouse.kernel.run import Run
from fieldhouse.solve.lookups import Lookup, Shares, Terms, mixture

L = TypeVar("L", bound=Hashable)


class Leaf(Generic[L]):
    """The whistle: what the caller's `leaf` function made of the state then."""

    __slots__ = ("value",)

    def __init__(self, value: L) -> None:
        self.value = value


class ChanceNode(Generic[L]):
    """A roll or draw. Branches that lead to the same node are one: (weight, node, keys)."""

    __slots__ = ("branches", "label", "lookup", "rule", "stream", "total")

    def __init__(self, request: Chance) -> None:
        self.stream = request.stream
        self.lookup = request.name if isinstance(request, Lookup) else None
        self.label = request.label
        self.rule = request.rule
        self.total = len(request.flat)
        self.branches: list[tuple[int, Node[L], tuple[str, ...]]] = []


class ChoiceNode(Generic[L]):
    """A decision of one seat, or of several at once (`seats`): key, or tuple of keys, to node."""

    __slots__ = ("branches", "seats", "what")

    def __init__(self, request: Choose | Together) -> None:
        parts = request.parts if isinstance(request, Together) else (request,)
        self.seats: tuple[Seat, ...] = tuple(part.seat for part in parts)
        self.what: tuple[str, ...] = tuple(part.what for part in parts)
        self.branches: dict[Any, Node[L]] = {}


Node: TypeAlias = Leaf[L] | ChanceNode[L] | ChoiceNode[L]
Chooser: TypeAlias = Callable[[Choose, Any], str]
Mixer: TypeAlias = Callable[[ChoiceNode[Any]], Mapping[Any, Fraction | int]]


def explore(
    game: Game[S],
    start: S | bytes,
    leaf: Callable[[S], L],
    *,
    policy: Chooser | None = None,
    merge: bool = True,
) -> Node[L]:
    """The tree (with shared branches) of the play that begins at the whistle state `start`.

    With `policy` only its choices are followed; without, every choice stays a node. `leaf` turns the
    state at the whistle into whatever the caller compares: equal leaves are one.
    """
    return _Explorer(game, start, leaf, policy, merge).root()


class _Explorer(Generic[S, L]):
    def __init__(
        self,
        game: Game[S],
        start: S | bytes,
        leaf: Callable[[S], L],
        policy: Chooser | None,
        merge: bool,
    ) -> None:
        self._game = game
        self._snapshot = start if isinstance(start, bytes) else game.save(start)
        self._leaf = leaf
        self._policy = policy
        self._merge = merge
        self._seen: dict[Hashable, Node[L]] = {}
        self._leaves: dict[L, Leaf[L]] = {}

    def root(self) -> Node[L]:
        return self._node([], self._begun(()))

    def _begun(self, path: Sequence[Any]) -> Run[S]:
        """The play from the start along these answers."""
        return Run.along(self._game, self._game.load(self._snapshot), path)

    def _node(self, path: list[Any], run: Run[S]) -> Node[L]:
        """The node reached by these answers, where `run` stands; choices of the policy are taken at once."""
        while self._policy is not None and run.request is not None and not run.request.chance:
            path = [*path, _choices(run.request, run.state, self._policy)]
            run.send(path[-1])
        if run.request is None:
            value = self._leaf(run.state)
            leaf = self._leaves.get(value)
            if leaf is None:
                leaf = self._leaves[value] = Leaf(value)
            return leaf
        key = position_key(run) if self._merge else None
        if key is not None and key in self._seen:
            return self._seen[key]
        node = self._grow(path, run)
        if key is not None:
            self._seen[key] = node
        return node

    def _grow(self, path: list[Any], run: Run[S]) -> Node[L]:
        request = run.request
        if isinstance(request, Chance):
            return self._chance(request, path, run)
        assert isinstance(request, Choose | Together)
        choice: ChoiceNode[L] = ChoiceNode(request)
        answers: Sequence[Any] = (
            list(product(*(part.keys for part in request.parts)))
            if isinstance(request, Together)
            else list(request.keys)
        )
        choice.branches = dict(zip(answers, self._children(path, answers, run), strict=True))
        return choice

    def _chance(self, request: Chance, path: list[Any], run: Run[S]) -> Node[L]:
        chance: ChanceNode[L] = ChanceNode(request)
        keys, weights = request.keys, request.weights
        merged: dict[int, list[tuple[int, str, Node[L]]]] = {}
        children = self._children(path, [request.value(key) for key in keys], run)
        for key, weight, child in zip(keys, weights, children, strict=True):
            merged.setdefault(id(child), []).append((weight, key, child))
        for same in merged.values():
            weight = sum([part[0] for part in same])
            chance.branches.append((weight, same[0][2], tuple([part[1] for part in same])))
        return chance

    def _children(self, path: list[Any], answers: Sequence[Any], run: Run[S]) -> list[Node[L]]:
        """The nodes after each answer. The run that stands here goes on with the first of them."""
        found: list[Node[L]] = []
        for place, answer in enumerate(answers):
            way = [*path, answer]
            if place == 0:
                run.send(answer)
            else:
                run = self._begun(way)
            found.append(self._node(way, run))
        return found


def _choices(request: Request, state: Any, policy: Chooser) -> Any:
    if isinstance(request, Together):
        return tuple(policy(part, state) for part in request.parts)
    assert isinstance(request, Choose)
    return policy(request, state)


def position_key(run: Run[S]) -> Hashable | None:
    """What tells one point of a play from another, or None where locals cannot be compared."""
    places: list[CodeType | int] = []
    local: list[dict[str, Any]] = []
    inner: Any = run.rules
    while isinstance(inner, GeneratorType):
        frame = inner.gi_frame
        if frame is None:
            return None
        places += (frame.f_code, frame.f_lasti)
        local.append({k: v for k, v in frame.f_locals.items() if not _IN_THE_STATE[type(v)]})
        inner = inner.gi_yieldfrom
    try:
        return (run.game.save(run.state), _LOCALS.encode(local), *places)
    except (TypeError, ValueError, OverflowError):
        return None


class _Kinds(dict[type, bool]):
    """Is such a local the state, which is compared by itself, or the game, which never changes?

    Kept by type: `isinstance` of an abstract class costs more than all the rest of a key.
    """

    def __missing__(self, kind: type) -> bool:
        found = self[kind] = issubclass(kind, State | Game)
        return found


_IN_THE_STATE = _Kinds()


def _opaque(value: Any) -> Any:
    """Locals that are not plain data: rolls by what they are, module-level names by name; nothing else."""
    if isinstance(value, Roll):
        return ["roll", value.die.name, value.stream, value.label]
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    name = getattr(value, "__qualname__", "<")
    if callable(value) and "<" not in name:
        return [value.__module__, name]
    raise TypeError(type(value).__name__)


_LOCALS = msgspec.msgpack.Encoder(enc_hook=_opaque)


def leaf_distribution(root: Node[L], mix: Mixer | None = None) -> dict[L, Fraction]:
    """The exact chance of every leaf; `mix` gives the weights of the answers at each choice.

    Where something is looked up that is left open the chances are `Terms`.
    """
    shares, total = _spread(root, mix, {})
    return {value: _as_chance(share, total) for value, share in shares.items()}


def _as_chance(share: Any, total: int) -> Any:
    return share if isinstance(share, Terms) else Fraction(share, total)


def _spread(node: Node[L], mix: Mixer | None, cache: dict[int, Shares]) -> Shares:
    if isinstance(node, Leaf):
        return {node.value: 1}, 1
    known = cache.get(id(node))
    if known is not None:
        return known
    parts: list[tuple[Any, Node[L]]] = []
    total = 1
    if isinstance(node, ChanceNode):
        name = node.lookup
        total = node.total if name is None else 1
        parts = [(w if name is None else Terms.of(name, keys), child) for w, child, keys in node.branches]
    elif mix is None:
        raise ValueError(f"a choice {node.what} is in the tree: give a mix or explore under a policy")
    else:
        weights = {key: Fraction(weight) for key, weight in mix(node).items() if weight}
        common = math.lcm(*(weight.denominator for weight in weights.values()))
        parts = [(int(weight * common), node.branches[key]) for key, weight in weights.items()]
        total = sum(weight for weight, _ in parts)
    spread = cache[id(node)] = mixture([(w, _spread(child, mix, cache)) for w, child in parts], total)
    return spread
