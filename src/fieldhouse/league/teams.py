"""Teams that play one game: clubs of the game's own kind, or coaches of a level.

A game brings its clubs in an optional part `clubs` of its folder: `HOME_SEAT`, `FIXED` (the options and
materials that every fixture brings itself), `club(word)` (a short name and whatever the last one needs),
`own_club(text, where)` (the same from a person's own file), and
`open_fixture(home, visitor, neutral=, knockout=, options=, materials=)`.
In a game without it the entrants are coaches, and a drawn knockout game is played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.events import Tell
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Choose
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.standings import FinalScore


class GameTeams:
    """Entrants of one game, in the order of the form's names."""

    def __init__(
        self,
        game: str,
        clubs: Sequence[Any],
        *,
        options: Mapping[str, Any] | None = None,
        materials: Mapping[str, Any] | None = None,
        level: str = "starter",
    ) -> None:
        self.folder = registry.find(game)
        self.clubs = list(clubs)
        self.options, self.materials = dict(options or {}), dict(materials or {})
        self.level = level
        self.part = self.folder.part("clubs")
        fixed = self.part.FIXED if self.part is not None else ()
        for name in fixed:
            if name in self.options or name in self.materials:
                raise BadOptions(f"{name}: the league sets this for every game; leave it out")
        self._last: tuple[object, Game[Any]] | None = None

    @property
    def home_seat(self) -> int:
        """The seat of the home team; the visitor has the other one of two."""
        return int(self.part.HOME_SEAT) if self.part is not None else 0

    def options_of(self, fixture: Fixture) -> Mapping[str, Any]:
        """Options of one fixture; a league whose options change with the stage overrides this."""
        return self.options

    def open(self, fixture: Fixture) -> Game[Any]:
        """The rules for a fixture, with everything bound; the last pairing is kept, as a series asks for it
        again."""
        pairing = (fixture.home, fixture.visitor, fixture.neutral, fixture.knockout)
        if self._last is None or self._last[0] != pairing:
            self._last = pairing, self._open(fixture)
        return self._last[1]

    def _open(self, fixture: Fixture) -> Game[Any]:
        if self.part is not None:
            opened: Game[Any] = self.part.open_fixture(
                self.clubs[fixture.home],
                self.clubs[fixture.visitor],
                neutral=fixture.neutral,
                knockout=fixture.knockout,
                options=self.options_of(fixture),
                materials=self.materials,
            )
            return opened
        return self.folder.open(self.options, self.materials)

    def level_of(self, team: int) -> str:
        """The coach of a team: where clubs are coaches, the club."""
        return self.level if self.part is not None else str(self.clubs[team])

    def play(
        self, fixture: Fixture, dice: LeagueDice, attempt: int = 1, tell: Tell | None = None
    ) -> FinalScore:
        """Played out by policies; the result depends on the arguments alone. `tell` is told the events."""
        game = self.open(fixture)
        again = 0
        while True:
            name = f"{fixture.id}, again {again}" if again else fixture.id
            score = self._played(game, fixture, dice.seed(name, attempt), tell)
            if score.home != score.visitor or not fixture.knockout:
                return score
            again += 1

    def _played(self, game: Game[Any], fixture: Fixture, seed: int, tell: Tell | None) -> FinalScore:
        teams = [fixture.visitor, fixture.visitor]
        teams[self.home_seat] = fixture.home
        policy = self.folder.coaches.policy
        policies = [policy(self.level_of(team), game, seed + seat) for seat, team in enumerate(teams)]

        def choose(request: Choose, state: Any) -> str:
            key: str = policies[request.seat](request, state)
            return key

        s = game.start()
        if tell is not None:
            s.tell = tell
        scores = playout(game, s, FastDice(seed), choose).scores
        return FinalScore(scores[self.home_seat], scores[1 - self.home_seat])


TEAM_FILE_SUFFIX = ".toml"
"""How a club's own file ends, by which it is told from a name."""


def find_clubs(
    game: str, words: Sequence[str], read: Callable[[str], str] | None = None
) -> tuple[list[str], list[Any]]:
    """Names and clubs for words people type, or for files of their own, which `read` reads; in a game without
    clubs the words are coaches' levels."""
    folder = registry.find(game)
    part: ModuleType | None = folder.part("clubs")
    if part is not None:
        found = [
            part.own_club(read(word), word)
            if read is not None and word.endswith(TEAM_FILE_SUFFIX)
            else part.club(word)
            for word in words
        ]
        names = [name for name, _ in found]
    else:
        for word in words:
            if word not in folder.meta.levels:
                known = ", ".join(folder.meta.levels)
                raise BadOptions(f"{folder.meta.title} has no level {word!r}; choose from {known}")
        found = [(word, word) for word in words]
        names = [f"{word} {n}" if words.count(word) > 1 else word for n, word in enumerate(words, start=1)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadOptions(f"{twice} is in the league twice; pick another team")
    return names, [club for _, club in found]
