"""Review a finished game: win probability through the game, turning points, luck, costly decisions.

The luck ledger (`luck_ledger.py`) looks at the real cards. Whether a decision was a mistake is decided by the
advice for the seat that made it, from what it could know then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.entries import Chosen
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.record import Record, apply_entries, record_game
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.world import world_for
from fieldhouse.lab.advice.adviser import Advice, OptionAdvice, advise_in, pending_request
from fieldhouse.lab.advice.outcomes import play_result
from fieldhouse.lab.advice.text import hint_text
from fieldhouse.lab.review.luck_ledger import Ledger, LedgerLine, luck_ledger
from fieldhouse.lab.review.story import (
    CostlyDecision,
    GameReview,
    LedgerPlay,
    TurningPoint,
    TurnNote,
    WinProbabilityPoint,
)

Progress = Callable[[str, float], None]
TURNS = 3
"""Turning points to show."""
LESSONS, TRIED = 3, 6
"""Costly decisions to show per seat, and how many candidates are checked."""
LEDGER = 0.7
"""The share of the time that the ledger takes; the rest is for decisions."""
COSTS = 0.01
"""A decision that cost less is none to learn from."""


def review_game(
    record: Record,
    *,
    seconds: float = 60.0,
    ready: bool = False,
    progress: Progress = lambda what, share: None,
) -> GameReview:
    """Review a finished record in about `seconds`; costly decisions are found for people only."""
    began = time.process_time()
    notes = turn_notes(record)
    if notes is not None:
        return _review_by_turns(record, notes, began)

    def first(what: str, share: float) -> None:
        progress(what, LEDGER * share)

    book = luck_ledger(record, seconds=LEDGER * seconds, ready=ready, progress=first)
    plays = _plays(record)
    people = [seat for seat, line in enumerate(record.seats) if line.kind == "person"]
    lessons = _lessons(record, book, people, (1 - LEDGER) * seconds, progress)
    return GameReview(
        book.start,
        book.result,
        float(book.dice()),
        (float(book.decisions(0)), float(book.decisions(1))),
        float(book.drift()),
        book.exact,
        book.how,
        (
            WinProbabilityPoint(0, book.start),
            *(WinProbabilityPoint(line.entry, line.after) for line in book.steps),
        ),
        _turns(book, plays),
        tuple(lessons),
        _periods(plays),
        time.process_time() - began,
        _play_lines(book, plays),
        book.errors,
    )


def _review_by_turns(record: Record, notes: tuple[TurnNote, ...], began: float) -> GameReview:
    """Of a game without dice: no win probability, so no curve and no luck."""
    if record.outcome is None:
        raise BadOptions("only finished games are reviewed")
    winner = record.outcome.winner
    return GameReview(
        start=0.5,
        result=0.5 if winner is None else float(winner == 0),
        dice=0.0,
        decisions=(0.0, 0.0),
        drift=0.0,
        exact=False,
        how="the game's engine",
        curve=(),
        turns=(),
        lessons=(),
        periods=_periods(_plays(record)),
        seconds=time.process_time() - began,
        turn_notes=notes,
    )


def turn_notes(record: Record) -> tuple[TurnNote, ...] | None:
    """What the turns gave away by the game's own engine (`advice.given_away`); None where it has none."""
    adviser: Any = registry.find(record.game).advice
    judge = getattr(adviser, "given_away", None)
    if judge is None:
        return None
    found = []
    for entry, seat, words, better, decisive in judge(record):
        table: Table[Any] = Table(record_game(record))
        apply_entries(table, record.entries[:entry])
        found.append(TurnNote(entry, seat, situation_text(table), words, better, decisive))
    return tuple(found)


class _Stretch(msgspec.Struct):
    """A play by its entries, with the headline before it and what came of it."""

    first: int
    last: int
    when: str
    words: str
    period: str


def _periods(plays: Sequence[_Stretch]) -> tuple[tuple[int, str], ...]:
    found: dict[str, int] = {}
    for play in plays:
        if play.period:
            found.setdefault(play.period, play.first)
    return tuple((entry, period) for period, entry in found.items())


def _plays(record: Record) -> list[_Stretch]:
    table: Table[Any] = Table(record_game(record))
    found: list[_Stretch] = []
    frame, when, period = table.last_frame, situation_text(table), table.scoreboard().period
    for number, entry in enumerate(record.entries, start=1):
        apply_entries(table, [entry])
        if table.last_frame is not frame or table.outcome is not None:
            events = table.events[frame.events :]
            found.append(_Stretch(frame.entries, number, when, play_result(events).text, period))
            frame, when, period = table.last_frame, situation_text(table), table.scoreboard().period
    return found


def situation_text(table: Table[Any]) -> str:
    """Period and clock, and the down, as the score line has them."""
    head = table.scoreboard()
    time_of = " ".join(part for part in (head.period, head.clock) if part)
    return ", ".join(part for part in (time_of, head.down) if part)


def _turns(book: Ledger, plays: Sequence[_Stretch]) -> tuple[TurningPoint, ...]:
    """The plays with the largest swings, in the order of the game."""
    found = []
    for play in plays:
        lines = [line for line in book.steps if play.first < line.entry <= play.last]
        if lines and play.words:
            swing = sum(line.change for line in lines)
            found.append(TurningPoint(play.first, play.last, play.when, play.words, swing))
    found.sort(key=lambda turn: -abs(turn.swing))
    return tuple(sorted(found[:TURNS], key=lambda turn: turn.first))


def _not_after(entry: int, line: LedgerLine) -> bool:
    """Drift has no entry: it belongs to the play whose whistle it follows."""
    return line.entry <= entry


def _play_lines(book: Ledger, plays: Sequence[_Stretch]) -> tuple[LedgerPlay, ...]:
    """The ledger added up by plays; what stands after the last of them (a concession) is one more."""
    found, rest, chance = [], list(book.lines), book.start
    for n, play in enumerate(plays):
        until = play.last if n + 1 < len(plays) else len(book.lines) + play.last
        here = list(takewhile(partial(_not_after, until), rest))
        rest = rest[len(here) :]
        if not here:
            continue
        after = here[-1].after
        dice = sum(line.change for line in here if line.seat is None and not line.drift)
        chosen = [sum(line.change for line in here if line.seat == seat) for seat in (0, 1)]
        drift = sum(line.change for line in here if line.drift)
        words = play.words or "a play"
        found.append(
            LedgerPlay(
                play.first, play.last, play.when, words, chance, after, dice, (chosen[0], chosen[1]), drift
            )
        )
        chance = after
    return tuple(found)


# Lessons


def _lessons(
    record: Record, book: Ledger, people: Sequence[Seat], seconds: float, progress: Progress
) -> list[CostlyDecision]:
    """The costliest decisions of each person, by what that seat could know."""
    found: list[CostlyDecision] = []
    for done, seat in enumerate(people):
        lines = [
            line for line in book.lines if line.seat == seat and isinstance(_entry(record, line), Chosen)
        ]
        lines.sort(key=lambda line: line.change if seat == 0 else -line.change)
        own: list[CostlyDecision] = []
        for n, line in enumerate(lines[:TRIED]):
            lesson = _lesson(record, line, seat, seconds / TRIED / max(1, len(people)))
            own += [lesson] if lesson is not None else []
            progress("Checking decisions", LEDGER + (1 - LEDGER) * (done + (n + 1) / TRIED) / len(people))
        found += sorted(own, key=lambda lesson: -lesson.cost)[:LESSONS]
    return found


def _entry(record: Record, line: LedgerLine) -> Any:
    return record.entries[line.entry - 1] if 0 < line.entry <= len(record.entries) else None


def _lesson(record: Record, line: LedgerLine, seat: Seat, seconds: float) -> CostlyDecision | None:
    """What the seat should have known better; None where its choice was as good as any."""
    table: Table[Any] = Table(record_game(record))
    apply_entries(table, record.entries[: line.entry - 1])
    try:
        asked = pending_request(table, seat)
        world = world_for(table, seat)
        if world is None or len(asked.keys) < 2:
            return None
        advice = advise_in(world, asked, why=3, seconds=seconds, ready=True)
    except FieldhouseError:
        return None
    entry = _entry(record, line)
    chosen = next((option for option in advice.options if option.key == entry.key), None)
    if chosen is None:
        return None
    best = max(advice.options, key=lambda option: option.win_probability)
    cost = best.win_probability - chosen.win_probability
    if cost < max(COSTS, best.error, chosen.error):
        return None
    return CostlyDecision(
        line.entry - 1, seat, situation_text(table), asked.prompt, chosen.key, chosen.label, cost,
        hint_text(_both(advice, best, chosen)), advice.how, _few(advice, chosen),
    )  # fmt: skip


def _both(advice: Advice, best: OptionAdvice, chosen: OptionAdvice) -> Advice:
    """The best option against the chosen one; of a mix the whole of it."""
    return advice if advice.is_mixed else msgspec.structs.replace(advice, options=(best, chosen))


def _few(advice: Advice, chosen: OptionAdvice, most: int = 8) -> tuple[OptionAdvice, ...]:
    """The best few, and the one that was chosen."""
    shown = advice.options[:most]
    return shown if chosen in shown else (*shown[:-1], chosen)
