"""The luck ledger adds up."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from fieldhouse.cli import main
from fieldhouse.kernel import record, registry
from fieldhouse.kernel.coaches import play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.entries import Chosen, Rolled
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.table import Table
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.players import make_policy
from fieldhouse.lab.review.luck_ledger import Ledger, luck_ledger

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced

SHORT = {"quarter": 1, "overtime": "none"}
DICE = {"mode": "dice", "overtime": "none", "quarters": 1, "minutes": 1}


def played(seed: int, *, concede: bool = False) -> record.Record:
    """A short game of Fast Drive between random coaches, or one that the home team gives up."""
    from fieldhouse.kernel.coaches import RandomCoach

    game = registry.find("fastdrive").open(SHORT)
    table = Table(game, FastDice(seed))
    if concede:
        table.answer(1, "concede")
    else:
        play_on(table, {seat: RandomCoach(seed + seat) for seat in (0, 1)})
    return record.record_of_table(table)


@cache
def exact_ledger(seed: int) -> Ledger:
    return luck_ledger(played(seed))


@pytest.mark.parametrize("seed", [1, 2])
def test_start_dice_and_decisions_add_up_to_the_result_exactly(seed: int) -> None:
    game = played(seed)
    book = exact_ledger(seed)
    assert book.exact
    assert book.adds_up
    total = Fraction(book.start) + book.dice() + book.decisions(0) - book.decisions(1)
    assert total == Fraction(book.result)
    assert len(book.lines) == sum(isinstance(entry, Rolled | Chosen) for entry in game.entries)


def test_the_ledger_begins_at_the_exact_chance() -> None:
    book = exact_ledger(1)
    exact = Exact(registry.find("fastdrive").open(SHORT)).start()
    assert book.start == pytest.approx(exact.win_probability, abs=1e-12)


def test_a_decision_never_helps_whoever_makes_it() -> None:
    """The chance before a decision is that of the best option."""
    for seed in (1, 2):
        for line in exact_ledger(seed).lines:
            if line.seat is not None:
                assert (line.change if line.seat == 0 else -line.change) <= 1e-9


def test_giving_up_is_the_decision_of_whoever_does() -> None:
    book = luck_ledger(played(4, concede=True))
    assert book.adds_up
    assert book.result == 1
    assert book.lines[-1].seat == 1
    assert book.lines[-1].what == "concedes"


def test_a_game_that_is_not_over_has_no_ledger() -> None:
    table = Table(registry.find("fastdrive").open(SHORT))
    with pytest.raises(BadOptions, match="finished"):
        luck_ledger(record.record_of_table(table))


def test_the_command_prints_totals_and_draws_the_curve(tmp_path: Path) -> None:
    path, picture = tmp_path / "game.json", tmp_path / "luck.svg"
    path.write_text(record.record_text(played(2)), encoding="utf-8")
    ran = CliRunner().invoke(main, ["luck", str(path), "--svg", str(picture)])
    assert ran.exit_code == 0, ran.output
    assert "add up exactly" in ran.output
    assert len(list(ET.parse(picture).iter("{http://www.w3.org/2000/svg}polyline"))) == 1


# Estimates

RECORDS = Path(__file__).parents[1] / "records"
ESTIMATED = [
    "redboar/concession",
    "redboar/overtime-series",
    "fastdrive/overtime-knockout",
    "thegrid/draw",
    "thegrid/agreement",
    "cardbowl/tie-no-overtime",
    "cardbowl/concession",
]


def stored(name: str) -> record.Record:
    return record.parse_record((RECORDS / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ESTIMATED)
def test_every_game_has_a_ledger_that_adds_up_exactly(name: str) -> None:
    """Without exact tables the chances are estimates, and said to be; the sums are exact all the same."""
    game = stored(name)
    book = luck_ledger(game, seconds=0.5, playouts=8, games=40, estimate=True)
    assert not book.exact
    assert book.how.startswith("estimate from 8 playouts")
    assert book.adds_up
    assert game.outcome is not None
    assert book.result == {0: 1.0, 1: 0.0, None: 0.5}[game.outcome.winner]
    assert all(before.after == after.before for before, after in pairwise(book.lines))
    assert ET.fromstring(book.svg()).tag.endswith("svg")


def test_an_estimate_is_near_the_exact_chance_of_the_same_policy() -> None:
    """Both from the first whistle, `starter` on both sides: within the fit's error on unseen games."""
    game = played(2)
    book = luck_ledger(game, seconds=20, playouts=40, games=1500, estimate=True)
    exact = Exact(registry.find("fastdrive").open(SHORT), "starter").start()
    assert book.start == pytest.approx(exact.win_probability, abs=0.05)


def test_a_decision_the_policy_would_also_make_moves_nothing() -> None:
    """Both sides answer as `starter` does, which throws no dice of its own by dice: all of it is luck."""
    policy = make_policy(registry.find("redboar").open(DICE), "starter", 0)
    table = Table(registry.find("redboar").open(DICE), FastDice(5))
    while table.outcome is None:
        asked = table.request_for(table.pending_seats[0])
        assert asked is not None
        table.answer(asked.seat, policy(asked, table.state))
    book = luck_ledger(record.record_of_table(table), seconds=1, playouts=8, games=40, estimate=True)
    assert [line.change for line in book.lines if line.seat is not None] == pytest.approx(
        [0.0] * sum(line.seat is not None for line in book.lines), abs=1e-12
    )
    assert book.dice() != 0


def test_the_same_seed_gives_the_same_ledger() -> None:
    books = [luck_ledger(stored("redboar/concession"), seconds=9, playouts=8, games=40, seed=3) for _ in "ab"]
    assert books[0] == books[1]


def test_a_deal_is_one_step_and_simultaneous_answers_are_two() -> None:
    """RB-10.1: six cards for each side are two deals; both cards of a play are answers of their own."""
    book = luck_ledger(stored("redboar/concession"), seconds=1, playouts=8, games=40)
    deals = [line for line in book.lines if line.what == "a card for the offense (6 cards)"]
    cards = [line for line in book.lines if line.what == "card"]
    assert deals and len(deals[0].key.split()) == 6
    assert {line.seat for line in cards} == {0, 1}


def test_a_game_without_dice_has_no_ledger_but_its_turns() -> None:
    """SQ-4: no luck, no drift and no figure from playouts; the command lists what turns gave away."""
    game = stored("squares/regulation")
    with pytest.raises(BadOptions, match="turn by turn"):
        luck_ledger(game, seconds=1)
    ran = CliRunner().invoke(main, ["luck", str(RECORDS / "squares" / "regulation.json")])
    assert ran.exit_code == 0, ran.output
    assert "it cost the series" in " ".join(ran.output.replace("│", " ").split())
    assert "%" not in ran.output and "rift" not in ran.output


def test_the_command_says_on_top_that_it_estimates(tmp_path: Path) -> None:
    path = str(RECORDS / "redboar" / "concession.json")
    limits = ["--seconds", "1", "--playouts", "8", "--games", "40"]
    ran = CliRunner().invoke(main, ["luck", path, *limits])
    assert ran.exit_code == 0, ran.output
    assert ran.output.startswith("Luck ledger (estimate from 8 playouts")
    assert "Drift of the estimate" in ran.output
