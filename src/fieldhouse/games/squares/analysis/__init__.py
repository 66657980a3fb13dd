"""What is forced, proved and counted in a position of Gridiron on squares, and the puzzle set."""
