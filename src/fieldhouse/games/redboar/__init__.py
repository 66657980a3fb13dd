"""Gridiron (Red Boar Studios, 2020): secret cards from a hand of six, or dice alone."""
