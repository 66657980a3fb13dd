"""Thousands of games a step, numpy in and numpy out: games that compile, played on their compiled tables.

The tables come from the rules (`lab.compiled`) with every choice open, so one trains on the game itself. An
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

from fieldhouse.kernel.actions import Actions
from fieldhouse.kernel.errors import BadOptions, IllegalAnswer
from fieldhouse.kernel.registry import open_game
from fieldhouse.kernel.requests import Choose, Menu, Option
from fieldhouse.lab.compiled import compiled
from fieldhouse.lab.packed import GOLDEN, drawn, fill_aliases, mix
from fieldhouse.solve.compile import A_WINS, NOWHERE, TIE, TOGETHER, Plays
from fieldhouse.solve.machine import jit

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
        self.actions = Actions(self.game)
        self.count = count
        made = compiled(self.game)
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
        if given.shape != (self.count,):
            raise IllegalAnswer(str(given.shape), f"one token for each of {self.count} games is needed")
        legal = (given >= 0) & (given < self._mask.shape[1])
        legal &= self._mask[self._games.decision, np.where(legal, given, 0)]
        if not legal.all():
            place = int(np.flatnonzero(~legal)[0])
            raise IllegalAnswer(str(given[place]), f"no legal token in game {place}; see the mask")
        rewards, over = self._results()
        _advance(self._board, self._games, given.astype(np.int32), rewards, over)
        return self._asked(), rewards, over

    def _results(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        return np.zeros(self.count, np.float32), np.zeros(self.count, np.bool_)

    def _asked(self) -> Asked:
        games = self._games
        owner = self._board.owner[games.decision]
        ahead = games.points[:, 0] - games.points[:, 1]
        return Asked(
            seat=games.side ^ owner,
            core=games.core,
            slot=games.slot,
            lead=np.where(owner == 0, ahead, -ahead).astype(np.int32),
            decision=games.decision,
            mask=self._mask[games.decision],
        )


def _rows_by_token(plays: Plays[Any], actions: Actions) -> Ints:
    """The row that each token of each decision leads to, -1 where it is no option."""
    found = np.full((len(plays.decisions), len(actions.spec.tokens)), -1, np.int32)
    for number, decision in enumerate(plays.decisions):
        if decision.owner == TOGETHER:
            raise BadOptions("a game in which both sides choose at the same time is not vectorised")
        asked = Choose(0, decision.what, Menu(Option(key, key) for key in decision.keys))
        for key, row in zip(decision.keys, decision.rows, strict=True):
            path = actions.path(asked, key)
            if len(path) != 1:
                raise BadOptions("a game whose answers take several tokens is not vectorised")
            found[number, path[0]] = row
    return found


@jit
def _drawn(board, row, r):  # type: ignore[no-untyped-def]
    """The target of a row that these 64 random bits fall on."""
    begin = board.row_start[row]
    return np.int32(drawn(board.draw, begin, board.row_start[row + 1] - begin, r))


@jit
def _advance(board, games, tokens, rewards, over):  # type: ignore[no-untyped-def]
    """Every game through its choice and the dice to the next decision."""
    for j in range(len(tokens)):
        x = games.dice[j]
        asked = games.decision[j]
        row = board.row_of[asked, tokens[j]] if asked >= 0 else NOWHERE
        while True:
            if row >= 0:
                x += GOLDEN
                target = _drawn(board, row, mix(x))
                if target < 0:
                    games.decision[j] = ~target
                    break
                core, turned, time, a, b = board.leaf[target]
                a, b = games.points[j, 0] + a, games.points[j, 1] + b
                games.points[j, 0] = b if turned else a
                games.points[j, 1] = a if turned else b
                games.side[j] ^= turned
                games.slot[j] = min(games.slot[j] + time, board.stop[games.slot[j]])
                games.core[j] = core
            here = games.core[j]
            ahead = games.points[j, 0] - games.points[j, 1]
            lead = min(max(ahead, -board.limit), board.limit) + board.limit
            row = board.entry[here, board.kind_of[board.family[here], games.slot[j], lead]]
            if row < NOWHERE:
                over[j] = True
                if row != TIE:
                    won = games.side[j] if row == A_WINS else 1 - games.side[j]
                    rewards[j] = 1.0 if won == 0 else -1.0
                games.core[j], games.slot[j], games.side[j] = board.start, 0, 0
                games.points[j, 0] = games.points[j, 1] = 0
                start = board.start
                row = board.entry[start, board.kind_of[board.family[start], 0, board.limit]]
        games.dice[j] = x
