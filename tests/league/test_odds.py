"""Odds: the form's own rules over thousands of seasons, against exhaustive enumeration and the plain
source."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random

import msgspec
import numpy as np
import pytest
from tests.league.helpers import ending_distribution

from fieldhouse.football.nfl_seasons.format import season_format
from fieldhouse.football.nfl_seasons.history import real_season
from fieldhouse.football.nfl_seasons.tie_breakers import across_divisions, in_division
from fieldhouse.games.thegrid.league import WorldTournament
from fieldhouse.kernel import record, registry
from fieldhouse.kernel.conformance.random_games import random_steps
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.table import Table
from fieldhouse.league import (
    Cup,
    DoubleRoundRobin,
    FinalScore,
    Format,
    ResultsLedger,
    RoundRobin,
    SeasonFacts,
)
from fieldhouse.league.odds import ScoreModel, build_score_model, estimate_odds, odds_by_week, sampled_model
from fieldhouse.league.odds.estimate import endings
from fieldhouse.league.odds.season_batch import SampledSeasons
from fieldhouse.league.season import Season
from fieldhouse.league.season_replay import new_season_replay
from fieldhouse.league.teams import GameTeams, find_clubs
from fieldhouse.web.leagues.odds_worker import recorded_win_probability

FOUR = tuple("ABCD")


def model(teams: int, samples: int = 3, seed: int = 5) -> ScoreModel:
    """Few low scores, so that games are drawn and tables come to lots."""
    rng = np.random.default_rng(seed)
    shape = (teams, teams, samples)
    return ScoreModel(rng.integers(0, 3, shape, dtype=np.int16), rng.integers(0, 3, shape, dtype=np.int16))


def place_chances(
    form: Format, known: SeasonFacts, scores: ScoreModel, table: str
) -> dict[tuple[int, int], Fraction]:
    """Exactly: the chance of each team at each place."""
    found: dict[tuple[int, int], Fraction] = {}
    for progress, chance in endings(form, known, scores.chances):
        for place, team in enumerate(progress.tables[table]):
            found[team, place] = found.get((team, place), Fraction(0)) + chance
    return found


def near(found: float, exact: Fraction | float, seasons: int) -> bool:
    """Within five standard errors (and one season)."""
    p = float(exact)
    return abs(found - p) <= 5 * sqrt(p * (1 - p) / seasons) + 1 / seasons


@pytest.mark.parametrize(
    "form", [RoundRobin(FOUR), DoubleRoundRobin(tuple("ABC"))], ids=lambda form: form.title
)
def test_drawn_seasons_agree_with_exhaustive_enumeration(form: Format) -> None:
    """Ties and lots included: every place of every team, and the title; columns add to 1."""
    scores = model(len(form.names))
    seasons = 40_000
    found = estimate_odds(form, SeasonFacts(), scores, seasons=seasons)
    assert not found.exact
    exact = place_chances(form, SeasonFacts(), scores, "Table")
    for team, row in enumerate(found.places["Table"]):
        for place, chance in enumerate(row):
            assert near(chance, exact.get((team, place), Fraction(0)), seasons), (team, place)
    title = ending_distribution(form, SeasonFacts(), scores.chances, lambda progress: progress.champion)
    assert sum(title.values()) == 1
    assert all(near(found.champion[team], title.get(team, 0), seasons) for team in range(len(form.names)))
    for place in range(len(form.names)):
        assert sum(row[place] for row in found.places["Table"]) == pytest.approx(1)
    assert sum(found.champion) == pytest.approx(1)


def test_a_cup_with_lots_and_series_agrees_with_enumeration() -> None:
    form = Cup(FOUR, seeds=1, best_of=3)
    scores = model(4)
    found = estimate_odds(form, SeasonFacts(), scores, seasons=40_000)
    title = ending_distribution(form, SeasonFacts(), scores.chances, lambda progress: progress.champion)
    assert all(near(found.champion[team], title[team], 40_000) for team in range(4))
    assert sum(found.reached["final"]) == pytest.approx(2)


def test_when_few_games_are_left_the_odds_are_exact() -> None:
    """Two ordinary games and the play-offs of four: every branch counted, lots too; 1 and 0 are proved."""
    form = DoubleRoundRobin(tuple("ABC"))
    scores = model(3, 2)
    fixtures = Season(form, SeasonFacts()).waiting
    known = SeasonFacts(
        {fixture.id: FinalScore(3, 0) if fixture.home == 0 else FinalScore(0, 3) for fixture in fixtures[:5]}
    )
    found = estimate_odds(form, known, scores)
    assert found.exact
    title = ending_distribution(form, known, scores.chances, lambda progress: progress.champion)
    assert found.champion == [pytest.approx(float(title.get(team, 0))) for team in range(3)]
    assert {found.words(chance) for chance in found.champion} & {"out", "sure"} or all(found.champion)


def test_play_offs_are_enumerated_at_once() -> None:
    """After the regular season of 2023 thirteen games are left: 8192 ways, exact."""
    real = real_season(2023)
    form = season_format(real)
    known = SeasonFacts(
        {
            f.id: FinalScore(g.home_points, g.visitor_points)
            for f, g in zip(form.fixtures(), real.regular, strict=True)
        }
    )
    found = estimate_odds(form, known, model(32))
    assert found.exact
    field = [team for team, chance in enumerate(found.reached["play-offs"]) if chance]
    assert len(field) == 14
    assert all(found.words(found.reached["play-offs"][team]) == "clinched" for team in field)
    assert sum(found.champion) == pytest.approx(1)
    drawn = SampledSeasons(form, known, model(32), 20_000, np.random.default_rng(3))
    drawn.run()
    counts = np.bincount(drawn.progress.champion, minlength=32) / 20_000
    assert all(near(counts[team], found.champion[team], 20_000) for team in range(32))


@pytest.mark.parametrize("season", [1975, 1985, 1995, 2023])
def test_the_compiled_ranking_is_the_plain_one(season: int) -> None:
    """The same source: random seasons of the year's schedule, each conference ranked both ways."""
    form = season_format(real_season(season))
    many = SampledSeasons(form, SeasonFacts(), model(len(form.names), 40, 8), 40, np.random.default_rng(1))
    many.run()
    compared = 0
    for row in range(40):
        ledger = ResultsLedger(form.division, form.conference)
        for mine, theirs in (
            (ledger.won, many.won),
            (ledger.drawn, many.drawn),
            (ledger.points, many.points),
        ):
            mine[:] = theirs[row].tolist()
        wanted = [(teams, in_division(season), many.progress.tables[name]) for name, teams in form.divisions]
        winners = [many.progress.tables[name][0][row] for name, _ in form.divisions if name.startswith("NFC")]
        wanted.append((tuple(winners), across_divisions(season), many.progress.groups["NFC play-offs"]))
        for teams, by, columns in wanted:
            try:
                order, _ = ledger.rank(teams, by, no_lots)
            except LookupError:
                continue
            assert order == [int(column[row]) for column in columns[: len(order)]]
            compared += 1
    assert compared > 200


def no_lots(place: int, level: Sequence[int]) -> Sequence[int]:
    raise LookupError("a lot")


def test_every_form_has_odds_that_add_up() -> None:
    for form in (
        WorldTournament(tuple("ABCDEFGHIJKL")),
        Cup(tuple("ABCDEFG")),
        RoundRobin(tuple("ABCDE"), weeks=4),
    ):
        found = estimate_odds(form, SeasonFacts(), model(len(form.names), 6), seasons=500)
        assert sum(found.champion) == pytest.approx(1)
        for table in found.places.values():
            for place in range(len(table[0])):
                assert sum(row[place] for row in table) == pytest.approx(1)


def test_known_results_and_lots_are_kept() -> None:
    """A team that won all its games of a finished round robin is champion in every season."""
    form = RoundRobin(FOUR)
    results = {
        f.id: FinalScore(3, 0) if f.home < f.visitor else FinalScore(0, 3)
        for f in Season(form, SeasonFacts()).waiting
    }
    found = estimate_odds(form, SeasonFacts(results), model(4))
    assert found.exact and found.champion == [1, 0, 0, 0]
    level = {name: FinalScore(0, 0) for name in results}
    lot = Season(form, SeasonFacts(level)).lot
    assert lot is not None
    found = estimate_odds(form, SeasonFacts(level, {lot.id: [2, 0, 1, 3]}), model(4))
    assert found.champion == [0, 0, 1, 0]
    assert estimate_odds(form, SeasonFacts(level), model(4)).champion == [0.25] * 4


def test_a_model_of_the_game_itself() -> None:
    """Samples of every pairing, with dice that are not the league's; stronger cards win more."""
    replay = new_season_replay(1985, "x")
    bears, bucs = replay.find_team("CHI"), replay.find_team("TB")
    pairs = [f for f in replay.form.fixtures() if {f.home, f.visitor} == {bears, bucs}]  # type: ignore[union-attr]
    scores = sampled_model(replay.teams(), len(replay.cards), 60, fixtures=pairs)
    share = scores.win_share(np.array([bears]), np.array([bucs]), False)[0]
    assert share > 0.6
    assert sum(chance for _, chance in scores.chances(pairs[0])) == 1
    with pytest.raises(BadOptions, match="teams x teams x samples"):
        ScoreModel(scores.home[0], scores.visitor[0])


def test_words_of_a_chance() -> None:
    drawn = estimate_odds(RoundRobin(FOUR), SeasonFacts(), model(4), seasons=50)
    assert [drawn.words(p) for p in (0.0, 0.62, 1.0)] == ["<1%", "62%", ">99%"]
    assert drawn.error(0.5) == pytest.approx(sqrt(0.25 / 50))


def four_weeks(form: RoundRobin, last: int) -> SeasonFacts:
    """Results to that week: the earlier in the list wins, by three."""
    return SeasonFacts(
        {
            f.id: FinalScore(3, 0) if f.home < f.visitor else FinalScore(0, 3)
            for f in Season(form, SeasonFacts()).waiting
            if f.week <= last
        }
    )


def test_two_games_with_many_scores_are_counted_in_full() -> None:
    """Two ordinary games of 12 samples each: every score, no lots; as enumeration branch by branch says."""
    form = RoundRobin(FOUR)
    rng = np.random.default_rng(2)
    scores = ScoreModel(*(rng.integers(0, 40, (4, 4, 12), dtype=np.int16) for _ in range(2)))
    known = four_weeks(form, 2)
    for number, name in enumerate(known.results):  # far apart, so that nobody stays level
        score = known.results[name]
        known.results[name] = FinalScore(
            (1, 40)[number % 2] * score.home, (1, 40)[number % 2] * score.visitor
        )
    found = estimate_odds(form, known, scores)
    assert found.exact
    exact = place_chances(form, known, scores, "Table")
    for team, row in enumerate(found.places["Table"]):
        assert row == [pytest.approx(float(exact.get((team, place), 0))) for place in range(4)]


def test_sure_and_out_are_proved_although_seasons_are_drawn() -> None:
    """Two weeks left: who cannot be caught is sure, who cannot catch up is out; no season drawn says
    otherwise."""
    form = RoundRobin(tuple("ABCDEFGHIJKL"))
    found = estimate_odds(form, four_weeks(form, 9), model(12), seasons=400)
    assert not found.exact
    assert found.proved[""][0] is not False and found.proved[""][11] is False
    assert found.stage_words("", 11) == "out"
    for team, proved in enumerate(found.proved[""]):
        if proved is not None:
            assert found.champion[team] == proved
    assert estimate_odds(form, SeasonFacts(), model(12), seasons=50).proved[""] == [None] * 12
    playoffs = DoubleRoundRobin(tuple("ABCDEF"))
    late = SeasonFacts(
        {
            f.id: FinalScore(3, 0) if f.home < f.visitor else FinalScore(0, 3)
            for f in Season(playoffs, SeasonFacts()).waiting
            if f.week <= 8
        }
    )
    said = estimate_odds(playoffs, late, model(6), seasons=300)
    assert said.proved["play-offs"][0] is True and said.proved["play-offs"][5] is False
    assert said.proved["final"][5] is False and said.proved[""][5] is False, "out of one stage, out of all"
    assert said.stage_words("play-offs", 0) == "clinched"


def test_what_if_is_the_share_of_the_seasons_in_which_it_is_so() -> None:
    """The odds are the mixture of what they would be after each outcome of a game."""
    form, scores = RoundRobin(tuple("ABC")), model(3, 6)
    game = Season(form, SeasonFacts()).waiting[0]
    whole = estimate_odds(form, SeasonFacts(), scores, seasons=20_000)
    mixed = [0.0] * 3
    for result in ("home", "draw", "visitor"):
        share = sum(
            float(chance)
            for score, chance in scores.chances(game)
            if (score.home > score.visitor) - (score.home < score.visitor)
            == {"home": 1, "draw": 0, "visitor": -1}[result]
        )
        then = estimate_odds(form, SeasonFacts(), scores, given={game.id: result}, seasons=20_000)
        mixed = [one + share * two for one, two in zip(mixed, then.champion, strict=True)]
    assert mixed == [pytest.approx(chance, abs=0.02) for chance in whole.champion]
    cup = Cup(("A", "B"))
    assert estimate_odds(cup, SeasonFacts(), model(2), given={"final": "visitor"}).champion == [0, 1]


def test_any_number_of_games_can_be_supposed() -> None:
    """Every game of a season: who wins all of them is champion whatever the scores."""
    form = RoundRobin(tuple("ABCDEFGH"))
    games = Season(form, SeasonFacts()).waiting
    given = {f.id: "home" if f.home < f.visitor else "visitor" for f in games}
    assert len(given) == 28
    assert estimate_odds(form, SeasonFacts(), model(8), given=given, seasons=200).champion == [1, *[0] * 7]  # type: ignore[arg-type]


def test_the_curve_has_a_point_before_the_first_game_and_one_for_each_week() -> None:
    form = RoundRobin(FOUR)
    known = four_weeks(form, 3)
    found = odds_by_week(form, known, model(4), seasons=200)
    assert len(found) == 4
    assert not found[0].exact and found[-1].champion == [1, 0, 0, 0]


def test_fast_drives_scores_come_from_its_exact_tables() -> None:
    """Bound to both cards: the same means as the rules played out, within five standard errors."""
    names, clubs = find_clubs("fastdrive", ["chicago-1985", "tampa-bay-1985"])
    teams = GameTeams("fastdrive", clubs)
    exact, played = build_score_model(teams, samples=2000), sampled_model(teams, len(names), 150)
    for ours, theirs in ((exact.home, played.home), (exact.visitor, played.visitor)):
        spread = theirs[0, 1].std() / sqrt(150) + ours[0, 1].std() / sqrt(2000)
        assert abs(ours[0, 1].mean() - theirs[0, 1].mean()) < 5 * spread


def test_scores_of_a_game_without_exact_tables_come_from_games_played_out() -> None:
    """Gridiron has exact tables by dice only: a league that plays by cards has odds all the same."""
    names, clubs = find_clubs("redboar", ["rookie", "rookie"])
    tiny = registry.find("redboar").meta.lengths["tiny"]
    teams = GameTeams("redboar", clubs, options={**tiny, "mode": "cards"})
    found = build_score_model(teams, samples=3)
    assert len(names) == 2 and found.home.shape == (2, 2, 3)
    assert (found.home + found.visitor).any()


def test_a_recorded_game_without_exact_tables_has_no_win_probability() -> None:
    """Its box score is shown without the curve."""
    game = registry.find("redboar").open({"mode": "cards"}, length="tiny")
    table, rng = Table(game, FastDice(1)), Random(1)
    for _ in random_steps(table, rng):
        pass
    made = record.record_text(record.record_of_table(table))
    assert msgspec.json.decode(recorded_win_probability(made)) == [[], ""]
