"""Who the men of a play are, for exports: the event has their names, and two men may have one name."""

from __future__ import annotations

from fieldhouse.football.events import Played
from fieldhouse.games.thegrid.rules.events import Play
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.teams.players import EMERGENCY


def men(game: TheGrid, event: Played) -> tuple[str, str]:
    """The ids of the man with the ball (the passer of a pass) and of the receiver; "" for nobody."""
    assert isinstance(event, Play)
    team = game.teams[event.side]

    def identity(who: int) -> str:
        return "" if who == EMERGENCY else team.identity(team.players[who])

    if event.what == "run":
        return identity(event.carrier), ""
    return identity(event.quarterback), identity(event.carrier) if event.receiver else ""
