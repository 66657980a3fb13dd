"""The arena: seats swapped on the same dice, honest intervals, early stopping, the same with any pool."""

import math
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fieldhouse.cli import main
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import CoachView
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab import arena, elo

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced


class Kicker:
    """A coach made by a factory: kicks whenever it may, else plays its first card."""

    def answer(self, request: Choose, seen: CoachView) -> str:
        return "kick" if "kick" in request.keys else request.keys[0]


def kicker(game: Any, seat: int, seed: int, seconds: float | None) -> Kicker:
    return Kicker()


def sandlot() -> Any:
    return registry.find("sandlot").open(length="tiny")


def test_a_coach_against_itself_scores_half_of_every_pair() -> None:
    """Both seatings on the same dice: whatever the dice do, equal deterministic coaches split the pair."""
    game = sandlot()
    for seed in range(20):
        pair = arena.play_pair("sandlot", game.setup, "starter", "starter", seed, None)
        assert pair.wins + pair.ties + pair.losses == 2
    same = [
        arena.play_pair("sandlot", game.setup, f"{__name__}:kicker", f"{__name__}:kicker", seed, None)
        for seed in range(20)
    ]
    assert [pair.score for pair in same] == [0.5] * 20


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    plan = arena.ArenaPlan(pairs=12, block=5, seed=3)
    alone = arena.run(sandlot(), ["rookie", "starter"], plan)
    pooled = arena.run(sandlot(), ["rookie", "starter"], plan, jobs=2)
    assert alone.meetings[0].scores == pooled.meetings[0].scores
    assert alone.meetings[0].results == pooled.meetings[0].results


def test_a_pairing_stops_when_an_even_match_is_excluded() -> None:
    won = arena.PairScore(1.0, 2, 0, 0, (1, 1), (0.0, 0.0))
    scores = [won.score] * 10
    assert elo.mean_score(scores).low > 0.5
    assert elo.mean_score(scores[:2]).low <= 0.5


def test_a_pairing_stops_when_its_time_is_up() -> None:
    """At the next whole pair: never none."""
    plan = arena.ArenaPlan(pairs=50, block=10, limit=1e-9, stop=False)
    meeting = arena.run(sandlot(), ["rookie", "starter"], plan).meetings[0]
    assert len(meeting.pairs) == 1
    assert meeting.stopped == "time is up"


def test_the_interval_holds_at_every_look() -> None:
    """Even pairs, looked at after every pair: at most 5 % of 200 runs ever exclude the truth."""
    rng = random.Random(5)
    wrong = 0
    for _ in range(200):
        scores: list[float] = []
        for look in range(1, 151):
            scores.append(rng.choice((0.0, 0.25, 0.5, 0.75, 1.0)))
            if look >= 10:
                seen = elo.mean_score(scores)
                if not seen.low <= 0.5 <= seen.high:
                    wrong += 1
                    break
    assert wrong <= 16  # 10 expected at most; 16 is two standard errors above


def test_elo_of_scores_is_the_logistic_curve() -> None:
    assert elo.elo(0.5) == 0
    assert elo.elo(10 / 11) == pytest.approx(400)
    assert elo.elo(1.0) == math.inf
    assert elo.expected_score(elo.elo(0.37)) == pytest.approx(0.37)


def test_ratings_of_three_agree_with_their_scores() -> None:
    """a beats b as b beats c, 75 % each, a beats c 90 %: evenly spaced ratings about 190 apart."""
    results = {
        ("a", "b"): [0.75] * 400,
        ("b", "c"): [0.75] * 400,
        ("a", "c"): [0.9] * 400,
    }
    found = elo.fit_ratings(results)
    assert found["a"].value == pytest.approx(190.8, abs=1.5)
    assert found["b"].value == pytest.approx(0.0, abs=0.5)
    assert found["c"].value == pytest.approx(-190.8, abs=1.5)
    assert found["a"].low < found["a"].value < found["a"].high


def test_an_unknown_coach_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOptions, match="rookie, starter, random"):
        arena.run(sandlot(), ["rookie", "genius"], arena.ArenaPlan(pairs=1))
    with pytest.raises(BadOptions, match="no coach 'nowhere:nobody'"):
        arena.run(sandlot(), ["rookie", "nowhere:nobody"], arena.ArenaPlan(pairs=1))


def test_the_command_prints_tables_and_draws_the_ratings(tmp_path: Path) -> None:
    picture = tmp_path / "elo.svg"
    ran = CliRunner().invoke(
        main,
        ["arena", "sandlot", "rookie", "starter", "--pairs", "4", "--length", "tiny", "--svg", str(picture)],
    )
    assert ran.exit_code == 0, ran.output
    assert "rookie" in ran.output and "Elo" in ran.output
    names = [e.text for e in ET.parse(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert {"rookie", "starter"} <= set(names)


def test_the_command_needs_two_coaches() -> None:
    ran = CliRunner().invoke(main, ["arena", "sandlot", "rookie", "rookie"])
    assert ran.exit_code == 2
    assert "two different coaches" in ran.output
