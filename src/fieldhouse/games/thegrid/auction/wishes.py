"""Wishes in the auction: players with top prices."""

from __future__ import annotations

from fieldhouse.games.thegrid.forming.wishes import answer, listed

__all__ = ["PRICED", "answer", "listed"]

PRICED = True
