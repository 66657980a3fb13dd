"""One progress bar for all commands of the lab: shown on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console


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
