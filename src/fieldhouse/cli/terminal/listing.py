"""The options of a question as lines: one below the other where there is room, else told more briefly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from fieldhouse.cli.terminal.menus import (
    CARD,
    FEW,
    SOME,
    Alike,
    cards,
    cell,
    example,
    in_words,
    phrased,
    together,
    use_numbers,
    words,
)
from fieldhouse.cli.terminal.rulebook import wrapped
from fieldhouse.kernel.requests import Choose

DIM = "dim"
PLAIN, SHORT, SHORTEST = range(3)
"""How tightly options are told: one a line with what there is to know of it; names in columns, or by how they
begin; only who may act."""


class Listed(msgspec.Struct):
    """Lines with their style, and how many options have been shown up to now."""

    lines: list[tuple[str, str]]
    shown: int


class ListRoom(msgspec.Struct, frozen=True):
    """The room for a list: columns, rows, and the rows a list by beginnings may take (0: any number)."""

    width: int
    rows: int
    most: int = 0


def listed(asked: Choose, room: ListRoom, start: int = 0, tight: int = PLAIN) -> Listed:
    """The options from `start` on."""
    keys = list(asked.keys)
    if FEW < len(keys) <= SOME and (phrases := phrased(asked, keys)):
        head = max(map(len, phrases))
        told = [paragraph(f"{begin:<{head}}", ends, room, 2) for begin, ends in phrases.items()]
        return Listed([(line, "") for lines in told for line in lines], len(keys))
    groups = in_words(asked, keys, 2 if tight else 3) if len(keys) > (FEW if tight else SOME) else []
    if any(group.head for group in groups):
        return by_beginning(asked, keys, groups, room, tight)
    if cards(keys):
        return Listed([(line, "") for line in as_cards(asked, keys, room)], len(keys))
    return in_columns(asked, keys, room, start, tight)


def as_cards(asked: Choose, keys: Sequence[str], room: ListRoom) -> Iterator[str]:
    """Playing cards side by side; what else may be answered below them."""
    yield from paragraph("", [words(asked.menu.option(key)) for key in keys if CARD.fullmatch(key)], room, 2)
    for key in keys:
        if not CARD.fullmatch(key):
            option = asked.menu.option(key)
            yield f"  {words(option)}  {option.help}".rstrip()


def in_columns(asked: Choose, keys: Sequence[str], room: ListRoom, start: int, tight: int) -> Listed:
    """Down the columns, what is refused and why, and how many found no room."""
    options = [asked.menu.option(key) for key in keys]
    numbered, few = use_numbers(keys), len(keys) <= FEW
    cells = [cell(option, n if numbered else None) for n, option in enumerate(options, start=1)]
    alone = few and (not tight or any(option.help for option in options))
    if alone:  # what there is to know about a man stands beside him, where it finds room
        wide = max(map(len, cells), default=0)
        told = [f"{text:<{wide}}  {one.help}".rstrip() for text, one in zip(cells, options, strict=True)]
        both = zip(told, cells, strict=True)
        cells = [line if len(line) <= room.width - 2 else text for line, text in both]
    elif tight and len({text.partition(": ")[0] for text in cells}) == len(cells):
        cells = [text.partition(": ")[0] for text in cells]  # a name, and what there is to know in `?`
    found = columns(cells[start:], room, one=alone)
    lines, shown = found.lines, start + found.shown
    refused = asked.menu.refusals() if shown >= len(keys) else ()
    for refusal in refused:
        rule = f" ({refusal.rule})" if refusal.rule else ""
        line = f"  -  {refusal.label or refusal.key.replace('-', ' ')}: not now, {refusal.reason}{rule}"
        lines += [(part, DIM) for part in wrapped(line, room.width, "     ").splitlines()]
    left = len(keys) - shown
    if left > 0:
        lines.append((f"  ... and {left} more: `more` shows them, or type how one begins.", DIM))
    return Listed(lines, shown)


def columns(cells: Sequence[str], room: ListRoom, *, one: bool) -> Listed:
    """Cells down the columns, as many as find room."""
    if not cells:
        return Listed([], 0)
    widest = min(max(map(len, cells)), room.width - 2)
    across = 1 if one else max(1, (room.width - 2) // (widest + 2))
    rows = min(-(-len(cells) // across), room.rows)
    shown = list(cells[: rows * across])
    rows = -(-len(shown) // across)
    across_rows = ("  ".join(text[:widest].ljust(widest) for text in shown[row::rows]) for row in range(rows))
    return Listed([(f"  {line.rstrip()}", "") for line in across_rows], len(shown))


def by_beginning(
    asked: Choose, keys: Sequence[str], groups: Sequence[Alike], room: ListRoom, tight: int
) -> Listed:
    """What begins alike stands together; a list that takes too many lines is told by its beginnings alone."""
    numbers = {key: n for n, key in enumerate(keys, start=1)} if use_numbers(keys) else {}
    lines = [line for group in groups for line in grouped_lines(group, numbers, room)]
    if not room.most or len(lines) <= room.most:
        how = "Type a number, or words" if numbers else typing(asked, groups)
        return Listed([*((line, "") for line in lines), (f"  {how}.", DIM)], len(keys))
    alone = [text for group in groups if not group.head for _, text in group.ends]
    heads = [*alone, *(group.head for group in groups if group.head)]
    if tight == SHORTEST:
        heads = run_on(list(dict.fromkeys(map(who, heads))))
    begun = [(line, "") for line in paragraph("", heads, room, 2 if tight == SHORTEST else 3)]
    how = f"  {typing(asked, groups)}; `more` lists all."
    how = how if len(how) <= room.width else "  Type words of one; `more` lists all."
    return Listed([*begun, (how, DIM)], 0)


def run_on(heads: Sequence[str]) -> list[str]:
    """A small word that several begin with is said once: `to quarterback, halfback, left end`."""
    found: list[str] = []
    before = ""
    for head in heads:
        first, _, rest = head.partition(" ")
        same = bool(rest) and first == before and first.islower()
        if same:
            found[-1] += ","
        found.append(rest if same else head)
        before = first
    return found


def who(head: str) -> str:
    """The man of a beginning: `Receiver 81` of `Receiver 81 runs to, from d5`; all of it without a number."""
    before, figure = [], False
    for word in head.split():
        before.append(word.rstrip(","))
        figure = word.rstrip(",").isdecimal()
        if figure:
            break
    return " ".join(before) if figure else head


def grouped_lines(group: Alike, numbers: Mapping[str, int], room: ListRoom) -> list[str]:
    """What can follow a beginning, with its number where there are numbers."""
    head = f"{group.head}:" if group.head else ""
    if numbers:
        return paragraph(head, [f"{numbers[key]:>2}) {text}" for key, text in group.ends], room, 2)
    return paragraph(head, together([text for _, text in group.ends]), room, 1)


def paragraph(head: str, cells: Sequence[str], room: ListRoom, gap: int) -> list[str]:
    """The cells beside the head, in as many lines as they need."""
    lines: list[str] = []
    line, apart = f"  {head}", "  " if head else ""
    indent = " " * min(len(head) + 2, 8)
    for one in cells:
        if len(line) + len(apart) + len(one) > room.width:
            lines.append(line.rstrip())
            line, apart = indent, ""
        line, apart = f"{line}{apart}{one}", " " * gap
    return [*lines, line.rstrip()]


def typing(asked: Choose, groups: Sequence[Alike]) -> str:
    """How to answer by words."""
    key = next(group.ends[0][0] for group in groups if group.head)
    return f"Type words, such as `{example(asked, key)}`"
