"""What both games share: a pool, a seat for every coach, and finished teams at the end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from fieldhouse.football.charts import read_toml
from fieldhouse.games.thegrid.team_building.events import Formed
from fieldhouse.games.thegrid.team_building.pool import (
    default_pool,
    pool_data,
    pool_faults,
    pool_text,
    read_pool,
)
from fieldhouse.games.thegrid.team_building.rosters import (
    RosterState,
    add_refused,
    roster_needs,
    team_from_roster,
    types_refused,
    unsold,
)
from fieldhouse.games.thegrid.teams.creation import WORLD, grade
from fieldhouse.games.thegrid.teams.players import (
    KIND,
    Player,
    Team,
    all_ratings_text,
    player_data,
    team_data,
)
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, Materials, Outcome, Setup, View
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.requests import LazyMenu, Option, Refusal, Seat
from fieldhouse.kernel.scoreboard import Scoreboard

F = TypeVar("F", bound=RosterState)


class TeamBuildingGame(Game[F]):
    """A draft or an auction with its pool bound; the state names players by their place in it."""

    end_rule: str

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.coaches = int(setup.options["coaches"])
        self.pool = read_pool(setup.materials["pool"])
        faults = pool_faults([player.type for player in self.pool], self.coaches)
        if faults:
            raise BadOptions("; ".join(faults) + " (TG-4.3)")
        self.place_of = {player.id: place for place, player in enumerate(self.pool)}
        self.rows = [
            {"type": player.type, "grade": grade(player), **player_data(player)} for player in self.pool
        ]

    @property
    def seats(self) -> tuple[str, ...]:
        """The coaches by the towns whose teams they form, in the order of the league's list (TG-4.24)."""
        return tuple(name.split()[0] for name, _ in WORLD[: self.coaches])

    # Materials

    @classmethod
    def default_materials(cls, options: Options) -> Materials:
        return {"pool": pool_data(default_pool(int(options["coaches"]), int(options["world_seed"])))}

    @classmethod
    def material_text(cls, name: str) -> str:
        if name != "pool":
            return super().material_text(name)
        return cls.chosen_text(name, cls.meta.read_options())

    @classmethod
    def chosen_text(cls, name: str, options: Options) -> str:
        return pool_text(default_pool(int(options["coaches"]), int(options["world_seed"])))

    @classmethod
    def read_material(cls, name: str, text: str) -> Any:
        if name != "pool":
            return super().read_material(name, text)
        data = read_toml(name, text)
        read_pool(data)
        return data

    @classmethod
    def check_materials(cls, materials: Materials) -> None:
        read_pool(materials["pool"])

    # What both games say and show

    def outcome(self, s: F) -> Outcome | None:
        if not s.complete:
            return None
        return Outcome(None, "formed", "All teams are complete", (), self.end_rule)

    def scoreboard(self, s: F, seat: Seat | None) -> Scoreboard:
        status = self.status(s)
        return Scoreboard(teams=self.seats, scores=tuple(map(len, s.rosters)), status=status)

    @abstractmethod
    def status(self, s: F) -> str:
        """One line: whose turn it is, and what for."""

    def view(self, s: F, seat: Seat | None) -> View:
        """The view of any seat, since nothing is hidden (TG-3.5): state, pool, and what every coach still
        needs."""
        return {
            "seat": seat,
            "coaches": list(self.seats),
            "status": self.status(s),
            "scores": list(map(len, s.rosters)),
            "state": msgspec.to_builtins(s),
            "pool": [dict(row) for row in self.rows],
            "needs": [roster_needs(self.pool, roster) for roster in s.rosters],
        }

    def words(self, who: int) -> str:
        """`quarterback 10 Caio Yoon`."""
        player = self.pool[who]
        return f"{KIND[player.type]} {player.label}"

    def choices(self, s: F, coach: Seat, among: Sequence[int]) -> list[int]:
        """The players the coach may add (TG-4.6)."""
        refused = types_refused(self.pool, s, coach)
        return [who for who in among if self.pool[who].type not in refused]

    def free(self, s: F) -> list[int]:
        """The players not yet on a roster."""
        return unsold(self.pool, s)

    def menu(
        self, s: F, coach: Seat, whom: Sequence[int], rule: str, otherwise: str, among: Sequence[int] = ()
    ) -> LazyMenu:
        """A menu of players by id; refusals say why, and those `among` are listed at once."""
        pool, place_of = self.pool, self.place_of

        def describe(key: str) -> Option:
            player = pool[place_of[key]]
            return Option(
                key, f"{KIND[player.type].capitalize()} {player.label}", rule, all_ratings_text(player)
            )

        def refuse(key: str) -> Refusal:
            who = place_of.get(key)
            if who is None:
                return Refusal(key, "there's no such player in the pool", rule)
            reason = add_refused(pool, s, coach, who)
            name = describe(key).label
            return Refusal(key, reason, "TG-4.6", name) if reason else Refusal(key, otherwise, rule, name)

        shown = [pool[who].id for who in among if who not in whom]
        return LazyMenu([pool[who].id for who in whom], describe, refuse, shown=shown)

    def add(self, s: F, coach: Seat, who: int) -> None:
        """Put the player on the coach's roster."""
        s.rosters[coach].append(who)

    def tell_end(self, s: F) -> None:
        """Report the end once every roster is full (TG-4.27)."""
        if s.tell and s.complete:
            s.tell(Formed(rules=(self.end_rule, "TG-4.27")))

    def team(self, s: F, coach: Seat) -> Team:
        """The coach's roster as a team, ready to play or to save."""
        name, country = WORLD[coach]
        return team_from_roster(self.pool, s.rosters[coach], name, name[:3].upper(), country)

    def player(self, key: str) -> Player:
        """A player of the pool by id."""
        return self.pool[self.place_of[key]]


def drafted_teams(game: TeamBuildingGame[Any], s: RosterState) -> list[tuple[str, dict[str, Any]]]:
    """A name and a club for every coach, by seat."""
    teams = [game.team(s, coach) for coach in range(len(game.seats))]
    return [(team.name, team_data(team)) for team in teams]
