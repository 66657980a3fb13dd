"""Where chance comes from: fast seeded dice, a script, or people's own dice. `fair.py` has FairDice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Protocol

from fieldhouse.kernel.errors import BadScript
from fieldhouse.kernel.requests import Chance


class Dice(Protocol):
    """Anything that answers a chance request with its value, or None: somebody will type it in."""

    kind: str

    def outcome(self, request: Chance) -> Any: ...


class FastDice:
    """Seeded dice for simulation and search. The seed is explicit, never the clock."""

    kind = "fast"
    __slots__ = ("_random", "rng", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self._random = self.rng.random

    def __repr__(self) -> str:
        """The dice as they were at their first roll."""
        return f"fieldhouse.FastDice({self.seed})"

    def outcome(self, request: Chance) -> Any:
        flat = request.flat
        return flat[int(self._random() * len(flat))]


class ScriptedDice:
    """Hand-worked dice and cards, in order, or in order per stream: the test tool.

    `ScriptedDice([7, 9, 8, 6])` or `ScriptedDice({"play": [8], "penalty": [7, 9]})`. Values may be
    written as the rules see them or as keys. A script that runs out or does not fit raises
    BadScript, unless `then` supplies dice for the rest.
    """

    kind = "scripted"

    def __init__(self, script: Iterable[Any] | Mapping[str, Iterable[Any]], then: Dice | None = None) -> None:
        self._by_stream: dict[str, list[Any]] | None = None
        self._all: list[Any] = []
        if isinstance(script, Mapping):
            self._by_stream = {stream: list(values) for stream, values in script.items()}
        else:
            self._all = list(script)
        self._then = then
        self._taken = 0

    def outcome(self, request: Chance) -> Any:
        queue = self._all if self._by_stream is None else self._by_stream.get(request.stream, [])
        if not queue:
            if self._then is not None:
                return self._then.outcome(request)
            raise BadScript(f"the script has no outcome left for {request!r} after {self._taken} taken")
        self._taken += 1
        value = queue.pop(0)
        try:
            return request.value(str(value))
        except KeyError:
            raise BadScript(
                f"outcome {self._taken} of the script is {value!r}, but {request!r} gives one of "
                f"{', '.join(request.keys)}"
            ) from None

    def __repr__(self) -> str:
        """The script that is left."""
        script = self._all if self._by_stream is None else self._by_stream
        return f"fieldhouse.ScriptedDice({script!r}{'' if self._then is None else f', then={self._then!r}'})"

    @property
    def left(self) -> list[Any]:
        """What the script still holds; a test may require that it is empty."""
        if self._by_stream is None:
            return list(self._all)
        return [value for values in self._by_stream.values() for value in values]


class TypedDice:
    """People roll their own dice and type the outcome; such records are marked as unverified."""

    kind = "typed"

    def __repr__(self) -> str:
        return "fieldhouse.TypedDice()"

    def outcome(self, request: Chance) -> Any:
        return None


def typed_dice(kind: str) -> TypedDice | None:
    """Dice for people who roll their own, if that is the `kind` of a table's or record's dice; else none."""
    return TypedDice() if kind == TypedDice.kind else None
