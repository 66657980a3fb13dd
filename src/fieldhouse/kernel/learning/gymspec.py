"""What a game declares so that programs can learn it: answers as numbers that stay, and views as vectors.

A key is a path of tokens. The tokens of a game are a fixed list (append only within an edition; the golden
files in tests/golden/tokens hold it), so an action keeps its number however many keys there are. An
observation is a fixed list of named numbers made from a seat's view alone, so it can hold no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose, Seat

STOP = "."
"""The first token of every game: the key ends here, although a longer one begins with it."""

Node: TypeAlias = "dict[int, Node | str | Callable[[], Node | str]]"
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
    grow: Callable[[Any, Choose], Node | None] | None = None
    """For menus of hundreds of keys, which nobody wants written out: the tree of the paths that `split` gives
    (game, question), made as far as somebody looks; None where the keys are to be split after all."""


def flags(value: Any, choices: Sequence[Any]) -> list[float]:
    """A number for each choice: 1 for the one that `value` is."""
    return [1.0 if value == choice else 0.0 for choice in choices]


def named(prefix: str, choices: Sequence[Any]) -> tuple[str, ...]:
    """The field names of `flags`: "phase play", "phase kickoff"."""
    return tuple(f"{prefix} {choice}" for choice in choices)
