"""Gridiron (Red Boar Studios, 2020): plays from a secret hand of six cards, or from dice."""
