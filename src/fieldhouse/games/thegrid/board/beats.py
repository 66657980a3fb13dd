"""How the page animates The Grid's own events; the others are shown as in every football game."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.beats import Beat
from fieldhouse.football.beats import beats as football_beats
from fieldhouse.games.thegrid.rules.events import (
    ExtraPointTried,
    Injured,
    InterceptionReturn,
    KickoffReturned,
    Lineup,
    Recovery,
    ReRolled,
    TimeOut,
)
from fieldhouse.kernel.events import Event


def beats(event: Event) -> Sequence[Beat]:
    """Beats for lineups, returns, loose balls, extra points, timeouts, re-rolls and injuries."""
    match event:
        case Lineup():
            return (Beat(words=f"{event.gist()}.", side=event.side),)  # the board shows the players
        case KickoffReturned():
            return (Beat(words=event.text(), sound="whistle", side=event.side),)
        case TimeOut():
            return (Beat(banner="Timeout", words=event.text(), sound="whistle", side=event.side),)
        case ReRolled():
            return (Beat(banner="Re-roll", words=event.text(), sound="dice", side=event.side),)
        case InterceptionReturn():
            return (Beat(words=event.text(), sound="crowd", side=event.side),)
        case Recovery():
            return (Beat(banner="Fumble!", words=event.text(), sound="crowd", side=event.side),)
        case ExtraPointTried(good=False):
            return (Beat(banner="No good", words=event.text(), sound="whistle", side=event.side),)
        case ExtraPointTried():
            return (Beat(words=event.text(), sound="whistle", side=event.side),)
        case Injured():
            return (Beat(banner="Injury", words=event.text(), sound="crowd", side=event.side),)
        case _:
            return football_beats(event)
