"""Looking back: replay, the end of a game, its story and its pictures."""
