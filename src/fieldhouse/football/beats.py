"""Beats: how a page animates an event on the board before it shows the board that the server drew.

A beat shows no more than everybody who may see the event may see. Without scripts, with reduced motion or
after a click no beat is played, and the board is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from fieldhouse.football.events import (
    ConversionTried,
    FieldGoalTried,
    FirstDown,
    Flag,
    FootballEvent,
    Kicked,
    PeriodEnded,
    Played,
    Possession,
    Scored,
    TryFailed,
    Turnover,
)
from fieldhouse.kernel.events import Event

Sound = Literal["snap", "card", "dice", "whistle", "crowd", "touchdown"]


class Beat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing to see. Every field may be missing.

    `play` begins a play: what was turned up and rolled comes in. `ball` is where the ball glides to, as a
    share of the field from the left goal line to the right one. `banner` stands large over the board.
    `words` is the sentence told meanwhile. `shows` names elements that come in with this beat, one more of
    them each time (`drive`: the elements `data-with="drive-7"`, then `drive-8`), with a stop after each for
    whoever wants it. `clock` and `points` stand in the score line from now on.
    `men` go from place to place (`data-at`) on the board as it was before, `throw` is the ball from man to
    man; when sides line up `anew`, that board has served.
    """

    play: bool = False
    ball: float | None = None
    banner: str = ""
    words: str = ""
    sound: Sound | None = None
    shows: str = ""
    side: int | None = None
    clock: str = ""
    points: tuple[int, int] | None = None
    men: tuple[tuple[str, str], ...] = ()
    throw: tuple[str, str] | None = None
    anew: bool = False


def field_share(event: FootballEvent, to_goal: int) -> float:
    """The spot as a share of the field from the left; seat 0 attacks to the right."""
    share = min(1.0, max(0.0, 1 - to_goal / event.field))
    return round(share if event.side == 0 else 1 - share, 3)


_TURNOVERS = {
    "interception": "Intercepted!",
    "fumble": "Fumble!",
    "downs": "Turnover on downs",
    "blocked kick": "Blocked!",
    "onside kick": "Recovered!",
}


def _flag_banner(flag: Flag) -> str:
    if flag.offset:
        return "Offsetting penalties"
    return "Flag" if flag.accepted is None else "Penalty" if flag.accepted else "Penalty declined"


def beats(event: Event) -> Sequence[Beat]:
    """The beats of a football event; a game's board may have `beats(event)` for events of its own."""
    match event:
        case Played():
            end = field_share(event, event.spot - event.yards) if event.down or event.spot else None
            return (Beat(play=True, ball=end, words=event.text(), sound="snap", side=event.side),)
        case Kicked() | FieldGoalTried() | ConversionTried():
            return (Beat(play=True, words=event.text(), sound="whistle", side=event.side),)
        case Possession():
            return (Beat(ball=field_share(event, event.spot), words=event.text(), side=event.side),)
        case FirstDown():
            return (
                Beat(
                    ball=field_share(event, event.spot), banner="First down", sound="crowd", side=event.side
                ),
            )
        case Turnover(what="missed field goal"):
            return ()  # the try that failed has its own
        case Turnover():
            return (Beat(banner=_TURNOVERS[event.what], words=event.text(), sound="crowd", side=event.side),)
        case Scored():
            loud: Sound = "touchdown" if event.what == "touchdown" else "crowd"
            name = "Good!" if event.what == "extra point" else f"{event.what.capitalize()}!"
            return (Beat(banner=name, words=event.text(), sound=loud, side=event.side, points=event.scores),)
        case TryFailed():
            return (Beat(banner="No good", words=event.text(), sound="whistle", side=event.side),)
        case Flag():
            return (Beat(banner=_flag_banner(event), words=event.text(), sound="whistle", side=event.side),)
        case PeriodEnded():
            return (Beat(banner=f"End of {event.name}", words=event.text(), sound="whistle"),)
        case _:
            return ()
