"""A menu in words: numbers where they help, and options that begin or end alike told together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

import msgspec

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
