"""What can be known of a game without loading its rules: title, seats, edition, options, lengths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel.errors import BadOptions

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]


class OptionSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One option of a game: a switch (bool default), a list (`choices`), a bounded number, or text.

    `formerly` is its name in older records, which are still read. `words` says a choice as people would.
    """

    name: str
    default: Value
    help: str
    rule: str = ""
    formerly: str = ""
    choices: tuple[Value, ...] = ()
    words: Mapping[str, str] = {}
    low: int | None = None
    high: int | None = None
    first: bool = False
    """Stands at the top of the set-up page: the teams, or how the game is played."""

    def read(self, value: Any) -> Value:
        """Check a value, converting text from a shell; BadOptions says which values it takes."""
        if isinstance(self.default, bool):
            return self._switch(value)
        if isinstance(self.default, int):
            value = self._number(value)
        if not isinstance(value, type(self.default)) or isinstance(value, bool):
            raise BadOptions(f"option {self.name}: {value!r} is not {self.wants()}")
        if self.choices and value not in self.choices:
            raise BadOptions(f"option {self.name}: {value!r} is not {self.wants()}")
        if isinstance(value, int) and not self._in_bounds(value):
            raise BadOptions(f"option {self.name}: {value} is not {self.wants()}")
        return value

    def value_text(self, value: Value) -> str:
        """The value as pages show it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.words.get(str(value), str(value))

    def wants(self) -> str:
        """The values it takes, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if self.choices:
            return "one of " + ", ".join(map(str, self.choices))
        if isinstance(self.default, int):
            if self.low is not None and self.high is not None:
                return f"a whole number from {self.low} to {self.high}"
            return f"a whole number of at least {self.low}" if self.low is not None else "a whole number"
        return "text"

    def _switch(self, value: Any) -> bool:
        words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False}
        words["0"] = False
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
        raise BadOptions(f"option {self.name}: {value!r} is not {self.wants()}")

    def _number(self, value: Any) -> Any:
        if isinstance(value, str):
            try:
                return int(value)
            except ValueError:
                raise BadOptions(f"option {self.name}: {value!r} is not {self.wants()}") from None
        return value

    def _in_bounds(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """A game's title page.

    `lengths` name option values for a full and for shorter games; the first is the default length.
    `materials` names the data a game is played with (charts, teams, formations) and says what each
    is; their defaults are made by the game's `rules` module. `tiny` is the length tests use.
    `seats` names the seats where the options do not say otherwise (`Game.seats`); `concession` and `ties`
    say whether a seat may concede and offer a tie; `chairs` names the option that says how many sit down.
    """

    name: str
    title: str
    source: str
    blurb: str
    rule_prefix: str
    seats: tuple[str, ...] = ("Red", "Blue")
    chairs: str = ""
    edition: int = 1
    editions: tuple[int, ...] = (1,)
    options: tuple[OptionSpec, ...] = ()
    lengths: Mapping[str, Options] = {}
    length_unit: str = ""
    """The option that says in what the lengths are counted."""
    lengths_by_unit: Mapping[str, Mapping[str, Options]] = {}
    """By the value of that option, the lengths whose option values differ."""
    tiny: str = "tiny"
    levels: tuple[str, ...] = ("rookie", "starter", "allpro")
    onlookers: tuple[str, ...] = ()
    """The levels whose coach reads the state as its seat sees it (`Game.mask_hidden`) and needs no world."""
    materials: Mapping[str, str] = {}
    concession: bool = True
    ties: bool = True
    hidden: bool = False
    minutes: Mapping[str, int] = {}
    """How long a game of a length takes a person, as measured by `benchmarks/answers.py`."""
    length_words: Mapping[str, str] = {}
    """What a length is, in words; where it says nothing, its options are listed."""
    weight: int = 0
    """How much there is to learn, from 1 (easy) to 5 (heavy); 0 where nobody has said."""
    between_people: Options = {}
    """Options whose default is another one where only people play, such as a limit that only programs need.
    They have no part in win probabilities."""

    def spec(self, name: str) -> OptionSpec:
        """The option of that name, or BadOptions listing those there are."""
        for spec in self.options:
            if name and name in (spec.name, spec.formerly):
                return spec
        known = ", ".join(spec.name for spec in self.options) or "none"
        raise BadOptions(f"{self.title} has no option {name!r}; its options are: {known}")

    def people_options(self, given: Mapping[str, Any], length: str | None = None) -> dict[str, Any]:
        """The options given, and those of a game between people that neither they nor the length name."""
        said = {self.spec(name).name for name in given} | set(self.lengths.get(length or "", {}))
        usual = {name: value for name, value in self.between_people.items() if name not in said}
        return {**usual, **given}

    def read_options(self, given: Mapping[str, Any] | None = None, *, length: str | None = None) -> Options:
        """All options with defaults filled in; BadOptions for an unknown name or a bad value."""
        values: dict[str, Value] = {spec.name: spec.default for spec in self.options}
        if length is not None:
            if length not in self.lengths:
                known = ", ".join(self.lengths) or "none"
                raise BadOptions(f"{self.title} has no length {length!r}; its lengths are: {known}")
            values.update(self.lengths[length])
        read: dict[str, Value] = {}
        for name, value in (given or {}).items():
            spec = self.spec(name)
            read[spec.name] = spec.read(value)
        if length is not None and self.length_unit in read:
            values.update(self.lengths_by_unit.get(str(read[self.length_unit]), {}).get(length, {}))
        return {**values, **read}


class ChoiceCard(msgspec.Struct, frozen=True, kw_only=True):
    """A value of an option as a card of the set-up page: `lobby.choice_cards` has them by option.

    `picture` is a whole SVG, `colors` are those of a team.
    """

    value: str
    title: str
    about: str = ""
    colors: tuple[str, ...] = ()
    picture: str = ""


class BoardEditor(msgspec.Struct, frozen=True, kw_only=True):
    """How a lineup is drawn on the set-up page: `lobby.BOARD_EDITORS` has one by material.

    A file of it names the squares of each group, as `groups` does; one of the first group carries `mark`.
    """

    files: str
    ranks: int
    groups: Mapping[str, tuple[str, ...]]
    mark: str


class DailyFormat(msgspec.Struct, frozen=True):
    """How a game is played as the daily drive: `lobby.DAILY` has one for each of its weekdays (Monday: 0)."""

    length: str
    about: str
    options: Mapping[str, Value] = {}
