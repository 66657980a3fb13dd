"""A game folder that cannot be read."""
