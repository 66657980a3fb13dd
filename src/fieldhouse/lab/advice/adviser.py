"""Advice on a decision: every option's win probability, the best one, and why, down to the chart cell.

Where the game compiles, the play is enumerated and its ends take their values from exact tables: from those
that are kept (`lab.win_probability`), or from a sweep of their own. Elsewhere the play is sampled
(`samples.py`), and where both sides call in secret the answer is a mix (`mixed_calls.py`). Advice looks at a
world of the seat, never at the real table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions, FieldhouseError, NoOtherWorld
from fieldhouse.kernel.events import Event, render
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker
from fieldhouse.kernel.world import world_for
from fieldhouse.lab.advice.mixed_calls import game_mix, mixed_advice, opponent_call
from fieldhouse.lab.advice.outcomes import PlayResult, describe_results, play_result
from fieldhouse.lab.advice.result import Advice, OptionAdvice, Prospect
from fieldhouse.lab.advice.samples import AdviceBudget, best_alternative, sampled_advice
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.players import check_has_winner
from fieldhouse.lab.win_probability.estimator import BY_TURNS, is_judged_by_turns

if TYPE_CHECKING:
    from fieldhouse.kernel.frame import Frame
    from fieldhouse.lab.exact import DicePath, NodeValues, Tree
    from fieldhouse.lab.win_probability.lookup import PlaceValues
    from fieldhouse.solve.induction import WinTieLoss
    from fieldhouse.solve.reduction import Place


__all__ = [
    "Advice",
    "OptionAdvice",
    "Prospect",
    "advise",
    "advise_in",
    "exact_advice",
    "pending_request",
    "places_after",
    "play_story",
    "stored_advice",
]
PATHS = 40
"""Of an outcome that comes about in more ways, the most likely ones name it."""


def advise(
    table: Table[Any],
    seat: Seat | None = None,
    *,
    why: int = 5,
    playouts: int = 400,
    seconds: float = 20.0,
    seed: int = 0,
) -> Advice:
    """Advise the seat (default: the first one that is asked) on its decision at the table."""
    asked = pending_request(table, seat)
    world = world_for(without_offer(table) if table.tie_offer is not None else table, asked.seat)
    if world is None:
        raise NoOtherWorld(f"no world for {table.game.seats[asked.seat]} but the real one was found")
    return advise_in(world, asked, why=why, playouts=playouts, seconds=seconds, seed=seed)


def advise_in(
    world: Walker[Any],
    asked: Choose,
    *,
    why: int = 5,
    playouts: int = 400,
    seconds: float = 20.0,
    seed: int = 0,
    ready: bool = False,
) -> Advice:
    """Advice on this question in a world of its seat; `ready`: by what is kept, no tables are made for it."""
    check_has_winner(world.game)
    by_engine = engine_advice(world, asked)
    if by_engine is not None:
        return by_engine
    if is_judged_by_turns(world.game.meta.name):
        raise BadOptions(BY_TURNS)
    plan = AdviceBudget(playouts=playouts, seconds=seconds, seed=seed, why=why, fits=not ready)
    if asked.what == "tie-offer":
        return sampled_advice(world, asked, plan, "a tie is offered")
    if not has_lab():
        return sampled_advice(world, asked, plan, "exact values need the extra `lab`")
    try:
        return _exact(world.game, world.frame, asked, why, partial(_kept_values, world.game, ready))
    except BadOptions as no_tables:
        own = game_mix(world, asked)
        if own is not None:
            return own
        other = opponent_call(world, asked)
        if other is not None:
            return mixed_advice(world, asked, other, plan)
        return sampled_advice(world, asked, plan, str(no_tables))


def without_offer(table: Table[Any]) -> Table[Any]:
    """The position after the tie is declined; a table with a tie offer cannot be determinized."""
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


def pending_request(table: Table[Any], seat: Seat | None) -> Choose:
    """The request that the seat (default: the first one asked) has to answer; FieldhouseError if none."""
    if seat is None and table.pending_seats:
        seat = table.pending_seats[0]
    asked = table.request_for(seat) if seat is not None else None
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


def exact_advice(table: Table[Any], asked: Choose, why: int, values: dict[Place, WinTieLoss]) -> Advice:
    """Every option by these exact values, which must cover every place where the play can end."""
    from fieldhouse.lab.win_probability.lookup import PlaceValues

    how = "exact, with best play on both sides"
    return _exact(table.game, table.last_frame, asked, why, lambda places: PlaceValues(values, 0.0, how))


def stored_advice(table: Table[Any], asked: Choose) -> Advice:
    """Every option by the stored values, without reasons; BadOptions where there are none."""
    return _exact(table.game, table.last_frame, asked, 0, partial(_kept_values, table.game, True))


def places_after(table: Table[Any]) -> set[Place]:
    """Wherever the play at hand can end."""
    from fieldhouse.lab.exact import leaves_of

    return leaves_of(_node(table.game, table.last_frame))


def _node(game: Game[Any], frame: Frame) -> Tree:
    """The tree of the play from here on."""
    from fieldhouse.lab.exact import child_of
    from fieldhouse.lab.tables.compiled_game import reduction_of
    from fieldhouse.solve.play_tree import explore

    node: Tree = explore(game, frame.snapshot, reduction_of(game).where)
    for given in frame.given:
        node = child_of(node, given.key)
    return node


def _kept_values(game: Game[Any], ready: bool, places: set[Place]) -> PlaceValues:
    from fieldhouse.lab.win_probability.lookup import place_values

    return place_values(game, places, ready=ready)


def _exact(
    game: Game[Any], frame: Frame, asked: Choose, why: int, values_at: Callable[[set[Place]], PlaceValues]
) -> Advice:
    from fieldhouse.lab.exact import NodeValues, child_of, leaves_of

    node = _node(game, frame)
    values, off, how = values_at(leaves_of(node))
    valued = NodeValues(values)
    path = [str(given.key) for given in frame.given]
    worth = {key: _for(float(valued(child_of(node, key)).win_probability), asked.seat) for key in asked.keys}
    options = []
    for key in asked.keys:
        child = child_of(node, key)
        chances = valued(child) if asked.seat == 0 else valued(child).from_other_side()
        telling = ReasonContext(
            game, frame.snapshot, (*path, key), asked.seat, best_alternative(worth, key), why
        )
        reasons = _reasons(telling, child, valued) if why else ()
        win, tie, loss = map(float, chances)
        options.append(OptionAdvice(key, asked.menu.option(key).label, win, tie, loss, 1.96 * off, reasons))
    options.sort(key=lambda option: -option.win_probability)
    return Advice(asked.seat, asked.what, asked.prompt, not off, how, tuple(options))


class ReasonContext(NamedTuple):
    """What reasons are found from: the play after the option, and the win probability to compare with."""

    game: Game[Any]
    snapshot: bytes
    path: tuple[str, ...]
    seat: Seat
    against: float
    most: int


def _reasons(context: ReasonContext, node: Tree, valued: NodeValues) -> tuple[Prospect, ...]:
    """The outcomes that make the most difference: chance times distance from what else could be chosen.

    Ends that differ in their numbers only are one outcome: each by itself would be rare.
    """
    from fieldhouse.lab.exact import chance_paths

    ends: dict[int, list[DicePath]] = {}
    for path in chance_paths(node):
        ends.setdefault(id(path.end), []).append(path)
    kinds: dict[Hashable, list[list[DicePath]]] = {}
    for ways in ends.values():
        ways.sort(key=lambda way: -way[0])
        kinds.setdefault(_path_story(context, ways[0], 0).result.kind, []).append(ways)
    found = sorted((_prospect(context, group, valued) for group in kinds.values()), key=lambda item: -item[0])
    return tuple(prospect for _, prospect in found[: context.most])


def _path_story(context: ReasonContext, way: DicePath, at: int) -> OutcomeStory:
    return play_story(context.game, context.snapshot, [*context.path, *(roll.keys[at] for roll in way[1])])


def _prospect(
    context: ReasonContext, group: list[list[DicePath]], valued: NodeValues
) -> tuple[float, Prospect]:
    """How much one kind of end matters, and the end itself."""
    group.sort(key=lambda ways: -sum(chance for chance, _, _ in ways))
    shares = [float(sum(chance for chance, _, _ in ways)) for ways in group]
    worths = [_for(float(valued(ways[0][2]).win_probability), context.seat) for ways in group]
    chance = sum(shares)
    worth = sum(share * one for share, one in zip(shares, worths, strict=True)) / chance
    likely = sorted((way for ways in group for way in ways), key=lambda way: -way[0])
    stories = [_path_story(context, way, at) for at in (0, -1) for way in likely[:PATHS]]
    teams = context.game.scoreboard(context.game.load(context.snapshot), context.seat).teams
    words = describe_results([one.result for one in stories], teams)
    return chance * abs(worth - context.against), Prospect(
        chance, worth, _dice(likely), stories[0].lines, words
    )


def _dice(group: Sequence[DicePath]) -> str:
    """The dice of the most likely way, and how many ways there are."""
    first = ", ".join(f"{roll.label} {roll.keys[0]}" for roll in group[0][1])
    others = sum(prod(len(roll.keys) for roll in way[1]) for way in group) - 1
    return f"{first}, or {others} other way{'s' * (others > 1)}" if others else first


def _for(win_probability: float, seat: Seat) -> float:
    return win_probability if seat == 0 else 1 - win_probability


class OutcomeStory(NamedTuple):
    """The play-by-play of one way, with sums and rules, and what came of it in the end."""

    lines: tuple[str, ...]
    result: PlayResult


def play_story(game: Game[Any], snapshot: bytes, path: Sequence[str]) -> OutcomeStory:
    """The events of a play along these answers."""
    events: list[Event] = []
    s = game.load(snapshot)
    s.tell = events.append
    run = Run.along(game, s)
    for key in path:
        if run.request is not None:
            run.send_key(key)
    return OutcomeStory(tuple(render(event) for event in events), play_result(events))


def engine_advice(world: Walker[Any], asked: Choose) -> Advice | None:
    """What the game's `advice.suggest` says to this question; None where it has none."""
    adviser: Any = registry.find(world.game.meta.name).advice
    suggest = getattr(adviser, "suggest", None)
    found: tuple[str, str] | None = suggest(world.game, world.state, asked) if suggest else None
    if found is None:
        return None
    key, reason = found
    option = OptionAdvice(key, asked.menu.option(key).label, 0.5, 0.0, 0.5)
    return Advice(asked.seat, asked.what, asked.prompt, False, "the game's engine", (option,), reason=reason)
