"""How the page shows what happens at a table of The Grid, where football's own beats do not."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.beats import Beat
from fieldhouse.football.beats import beats as football_beats
from fieldhouse.games.thegrid.rules.events import Injured, KickoffReturned, Lineup, TimeOut
from fieldhouse.kernel.events import Event


def beats(event: Event) -> Sequence[Beat]:
    """Who lines up, the kick that is run back, a time out, a man who leaves the game."""
    match event:
        case Lineup():
            return (Beat(words=f"{event.gist()}.", side=event.side),)  # the men stand on the board
        case KickoffReturned():
            return (Beat(words=event.text(), sound="whistle", side=event.side),)
        case TimeOut():
            return (Beat(banner="Time out", words=event.text(), sound="whistle", side=event.side),)
        case Injured():
            return (Beat(banner="Injured", words=event.text(), sound="crowd", side=event.side),)
        case _:
            return football_beats(event)
