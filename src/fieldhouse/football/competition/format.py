"""What a form of competition asks: lots, games, tables, and how entries of an earlier list stand to one
another.

A form is a generator, as the rules of a game are. It handles its teams as opaque `Entry` values and never
looks inside one: in a live league an entry is the team's number, in the odds engine a column of numbers,
one a season. So the form that crowns the champion is the form that gives the odds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

import msgspec

from fieldhouse.football.competition.tie_breakers import TieBreakers

Entry: TypeAlias = Any
"""A team as a form handles it: its number in the form's list, or a column of numbers."""


class Fixture(msgspec.Struct, frozen=True):
    """A game to be played, the home team named first. `id` depends on place and teams, never on order.

    A knockout game needs a winner; with `best_of` above one it is a series, whose games are fixtures of
    their own (`game`).
    """

    id: str
    stage: str
    home: Entry
    visitor: Entry
    week: int = 0
    neutral: bool = False
    knockout: bool = False
    best_of: int = 1

    def game(self, number: int) -> Fixture:
        """The game of that number, from 1, of a series; a single game is itself."""
        if self.best_of == 1:
            return self
        return msgspec.structs.replace(self, id=f"{self.id}, game {number}", best_of=1)


class Lots(msgspec.Struct, frozen=True):
    """Draw these entries in an order by lot. Answer: the entries in the order drawn."""

    id: str
    entries: Sequence[Entry]
    label: str


class LeagueGames(msgspec.Struct, frozen=True):
    """Ordinary games, which tables count; they may be played in any order. Answer: None, when all are
    in."""

    fixtures: Sequence[Fixture]


class KnockoutGames(msgspec.Struct, frozen=True):
    """Games that need a winner. Answer: the winners, in the order of the fixtures."""

    fixtures: Sequence[Fixture]


class RankEntries(msgspec.Struct, frozen=True):
    """Rank these entries by the ordinary games so far. Answer: the entries, best first.

    With `places` only the first so many are asked for.
    """

    name: str
    entries: Sequence[Entry]
    by: TieBreakers
    places: int = 0


class InOrderOf(msgspec.Struct, frozen=True):
    """Sort these entries as they stand in an earlier list. Answer: the entries, the first of the list
    first."""

    entries: Sequence[Entry]
    standing: Sequence[Entry]


class OwnDivisionLast(msgspec.Struct, frozen=True):
    """Whom of two a host meets if a team of its own division is avoided. Answer: the two, the one to meet
    first."""

    host: Entry
    first: Entry
    second: Entry


FormatRequest: TypeAlias = Lots | LeagueGames | KnockoutGames | RankEntries | InOrderOf | OwnDivisionLast
Steps: TypeAlias = Generator[FormatRequest, Any, None]


class SeasonProgress(msgspec.Struct):
    """What a competition has come to: the form writes it down as soon as it is known.

    `tables` are final orders, best first; `reached` says who came to a stage ("play-offs", "final"), in
    their order: who comes to a stage has come to those before it.
    """

    groups: dict[str, list[Entry]] = {}
    tables: dict[str, list[Entry]] = {}
    reached: dict[str, list[Entry]] = {}
    champion: Entry = None


class Format(msgspec.Struct, frozen=True):
    """A form of competition for the teams named. Plain data, so that a league keeps it by value.

    `division` and `conference` give each team's, by number; a form without them leaves them empty.
    """

    names: tuple[str, ...]

    @property
    @abstractmethod
    def title(self) -> str:
        """The form in words."""

    @property
    def division(self) -> tuple[int, ...]:
        return (-1,) * len(self.names)

    @property
    def conference(self) -> tuple[int, ...]:
        return (-1,) * len(self.names)

    @abstractmethod
    def steps(self, c: SeasonProgress) -> Steps:
        """From the first lot to the champion, asking; what is known is written into the course."""

    def sure(self, low: Sequence[float], high: Sequence[float]) -> dict[str, list[bool | None]]:
        """Who is sure of a stage (True) and who is out of it (False) whatever the tie-breakers and lots say,
        given the least and the greatest share of wins that each team can come to. A form of which the stages
        are the first places of its tables need not say anything: that is found without it."""
        return {}
