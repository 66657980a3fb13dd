"""The coaches: every level plays both modes; `allpro` with and without its solved table."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, game, pending, with_cards

from fieldhouse.games.redboar.coaches import coach, policy, solver, win_table
from fieldhouse.games.redboar.coaches.allpro import AllProMind
from fieldhouse.games.redboar.coaches.baseline import baseline
from fieldhouse.games.redboar.coaches.evaluation import yards_evaluation
from fieldhouse.games.redboar.coaches.solver import CardTrees, situation_leaf, situation_state
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.coaches import Policy, RandomCoach, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table
from fieldhouse.solve.matrix import column_values, row_values, solve
from fieldhouse.solve.play_tree import ChoiceNode, explore, leaf_distribution


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache folder and an empty shelf: no test finds or leaves a table."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(win_table, "SHELF", tmp_path / "shelf")
    monkeypatch.delenv("FIELDHOUSE_TABLES")


@pytest.mark.parametrize("mode", ["cards", "dice"])
@pytest.mark.parametrize("level", ["rookie", "starter", "allpro"])
def test_every_level_plays_every_method_to_the_end(level: str, mode: str) -> None:
    """RB-14.2: from either seat, by what its view shows."""
    for seed, method in enumerate(("both", "sudden", "series", "none")):
        rules = game(mode, overtime=method, quarters=1, minutes=4)
        for seat in (RED, BLUE):
            table = Table(rules, FastDice(seed))
            coaches = {seat: coach(level, rules, seat, seed, 0.05), 1 - seat: RandomCoach(seed)}
            assert play_on(table, coaches) is not None


def test_a_policy_and_its_coach_choose_alike() -> None:
    """RB-18.9: the policy reads nothing that the view does not show."""
    for level in ("rookie", "starter", "allpro"):
        rules = game("cards", quarters=1, minutes=5)
        by_policy, by_coach = Table(rules, FastDice(3)), Table(rules, FastDice(3))
        choose = policy(level, rules, 9)
        while by_policy.outcome is None:
            seat = by_policy.pending_seats[0]
            asked = by_policy.request_for(seat)
            assert asked is not None
            by_policy.answer(seat, choose(asked, by_policy.state))
        one = coach(level, rules, RED, 9, 0.05)
        play_on(by_coach, {RED: one, BLUE: one})
        assert by_policy.entries == by_coach.entries


def test_the_rookie_errs_like_a_beginner() -> None:
    """RB-20.10 is what it does not follow: it always accepts and tries long field goals."""
    choose = policy("rookie", DICE, 1)
    _, asked = pending(DICE, at(70), "play", 12, 7, 2, 3)
    assert choose(asked, at(70)) == "accept", "an interception given back for ten yards"
    _, asked = pending(DICE, at(50, 4, 5))
    assert Counter(choose(asked, at(50, 4, 5)) for _ in range(200))["field-goal"] > 100


def test_without_a_table_allpro_plays_by_plain_sense() -> None:
    """RB-20.10 for the declarations; cards by mean yards, so a screen beats a blitz."""
    assert win_table.load_table(DICE) is None
    _, asked = pending(DICE, at(90, 4, 5))
    assert policy("allpro", DICE, 1)(asked, at(90, 4, 5)) == "punt"
    worth = yards_evaluation(CARDS, 50, 40, 1)
    assert worth("SCREEN", "BZ") > worth("REV", "BZ")
    assert worth("LONG", "SR") > worth("LONG", "LP")


def test_a_broken_table_is_no_table() -> None:
    """A file that numpy cannot read is passed over."""
    path = win_table.table_path(DICE)
    path.write_bytes(b"not a table")
    assert win_table.load_table(DICE) is None


def test_without_numpy_there_is_no_table_and_allpro_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """numpy and numba belong to an extra; the coach needs neither."""
    path = win_table.table_path(CARDS)
    path.write_bytes(b"any")
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert win_table.load_table(CARDS) is None
    assert not win_table.build_in_background(CARDS)
    rules = game("cards", quarters=1, minutes=2)
    one = coach("allpro", rules, RED, 1, 2.0)
    assert play_on(Table(rules, FastDice(1)), {RED: one, BLUE: one}) is not None


def test_allpro_knows_what_the_other_side_may_hold() -> None:
    """RB-10.3: of 18 cards less the discards, each kind by its share."""
    s = with_cards(at(50), "DIVE", "BZ")
    s.decks[BLUE].discard = ["BZ", "BZ", "BZ", "LP"]
    cards, held = AllProMind(CARDS, Random(1)).possible_cards(s, BLUE)
    assert cards == ["LP", "MP", "NR", "SP", "SR"]
    assert held["LP"] == pytest.approx(2 / 14)


def test_allpro_expects_what_a_sensible_player_would_play() -> None:
    """On third and 15 a defense guards against the long pass more often than on third and 5."""
    s = with_cards(at(60, 3, 15), "LONG", "BZ")
    expected = AllProMind(CARDS, Random(1)).expected_cards(s, BLUE)
    assert sum(expected.values()) == pytest.approx(1)
    assert set(expected) <= set(AllProMind(CARDS, Random(1)).possible_cards(s, BLUE)[0])
    short = AllProMind(CARDS, Random(1)).expected_cards(with_cards(at(60, 3, 5), "LONG", "BZ"), BLUE)
    assert expected["LP"] > short["LP"]


def test_the_table_is_named_by_mode_and_charts() -> None:
    """RB-20.11: other charts, another table; options that shorten the game, the same."""
    assert win_table.table_path(DICE) == win_table.table_path(game("dice", quarters=1, minutes=2))
    assert win_table.table_path(DICE) != win_table.table_path(CARDS)
    rows = json.loads(json.dumps(DICE.setup.materials["dice_offense"]))
    rows["6"]["yards"] = 10
    assert win_table.table_path(DICE) != win_table.table_path(game("dice", {"dice_offense": rows}))


def test_a_live_table_starts_one_build_and_no_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach with time to think has its table built by another process, once."""
    started: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: started.append(command))
    coach("allpro", DICE, RED, 1, 0.05)
    assert started == [], "an arena's short budget starts nothing"
    monkeypatch.setenv("FIELDHOUSE_TABLES", "off")
    coach("allpro", DICE, RED, 1, 2.0)
    assert started == [], "nor does a house that forbids it"
    monkeypatch.delenv("FIELDHOUSE_TABLES")
    coach("allpro", DICE, RED, 1, 2.0)
    coach("allpro", DICE, BLUE, 1, 2.0)
    assert len(started) == 1
    assert started[0][:3] == [sys.executable, "-m", "fieldhouse.games.redboar.coaches.win_table"]
    assert json.loads(win_table.table_path(DICE).with_suffix(".building").read_text())["mode"] == "dice"


@pytest.mark.parametrize("spot", [(80, 70, 1), (10, 0, 4), (95, 80, 2)])
def test_card_trees_are_what_full_enumeration_gives(spot: tuple[int, int, int]) -> None:
    """RB-17.3, RB-17.5: exactly, for pairs with I, T, B, # and a disallowed pass."""
    situation = ("declare", *spot)
    short = CardTrees(CARDS).tree(situation)
    for pair in (("LONG", "LP"), ("SCREEN", "NR"), ("REV", "BZ")):
        state = situation_state(CARDS, situation)
        state.decks[RED].hand, state.decks[BLUE].hand = [pair[0]], [pair[1]]
        full = explore(CARDS, state, situation_leaf)
        assert isinstance(full, ChoiceNode) and isinstance(short, ChoiceNode)
        assert list(full.branches) == list(short.branches)
        for answer in ("accept", "decline"):

            def mix(node: ChoiceNode[Any], pair: Any = pair, answer: str = answer) -> dict[Any, int]:
                return {pair: 1} if len(node.seats) == 2 else {answer: 1}

            for key in full.branches:
                assert leaf_distribution(full.branches[key], mix) == leaf_distribution(
                    short.branches[key], mix
                )


SHELVED = win_table.SHELF
"""Before the tests put an empty one in its place."""
ON_SHELF = (DICE, CARDS)


def test_the_package_brings_the_tables_of_its_own_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """RB-20: after a change of charts or rules, `fieldhouse redboar solve --shelf`; no build is started."""
    assert {path.name for path in SHELVED.iterdir()} == {
        win_table.win_table_name(rules) for rules in ON_SHELF
    }
    monkeypatch.setattr(win_table, "SHELF", SHELVED)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a build"))
    for rules in ON_SHELF:
        coach("allpro", rules, RED, 1, 2.0)


@pytest.mark.parametrize("rules", ON_SHELF, ids=lambda rules: rules.options["mode"])
def test_a_shelved_table_holds_the_plays_of_the_rules(
    rules: GridironGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every leaf and weight of a fourth down's kicks; a situation is worth what its best choice is."""
    monkeypatch.setattr(win_table, "SHELF", SHELVED)
    table = win_table.load_table(rules)
    assert table is not None
    s = at(30, 4, 5, quarter=4, clock=200, scores=(7, 9))
    declared = table.declaration(s)
    assert declared is not None
    number, keys = declared
    numbers: dict[Any, int] = dict(table.number)
    root = explore(DICE, situation_state(DICE, ("declare", 30, 25, 4)), situation_leaf)
    assert isinstance(root, ChoiceNode)
    for key in ("field-goal", "punt"):
        row = table.rows[table.options[number][keys.index(key)]]
        kept = {tuple(table.leaves[target]): chance for target, chance in row}
        wanted = {
            (numbers[leaf.situation], leaf.turned, leaf.steps, leaf.points): float(chance)
            for leaf, chance in leaf_distribution(root.branches[key]).items()
        }
        assert kept == pytest.approx(wanted, abs=1e-6)
    if rules.cards:
        return
    when = AllProMind(rules, Random(1)).when(s)
    worths = [table.worth(row, s, when) for row in table.options[number]]
    whole = table.chance(table.number["declare", 30, 25, 4], *when, -2)
    assert max(worths) == pytest.approx(whole, abs=0.01), "but for what packing leaves"


@pytest.mark.parametrize("spot", [(75, 1, 10), (50, 2, 10), (60, 2, 5), (45, 3, 5), (70, 3, 10)])
def test_the_starters_yards_are_the_tables_chances(
    spot: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """RB-10.3: a card laid again and again gains a fifth of a percent of a game on such a play at most, from
    the offense's mix as from the defense's, though both are reckoned in yards."""
    monkeypatch.setattr(win_table, "SHELF", SHELVED)
    table = win_table.load_table(CARDS)
    assert table is not None
    s = at(*spot, quarter=2, clock=900)
    by_table = AllProMind(CARDS, Random(1)).worth(table, s)
    by_hand = yards_evaluation(CARDS, s.g, s.t, s.down)
    attack, defend = sorted(CARDS.book.calls), sorted(CARDS.book.defenses)
    chances = [[by_table(a, b) for b in defend] for a in attack]
    mixes = solve([[by_hand(a, b) for b in defend] for a in attack])
    best = solve(chances).value
    assert min(column_values(chances, mixes.rows)) > best - 0.002
    assert max(row_values(chances, mixes.columns)) < best + 0.002


def test_by_dice_allpro_takes_the_best_option_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """RB-8, RB-4.2, RB-9.9: at every declaration, try and flag of some games, whoever plays them."""
    monkeypatch.setattr(win_table, "SHELF", SHELVED)
    table, mind = win_table.load_table(DICE), AllProMind(DICE, Random(1))
    usual, best = policy("starter", DICE, 1), policy("allpro", DICE, 1)
    assert table is not None
    asked: Counter[str] = Counter()

    def worths(request: Choose, s: Gridiron) -> dict[str, float]:
        if request.what == "penalty":
            return {
                key: mind.after(table, mind.state_after_answer(s, key), request.seat) for key in request.keys
            }
        number, keys = table.declaration(s) or (-1, [])
        if request.what == "try":
            ((target, _),) = table.rows[table.roots[table.number["try",]]]
            number, keys = ~target, table.keys[~target]
        rows = dict(zip(keys, table.options[number], strict=True))
        return {key: table.worth(rows[key], s, mind.when(s)) for key in request.keys}

    def choose(request: Choose, s: Any) -> str:
        if len(request.keys) > 1 and not s.round:
            asked[request.what] += 1
            worth = worths(request, s)
            assert worth[best(request, s)] >= max(worth.values()) - 0.002, "but for what packing leaves"
        return usual(request, s)

    for seed in range(3):
        playout(DICE, DICE.start(), FastDice(seed), choose)
    assert set(asked) == {"declare", "try", "penalty"} and asked.total() > 250


@pytest.fixture(scope="module")
def last_minute() -> Iterator[win_table.WinTable]:
    """The dice game solved for the last minute of each quarter."""
    kept = solver.QUARTER, solver.KEPT
    solver.QUARTER, solver.KEPT = 6, ((6,), *((tuple(range(7)),) * 3))
    try:
        plays = solver.compile_situations(DICE)
        packed = win_table.pack_table(plays, solver.solve_situations(plays))
        packed["meta"] = str(packed["meta"])
        yield win_table.WinTable(packed)
    finally:
        solver.QUARTER, solver.KEPT = kept


@pytest.mark.slow
def test_the_solved_last_minute_is_what_can_be_worked_out(
    last_minute: win_table.WinTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RB-20.6, RB-20.7, RB-20.8: 20 seconds left is one kick; a tie counts half."""
    mind = AllProMind(DICE, Random(1))
    monkeypatch.setattr(win_table, "load_table_file", lambda _path: last_minute)
    choose = policy("allpro", DICE, 1)

    def best(s: Gridiron, *answers: Any) -> str:
        _, asked = pending(DICE, s, *answers)
        return choose(asked, s)

    def worth(s: Gridiron, key: str) -> float:
        declared = last_minute.declaration(s)
        assert declared is not None
        number, keys = declared
        return last_minute.worth(last_minute.options[number][keys.index(key)], s, mind.when(s))

    level = at(30, quarter=4, clock=20, scores=(10, 10))
    assert worth(level, "field-goal") == pytest.approx(30 / 36 + 6 / 36 / 2, abs=1e-4)
    assert best(level) == "field-goal"
    behind = at(30, 4, 5, quarter=4, clock=20, scores=(7, 10))
    assert worth(behind, "field-goal") == pytest.approx(30 / 36 / 2, abs=1e-4)
    assert best(at(30, quarter=4, clock=20, scores=(6, 10))) == "play", "three points are not enough"
    assert best(at(5, phase="try", quarter=4, clock=0, scores=(10, 12))) == "conversion"
    assert best(at(5, phase="try", quarter=4, clock=0, scores=(10, 11))) == "kick", (
        "34/36 to tie, 17/36 to win"
    )
    assert best(at(5, phase="try", quarter=4, clock=0, scores=(10, 10))) == "kick"
    late = at(70, quarter=4, clock=30, scores=(10, 13))
    assert best(late, "play", 12, 7, 3, 3) == "accept", "the touchdown would win the game"
    late = at(70, quarter=4, clock=60, scores=(10, 13))
    assert best(late, "play", 12, 7, 2, 3) == "decline", "the interception wins it"
    ahead = at(40, 3, 10, quarter=4, clock=40, scores=(10, 13))
    assert best(ahead, "play", 7, 12, 7) == "accept", "15 yards and a new set of downs"


@pytest.mark.slow
def test_the_solved_table_is_even_between_the_sides(last_minute: win_table.WinTable) -> None:
    """RB-1.1: at a level score with no time the sides are equal, and more points are never worse."""
    number = last_minute.number["kickoff",]
    assert last_minute.chance(number, 3, 0, 0) == pytest.approx(0.5, abs=1e-4)
    for steps in range(7):
        values = [last_minute.chance(number, 3, steps, lead) for lead in range(-28, 29)]
        assert values == sorted(values)


HABITS = {
    "all runs": ("DIVE", "DRAW", "REV"),
    "all passes": ("SCREEN", "MED", "LONG"),
    "the dive": ("DIVE",),
    "the medium pass": ("MED",),
}


def by_seat(sides: dict[int, Policy]) -> Policy:
    """Each seat's own policy answers for it."""
    return lambda asked, s: sides[asked.seat](asked, s)


@pytest.mark.slow
@pytest.mark.parametrize("habit", HABITS)
def test_no_habit_beats_the_starter(habit: str) -> None:
    """RB-10.3: whoever always lays the same cards wins under half of 60 games."""
    won = 0.0
    for seed in range(60):
        rng, mine = Random(seed), seed % 2
        plain = baseline(CARDS, rng)

        def stubborn(request: Choose, s: Any, plain: Policy = plain, rng: Random = rng) -> str:
            liked = [key for key in request.keys if key in HABITS[habit]]
            return rng.choice(liked) if request.what == "card" and liked else plain(request, s)

        sides = {mine: stubborn, 1 - mine: policy("starter", CARDS, 1000 + seed)}
        end = playout(CARDS, CARDS.start(), FastDice(seed), by_seat(sides))
        won += 0.5 if end.winner is None else end.winner == mine
    assert won <= 33
