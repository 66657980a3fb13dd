"""The luck ledger of a finished game: every roll and every decision with the win chance before and after.

All figures are equities (a win 1, a tie a half) from exact tables with both sides at their best. A roll moves
the chance up or down: luck. A decision can only leave it or lower it for whoever decides: the cost of not
taking the best option. Together they lead from the chance before the game to its result, exactly: the sums
are kept as fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from fieldhouse.kernel.entries import Chosen, Conceded, Entry, Rolled, TieAnswered, Undone
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.record import Record, game_of, replay
from fieldhouse.kernel.requests import Chance, Seat, Together
from fieldhouse.lab.exact import Exact, Valued, child_of, leaves_of
from fieldhouse.lab.svg import curve


class Line(msgspec.Struct, frozen=True):
    """One step: what it was, and seat 0's chance before and after. `seat` is None for the dice."""

    entry: int
    seat: Seat | None
    what: str
    key: str
    before: float
    after: float
    best: str = ""

    @property
    def swing(self) -> float:
        """What it did for seat 0."""
        return self.after - self.before


class Ledger(msgspec.Struct, frozen=True):
    """The whole game. Figures are for seat 0; seat 1's are the opposite."""

    seats: tuple[str, ...]
    start: float
    result: float
    lines: tuple[Line, ...]

    def dice(self) -> Fraction:
        """What the dice did for seat 0."""
        return self._sum(None)

    def decisions(self, seat: Seat) -> Fraction:
        """What the decisions of a seat cost it (0 or below), in its own favour's sign."""
        total = self._sum(seat)
        return total if seat == 0 else -total

    def _sum(self, seat: Seat | None) -> Fraction:
        return sum(
            (Fraction(x.after) - Fraction(x.before) for x in self.lines if x.seat == seat), Fraction(0)
        )

    @property
    def adds_up(self) -> bool:
        """Start, dice and both seats' decisions give the result exactly."""
        moved = self.dice() + self.decisions(0) - self.decisions(1)
        return Fraction(self.start) + moved == Fraction(self.result)

    def biggest(self, count: int = 10) -> list[Line]:
        """The steps that moved the chance most."""
        return sorted(self.lines, key=lambda line: -abs(line.swing))[:count]

    def worst_decisions(self, count: int = 5) -> list[Line]:
        """The decisions that cost most."""
        return [line for line in self.biggest(len(self.lines)) if line.seat is not None and line.best][:count]

    def svg(self) -> str:
        """The chance of seat 0 through the game; the biggest swings are marked."""
        values = [self.start, *(line.after for line in self.lines)]
        places = {id(line): n + 1 for n, line in enumerate(self.lines)}
        notes = {places[id(line)]: f"{line.what}: {line.key} ({line.swing:+.1%})" for line in self.biggest(8)}
        title = f"Chance of {self.seats[0]} against {self.seats[1]}"
        return curve(
            title, values, notes, "rolls and decisions", f"{self.seats[0]} win", f"{self.seats[1]} win"
        )


def ledger(record: Record) -> Ledger:
    """The ledger of a finished record; BadOptions where the game has no exact tables."""
    if record.outcome is None:
        raise BadOptions("the ledger is for finished games")
    replay(record)
    game = game_of(record)
    exact = Exact(game)
    plays, rest = _plays(game, _effective(record.entries))
    trees = [exact.tree(snapshot) for snapshot, _ in plays]
    places = {exact.compiled.reduction.where(game.start())}
    for tree in trees:
        places |= leaves_of(tree)
    values = exact.values(places)
    lines: list[Line] = []
    for tree, (_, answers) in zip(trees, plays, strict=True):
        lines += _steps(tree, answers, Valued(values))
    winner = record.outcome.winner
    result = 0.5 if winner is None else float(winner == 0)
    lines = _joined(lines, result, rest)
    start = lines[0].before if lines else result
    names = tuple(line.name for line in record.seats)
    return Ledger(names, start, result, tuple(lines))


def _effective(entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The entries with their numbers, those left out that were taken back."""
    kept: list[tuple[int, Entry]] = []
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, Undone):
            last = max(n for n, (_, e) in enumerate(kept) if isinstance(e, Chosen) and e.seat == entry.seat)
            del kept[last]
        else:
            kept.append((number, entry))
    return kept


Answers = list[tuple[int, Entry]]


def _plays(game: Game[Any], entries: Answers) -> tuple[list[tuple[bytes, Answers]], Answers]:
    """Each play's whistle and answers; and what ended the game by word of mouth."""
    s = game.start()
    queue = [item for item in entries if isinstance(item[1], Rolled | Chosen)]
    plays: list[tuple[bytes, Answers]] = []
    place = 0
    while place < len(queue) and game.outcome(s) is None:
        snapshot = game.save(s)
        answers: Answers = []
        rules = game.play(s)
        try:
            request: Any = next(rules)
            while place < len(queue):
                if isinstance(request, Together):
                    raise BadOptions("the ledger is for games without simultaneous choices")
                number, entry = queue[place]
                assert isinstance(entry, Rolled | Chosen)
                place += 1
                answers.append((number, entry))
                request = rules.send(request.value(entry.key) if isinstance(request, Chance) else entry.key)
        except StopIteration:
            pass
        if answers:
            plays.append((snapshot, answers))
    return plays, [item for item in entries if isinstance(item[1], Conceded | TieAnswered)]


def _steps(tree: Any, answers: Answers, valued: Valued) -> list[Line]:
    lines = []
    node = tree
    for number, entry in answers:
        assert isinstance(entry, Rolled | Chosen)
        child = child_of(node, entry.key)
        before, after = float(valued(node).equity), float(valued(child).equity)
        if isinstance(entry, Rolled):
            lines.append(Line(number, None, node.label, entry.key, before, after))
        else:
            sign = 1 if entry.seat == 0 else -1
            best = max(node.branches, key=lambda key: sign * valued(node.branches[key]).equity)
            lines.append(
                Line(
                    number, entry.seat, entry.what, entry.key, before, after, "" if after == before else best
                )
            )
        node = child
    return lines


def _joined(lines: list[Line], result: float, rest: Answers) -> list[Line]:
    """Each step begins exactly where the one before ended; the last ends at the result."""
    joined: list[Line] = []
    for place, line in enumerate(lines):
        after = lines[place + 1].before if place + 1 < len(lines) else line.after
        if place + 1 == len(lines) and not rest:
            after = result
        joined.append(msgspec.structs.replace(line, after=after))
    if rest:
        number, entry = rest[-1]
        before = joined[-1].after if joined else 0.5
        seat = entry.seat if isinstance(entry, Conceded | TieAnswered) else None
        what = "concedes" if isinstance(entry, Conceded) else "agrees on a tie"
        joined.append(Line(number, seat, what, "", before, result))
    return joined
