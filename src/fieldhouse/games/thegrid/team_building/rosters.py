"""Unfinished rosters, and the rule that lets every coach fill one (TG-4.6, TG-4.25)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from fieldhouse.games.thegrid.teams.creation import automatic_lineup
from fieldhouse.games.thegrid.teams.players import NEEDED, PLURAL, ROSTER, TYPES, Player, Team, card_ids
from fieldhouse.kernel.game import State
from fieldhouse.kernel.requests import Seat


class RosterState(State):
    """Who is on whose roster, by place in the pool."""

    rosters: list[list[int]]

    @property
    def players_taken(self) -> int:
        """How many players are on rosters."""
        return sum(map(len, self.rosters))

    @property
    def complete(self) -> bool:
        """Has every coach fifteen players (TG-4.7, TG-4.21)?"""
        return all(len(roster) == ROSTER for roster in self.rosters)


def unsold(pool: Sequence[Player], s: RosterState) -> list[int]:
    """The players not yet on a roster (TG-4.6, TG-4.23)."""
    gone = {who for roster in s.rosters for who in roster}
    return [who for who in range(len(pool)) if who not in gone]


def roster_needs(pool: Sequence[Player], roster: Iterable[int]) -> dict[str, int]:
    """How many of each type a roster still needs under TG-3.2."""
    has = Counter(pool[who].type for who in roster)
    return {kind: max(0, least - has[kind]) for kind, least in NEEDED.items()}


def types_refused(pool: Sequence[Player], s: RosterState, coach: Seat) -> dict[str, str]:
    """The types the coach may not add now, each with the reason (TG-4.6). Only the type ever matters.

    Every bid asks this once for every coach, so it is counted in one pass over the rosters.
    """
    left = dict.fromkeys(TYPES, 0)
    for player in pool:
        left[player.type] += 1
    lacking = []
    for roster in s.rosters:
        lack = dict(NEEDED)
        for who in roster:
            kind = pool[who].type
            lack[kind] -= 1
            left[kind] -= 1
        lacking.append({kind: max(0, count) for kind, count in lack.items()})
    empty = ROSTER - len(s.rosters[coach])
    found = {}
    for kind in TYPES:
        reason = _refused(kind, lacking, left, coach, empty)
        if reason:
            found[kind] = reason
    return found


def _refused(kind: str, lacking: list[dict[str, int]], left: dict[str, int], coach: Seat, empty: int) -> str:
    if empty == 0:
        return "your roster is full"
    mine = lacking[coach]
    needed = mine[kind] > 0
    if not needed and empty <= sum(mine.values()):  # (a)
        still = ", ".join(f"{count} {PLURAL[each]}" for each, count in mine.items() if count)
        return f"your last {empty} roster spots are for {still}"
    together = sum(one[kind] for one in lacking) - needed
    if left[kind] - 1 < together:  # (b)
        return f"the other coaches still need the last {left[kind]} {PLURAL[kind]}"
    return ""


def add_refused(pool: Sequence[Player], s: RosterState, coach: Seat, who: int) -> str | None:
    """Why the coach may not add this player, or None (TG-4.6)."""
    if any(who in roster for roster in s.rosters):
        return "already on a roster"
    return types_refused(pool, s, coach).get(pool[who].type)


def team_from_roster(
    pool: Sequence[Player], roster: Sequence[int], name: str, code: str, country: str = "Nowhere"
) -> Team:
    """A roster as a team with the automatic lineup; rosters are closed now (TG-4.27).

    Every player keeps the pool's id; the card is the number, as in any team (TG-3.6, TG-4.29).
    """
    chosen = sorted((pool[who] for who in roster), key=lambda player: TYPES.index(player.type))
    ids = card_ids([player.number for player in chosen])
    players = tuple(
        msgspec.structs.replace(player, card=card) for player, card in zip(chosen, ids, strict=True)
    )
    return Team(name, code, country, players, automatic_lineup(players))
