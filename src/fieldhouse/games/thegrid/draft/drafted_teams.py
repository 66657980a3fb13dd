"""The teams that came of the room, as clubs of a league of The Grid."""

from fieldhouse.games.thegrid.team_building.game import drafted_teams

__all__ = ["drafted_teams"]
