"""The animation of a play: each drawn card, each match-up with its result, then the yards."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.beats import Beat
from fieldhouse.football.beats import beats as football_beats
from fieldhouse.football.events import FootballEvent, PeriodEnded
from fieldhouse.games.cardbowl.rules.events import Dealt, Drew, Revealed, Summed
from fieldhouse.kernel.events import Event


def beats(event: Event) -> Sequence[Beat]:
    """A sentence an event, so that nothing passes unseen; cards turn over on the table by themselves."""
    match event:
        case FootballEvent() | PeriodEnded():
            return football_beats(event)
        case Summed():
            return (Beat(words=f"{event.whole()}.", sound="snap"),)
        case Drew() | Revealed():
            return (Beat(words=event.text(), sound="card"),)
        case Dealt():
            return ()  # what the last play came to is still the last that happened
        case _:
            return () if event.quiet else (Beat(words=event.text()),)
