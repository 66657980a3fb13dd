"""The franchises of a league as teams that play: clubs with the lineups left behind, coached by managers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.record import SeatLine
from fieldhouse.kernel.requests import Choose
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.playout import SimulatedGame, play_recorded
from fieldhouse.league.season_replay import season_options
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.teams import GameTeams


class LineupSlot(msgspec.Struct):
    """A place of a lineup: its word, its name, the card of who stands there, and all who may."""

    word: str
    name: str
    card: str
    men: list[tuple[str, str]]


class LeagueTeams(GameTeams):
    """Those who play a league. `lineups` are the ones left behind, by franchise: they change the club."""

    def __init__(self, journal: LeagueJournal, lineups: Mapping[int, str] | None = None) -> None:
        league = journal.league
        super().__init__(
            league.game,
            [franchise.club for franchise in league.franchises],
            options=league.options,
            materials=league.materials,
        )
        if len(self.folder.meta.seats) != 2:
            raise BadOptions(
                f"{self.folder.meta.title} isn't a two-player game, so it can't be played in a league"
            )
        self.names = league.names
        self.year = league.year
        self.coaches = [chair.coach for chair in journal.managers]
        self.left = frozenset(lineups or {})
        for franchise, words in (lineups or {}).items():
            self.clubs[franchise] = self.with_lineup(franchise, words)

    def with_lineup(self, franchise: int, words: str) -> Any:
        """The club with this lineup; BadOptions where the game has none, or this one cannot be."""
        if self.part is None or not hasattr(self.part, "with_lineup"):
            raise BadOptions(f"{self.folder.meta.title} has no lineup to set")
        return self.part.with_lineup(self.clubs[franchise], words, self.options)

    def lineup_places(self, franchise: int) -> list[LineupSlot]:
        """The places of its lineup as it stands, to be chosen; nothing where the game has none."""
        if self.part is None or not hasattr(self.part, "lineup_places"):
            return []
        listed = self.part.lineup_places(self.clubs[franchise], self.options)
        return [LineupSlot(*place) for place in listed]

    def options_of(self, fixture: Fixture) -> Mapping[str, Any]:
        if not self.year:
            return self.options
        return {**season_options(self.folder, self.year, fixture), **self.options}

    def level_of(self, team: int) -> str:
        return self.coaches[team]

    def team_at(self, fixture: Fixture, seat: int) -> int:
        """The franchise that has this seat."""
        team: int = fixture.home if seat == self.home_seat else fixture.visitor
        return team

    def seat_of(self, fixture: Fixture, team: int) -> int:
        """The seat of a franchise in this fixture."""
        return self.home_seat if team == fixture.home else 1 - self.home_seat

    def _with_line_up(self, team: int, policy: Policy) -> Policy:
        """The coach of a franchise that left a lineup behind begins with it."""
        if team not in self.left or self.part is None:
            return policy
        keeps = self.part.lineup_answer

        def answer(request: Choose, state: Any) -> str:
            kept: str | None = keeps(request, state)
            return policy(request, state) if kept is None else kept

        return answer

    def play_with_record(self, fixture: Fixture, dice: LeagueDice, attempt: int) -> SimulatedGame:
        """The fixture played out by its coaches, with its record; everything follows from the arguments."""
        game = self.open(fixture)
        seed = dice.seed(fixture.id, attempt)
        sides = [self.team_at(fixture, seat) for seat in (0, 1)]
        make = self.folder.coaches.policy
        policies: list[Policy] = [
            self._with_line_up(team, make(self.level_of(team), game, seed + seat))
            for seat, team in enumerate(sides)
        ]
        lines = [SeatLine(self.names[team], f"coach:{self.level_of(team)}") for team in sides]
        return play_recorded(
            game, policies, dice.fair(fixture.id, attempt), lines, dice.salt(fixture.id, attempt)
        )


def hash_token(token: str) -> str:
    """How links and devices are kept, and lineups bound: what is hashed is random, or has a salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def current_lineups(service: LeagueService, journal: LeagueJournal) -> dict[int, str]:
    """The words of the lineups that stand, by franchise: for simulated games, for nobody's page."""
    kept = service.store.leagues.lineups(journal.id) if journal.lineups else {}
    return {franchise: body.partition("\n")[2] for franchise, body in kept.items()}


def changed_lineups(service: LeagueService, journal: LeagueJournal) -> list[int]:
    """The franchises whose lineup here is not the one that was left."""
    kept = service.store.leagues.lineups(journal.id)
    return [n for n, body in sorted(kept.items()) if hash_token(body) != journal.lineups.get(n)]
