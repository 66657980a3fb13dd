"""How the page animates The Grid's own events; the others are shown as in every football game."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.beats import Beat
from fieldhouse.football.beats import beats as football_beats
from fieldhouse.games.thegrid.rules.events import Injured, KickoffReturned, Lineup, TimeOut
from fieldhouse.kernel.events import Event


def beats(event: Event) -> Sequence[Beat]:
    """Beats for lineups, kickoff returns, timeouts and injuries."""
    match event:
        case Lineup():
            return (Beat(words=f"{event.gist()}.", side=event.side),)  # the board shows the players
        case KickoffReturned():
            return (Beat(words=event.text(), sound="whistle", side=event.side),)
        case TimeOut():
            return (Beat(banner="Timeout", words=event.text(), sound="whistle", side=event.side),)
        case Injured():
            return (Beat(banner="Injury", words=event.text(), sound="crowd", side=event.side),)
        case _:
            return football_beats(event)
