"""Win chances for every situation, clock and lead: Gridiron's rules, enumerated and solved backwards.

Each situation's play is enumerated by `solve.play_tree` from the rules generator itself, and
`solve.induction` works back from the end of the game. Two sides that are alike share
one table: everything is seen from the offense. What is left out, and why it does little harm: overtime is
worth half a win (its receiver is drawn, so it is even); who kicks off after half-time (no choice changes
it); in card mode the hands (both sides are taken to hold one card of each kind; the cards really held come
in when a play is called). Needs the [lab] extra to be built and read; `win_table.py` keeps it on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.penalties import COMMITS, COUNTS, OFFENSE_DICE
from fieldhouse.games.redboar.rules.state import Deck, Gridiron
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import TWO_D6, Choose, Draw, Request, Together
from fieldhouse.kernel.run import Run
from fieldhouse.solve.compiler import A_WINS, B_WINS, TIE
from fieldhouse.solve.compiler import Lands as Whistle
from fieldhouse.solve.play_tree import (
    ChanceNode,
    ChoiceNode,
    Leaf,
    Node,
    explore,
    paths_to_leaves,
    with_leaves,
)
from fieldhouse.solve.templates import Decision, Row, Spread, run_path

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
    """Every situation's play, compiled. Options that shorten a game change no play."""

    def opened(mode: str) -> GridironGame:
        full = find("redboar").open({"mode": mode}, game.setup.materials)
        assert isinstance(full, GridironGame)
        return full

    tree = DiceTrees(opened("dice")).tree
    return SituationPlays().explore(STARTS, CardTrees(opened("cards"), tree).tree if game.cards else tree)


class DiceTrees:
    """The trees of dice mode. All plays from one spot ask the same: their tree is that of second and goal.

    There it keeps apart whatever differs on any down (`reduction.GridironReduction.found`); in each
    situation the rules are run once along a path to each of its leaves.
    """

    def __init__(self, game: GridironGame) -> None:
        self.game = game
        self._samples: dict[int, tuple[Node[SituationLeaf], dict[int, tuple[str, ...]]]] = {}

    def tree(self, situation: Hashable) -> Node[SituationLeaf]:
        """The play of this situation."""
        s = situation_state(self.game, situation)
        if s.phase != "declare":
            return explore(self.game, s, situation_leaf)
        sample, paths = self._sample(s.g)
        start = self.game.save(s)
        ends = {node: run_path(self.game, self.game.load(start), path) for node, path in paths.items()}
        leaves: dict[SituationLeaf, Node[SituationLeaf]] = {}
        known: dict[int, Node[SituationLeaf]] = {}
        for node, end in ends.items():
            assert end is not None
            place = situation_leaf(end)
            known[node] = leaves.setdefault(place, Leaf(place))
        return with_leaves(sample, known)

    def _sample(self, g: int) -> tuple[Node[SituationLeaf], dict[int, tuple[str, ...]]]:
        """The tree of second and goal from that spot, and a path to each leaf (by its id)."""
        if g not in self._samples:
            sample = explore(self.game, situation_state(self.game, ("declare", g, 0, 2)), situation_leaf)
            self._samples[g] = sample, paths_to_leaves(sample)
        return self._samples[g]


class CardTrees:
    """The trees of card mode. Kicks are the same in both modes; each pair of cards is enumerated once.

    What a pair of cards can bring (RB-11) does not depend on the spot, except for disallowed passes; so its
    dice are enumerated once, and in each situation the rules are run once along every outcome and flag.
    """

    def __init__(self, game: GridironGame, dice_tree: Callable[[Hashable], Node[SituationLeaf]]) -> None:
        self.game = game
        self.dice_tree = dice_tree
        self._outcomes: dict[tuple[str, str, bool], list[tuple[int, tuple[int, ...]]]] = {}

    def tree(self, situation: Hashable) -> Node[SituationLeaf]:
        """The tree of dice mode, with cards in the place of the dice play."""
        root = self.dice_tree(situation)
        if isinstance(root, ChoiceNode) and "play" in root.branches:
            root.branches["play"] = self._cards(situation_state(self.game, situation))
        return root

    def _cards(self, s: Gridiron) -> Node[SituationLeaf]:
        start = self.game.save(s)
        _, request = self._run(start, ("play",))
        assert isinstance(request, Together)
        node: ChoiceNode[SituationLeaf] = ChoiceNode(request)
        for card in request.parts[0].keys:
            for against in request.parts[1].keys:
                node.branches[card, against] = self._pair(start, s.g, card, against)
        return node

    def _pair(self, start: bytes, g: int, card: str, against: str) -> Node[SituationLeaf]:
        """Flags by their weights of 1296 (RB-17.3), then the dice of the two cards, by theirs of 36."""
        node: ChanceNode[SituationLeaf] = ChanceNode(OFFENSE_DICE)
        node.total = 1296 * 36
        first = ("play", (card, against))
        for flag, (weight, rolls) in FLAGS.items():
            if flag in PLAYED:
                disallowed = g <= self.game.book.calls[card].limit
                for share, faces in self.outcomes(card, against, disallowed):
                    child = self._ends(start, (*first, *rolls, *faces))
                    node.branches.append((weight * share, child, (flag,)))
            else:
                node.branches.append((weight * 36, self._ends(start, (*first, *rolls)), (flag,)))
        return node

    def _ends(self, start: bytes, path: tuple[Any, ...]) -> Node[SituationLeaf]:
        """The whistle, or the choice on a flag with the whistle after either answer."""
        s, request = self._run(start, path)
        if request is None:
            return Leaf(situation_leaf(s))
        assert isinstance(request, Choose)
        choice: ChoiceNode[SituationLeaf] = ChoiceNode(request)
        choice.branches = {
            key: Leaf(situation_leaf(self._run(start, (*path, key))[0])) for key in request.keys
        }
        return choice

    def outcomes(self, card: str, against: str, disallowed: bool) -> list[tuple[int, tuple[int, ...]]]:
        """The different results of two cards: weight of 36 and one set of faces that leads to each."""
        key = (card, against, disallowed)
        if key not in self._outcomes:
            spot = ("declare", 5, 0, 1) if disallowed else ("declare", 80, 70, 1)
            start = self.game.save(situation_state(self.game, spot))
            found: dict[Any, tuple[int, tuple[int, ...]]] = {}
            self._roll(start, ("play", (card, against), 7, 7), (), 36, found)
            self._outcomes[key] = list(found.values())
        return self._outcomes[key]

    def _roll(
        self, start: bytes, path: tuple[Any, ...], faces: tuple[int, ...], weight: int, found: dict[Any, Any]
    ) -> None:
        s, request = self._run(start, (*path, *faces))
        if request is None:
            result = (s.offense, s.g, s.down, s.phase, tuple(s.scores))
            found[result] = (found.get(result, (0, ()))[0] + weight, faces)
            return
        for face in range(1, 7):
            self._roll(start, path, (*faces, face), weight // 6, found)

    def _run(self, start: bytes, path: Sequence[Any]) -> tuple[Gridiron, Request | None]:
        """The rules along these answers; cards are drawn by themselves."""
        run = Run.along(self.game, self.game.load(start))
        answers = iter(path)
        while run.request is not None:
            answer = run.request.flat[0] if isinstance(run.request, Draw) else next(answers, None)
            if answer is None:
                break
            run.send(answer)
        return run.state, run.request


def _flags() -> dict[str, tuple[int, tuple[int, int]]]:
    """Each outcome of both penalty dice: its weight of 1296 and totals that bring it."""
    found: dict[str, tuple[int, tuple[int, int]]] = {}
    chances = list(zip(TWO_D6.values, TWO_D6.weights, strict=True))
    for offense, a in chances:
        for defense, b in chances:
            flag = COUNTS[COMMITS[offense]][defense]
            found[flag] = (found.get(flag, (0,))[0] + a * b, (offense, defense))
    return found


FLAGS = _flags()
PLAYED = ("", "offense 12", "defense 12")
"""With these flags the dice of the two cards are rolled."""


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
