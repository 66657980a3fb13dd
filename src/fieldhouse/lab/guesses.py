"""Advice where there are no exact tables: every option sampled on the same dice, from what the seat may know.

In games with secrets each sample is another world that the seat could be in (a strict re-deal). The option is
answered, the policy plays on for all seats, and the sample ends at the next whistle whose worth is known: by
the game's own values, or by a fit to games that begin here (`fit.py`); without the extra `lab`, or if time
allows too few such games, at the end of the game. Options that have fallen clearly behind are dropped early.
Where a menu is too long to try, as a whole turn on squares, the answers of the game's coaches are tried.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import Event, render
from fieldhouse.kernel.notebook import Tabled
from fieldhouse.kernel.players import seen_by
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Chance, Choose, Seat, Together
from fieldhouse.kernel.table import Table
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.players import make_coach, make_policy, policy_level

if TYPE_CHECKING:
    from fieldhouse.lab.swings import Judge

MENU = 40
"""Of a longer menu only what the coaches would answer is tried."""
PROPOSALS = 4
"""So many times each coach is asked then."""
LEARN = 0.4
"""The share of the time that goes into a fit."""
ENOUGH = 100
"""A fit to fewer games is worse than playing to the end."""
WORLDS = 12
"""The games of a fit begin in so many worlds that the seat could be in."""
LEAST = 6
_MOST_MISSES = 20


class Prospect(msgspec.Struct, frozen=True):
    """One thing that may come of an option: its chance, the chance to win then, and the play-by-play."""

    chance: float
    equity: float
    dice: str
    story: tuple[str, ...]


class OptionAdvice(msgspec.Struct, frozen=True):
    """An option: win, tie and loss for whoever chooses; `error` is half the 95 % interval (0: exact).

    Where a whistle was judged and not played out, `tie` is 0 and `win` is the equity.
    """

    key: str
    label: str
    win: float
    tie: float
    loss: float
    error: float = 0.0
    why: tuple[Prospect, ...] = ()
    playouts: int = 0

    @property
    def equity(self) -> float:
        """Wins and half the ties."""
        return self.win + self.tie / 2


class Advice(Tabled, msgspec.Struct, frozen=True):
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

    def rows(self) -> list[dict[str, Any]]:
        """One row an option, best first."""
        names = ("key", "label", "win", "tie", "loss", "error", "playouts")
        return [{name: getattr(option, name) for name in names} for option in self.options]

    @property
    def caption(self) -> str:
        """The question, and how the figures were found."""
        return f"{self.prompt} ({self.how})"


class Spending(msgspec.Struct, frozen=True):
    """How much may be spent: playouts for each option, seconds in all; `why`: outcomes to show of each."""

    playouts: int = 400
    seconds: float = 20.0
    seed: int = 0
    why: int = 5


class PlayoutEnd(msgspec.Struct, frozen=True):
    """One playout: seat 0's worth or a note to be judged, whether it was a tie, and the play-by-play."""

    worth: float
    note: Any
    tie: bool
    told: tuple[Event, ...]


def estimate(table: Table[Any], asked: Choose, plan: Spending, why_not: str) -> Advice:
    """Every option on the same dice and the same hidden cards, played on by the policy for all seats."""
    began = time.monotonic()
    level = policy_level(table.game)
    keys, which = candidates(table, asked, plan)
    if table.tie_offer is not None:
        table = without_offer(table)
    judge = _judge(table, asked.seat, level, plan)
    taken = _Samples(table, asked, level, judge).take(keys, plan, began)
    options = [_option(asked, key, taken[key], judge, plan.why) for key in keys]
    most = max(option.playouts for option in options)
    options.sort(key=lambda option: -option.equity if option.playouts == most else 1 - option.equity)
    to = "to the end of the game" if judge is None else f"to the whistle; {judge.how}"
    how = f"estimate from up to {most} playouts an option by {level!r} {to} ({why_not}{which})"
    return Advice(asked.seat, asked.what, asked.prompt, False, how, tuple(options))


def candidates(table: Table[Any], asked: Choose, plan: Spending) -> tuple[list[str], str]:
    """The keys to try, and a word on it: all of them, or of a long menu what the game's coaches answer."""
    keys = asked.keys
    if len(keys) <= MENU:
        return list(keys), ""
    found: dict[str, None] = {}
    for level in table.game.meta.levels:
        for n in range(PROPOSALS if level != "allpro" else 1):
            coach = make_coach(table.game, level, asked.seat, plan.seed + n, plan.seconds / 20)
            reply = coach.answer(asked, seen_by(table, asked.seat))
            found[reply if isinstance(reply, str) else reply[0]] = None
    return list(found), f"; of {len(keys)} options those that its coaches propose"


def _judge(table: Table[Any], seat: Seat, level: str, plan: Spending) -> Judge | None:
    """Whoever knows the worth of whistles; None if nobody does. Its games begin in worlds of the seat."""
    if not has_lab():
        return None
    from fieldhouse.lab.judges import Learned, judge_of

    rng = Random(plan.seed)
    worlds = [imagined(table, seat, rng.getrandbits(48)) for _ in range(WORLDS)]
    starts = [world.last_frame.snapshot for world in worlds]
    found = judge_of(table.game, level, starts=starts, seconds=LEARN * plan.seconds, seed=plan.seed)
    if isinstance(found, Learned) and found.fitted.games < ENOUGH:
        return None
    return found


def without_offer(table: Table[Any]) -> Table[Any]:
    """The position as it is if the tie is declined; a table told of an offer cannot be re-dealt."""
    frame = table.last_frame
    clean: Table[Any] = Table.resume(
        table.game, frame.snapshot, table.entries[: frame.entries], table.events[: frame.events]
    )
    for given in frame.given:
        assert given.key is not None
        if given.seat is None:
            clean.roll(given.key)
        else:
            clean.answer(given.seat, given.key)
    return clean


def imagined(table: Table[Any], seat: Seat, seed: int) -> Table[Any]:
    """A world the seat could be in; never the real one of a game with secrets unless it is re-dealt so."""
    return table.redeal(seat, Random(seed), strict=True) if table.game.meta.hidden else table.copy()


class _Samples:
    """Samples of the options of one decision."""

    def __init__(self, table: Table[Any], asked: Choose, level: str, judge: Judge | None) -> None:
        self.table, self.asked, self.level, self.judge = table, asked, level, judge

    def take(self, keys: Sequence[str], plan: Spending, began: float) -> dict[str, list[PlayoutEnd]]:
        """Round by round; after 16, 32, 64, ... those that are clearly worse are dropped."""
        rng = Random(plan.seed)
        taken: dict[str, list[PlayoutEnd]] = {key: [] for key in keys}
        left = list(keys)
        rounds = misses = 0
        while rounds < plan.playouts and (rounds < LEAST or time.monotonic() - began < plan.seconds):
            seed = rng.getrandbits(48)
            try:
                world = imagined(self.table, self.asked.seat, seed)
            except NoOtherWorld:
                misses += 1
                if misses == _MOST_MISSES:
                    raise  # an estimate on the real cards would tell the seat what it may not know
                continue
            for key in left:
                taken[key].append(self._one(world.copy(), key, seed))
            rounds += 1
            if rounds >= 16 and rounds & (rounds - 1) == 0:
                left = self._still_open(left, taken)
        return taken

    def _one(self, world: Table[Any], key: str, seed: int) -> PlayoutEnd:
        """The answer given, then dice and policy to the end of the play and on to where it can be judged."""
        game = world.game
        policy, dice = make_policy(game, self.level, seed), FastDice(seed)
        before = len(world.events)
        if self.asked.what == "tie-offer":
            if key == "accept":
                return PlayoutEnd(0.5, None, True, ())
        else:
            world.answer(self.asked.seat, key)
        while world.outcome is None and world.last_frame.given:
            request = world.request
            if isinstance(request, Chance):
                world.roll(request.key(dice.outcome(request)))
                continue
            parts = request.parts if isinstance(request, Together) else (request,)
            part = next(p for p in parts if isinstance(p, Choose) and world.asked(p.seat) is not None)
            world.answer(part.seat, policy(part, world.state))
        told = tuple(world.events[before:])
        end = world.outcome
        s = game.load(world.last_frame.snapshot)
        while end is None:
            note = self.judge.note(s) if self.judge is not None else None
            if note is not None:
                return PlayoutEnd(0.0, note, False, told)
            run_play(game.play(s), s, dice, policy)
            end = game.outcome(s)
        return PlayoutEnd(
            0.5 if end.winner is None else float(end.winner == 0), None, end.winner is None, told
        )

    def _still_open(self, left: list[str], taken: dict[str, list[PlayoutEnd]]) -> list[str]:
        """Those whose distance from the best, on the same dice, is not clear yet."""
        worths = {key: worths_of(taken[key], self.judge, self.asked.seat) for key in left}
        best = max(left, key=lambda key: math.fsum(worths[key]))
        kept = []
        for key in left:
            behind = [a - b for a, b in zip(worths[best], worths[key], strict=True)]
            mean, half = _interval(behind, 3.0)
            if mean <= half or key == best:
                kept.append(key)
        return kept


def worths_of(samples: Sequence[PlayoutEnd], judge: Judge | None, seat: Seat) -> list[float]:
    """The samples' worths for the seat."""
    notes = [sample.note for sample in samples if sample.note is not None]
    judged = iter(judge.worths(notes) if judge is not None and notes else ())
    worths = [sample.worth if sample.note is None else next(judged) for sample in samples]
    return worths if seat == 0 else [1 - worth for worth in worths]


def _interval(values: Sequence[float], width: float) -> tuple[float, float]:
    """Mean and half-width; a quarter of a drawn result keeps equal results from looking certain."""
    n = len(values)
    mean = math.fsum(values) / n
    spread = (math.fsum((x - mean) ** 2 for x in values) + 0.01) / n
    return mean, width * math.sqrt(spread / n)


def _option(
    asked: Choose, key: str, samples: Sequence[PlayoutEnd], judge: Judge | None, why: int
) -> OptionAdvice:
    worths = worths_of(samples, judge, asked.seat)
    mean, half = _interval(worths, 1.96)
    tie = sum(sample.tie for sample in samples) / len(samples) if judge is None else 0.0
    return OptionAdvice(
        key,
        asked.menu.option(key).label,
        mean - tie / 2,
        tie,
        1 - mean - tie / 2,
        half,
        _reasons(samples, worths, why),
        len(samples),
    )


def _reasons(samples: Sequence[PlayoutEnd], worths: Sequence[float], why: int) -> tuple[Prospect, ...]:
    """What came of it, alike ends put together (numbers aside), the most important first."""
    groups: dict[str, list[int]] = {}
    for n, sample in enumerate(samples):
        groups.setdefault(_kind(sample.told), []).append(n)
    mean = math.fsum(worths) / len(worths)
    found = []
    for members in groups.values():
        share = len(members) / len(samples)
        worth = math.fsum(worths[n] for n in members) / len(members)
        typical = min(members, key=lambda n: abs(worths[n] - worth))
        words = tuple(render(event, sums=False) for event in samples[typical].told)
        count = f"{len(members)} playout{'s' * (len(members) > 1)}"
        found.append(
            (
                share * abs(worth - mean),
                Prospect(share, worth, count, words),
            )
        )
    found.sort(key=lambda item: -item[0])
    return tuple(outcome for _, outcome in found[:why])


def _kind(told: Sequence[Event]) -> str:
    """The last that was told, without its numbers."""
    return re.sub(r"[-+]?\d+", "#", told[-1].text()) if told else ""
