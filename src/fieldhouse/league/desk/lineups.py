"""Line-ups left behind, as the store keeps them: a salt and the words, bound by their hash in the journal."""

from __future__ import annotations

import hashlib

from fieldhouse.league.book.reading import LeagueBook
from fieldhouse.league.desk.desk import LeagueDesk


def hashed(token: str) -> str:
    """How links and devices are kept, and line-ups bound: what is hashed is random, or has a salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def lineups_left(desk: LeagueDesk, book: LeagueBook) -> dict[int, str]:
    """The words of the line-ups that stand, by franchise: for simulated games, for nobody's page."""
    kept = desk.store.lineups(book.id) if book.lineups else {}
    return {franchise: body.partition("\n")[2] for franchise, body in kept.items()}


def changed_lineups(desk: LeagueDesk, book: LeagueBook) -> list[int]:
    """The franchises whose line-up here is not the one that was left."""
    kept = desk.store.lineups(book.id)
    return [n for n, body in sorted(kept.items()) if hashed(body) != book.lineups.get(n)]
