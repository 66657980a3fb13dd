"""The lab's results as grids of words and numbers for the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fieldhouse.kernel.game import Game

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from fieldhouse.lab.advice.adviser import Advice
    from fieldhouse.lab.arena import ArenaResult
    from fieldhouse.lab.bulk import Tally
    from fieldhouse.lab.elo import Interval
    from fieldhouse.lab.exploit import ExploitResult
    from fieldhouse.lab.review.luck_ledger import Ledger, LedgerLine
    from fieldhouse.solve.induction import WinTieLoss


def grid(title: str, *columns: str) -> Grid:
    """An empty table whose first column is words and whose others are numbers."""
    from rich.table import Table as Grid  # `--help` looks into every module here and stays quick

    table = Grid(title=title)
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if place == 0 else "right")
    return table


def signed_number(value: float, digits: int = 0) -> str:
    """A number for a cell; infinite ends of an interval are shown as such."""
    if math.isinf(value):
        return "+inf" if value > 0 else "-inf"
    return f"{value:+.{digits}f}"


def interval_text(interval: Interval, digits: int = 0) -> str:
    """An interval for a cell."""
    return f"{signed_number(interval.low, digits)} to {signed_number(interval.high, digits)}"


def bulk_table(game: Game[Any], tally: Tally, exact: WinTieLoss | None = None) -> Grid:
    """Results with their standard errors, beside the exact probabilities where known."""
    table = grid(
        f"{game.meta.title}: {tally.games:,} games", "", "Share", "Std. error", "Exact", "Off (std. errors)"
    )
    names = (f"{game.seats[0]} win", "Tie", f"{game.seats[1]} win")
    for place, name in enumerate(names):
        share = tally.shares[place]
        error = tally.error(share)
        known = float(exact[place]) if exact is not None else None
        table.add_row(
            name,
            f"{share:.5f}",
            f"{error:.5f}",
            "" if known is None else f"{known:.5f}",
            "" if known is None else f"{(share - known) / error:+.2f}",
        )
    for seat, name in enumerate(game.seats):
        mean, deviation = tally.mean_points(seat)
        table.add_row(
            f"{name} points", f"{mean:.3f}", f"{deviation / max(tally.games, 1) ** 0.5:.4f}", "", ""
        )
    table.add_row("Plays per game", f"{tally.plays / max(tally.games, 1):.2f}", "", "", "")
    return table


def pairings_table(result: ArenaResult) -> Grid:
    """Every pairing with its games (W-L-T), mean score and Elo difference; why it stopped below."""
    columns = ("Pairing", "Games", "W-L-T", "Score", "Elo", "95% interval")
    table = grid(f"{result.game}: pairings", *columns)
    reasons: dict[str, list[str]] = {}
    for meeting in result.meetings:
        reasons.setdefault(meeting.stopped, []).append(f"{meeting.a} - {meeting.b}")
        table.add_row(
            f"{meeting.a} - {meeting.b}",
            str(2 * len(meeting.pairs)),
            meeting.record,
            f"{meeting.score.value:.3f}",
            signed_number(meeting.difference.value),
            interval_text(meeting.difference),
        )
    table.caption = "\n".join(f"{why}: {', '.join(names)}" for why, names in reasons.items())
    return table


def ratings_table(result: ArenaResult) -> Grid:
    """Elo ratings of all coaches, best first."""
    table = grid(f"{result.game}: Elo (mean 0)", "Coach", "Elo", "95% interval", "ms per answer")
    for name, row in result.ratings.items():
        table.add_row(
            name,
            signed_number(row.value),
            interval_text(row),
            f"{1000 * seconds_per_answer(result, name):.3g}",
        )
    return table


def seconds_per_answer(result: ArenaResult, name: str) -> float:
    """Seconds that this coach really took for an answer, on average."""
    pairs = [
        (pair, (m.a, m.b).index(name)) for m in result.meetings if name in (m.a, m.b) for pair in m.pairs
    ]
    count = sum(pair.decisions[which] for pair, which in pairs)
    return sum(pair.thought[which] for pair, which in pairs) / count if count else 0.0


def advice_table(found: Advice) -> Grid:
    """The options, best first."""
    ties = any(option.tie for option in found.options)
    parts = ("Win", "Tie", "Loss") if ties else ()
    more = () if found.exact else ("95%", "Playouts")
    table = grid("", "Option", *parts, "Win probability", *more)
    for option in found.options:
        named = option.key in option.label
        label = option.label if named else f"{option.key}: {option.label}"
        shares = (f"{x:.2%}" for x in (option.win, option.tie, option.loss))
        sure = () if found.exact else (f"±{option.error:.2%}", str(option.playouts))
        table.add_row(shorten(label, 70), *(shares if ties else ()), f"{option.win_probability:.2%}", *sure)
    return table


def reason_lines(found: Advice, most: int = 6) -> list[str]:
    """Why: the outcomes of the best options that make the most difference."""
    lines: list[str] = []
    for option in found.options[:most]:
        if not option.why:
            continue
        lines.append(f"{shorten(option.key, 70)} ({option.win_probability:.2%}):")
        for outcome in option.why:
            told = " ".join(outcome.story[-3:])
            lines.append(f"  {outcome.chance:7.2%} -> {outcome.win_probability:.2%}  [{outcome.dice}] {told}")
    left = len(found.options) - most
    return [*lines, f"({left} more options not shown)"] if left > 0 else lines


def ledger_table(book: Ledger) -> Grid:
    """From the win probability before the game to the result; estimates with their 95% intervals."""
    table = grid("Luck ledger" + ("" if book.exact else " (estimate)"), "", book.seats[0], book.seats[1])
    dice, drift = float(book.dice()), float(book.drift())
    own = [float(book.decisions(seat)) for seat in (0, 1)]
    off = ["" if book.exact else f" ±{error:.2%}" for error in book.errors]
    table.add_row("Win probability before the game", f"{book.start:.2%}", f"{1 - book.start:.2%}")
    table.add_row("Dice and cards", f"{dice:+.2%}{off[0]}", f"{-dice:+.2%}{off[0]}")
    table.add_row("Own decisions", f"{own[0]:+.2%}{off[1]}", f"{own[1]:+.2%}{off[2]}")
    table.add_row("Opponent's decisions", f"{-own[1]:+.2%}{off[2]}", f"{-own[0]:+.2%}{off[1]}")
    if not book.exact:
        table.add_row("Drift of the estimate", f"{drift:+.2%}{off[3]}", f"{-drift:+.2%}{off[3]}")
    table.add_row("Result", f"{book.result:.2%}", f"{1 - book.result:.2%}")
    table.caption = "The rows add up exactly." if book.adds_up else "The rows do not add up."
    return table


def ledger_lines(book: Ledger, lines: Sequence[LedgerLine], title: str) -> Grid:
    """Steps with the win probability before and after."""
    other = "Better" if book.exact else f"{book.level} would"
    columns = ["Step", "Entry", "Before", "After", "Swing", *([] if book.exact else ["95%"]), other]
    table = grid(f"{title} ({book.seats[0]} win probability)", *columns)
    for line in lines:
        swing = [f"{line.change:+.2%}", *([] if book.exact else [f"±{line.error:.2%}"])]
        table.add_row(
            f"{book.who(line)}: {line.what} {shorten(line.key)}"
            + (f"\n  {shorten(line.told, 76)}" if line.told else ""),
            str(line.entry or ""),
            f"{line.before:.2%}",
            f"{line.after:.2%}",
            *swing,
            shorten(line.best),
        )
    return table


def shorten(text: str, most: int = 44) -> str:
    """A long key (a deal, a whole turn) cut for a cell."""
    return text if len(text) <= most else text[: most - 3].rstrip() + "..."


def exploit_table(result: ExploitResult) -> Grid:
    """The best habit on fresh games, and those it was chosen from."""
    title = f"Habits against {result.level}: {result.tried:,} tried in {result.played:,} games"
    table = grid(title, "Habit", "Pairs", "Share", "95% interval")
    best = result.best
    share = best.share
    interval = f"{share.low:.3f} to {share.high:.3f}"
    table.add_row(f"{best.habit}", f"{len(best.scores):,} fresh", f"{share.value:.3f}", interval)
    for score in result.found:
        if score.scores:
            table.add_row(f"{score.habit}", f"{len(score.scores):,} search", f"{score.share.value:.3f}", "")
    return table
