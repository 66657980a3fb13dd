"""Fast Drive for programs that learn: 21 answers; the sheet and both team cards as numbers."""

from __future__ import annotations

from fieldhouse.games.fastdrive.charts.qualities import NAMES, SIDES, STARTS
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.kernel.action_space import STOP, GymSpec, one_hot, one_hot_names
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose, Seat

ANSWERS = {
    "toss": ("kick", "receive"),
    "try": ("kick", "two"),
    "kickoff": ("deep", "squib", "onside"),
    "last-onside": ("onside", "give-up"),
    "clock": ("-1", "0", "+1"),
    "fourth-down": ("go", "kick"),
    "settle": ("kick", "give-up"),
    "replace": ("desperation", "kick"),
    "last-play": ("desperation", "time", "kneel"),
}
QUESTIONS = tuple(ANSWERS)
TOKENS = (STOP, *(f"{what} {key}" for what, keys in ANSWERS.items() for key in keys))
QUALITIES = tuple((side, name) for side in SIDES for name in NAMES[side])
FIELDS = (
    "own points / 50",
    "their points / 50",
    "lead / 50",
    "my ball",
    "their ball",
    *one_hot_names("half", (1, 2, 3)),
    "ticks left / ticks of the half",
    *one_hot_names("start", STARTS),
    "base ticks / 8",
    "second drive after a gamble",
    *(f"{who} {side} {name}" for who in ("own", "their") for side, name in QUALITIES),
)


def split(game: FastDrive, asked: Choose, key: str) -> tuple[str, ...]:
    """One token a key."""
    return (f"{asked.what} {key}",)


def observation_vector(game: FastDrive, view: View, seat: Seat) -> list[float]:
    """The sheet as this seat sees it, its own team first. Half of a quality (`*`) counts half."""
    mine, theirs = view["scores"][seat], view["scores"][1 - seat]
    return [
        mine / 50,
        theirs / 50,
        (mine - theirs) / 50,
        float(view["ball"] == seat),
        float(view["ball"] == 1 - seat),
        *one_hot(view["half"], (1, 2, 3)),
        view["left"] / max(1, view["half_ticks"]),
        *one_hot(view["start"], STARTS),
        view["base"] / 8,
        float(view["second"]),
        *(
            (1.0 if name in team[side] else 0.5 if f"{name}*" in team[side] else 0.0)
            for team in (view["teams"][seat], view["teams"][1 - seat])
            for side, name in QUALITIES
        ),
    ]


def longest(game: FastDrive) -> int:
    """A drive takes at least a tick and asks at most six things; a knockout game has no end in the rules."""
    return 6 * (8 * int(game.options["quarter"]) + 400)


GYM = GymSpec(TOKENS, split, QUESTIONS, FIELDS, observation_vector, 216, longest)
