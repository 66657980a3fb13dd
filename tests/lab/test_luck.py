"""The luck ledger adds up."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from fieldhouse.cli import main
from fieldhouse.kernel import record, registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.entries import Chosen, Rolled
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.players import play_on
from fieldhouse.kernel.table import Table
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.luck import ledger

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced

SHORT = {"mode": "dice", "overtime": "none", "quarters": 1, "minutes": 1}


def played(seed: int, *, concede: bool = False) -> record.Record:
    """A short game of Gridiron between random coaches, or one that Blue gives up."""
    from fieldhouse.kernel.players import RandomCoach

    game = registry.find("redboar").open(SHORT)
    table = Table(game, FastDice(seed))
    if concede:
        table.answer(1, "concede")
    else:
        play_on(table, {seat: RandomCoach(seed + seat) for seat in (0, 1)})
    return record.of_table(table)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_start_dice_and_decisions_add_up_to_the_result_exactly(seed: int) -> None:
    game = played(seed)
    book = ledger(game)
    assert book.adds_up
    total = Fraction(book.start) + book.dice() + book.decisions(0) - book.decisions(1)
    assert total == Fraction(book.result)
    assert len(book.lines) == sum(isinstance(entry, Rolled | Chosen) for entry in game.entries)


def test_the_ledger_begins_at_the_exact_chance() -> None:
    book = ledger(played(1))
    exact = Exact(registry.find("redboar").open(SHORT)).start()
    assert book.start == pytest.approx(exact.equity, abs=1e-12)


def test_a_decision_never_helps_whoever_makes_it() -> None:
    """The chance before a decision is that of the best option."""
    for seed in (1, 2, 3):
        for line in ledger(played(seed)).lines:
            if line.seat is not None:
                assert (line.swing if line.seat == 0 else -line.swing) <= 1e-9


def test_giving_up_is_the_decision_of_whoever_does() -> None:
    book = ledger(played(4, concede=True))
    assert book.adds_up
    assert book.result == 1
    assert book.lines[-1].seat == 1
    assert book.lines[-1].what == "concedes"


def test_a_game_that_is_not_over_has_no_ledger() -> None:
    table = Table(registry.find("redboar").open(SHORT))
    with pytest.raises(BadOptions, match="finished"):
        ledger(record.of_table(table))


def test_the_command_prints_totals_and_draws_the_curve(tmp_path: Path) -> None:
    path, picture = tmp_path / "game.json", tmp_path / "luck.svg"
    path.write_text(record.write(played(2)), encoding="utf-8")
    ran = CliRunner().invoke(main, ["luck", str(path), "--svg", str(picture)])
    assert ran.exit_code == 0, ran.output
    assert "adds up exactly" in ran.output
    assert len(list(ET.parse(picture).iter("{http://www.w3.org/2000/svg}polyline"))) == 1
