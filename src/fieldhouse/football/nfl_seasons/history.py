"""What really happened: divisions, schedule and results of each season from 1970 (`history.txt`)."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from fieldhouse.kernel.errors import BadOptions

PLAY_OFFS = ("WC", "DIV", "CONF", "SB")
_GAME = re.compile(r"(\w+)([@/])(\w+) (\d+)-(\d+)")


class RealGame(msgspec.Struct, frozen=True):
    """A game of record; `week` is a number, or one of PLAY_OFFS."""

    week: str
    visitor: str
    home: str
    visitor_points: int
    home_points: int
    neutral: bool


class Division(msgspec.Struct, frozen=True):
    """A division and its teams: code to full name of that year."""

    name: str
    teams: dict[str, str]

    @property
    def conference(self) -> str:
        """The conference of the division: `AFC` or `NFC`."""
        return self.name.split()[0]


class RealSeason(msgspec.Struct, frozen=True):
    """One season of the league."""

    season: int
    divisions: tuple[Division, ...]
    games: tuple[RealGame, ...]

    @property
    def teams(self) -> dict[str, str]:
        """Code to full name, by division."""
        return {code: name for division in self.divisions for code, name in division.teams.items()}

    @property
    def regular(self) -> list[RealGame]:
        """The games before the playoffs."""
        return [game for game in self.games if game.week not in PLAY_OFFS]

    @property
    def champion(self) -> str:
        """The code of whoever won the Super Bowl."""
        last = self.games[-1]
        return last.home if last.home_points > last.visitor_points else last.visitor


@cache
def _seasons() -> dict[int, str]:
    text = files("fieldhouse.football.nfl_seasons").joinpath("history.txt").read_text(encoding="utf-8")
    parts = re.split(r"^= (\d+)\n", text, flags=re.MULTILINE)
    return {int(number): body for number, body in zip(parts[1::2], parts[2::2], strict=True)}


def known_seasons() -> list[int]:
    """The seasons of record."""
    return list(_seasons())


@cache
def real_season(season: int) -> RealSeason:
    """One season; BadOptions names those there are."""
    if season not in _seasons():
        known = known_seasons()
        raise BadOptions(f"no schedule for {season}; choose a season from {known[0]} to {known[-1]}")
    divisions: list[Division] = []
    games: list[RealGame] = []
    for line in _seasons()[season].splitlines():
        name, _, rest = line.partition(": ")
        if " " in name:
            divisions.append(
                Division(name, {team.split()[0]: team.split(" ", 1)[1] for team in rest.split(", ")})
            )
            continue
        for visitor, site, home, visitor_points, home_points in _GAME.findall(rest):
            games.append(RealGame(name, visitor, home, int(visitor_points), int(home_points), site == "/"))
    return RealSeason(season, tuple(divisions), tuple(games))
