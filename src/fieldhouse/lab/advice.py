"""Advice for the decision at hand: every option's chances, the best one, and why, down to the chart cell.

Where the game has exact tables the figures are exact. Elsewhere they are estimates with intervals
(`guesses.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.events import Event, render
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.table import Table
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.guesses import Advice, OptionAdvice, Prospect, Spending, estimate
from fieldhouse.lab.players import check_won

if TYPE_CHECKING:
    from fieldhouse.lab.exact import Exact

__all__ = ["Advice", "OptionAdvice", "Prospect", "advise", "asked_of", "exact_advice", "story"]


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
    check_won(table.game)
    asked = asked_of(table, seat)
    plan = Spending(playouts=playouts, seconds=seconds, seed=seed, why=why)
    if table.tie_offer is not None:
        return estimate(table, asked, plan, "a tie is offered")
    if not has_lab():
        return estimate(table, asked, plan, "exact values need the extra `lab`")
    try:
        return exact_advice(table, asked, why)
    except BadOptions as no_tables:
        return estimate(table, asked, plan, str(no_tables))


def asked_of(table: Table[Any], seat: Seat | None) -> Choose:
    """What the seat, or whoever is asked first, has to decide; FieldhouseError if nothing."""
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


def exact_advice(table: Table[Any], asked: Choose, why: int, exact: Exact | None = None) -> Advice:
    """Every option's exact chances; `exact` are the tables of this game, where they are open already."""
    from fieldhouse.lab.exact import Exact, Valued, child_of, leaves_of

    exact = exact or Exact(table.game)
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
) -> tuple[Prospect, ...]:
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
        Prospect(
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
    told: list[Event] = []
    s = game.load(snapshot)
    s.tell = told.append
    run = Run.along(game, s)
    for key in path:
        if run.request is not None:
            run.send_key(key)
    return tuple(render(event) for event in told)
