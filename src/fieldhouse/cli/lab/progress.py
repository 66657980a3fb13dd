"""Bars on a terminal while the lab is at work; nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def game_progress(screen: Console, total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on a terminal, nothing elsewhere."""
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=screen) as bar:
        task = bar.add_task("games", total=total)
        yield lambda games: bar.advance(task, games)


@contextmanager
def shares(screen: Console) -> Iterator[Callable[[str, float], None]]:
    """A bar for each thing that is being done, told as shares; nothing where there is no terminal."""
    if not screen.is_terminal:
        yield lambda what, share: None
        return
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    words = TextColumn("{task.description}")
    with Progress(words, BarColumn(), TimeElapsedColumn(), console=screen, transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, share: float) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=1.0)
            bar.update(tasks[what], completed=min(1.0, share))

        yield tell
