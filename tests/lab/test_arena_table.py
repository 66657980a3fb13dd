"""The arena's table that the package brings: whole, sound, and the one in the documentation."""

from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from fieldhouse.kernel import registry
from fieldhouse.lab import arena_table
from fieldhouse.lab.arena_table import ArenaRow, ArenaTable

ROOT = Path(__file__).parents[2]
GAMES = ("cardbowl", "fastdrive", "redboar", "squares", "thegrid")


@pytest.mark.parametrize("game", GAMES)
def test_every_two_levels_of_a_game_have_met(game: str) -> None:
    """Made by `make arena`; a level that is added must play before it is shown."""
    rows = [row for row in arena_table.shipped_arena_table().pairing if row.game == game]
    wanted = set(combinations(registry.find(game).meta.levels, 2))
    for variant in {row.variant for row in rows}:
        assert {(row.a, row.b) for row in rows if row.variant == variant} == wanted
    assert rows


def test_the_figures_of_a_row_agree() -> None:
    for row in arena_table.shipped_arena_table().pairing:
        assert row.games == row.wins + row.ties + row.losses > 0
        assert row.score == pytest.approx((row.wins + row.ties / 2) / row.games, abs=1e-3)
        assert 0 <= row.low <= row.score <= row.high <= 1


def test_a_table_is_read_back_as_it_was_written() -> None:
    row = ArenaRow(
        game="squares", a="rookie", b="starter", games=2, wins=0, ties=1, losses=1,
        score=0.25, low=0.0, high=0.75, budget=0.1, length='the "short" one',
    )  # fmt: skip
    table = ArenaTable(command='make arena ARGS="--minutes 1"', made="November 2026", pairing=(row, row))
    assert msgspec.toml.decode(arena_table.toml(table), type=ArenaTable) == table


def test_the_documentation_shows_the_table_of_the_package() -> None:
    """docs/benchmarks.md, "Arena"."""
    assert arena_table.markdown(arena_table.shipped_arena_table()) in (
        ROOT / "docs" / "benchmarks.md"
    ).read_text(encoding="utf-8")
