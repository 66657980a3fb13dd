"""Compiled tables say exactly what the rules say."""

import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from tests.games.redboar.situation import situation
from tests.solve.entries import entry_at

import fieldhouse
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab.tables import cache as table_cache
from fieldhouse.lab.tables.compiled_game import CompiledGame, compile_game, pack_plays, reduction_of
from fieldhouse.lab.tables.policy_tables import flatten_tables
from fieldhouse.solve.compiler import Plays
from fieldhouse.solve.play_tree import ChanceNode, ChoiceNode, Leaf, explore
from fieldhouse.solve.templates import Decision, Row, template

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced

GRIDIRON = {"mode": "dice", "overtime": "none", "quarters": 1, "minutes": 1}
FAST = {"quarter": 1, "overtime": "none"}


OVERTIMES: dict[str, tuple[str, dict[str, Any]]] = {
    "series": ("redboar", {**GRIDIRON, "overtime": "series"}),
    "both": ("redboar", {**GRIDIRON, "overtime": "both", "ties": False}),
    "knockout": ("fastdrive", {"quarter": 1, "knockout": True}),
}


@pytest.fixture(scope="module", params=["redboar", "fastdrive"])
def made(request: pytest.FixtureRequest) -> CompiledGame:
    options = GRIDIRON if request.param == "redboar" else FAST
    return compile_game(registry.find(request.param).open(options))


def random_states(game: Any, count: int, seed: int) -> list[Any]:
    """Whistle states of games played at random (the compiler's own steps included)."""
    rng = Random(seed)
    found: list[Any] = []
    while len(found) < count:
        s, dice = game.start(), FastDice(rng.getrandbits(32))

        def anything(request: Choose, _: Any) -> str:
            return rng.choice(request.keys)

        while game.outcome(s) is None:
            if rng.random() < 0.3:
                found.append(game.load(game.save(s)))
            run_play(game.play(s), s, dice, anything)
    return found[:count]


def by_rules(made: CompiledGame, s: Any) -> Any:
    """The play's tree from the rules, as nested tuples: what follows with which chance, choices kept."""
    red, before = made.reduction, made.reduction.where(s)

    def leaf(end: Any) -> tuple[Any, ...]:
        place = red.where(end)
        turned = place.mirrored != before.mirrored
        return (place.core, place.slot, -place.margin if turned else place.margin, turned)

    return canonical(explore(red.game, s, leaf), before.mirrored)


def canonical(root: Any, mirrored: bool) -> Any:
    """The tree as nested tuples; branches that are shared are written down once."""
    known: dict[int, Any] = {}

    def written(node: Any) -> Any:
        if id(node) not in known:
            known[id(node)] = anew(node)
        return known[id(node)]

    def anew(node: Any) -> Any:
        if isinstance(node, Leaf):
            return frozenset({(node.value, Fraction(1))})
        if isinstance(node, ChanceNode):
            return mixed(
                [(Fraction(weight, node.total), written(child)) for weight, child, _ in node.branches]
            )
        assert isinstance(node, ChoiceNode)
        options = tuple((key, written(child)) for key, child in node.branches.items())
        return frozenset({(("choice", node.seats[0] ^ int(mirrored), options), Fraction(1))})

    return written(root)


def mixed(parts: list[tuple[Fraction, Any]]) -> Any:
    chances: dict[Any, Fraction] = {}
    for share, outcomes in parts:
        for outcome, chance in outcomes:
            chances[outcome] = chances.get(outcome, Fraction(0)) + share * chance
    return frozenset(chances.items())


def by_tables(made: CompiledGame, s: Any) -> Any:
    core, place = made.place(s)
    t = made.tables
    row = entry_at(t, core, place.slot, place.margin)
    assert row >= 0, made.reduction.describe(place.core)

    def spread(row: Row) -> Any:
        return mixed(
            [(Fraction(w, row.total), target(n)) for n, w in zip(row.targets, row.weights, strict=True)]
        )

    @cache
    def target(number: int) -> Any:
        if number < 0:
            d: Decision = made.plays.decisions[~number]
            options = tuple((key, spread(t.row(n))) for key, n in zip(d.keys, d.rows, strict=True))
            return frozenset({(("choice", d.owner, options), Fraction(1))})
        leaf = made.plays.leaves[number]
        slot = min(place.slot + leaf.time, int(t.stop[place.slot]))
        margin = place.margin + leaf.points_a - leaf.points_b
        return frozenset({((t.cores[leaf.core], slot, margin, leaf.turned), Fraction(1))})

    return spread(t.row(row))


def test_tables_and_rules_give_the_same_distribution_exactly(made: CompiledGame) -> None:
    """Every weight of every outcome and option, for states of random games, near the end and far from it."""
    for s in random_states(made.reduction.game, 60, seed=4):
        if made.reduction.game.outcome(s) is None:
            assert by_tables(made, s) == by_rules(made, s), made.reduction.describe(
                made.reduction.where(s).core
            )


@pytest.mark.parametrize("name", OVERTIMES)
def test_overtimes_are_compiled_exactly_too(name: str) -> None:
    """RB-15.4 to RB-15.8, FD-24.84: a series, periods without end, a knockout; states of overtimes only.

    The whole game is compiled for a series; for the others what random games come to, regulation first: plays
    of an overtime are bound to what was enumerated there.
    """
    game, options = OVERTIMES[name]
    reduction = reduction_of(registry.find(game).open(options))
    states = random_states(reduction.game, 400 if game == "redboar" else 900, seed=5)
    if name == "series":
        made = compile_game(reduction.game)
    else:
        made = pack_plays(Plays(reduction).build(only=states))
    if game == "redboar":
        late = [s for s in states if s.quarter > 1]
        assert name == "series" or any(s.quarter > 2 for s in late), "a second overtime period is among them"
    else:
        late = [s for s in states if s.half == 3]
    assert len(late) >= 30
    for s in late[:40]:
        if made.reduction.game.outcome(s) is None:
            assert by_tables(made, s) == by_rules(made, s), made.reduction.describe(
                made.reduction.where(s).core
            )


def test_weights_are_whole_and_add_up(made: CompiledGame) -> None:
    for number in range(len(made.tables.totals)):
        row = made.tables.row(number)
        assert sum(row.weights) == row.total
        assert min(row.weights) > 0


def test_equal_situations_have_equal_distributions() -> None:
    """Two states that share a `situation` lead on alike."""
    game = registry.find("redboar").open({"mode": "dice", "overtime": "none"})
    assert isinstance(game, GridironGame)
    seen: dict[Any, Any] = {}
    rng = Random(1)
    s, dice = game.start(), FastDice(8)
    compared = 0
    for _ in range(220):
        if game.outcome(s) is not None:
            break
        key = situation(game, s)
        if s.phase in ("kickoff", "try", "safety punt") or (
            s.phase == "declare" and s.down == 1 and s.g % 20 == 0
        ):
            mine = s.offense

            def leads(e: Gridiron, mine: int = mine, s: Gridiron = s) -> tuple[Any, ...]:
                points = (e.scores[side] - s.scores[side] for side in (mine, 1 - mine))
                return situation(game, e) if e.clock else e.phase, e.offense == mine, *points

            tree = explore(game, s, leads)
            found = canonical(tree, s.offense == 1)
            if s.clock > 60 and key in seen:
                assert seen[key] == found
                compared += 1
            elif s.clock > 60:
                seen[key] = found
        run_play(game.play(s), s, dice, lambda request, _: rng.choice(request.keys))
    assert compared >= 5


def test_tables_come_from_the_cache_and_are_the_same(made: CompiledGame) -> None:
    game = registry.find(made.reduction.game.meta.name).open(dict(made.reduction.game.options))
    first = compile_game(game)
    assert table_cache.plays_file(made.reduction).exists()
    again = compile_game(game)
    assert again.plays.rows == first.plays.rows == made.plays.rows
    assert again.plays.entry == first.plays.entry
    assert again.plays.decisions == first.plays.decisions


def test_the_cache_knows_game_edition_options_and_charts() -> None:
    folder = registry.find("redboar")
    base = folder.open(GRIDIRON)
    charts = dict(base.setup.materials)
    changed = {**charts, "special_teams": {**charts["special_teams"], "try_kick": {"clock": 10, "good": [7]}}}
    others = [
        folder.open({**GRIDIRON, "minutes": 2}),
        folder.open(GRIDIRON, changed),
        registry.find("fastdrive").open(),
    ]
    names = {table_cache.plays_file(reduction_of(game)) for game in [base, *others]}
    assert len(names) == 4
    assert table_cache.plays_file(reduction_of(folder.open(GRIDIRON))) in names
    assert set(reduction_of(base).key()[2]) == {"dice_offense", "special_teams"}, "dice read no cards"


def test_tables_under_a_policy_are_of_its_source_too() -> None:
    """Each level has a file of its own, and the plays' file does not depend on coaches."""
    reduction = reduction_of(registry.find("redboar").open(GRIDIRON))
    plays, *levels = (
        table_cache.plays_file(reduction),
        *(table_cache.policy_tables_file(reduction, level) for level in ("rookie", "starter")),
    )
    assert len({plays, *levels}) == 3
    sources = table_cache.source_files(("fieldhouse.games.redboar.reduction",), "redboar")
    assert Path("rules/downs.py").name in {path.name for path in sources}
    assert not {path for path in sources if "coaches" in path.parts or "board" in path.parts}


def test_whatever_runs_while_plays_are_compiled_is_in_the_files_name(made: CompiledGame) -> None:
    """A change of the rules, or of what walks them, makes the tables anew: no source of theirs is missing."""
    reduction = made.reduction
    name, ran = reduction.game.meta.name, set[str]()
    starts = [reduction.game.save(s) for s in random_states(reduction.game, 12, seed=9)]

    def note(frame: FrameType, event: str, _arg: Any) -> None:
        ran.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        for start in starts:
            template(reduction.game, start, reduction, mirrored=False)
    finally:
        sys.setprofile(None)
    ours = {path for path in map(Path, ran) if path.is_relative_to(Path(fieldhouse.__file__).parent)}
    assert any("rules" in path.parts for path in ours)
    made_by = (f"fieldhouse.games.{name}.reduction", *table_cache.MADE_BY)
    assert ours <= set(table_cache.source_files(made_by, name))


def test_a_broken_cache_file_counts_as_none(made: CompiledGame, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    table_cache.write_compiled_plays(whole, made.plays)
    cut.write_bytes(whole.read_bytes()[:1000])
    found = table_cache.read_compiled_plays(whole, made.reduction)
    assert found is not None
    assert found.rows == made.plays.rows
    assert table_cache.read_compiled_plays(cut, made.reduction) is None
    assert table_cache.read_compiled_plays(tmp_path / "missing", made.reduction) is None


def test_who_decides_by_chance_has_no_tables(made: CompiledGame) -> None:
    """Asked twice they answer differently, so that classes of moments would be looked for without end."""
    for level in ("random", *(["rookie"] if made.reduction.game.meta.name == "redboar" else [])):
        with pytest.raises(BadOptions, match=f"{level} decides by chance"):
            flatten_tables(made, level)


def test_games_that_do_not_compile_say_so() -> None:
    with pytest.raises(BadOptions, match="by dice"):
        compile_game(registry.find("redboar").open())
    with pytest.raises(BadOptions, match="no exact tables"):
        compile_game(registry.find("squares").open())
