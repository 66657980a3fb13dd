"""Analysis of positions: what is forced, and the puzzle set."""
