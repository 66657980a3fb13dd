"""A game may bring forms and tie-breakers of its own; one without still has a whole league."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest
from tests.league.helpers import ending_distribution
from tests.league.leagues import SECRET, new_desk

from fieldhouse.football.competition.format import (
    Fixture,
    Format,
    KnockoutGames,
    LeagueGames,
    Lots,
    RankEntries,
    SeasonProgress,
)
from fieldhouse.football.competition.format import Steps as FormSteps
from fieldhouse.football.competition.tie_breakers import DEFAULT_TIE_BREAKERS
from fieldhouse.games.thegrid.league import TIE_BREAKERS
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.league import FinalScore, GameFormat, RoundRobin, SeasonFacts
from fieldhouse.league.formats import game_format
from fieldhouse.league.formats.custom_schedule import CustomSchedule
from fieldhouse.league.journal.league import LeagueFormat
from fieldhouse.league.odds import ScoreModel, build_score_model, estimate_odds
from fieldhouse.league.season import Season
from fieldhouse.league.service.create import create_league, make_format, make_franchises, make_league
from fieldhouse.league.service.simulator import Simulator
from fieldhouse.league.service.teams import LeagueTeams

ROOT = Path(__file__).parents[2]
FOUR = tuple("ABCD")


class PairsByLot(Format, frozen=True, tag=True):
    """Two groups of two by lot, a game each, which may be tied; the heads of the groups play the final."""

    @property
    def title(self) -> str:
        return "Pairs by lot"

    def steps(self, c: SeasonProgress) -> FormSteps:
        drawn = yield Lots("draw", range(4), "the next team")
        pairs = {"Left": drawn[:2], "Right": drawn[2:]}
        yield LeagueGames([Fixture(name, "groups", pair[0], pair[1], 1) for name, pair in pairs.items()])
        for name, pair in pairs.items():
            c.tables[name] = yield RankEntries(name, pair, DEFAULT_TIE_BREAKERS)
        heads = [c.tables[name][0] for name in pairs]
        c.reached["final"] = heads
        (c.champion,) = yield KnockoutGames([Fixture("final", "final", heads[0], heads[1], knockout=True)])


def low_scores(teams: int) -> ScoreModel:
    """So few points that many games are tied and tables come to lots."""
    rng = np.random.default_rng(3)
    return ScoreModel(*(rng.integers(0, 2, (teams, teams, 2), dtype=np.int16) for _ in range(2)))


def test_the_grid_brings_its_form_and_its_order() -> None:
    names = tuple("ABCDEFGHIJKL")
    form = make_format("world", names, "thegrid", {})
    assert form == GameFormat(names, game="thegrid", kind="world") and "DC-11" in form.title
    kept = msgspec.json.decode(msgspec.json.encode(form), type=LeagueFormat)
    assert kept == form, "a journal keeps it by value"
    robin = make_format("robin", FOUR, "thegrid", {})
    assert isinstance(robin, RoundRobin) and robin.by == TIE_BREAKERS


def test_a_game_without_forms_has_those_of_the_house() -> None:
    robin = make_format("robin", FOUR, "sandlot", {})
    assert isinstance(robin, RoundRobin) and robin.by == DEFAULT_TIE_BREAKERS
    with pytest.raises(BadOptions, match=r"no format 'world'; choose from robin, double, cup$"):
        make_format("world", FOUR, "sandlot", {})
    with pytest.raises(BadOptions, match="has no format 'world'"):
        GameFormat(FOUR, game="sandlot", kind="world")
    with pytest.raises(BadOptions, match="12 teams, not 4"):
        make_format("world", FOUR, "thegrid", {})


def test_the_template_game_has_schedule_table_fixtures_and_odds(tmp_path: Path) -> None:
    """Nothing but rules and coaches: no clubs, no statistics, no forms."""
    assert not any(registry.find("sandlot").has(part) for part in ("clubs", "league"))
    service = new_desk(tmp_path)
    teams = make_franchises("sandlot", ["Ducks", "Geese", "Swans"], None, "starter")
    form = make_format("double", tuple(team.name for team in teams), "sandlot", {})
    options = dict(registry.find("sandlot").meta.lengths["tiny"])
    journal = create_league(
        service, make_league("Lots", "sandlot", form, teams, SECRET, options=options), SECRET
    )
    assert len(journal.season().waiting) == 6
    players = LeagueTeams(journal)
    found = estimate_odds(
        journal.league.form, journal.facts(), build_score_model(players, samples=4), seasons=200
    )
    assert sum(found.champion) == pytest.approx(1)
    Simulator(service, journal).all()
    assert journal.over and len(journal.fixtures()) == 7
    season = journal.season()
    assert len(season.placed["Table"].teams) == 3 and season.ledger.line(0).games == 4


@pytest.mark.parametrize("struck", [False, True])
def test_odds_of_a_form_of_its_own_agree_with_enumeration(
    monkeypatch: pytest.MonkeyPatch, struck: bool
) -> None:
    """Draw, ties and lots included; exact where it is small enough, drawn where it is not; void games too."""
    monkeypatch.setattr(game_format, "game_formats", lambda game: {"pairs": ("Pairs", PairsByLot)})
    game_format._made.cache_clear()
    form, scores = GameFormat(FOUR, game="sandlot", kind="pairs"), low_scores(4)
    known = SeasonFacts(lots={"draw": [2, 0, 1, 3]}, struck=["Left"]) if struck else SeasonFacts()
    exact = ending_distribution(form, known, scores.chances, lambda progress: progress.champion)
    assert sum(exact.values()) == 1
    found = estimate_odds(form, known, scores, seasons=20_000)
    for team in range(4):
        assert found.champion[team] == pytest.approx(float(exact.get(team, 0)), abs=0.02)
    assert sum(found.reached["final"]) == pytest.approx(2)
    game_format._made.cache_clear()


def test_odds_of_a_listed_season_agree_with_enumeration() -> None:
    """Unequal numbers of games, so shares come first; ties and lots included."""
    form, scores = CustomSchedule(FOUR, games=((1, 0, 1), (1, 2, 3), (2, 0, 2), (3, 1, 0))), low_scores(4)
    known = SeasonFacts({Season(form, SeasonFacts()).waiting[0].id: FinalScore(1, 1)})
    exact = ending_distribution(form, known, scores.chances, lambda progress: progress.champion)
    found = estimate_odds(form, known, scores, seasons=20_000)
    for team in range(4):
        assert found.champion[team] == pytest.approx(float(exact.get(team, 0)), abs=0.02)


def test_a_league_that_keeps_a_form_of_a_game_can_be_read_as_plain_data() -> None:
    text = json.loads(msgspec.json.encode(GameFormat(tuple("ABCDEFGHIJKL"), game="thegrid", kind="world")))
    assert (text["type"], text["game"], text["kind"]) == ("OwnForm", "thegrid", "world")
