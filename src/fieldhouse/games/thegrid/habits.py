"""Habits that `fieldhouse exploit` tries against The Grid's coaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from fieldhouse.games.thegrid.charts.cards import DECK, DEFENSE
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.lineups import READY, apply_change
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.players import EMERGENCY
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.habits import Habit, Pick, Situation, make_habit
from fieldhouse.kernel.requests import Choose

LATE = 10
"""Cards left from which on the end of the half is near."""


def is_early_down(request: Choose, s: Grid) -> bool:
    """First or second down."""
    return s.down <= 2


def is_late_down(request: Choose, s: Grid) -> bool:
    """Third or fourth down."""
    return s.down >= 3


def is_late(request: Choose, s: Grid) -> bool:
    """The half is nearly over."""
    return s.left <= LATE


SITUATIONS: Mapping[str, Situation] = {
    "early-down": is_early_down,
    "late-down": is_late_down,
    "late": is_late,
}
SKIPPED = frozenset({"lineup", "replacement", "toss-call"})
"""Lineups are habits of their own; the others name single players or a side of the coin."""
RATINGS = ("run_yards", "pass_yards", "kicking", "run_block", "pass_block", "run_defense", "pass_defense")


def lineup_by_rating(game: Game[Any], request: Choose, s: Grid, argument: str) -> str | None:
    """TG-5.1: the change that adds most to the sum of one rating, then ready."""
    team, before = cast(TheGrid, game).teams[request.seat], s.pending[request.seat]

    def total(lineup: list[int]) -> int:
        players = [team.players[who] for who in lineup if who != EMERGENCY]
        return sum(int(getattr(player, argument, 0) or 0) for player in players)

    changes = [key for key in request.keys if key != READY]
    best = max(changes, key=lambda key: total(apply_change(team, before, key)), default=READY)
    return best if best != READY and total(apply_change(team, before, best)) > total(before) else READY


PICKS: Mapping[str, Pick] = {"most": lineup_by_rating}


def own_habits(game: Game[Any], seed: int) -> list[Habit]:
    """Lineups by one rating; one call and one key of the defense together."""
    lineups = [make_habit(("lineup", f"@most:{rating}")) for rating in RATINGS]
    lineups.append(make_habit(("lineup", READY)))
    calls = [
        make_habit(("offense-card", call), ("defense-card", key))
        for call in DECK
        for key in DEFENSE
        if key.startswith(call[:2])
    ]
    return [*lineups, *calls]
