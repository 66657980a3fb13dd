"""The screen of a game: board, scoreboard, play-by-play with the sums, and the options in columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from rich.console import Console
from rich.text import Text

from fieldhouse.cli.terminal.menus import (
    FEW,
    PLAIN,
    SHORT,
    SHORTEST,
    ListSpace,
    OptionLines,
    list_options,
    option_cell,
    use_numbers,
)
from fieldhouse.cli.terminal.rulebook import rule_text, wrap_text
from fieldhouse.kernel.events import Event, render
from fieldhouse.kernel.game import View
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose, Option

FEWEST = 5
"""Rows that options have in any case."""


class Screen:
    """Prints one game for one pair of eyes, in whatever width the terminal has."""

    def __init__(self, folder: Folder, console: Console, *, sums: bool = True) -> None:
        self.folder = folder
        self.console = console
        self.sums = sums
        self._last_board = ""

    @property
    def rows(self) -> int:
        """Rows of options that stand on the screen at once; `more` shows the next."""
        return max(FEW, min(self.console.height - 8, 40)) if self.console.is_terminal else 30

    @property
    def width(self) -> int:
        """Columns to write in; never more than 100, because longer lines are hard to read."""
        return min(self.console.width, 100)

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line, wrapped to the width of the screen."""
        for line in text.splitlines() or [""]:
            self.console.print(Text(wrap_text(line, self.width, ""), style=style), soft_wrap=True)

    def raw(self, text: str) -> None:
        """Lines that are laid out already: never wrapped here."""
        self.console.print(Text(text), soft_wrap=True)

    def title(self, text: str) -> None:
        """A heading across the screen."""
        bar = "─" if self._fancy else "-"
        self.console.print(Text(f"{bar * 2} {text} ".ljust(self.width, bar)[: self.width], style="bold"))

    @property
    def _fancy(self) -> bool:
        return (self.console.encoding or "").lower().startswith("utf")

    # The game

    def board(self, view: View, *, again: bool = False) -> None:
        """The game's own picture, or its view as a list; only when it changed, unless `again`."""
        picture = self._picture(view)
        if again or picture != self._last_board:
            self.console.print()
            self.raw(picture)
        self._last_board = picture

    def ask(self, view: View, name: str, asked: Choose) -> int:
        """The board, and the question below it; how many options found room.

        At a terminal both are in sight: the options are told as briefly as the board needs it, and where
        that is not enough the last blocks of the board are left out.
        """
        if not self.console.is_terminal:
            self.board(view)
            return self.request(name, asked)
        picture = self._picture(view)
        found = self._told(picture, name, asked)
        self.console.print()
        self.raw(first_blocks(picture, self._room(name, asked, found)))
        self._last_board = picture
        return self.request(name, asked, found)

    def _told(self, picture: str, name: str, asked: Choose) -> OptionLines:
        """The options as briefly as the board needs it: first the field counts, then all options."""
        least = first_blocks(picture, 0).count("\n") + 7  # with question, prompt and what parts them
        rows = max(FEWEST, self.console.height - least)

        def seen(found: OptionLines) -> tuple[int, bool, int]:
            held = count_blocks(picture, self._room(name, asked, found))
            return min(held, 2), found.shown == len(asked.keys), held

        return max(
            (
                self._listed(asked),
                self._listed(asked, tight=SHORT),
                self._listed(asked, tight=SHORTEST, rows=rows),
            ),
            key=seen,
        )

    def _room(self, name: str, asked: Choose, found: OptionLines) -> int:
        """The lines that a picture may take above the question, its options and the prompt."""
        question = wrap_text(_question(name, asked), self.width).count("\n") + 1
        return self.console.height - len(found.lines) - question - 2 - 1

    def forget(self) -> None:
        """Somebody else looks now: what was shown before does not count."""
        self._last_board = ""

    def _picture(self, view: View) -> str:
        draw = getattr(self.folder.board, "text", None) if self.folder.has_board else None
        return str(draw(view, width=self.width)).rstrip() if draw is not None else view_text(view, self.width)

    def events(self, events: Sequence[Event]) -> None:
        """Play-by-play: the words, then sums and rule ids in a quieter voice."""
        for event in events:
            if not event.quiet:
                words = render(event, sums=False, rules=False)
                full = render(event, sums=self.sums)
                lines = textwrap.wrap(
                    full,
                    self.width - 2,
                    subsequent_indent="  ",
                    break_on_hyphens=False,
                    break_long_words=False,
                )
                self._event("\n".join(f"  {line}" for line in lines), words)
            if event.closes and event is not events[-1]:
                self.console.print()

    def _event(self, text: str, words: str) -> None:
        """Dim what follows the words; wrapping only turned spaces into line ends and indents."""
        shown = Text(text)
        left = len("".join(words.split()))
        for place, letter in enumerate(text):
            if left == 0:
                shown.stylize("dim", place)
                break
            left -= not letter.isspace()
        self.console.print(shown, soft_wrap=True)

    # What is asked

    def request(self, name: str, asked: Choose, found: OptionLines | None = None) -> int:
        """The question and its options, in lines that have been `found` already; how many found room."""
        text = wrap_text(_question(name, asked), self.width)
        shown = Text(text, style="bold")
        if asked.rule:
            shown.stylize("not bold dim", len(text) - len(asked.rule) - 2)
        self.console.print()
        self.console.print(shown, soft_wrap=True)
        return self._lines(found or self._listed(asked))

    def options(self, asked: Choose, start: int = 0, *, whole: bool = False) -> int:
        """Print options from `start` on; how many were shown up to now.

        A list that would push the board off the screen is told by its beginnings, unless wanted `whole`.
        """
        return self._lines(self._listed(asked, start, whole=whole))

    def _lines(self, found: OptionLines) -> int:
        for line, style in found.lines:
            self.console.print(Text(line, style=style), soft_wrap=True)
        return found.shown

    def _listed(
        self, asked: Choose, start: int = 0, *, whole: bool = False, tight: int = PLAIN, rows: int = 0
    ) -> OptionLines:
        most = self.console.height // 2 if self.console.is_terminal and not whole else 0
        return list_options(asked, ListSpace(self.width, rows or self.rows, rows or most), start, tight)

    def explain(self, asked: Choose) -> None:
        """Help on the question: in words, the rule's text, every option, and what is refused and why."""
        self.say(asked.prompt, "bold")
        if asked.help:
            self.say(wrap_text(asked.help, self.width, ""))
        self.rule(asked.rule)
        options, numbered = asked.menu.options(), use_numbers(asked.keys)
        for number, option in enumerate(options[: 2 * FEW], start=1):
            self.option(option, number if numbered else None, rules=False, known=asked.rule)
        if len(options) > 2 * FEW:
            self.say(f"  ... and {len(options) - 2 * FEW} more; `more` lists them.", "dim")
        for refusal in asked.menu.refusals():
            rule = f" ({refusal.rule})" if refusal.rule else ""
            name = refusal.label or refusal.key.replace("-", " ")
            self.say(wrap_text(f"  -  {name}: not now, {refusal.reason}{rule}", self.width, "     "))

    def option(
        self, option: Option, number: int | None = None, *, rules: bool = True, known: str = ""
    ) -> None:
        """One option in full; its rule is not named where it is `known` already."""
        between = ": " if option.help[:1].islower() else ". "
        told = between.join(part for part in (option_cell(option, number), option.help) if part)
        rule = f" ({option.rule})" if option.rule and option.rule != known else ""
        self.say(wrap_text(f"  {told}{rule}", self.width, "    "))
        if rules:
            self.rule(option.rule)

    def rule(self, rule_id: str) -> None:
        """The catalogue's text of a rule, if it has one."""
        for one in rule_id.replace(",", " ").split():
            if self.folder.rule(one) is not None:
                self.raw(textwrap.indent(rule_text(self.folder, one, self.width - 4), "    "))

    def curtain(self) -> None:
        """Wipe the screen and what can be scrolled back to; a dumb terminal is filled with empty lines."""
        if self.console.is_dumb_terminal:
            self.console.print("\n" * (2 * self.console.height))
        elif self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        self.forget()


def _question(name: str, asked: Choose) -> str:
    """Who is asked what, and the rule that asks."""
    return f"{name}: {asked.prompt}{f' ({asked.rule})' if asked.rule else ''}"


def first_blocks(picture: str, room: int) -> str:
    """The first blocks of a picture (empty lines part them) that find room; the first two in any case."""
    return "\n\n".join(_blocks(picture)[: max(2, count_blocks(picture, room))])


def count_blocks(picture: str, room: int) -> int:
    """How many of its blocks, from the first on, find room."""
    heights = [block.count("\n") + 1 for block in _blocks(picture)]
    taken = list(accumulate(heights, lambda before, tall: before + 1 + tall))
    return sum(lines <= room for lines in taken)


def _blocks(picture: str) -> list[str]:
    return re.split(r"\n[ ]*\n", picture)


def view_text(view: View, width: int) -> str:
    """Any view as a readable paragraph, for a game that has no picture yet; what is empty is left out."""
    told = [
        f"{name.replace('_', ' ')} {plain_value(value)}" for name, value in view.items() if name != "status"
    ]
    short = [textwrap.shorten(part, 3 * width, placeholder=" ...") for part in told]
    facts = wrap_text("; ".join(part for part in short if not part.endswith(" none")), width)
    return f"{view['status']}\n{facts}" if "status" in view else facts


def plain_value(value: Any) -> str:
    """Data without quotes and brackets."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {plain_value(part)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(plain_value(part) for part in value) or "none"
    return str(value) if value not in (None, "") else "none"
