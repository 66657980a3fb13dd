"""Sandlot: the worked example of CONTRIBUTING, a whole game in about a hundred lines."""
