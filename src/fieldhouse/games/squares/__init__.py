"""Gridiron on 14x11 squares: perfect information, no chance but the coin toss."""
