"""The screen of a game: board, scoreboard, play-by-play with the sums, and the options in columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from fieldhouse.cli.terminal.menus import (
    FEW,
    SOME,
    Alike,
    cell,
    example,
    in_words,
    phrased,
    together,
    use_numbers,
)
from fieldhouse.cli.terminal.rulebook import entry, wrapped
from fieldhouse.kernel.events import Event, render
from fieldhouse.kernel.game import View
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose, Option


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
        """A line, wrapped."""
        for line in text.splitlines() or [""]:
            self.console.print(Text(wrapped(line, self.width, ""), style=style), soft_wrap=True)

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

    def board(self, view: View, *, again: bool = False, question: Callable[[], object] | None = None) -> None:
        """The game's own picture, or its view as a list; only when it changed, unless `again`.

        At a terminal it stands above every `question`, with as many of its blocks as leave that in sight.
        """
        picture = self._picture(view)
        room = self._room(question) if question is not None and self.console.is_terminal else 0
        if again or room or picture != self._last_board:
            self.console.print()
            self.raw(fitting(picture, room) if room else picture)
        self._last_board = picture

    def _room(self, question: Callable[[], object]) -> int:
        """The lines that a picture may take above the question and the prompt."""
        with self.console.capture() as asked:
            question()
        return max(6, self.console.height - asked.get().count("\n") - 2)

    def forget(self) -> None:
        """Somebody else looks now: what was shown before does not count."""
        self._last_board = ""

    def _picture(self, view: View) -> str:
        draw = getattr(self.folder.board, "text", None) if self.folder.has_board else None
        return str(draw(view, width=self.width)).rstrip() if draw is not None else dump(view, self.width)

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

    def request(self, name: str, asked: Choose) -> int:
        """The question and its options; how many of them found room."""
        rule = f" ({asked.rule})" if asked.rule else ""
        self.console.print()
        self.console.print(Text.assemble((f"{name}: {asked.prompt}", "bold"), (rule, "dim")))
        return self.options(asked)

    def options(self, asked: Choose, start: int = 0, *, whole: bool = False) -> int:
        """Print options from `start` on; how many were shown up to now.

        A list that would push the board off the screen is told by its beginnings, unless wanted `whole`.
        """
        keys = list(asked.keys)
        numbered = use_numbers(keys)
        if FEW < len(keys) <= SOME and (phrases := phrased(asked, keys)):
            self._phrases(phrases)
            return len(keys)
        if len(keys) > SOME and (groups := in_words(asked, keys)):
            numbers = {key: n for n, key in enumerate(keys, start=1)} if numbered else {}
            with self.console.capture() as listed:
                self._groups(asked, groups, numbers)
            if not whole and self.console.is_terminal and listed.get().count("\n") > self.console.height // 2:
                self._beginnings(asked, groups)
                return 0
            self._groups(asked, groups, numbers)
            return len(keys)
        few = len(keys) <= FEW
        cells = [
            cell(asked.menu.option(key), n if numbered else None)
            for n, key in enumerate(keys[start:], start=start + 1)
        ]
        if few:  # what there is to know about a man stands beside him, where it finds room
            helps = [asked.menu.option(key).help for key in keys[start:]]
            wide = max(map(len, cells), default=0)
            told = [f"{text:<{wide}}  {more}".rstrip() for text, more in zip(cells, helps, strict=True)]
            cells = [
                line if len(line) <= self.width - 2 else text for line, text in zip(told, cells, strict=True)
            ]
        shown = self._columns(cells, one=few)
        for refusal in asked.menu.refused() if start + shown >= len(keys) else ():
            rule = f" ({refusal.rule})" if refusal.rule else ""
            line = f"  -  {refusal.label or refusal.key.replace('-', ' ')}: not now, {refusal.reason}{rule}"
            self.say(wrapped(line, self.width, "     "), "dim")
        left = len(keys) - start - shown
        if left > 0:
            self.say(f"  ... and {left} more: `more` shows them, or type how one begins.", "dim")
        return start + shown

    def _phrases(self, phrases: Mapping[str, Sequence[str]]) -> None:
        """One paragraph for each beginning of the labels: `Guard Run Inside   1 key the halfback`."""
        head = max(map(len, phrases))
        for start, ends in phrases.items():
            self._paragraph(f"{start:<{head}}", ends, gap=2)

    def _columns(self, cells: Sequence[str], *, one: bool) -> int:
        """Cells down the columns; the number that found room."""
        if not cells:
            return 0
        widest = min(max(map(len, cells)), self.width - 2)
        columns = 1 if one else max(1, (self.width - 2) // (widest + 2))
        rows = min(-(-len(cells) // columns), self.rows)
        shown = list(cells[: rows * columns])
        rows = -(-len(shown) // columns)
        for row in range(rows):
            line = "  ".join(text[:widest].ljust(widest) for text in shown[row::rows])
            self.console.print(Text(f"  {line}".rstrip()), soft_wrap=True)
        return len(shown)

    def _beginnings(self, asked: Choose, groups: Sequence[Alike]) -> None:
        """How the options begin, and those that begin like no other."""
        alone = [text for group in groups if not group.head for _, text in group.ends]
        heads = [group.head for group in groups if group.head]
        self._paragraph("", [*alone, *heads], gap=3)
        self.say(f"  {_how(asked, groups)}; `more` lists everything.", "dim")

    def _groups(self, asked: Choose, groups: Sequence[Alike], numbers: Mapping[str, int]) -> None:
        """One paragraph for each beginning: what can follow it, with its number where there are numbers."""
        for group in groups:
            if numbers:
                cells = [f"{numbers[key]:>2}) {text}" for key, text in group.ends]
            else:
                cells = together([text for _, text in group.ends])
            self._paragraph(f"{group.head}:" if group.head else "", cells, gap=2 if numbers else 1)
        self.say(f"  {'Type a number, or words' if numbers else _how(asked, groups)}.", "dim")

    def _paragraph(self, head: str, cells: Sequence[str], *, gap: int = 1) -> None:
        """The cells beside the head, in as many lines as they need."""
        line, apart = f"  {head}", "  " if head else ""
        indent = " " * min(len(head) + 2, 8)
        for one in cells:
            if len(line) + len(apart) + len(one) > self.width:
                self.console.print(Text(line.rstrip()), soft_wrap=True)
                line, apart = indent, ""
            line, apart = f"{line}{apart}{one}", " " * gap
        self.console.print(Text(line.rstrip()), soft_wrap=True)

    def explain(self, asked: Choose) -> None:
        """Help on the question: in words, the rule's text, every option, and what is refused and why."""
        self.say(asked.prompt, "bold")
        if asked.help:
            self.say(wrapped(asked.help, self.width, ""))
        self.rule(asked.rule)
        options = asked.menu.options()
        for option in options[: 2 * FEW]:
            self.option(option, rules=False, known=asked.rule)
        if len(options) > 2 * FEW:
            self.say(f"  ... and {len(options) - 2 * FEW} more; `more` lists them.", "dim")
        for refusal in asked.menu.refused():
            rule = f" ({refusal.rule})" if refusal.rule else ""
            self.say(wrapped(f"  - {refusal.key}: not now, {refusal.reason}{rule}", self.width, "    "))

    def option(self, option: Option, *, rules: bool = True, known: str = "") -> None:
        """One option in full; its rule is not named where it is `known` already."""
        told = ". ".join(
            part for part in (option.label.removeprefix(f"{option.key}:").strip(), option.help) if part
        )
        rule = f" ({option.rule})" if option.rule and option.rule != known else ""
        self.say(wrapped(f"  {option.key}: {told}{rule}", self.width, "    "))
        if rules:
            self.rule(option.rule)

    def rule(self, rule_id: str) -> None:
        """The catalogue's text of a rule, if it has one."""
        for one in rule_id.replace(",", " ").split():
            if self.folder.rule(one) is not None:
                self.raw(textwrap.indent(entry(self.folder, one, self.width - 4), "    "))

    def curtain(self) -> None:
        """Wipe the screen and what can be scrolled back to; a dumb terminal is filled with empty lines."""
        if self.console.is_dumb_terminal:
            self.console.print("\n" * (2 * self.console.height))
        elif self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        self.forget()


def _how(asked: Choose, groups: Sequence[Alike]) -> str:
    """How to answer by words."""
    key = next(group.ends[0][0] for group in groups if group.head)
    return f"Type words of one, such as `{example(asked, key)}`; fewer words list what they fit"


def fitting(picture: str, room: int) -> str:
    """The first blocks of a picture (empty lines part them) that find room; the first two in any case."""
    blocks = re.split(r"\n[ ]*\n", picture)
    while len(blocks) > 2 and sum(block.count("\n") + 2 for block in blocks) > room:
        blocks.pop()
    return "\n\n".join(blocks)


def dump(view: View, width: int) -> str:
    """Any view as a readable paragraph, for a game that has no picture yet; what is empty is left out."""
    told = [
        f"{name.replace('_', ' ')} {plain_value(value)}" for name, value in view.items() if name != "status"
    ]
    short = [textwrap.shorten(part, 3 * width, placeholder=" ...") for part in told]
    facts = wrapped("; ".join(part for part in short if not part.endswith(" none")), width)
    return f"{view['status']}\n{facts}" if "status" in view else facts


def plain_value(value: Any) -> str:
    """Data without quotes and brackets."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {plain_value(part)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(plain_value(part) for part in value) or "none"
    return str(value) if value not in (None, "") else "none"
