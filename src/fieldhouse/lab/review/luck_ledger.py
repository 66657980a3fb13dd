"""The luck ledger of a finished game: win probability before and after every roll and decision.

A tie counts as half a win. Where the game has exact tables they are exact, with both
sides at their best: a roll moves the chance up or down (luck), a decision can only leave it or lower it for
whoever decides, the cost of not taking the best option. Elsewhere they are estimates (`luck_sampling.py`): a
decision is measured against what the game's policy would have done there, so it can gain too; and what the
estimate of one and the same whistle moves by itself is kept apart as drift. In either case start, dice,
decisions (and drift) lead to the result exactly: the sums are kept as fractions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from fieldhouse.kernel.deprecation import RenamedAttribute
from fieldhouse.kernel.entries import Chosen, Conceded, Entry, Rolled, RollUndone, TieAnswered, Undone
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.notebook import Tabular, html_table
from fieldhouse.kernel.record import Record, record_game, replay_record
from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.exact import Exact, NodeValues, child_of, leaves_of
from fieldhouse.lab.players import check_has_winner, policy_level
from fieldhouse.lab.review.luck_sampling import (
    RecordedPlay,
    SampledSwings,
    Swing,
    recorded_plays,
    sample_swings,
)
from fieldhouse.lab.svg import win_probability_curve
from fieldhouse.lab.tables.compiled_game import reduction_of
from fieldhouse.lab.win_probability.estimator import BY_TURNS, is_judged_by_turns
from fieldhouse.lab.win_probability.files import estimator_for
from fieldhouse.lab.win_probability.lookup import PlaceValues, place_values
from fieldhouse.solve.play_tree import explore
from fieldhouse.solve.reduction import Place

Progress = Callable[[str, float], None]
"""Called with the task and the share of it that is done."""


class LedgerLine(msgspec.Struct, frozen=True):
    """One step, with seat 0's win probability before and after. `seat` is None for the dice.

    `best` is the better option there was (exact), or what the policy would usually have done (estimate).
    `error` is half the 95 % interval of the swing (0: exact). A step `drift` is the estimate's own.
    """

    entry: int
    seat: Seat | None
    what: str
    key: str
    before: float
    after: float
    best: str = ""
    error: float = 0.0
    drift: bool = False
    told: str = ""
    """The first event of the play after this step, in words."""

    @property
    def change(self) -> float:
        """How the step changed seat 0's win probability."""
        return self.after - self.before

    swing = RenamedAttribute("change")


class Ledger(Tabular, msgspec.Struct, frozen=True):
    """The whole game. Figures are for seat 0; seat 1's are the opposite."""

    seats: tuple[str, ...]
    start: float
    result: float
    lines: tuple[LedgerLine, ...]
    exact: bool = True
    how: str = "exact, with best play on both sides"
    level: str = ""
    samples: int = 0
    errors: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Half the 95 % intervals of an estimate's totals: dice, decisions of seat 0 and 1, drift."""

    def dice(self) -> Fraction:
        """What the dice did for seat 0."""
        return self._sum(lambda line: line.seat is None and not line.drift)

    def decisions(self, seat: Seat) -> Fraction:
        """What the decisions of a seat did, in its own favor's sign: in an exact ledger 0 or below."""
        total = self._sum(lambda line: line.seat == seat)
        return total if seat == 0 else -total

    def drift(self) -> Fraction:
        """What the estimates moved by themselves, for seat 0; 0 in an exact ledger."""
        return self._sum(lambda line: line.drift)

    def _sum(self, counts: Callable[[LedgerLine], bool]) -> Fraction:
        return sum((Fraction(x.after) - Fraction(x.before) for x in self.lines if counts(x)), Fraction(0))

    @property
    def adds_up(self) -> bool:
        """Start, dice, both seats' decisions and drift give the result exactly."""
        moved = self.dice() + self.decisions(0) - self.decisions(1) + self.drift()
        return Fraction(self.start) + moved == Fraction(self.result)

    @property
    def steps(self) -> tuple[LedgerLine, ...]:
        """The rolls and decisions, without drift."""
        return tuple(line for line in self.lines if not line.drift)

    def biggest(self, count: int = 10) -> list[LedgerLine]:
        """The steps with the largest swings."""
        return sorted(self.steps, key=lambda line: -abs(line.change))[:count]

    def worst_decisions(self, count: int = 5) -> list[LedgerLine]:
        """The decisions that cost their own seat the most."""
        cost = [line for line in self.lines if line.seat is not None and line.best and _own(line) < 0]
        return sorted(cost, key=_own)[:count]

    def svg(self) -> str:
        """Seat 0's win probability through the game as a chart, with the biggest swings marked."""
        values = [self.start, *(line.after for line in self.lines)]
        places = {id(line): n + 1 for n, line in enumerate(self.lines)}
        notes = {places[id(line)]: f"{line.change:+.1%} {self.words(line)}" for line in self.biggest(8)}
        kind = "" if self.exact else " (estimate)"
        title = f"{self.seats[0]} vs. {self.seats[1]}: win probability{kind}"
        return win_probability_curve(
            title, values, notes, "rolls and decisions", f"{self.seats[0]} win", f"{self.seats[1]} win"
        )

    def rows(self) -> list[dict[str, Any]]:
        """One row a roll or decision."""
        return [
            {
                "entry": line.entry,
                "who": self.who(line),
                "what": line.what,
                "answer": line.key,
                "before": line.before,
                "after": line.after,
                "swing": line.change,
                "better": line.best,
                "told": line.told,
            }
            for line in self.lines
        ]

    def __repr__(self) -> str:
        return f"<Ledger of {' - '.join(self.seats)}: {len(self.lines)} steps, {self.how}>"

    def _repr_html_(self) -> str:
        """The course of the game, and the ten steps that moved it most."""
        top = [{"swing": f"{line.change:+.1%}", "step": self.words(line)} for line in self.biggest()]
        dice, mine, theirs = float(self.dice()), float(self.decisions(0)), float(self.decisions(1))
        caption = f"{self.seats[0]}: dice {dice:+.1%}, own decisions {mine:+.1%}, opponent's {-theirs:+.1%}"
        return self.svg() + html_table(top, f"{caption} ({self.how})")

    def words(self, line: LedgerLine, most: int = 92) -> str:
        """What the step was and what came of it, cut in the middle where it is long."""
        did = line.told if line.seat is None and line.told else f"{line.what} {line.key} {line.told}"
        text = " ".join(f"{self.who(line)}: {did}".split())
        return text if len(text) <= most else f"{text[: most // 2 - 2]} ... {text[-(most // 2 - 3) :]}"

    def who(self, line: LedgerLine) -> str:
        """Whose step it was."""
        return "dice" if line.seat is None else self.seats[line.seat]


def _own(line: LedgerLine) -> float:
    return line.change if line.seat == 0 else -line.change


def luck_ledger(
    record: Record,
    *,
    seconds: float = 60.0,
    playouts: int = 200,
    games: int = 20_000,
    level: str | None = None,
    seed: int = 0,
    estimate: bool = False,
    ready: bool = False,
    progress: Progress = lambda what, share: None,
) -> Ledger:
    """The ledger of a finished record; BadOptions for a game that is judged by its turns.

    Exact where the game has exact tables (unless `estimate`). Elsewhere at most `playouts` samples of every
    step in about `seconds`, half of them for the `games` that a win chance is learned from where the game
    brings none. `ready`: by what is kept, no exact tables are made for it.
    """
    if record.outcome is None:
        raise BadOptions("the ledger is for finished games")
    if is_judged_by_turns(record.game):
        raise BadOptions(BY_TURNS)
    began = time.monotonic()
    replay_record(record)
    game = record_game(record)
    check_has_winner(game)
    entries = _effective(record.entries)
    plays = recorded_plays(game, entries)
    rest = [item for item in entries if isinstance(item[1], Conceded | TieAnswered)]
    result = 0.5 if record.outcome.winner is None else float(record.outcome.winner == 0)
    names = tuple(line.name for line in record.seats)
    if not plays:
        return _unplayed(names, result, rest)
    if not estimate:
        try:
            lines, off, how = _exact_lines(game, plays, partial(place_values, game, ready=ready))
        except BadOptions:
            pass
        else:
            found = _joined(lines, result, rest)
            return Ledger(names, found[0].before, result, tuple(found), not off, how)
    level = level or policy_level(game)
    starts = [play.snapshot for play in plays]
    estimator = estimator_for(
        game, level, starts=starts, games=games, seconds=seconds / 2, seed=seed,
        progress=lambda x: progress("Fitting win probability", x),
    )  # fmt: skip
    book = sample_swings(
        game, plays, estimator, level, samples=playouts, seconds=_left(began, seconds), seed=seed,
        progress=lambda x: progress("Calculating win probability", x),
    )  # fmt: skip
    how = f"estimate from {book.samples} playouts per step by {level}; {estimator.how}"
    found = _estimated_lines(book, result, rest)
    return Ledger(
        names, found[0].before, result, tuple(found), False, how, level, book.samples, book.total_errors
    )


def _left(began: float, seconds: float) -> float:
    """What learning has left of the time, but never less than a tenth."""
    return max(seconds / 10, began + seconds - time.monotonic())


def _unplayed(names: tuple[str, ...], result: float, rest: Answers) -> Ledger:
    """Given up or agreed on before the first answer: taken for an even match."""
    return Ledger(names, 0.5, result, tuple(_joined([], result, rest)))


def _effective(entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The entries with their numbers, those left out that were taken back."""
    kept: list[tuple[int, Entry]] = []
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, Undone):
            last = max(n for n, (_, e) in enumerate(kept) if isinstance(e, Chosen) and e.seat == entry.seat)
            del kept[last]
        elif isinstance(entry, RollUndone):
            del kept[max(n for n, (_, e) in enumerate(kept) if isinstance(e, Rolled))]
        else:
            kept.append((number, entry))
    return kept


Answers = list[tuple[int, Entry]]


# Exact


def dice_by_play(exact: Exact, records: Sequence[Record]) -> list[list[tuple[bytes, float]]]:
    """What the dice did for seat 0 in each play of these records, finished or not, by the whistle before it.

    One sweep of the tables for all of them: the sweep is what takes long.
    """
    games = [recorded_plays(exact.game, _effective(record.entries)) for record in records]
    trees = {play.snapshot: exact.tree(play.snapshot) for plays in games for play in plays}
    valued = NodeValues(exact.values({place for tree in trees.values() for place in leaves_of(tree)}))
    return [
        [(play.snapshot, _luck_of(trees[play.snapshot], play, valued)) for play in plays] for plays in games
    ]


def _luck_of(tree: Any, play: RecordedPlay, valued: NodeValues) -> float:
    lines = _steps(tree, [item for step in play.steps for item in step.entries], valued)
    return sum(line.change for line in lines if line.seat is None)


def _exact_lines(
    game: Game[Any], plays: Sequence[RecordedPlay], values_at: Callable[[set[Place]], PlaceValues]
) -> tuple[list[LedgerLine], float, str]:
    """The steps, how far their figures may be off, and where they come from."""
    where = reduction_of(game).where
    trees = [explore(game, play.snapshot, where) for play in plays]
    places = {where(game.start())}
    for tree in trees:
        places |= leaves_of(tree)
    values, off, how = values_at(places)
    valued = NodeValues(values)
    lines: list[LedgerLine] = []
    for tree, play in zip(trees, plays, strict=True):
        lines += _steps(tree, [item for step in play.steps for item in step.entries], valued)
    told = {step.entries[-1][0]: step.told for play in plays for step in play.steps}
    found = [msgspec.structs.replace(line, told=told.get(line.entry, "")) for line in lines]
    return found, off, how


def _steps(tree: Any, answers: Answers, valued: NodeValues) -> list[LedgerLine]:
    lines = []
    node = tree
    for number, entry in answers:
        assert isinstance(entry, Rolled | Chosen)
        child = child_of(node, entry.key)
        before, after = float(valued(node).win_probability), float(valued(child).win_probability)
        if isinstance(entry, Rolled):
            lines.append(LedgerLine(number, None, node.label, entry.key, before, after))
        else:
            sign = 1 if entry.seat == 0 else -1
            best = max(node.branches, key=lambda key: sign * valued(node.branches[key]).win_probability)
            lines.append(
                LedgerLine(
                    number, entry.seat, entry.what, entry.key, before, after, "" if after == before else best
                )
            )
        node = child
    return lines


def _joined(lines: list[LedgerLine], result: float, rest: Answers) -> list[LedgerLine]:
    """Each step begins exactly where the one before ended; the last ends at the result."""
    joined: list[LedgerLine] = []
    for place, line in enumerate(lines):
        after = lines[place + 1].before if place + 1 < len(lines) else line.after
        if place + 1 == len(lines) and not rest:
            after = result
        joined.append(msgspec.structs.replace(line, after=after))
    return _joined_rest(joined, result, rest)


def _joined_rest(joined: list[LedgerLine], result: float, rest: Answers) -> list[LedgerLine]:
    """A game that ended by word of mouth has one more step."""
    if rest:
        number, entry = rest[-1]
        before = joined[-1].after if joined else 0.5
        seat = entry.seat if isinstance(entry, Conceded | TieAnswered) else None
        what = "concedes" if isinstance(entry, Conceded) else "agrees on a tie"
        joined.append(LedgerLine(number, seat, what, "", before, result))
    return joined


# Estimates


def _estimated_lines(book: SampledSwings, result: float, rest: Answers) -> list[LedgerLine]:
    lines: list[LedgerLine] = []
    chance = book.start
    for place, swing in enumerate(book.swings):
        last = place + 1 == len(book.swings) and not rest
        after = result if last else chance + swing.mean
        lines.append(_line_of(swing, chance, after))
        chance = after
    return _joined_rest(lines, result, rest)


def _line_of(swing: Swing, before: float, after: float) -> LedgerLine:
    keys = [entry.key for _, entry in swing.entries if isinstance(entry, Rolled | Chosen)]
    number = swing.entries[0][0] if swing.entries else 0
    return LedgerLine(
        number,
        swing.seat,
        swing.label,
        " ".join(keys),
        before,
        after,
        swing.usual,
        swing.error,
        swing.drift,
        swing.told,
    )
