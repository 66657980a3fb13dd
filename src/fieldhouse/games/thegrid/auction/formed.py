"""The teams that came of the room, as clubs of a league of The Grid."""

from fieldhouse.games.thegrid.forming.clubs import formed_clubs

__all__ = ["formed_clubs"]
