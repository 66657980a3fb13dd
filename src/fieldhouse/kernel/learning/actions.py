"""Answers as numbers: the tree of a menu's legal keys, walked one token at a time.

A key is a path of tokens (`GymSpec.split`). Where only one token can follow it is not asked for, and where
one key begins another the token STOP ends the shorter one. A menu with one key still asks for one token.
The tree grows where somebody walks: a branch is made when it is first looked at (`follow`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.game import Game, View
from fieldhouse.kernel.learning.gymspec import GymSpec, Node
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Seat

KEPT = 4096
"""Menus whose tree is remembered for a game; menus shared by a whole game are most of what is asked."""


class Actions:
    """The declared tokens of a game with its options bound."""

    def __init__(self, game: Game[Any]) -> None:
        part = find(game.meta.name).part("gym")
        if part is None:
            raise FieldhouseError(f"{game.meta.title} declares no actions: it has no `gym` part")
        self.game = game
        self.spec: GymSpec = part.GYM
        self.number = {token: place for place, token in enumerate(self.spec.tokens)}
        self._trees: dict[tuple[int, str, tuple[str, ...]], Node] = {}
        self._paths: dict[tuple[int, str, str], tuple[int, ...]] = {}

    def path(self, asked: Choose, key: str) -> tuple[int, ...]:
        """The tokens of a legal key by number, forced ones too."""
        known = (asked.seat, asked.what, key)
        found = self._paths.get(known)
        if found is None:
            tokens = self.spec.split(self.game, asked, key)
            found = self._paths[known] = tuple(self.number[token] for token in tokens)
        return found

    def tree(self, asked: Choose) -> Node:
        """The first tokens of this question's keys; `follow` tells what comes after each."""
        if self.spec.grow is not None:
            grown = self.spec.grow(self.game, asked)
            if grown is not None:
                return _open(grown)
        keys = tuple(asked.keys)
        known = (asked.seat, asked.what, keys)
        found = self._trees.get(known)
        if found is None:
            if len(self._trees) >= KEPT:
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
def actions_of(game: Game[Any]) -> Actions:
    """The actions of this game, made once."""
    return Actions(game)


def follow(node: Node, token: int) -> Node | str | None:
    """What comes after a token: a further node, the key that is complete, or None where it is not legal."""
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


def _open(node: Node) -> Node:
    """The first node where there is a choice; that of the only key where there is none."""
    while len(node) == 1:
        (token,) = node
        below = follow(node, token)
        if not isinstance(below, dict):
            break
        node = below
    return node


def _forked(ways: list[tuple[tuple[int, ...], str]], depth: int) -> Node:
    """The tokens at this depth of these paths, each with the paths that go through it."""
    forks: dict[int, list[tuple[tuple[int, ...], str]]] = {}
    for way in ways:
        path = way[0]
        forks.setdefault(path[depth] if depth < len(path) else 0, []).append(way)
    return {
        token: below[0][1] if len(below) == 1 else partial(_forked, below, depth + 1)
        for token, below in forks.items()
    }
