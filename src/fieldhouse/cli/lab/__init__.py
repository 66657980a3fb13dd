"""The commands of the lab, and how its results look on a terminal."""
