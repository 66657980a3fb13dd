"""The league's history: records of every team, and every play-off field and pairing, from results of
record."""

from __future__ import annotations

import csv
from collections.abc import Sequence

import pytest

from fieldhouse.football.competition.format import Lots
from fieldhouse.football.nfl_seasons.format import STAGES, season_format
from fieldhouse.football.nfl_seasons.history import (
    PLAY_OFFS,
    RealGame,
    RealSeason,
    known_seasons,
    real_season,
)
from fieldhouse.games.fastdrive.cards.card import COLLECTION
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.league import FinalScore, Fixture
from fieldhouse.league.season import FormatRunner, knockout_winner

ROTATED = range(1970, 1975)
"""Years in which sites and pairings of play-offs rotated; from then on the better record is home."""


def play_offs(real: RealSeason) -> list[RealGame]:
    """The play-off games of record, in order."""
    return [game for game in real.games if game.week in PLAY_OFFS]


class OfRecord(FormatRunner):
    """A season whose results are those of record; a game that was not played is an error."""

    def __init__(self, real: RealSeason) -> None:
        super().__init__(season_format(real))
        self.real = real

    def lots(self, ask: Lots) -> Sequence[int]:
        raise AssertionError(f"{self.real.season}: no coin was tossed for {ask.id}")

    def league(self, fixtures: Sequence[Fixture]) -> None:
        for fixture, game in zip(fixtures, self.real.regular, strict=True):
            self.count(fixture, FinalScore(game.home_points, game.visitor_points))

    def knock_out(self, fixtures: Sequence[Fixture]) -> list[int]:
        return [self._winner(fixture) for fixture in fixtures]

    def _winner(self, fixture: Fixture) -> int:
        names = self.form.names
        if self.real.season in ROTATED:
            return int(fixture.home)
        for game in play_offs(self.real):
            if STAGES[game.week] == fixture.stage and {game.home, game.visitor} == {
                names[fixture.home],
                names[fixture.visitor],
            }:
                assert fixture.neutral or game.home == names[fixture.home], fixture.id
                score = FinalScore(game.home_points, game.visitor_points)
                if game.home != names[fixture.home]:
                    score = FinalScore(score.visitor, score.home)
                return knockout_winner(fixture, score)
        raise AssertionError(f"{self.real.season}: {fixture.id} was not played")


def test_the_seasons_of_record() -> None:
    assert known_seasons() == list(range(1970, 2025))
    assert len(real_season(1985).regular) == 224
    assert len(real_season(2022).regular) == 271
    with pytest.raises(BadOptions, match="1970 to 2024"):
        real_season(1969)


def test_results_of_record_give_every_team_its_record() -> None:
    """Wins, losses, ties and points of all 1,637 team-seasons, against the cards' own table."""
    with COLLECTION.open(encoding="utf-8", newline="") as file:
        cards = {(int(row["season"]), row["team"]): row for row in csv.DictReader(file)}
    checked = 0
    for season in known_seasons():
        real = real_season(season)
        played = OfRecord(real)
        played.league(tuple(played.form.fixtures()))  # type: ignore[attr-defined]
        for number, name in enumerate(real.teams.values()):
            line, card = played.ledger.line(number), cards[season, name]
            found = (line.games, line.won, line.lost, line.drawn, line.scored, line.allowed)
            assert found == tuple(int(card[key]) for key in ("games", "wins", "losses", "ties", "pf", "pa"))
            checked += 1
    assert checked == 1637


@pytest.mark.parametrize("season", [s for s in range(1970, 2025) if s not in ROTATED])
def test_results_of_record_give_the_play_offs_of_record(season: int) -> None:
    """The form, fed with what happened, asks for exactly the play-off games that were played, where they
    were played, needs no coin, and crowns the champion of record."""
    played = OfRecord(real_season(season))
    played.run()
    assert played.form.names[played.progress.champion] == played.real.champion
    games = [fixture for fixture in played.fixtures if fixture.knockout]
    assert len(games) == len(play_offs(played.real))


@pytest.mark.parametrize("season", ROTATED)
def test_to_1974_the_field_is_the_field_of_record(season: int) -> None:
    """Pairings rotated then; who was in them did not."""
    real = real_season(season)
    played = OfRecord(real)
    played.run()
    assert {played.form.names[team] for team in played.progress.reached["play-offs"]} == {
        code for game in play_offs(real) for code in (game.home, game.visitor)
    }
