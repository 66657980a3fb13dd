"""`rookie`: knows the cards, calls them like a beginner and forgets the clock."""

from __future__ import annotations

from fieldhouse.games.thegrid.charts.cards import DECK
from fieldhouse.games.thegrid.coaches.base import GridCoach
from fieldhouse.games.thegrid.rules.lineups import READY
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.kernel.requests import Choose


class Rookie(GridCoach):
    """Knows the cards, likes the big play, forgets the clock; the lineup it was given will do."""

    def lineup(self, request: Choose, s: Grid) -> str:
        """It does not look at the bench."""
        return READY

    def declare(self, request: Choose, s: Grid) -> str:
        """Kicks on fourth down from close by, and sometimes far too early."""
        chance, key = self.best_kick(s)
        if s.down == 4 and chance > 0.3:
            return key
        return key if s.box >= 9 and self.rng.random() < 0.15 else "play"

    def offense_card(self, request: Choose, s: Grid) -> str:
        """The halfback up the middle or the long bomb, whatever the down; any card at times."""
        likes = [card for card in ("RI-HB", "LP-LE", "LP-RE", "SP-RE") if card in request.keys]
        return self.rng.choice(likes) if self.rng.random() < 0.6 else self.rng.choice(request.keys)

    def defense_card(self, request: Choose, s: Grid) -> str:
        """Any card, often keyed on the halfback."""
        card = self.rng.choice(request.keys)
        return f"{DECK[card].play}-HB" if self.rng.random() < 0.4 else card

    def re_roll(self, request: Choose, s: Grid) -> str:
        """Keep or re-roll at random."""
        return self.rng.choice(request.keys)

    def clock(self, request: Choose, s: Grid) -> str:
        """One or two, and a timeout when it comes to mind."""
        return self.rng.choice(request.keys) if self.rng.random() < 0.2 else self.rng.choice(("one", "two"))

    def clock_reply(self, request: Choose, s: Grid) -> str:
        """Call a timeout once in twenty times."""
        return "time-out" if self.rng.random() < 0.05 else "run-on"
