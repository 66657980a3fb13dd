"""Cups: knockout rounds for 2 to 64 teams, with byes and seeds; the cross-era cup is one at neutral
sites."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Literal

from fieldhouse.football.competition.format import (
    Entry,
    Fixture,
    Format,
    FormatRequest,
    InOrderOf,
    KnockoutGames,
    Lots,
    SeasonProgress,
    Steps,
)
from fieldhouse.kernel.errors import BadOptions

ROUNDS = {2: "final", 4: "semi-final", 8: "quarter-final"}


def round_name(left: int) -> str:
    """What a round is called with so many places left."""
    return ROUNDS.get(left, f"round of {left}")


def bracket(size: int) -> list[int]:
    """Numbers of a bracket from top to bottom, from 1: the first two can meet in the final only, and so
    on."""
    numbers = [1]
    while len(numbers) < size:
        numbers = [n for number in numbers for n in (number, 2 * len(numbers) + 1 - number)]
    return numbers


class Cup(Format, frozen=True, tag=True, kw_only=True):
    """Knockout rounds to a final.

    `draw` is "seeds" (the list is the seeding: the first `seeds` of it, all if not said, the others by
    lot), or "list" (the list is the bracket, from top to bottom, byes to the first ones). The better number
    is home, unless the sites are neutral. A meeting is one game or the best of an odd number.
    """

    draw: Literal["seeds", "list"] = "seeds"
    seeds: int = -1
    neutral: bool = False
    best_of: int = 1

    def __post_init__(self) -> None:
        if not 2 <= len(self.names) <= 64:
            raise BadOptions(f"a cup has 2 to 64 teams, not {len(self.names)}")
        if self.seeds > len(self.names):
            raise BadOptions(f"{self.seeds} seeds among {len(self.names)} teams")
        if self.best_of % 2 == 0 or self.best_of < 1:
            raise BadOptions(f"a series is best of an odd number of games, not {self.best_of}")

    @property
    def title(self) -> str:
        games = "" if self.best_of == 1 else f", best of {self.best_of}"
        return f"{len(self.names)}-team cup{games}" + (", neutral sites" if self.neutral else "")

    def steps(self, c: SeasonProgress) -> Steps:
        teams: list[Entry] = list(range(len(self.names)))
        if self.draw == "seeds" and 0 <= self.seeds < len(teams) - 1:
            drawn = yield Lots("draw", teams[self.seeds :], "the next team of the draw")
            teams = [*teams[: self.seeds], *drawn]
        size = 1 << (len(teams) - 1).bit_length()
        byes = size - len(teams)
        places: list[Entry | None]
        if self.draw == "list":
            places = [place for team in teams[:byes] for place in (team, None)] + teams[byes:]
        else:
            places = [teams[n - 1] if n <= len(teams) else None for n in bracket(size)]
        first = size
        while size > 1:
            name = round_name(size)
            if size < first:
                c.reached[name] = list(places)
            places = yield from self.round(name, places, teams)
            size //= 2
        c.champion = places[0]

    def round(
        self, name: str, places: list[Entry | None], numbers: list[Entry]
    ) -> Generator[FormatRequest, Any, list[Entry | None]]:
        """One round, the bracket read two by two; whoever has no opponent goes on."""
        pairs = list(zip(places[::2], places[1::2], strict=True))
        games: list[Fixture] = []
        for number, pair in enumerate(pairs, start=1):
            if pair[1] is None:
                continue
            if self.draw == "seeds":
                pair = yield InOrderOf(pair, numbers)  # the better number is home
            label = f"{name} {number}" if len(pairs) > 1 else name
            games.append(
                Fixture(label, name, *pair, neutral=self.neutral, knockout=True, best_of=self.best_of)
            )
        winners = iter((yield KnockoutGames(games)))
        return [one if other is None else next(winners) for one, other in pairs]
