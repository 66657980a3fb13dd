"""A season in seconds: schedules (a file, or a balanced one made here), games, standings; and tournaments."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from fieldhouse.games.fastdrive.cards.card import Card, find_card
from fieldhouse.games.fastdrive.measure import game_of, play_many
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadChart, BadOptions
from fieldhouse.kernel.meta import Value


class Fixture(msgspec.Struct, frozen=True):
    """A game to be played, by the names of the cards."""

    week: int
    away: str
    home: str


class Played(msgspec.Struct, frozen=True):
    """A fixture and its score, away team first."""

    fixture: Fixture
    away: int
    home: int


class Line(msgspec.Struct):
    """One team's line in the standings."""

    name: str
    wins: int = 0
    losses: int = 0
    ties: int = 0
    points_for: int = 0
    points_against: int = 0

    @property
    def share(self) -> float:
        """Share of wins, a tie counting half."""
        games = self.wins + self.losses + self.ties
        return (self.wins + self.ties / 2) / games if games else 0.0

    def add(self, mine: int, theirs: int) -> None:
        """One more game."""
        self.wins += mine > theirs
        self.losses += mine < theirs
        self.ties += mine == theirs
        self.points_for += mine
        self.points_against += theirs


def read_schedule(text: str, season: int | None = None) -> list[Fixture]:
    """A schedule typed as CSV with columns week, away, home; BadChart names every bad line.

    A name without a year is that of the season: `chicago` is `chicago-1985`.
    """
    reader = csv.DictReader(text.splitlines())
    missing = [name for name in ("week", "away", "home") if name not in (reader.fieldnames or ())]
    if missing:
        raise BadChart([f"schedule, line 1: no column {name}" for name in missing])
    fixtures: list[Fixture] = []
    faults: list[str] = []
    for line, row in enumerate(reader, start=2):
        try:
            sides = [_named(row[side] or "", season) for side in ("away", "home")]
            if sides[0] == sides[1]:
                raise BadOptions(f"{sides[0]} cannot play itself")
            fixtures.append(Fixture(int(row["week"] or ""), *sides))
        except BadOptions as error:
            faults.append(f"schedule, line {line}: {error}")
        except ValueError:
            faults.append(
                f"schedule, line {line}, column week: a whole number is needed, not {row['week']!r}"
            )
    if faults:
        raise BadChart(faults)
    return fixtures


def _named(name: str, season: int | None) -> str:
    if season is not None and not name.strip()[-4:].isdigit():
        name = f"{name.strip()} {season}"
    return find_card(name)[0]


def balanced_schedule(names: list[str], games: int, seed: int) -> list[Fixture]:
    """Everybody plays `games` games (fewer with byes), a new opponent each week, home and away in turn.

    The circle method: one team stays, the others move on a place every week; after everybody has met,
    the same again with home and away changed.
    """
    if len(names) < 2 or games < 1:
        raise BadOptions("a season needs two teams and one game at least")
    places = list(names)
    Random(seed).shuffle(places)
    if len(places) % 2:
        places.append("")  # whoever meets the empty place has the week off
    fixtures: list[Fixture] = []
    for week in range(games):
        again = week // (len(places) - 1) % 2
        for place in range(len(places) // 2):
            pair = places[place], places[-1 - place]
            turned = (week % (len(places) - 1) if place == 0 else place) + again
            away, home = pair if turned % 2 else pair[::-1]
            if away and home:
                fixtures.append(Fixture(week + 1, away, home))
        places.insert(1, places.pop())
    return fixtures


def play_season(
    fixtures: list[Fixture], cards: Mapping[str, Card], seed: int, **options: Value
) -> Iterator[Played]:
    """The games in the order of the schedule."""
    dice = FastDice(seed)
    for fixture in fixtures:
        game = game_of(cards[fixture.away], cards[fixture.home], **options)
        for s in play_many(game, 1, dice):
            yield Played(fixture, s.scores[0], s.scores[1])


def standings(games: list[Played]) -> list[Line]:
    """Best first: share of wins, then points for minus against, then points for."""
    lines: dict[str, Line] = {}
    for game in games:
        for name, mine, theirs in (
            (game.fixture.away, game.away, game.home),
            (game.fixture.home, game.home, game.away),
        ):
            lines.setdefault(name, Line(name)).add(mine, theirs)
    return sorted(
        lines.values(),
        key=lambda line: (-line.share, line.points_against - line.points_for, -line.points_for, line.name),
    )


def standings_text(lines: list[Line], real: Mapping[str, float] | None = None) -> str:
    """The table people read; `real` adds the share of wins that each team really had."""
    rows = [f"{'':3} {'team':28}{'W':>4}{'L':>4}{'T':>3}{'share':>8}{'for':>6}{'agst':>6}"]
    rows[0] += f"{'really':>8}" if real else ""
    for place, line in enumerate(lines, start=1):
        record = f"{line.wins:4}{line.losses:4}{line.ties:3}{line.share:8.3f}"
        truly = f"{real[line.name]:8.3f}" if real and line.name in real else ""
        rows.append(f"{place:3} {line.name:28}{record}{line.points_for:6}{line.points_against:6}{truly}")
    return "\n".join(rows)


class Series(msgspec.Struct, frozen=True):
    """A meeting in a tournament: two teams, games won, and the last score of each game."""

    round: int
    teams: tuple[str, str]
    wins: tuple[int, int]
    scores: tuple[tuple[int, int], ...]

    @property
    def winner(self) -> str:
        """Who goes on."""
        return self.teams[0] if self.wins[0] > self.wins[1] else self.teams[1]


def tournament(cards: Mapping[str, Card], best_of: int, seed: int) -> Iterator[Series]:
    """Knockout rounds at neutral sites, eras levelled (section 18); the order given is the bracket.

    With a number of teams that is no power of two the first ones have the first round off.
    """
    if len(cards) < 2 or best_of % 2 == 0:
        raise BadOptions("a tournament needs two teams and a series of an odd number of games")
    dice = FastDice(seed)
    left = list(cards)
    number = 0
    while len(left) > 1:
        number += 1
        size = 1 << (len(left) - 1).bit_length()
        off = size - len(left)
        going_on = left[:off]
        for place in range(off, len(left), 2):
            series = _series(number, (left[place], left[place + 1]), cards, best_of, dice)
            going_on.append(series.winner)
            yield series
        left = going_on


def _series(
    number: int, teams: tuple[str, str], cards: Mapping[str, Card], best_of: int, dice: FastDice
) -> Series:
    game = game_of(cards[teams[0]], cards[teams[1]], neutral=True, knockout=True)
    wins = [0, 0]
    scores: list[tuple[int, int]] = []
    while max(wins) <= best_of // 2:
        for s in play_many(game, 1, dice):
            wins[0 if s.scores[0] > s.scores[1] else 1] += 1
            scores.append((s.scores[0], s.scores[1]))
    return Series(number, teams, (wins[0], wins[1]), tuple(scores))
