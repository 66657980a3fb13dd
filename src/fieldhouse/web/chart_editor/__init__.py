"""The chart editor: change charts, test them, play with them; balance and realism of each game."""
