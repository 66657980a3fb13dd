"""What the lab's commands show in the terminal: progress bars, grids of words and numbers, histograms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from fieldhouse.kernel.game import Game

if TYPE_CHECKING:
    from rich.console import Console
if TYPE_CHECKING:
    from rich.table import Table as Grid

    from fieldhouse.lab.advice.adviser import Advice, OptionAdvice
    from fieldhouse.lab.arena import ArenaResult
    from fieldhouse.lab.bulk import Tally
    from fieldhouse.lab.elo import Interval
    from fieldhouse.lab.exploit import ExploitResult
    from fieldhouse.lab.review.luck_ledger import Ledger, LedgerLine
    from fieldhouse.lab.review.story import TurnNote
    from fieldhouse.solve.induction import WinTieLoss


BLOCKS = " ▏▎▍▌▋▊▉█"


def text_bar(share: float, width: int, *, fancy: bool = True) -> str:
    """A bar of `share` (0 to 1) of `width` columns, to an eighth of a column; never longer."""
    if not fancy:
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return BLOCKS[8] * (eighths // 8) + (BLOCKS[eighths % 8] if eighths % 8 else "")


def bin_size(low: int, high: int, most: int = 16) -> int:
    """A round number of values a row, so that `low` to `high` fill at most `most` rows."""
    sizes = (int(size * 10**power) for power in range(18) for size in (1, 2, 5))
    return next(size for size in sizes if high // size - low // size < most)


def text_histogram(named: Mapping[str, Mapping[int, int]], width: int = 80, *, fancy: bool = True) -> str:
    """Counts of numbers side by side, in equal rows: the values, then a bar and a share for each name."""
    values = [value for counts in named.values() for value in counts]
    if not values:
        return ""
    size = bin_size(min(values), max(values))
    starts = range(min(values) // size * size, max(values) + 1, size)
    labels = [str(start) if size == 1 else f"{start} to {start + size - 1}" for start in starts]
    head = max(map(len, labels))
    room = max(8, (width - head - 2) // len(named) - 9)
    columns = [_column(counts, starts, room, fancy=fancy) for counts in named.values()]
    title = " " * (head + 2) + "".join(f" {name[:room]:<{room + 8}}" for name in named)
    rows = [f"  {label:>{head}}" + "".join(cells) for label, *cells in zip(labels, *columns, strict=True)]
    return "\n".join(line.rstrip() for line in (title, *rows))


def _column(counts: Mapping[int, int], starts: range, room: int, *, fancy: bool) -> list[str]:
    total, size = sum(counts.values()), starts.step
    rows = [
        sum(times for value, times in counts.items() if value // size * size == start) for start in starts
    ]
    longest = max(rows)
    return [
        f" {text_bar(times / longest, room, fancy=fancy):<{room}} {times / total:6.1%} " for times in rows
    ]


class ShowProgress(Protocol):
    """Shows how much of a named task is done, from 0 to 1, with a label in place of its name."""

    def __call__(self, task: str, share: float, label: str = "") -> None: ...


@contextmanager
def progress_bar(screen: Console) -> Iterator[ShowProgress]:
    """Yield a function that shows how much of each task is done."""
    if not screen.is_terminal:
        yield lambda task, share, label="": None
        return
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def show(task: str, share: float, label: str = "") -> None:
            if task not in tasks:
                tasks[task] = bar.add_task(task, total=1.0)
            bar.update(tasks[task], completed=min(1.0, share), description=label or task)

        yield show


@contextmanager
def game_progress_bar(screen: Console, games: int) -> Iterator[Callable[[int], None]]:
    """Yield a function that counts games that are done, of so many."""
    done = 0
    with progress_bar(screen) as show:

        def advance(more: int) -> None:
            nonlocal done
            done += more
            show("games", done / games, f"{done:,}/{games:,} games")

        yield advance


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
    names = (f"{game.seats[0]} wins", "Tie", f"{game.seats[1]} wins")
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
        sure = () if found.exact else (f"±{option.error:.2%}" if option.error else "", playouts_text(option))
        table.add_row(shorten(label, 70), *(shares if ties else ()), f"{option.win_probability:.2%}", *sure)
    return table


def playouts_text(option: OptionAdvice) -> str:
    """How many there were, and how many of them ended differently where that is fewer."""
    if option.different in (0, option.playouts):
        return str(option.playouts)
    return f"{option.playouts}, {option.different} different"


def turn_notes_table(seats: Sequence[str], notes: Sequence[TurnNote]) -> Grid:
    """What turns gave away, in the order of the game."""
    from rich.table import Table as Grid

    table = Grid(title="What the turns gave away" if notes else "No turn gave anything away")
    for name in ("Entry", "Team", "When", "Gave away", "Better"):
        table.add_column(name, justify="right" if name == "Entry" else "left")
    for note in notes:
        words = f"{note.words}, and it cost the series" if note.decisive else note.words
        table.add_row(str(note.entry + 1), seats[note.seat], note.when, words, note.better)
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
    if not book.exact:
        table.caption += " Drift: how much the estimate for a position changed between two readings."
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
