"""Values on the shelf: public, up to date, close to the truth, and found again."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from fieldhouse.cli.lab.values import table_row
from fieldhouse.games.thegrid.teams.creation import named_team
from fieldhouse.games.thegrid.teams.players import team_data
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import Coach, PolicyCoach, ask_coach
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.players import make_policy, policy_level
from fieldhouse.lab.win_probability import build, files
from fieldhouse.lab.win_probability.calibration import CalibratedEstimator
from fieldhouse.lab.win_probability.estimator import game_estimator
from fieldhouse.lab.win_probability.fit import facts_of

pytestmark = pytest.mark.slow  # whole games: run, but not traced

GAMES = ("cardbowl", "fastdrive", "redboar", "thegrid")
LAB_PAGE = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
SHELVED = [
    pytest.param(name, n, id=f"{name}-{n}") for name in GAMES for n, _ in enumerate(build.shipped_games(name))
]


@pytest.mark.parametrize(("name", "n"), SHELVED)
def test_the_package_brings_values_of_the_rules_as_they_are(name: str, n: int) -> None:
    """Every length of every game; after a change of rules or policy: `fieldhouse values GAME --shelf`."""
    game = build.shipped_games(name)[n]
    path = files.shipped_estimators(name) / f"{files.estimator_key(game)}.npz"
    about = files.read_info(path)
    assert about is not None, f"no values at {path}"
    assert about.first == build.rules_digest(game, about.level), "stale: these are other games now"
    assert about.level == policy_level(game)
    assert about.tried >= 100
    assert about.error < 0.03 + 0.6 / about.tried**0.5  # few games say little: their own error is in it
    assert files.ready_estimator(game) is not None
    assert table_row(about, path.stat().st_size) in LAB_PAGE, (
        "docs/benchmarks.md: fieldhouse values GAME --list --table"
    )


@pytest.mark.parametrize("name", GAMES)
def test_nothing_lies_on_the_shelf_that_nobody_asks_for(name: str) -> None:
    wanted = {f"{files.estimator_key(game)}.npz" for game in build.shipped_games(name)}
    assert {path.name for path in files.shipped_estimators(name).iterdir()} == wanted


@pytest.mark.parametrize("name", ["redboar", "thegrid", "cardbowl"])
def test_a_value_tells_no_secret(name: str) -> None:
    """In every world that a seat cannot tell from this one the value of the whistle is the same."""
    game = registry.find(name).open(registry.find(name).meta.lengths["tiny"])
    estimator = files.ready_estimator(game)
    assert estimator is not None
    level = policy_level(game)
    table: Table[Any] = Table(game, FastDice(3))
    coaches = {seat: PolicyCoach(make_policy(game, level, seat), seat) for seat in (0, 1)}
    rng, seen = Random(1), 0
    while table.outcome is None and seen < 12:
        here = files.win_probability_at(estimator, game, game.load(table.last_frame.snapshot))
        for seat in (0, 1):
            try:
                world = table.determinize(seat, rng, strict=True)
            except NoOtherWorld:
                continue
            seen += 1
            assert files.win_probability_at(estimator, game, game.load(world.last_frame.snapshot)) == here
        entries = len(table.entries)
        play_on_a_little(table, coaches)
        assert len(table.entries) > entries
    assert seen


def test_tempered_values_keep_the_order_of_the_games_own() -> None:
    """TG: of two positions with the same facts the better one stays the better; what is decided stays so."""
    game = registry.find("thegrid").open(length="short")
    estimator, own = files.ready_estimator(game), game_estimator(game)
    assert isinstance(estimator, CalibratedEstimator) and own is not None
    by_facts: dict[str, list[tuple[float, float]]] = {}
    for s in build.whistle_states(game, "starter", 60, 7):
        value, facts = own.inputs(s), facts_of(game, s)
        if value is not None and facts is not None:
            by_facts.setdefault(f"{facts}", []).append((value, estimator.inputs(s) or 0.0))
    several = [sorted(set(pairs)) for pairs in by_facts.values() if len(set(pairs)) > 1]
    assert len(several) > 20
    for pairs in several:
        tempered = [after for _, after in pairs]
        assert tempered == sorted(tempered)
        assert all(after == before for before, after in pairs if before in (0.0, 1.0))


def play_on_a_little(table: Table[Any], coaches: Mapping[Seat, Coach]) -> None:
    for _ in range(5):
        if table.pending_seats:
            ask_coach(table, table.pending_seats[0], coaches[table.pending_seats[0]])


def test_packed_tables_are_the_exact_ones_but_for_little() -> None:
    """FD: at whistles of games, what is read off the shelf and what a sweep gives."""
    game = registry.find("fastdrive").open({"quarter": 1})
    estimator = files.ready_estimator(game)
    assert estimator is not None
    exact = Exact(game)
    states = [s for s in build.whistle_states(game, "starter", 20, 99) if estimator.inputs(s) is not None]
    places = [exact.reduction.where(s) for s in states]
    truth = exact.values(set(places))
    apart = [
        estimator.inputs(s) - truth[place].win_probability for s, place in zip(states, places, strict=True)
    ]
    assert float(np.abs(apart).max()) < 0.02
    assert float(np.sqrt(np.square(apart).mean())) < 0.002


def test_other_charts_and_options_have_values_of_their_own(tmp_path: Any, monkeypatch: Any) -> None:
    """They are made on request, kept in the cache and found there; who receives first stands in the state."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = registry.find("redboar")
    plain = folder.open({"mode": "dice"})
    assert files.estimator_key(plain) == files.estimator_key(folder.open({"mode": "dice", "receiver": "Red"}))
    other = folder.open({"mode": "dice", "quarters": 1, "minutes": 1, "overtime": "none"})
    assert files.estimator_key(other) != files.estimator_key(plain)
    assert files.ready_estimator(other) is None
    made = build.ensure_estimator(other)
    found = files.ready_estimator(other)
    assert found is not None
    start = other.start()
    assert files.win_probability_at(found, other, start) == files.win_probability_at(made, other, start)
    assert files.win_probability_at(found, other, start) == pytest.approx(0.5, abs=0.01)


def test_a_file_that_was_cut_short_is_no_file(tmp_path: Any) -> None:
    path = tmp_path / "cut.npz"
    path.write_bytes(b"PK\x03\x04 and no more")
    assert files.read_estimator(path) is None


def test_a_much_better_team_is_not_shown_as_even(tmp_path: Any, monkeypatch: Any) -> None:
    """DC-6: The Grid's own values are for average teams; for others they are made first, and then differ."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = registry.find("thegrid")
    tiny = folder.meta.lengths["tiny"]
    data = team_data(named_team("founders", 2050))
    for kind in ("qb", "hbe", "ln"):
        data[kind] = [
            {
                key: value if key in ("number", "name") else 3 if isinstance(value, int) else "d12"
                for key, value in row.items()
            }
            for row in data[kind]
        ]
    strong = folder.open(tiny, {"home": data})
    world = folder.open({**tiny, "home": "world-bari", "visitor": "world-leeds"})
    assert files.ready_estimator(world) is not None, "average teams have values at once"
    assert files.ready_estimator(strong) is None
    kept = build.build_estimator(strong, games=300, tried=40, seconds=60)
    start = strong.start()
    value = files.win_probability_at(files.estimator_in(strong, kept), strong, start)
    assert value is not None and value > 0.65
