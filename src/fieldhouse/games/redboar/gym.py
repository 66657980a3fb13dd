"""Tokens and observations of Gridiron for learning programs: 19 actions."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.kernel.action_space import STOP, GymSpec, one_hot, one_hot_names
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose, Seat

QUESTIONS = ("declare", "card", "penalty", "try")
OFFENSE = ("REV", "DRAW", "DIVE", "SCREEN", "MED", "LONG")
DEFENSE = ("SR", "NR", "SP", "MP", "LP", "BZ")
CARDS = (*OFFENSE, *DEFENSE)
TOKENS = (
    STOP,
    "declare play",
    "declare punt",
    "declare field-goal",
    *(f"card {card}" for card in CARDS),
    "penalty accept",
    "penalty decline",
    "try kick",
    "try conversion",
)
PHASES = ("toss", "kickoff", "declare", "cards", "penalty", "try", "over")
FIELDS = (
    "own points / 50",
    "their points / 50",
    "lead / 50",
    "quarter / 8",
    "clock / period",
    "offense",
    "yards to the goal / 100",
    "yards to a first down / 100",
    *one_hot_names("down", range(1, 5)),
    *one_hot_names("phase", PHASES),
    *(f"in hand {card} / 3" for card in CARDS),
    *(f"own pile {card} / 3" for card in CARDS),
    *(f"their pile {card} / 3" for card in CARDS),
    *one_hot_names("turned up", CARDS),
    "flag against the offense",
    "flag against the defense",
    "gain so far / 100",
    "series round / 10",
)


def split(game: GridironGame, asked: Choose, key: str) -> tuple[str, ...]:
    """One token a key."""
    return (f"{asked.what} {key}",)


def observation_vector(game: GridironGame, view: View, seat: Seat) -> list[float]:
    """The game as this seat sees it, its own side first."""
    mine, theirs = view["scores"][seat], view["scores"][1 - seat]
    hand, shown = view.get("hand", ()), view.get("shown", ())
    piles = view.get("discards") or ((), ())
    pending: Any = view["pending"] or {}
    return [
        mine / 50,
        theirs / 50,
        (mine - theirs) / 50,
        view["quarter"] / 8,
        view["clock"] / view["period"],
        float(view["offense"] == seat),
        view["g"] / 100,
        (view["g"] - view["t"]) / 100,
        *one_hot(view["down"], range(1, 5)),
        *one_hot(view["phase"], PHASES),
        *(hand.count(card) / 3 for card in CARDS),
        *(piles[seat].count(card) / 3 for card in CARDS),
        *(piles[1 - seat].count(card) / 3 for card in CARDS),
        *(float(card in shown) for card in CARDS),
        float(pending.get("by") == "offense"),
        float(pending.get("by") == "defense"),
        (view["gain"] or 0) / 100,
        view["round"] / 10,
    ]


def longest(game: GridironGame) -> int:
    """A play takes at least ten seconds (RB-5.2) and asks at most six things, flags included."""
    plays = game.quarters * game.period // 10 + 200
    return 6 * plays


GYM = GymSpec(TOKENS, split, QUESTIONS, FIELDS, observation_vector, 36, longest)
