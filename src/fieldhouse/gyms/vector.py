"""Thousands of games a step, numpy in and numpy out: games that compile, played on their compiled tables.

The tables come from the rules (`lab.tables`) with every choice open, so one trains on the game itself. An
observation is what the tables know of a position: its situation, moment and lead, and the decision asked.

    env = VectorEnv("redboar", 4096, {"mode": "dice"}, length="short")
    asked = env.reset(seed=1)
    while training:
        asked, rewards, over = env.step(choose(asked))

A game that is over begins anew by itself; `over` says which were, `rewards` are seat 0's (+1, 0, -1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fieldhouse.kernel.action_space import ActionSpace
from fieldhouse.kernel.errors import BadOptions, IllegalAnswer
from fieldhouse.kernel.registry import open_game
from fieldhouse.kernel.requests import Choose, Menu, Option
from fieldhouse.lab.tables.alias_tables import GOLDEN, draw_target, fill_aliases, splitmix
from fieldhouse.lab.tables.compiled_game import compile_game
from fieldhouse.solve.compiler import A_WINS, NOWHERE, TIE, Plays
from fieldhouse.solve.jit import njit
from fieldhouse.solve.templates import TOGETHER

Ints = NDArray[np.int32]


class Asked(NamedTuple):
    """What is asked: arrays of one row a game, good until the next step."""

    seat: Ints
    """Who is to act."""
    core: Ints
    """The situation, by its number in `env.cores`; seen from its own side A."""
    slot: Ints
    """The moment of the game's time, from 0 to `env.slots` - 1."""
    lead: Ints
    """The points by which the seat to act leads."""
    decision: Ints
    """The decision, by its number in `env.questions`."""
    mask: NDArray[np.bool_]
    """The legal tokens of the seat to act."""


class StepTables(NamedTuple):
    """The compiled tables as the stepper reads them."""

    limit: int
    start: int
    family: Ints
    kind_of: Ints
    entry: Ints
    stop: Ints
    leaf: Ints
    """Core, turned, time, points of sides A and B."""
    row_start: Ints
    draw: NDArray[np.uint32]
    """Alias tables, as bulk simulation has them; a target below 0 is decision `~target`."""
    owner: Ints
    row_of: Ints


class Games(NamedTuple):
    """Where the games stand: arrays of one number a game, `points` of sides A and B of the present core."""

    core: Ints
    slot: Ints
    side: Ints
    points: Ints
    decision: Ints
    dice: NDArray[np.uint64]


class VectorEnv:
    """`count` games of one kind side by side."""

    def __init__(
        self, name: str, count: int, options: Mapping[str, Any] | None = None, *, length: str | None = None
    ) -> None:
        if count < 1:
            raise BadOptions(f"{count} games: at least one is needed")
        self.game = open_game(name, options, length=length)
        self.actions = ActionSpace(self.game)
        self.count = count
        made = compile_game(self.game)
        t = made.tables
        self.cores = t.cores
        self.slots = t.slots
        self.questions = [(decision.what, decision.keys) for decision in made.plays.decisions]
        draw = np.zeros((len(t.targets), 4), np.uint32)
        fill_aliases(t.row_start, t.targets, t.chances, draw)
        self._board = StepTables(
            t.limit,
            t.start,
            t.family,
            t.kind_of,
            t.entry,
            t.stop,
            np.stack([t.leaf_core, t.leaf_turned, t.leaf_time, t.leaf_a, t.leaf_b], axis=1),
            t.row_start,
            draw,
            t.owner,
            _rows_by_token(made.plays, self.actions),
        )
        self._mask = self._board.row_of >= 0
        self._games = Games(
            np.zeros(count, np.int32),
            np.zeros(count, np.int32),
            np.zeros(count, np.int32),
            np.zeros((count, 2), np.int32),
            np.full(count, -1, np.int32),
            np.zeros(count, np.uint64),
        )
        self._shown = Asked(
            seat=np.zeros(count, np.int32),
            core=self._games.core,
            slot=self._games.slot,
            lead=np.zeros(count, np.int32),
            decision=self._games.decision,
            mask=np.zeros((count, self._mask.shape[1]), np.bool_),
        )

    def reset(self, seed: int = 0) -> Asked:
        """Every game anew. The same seed and the same tokens give the same games."""
        games = self._games
        games.dice[:] = np.random.default_rng(seed).integers(0, 2**63, self.count, np.uint64)
        for array in (games.core, games.slot, games.side, games.points):
            array[:] = 0
        games.core[:] = self._board.start
        games.decision[:] = -1
        _advance(self._board, games, np.zeros(self.count, np.int32), *self._results())
        return self._asked()

    def step(self, tokens: NDArray[Any]) -> tuple[Asked, NDArray[np.float32], NDArray[np.bool_]]:
        """One token in every game: what is asked next, seat 0's reward, and which games ended."""
        given = np.asarray(tokens)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            what = f"{given.dtype} {given.shape}"
            raise IllegalAnswer(what, f"one token for each of {self.count} games is needed, a whole number")
        given = given.astype(np.int64, copy=False)
        place = _first_illegal(self._board.row_of, self._games.decision, given)
        if place >= 0:
            raise IllegalAnswer(str(given[place]), f"no legal token in game {place}; see the mask")
        rewards, over = self._results()
        _advance(self._board, self._games, given, rewards, over)
        return self._asked(), rewards, over

    def _results(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        return np.zeros(self.count, np.float32), np.zeros(self.count, np.bool_)

    def _asked(self) -> Asked:
        games, asked = self._games, self._shown
        _ask(self._board.owner, self._mask, games, asked.seat, asked.lead, asked.mask)
        return asked


def _rows_by_token(plays: Plays[Any], actions: ActionSpace) -> Ints:
    """The row that each token of each decision leads to, -1 where it is no option."""
    found = np.full((len(plays.decisions), len(actions.spec.tokens)), -1, np.int32)
    for number, decision in enumerate(plays.decisions):
        if decision.owner == TOGETHER:
            raise BadOptions("a game in which both sides choose at the same time cannot be vectorized")
        asked = Choose(0, decision.what, Menu(Option(key, key) for key in decision.keys))
        for key, row in zip(decision.keys, decision.rows, strict=True):
            path = actions.path(asked, key)
            if len(path) != 1:
                raise BadOptions("a game whose answers take several tokens cannot be vectorized")
            found[number, path[0]] = row
    return found


@njit
def _drawn(board, row, r):  # type: ignore[no-untyped-def]
    """The target of a row that these 64 random bits fall on."""
    begin = board.row_start[row]
    return np.int32(draw_target(board.draw, begin, board.row_start[row + 1] - begin, r))


@njit(cache=True)
def _first_illegal(row_of, decision, tokens):  # type: ignore[no-untyped-def]
    """The first game whose token is none of its decision's, or -1."""
    for j in range(len(tokens)):
        if not 0 <= tokens[j] < row_of.shape[1] or row_of[decision[j], tokens[j]] < 0:
            return j
    return -1


@njit(cache=True)
def _ask(owner, legal, games, seat, lead, mask):  # type: ignore[no-untyped-def]
    """Who is asked in every game, by how much he leads and what he may answer."""
    for j in range(len(seat)):
        decision = games.decision[j]
        ahead = games.points[j, 0] - games.points[j, 1]
        seat[j] = games.side[j] ^ owner[decision]
        lead[j] = -ahead if owner[decision] else ahead
        for token in range(mask.shape[1]):
            mask[j, token] = legal[decision, token]


@njit(cache=True)
def _advance(board, games, tokens, rewards, over):  # type: ignore[no-untyped-def]
    """Every game through its choice and the dice to the next decision."""
    limit, start = board.limit, board.start
    first = board.entry[start, board.kind_of[board.family[start], 0, limit]]
    for j in range(len(tokens)):
        # A game is in local names while it is played on: arrays would be written at every roll.
        x, asked = games.dice[j], games.decision[j]
        core, slot, side = games.core[j], games.slot[j], games.side[j]
        ours, theirs = games.points[j, 0], games.points[j, 1]
        row = board.row_of[asked, tokens[j]] if asked >= 0 else first
        while True:
            x += GOLDEN
            target = _drawn(board, row, splitmix(x))
            if target < 0:
                break
            leaf = board.leaf[target]
            core, turned = leaf[0], leaf[1]
            slot = min(slot + leaf[2], board.stop[slot])
            ours, theirs = ours + leaf[3], theirs + leaf[4]
            if turned:
                ours, theirs = theirs, ours
                side ^= 1
            lead = min(max(ours - theirs, -limit), limit) + limit
            row = board.entry[core, board.kind_of[board.family[core], slot, lead]]
            if row < NOWHERE:
                over[j] = True
                if row != TIE:
                    won = side if row == A_WINS else 1 - side
                    rewards[j] = 1.0 if won == 0 else -1.0
                core, slot, side, ours, theirs = start, 0, 0, 0, 0
                row = first
        games.decision[j] = ~target
        games.dice[j], games.core[j], games.slot[j], games.side[j] = x, core, slot, side
        games.points[j, 0], games.points[j, 1] = ours, theirs
