"""The tables compiled once for all cards, bound to two of them, against the rules themselves."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from scripts.shelf import WANTED
from tests.games.fastdrive.sheets import FOLDER, PLAIN, book, opened
from tests.solve.entries import entry_at

from fieldhouse.games.fastdrive.cards.card import collection, to_data
from fieldhouse.games.fastdrive.charts.qualities import GOOD_BAD
from fieldhouse.games.fastdrive.coaches.evaluation import GameSolution
from fieldhouse.games.fastdrive.reduction import FastDriveReduction, reduction
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import AVERAGE, DRIVE, KICKOFF, OVER, Sheet
from fieldhouse.games.fastdrive.tables.lookup_odds import TableLookup, symbol_odds
from fieldhouse.games.fastdrive.tables.open_game import TABLES
from fieldhouse.games.fastdrive.tables.staged_rules import Staged
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import run_play
from fieldhouse.lab.bulk import bind_tables, run_chunk
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.tables.open_tables import BEST, shipped_tables, tables_for
from fieldhouse.solve.compiler import A_WINS, TIE
from fieldhouse.solve.open_tables import open_tables_key
from fieldhouse.solve.play_tree import ChanceNode, ChoiceNode, Leaf, Node, explore, leaf_distribution
from fieldhouse.solve.reduction import Place
from fieldhouse.solve.tables import Tables

SPECIALS = ["offense 3-4-5: TD-RUN", "defense 1-2-6: STIFF? INTERCEPTION dot"]


def any_card(rng: Random, **more: Any) -> dict[str, Any]:
    """A card of the collection, or one with qualities at random."""
    if rng.random() < 0.5:
        return to_data(rng.choice(list(collection().values()))) | more
    card: dict[str, Any] = PLAIN | {"season": rng.randint(1970, 2025), **more}
    for side, pairs in GOOD_BAD.items():
        names = [rng.choice((*pair, "", "")) for pair in pairs]
        card[side] = [name + rng.choice(("", "*")) for name in names if name]
    codes = [f"{a}{b}" for a in range(1, 7) for b in range(1, 7)]
    card["fg"], card["xp"] = f"11-{rng.choice(codes)}", f"11-{rng.choice(codes)}"
    return card


class OneLookup(TableLookup):
    """The lookup with real cards and dice."""

    world = FastDrive.world  # type: ignore[assignment]
    asks = FastDrive.asks


def looked_up(game: FastDrive, table: str, s: Sheet) -> dict[str, float]:
    """What the rules find in the table from there."""
    one = OneLookup(game.setup)
    one.table = table
    return {
        key: float(chance) for key, chance in leaf_distribution(explore(one, s, lambda end: end.why)).items()
    }


@pytest.mark.parametrize("seed", range(12))
def test_every_lookup_has_the_chances_of_the_rules(seed: int) -> None:
    """FD-10.2 to FD-10.7, FD-3.2, FD-18.1: for any two cards, charts that ask score and clock too."""
    rng = Random(seed)
    charts = book(
        ("5-5-6 | TD-PASS [R+]", "5-5-6 | LEADING? PUNT | LATE? FGA | TD-PASS"),
        ("1-4-5 | GREAT? FGA", "1-4-5 | TRAILING or ODD? FGA"),
    )
    options = {"cross_era": rng.random() < 0.5, "seven_minute": rng.random() < 0.5}
    own = {"results": SPECIALS} if seed % 3 == 0 else {}
    game = opened(any_card(rng, **own), any_card(rng, **own), charts=charts, **options)
    for table in TABLES:
        s = Sheet(left=rng.randint(1, 24), half=rng.choice((1, 2)), phase=DRIVE, ball=rng.randint(0, 1))
        s.scores = [rng.randint(0, 2), rng.randint(0, 2)]
        s.start = AVERAGE if "k" in table or "p" in table else rng.randint(0, 2)
        lead = s.scores[s.ball] - s.scores[1 - s.ball]
        moment = (s.start, int(s.ball == 1), (lead > 0) - (lead < 0), int(game.is_late(s)))
        found = looked_up(game, table, s)
        name = " ".join(map(str, (table, s.ball, *moment)))
        made = symbol_odds(game, [(name, key) for key in found])
        assert dict(zip(found, made, strict=True)) == pytest.approx(found, abs=1e-12), table


def number_for(place: Place) -> float:
    """Any number, always the same for a place."""
    return Random(str(place)).random()


def by_rules(node: Node[Place]) -> float:
    """The number of a play: the leaves' by chance, at choices the better for the seat."""
    if isinstance(node, Leaf):
        return number_for(node.value)
    if isinstance(node, ChanceNode):
        return sum(weight * by_rules(child) for weight, child, _ in node.branches) / node.total
    best = max if node.seats[0] == 0 else min
    return best(map(by_rules, node.branches.values()))


def by_tables(t: Tables, row: int, slot: int, margin: int) -> float:
    """The same number from a row."""
    total = 0.0
    for k in range(t.row_start[row], t.row_start[row + 1]):
        target = int(t.targets[k])
        if target < 0:
            options = t.options[t.option_start[~target] : t.option_start[~target + 1]]
            best = max if t.owner[~target] == 0 else min
            value = best(by_tables(t, int(option), slot, margin) for option in options)
        else:
            lead = margin + int(t.leaf_a[target]) - int(t.leaf_b[target])
            there = min(slot + int(t.leaf_time[target]), int(t.stop[slot]))
            value = number_for(Place(t.cores[t.leaf_core[target]], False, there, lead))
        total += float(t.chances[k]) * value
    return total


def whistles(game: Staged, seed: int, games: int) -> list[Sheet]:
    """Whistle states of games in which any answer is given."""
    rng, dice = Random(seed), FastDice(seed)
    found: list[Sheet] = []
    for _ in range(games):
        s = game.start()
        while s.phase != OVER:
            found.append(game.load(game.save(s)))
            run_play(game.play(s), s, dice, lambda request, _s: rng.choice(request.keys))
    return found


@pytest.mark.parametrize("place", range(len(WANTED["fastdrive"])))
def test_the_shelf_has_the_tables_of_the_rules(place: int) -> None:
    """Every file that the package brings is there (else `make shelf`), and fits any two cards."""
    options = WANTED["fastdrive"][place]
    rng = Random(place)
    for _ in range(3):
        game = opened(any_card(rng), any_card(rng), **options)
        found = reduction(game)
        for level in (BEST, "starter"):
            assert (
                shipped_tables("fastdrive") / f"{open_tables_key(found.open_reduction())}-{level}.npz"
            ).exists()
        check(found, tables_for(game, found), rng)


def check(found: FastDriveReduction, tables: Tables, rng: Random) -> None:
    """Plays of the bound tables lead where the rules lead, with the same chances."""
    game = found.game
    assert isinstance(game, Staged)
    states = whistles(game, rng.randrange(99), 12)
    for s in rng.sample(states, min(40, len(states))):
        place = found.where(s)
        row = entry_at(tables, tables.index[place.core], place.slot, place.margin)
        tree = explore(game, s, found.where)
        assert row >= 0
        assert by_tables(tables, row, place.slot, place.margin) == pytest.approx(by_rules(tree), abs=1e-9), (
            place
        )


def test_own_charts_and_cards_with_the_usual_words_need_no_new_tables() -> None:
    """FD-25: what is found and asked names the tables, not how likely it is."""
    mine = opened(charts=book(("5-6-6 | TD-RUN [P]", "5-6-6 | LATE? TD-RUN | TRAILING? FGA | PUNT")))
    assert open_tables_key(reduction(mine).open_reduction()) == open_tables_key(
        reduction(opened()).open_reduction()
    )
    check(reduction(mine), tables_for(mine, reduction(mine)), Random(5))


def test_bulk_under_the_starter_has_its_exact_chances() -> None:
    """Two real cards: a hundred thousand games of the bound tables against the exact chances."""
    game = FOLDER.open({"away": "green-bay-1996", "home": "denver-1997", "quarter": 3})
    loaded = bind_tables(game, "starter")
    assert loaded is not None
    tally, _ = run_chunk(loaded, 7, 0, 100_000)
    win, tie, _loss = Exact(game, "starter").start()
    assert abs(tally.shares[0] - win) < 4 * tally.error(win)
    assert abs(tally.shares[1] - tie) < 4 * tally.error(tie)


def test_the_allpro_plays_by_the_exact_chances() -> None:
    """FD-21: what each option is worth to it is what the exact tables say, and it takes the best."""
    game = FOLDER.open({"away": "green-bay-1996", "home": "denver-1997", "quarter": 1})
    assert isinstance(game, FastDrive)
    found, exact = GameSolution(game), Exact(game)
    s = Sheet(left=1, half=2, phase="try", kicker=0, scores=[12, 14], opener=1)
    worth = found.option_values(s)
    assert max(worth.values()) == pytest.approx(exact.at(s).win_probability, abs=1e-6)
    request = next(game.play(game.load(game.save(s))))
    assert found.best(request, s) == max(worth, key=lambda key: worth[key]) == "two"  # type: ignore[arg-type]
    kick = Sheet(left=1, half=2, phase=KICKOFF, kicker=0, scores=[12, 14], opener=1)
    assert found.value(found.reduction.where(kick)) == pytest.approx(exact.at(kick).win_probability, abs=1e-6)


def test_an_allpro_without_tables_tries_its_options_out() -> None:
    """FD-5.1: no shelf has tables for quarters of five ticks."""
    game = FOLDER.open({"quarter": 5})
    with pytest.raises(LookupError, match="no win probability tables for these options"):
        GameSolution(game)  # type: ignore[arg-type]
    assert type(FOLDER.coach("allpro", game, 0, 1)).__name__ == "RolloutCoach"


def test_games_that_are_over_are_over_in_the_tables() -> None:
    """FD-24.61: ahead, behind or level when the overtime has run out."""
    game = opened(quarter=1)
    found = reduction(game)
    tables = tables_for(game, found)
    for scores, ends in (([3, 0], A_WINS), ([0, 0], TIE)):
        s = Sheet(left=0, half=3, phase=OVER, scores=scores, why="overtime")
        place = found.where(s)
        assert entry_at(tables, tables.index[place.core], place.slot, place.margin) == ends


def test_choices_are_in_the_tables_as_choices() -> None:
    """A try is a choice of the team that has scored."""
    game = opened(quarter=3)
    s = Sheet(left=3, half=1, phase="try", kicker=1, scores=[0, 6], opener=1)
    root = explore(game, s, reduction(game).where)
    assert isinstance(root, ChoiceNode) and root.seats == (1,)
    assert msgspec.msgpack.encode(sorted(root.branches)) == msgspec.msgpack.encode(["kick", "two"])
