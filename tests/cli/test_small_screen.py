"""Every game at a terminal of 80 columns and 24 lines: the board is in sight when a question is asked."""

import io
import re

import pytest
from rich.console import Console
from tests.walked import walked

from fieldhouse.cli.terminal.screen import Screen, first_blocks
from fieldhouse.kernel import registry

COLUMNS, LINES = 80, 24
GAMES = ("cardbowl", "fastdrive", "redboar", "squares", "thegrid")
CODE = re.compile(r"\b(?:[WT][LRE][LR]?\d|TE[LR]|[LR][TG]|B[FTLR]|[IOS][LR]|D[+-]?\d|CB|HBE|LN)\b")
"""Names of places in keys; QB is a word that everybody says."""


@pytest.mark.parametrize("name", GAMES)
def test_the_board_is_on_the_screen_when_a_question_is_asked(name: str) -> None:
    """Score, field (or cards, or squares) and question fit together, in words, and nothing is cut off."""
    for table, seat, asked in walked(name, 7, 150):
        out = io.StringIO()
        console = Console(
            file=out, width=COLUMNS, height=LINES, force_terminal=True, color_system=None, highlight=False
        )
        screen = Screen(registry.find(name), console)
        view = table.view(seat)
        screen.ask(view, table.game.seats[seat], asked)
        printed = out.getvalue().splitlines()
        tall = len(printed) + bool(asked.passes) + 1  # the prompt
        assert tall <= LINES + 1, f"{asked.prompt}: {tall} lines"  # the empty line above the board may go
        assert all(len(line) <= COLUMNS for line in printed)
        first = first_blocks(registry.find(name).board.text(view, width=COLUMNS).rstrip(), 0)
        assert first in out.getvalue(), f"{asked.prompt}: the board is not whole"
        if name != "squares":  # there a man's role stands on him, as on a pawn, with its word below
            assert not CODE.findall(first), f"{asked.prompt}: {CODE.findall(first)}"
