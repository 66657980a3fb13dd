"""`allpro`: picks by what a player adds to the team in points per game.

A team's value is that of its best lineup by the strength model, with empty places filled by the players who
will be left over once every coach has starters (the *replacement*). A pick's value is what it adds less what
would still be there a round later; a dollar's is what the money left buys of the starters still missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from fieldhouse.games.thegrid.team_building.game import TeamBuildingGame
from fieldhouse.games.thegrid.team_building.managers import Manager
from fieldhouse.games.thegrid.team_building.rosters import RosterState
from fieldhouse.games.thegrid.team_building.strength_model import roles, weights
from fieldhouse.games.thegrid.teams.creation import die_steps, grade
from fieldhouse.games.thegrid.teams.players import DS, HB, LE, LINE, QB, TYPES, Player
from fieldhouse.kernel.requests import Seat

STARTERS = {"QB": 1.0, "HBE": 3.5, "LN": 3.5}
"""Starting places by type; the DS counts half for each."""
SHARE = {"QB": 0.2, "HBE": 0.4, "LN": 0.4}
"""About how many picks are made of each type."""


class RatedPlayer(NamedTuple):
    """A player's points per game by place; a place the player can't take is far below zero."""

    kind: str
    first: float
    """At quarterback, halfback, or in the line."""
    end: float
    ds: float
    kick: float
    bench: float

    @property
    def key(self) -> float:
        """The value in the places the type mostly plays."""
        return (self.first + 2 * self.end) / 3 if self.kind == "HBE" else self.first


OUT = -99.0


def rate_player(player: Player) -> RatedPlayer:
    """Rate a player by the packaged weights."""
    by = weights()
    found = roles(player, by)
    first = found[{"QB": QB, "HBE": HB, "LN": LINE[0]}[player.type]]
    kick = by["kicking"] * die_steps(player.kicking) if player.type == "HBE" else 0.0
    return RatedPlayer(
        player.type, first, found.get(LE, OUT), found.get(DS, OUT), kick, by["bench"] * grade(player)
    )


def average(players: Sequence[RatedPlayer]) -> RatedPlayer:
    """The average of several players of a type."""
    count = len(players)
    return RatedPlayer(
        players[0].kind,
        sum(one.first for one in players) / count,
        sum(one.end for one in players) / count,
        sum(one.ds for one in players) / count,
        sum(one.kick for one in players) / count,
        sum(one.bench for one in players) / count,
    )


def team_points(players: Sequence[RatedPlayer], spare: dict[str, RatedPlayer]) -> float:
    """Points of the best lineup of these players and as many replacements as needed, plus the bench."""
    passer = max([one.first for one in players if one.kind == "QB"] + [spare["QB"].first])
    backs = (
        sorted([one for one in players if one.kind == "HBE"], key=lambda one: -one.key) + [spare["HBE"]] * 4
    )
    line = (
        sorted([one for one in players if one.kind == "LN"], key=lambda one: -one.first) + [spare["LN"]] * 4
    )
    safety_back = max(range(3, len(backs)), key=lambda n: backs[n].ds)
    in_line = max(range(3, len(line)), key=lambda n: line[n].ds)
    blocks = sum(one.first for one in line[:3])
    safety = max(backs[safety_back].ds, line[in_line].ds)
    best = max(range(3), key=lambda n: backs[n].first - backs[n].end)
    carry = sum(one.end for one in backs[:3]) + backs[best].first - backs[best].end
    kick = max(one.kick for one in backs[:3])
    # a kicker may deserve an end's place
    kicker = max(backs, key=lambda one: one.kick)
    with_kicker = carry - backs[2].end + kicker.end + kicker.kick - kick
    bench = sum(one.bench for one in players)
    return passer + blocks + safety + max(carry, with_kicker if best != 2 else carry) + kick + bench


class AllProManager(Manager):
    """The manager that drafts by added points."""

    def __init__(self, game: TeamBuildingGame[Any], rng: Random) -> None:
        super().__init__(game, rng)
        self.rated = [rate_player(player) for player in game.pool]
        self._at = -1
        self._spare: dict[str, RatedPlayer] = {}
        self._market: dict[str, float] = {}

    def look(self, s: RosterState) -> None:
        """Update the replacements and the market; once per player taken."""
        if self._at == s.players_taken:
            return
        self._at = s.players_taken
        free = self.game.free(s)
        for kind in TYPES:
            players = sorted(
                (self.rated[who] for who in free if self.rated[who].kind == kind), key=lambda m: -m.key
            )
            wanted = sum(self.open_places(s, coach, kind) for coach in range(self.game.coaches))
            if not players:
                self._spare[kind] = RatedPlayer(kind, 0.0, 0.0, 0.0, 0.0, 0.0)
                self._market[kind] = 0.0
                continue
            at = min(len(players) - 1, round(wanted))
            self._spare[kind] = average(players[max(0, at - 1) : at + 2])
            level = self._spare[kind].key
            starters = players[: max(1, round(wanted))]
            self._market[kind] = sum(max(0.0, one.key - level) for one in starters) / len(starters)

    def open_places(self, s: RosterState, coach: Seat, kind: str) -> float:
        """How many starters of the type the coach still needs."""
        has = sum(self.rated[who].kind == kind for who in s.rosters[coach])
        return max(0.0, STARTERS[kind] - has)

    def gains(self, s: RosterState, coach: Seat, among: Sequence[int]) -> dict[int, float]:
        """What each of these adds to the coach's team."""
        self.look(s)
        mine = [self.rated[who] for who in s.rosters[coach]]
        before = team_points(mine, self._spare)
        found: dict[RatedPlayer, float] = {}
        for who in among:
            if self.rated[who] not in found:
                found[self.rated[who]] = team_points([*mine, self.rated[who]], self._spare) - before
        return {who: found[self.rated[who]] for who in among}

    def rank(self, s: Any, coach: Seat, among: Sequence[int]) -> dict[int, float]:
        """The gain over the player of the same type who would still be there next turn."""
        gains = self.gains(s, coach, among)
        later: dict[str, float] = {}
        for kind in TYPES:
            best = sorted((gains[who] for who in among if self.rated[who].kind == kind), reverse=True)
            if best:
                later[kind] = best[min(len(best) - 1, round(SHARE[kind] * self.game.coaches))]
        return {who: gains[who] - later[self.rated[who].kind] + 0.05 * gains[who] for who in among}

    def top_price(self, s: Any, coach: Seat, who: int) -> int:
        """The player's gain at the rate at which the money left buys the missing starters."""
        gain = self.gains(s, coach, [who])[who]
        places = {kind: self.open_places(s, coach, kind) for kind in TYPES}
        still = sum(places[kind] * self._market[kind] for kind in TYPES)
        if gain <= 0:
            return 1
        return 1 + int(self.spare(s, coach) * min(1.0, gain / max(still, gain)))
