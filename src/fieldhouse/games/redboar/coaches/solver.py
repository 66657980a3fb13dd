"""Win probabilities of Gridiron for every situation, clock and lead, by backward induction.

Each situation's play is enumerated from the rules by `solve.play_tree`, and `solve.induction` works back from
the end of the game. Both sides are alike, so one table serves them: everything is seen from the offense.

Three simplifications: overtime counts as half a win (who receives is drawn, so it is even); who kicks off the
second half is ignored (no choice changes it); with cards both sides are taken to hold one card of each kind,
and the hand really held comes in when a play is called. Building and reading a table needs the [lab] extra;
`win_table.py` stores it.

The lab's exact tables (`reduction.py`) are for dice only and keep overtime and kickoffs, so their values are
others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from fieldhouse.games.redboar.rules.cards import card_result
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.penalties import COMMITS, OFFENSE_DICE, counting_penalty
from fieldhouse.games.redboar.rules.state import Deck, Gridiron
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import TWO_D6, Choose, Draw, Request
from fieldhouse.kernel.run import Run
from fieldhouse.solve.compiler import A_WINS, B_WINS, TIE
from fieldhouse.solve.compiler import Lands as Whistle
from fieldhouse.solve.play_tree import ChanceNode, ChoiceNode, Leaf, Node, explore
from fieldhouse.solve.templates import Decision, Row, Spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fieldhouse.solve.tables import Tables

QUARTER = 90
"""Clock steps of ten seconds in a quarter (RB-5.9)."""
LIMIT = 28
"""Leads beyond four touchdowns count as that."""
STARTS = (("kickoff",), ("try",), ("safety punt",))
FINE, COARSE = tuple(range(31)), tuple(range(36, 91, 6))
KEPT = ((90,), FINE + COARSE, tuple(range(0, 91, 6)), FINE + COARSE)
"""Which steps of each quarter are kept: every ten seconds in the last five minutes of a half.

Quarter 1 is taken for the start of quarter 2: with half an hour and more to play the choices are the same.
"""
_CLOCK = 800


class SituationLeaf(NamedTuple):
    """A leaf: the next situation, are the sides turned, clock steps used, points the mover gained."""

    situation: Hashable
    turned: bool
    steps: int
    points: int


class SituationPlays:
    """Every situation's play as rows over numbered leaves and decisions (see `solve.compiler`)."""

    def __init__(self) -> None:
        self.situations: list[Hashable] = []
        self.number: dict[Hashable, int] = {}
        self.leaves: list[SituationLeaf] = []
        self.roots: list[int] = []
        self.try_at_zero = -1
        """The row of a try once the time is up: it uses none."""
        self._timeless = False
        self._leaf: dict[SituationLeaf, int] = {}
        self._spread = Spread(self._number_leaf, 0, merge=True, together=True)

    @property
    def rows(self) -> list[Row]:
        """Distributions over leaves and decisions."""
        return self._spread.rows

    @property
    def decisions(self) -> list[Decision]:
        """Choices by the mover (0), the other side (1) or both."""
        return self._spread.decisions

    def explore(
        self, starts: Sequence[Hashable], tree: Callable[[Hashable], Node[SituationLeaf]]
    ) -> SituationPlays:
        """Add the trees of these situations and of all that follow from them."""
        for start in starts:
            self._note(start)
        while len(self.roots) < len(self.situations):
            self.roots.append(self._spread.root(tree(self.situations[len(self.roots)])))
        self._timeless = True
        self.try_at_zero = self._spread.root(tree(("try",)))
        return self

    def _note(self, situation: Hashable) -> int:
        found = self.number.get(situation)
        if found is None:
            found = self.number[situation] = len(self.situations)
            self.situations.append(situation)
        return found

    def _number_leaf(self, leaf: Leaf[SituationLeaf], _path: object) -> int:
        value = leaf.value._replace(steps=0) if self._timeless else leaf.value
        found = self._leaf.get(value)
        if found is None:
            self._note(value.situation)
            found = self._leaf[value] = len(self.leaves)
            self.leaves.append(value)
        return found


def situation_state(game: GridironGame, situation: Hashable) -> Gridiron:
    """A state in that situation, Red to move, in the middle of a quarter."""
    assert isinstance(situation, tuple)
    s = Gridiron(scores=[0, 0], quarter=1, clock=_CLOCK, phase=situation[0], receiver=0, fresh=False)
    if s.phase == "declare":
        s.g, s.t, s.down = situation[1:4]
    else:
        s.g = game.book.safety_punt_from if s.phase == "safety punt" else game.book.kickoff_from
    if game.cards:
        s.decks = [_one_of_each(game.book.offense_deck), _one_of_each(game.book.defense_deck)]
    return s


def _one_of_each(deck: tuple[str, ...]) -> Deck:
    return Deck(hand=sorted(set(deck)), draw=[deck[0], deck[0]])


def situation_key(s: Gridiron) -> tuple[Any, ...]:
    """The situation of a state: hands, score and clock left out."""
    return (s.phase, s.g, s.t, s.down) if s.phase == "declare" else (s.phase,)


def situation_leaf(s: Gridiron) -> SituationLeaf:
    """The whistle as the tables see it, after a play that began in `state_of`."""
    lead = s.scores[0] - s.scores[1]
    return SituationLeaf(situation_key(s), s.offense != 0, (_CLOCK - s.clock) // 10, lead)


def compile_situations(game: GridironGame) -> SituationPlays:
    """Enumerate the play of every situation from the rules. Options that shorten a game change no play."""
    full = find("redboar").open({"mode": game.options["mode"]}, game.setup.materials)
    assert isinstance(full, GridironGame)

    def tree(situation: Hashable) -> Node[SituationLeaf]:
        return explore(full, situation_state(full, situation), situation_leaf)

    return SituationPlays().explore(STARTS, CardTrees(full).tree if full.cards else tree)


class CardTrees:
    """The trees of card mode, with the dice of each pair of cards enumerated once for all situations.

    What two cards bring (RB-11) depends on the spot only where a pass is not allowed. So in each situation
    the rules are run once for each result of a pair and each penalty, not for each roll.
    """

    # Compiling all 759 situations of the printed cards: 8 s of processor time, plainly 52 s (other work ran).

    def __init__(self, game: GridironGame) -> None:
        self._game = game
        self._results: dict[tuple[str, str], list[tuple[int, tuple[int, ...]]]] = {}

    def tree(self, situation: Hashable) -> Node[SituationLeaf]:
        """The play of this situation: everything else explored with empty hands, then each pair of cards."""
        s = situation_state(self._game, situation)
        start = self._game.save(s)
        cards, against = s.decks[0].hand, s.decks[1].hand
        s.decks[0].hand, s.decks[1].hand = [], []
        root = explore(self._game, s, situation_leaf)
        if isinstance(root, ChoiceNode) and "play" in root.branches:
            pick = root.branches["play"]
            assert isinstance(pick, ChoiceNode)
            pick.branches = {pair: self._pair(start, s.g, *pair) for pair in product(cards, against)}
        return root

    def _pair(self, start: bytes, g: int, card: str, against: str) -> Node[SituationLeaf]:
        """Penalties by their weights of 1296 (RB-17.3), then the results of two cards by theirs of 36."""
        node: ChanceNode[SituationLeaf] = ChanceNode(OFFENSE_DICE)
        node.total = 1296 * 36
        disallowed = g <= self._game.book.calls[card].limit
        results = NO_DICE if disallowed else self._pair_results(card, against)
        for flag, (weight, totals) in PENALTIES.items():
            for share, faces in results if flag in PLAYED else NO_DICE:
                child = self._end(start, ("play", (card, against), *totals, *faces))
                node.branches.append((weight * share, child, (flag,)))
        return node

    def _pair_results(self, card: str, against: str) -> list[tuple[int, tuple[int, ...]]]:
        """The different results of two cards: weight of 36, and faces that lead to each."""
        found = self._results.get((card, against))
        if found is None:
            book = self._game.book
            call, entry = book.calls[card], book.defenses[against][book.plays[card]]
            by_result: dict[tuple[str, int], tuple[int, tuple[int, ...]]] = {}
            for face, die in product(range(1, 7), repeat=2):
                modifier = entry.modifiers[face] if entry.modifiers else ""
                faces = () if entry.modifiers is None else (face, die) if modifier == "B" else (face,)
                result = card_result(die, call, entry, modifier)
                by_result[result] = (by_result.get(result, (0,))[0] + 1, faces)
            found = self._results[card, against] = list(by_result.values())
        return found

    def _end(self, start: bytes, path: tuple[Any, ...]) -> Node[SituationLeaf]:
        """The whistle, or the choice on a penalty with the whistle after either answer."""
        s, request = self._run(start, path)
        if request is None:
            return Leaf(situation_leaf(s))
        assert isinstance(request, Choose)
        choice: ChoiceNode[SituationLeaf] = ChoiceNode(request)
        choice.branches = {key: self._end(start, (*path, key)) for key in request.keys}
        return choice

    def _run(self, start: bytes, path: Sequence[Any]) -> tuple[Gridiron, Request | None]:
        """The rules along these answers; the new cards do not matter."""
        run = Run.along(self._game, self._game.load(start), path)
        while isinstance(run.request, Draw):
            run.send(run.request.flat[0])
        return run.state, run.request


def _penalties() -> dict[str, tuple[int, tuple[int, int]]]:
    """Each outcome of both penalty dice: its weight of 1296, and totals that bring it."""
    found: dict[str, tuple[int, tuple[int, int]]] = {}
    chances = list(zip(TWO_D6.values, TWO_D6.weights, strict=True))
    for (offense, a), (defense, b) in product(chances, repeat=2):
        flag = counting_penalty(COMMITS[offense], COMMITS[defense])
        found[flag] = (found.get(flag, (0,))[0] + a * b, (offense, defense))
    return found


PENALTIES = _penalties()
PLAYED = ("", "offense 12", "defense 12")
"""With these penalties the dice of the two cards are rolled."""
NO_DICE: list[tuple[int, tuple[int, ...]]] = [(36, ())]


def solve_situations(plays: SituationPlays, progress: Callable[[str], None] = lambda _: None) -> NDArray[Any]:
    """Chances of the offense, as 16-bit numbers, by (kept step, situation, lead)."""
    import numpy as np

    from fieldhouse.solve.induction import Sweep

    wanted = {(quarter, left): n for n, (quarter, left) in enumerate(_kept())}
    size = (len(wanted), len(plays.situations), 2 * LIMIT + 1)
    values = np.zeros(size, np.uint16)
    for slot, win_probability, _ in Sweep(induction_tables(plays)).back():
        quarter, left = 2 + slot // (QUARTER + 1), QUARTER - slot % (QUARTER + 1)
        if (quarter, left) in wanted:
            values[wanted[quarter, left]] = np.round(win_probability * 65535)
        if left == QUARTER:
            progress(f"quarter {quarter}")
    return np.concatenate([values[len(KEPT[1]) - 1 : len(KEPT[1])], values])


def _kept() -> list[tuple[int, int]]:
    """Quarter and steps left, as they are kept."""
    return [(quarter, left) for quarter in (2, 3, 4) for left in KEPT[quarter - 1]]


RUNNING, HALF_TIME, THIRD, AHEAD, LEVEL, BEHIND = range(6)
"""A running clock; 0:00 of the second and third quarter, and of the last by the lead."""


def induction_tables(plays: SituationPlays) -> Tables:
    """The three last quarters as the induction wants them."""
    import numpy as np

    from fieldhouse.solve.tables import Tables, decision_arrays, leaf_arrays, row_arrays

    count, kick, attempt = len(plays.situations), plays.number["kickoff",], plays.number["try",]
    leaves = [
        Whistle(plays.number[x.situation], x.turned, x.steps, max(x.points, 0), max(-x.points, 0))
        for x in plays.leaves
    ]
    # The half ends with a kickoff, by the one side or the other; other quarters go on where they stopped.
    ends = [Whistle(kick, turned, 1, 0, 0) for turned in (False, True)]
    ends += [Whistle(core, False, 1, 0, 0) for core in range(count)]
    first, rows = len(leaves), len(plays.rows)
    more = [Row((first, first + 1), (1, 1), 2), *(Row((first + 2 + core,), (1,), 1) for core in range(count))]
    entry = np.empty((count, 6), np.int32)
    entry[:, RUNNING] = plays.roots
    entry[:, HALF_TIME] = rows
    entry[:, THIRD] = rows + 1 + np.arange(count)
    entry[:, AHEAD], entry[:, LEVEL], entry[:, BEHIND] = A_WINS, TIE, B_WINS
    entry[attempt, HALF_TIME:] = plays.try_at_zero
    slots = 3 * (QUARTER + 1)
    zero = [QUARTER, 2 * QUARTER + 1, 3 * QUARTER + 2]
    lead = np.arange(-LIMIT, LIMIT + 1)
    kind_of = np.full((1, slots, len(lead)), RUNNING, np.int32)
    kind_of[0, zero[0]], kind_of[0, zero[1]] = HALF_TIME, THIRD
    kind_of[0, zero[2]] = np.where(lead > 0, AHEAD, np.where(lead < 0, BEHIND, LEVEL))
    stop = np.array([zero[slot // (QUARTER + 1)] for slot in range(slots)], np.int32)
    stop[zero[:2]] += 1
    return Tables(
        limit=LIMIT, slots=slots, cores=plays.situations, families=[None], family=np.zeros(count, np.int32),
        kind_of=kind_of, entry=entry, stop=stop, start=kick,
        **leaf_arrays(leaves + ends), **row_arrays(plays.rows + more), **decision_arrays(plays.decisions),
    )  # fmt: skip
