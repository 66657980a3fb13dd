"""Answers as numbers: the trie of a menu's legal keys, walked one token at a time.

A key is a path of tokens (`GymSpec.split`). Where only one token can follow it is not asked for, and where
one key begins another the token STOP ends the shorter one. A menu with one key still asks for one token.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.game import Game, View
from fieldhouse.kernel.gymspec import GymSpec
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Seat

Node: TypeAlias = "dict[int, Node | str]"
"""Token to what follows: a further node, or the key that is complete."""

KEPT = 4096
"""Menus whose trie is remembered for a game; menus shared by a whole game are most of what is asked."""


class Actions:
    """The declared tokens of a game with its options bound."""

    def __init__(self, game: Game[Any]) -> None:
        part = find(game.meta.name).part("gym")
        if part is None:
            raise FieldhouseError(f"{game.meta.title} declares no actions: it has no `gym` part")
        self.game = game
        self.spec: GymSpec = part.GYM
        self.number = {token: place for place, token in enumerate(self.spec.tokens)}
        self._tries: dict[tuple[int, str, tuple[str, ...]], Node] = {}
        self._paths: dict[tuple[int, str, str], tuple[int, ...]] = {}

    def path(self, asked: Choose, key: str) -> tuple[int, ...]:
        """The tokens of a legal key by number, forced ones too."""
        known = (asked.seat, asked.what, key)
        found = self._paths.get(known)
        if found is None:
            tokens = self.spec.split(self.game, asked, key)
            found = self._paths[known] = tuple(self.number[token] for token in tokens)
        return found

    def trie(self, asked: Choose) -> Node:
        """The first tokens of this question's keys, and what follows each."""
        keys = tuple(asked.keys)
        known = (asked.seat, asked.what, keys)
        found = self._tries.get(known)
        if found is None:
            if len(self._tries) >= KEPT:
                self._tries.clear()
            found = self._tries[known] = _shortened(self._grown(asked, keys))
        return found

    def observe(self, view: View, seat: Seat, asked: Choose | None, given: Sequence[int] = ()) -> list[float]:
        """The game's own numbers from the seat's view, then its question and the tokens given so far."""
        spec = self.spec
        seen = spec.observe(self.game, view, seat)
        question = [0.0] * len(spec.questions)
        tokens = [0.0] * len(spec.tokens)
        if asked is not None:
            question[spec.questions.index(asked.what)] = 1.0
            for token in given:
                tokens[token] = 1.0
        return [max(-1.0, min(1.0, value)) for value in (*seen, *question, *tokens)]

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of an observation's numbers."""
        spec = self.spec
        return (*spec.fields, *(f"asked {q}" for q in spec.questions), *(f"given {t}" for t in spec.tokens))

    def _grown(self, asked: Choose, keys: Sequence[str]) -> Node:
        root: Node = {}
        for key in keys:
            node = root
            *way, last = self.path(asked, key)
            for token in way:
                below = node.setdefault(token, {})
                if isinstance(below, str):  # that key is complete where this one goes on
                    below = node[token] = {0: below}
                node = below
            taken = node.get(last)
            if isinstance(taken, dict):
                taken[0] = key
            else:
                node[last] = key
        return root


@lru_cache(maxsize=16)
def actions_of(game: Game[Any]) -> Actions:
    """The actions of this game, made once."""
    return Actions(game)


def _shortened(root: Node) -> Node:
    """The trie without tokens that only one thing can follow; the last choice always stays."""
    only = next(iter(root.values())) if len(root) == 1 else None
    if isinstance(only, dict):
        return _shortened(only)
    return {token: _settled(below) for token, below in root.items()}


def _settled(below: Node | str) -> Node | str:
    if isinstance(below, str):
        return below
    if len(below) == 1:
        return _settled(next(iter(below.values())))
    return {token: _settled(further) for token, further in below.items()}
