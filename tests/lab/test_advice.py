"""Advice: exact where there are tables, honest estimates elsewhere, and why."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fieldhouse.cli import main
from fieldhouse.cli.lab.grids import playouts_text
from fieldhouse.football.events import DriveEnded, Played, Scored, Turnover
from fieldhouse.games.redboar.rules.possession import take_over
from fieldhouse.kernel import record, registry
from fieldhouse.kernel.coaches import play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker
from fieldhouse.lab.advice import samples
from fieldhouse.lab.advice.adviser import advise
from fieldhouse.lab.advice.outcomes import PlayResult, describe_results, play_result
from fieldhouse.lab.advice.result import FEW, Advice, OptionAdvice
from fieldhouse.lab.advice.samples import SampleEnd, sampled_option
from fieldhouse.lab.win_probability import training_games as games_noted

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced

SHORT = {"mode": "dice", "overtime": "none", "quarters": 1, "minutes": 1}


def last_play(lead: int = 0) -> Table[Any]:
    """Red on fourth and ten on the other 20, ten seconds left."""
    game = registry.find("redboar").open(SHORT)
    s = game.start()
    s.receiver = 0
    take_over(s, 0, 20, "kickoff")
    s.clock, s.down, s.scores = 10, 4, [max(lead, 0), max(-lead, 0)]
    return Table(game, state=s)


def test_the_kick_wins_as_often_as_the_chart_says() -> None:
    """RB-8.14: from the 20 a total of 4 is needed: 33 of 36 win, a miss leaves a tie; a punt is a tie."""
    advice = advise(last_play())
    options = {option.key: option for option in advice.options}
    assert advice.exact
    assert advice.best.key == "field-goal"
    assert options["field-goal"].win == pytest.approx(33 / 36, abs=1e-12)
    assert options["field-goal"].tie == pytest.approx(3 / 36, abs=1e-12)
    assert options["punt"].tie == pytest.approx(1, abs=1e-12)
    assert options["play"].win < 0.5


def test_the_why_leads_down_to_the_chart() -> None:
    """The good kick is one outcome, with its chance, its dice, its sum and its rule."""
    kick = advise(last_play()).best
    good, bad = sorted(kick.why, key=lambda outcome: -outcome.chance)
    assert good.chance == pytest.approx(33 / 36)
    assert good.win_probability == pytest.approx(1)
    assert bad.chance == pytest.approx(3 / 36)
    assert bad.win_probability == pytest.approx(0.5)
    told = " ".join(good.story)
    assert "4 or more is good" in told
    assert "RB-8.14" in told
    assert good.dice.startswith("the field goal ")


def test_chances_of_the_options_are_whole_and_reasons_add_up() -> None:
    for option in advise(last_play(-3), why=500).options:
        assert option.win + option.tie + option.loss == pytest.approx(1, abs=1e-12)
        assert sum(outcome.chance for outcome in option.why) == pytest.approx(1, abs=1e-9)
        mean = sum(outcome.chance * outcome.win_probability for outcome in option.why)
        assert mean == pytest.approx(option.win_probability, abs=1e-9)


def test_without_tables_it_estimates_and_says_so() -> None:
    """SL-4.2: behind by two on the last play, the kick is good on 4 or more: one half."""
    game = registry.find("sandlot").open()
    s = game.start()
    s.offense, s.to_go, s.plays_left, s.scores, s.drives_left = 0, 12, 1, [0, 2], [1, 0]
    s.hands, s.pile = [["RUN"] * 3, ["PASS"] * 3], ["RUN", "TRICK", "PASS"]
    advice = advise(Table(game, state=s), playouts=300, seconds=4, seed=5)
    kick = next(option for option in advice.options if option.key == "kick")
    assert not advice.exact
    assert advice.how.startswith("estimate from up to 300 playouts")
    assert 0 < kick.error < 0.1
    assert abs(kick.win_probability - 0.5) < 1.6 * kick.error


RECORDS = Path(__file__).parents[1] / "records"
DECISIONS = [
    ("cardbowl/points", 42, "formation"),
    ("cardbowl/points", 50, "assign"),
    ("redboar/points-cards", 15, "declare"),
    ("thegrid/points", 16, "clock"),
]


@pytest.mark.parametrize(("name", "at", "what"), DECISIONS)
def test_every_game_gives_advice_with_intervals_and_reasons(name: str, at: int, what: str) -> None:
    """Also in the middle of a play, and for the second of two simultaneous answers."""
    game = record.parse_record((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    advice = advise(record.replay_record(game, at), playouts=16, seconds=1.5, why=50)
    assert not advice.exact
    assert advice.what == what
    assert advice.how.startswith("estimate")
    for option in advice.options:
        assert option.win + option.tie + option.loss == pytest.approx(1)
        assert option.error > 0 or (option.different == 1 and option.playouts >= FEW)
        assert sum(outcome.chance for outcome in option.why) == pytest.approx(1)
        mean = sum(outcome.chance * outcome.win_probability for outcome in option.why)
        assert mean == pytest.approx(option.win_probability)
        assert all(outcome.story for outcome in option.why)


def test_squares_is_advised_by_its_engine() -> None:
    """SQ-4.2: one whole turn and its reason; no figure from playouts of weak coaches."""
    game = record.parse_record((RECORDS / "squares" / "study-touchdown.json").read_text(encoding="utf-8"))
    advice = advise(record.replay_record(game, 0), playouts=16, seconds=2)
    assert advice.reason == "It scores: a touchdown." and len(advice.options) == 1
    assert advice.best.key.endswith("+")
    assert "%" not in f"{advice!r}" and set(advice.rows()[0]) == {"key", "label", "reason"}


def test_of_a_long_menu_the_answers_of_the_coaches_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """CB-7.1: where a menu is longer than can be tried, what the coaches of the game answer is tried."""
    monkeypatch.setattr(samples, "MENU", 2)
    game = record.parse_record((RECORDS / "cardbowl" / "points.json").read_text(encoding="utf-8"))
    advice = advise(record.replay_record(game, 42), playouts=8, seconds=2)
    assert "that its coaches suggest" in advice.how


def test_advice_looks_only_at_worlds_the_seat_could_be_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """With hands no real whistle is used, neither for playouts nor for the games of the fit."""
    game = record.parse_record((RECORDS / "redboar" / "points-cards.json").read_text(encoding="utf-8"))
    table = record.replay_record(game, 32)  # the second play of a drive: hands are part of the whistle
    dealt: list[bytes] = []
    begun: list[bytes] = []
    resample, note = Walker.resample, games_noted.play_training_game

    def spied(self: Walker[Any], seat: int, rng: Any, tries: int = 64) -> Walker[Any]:
        assert seat == 0
        world = resample(self, seat, rng, tries)
        assert world.view(0) == table.view(0)
        dealt.append(world.frame.snapshot)
        return world

    def noted(*given: Any) -> Any:
        begun.extend([given[3]] if given[3] is not None else [])
        return note(*given)

    monkeypatch.setattr(Walker, "resample", spied)
    monkeypatch.setattr(games_noted, "play_training_game", noted)
    advise(table, 0, playouts=16, seconds=1)
    assert begun and set(begun) <= set(dealt)
    assert len(set(dealt)) > 1


def test_a_secret_call_is_advised_as_a_mix() -> None:
    """RB-9.6: both cards are laid face down; the shares add up to one, and a known card is worth no more."""
    game = record.parse_record((RECORDS / "redboar" / "points-cards.json").read_text(encoding="utf-8"))
    advice = advise(record.replay_record(game, 17), playouts=8, seconds=5)
    assert advice.is_mixed
    assert sum(option.share or 0 for option in advice.options) == pytest.approx(1)
    assert all(option.known <= option.win_probability + 1e-9 for option in advice.options)


def test_the_grid_advises_its_own_mix_at_once() -> None:
    """TG-10.2: both calls are secret; the exact matrix of the play gives the shares."""
    game = record.parse_record((RECORDS / "thegrid" / "points.json").read_text(encoding="utf-8"))
    advice = advise(record.replay_record(game, 8), seconds=1)
    assert advice.how.startswith("exact solution of this play")
    assert sum(option.share or 0 for option in advice.options) == pytest.approx(1)


def test_results_of_a_kind_are_described_by_their_range() -> None:
    """Typed facts, not sentences: the words of an event may change without changing what is grouped."""

    def draw(yards: int, **more: Any) -> PlayResult:
        return play_result([Played(side=0, team="Red", what="run", name="draw", yards=yards, **more)])

    fumble = play_result([Turnover(side=0, team="Red", what="fumble", spot=40)])
    assert describe_results([draw(5), draw(10, down=3, to_go=7), draw(5)]) == "Draw for 5 to 10 yards"
    assert describe_results([draw(5), fumble], ["Red"]) == "Draw for 5 yards or Red loses a fumble"
    assert describe_results([fumble, fumble]) == "Red loses a fumble"
    assert describe_results([draw(-3), draw(-1)]) == "Draw for a loss of 1 to 3 yards"
    assert describe_results([draw(-3), draw(0)]) == "Draw for -3 to 0 yards"
    assert draw(0).text == "Draw for no gain" and draw(1).text == "Draw for 1 yard"
    punts = [
        DriveEnded(side=0, team="Red", result="punt", plays=3, yards=9, start=80, seconds=n)
        for n in (150, 225)
    ]
    assert describe_results([play_result([punt]) for punt in punts]) == "Red: punt after 2:30 to 3:45"
    touchdown = Scored(side=0, team="Red", what="touchdown", points=6, scores=(6, 0))
    kick = Scored(side=0, team="Red", what="extra point", points=1, scores=(7, 0))
    assert play_result([touchdown, kick]).text == "Red touchdown", "the kick does not hide it"
    assert play_result([]).text == ""


def test_a_tie_offer_is_advised_on() -> None:
    table = last_play(-21)
    table.answer(0, "offer-tie")
    advice = advise(table, 1, playouts=16, seconds=1)
    assert advice.best.key == "decline"
    assert next(option for option in advice.options if option.key == "accept").win_probability == 0.5


def test_nothing_to_decide_is_said() -> None:
    table = Table(registry.find("redboar").open(SHORT))
    with pytest.raises(FieldhouseError, match="a roll is due"):
        advise(table)


def test_the_command_advises_on_a_record(tmp_path: Path) -> None:
    folder = registry.find("redboar")
    game = folder.open(SHORT)
    table = Table(game, FastDice(2))
    play_on(table, {seat: folder.coach("starter", game, seat, 1) for seat in (0, 1)})
    path = tmp_path / "game.json"
    path.write_text(record.record_text(record.record_of_table(table)), encoding="utf-8")
    ran = CliRunner().invoke(main, ["advise", str(path)])
    assert ran.exit_code == 0, ran.output
    assert "Exact, with best play on both sides" in ran.output
    ran = CliRunner().invoke(main, ["advise", str(path), "--at", "0"])
    assert ran.exit_code == 2
    assert "nothing to decide" in ran.output


class FixedEstimator:
    """The inputs are the win probability."""

    how, error = "fixed", 0.02

    def inputs(self, s: Any) -> Any:
        return s

    def win_probabilities(self, inputs: Sequence[Any]) -> Sequence[float]:
        return inputs


def test_one_estimate_averaged_with_itself_has_no_interval() -> None:
    """The SL-4.1 question with every playout ending in the same position, and with two different ones."""
    table = Table(registry.find("sandlot").open(), FastDice(1))
    asked = table.request_for(table.pending_seats[0])
    assert asked is not None and asked.seat == 0
    key = asked.keys[0]
    same = [SampleEnd(0.0, 0.6, False, ())] * 40
    option = sampled_option(asked, key, same, FixedEstimator(), 3)
    assert (option.error, option.playouts, option.different) == (0.0, 40, 1)
    assert playouts_text(option) == "40, 1 different"
    mixed = [*same, *[SampleEnd(0.0, 0.7, False, ())] * 40]
    option = sampled_option(asked, key, mixed, FixedEstimator(), 3)
    assert option.error > 0 and option.different == 2
    ended = sampled_option(asked, key, [SampleEnd(1.0, None, False, ())] * 40, None, 3)
    assert ended.error > 0 and ended.different == 40 and playouts_text(ended) == "40"


def test_a_single_estimate_is_not_clearly_better_within_the_estimators_error() -> None:
    """Two positions that the estimator tells apart by less than it is off are too close to call."""

    def advice(first: float, *, different: int) -> Advice:
        options = (
            OptionAdvice("a", "Run", first, 0.0, 1 - first, 0.0, (), 40, different),
            OptionAdvice("b", "Pass", 0.6, 0.0, 0.4, 0.005, (), 40, 40),
        )
        return Advice(0, "play", "?", False, "estimate", options, estimator_error=0.02)

    assert not advice(0.61, different=1).clear and advice(0.61, different=40).clear
    assert advice(0.63, different=1).clear
