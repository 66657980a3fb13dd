"""Answers as numbers and views as vectors, so that programs can learn a game.

A key is a path of tokens. The tokens of a game are a fixed list (append only within an edition;
tests/golden/tokens holds it), so an action keeps its number however many keys there are. Where only one
token can follow it is not asked for, and where one key begins another the token STOP ends the shorter one. A
feature vector is a fixed list of named numbers made from a seat's view alone, so it can hold no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.game import Game, View
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Seat

STOP = "."
"""The first token of every game: the key ends here, although a longer one begins with it."""

TokenTree: TypeAlias = "dict[int, TokenTree | str | Callable[[], TokenTree | str]]"
"""Token by number to what follows: a further node, the key that is complete, or what makes one of them."""


class GymSpec(NamedTuple):
    """The optional part `gym` of a game: its module has one of these as GYM."""

    tokens: tuple[str, ...]
    """Every token, STOP first. A token's place is its number."""
    split: Callable[[Any, Choose, str], Sequence[str]]
    """The tokens of a legal key (game, question, key). Keys of one menu have different paths."""
    questions: tuple[str, ...]
    """Every `Choose.what` of the rules."""
    fields: tuple[str, ...]
    """The names of the observation's numbers."""
    observe: Callable[[Any, View, Seat], list[float]]
    """The numbers, from the seat's own view."""
    outcomes: int
    """The most outcomes that one roll or draw has."""
    longest: Callable[[Any], int]
    """More tokens than a whole game takes; where the rules know no end (overtime until somebody
    scores) more than any game of a lifetime takes."""
    grow: Callable[[Any, Choose], TokenTree | None] | None = None
    """For menus of hundreds of keys, which nobody wants written out: the tree of the paths that `split` gives
    (game, question), made as far as somebody looks; None where the keys are to be split after all."""


def one_hot(value: Any, choices: Sequence[Any]) -> list[float]:
    """A number for each choice: 1 for the one that `value` is."""
    return [1.0 if value == choice else 0.0 for choice in choices]


def one_hot_names(prefix: str, choices: Sequence[Any]) -> tuple[str, ...]:
    """The field names of `one_hot`: "phase play", "phase kickoff"."""
    return tuple(f"{prefix} {choice}" for choice in choices)


MAX_TREES = 4096
"""Menus whose tree is remembered for a game; menus shared by a whole game are most of what is asked."""


class ActionSpace:
    """The tokens of a game with its options bound, and the trees of its menus."""

    def __init__(self, game: Game[Any]) -> None:
        part = find(game.meta.name).part("gym")
        if part is None:
            raise FieldhouseError(f"{game.meta.title} declares no actions: it has no `gym` part")
        self.game = game
        self.spec: GymSpec = part.GYM
        self.number = {token: place for place, token in enumerate(self.spec.tokens)}
        self._trees: dict[tuple[int, str, tuple[str, ...]], TokenTree] = {}
        self._paths: dict[tuple[int, str, str], tuple[int, ...]] = {}

    def path(self, asked: Choose, key: str) -> tuple[int, ...]:
        """The tokens of a legal key by number, forced ones too."""
        known = (asked.seat, asked.what, key)
        found = self._paths.get(known)
        if found is None:
            tokens = self.spec.split(self.game, asked, key)
            found = self._paths[known] = tuple(self.number[token] for token in tokens)
        return found

    def tree(self, asked: Choose) -> TokenTree:
        """The first tokens of this question's keys; `follow_token` tells what comes after each."""
        if self.spec.grow is not None:
            grown = self.spec.grow(self.game, asked)
            if grown is not None:
                return _open(grown)
        keys = tuple(asked.keys)
        known = (asked.seat, asked.what, keys)
        found = self._trees.get(known)
        if found is None:
            if len(self._trees) >= MAX_TREES:
                self._trees.clear()
            found = self._trees[known] = _open(_forked([(self.path(asked, key), key) for key in keys], 0))
        return found

    def observe(self, view: View, seat: Seat, asked: Choose | None, given: Sequence[int] = ()) -> list[float]:
        """The game's own numbers from the seat's view, then its question and the tokens given so far."""
        spec = self.spec
        seen = [
            value if -1.0 < value < 1.0 else max(-1.0, min(1.0, value))
            for value in spec.observe(self.game, view, seat)
        ]
        question = [0.0] * len(spec.questions)
        tokens = [0.0] * len(spec.tokens)
        if asked is not None:
            question[spec.questions.index(asked.what)] = 1.0
            for token in given:
                tokens[token] = 1.0
        return [*seen, *question, *tokens]

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of an observation's numbers."""
        spec = self.spec
        return (*spec.fields, *(f"asked {q}" for q in spec.questions), *(f"given {t}" for t in spec.tokens))


@lru_cache(maxsize=16)
def action_space_of(game: Game[Any]) -> ActionSpace:
    """The action space of this game, made once."""
    return ActionSpace(game)


def follow_token(node: TokenTree, token: int) -> TokenTree | str | None:
    """What follows a token: a further tree, the key that is complete, or None where it is not legal."""
    below = node.get(token)
    if below is None or isinstance(below, str):
        return below
    while not isinstance(below, str):
        if callable(below):
            below = below()
        elif len(below) == 1:  # forced: not asked for
            (below,) = below.values()
        else:
            break
    node[token] = below
    return below


def _open(node: TokenTree) -> TokenTree:
    """The first node where there is a choice; that of the only key where there is none."""
    while len(node) == 1:
        (token,) = node
        below = follow_token(node, token)
        if not isinstance(below, dict):
            break
        node = below
    return node


def _forked(ways: list[tuple[tuple[int, ...], str]], depth: int) -> TokenTree:
    """The tokens at this depth of these paths, each with the paths that go through it."""
    forks: dict[int, list[tuple[tuple[int, ...], str]]] = {}
    for way in ways:
        path = way[0]
        forks.setdefault(path[depth] if depth < len(path) else 0, []).append(way)
    return {
        token: below[0][1] if len(below) == 1 else partial(_forked, below, depth + 1)
        for token, below in forks.items()
    }
