"""What every coach of The Grid shares: tosses, lineups, replacements, kickers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.lineups import READY, apply_change
from fieldhouse.games.thegrid.rules.state import Grid, player_at
from fieldhouse.games.thegrid.teams.creation import place_score
from fieldhouse.games.thegrid.teams.players import CARRIERS, EMERGENCY, PLACES
from fieldhouse.kernel.requests import Choose


class GridCoach:
    """What both share: tosses, lineups, replacements, kickers."""

    def __init__(self, game: TheGrid, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self._ways: dict[str, Callable[[Choose, Grid], str] | None] = {}

    def answer(self, request: Choose, s: Grid) -> str:
        """The key for a request."""
        what = request.what
        if what not in self._ways:
            self._ways[what] = getattr(self, what.replace("-", "_"), None)
        found = self._ways[what]
        return found(request, s) if found is not None else str(request.keys[0])

    def lineup(self, request: Choose, s: Grid) -> str:
        """The change that improves the lineup most (DC-6), one at a time, then ready."""
        team, before = self.game.teams[request.seat], s.pending[request.seat]

        def score(lineup: Sequence[int]) -> int:
            players = [(who, place) for place, who in enumerate(lineup) if who != EMERGENCY]
            return sum(place_score(team.players[who], place) for who, place in players) - 99 * (
                8 - len(players)
            )

        best, more = READY, score(before)
        for key in request.keys:
            if key != READY and (found := score(apply_change(team, before, key))) > more:
                best, more = key, found
        return best

    def toss_call(self, request: Choose, s: Grid) -> str:
        """Call heads or tails at random."""
        return self.rng.choice(("heads", "tails"))

    def replacement(self, request: Choose, s: Grid) -> str:
        """The highest score of DC-6 for the empty place."""
        players = self.game.teams[request.seat].players
        place = PLACES.index(s.step.removeprefix("replacement:"))
        fit = [player for player in players if player.card in request.keys]
        return max(fit, key=lambda player: place_score(player, place)).card

    def return_kicker(self, request: Choose, s: Grid) -> str:
        """The best Kicking die."""
        return max(
            request.keys, key=lambda name: player_at(self.game, s, request.seat, PLACES.index(name)).kicking
        )

    def best_kick(self, s: Grid) -> tuple[float, str]:
        """The best field goal probability, and its key."""
        place = max(CARRIERS, key=lambda one: player_at(self.game, s, s.offense, one).kicking)
        chance = (1 - 1 / player_at(self.game, s, s.offense, place).kicking) ** (12 - s.box)
        return chance, f"kick:{PLACES[place]}"
