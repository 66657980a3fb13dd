"""Computer managers for drafts and auctions; nothing is hidden, so they answer from the state (TG-3.5).

`rookie` picks like a fan, `starter` by grade and need; `allpro` is in `team_building/allpro.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from fieldhouse.games.thegrid.team_building.game import TeamBuildingGame
from fieldhouse.games.thegrid.team_building.rosters import RosterState, roster_needs
from fieldhouse.games.thegrid.teams.creation import die_steps, grade
from fieldhouse.games.thegrid.teams.players import ROSTER, Player
from fieldhouse.kernel.requests import Choose, Seat

PASS = "pass"


class Manager(ABC):
    """Answers every question of a draft or an auction from two judgments: whom, and how much."""

    def __init__(self, game: TeamBuildingGame[Any], rng: Random) -> None:
        self.game = game
        self.rng = rng

    @abstractmethod
    def rank(self, s: Any, coach: Seat, among: Sequence[int]) -> dict[int, float]:
        """How much this coach wants each of these players now; the highest first."""

    @abstractmethod
    def top_price(self, s: Any, coach: Seat, who: int) -> int:
        """The most dollars this coach pays for the player."""

    def answer(self, request: Choose, s: Any) -> str:
        """Answer any question of a draft or an auction."""
        if request.what in ("draft-pick", "nominate"):
            return self.choose(request, s)
        if request.what == "opening-bid":
            return self.opening_bid(request, s)
        top = min(self.top_price(s, request.seat, s.on_offer), request.facts["high"])
        return PASS if top <= s.bid else str(self.raise_to(s.bid, top))

    def choose(self, request: Choose, s: Any) -> str:
        """The player wanted most of those offered."""
        among = [self.game.place_of[key] for key in request.keys]
        wanted = self.rank(s, request.seat, among)
        return self.game.pool[max(among, key=lambda who: (wanted[who], -who))].id

    def opening_bid(self, request: Choose, s: Any) -> str:
        """A dollar, or half of the top price."""
        top = min(self.top_price(s, request.seat, s.on_offer), request.facts["high"])
        return str(max(1, top // 2))

    def raise_to(self, bid: int, top: int) -> int:
        """Halfway to the top price: quick, and seldom far above the second highest."""
        return bid + max(1, (top - bid + 1) // 2)

    def empty(self, s: RosterState, coach: Seat) -> int:
        """Places left on the coach's roster."""
        return ROSTER - len(s.rosters[coach])

    def spare(self, s: Any, coach: Seat) -> int:
        """Dollars beyond the one that every empty place needs."""
        return int(s.money[coach]) - self.empty(s, coach)


class RookieManager(Manager):
    """A fan: stars who pass, run and catch, whatever the team lacks; linemen when nothing else is left."""

    def shine(self, player: Player) -> float:
        """How much a fan likes the player."""
        if player.type == "QB":
            return 2.0 * player.long + player.short + die_steps(player.pass_yards) + 2
        if player.type == "HBE":
            return 1.5 * die_steps(player.run_yards) + 1.5 * die_steps(player.pass_yards)
        return 0.5 * (player.run_defense + player.pass_defense)

    def rank(self, s: Any, coach: Seat, among: Sequence[int]) -> dict[int, float]:
        return {who: self.shine(self.game.pool[who]) + self.rng.random() for who in among}

    def top_price(self, s: Any, coach: Seat, who: int) -> int:
        """Too much for a star, nothing for a lineman."""
        shine = self.shine(self.game.pool[who])
        return 1 + int(self.spare(s, coach) * min(0.5, max(0.0, (shine - 3) / 14)))


class StarterManager(Manager):
    """By grade, with what the roster still needs first, and money spread over the empty places."""

    def rank(self, s: Any, coach: Seat, among: Sequence[int]) -> dict[int, float]:
        need = roster_needs(self.game.pool, s.rosters[coach])
        total = sum(need.values())
        return {
            who: grade(self.game.pool[who]) + (2 * need[self.game.pool[who].type] / total if total else 0)
            for who in among
        }

    def top_price(self, s: Any, coach: Seat, who: int) -> int:
        """An even share of the money, adjusted by grade against the players still unsold."""
        pool = self.game.pool
        kind = pool[who].type
        grades = [grade(pool[one]) for one in self.game.free(s) if pool[one].type == kind]
        mean = sum(grades) / len(grades)
        share = self.spare(s, coach) / self.empty(s, coach)
        wanted = 1.4 if roster_needs(pool, s.rosters[coach])[kind] else 0.8
        return 1 + int(share * wanted * max(0.0, 1 + (grade(pool[who]) - mean) / 3))
