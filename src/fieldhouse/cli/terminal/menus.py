"""A menu in words: numbers where they help, and options as lines, those that begin alike told together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

import msgspec

from fieldhouse.cli.terminal.rulebook import wrap_text
from fieldhouse.kernel.requests import Choose, Option

FEW = 14
"""Up to so many options stand one to a line."""
SOME = 2 * FEW
"""More options than this are put together by how they begin, if many begin alike."""
MANY = 60
"""More options than this are then not numbered any more."""
CARD = re.compile(r"(10|[2-9JQKA])[SHDC]|[BR]J")


class OptionGroup(msgspec.Struct):
    """Options that are told together: what they share, and of each its key and the rest of its words."""

    head: str
    ends: list[tuple[str, str]]


def use_numbers(keys: Sequence[str]) -> bool:
    """Options are numbered unless their keys are numbers themselves (`7`, `add:7`), or there are too many.

    One more or less (`+1`, `0`, `-1`) is no number that somebody would type for its place.
    """
    if number_prefix(keys) or are_cards(keys) or (len(keys) > MANY and group_keys(keys)):
        return False
    return not any(key.isdecimal() and int(key) for key in keys)


def are_cards(keys: Sequence[str]) -> bool:
    """Is it a question of playing cards? There `10` means the ten, never a place in the list."""
    return 2 * sum(CARD.fullmatch(key) is not None for key in keys) > len(keys)


def number_prefix(keys: Sequence[str]) -> str:
    """The word that all keys begin with when they only differ in a number: `add:` of `add:0`, `add:1`.

    There a number typed is that number, never a place in the list.
    """
    heads = {key.rpartition(":")[0] for key in keys}
    plain = len(heads) == 1 and len(keys) > 1 and all(key.rpartition(":")[2].isdecimal() for key in keys)
    head = heads.pop()
    return f"{head}:" if plain and head else ""


def group_keys(keys: Sequence[str], shorter: int = 3) -> dict[str, list[str]]:
    """Keys by all but their last part, or their first word or square, `f5: -f1 -e2`; those alone come first.

    Empty when that would not make the list so many times shorter.
    """
    starts = [found.group() if (found := re.match(r".+(?=[:>])|\w+", key)) else "" for key in keys]
    counts = Counter(starts)
    alone = [key for key, start in zip(keys, starts, strict=True) if counts[start] == 1]
    groups: dict[str, list[str]] = {"": alone} if alone else {}
    for key, start in zip(keys, starts, strict=True):
        if counts[start] > 1:
            groups.setdefault(start, []).append(key[len(start) :] or key)
    return groups if "" not in counts and (len(groups) + len(alone)) * shorter <= len(keys) else {}


def option_groups(asked: Choose, keys: Sequence[str], shorter: int = 3) -> list[OptionGroup]:
    """The groups of a long menu, told by the labels: no key is shown."""
    return [
        _told(asked, start, [start + end if start + end in asked.menu else end for end in ends])
        for start, ends in group_keys(keys, shorter).items()
    ]


def _told(asked: Choose, start: str, keys: list[str]) -> OptionGroup:
    """What all labels begin with and end with is said once; a man on a square is said with it."""
    labels = [option_text(asked.menu.option(key)).split() for key in keys]
    if not start:
        return OptionGroup("", [(key, " ".join(label)) for key, label in zip(keys, labels, strict=True)])
    first = _shared(labels)
    rest = [label[len(first) :] for label in labels]
    last = _shared([label[::-1] for label in rest])[::-1]
    ends = [" ".join(label[: len(label) - len(last)]) for label in rest]
    if not all(ends):  # one of them says no more than what is shared
        last, ends = [], [" ".join(label) or "at once" for label in rest]
    head = " ".join([*first, *last])
    if re.fullmatch(r"[a-z]\d{1,2}", start):
        head = f"{head}, from {start}"
    return OptionGroup(head, list(zip(keys, ends, strict=True)))


def _shared(labels: Sequence[Sequence[str]]) -> list[str]:
    """The words that all begin with."""
    columns = zip(*labels, strict=False)
    return [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]


def group_phrases(asked: Choose, keys: Sequence[str]) -> dict[str, list[str]]:
    """Numbered options by how their labels begin, where all are `a play, and a man`; else none."""
    if not use_numbers(keys):
        return {}
    found: dict[str, list[str]] = {}
    for number, key in enumerate(keys, start=1):
        start, comma, end = asked.menu.option(key).label.partition(", ")
        if not comma:
            return {}
        found.setdefault(start, []).append(f"{number} {end}")
    return found if len(found) * 3 <= len(keys) else {}


def option_text(option: Option) -> str:
    """What an option says; a key without words is read as words."""
    return option.label or option.key.replace("-", " ").replace("_", " ")


def option_cell(option: Option, number: int | None) -> str:
    """`3 A pass`: a number to type, where there is one, and words."""
    return option_text(option) if number is None else f"{number:>2} {option_text(option)}"


def merge_endings(ends: Sequence[str]) -> list[str]:
    """Words that differ in the last one only are said once: `runs to d1`, `e1`, `f1`."""
    found: list[str] = []
    before = ""
    for end in ends:
        start, _, last = end.rpartition(" ")
        same = bool(found) and start == before
        if found and not same:
            found[-1] += ";"
        found.append(last if same else end)
        before = start
    return found


def example_answer(asked: Choose, key: str) -> str:
    """How one option may be typed in words: what in it has a number, a lone one with the last word."""
    label = option_text(asked.menu.option(key))
    figures = [word for word in label.split() if any(map(str.isdecimal, word))]
    last = label.split()[-1]
    return " ".join(figures if len(figures) != 1 or last in figures else [*figures, last]) or label


DIM = "dim"
PLAIN, SHORT, SHORTEST = range(3)
"""How tightly options are told: one a line with what there is to know of it; names in columns, or by how they
begin; only who may act."""


class OptionLines(msgspec.Struct):
    """Lines with their style, and how many options have been shown up to now."""

    lines: list[tuple[str, str]]
    shown: int


class ListSpace(msgspec.Struct, frozen=True):
    """The room for a list: columns, rows, and the rows a list by beginnings may take (0: any number)."""

    width: int
    rows: int
    most: int = 0


def list_options(asked: Choose, room: ListSpace, start: int = 0, tight: int = PLAIN) -> OptionLines:
    """The options from `start` on."""
    keys = list(asked.keys)
    if FEW < len(keys) <= SOME and (phrases := group_phrases(asked, keys)):
        head = max(map(len, phrases))
        told = [fill_lines(f"{begin:<{head}}", ends, room, 2) for begin, ends in phrases.items()]
        return OptionLines([(line, "") for lines in told for line in lines], len(keys))
    groups = option_groups(asked, keys, 2 if tight else 3) if len(keys) > (FEW if tight else SOME) else []
    if any(group.head for group in groups):
        return list_by_beginning(asked, keys, groups, room, tight)
    if are_cards(keys):
        return OptionLines([(line, "") for line in playing_card_lines(asked, keys, room)], len(keys))
    return list_in_columns(asked, keys, room, start, tight)


def playing_card_lines(asked: Choose, keys: Sequence[str], room: ListSpace) -> Iterator[str]:
    """Playing cards side by side; what else may be answered below them."""
    yield from fill_lines(
        "", [option_text(asked.menu.option(key)) for key in keys if CARD.fullmatch(key)], room, 2
    )
    for key in keys:
        if not CARD.fullmatch(key):
            option = asked.menu.option(key)
            yield f"  {option_text(option)}  {option.help}".rstrip()


def list_in_columns(
    asked: Choose, keys: Sequence[str], room: ListSpace, start: int, tight: int
) -> OptionLines:
    """Down the columns, what is refused and why, and how many found no room."""
    options = [asked.menu.option(key) for key in keys]
    numbered, few = use_numbers(keys), len(keys) <= FEW
    cells = [option_cell(option, n if numbered else None) for n, option in enumerate(options, start=1)]
    alone = few and (not tight or any(option.help for option in options))
    if alone:  # what there is to know about a man stands beside him, where it finds room
        wide = max(map(len, cells), default=0)
        told = [f"{text:<{wide}}  {one.help}".rstrip() for text, one in zip(cells, options, strict=True)]
        both = zip(told, cells, strict=True)
        cells = [line if len(line) <= room.width - 2 else text for line, text in both]
    elif tight and len({text.partition(": ")[0] for text in cells}) == len(cells):
        cells = [text.partition(": ")[0] for text in cells]  # a name, and what there is to know in `?`
    found = column_lines(cells[start:], room, one=alone)
    lines, shown = found.lines, start + found.shown
    refused = asked.menu.refusals() if shown >= len(keys) else ()
    for refusal in refused:
        rule = f" ({refusal.rule})" if refusal.rule else ""
        line = f"  -  {refusal.label or refusal.key.replace('-', ' ')}: not now, {refusal.reason}{rule}"
        lines += [(part, DIM) for part in wrap_text(line, room.width, "     ").splitlines()]
    left = len(keys) - shown
    if left > 0:
        lines.append((f"  ... and {left} more: type `more` to see them, or the start of one.", DIM))
    return OptionLines(lines, shown)


def column_lines(cells: Sequence[str], room: ListSpace, *, one: bool) -> OptionLines:
    """Cells down the columns, as many as find room."""
    if not cells:
        return OptionLines([], 0)
    widest = min(max(map(len, cells)), room.width - 2)
    across = 1 if one else max(1, (room.width - 2) // (widest + 2))
    rows = min(-(-len(cells) // across), room.rows)
    shown = list(cells[: rows * across])
    rows = -(-len(shown) // across)
    across_rows = ("  ".join(text[:widest].ljust(widest) for text in shown[row::rows]) for row in range(rows))
    return OptionLines([(f"  {line.rstrip()}", "") for line in across_rows], len(shown))


def list_by_beginning(
    asked: Choose, keys: Sequence[str], groups: Sequence[OptionGroup], room: ListSpace, tight: int
) -> OptionLines:
    """What begins alike stands together; a list that takes too many lines is told by its beginnings alone."""
    numbers = {key: n for n, key in enumerate(keys, start=1)} if use_numbers(keys) else {}
    lines = [line for group in groups for line in grouped_lines(group, numbers, room)]
    if not room.most or len(lines) <= room.most:
        how = "Type a number, or words" if numbers else how_to_type(asked, groups)
        return OptionLines([*((line, "") for line in lines), (f"  {how}.", DIM)], len(keys))
    alone = [text for group in groups if not group.head for _, text in group.ends]
    heads = [*alone, *(group.head for group in groups if group.head)]
    if tight == SHORTEST:
        heads = join_beginnings(list(dict.fromkeys(map(player_in_words, heads))))
    begun = [(line, "") for line in fill_lines("", heads, room, 2 if tight == SHORTEST else 3)]
    how = f"  {how_to_type(asked, groups)}; `more` lists all."
    how = how if len(how) <= room.width else "  Type words of one; `more` lists all."
    return OptionLines([*begun, (how, DIM)], 0)


def join_beginnings(heads: Sequence[str]) -> list[str]:
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


def player_in_words(head: str) -> str:
    """The man of a beginning: `Receiver 81` of `Receiver 81 runs to, from d5`; all of it without a number."""
    before, figure = [], False
    for word in head.split():
        before.append(word.rstrip(","))
        figure = word.rstrip(",").isdecimal()
        if figure:
            break
    return " ".join(before) if figure else head


def grouped_lines(group: OptionGroup, numbers: Mapping[str, int], room: ListSpace) -> list[str]:
    """What can follow a beginning, with its number where there are numbers."""
    head = f"{group.head}:" if group.head else ""
    if numbers:
        return fill_lines(head, [f"{numbers[key]:>2}) {text}" for key, text in group.ends], room, 2)
    return fill_lines(head, merge_endings([text for _, text in group.ends]), room, 1)


def fill_lines(head: str, cells: Sequence[str], room: ListSpace, gap: int) -> list[str]:
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


def how_to_type(asked: Choose, groups: Sequence[OptionGroup]) -> str:
    """How to answer by words."""
    key = next(group.ends[0][0] for group in groups if group.head)
    return f"Type words, such as `{example_answer(asked, key)}`"
