"""The lobby: games to choose from, my games, import."""
