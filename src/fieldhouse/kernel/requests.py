"""What rules may ask of the table: a roll, a draw, a choice, or choices made together.

A `Rules` generator yields requests and is sent their answers: the value of a roll, the key of a
drawn card, the key of the chosen option, or a tuple of keys for `Together`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from itertools import islice, product
from typing import Any, ClassVar, TypeAlias

import msgspec

Seat: TypeAlias = int
Sees: TypeAlias = tuple[Seat, ...] | None
"""Who may see an outcome or an answer: these seats, or everybody (None)."""


class Die:
    """Outcomes with exact integer weights; `flat` lists each value as often as it weighs."""

    __slots__ = ("flat", "key_of", "keys", "name", "total", "value_of", "values", "weights")

    def __init__(
        self,
        name: str,
        values: Iterable[Any],
        weights: Iterable[int] | None = None,
        keys: Iterable[str] | None = None,
    ) -> None:
        self.name = name
        self.values: tuple[Any, ...] = tuple(values)
        self.weights: tuple[int, ...] = tuple(weights) if weights is not None else (1,) * len(self.values)
        self.keys: tuple[str, ...] = tuple(keys) if keys is not None else tuple(map(str, self.values))
        if len(set(self.keys)) != len(self.values) or len(self.weights) != len(self.values):
            raise ValueError(f"die {name}: values, weights and distinct keys must be equally many")
        if min(self.weights) < 1:
            raise ValueError(f"die {name}: every weight must be at least 1")
        self.total = sum(self.weights)
        self.value_of = dict(zip(self.keys, self.values, strict=True))
        self.key_of: dict[Any, str] = dict(zip(self.values, self.keys, strict=True))
        self.flat: tuple[Any, ...] = tuple(
            value for value, weight in zip(self.values, self.weights, strict=True) for _ in range(weight)
        )

    def __repr__(self) -> str:
        return f"Die({self.name})"


@cache
def dice(count: int, sides: int) -> Die:
    """The total of `count` fair dice: `dice(2, 6)` is 2d6."""
    ways: dict[int, int] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        ways[sum(faces)] = ways.get(sum(faces), 0) + 1
    return Die(f"{count}d{sides}" if count > 1 else f"d{sides}", ways.keys(), ways.values())


D6 = dice(1, 6)
TWO_D6 = dice(2, 6)
D20 = dice(1, 20)
COIN = Die("coin", ("heads", "tails"))


class Request:
    """Base of all requests; `chance` tells dice from people without a type test."""

    __slots__ = ()
    chance: ClassVar[bool] = False


class Chance(Request):
    """A roll or a draw. `stream` names its purpose: each stream has its own sequence of outcomes."""

    __slots__ = ("flat", "label", "rule", "sees", "stream")
    chance: ClassVar[bool] = True
    veiled: ClassVar[bool] = False
    """True where the list of outcomes would itself tell a secret (what is left in a dealt pack)."""
    flat: Sequence[Any]

    def __init__(self, stream: str, flat: Sequence[Any], label: str, rule: str, sees: Sees) -> None:
        self.stream = stream
        self.flat = flat
        self.label = label or stream
        self.rule = rule
        self.sees = sees

    @property
    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """The distinct outcomes, as written in records."""

    @property
    def shown_keys(self) -> tuple[str, ...]:
        """The outcomes to list for the person who types one in; none where the list itself is secret."""
        return () if self.veiled else self.keys

    @property
    def pack_keys(self) -> tuple[str, ...]:
        """What a picker offers: the outcomes, or the whole pack where those left in it are secret."""
        return self.shown_keys

    @property
    @abstractmethod
    def weights(self) -> tuple[int, ...]:
        """One integer weight per key."""

    @abstractmethod
    def value(self, key: str) -> Any:
        """What the rules are sent for `key`; KeyError if it is no outcome."""

    @abstractmethod
    def key(self, value: Any) -> str:
        """The key of an outcome's value."""

    def gives(self, key: str) -> bool:
        """True if `key` is an outcome."""
        return key in self.keys


class Roll(Chance):
    """Roll a die. The rules are sent its value. Build once and share: it holds no state."""

    __slots__ = ("die",)

    def __init__(self, die: Die, stream: str, label: str = "", rule: str = "", sees: Sees = None) -> None:
        super().__init__(stream, die.flat, label, rule, sees)
        self.die = die

    @property
    def keys(self) -> tuple[str, ...]:
        return self.die.keys

    @property
    def weights(self) -> tuple[int, ...]:
        return self.die.weights

    def value(self, key: str) -> Any:
        return self.die.value_of[key]

    def key(self, value: Any) -> str:
        return self.die.key_of[value]

    def gives(self, key: str) -> bool:
        return key in self.die.value_of

    def __repr__(self) -> str:
        return f"Roll({self.die.name}, {self.stream!r})"


class Draw(Chance):
    """Draw one card from those not yet seen: uniform over `pool`, which has no hidden order.

    Equal cards in the pool weigh as many. The rules take the card out of the pool themselves.
    """

    __slots__ = ()

    def __init__(
        self, pool: Sequence[str], stream: str, label: str = "", rule: str = "", sees: Sees = None
    ) -> None:
        self.stream, self.flat, self.label = stream, pool, label or stream  # made anew for every card
        self.rule, self.sees = rule, sees

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.flat))

    @property
    def weights(self) -> tuple[int, ...]:
        return tuple(Counter(self.flat).values())  # in the order of `keys`: of first appearance

    def value(self, key: str) -> str:
        if key not in self.flat:
            raise KeyError(key)
        return key

    def key(self, value: Any) -> str:
        return str(value)

    def gives(self, key: str) -> bool:
        return key in self.flat

    def __repr__(self) -> str:
        return f"Draw({len(self.flat)} cards, {self.stream!r})"


class Option(msgspec.Struct, frozen=True):
    """One thing a seat may choose: a stable key in words, a label to read, the rule that allows it."""

    key: str
    label: str
    rule: str = ""
    help: str = ""
    warning: str = ""
    """What the seat would give up by it: people are asked once more before it counts."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a key may not be chosen, with the rule id; `label` where the key is not readable."""

    key: str
    reason: str
    rule: str = ""
    label: str = ""


class Menu:
    """The options of a choice. A menu that does not depend on the state is built once and shared.

    `refused` are the few refused options worth showing; `binding` are keys that cannot be undone, because
    choosing them shows something to somebody or ends a turn.
    """

    __slots__ = ("_options", "_refused", "binding", "keys")

    def __init__(
        self, options: Iterable[Option], refused: Iterable[Refusal] = (), binding: Iterable[str] = ()
    ) -> None:
        self._options = {option.key: option for option in options}
        self._refused = {refusal.key: refusal for refusal in refused}
        self.keys: Sequence[str] = tuple(self._options)
        self.binding = frozenset(binding)

    def __contains__(self, key: str) -> bool:
        return key in self.keys

    def option(self, key: str) -> Option:
        """The option of a legal key."""
        return self._options[key]

    def options(self) -> list[Option]:
        """Every option with its label."""
        return [self.option(key) for key in self.keys]

    def refusal(self, key: str) -> Refusal:
        """Why `key`, which is not an option, is refused."""
        known = self._refused.get(key)
        return known if known is not None else no_such_option(key, self.keys)

    def refusals(self) -> tuple[Refusal, ...]:
        """The refused options worth showing on screen."""
        return tuple(self._refused.values())

    def binds(self, key: str) -> bool:
        """True if the answer `key` cannot be undone."""
        return key in self.binding

    def closes(self, key: str) -> bool:
        """True if `key` ends the seat's turn: it is not given unasked while the seat may undo something."""
        return self.binds(key)


class LazyMenu(Menu):
    """A menu whose labels are made when they are read, and its keys too where a function is given for them.

    `shown` are the keys of the few refused options worth showing.
    """

    __slots__ = ("_describe", "_make", "_refuse", "_shown")

    def __init__(
        self,
        keys: Sequence[str] | Callable[[], Sequence[str]],
        describe: Callable[[str], Option],
        refuse: Callable[[str], Refusal] | None = None,
        binding: Iterable[str] = (),
        shown: Sequence[str] = (),
    ) -> None:
        self._options, self._refused = {}, {}
        if callable(keys):
            self._make = keys
        else:
            self.keys = keys
        self.binding = frozenset(binding)
        self._shown = shown
        self._describe = describe
        self._refuse = refuse

    def __getattr__(self, name: str) -> Any:
        """Make the keys when they are first read."""
        if name != "keys":
            raise AttributeError(name)
        self.keys = self._make()
        return self.keys

    def option(self, key: str) -> Option:
        return self._describe(key)

    def refusal(self, key: str) -> Refusal:
        return self._refuse(key) if self._refuse is not None else no_such_option(key, self.keys)

    def refusals(self) -> tuple[Refusal, ...]:
        return tuple(self.refusal(key) for key in self._shown)


def no_such_option(key: str, keys: Sequence[str]) -> Refusal:
    """The refusal of a key that is not an option, with the options there are."""
    few = ", ".join(list(keys)[:8]) + (", ..." if len(keys) > 8 else "")
    return Refusal(key, f"not an option here; the options are: {few}")


NO_FACTS: Mapping[str, int] = {}
NOTHING_AHEAD: Mapping[str, str] = {}


class Choose(Request):
    """One seat chooses one option. `sees` says who may see the answer (None: everybody).

    `what` is the stable name of the decision ("declare"), `prompt` the question in words,
    `help` one line for a beginner, `rule` the rule that asks. `facts` are the numbers in the
    question that the state does not hold, so that no program reads them out of its words.

    `hides` marks an open question whose number of options is a secret ("keep", and with a certain card in
    hand "exchange" too): it is always put to the seat. So is every question whose answer is secret.

    `passes` is the answer that lets the game take its course where hardly anybody would say otherwise ("let
    the clock run", long before the end): people get it without being asked, unless they asked for another
    answer ahead (`kernel/standing_answer.py`). `ahead` has the standing options that answer this question
    and the answer that each gives (empty: the first of the menu): {"play:hold": "done"}.
    """

    __slots__ = (
        "ahead",
        "facts",
        "help",
        "hides",
        "menu",
        "passes",
        "prompt",
        "rule",
        "seat",
        "sees",
        "what",
    )

    def __init__(
        self,
        seat: Seat,
        what: str,
        menu: Menu,
        prompt: str = "",
        *,
        rule: str = "",
        help: str = "",
        sees: Sees = None,
        facts: Mapping[str, int] = NO_FACTS,
        hides: bool = False,
        passes: str = "",
        ahead: Mapping[str, str] = NOTHING_AHEAD,
    ) -> None:
        self.seat = seat
        self.what = what
        self.menu = menu
        self.prompt = prompt or what
        self.rule = rule
        self.help = help
        self.sees = sees
        self.facts = facts
        self.hides = hides
        self.passes = passes
        self.ahead = ahead

    @property
    def keys(self) -> Sequence[str]:
        """The legal keys of the menu."""
        return self.menu.keys

    def allows(self, key: str) -> bool:
        """True if `key` is legal."""
        return key in self.menu

    @property
    def only_key(self) -> str | None:
        """The key of the only option; None where there is a choice."""
        few = list(islice(self.keys, 2))  # where the rest is made when somebody looks, nobody does here
        return few[0] if len(few) == 1 else None

    @property
    def forced_key(self) -> str | None:
        """The key of the only option, if everybody may know that there is no other; else None."""
        return None if self.hides or self.sees is not None else self.only_key

    def __repr__(self) -> str:
        return f"Choose(seat {self.seat}, {self.what!r})"


class Together(Request):
    """Several seats choose at the same time; nobody sees an answer before all are in.

    The rules are sent a tuple of keys in the order of `parts`. What an answer was stays secret
    afterwards too where its part's `sees` says so; the rules reveal it by their events and state.
    """

    __slots__ = ("parts",)

    def __init__(self, *parts: Choose) -> None:
        self.parts = parts

    def __repr__(self) -> str:
        return f"Together{self.parts!r}"


Answer: TypeAlias = Any
Rules: TypeAlias = Generator[Request, Answer, None]
