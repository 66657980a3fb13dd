"""Advice for the decision at hand: every option's chances, the best one, and why, down to the chart cell.

Where the game has exact tables the figures are exact. Elsewhere each option is played out many times by the
game's own policy, on the same dice for all options; the figures carry intervals and are labelled estimates.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions, FieldhouseError, NoOtherWorld
from fieldhouse.kernel.events import Event, render
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Chance, Choose, Seat, Together
from fieldhouse.kernel.table import Table
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.players import RANDOM, make_policy


class Outcome(msgspec.Struct, frozen=True):
    """One thing that may come of an option: its chance, the chance to win then, and the play-by-play."""

    chance: float
    equity: float
    dice: str
    story: tuple[str, ...]


class OptionAdvice(msgspec.Struct, frozen=True):
    """An option: win, tie and loss for whoever chooses; `error` is half the 95 % interval (0: exact)."""

    key: str
    label: str
    win: float
    tie: float
    loss: float
    error: float = 0.0
    why: tuple[Outcome, ...] = ()

    @property
    def equity(self) -> float:
        """Wins and half the ties."""
        return self.win + self.tie / 2


class Advice(msgspec.Struct, frozen=True):
    """What was asked and what each option is worth, best first."""

    seat: Seat
    what: str
    prompt: str
    exact: bool
    how: str
    options: tuple[OptionAdvice, ...]

    @property
    def best(self) -> OptionAdvice:
        """The option with the highest chance."""
        return self.options[0]


def advise(
    table: Table[Any],
    seat: Seat | None = None,
    *,
    why: int = 5,
    playouts: int = 400,
    seconds: float = 20.0,
    seed: int = 0,
) -> Advice:
    """Advice for what `seat` (or whoever is asked) has to decide at the table now."""
    asked = _asked(table, seat)
    if not has_lab():
        return _estimate(table, asked, playouts, seconds, seed, "exact values need the extra `lab`")
    try:
        return _exact(table, asked, why)
    except BadOptions as no_tables:
        return _estimate(table, asked, playouts, seconds, seed, str(no_tables))


def _asked(table: Table[Any], seat: Seat | None) -> Choose:
    if seat is None and table.waiting:
        seat = table.waiting[0]
    asked = table.asked(seat) if seat is not None else None
    if asked is None:
        due = (
            "the game is over"
            if table.outcome
            else "a roll is due"
            if table.chance
            else "another seat is asked"
        )
        raise FieldhouseError(f"there is nothing to decide here: {due}")
    return asked


# Exact


def _exact(table: Table[Any], asked: Choose, why: int) -> Advice:
    from fieldhouse.lab.exact import Exact, Valued, child_of, leaves_of

    exact = Exact(table.game)
    frame = table.last_frame
    root = exact.tree(frame.snapshot)
    node: Any = root
    for given in frame.given:
        node = child_of(node, given.key)
    valued = Valued(exact.values(leaves_of(node)))
    path = [str(given.key) for given in frame.given]
    options = []
    for key in asked.keys:
        child = node.branches[key]
        chances = valued(child) if asked.seat == 0 else valued(child).turned()
        reasons = _reasons(table.game, frame.snapshot, [*path, key], child, valued, asked.seat, why)
        win, tie, loss = map(float, chances)
        options.append(OptionAdvice(key, asked.menu.option(key).label, win, tie, loss, 0.0, reasons))
    options.sort(key=lambda option: -option.equity)
    return Advice(
        asked.seat, asked.what, asked.prompt, True, "exact, both sides at their best", tuple(options)
    )


def _reasons(
    game: Game[Any], snapshot: bytes, path: Sequence[str], node: Any, valued: Any, seat: Seat, why: int
) -> tuple[Outcome, ...]:
    """The outcomes that make the most difference: chance times distance from the option's own value."""
    from fieldhouse.lab.exact import paths

    grouped: dict[int, list[Any]] = {}
    for chance, steps, end in paths(node):
        grouped.setdefault(id(end), [end, 0.0, 0.0, steps])
        group = grouped[id(end)]
        group[1] += chance
        if chance > group[2]:
            group[2], group[3] = chance, steps
    mean = _for(valued(node).equity, seat)
    found = sorted(
        grouped.values(), key=lambda group: -group[1] * abs(_for(valued(group[0]).equity, seat) - mean)
    )
    return tuple(
        Outcome(
            group[1],
            _for(float(valued(group[0]).equity), seat),
            ", ".join(f"{label} {key}" for label, key in group[3]),
            story(game, snapshot, [*path, *(key for _, key in group[3])]),
        )
        for group in found[:why]
    )


def _for(equity: float, seat: Seat) -> float:
    return equity if seat == 0 else 1 - equity


def story(game: Game[Any], snapshot: bytes, path: Sequence[str]) -> tuple[str, ...]:
    """The events of a play along these answers, in words with their sums and rules."""
    s = game.load(snapshot)
    told: list[Event] = []
    rules = game.play(s)
    s.tell = told.append
    try:
        request: Any = next(rules)
        for key in path:
            request = rules.send(request.value(key) if isinstance(request, Chance) else key)
    except StopIteration:
        pass
    return tuple(render(event) for event in told)


# Estimates


_MOST_MISSES = 20


def _estimate(
    table: Table[Any], asked: Choose, playouts: int, seconds: float, seed: int, why_not: str
) -> Advice:
    """Every option on the same dice and the same hidden cards, played on by the policy for all seats."""
    rng = Random(seed)
    level = _level(table.game)
    until = time.monotonic() + seconds
    results: dict[str, list[float]] = {key: [] for key in asked.keys}
    ties = dict.fromkeys(asked.keys, 0)
    count = misses = 0
    while count < playouts and (count < 20 or time.monotonic() < until):
        dice = rng.getrandbits(48)
        try:
            world = _imagined(table, asked.seat, dice)
        except NoOtherWorld:
            misses += 1
            if misses == _MOST_MISSES:
                raise  # an estimate on the real cards would tell the seat what it may not know
            continue
        for key in asked.keys:
            winner = _play_out(world.copy(), asked.seat, key, level, dice)
            results[key].append(0.5 if winner is None else float(winner == asked.seat))
            ties[key] += winner is None
        count += 1
    options = [_estimated(asked, key, results[key], ties[key]) for key in asked.keys]
    options.sort(key=lambda option: -option.equity)
    how = f"estimate from {count} playouts an option by the policy {level!r} ({why_not})"
    return Advice(asked.seat, asked.what, asked.prompt, False, how, tuple(options))


def _imagined(table: Table[Any], seat: Seat, seed: int) -> Table[Any]:
    """A world the seat could be in; never the real one of a game with secrets unless it is re-dealt so."""
    return table.redeal(seat, Random(seed), strict=True) if table.game.meta.hidden else table.copy()


def _level(game: Game[Any]) -> str:
    """The policy for playouts: `starter` where the game brings policies, else anything at random."""
    try:
        make_policy(game, "starter", 0)
    except (BadOptions, FieldhouseError):
        return RANDOM
    return "starter"


def _estimated(asked: Choose, key: str, results: Sequence[float], ties: int) -> OptionAdvice:
    n = len(results)
    mean = math.fsum(results) / n
    spread = (math.fsum((x - mean) ** 2 for x in results) + 0.25) / n
    tie = ties / n
    half = 1.96 * math.sqrt(spread / n)
    return OptionAdvice(key, asked.menu.option(key).label, mean - tie / 2, tie, 1 - mean - tie / 2, half)


def _play_out(world: Table[Any], seat: Seat, key: str, level: str, seed: int) -> Seat | None:
    """The winner when `seat` answers `key` and the policy plays on."""
    game = world.game
    policy = make_policy(game, level, seed)
    dice = FastDice(seed)
    world.answer(seat, key)
    world.take_dice(dice)
    while world.outcome is None and world.last_frame.given:
        request = world.request
        parts = request.parts if isinstance(request, Together) else (request,)
        part = next(p for p in parts if isinstance(p, Choose) and world.asked(p.seat) is not None)
        world.answer(part.seat, policy(part, world.state))
    end = world.outcome
    if end is None:
        end = playout(game, game.load(world.last_frame.snapshot), dice, policy)
    return end.winner
