"""Dice of a league: every lot and every attempt at a fixture is a pure function of the league's secret, the
lot's or fixture's name and the number of the attempt.

Nothing else enters, nobody's nonce at a table either, so games may be played in any order, at any time and by
any number of processes, and one game more changes no other. A league commits to its secret on its first page;
when it is revealed everybody can derive every lot and every roll again.

What this proves, and no more: nobody could choose a roll after the league was created, nor roll a second time
without an attempt that stands in the journal. The server could foresee them. That it did not pick a secret it
liked is proved where the commissioner's browser added a `nonce`: it came after the commitment, and every roll
depends on it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.fair import FairDice, commitment
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Choose, Draw, Rules


class LeagueDice:
    """The dice that follow from a secret: `fieldhouse.kernel.fair.new_secret()`, or any text as a seed.

    `league` is the id of the league and `nonce` its founder's, both as its journal has them: two leagues
    never share a roll, even with one secret. A competition outside any store has neither.
    """

    def __init__(self, secret: str, league: str = "", nonce: str = "") -> None:
        self.secret, self.league, self.nonce = secret, league, nonce

    @property
    def commitment(self) -> str:
        """What may be shown from the first day."""
        return commitment(self.secret)

    def _derived(self, name: str, attempt: int) -> str:
        own = f"{len(self.league)}:{self.league},{len(self.nonce)}:{self.nonce}," if self.league else ""
        message = f"{own}{len(name)}:{name}/{attempt}".encode()
        return hmac.new(self.secret.encode(), message, hashlib.sha256).hexdigest()

    def salt(self, fixture: str, attempt: int = 1) -> str:
        """What blinds the receipts of that attempt's record."""
        return self._derived(f"{fixture}, salt", attempt)[:32]

    def seed(self, fixture: str, attempt: int = 1) -> int:
        """A seed for fast dice and coaches at that attempt."""
        return int(self._derived(fixture, attempt)[:16], 16)

    def fast(self, fixture: str, attempt: int = 1) -> FastDice:
        """For a game of which only the result is kept."""
        return FastDice(self.seed(fixture, attempt))

    def fair(self, fixture: str, attempt: int = 1) -> FairDice:
        """For a game with a record that can be verified."""
        return FairDice([self.table_secret(fixture, attempt)], {})

    def table_secret(self, fixture: str, attempt: int = 1) -> str:
        """The secret of the table at which people play that attempt; no nonce comes to it."""
        return self._derived(fixture, attempt)

    def lots(self, name: str, entries: Sequence[int]) -> list[int]:
        """The entries in an order by lot."""
        drawn: list[int] = []
        run_play(lot_rules(name, entries, drawn), None, self.fair(name), _nobody)
        return drawn


def lot_rules(name: str, entries: Sequence[int], drawn: list[int]) -> Rules:
    """An order by lot, draw by draw, each uniform over those left. People may draw it themselves."""
    left = [str(entry) for entry in entries]
    while left:
        lot = yield Draw(left, name)
        drawn.append(int(lot))
        left = [other for other in left if other != lot]


def _nobody(request: Choose, state: object) -> str:
    raise AssertionError("lots are drawn, not chosen")
