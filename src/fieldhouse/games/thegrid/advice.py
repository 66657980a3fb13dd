"""Advice for a position: both teams' best mix, each call's value, and what being predictable costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from fieldhouse.games.thegrid.charts.cards import DEFENSE
from fieldhouse.games.thegrid.coaches.allpro import AllPro
from fieldhouse.games.thegrid.coaches.evaluation import Evaluation
from fieldhouse.games.thegrid.coaches.value_table import values_in_use
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.rules.views import status
from fieldhouse.games.thegrid.teams.players import CARRIERS, PLACES
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.solve.matrix import column_values, row_values


class Call(msgspec.Struct, frozen=True):
    """One card: its share in the mix, its win probability against the other mix, and if it is known."""

    card: str
    share: float
    worth: float
    known: float


class CallAdvice(msgspec.Struct, frozen=True):
    """Advice for a seat; win probabilities (a tie is half a win) are the seat's own."""

    seat: Seat
    on_offense: bool
    position: str
    win_chance: float
    offense: tuple[Call, ...]
    defense: tuple[Call, ...]
    kicks: tuple[tuple[str, float], ...] = ()
    clock: tuple[tuple[str, float], ...] = ()
    predictable: float = 0.0
    """What it costs on this play if the other side always knew this seat's card, called at its best."""

    def text(self) -> str:
        """The advice in plain words for a terminal."""
        lines = [self.position, f"win probability {self.win_chance:.1%}", ""]
        for name, calls, mine in (
            ("offense", self.offense, self.on_offense),
            ("defense", self.defense, not self.on_offense),
        ):
            lines.append(f"{name}{' (you)' if mine else ''}: card, share, win probability, the same if known")
            used = [call for call in calls if call.share >= 0.005]
            lines += [f"  {c.card}  {c.share:6.1%}  {c.worth:6.1%}  {c.known:6.1%}" for c in used]
        lines += [f"{key}: {worth:.1%}" for key, worth in self.kicks]
        lines += [f"clock, {key}: {worth:.1%}" for key, worth in self.clock]
        lines.append(f"being predictable costs {self.predictable:.1%} on this play")
        return "\n".join(lines)


METHOD = "exact solution of this play with The Grid's value table: best play on both sides, average teams"


def mix(game: TheGrid, s: Grid, asked: Choose) -> dict[str, tuple[float, float, float]] | None:
    """Each playable card's share in the best mix, its win probability, and the same if it is known."""
    if asked.what not in ("offense-card", "defense-card") or s.phase != "play":
        return None
    found = advise(game, s, asked.seat)
    calls = {call.card: call for call in (found.offense if found.on_offense else found.defense)}
    if not set(asked.keys) <= set(calls):
        return None
    return {key: (calls[key].share, calls[key].worth, calls[key].known) for key in asked.keys}


def advise(game: TheGrid, s: Grid, seat: Seat) -> CallAdvice:
    """Advice for that seat before a play or at the clock, from the state of a world of its own."""
    if s.phase != "play":
        raise FieldhouseError("advice is only available during a drive, before a play or a clock choice")
    now = Evaluation(game, s, values_in_use(game), game.half_cards)
    clock = dict(clock_worths(game, s)) if s.step.startswith("clock") else {}
    on_offense = seat == s.offense

    def own(chance: float) -> float:
        return chance if on_offense else 1 - chance

    rows, columns = now.solution.rows, now.solution.columns
    met_offense = [min(row) for row in now.matrix]
    met_defense = [max(row[j] for row in now.matrix) for j in range(len(DEFENSE))]
    best_known = max(met_offense) if on_offense else min(met_defense)
    return CallAdvice(
        seat,
        on_offense,
        status(game, s),
        own(clock_value(clock) if clock else now.value),
        _calls(now.calls, rows, row_values(now.matrix, columns), met_offense, own),
        _calls(DEFENSE, columns, column_values(now.matrix, rows), met_defense, own),
        tuple((f"kick:{PLACES[place]}", own(now.kick(place))) for place in CARRIERS),
        tuple((key, own(worth)) for key, worth in clock.items()),
        abs(now.solution.value - best_known),
    )


def _calls(
    cards: Sequence[str],
    mix: Sequence[float],
    worth: Sequence[float],
    known: Sequence[float],
    own: Callable[[float], float],
) -> tuple[Call, ...]:
    lines = zip(cards, mix, worth, known, strict=True)
    calls = [Call(card, share, own(value), own(seen)) for card, share, value, seen in lines]
    return tuple(sorted(calls, key=lambda call: -call.share))


STOPPED = "timeout by the defense"


def clock_value(worth: dict[str, float]) -> float:
    """The offense's best choice at the clock against the defense's best reply (TG-22.3)."""
    stop = worth.get(STOPPED, 1.0)
    return max(min(worth["one"], stop), min(worth["two"], stop), worth.get("time-out", 0.0))


def clock_worths(game: TheGrid, s: Grid) -> tuple[tuple[str, float], ...]:
    """The offense's win probability after one card, two, and a timeout by either team, where possible."""
    pro = AllPro(game, Random(0), values_in_use(game))
    found = [("one", pro.run_on(s, 1)), ("two", pro.run_on(s, 2))]
    mine = s.sides[s.offense].time_outs
    if mine:
        found.append(("time-out", pro.evaluate(s, mine=mine - 1, right=1).value))
    stop = pro.value_if_stopped(s)
    if stop is not None:
        found.append((STOPPED, stop))
    return tuple(found)
