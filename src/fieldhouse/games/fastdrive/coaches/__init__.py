"""Coaches: `rookie` errs, `starter` is the sensible coach of section 21, `allpro` tries its options out."""

from __future__ import annotations

from random import Random

from fieldhouse.games.fastdrive.coaches.allpro import AllPro
from fieldhouse.games.fastdrive.coaches.starter import starter
from fieldhouse.games.fastdrive.rules.book import Book
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import Sheet
from fieldhouse.games.fastdrive.rules.viewing import sheet_of
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.players import Coach, Policy, Seen
from fieldhouse.kernel.requests import Choose, Seat


def rookie(b: Book, rng: Random) -> Policy:
    """Plays like the starter, but errs: every second decision is a guess."""
    sensible = starter(b)

    def choose(request: Choose, s: Sheet) -> str:
        return rng.choice(request.menu.keys) if rng.random() < 0.5 else sensible(request, s)

    return choose


def policy(level: str, game: FastDrive, seed: int) -> Policy:
    """A fast policy for playouts. `allpro` is only a coach: in bulk it is the starter it searches from."""
    if level == "rookie":
        return rookie(game, Random(seed))
    if level in ("starter", "allpro"):
        return starter(game)
    raise BadOptions(f"no policy {level!r}; there are rookie, starter, allpro")


class Sensible:
    """A policy in a coach's chair: it rebuilds the sheet from what the seat sees."""

    def __init__(self, choose: Policy) -> None:
        self._choose = choose

    def answer(self, request: Choose, seen: Seen) -> str:
        return self._choose(request, sheet_of(seen.view))


def coach(level: str, game: FastDrive, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; only `allpro` needs time (a second a decision unless told)."""
    if level == "allpro":
        return AllPro(game, seed, seconds)
    return Sensible(policy(level, game, seed))
