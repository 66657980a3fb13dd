"""Habits that `fieldhouse exploit` tries against Card Bowl's coaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.games.cardbowl.rules.cards import VALUE
from fieldhouse.games.cardbowl.rules.lines.formations import BACKS, WIDE, with_flips
from fieldhouse.games.cardbowl.rules.state import Bowl, find_piece
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.habits import Habit, Pick, Situation, make_habit
from fieldhouse.kernel.requests import Choose


def is_early_down(request: Choose, s: Bowl) -> bool:
    """First or second down."""
    return s.down <= 2


def is_late_down(request: Choose, s: Bowl) -> bool:
    """Third or fourth down."""
    return s.down >= 3


SITUATIONS: Mapping[str, Situation] = {"early-down": is_early_down, "late-down": is_late_down}
BY_SITUATION = frozenset({"call", "formation", "try", "kickoff", "punt", "punt-return"})
SKIPPED = frozenset(
    ("place", "position", "slot", "discard", "number", "stance", "target", "give-up", "assign", "toss")
)
"""Questions that name single cards and places: a fixed answer is not a way to play."""


def best_receiver_in_motion(game: Game[Any], request: Choose, s: Bowl, argument: str) -> str | None:
    """CB-19.1: the wide receiver with the highest card moves: `wide` across, `back` into the backfield."""
    ends = BACKS if argument == "back" else WIDE
    moves = [key.split(">") for key in request.keys if key != "none"]
    fit = [(mover, slot) for mover, slot in moves if mover in WIDE and slot in ends]
    if not fit:
        return None
    mover, slot = max(fit, key=lambda move: VALUE[find_piece(s.play.offense, move[0]).card])
    return f"{mover}>{slot}"


def sneak_anywhere(game: Game[Any], request: Choose, s: Bowl, argument: str) -> str | None:
    """CB-23.6: a sneak through the first lane that allows one."""
    return next((key for key in request.keys if key.startswith("sneak:")), None)


PICKS: Mapping[str, Pick] = {"best-receiver": best_receiver_in_motion, "any": sneak_anywhere}

RETURNS = make_habit(
    ("touchback", "return"), ("return", "return"), ("punt-return", "return"), ("end-zone", "run")
)
"""Every kick and interception is run out."""
MOTIONS = [make_habit(("motion", f"@best-receiver:{where}")) for where in ("wide", "back")]
SNEAK = make_habit(("sneak", "@any"))
EXCHANGE = make_habit(("exchange", "exchange"))


def own_habits(game: Game[Any], seed: int) -> list[Habit]:
    """Formation x motion, sneak, exchange and kick returns."""
    named = with_flips(game.setup.materials["formations"]["offense"])
    formations = [make_habit(("formation", name)) for name in named]
    extras = [*MOTIONS, SNEAK, EXCHANGE, RETURNS]
    return [*extras, *(formation + extra for formation in formations for extra in extras[:3])]
