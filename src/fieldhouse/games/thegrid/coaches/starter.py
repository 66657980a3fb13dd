"""Coaches of flesh and blood: `rookie` errs like a beginner, `starter` mixes its cards as one should.

`Sensible` is the caller of DC-12: plays at random with weights by down and boxes to go, a key in about 55% of
calls, the best kicker on fourth down when the kick weighs more, time saved when behind and burnt when ahead.
One card called again and again beats its weights; so `starter` draws its cards from the mixes of `steady`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from random import Random

from fieldhouse.games.thegrid.charts.cards import DECK, DEFENSE, NG, legal
from fieldhouse.games.thegrid.coaches.card_mixes import SteadyMixes, steady_mixes
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.lineups import READY, changed
from fieldhouse.games.thegrid.rules.state import Grid, man
from fieldhouse.games.thegrid.teams.creation import place_score
from fieldhouse.games.thegrid.teams.players import CARRIERS, EMERGENCY, PLACES
from fieldhouse.kernel.requests import Choose, Seat

PLAYS = ("RI", "RO", "FP", "SP", "LP")
FIRST = (2.5, 2.5, 2.0, 2.2, 1.2)
BY_NEED = {1: (5, 2, 3, 1.5, 0.5), 2: (3, 2.5, 2.5, 2.5, 1), 3: (2, 2.5, 2, 3, 2), 4: (2, 2, 2, 2.5, 2)}
KEYED = 0.55
GOING_ON = {1: 0.62, 2: 0.44, 3: 0.34, 4: 0.26}
"""About how often a fourth down is made, by boxes to go."""
LATE = 10
"""From so many cards on the clock matters."""


def call_weights(s: Grid) -> tuple[float, ...]:
    """How sensible people weigh the five plays, by down and boxes to go (DC-12)."""
    if s.down == 1:
        return FIRST
    need = s.marker - s.box - (s.down == 2)
    return BY_NEED[max(1, min(4, need))]


def offense_habits(s: Grid) -> Mapping[str, float]:
    """How often sensible people call each legal card of the offense."""
    return _offense_habits(s.box, call_weights(s))


def defense_habits(s: Grid) -> Mapping[str, float]:
    """How often they show each of the defense's twenty."""
    return _defense_habits(s.box, call_weights(s))


@cache
def _offense_habits(box: int, weights: tuple[float, ...]) -> Mapping[str, float]:
    cards = legal(box)
    carriers = Counter(card[:2] for card in cards)
    called = {play: weight for play, weight in zip(PLAYS, weights, strict=True) if carriers[play]}
    total = sum(called.values())
    return {card: called[card[:2]] / total / carriers[card[:2]] for card in cards}


@cache
def _defense_habits(box: int, weights: tuple[float, ...]) -> Mapping[str, float]:
    habits = dict.fromkeys(DEFENSE, 0.0)
    for card, share in _offense_habits(box, weights).items():
        habits[card] += KEYED * share
        habits[f"{card[:2]}-NK"] += (1 - KEYED) * share
    return habits


class Habits:
    """What both share: tosses, lineups, replacements, kickers."""

    def __init__(self, book: BoundCharts, rng: Random) -> None:
        self.book = book
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
        """The change that brings the better men on (DC-6), one after the other; then the lineup stands."""
        team, before = self.book.teams[request.seat], s.pending[request.seat]

        def score(lineup: Sequence[int]) -> int:
            men = [(who, place) for place, who in enumerate(lineup) if who != EMERGENCY]
            return sum(place_score(team.players[who], place) for who, place in men) - 99 * (8 - len(men))

        best, more = READY, score(before)
        for key in request.keys:
            if key != READY and (found := score(changed(team, before, key))) > more:
                best, more = key, found
        return best

    def toss_call(self, request: Choose, s: Grid) -> str:
        """Heads or tails."""
        return self.rng.choice(("heads", "tails"))

    def replacement(self, request: Choose, s: Grid) -> str:
        """The highest score of DC-6 for the empty place."""
        players = self.book.teams[request.seat].players
        place = PLACES.index(s.step.removeprefix("replacement:"))
        fit = [player for player in players if player.card in request.keys]
        return max(fit, key=lambda player: place_score(player, place)).card

    def return_kicker(self, request: Choose, s: Grid) -> str:
        """The best Kicking die."""
        return max(request.keys, key=lambda name: man(self.book, s, request.seat, PLACES.index(name)).kicking)

    def best_kick(self, s: Grid) -> tuple[float, str]:
        """The best chance of a field goal, and its key."""
        place = max(CARRIERS, key=lambda one: man(self.book, s, s.offense, one).kicking)
        chance = (1 - 1 / man(self.book, s, s.offense, place).kicking) ** (12 - s.box)
        return chance, f"kick:{PLACES[place]}"


def lead(s: Grid, seat: Seat) -> int:
    """By how much the seat leads."""
    return s.scores[seat] - s.scores[1 - seat]


class Sensible(Habits):
    """The caller of DC-12, by which teams and charts are measured."""

    def declare(self, request: Choose, s: Grid) -> str:
        """Kick on fourth down when it weighs more, and with the last cards when three points matter."""
        chance, key = self.best_kick(s)
        margin = lead(s, s.offense)
        if s.left <= 2 and (s.period == 1 or -3 <= margin <= 0) and chance > 0.15:
            return key
        if s.down < 4 or (s.period >= 2 and margin < -3 and s.left <= 6):
            return "play"
        need = s.marker - s.box
        going_on = GOING_ON[min(4, need)] * (5 if s.marker == 12 else 3.5)
        return key if 3 * chance > going_on else "play"

    def offense_card(self, request: Choose, s: Grid) -> str:
        """A play by weight, a carrier at random among the legal ones."""
        habits = offense_habits(s)
        return self.rng.choices(list(habits), list(habits.values()))[0]

    def defense_card(self, request: Choose, s: Grid) -> str:
        """What it would call itself, keyed in about 55% of calls."""
        habits = defense_habits(s)
        return self.rng.choices(list(habits), list(habits.values()))[0]

    def re_roll(self, request: Choose, s: Grid) -> str:
        """The offense after a play for nothing, the defense after a first down or a score."""
        if request.seat == s.offense:
            return "re-roll" if s.result <= NG else "keep"
        return "re-roll" if s.box + s.gain >= s.marker else "keep"

    def clock(self, request: Choose, s: Grid) -> str:
        """Late: behind or level stop or save, ahead burn. Early: one or two."""
        margin = lead(s, request.seat)
        if s.left > LATE:
            return self.rng.choice(("one", "two"))
        if margin > 0:
            return "two"
        return "time-out" if "time-out" in request.keys else "one"

    def clock_reply(self, request: Choose, s: Grid) -> str:
        """The defense stops the clock late when behind, in the second half."""
        late = s.left <= LATE and s.period >= 2
        return "time-out" if late and lead(s, request.seat) < 0 else "run-on"


class Starter(Sensible):
    """The sensible football coach: kicks and clock as above, cards by the mixes it knows by heart."""

    @cached_property
    def mixes(self) -> SteadyMixes:
        """Those of the play cards in use, looked for when the first card is called."""
        return steady_mixes(self.book)

    def offense_card(self, request: Choose, s: Grid) -> str:
        """From the offense's mix, whoever is on the field."""
        return self.mixes.drawn(s, 0, self.rng)

    def defense_card(self, request: Choose, s: Grid) -> str:
        """From the defense's mix."""
        return self.mixes.drawn(s, 1, self.rng)


class Rookie(Habits):
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
        """Any card; it has seen the halfback run too often not to key him."""
        card = self.rng.choice(request.keys)
        return f"{DECK[card].play}-HB" if self.rng.random() < 0.4 else card

    def re_roll(self, request: Choose, s: Grid) -> str:
        """Now and then."""
        return self.rng.choice(request.keys)

    def clock(self, request: Choose, s: Grid) -> str:
        """One or two, and a time out when it comes to mind."""
        return self.rng.choice(request.keys) if self.rng.random() < 0.2 else self.rng.choice(("one", "two"))

    def clock_reply(self, request: Choose, s: Grid) -> str:
        """Seldom."""
        return "time-out" if self.rng.random() < 0.05 else "run-on"
