"""PettingZoo and OpenSpiel faces of every game."""
