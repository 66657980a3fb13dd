"""Where a rule stands: long catalogues are shown on several pages, whole chapters on each."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import UnknownGame
from fieldhouse.kernel.registry import Folder

MOST_LETTERS = 115_000
"""Letters of a catalogue that one page holds: with its links and tables the page stays under 150 kB."""
FOR_PROGRAMMERS = "(for programmers)"
"""The end of a chapter's heading that is not about play."""
_CHAPTER = re.compile(r"^## (?:(\d+|[A-Z])\.? )?(.*)$", re.MULTILINE)


class Chapter(NamedTuple):
    """A chapter of the rules, by its number ("" without one), and the page that it stands on."""

    number: str
    page: int
    for_programmers: bool


@lru_cache(maxsize=32)
def rule_chapters(folder: Folder) -> tuple[Chapter, ...]:
    """The chapters in order. Those for programmers are on the last page."""
    text = folder.catalogue
    starts = list(_CHAPTER.finditer(text))
    ends = [found.start() for found in starts[1:]] + [len(text)]
    technical = [found.group(2).endswith(FOR_PROGRAMMERS) for found in starts]
    sizes = [
        0 if odd else end - found.start() for found, end, odd in zip(starts, ends, technical, strict=True)
    ]
    pages = -(-sum(sizes) // MOST_LETTERS) or 1
    chapters = []
    for n, (found, odd) in enumerate(zip(starts, technical, strict=True)):
        page = pages + 1 if odd else 1 + sum(sizes[:n]) * pages // sum(sizes)
        chapters.append(Chapter(found.group(1) or "", page, odd))
    return tuple(chapters)


def rule_page(folder: Folder, rule: str) -> int:
    """The page of a rule (`CB-16.4`) or chapter (`CB-16`)."""
    chapter = rule.partition("-")[2].partition(".")[0]
    try:
        numbered = next((one.page for one in rule_chapters(folder) if one.number == chapter), None)
        return numbered or _rule_pages(folder).get(rule, 1)
    except OSError:  # a game on somebody's own shelf may have no catalogue
        return 1


@lru_cache(maxsize=32)
def _rule_pages(folder: Folder) -> dict[str, int]:
    """The pages of rules, found in the text: `TG-D.1` stands in a chapter without a number."""
    found: dict[str, int] = {}
    texts = re.split(r"(?m)^(?=## )", folder.catalogue)[1:]
    for chapter, text in zip(rule_chapters(folder), texts, strict=True):
        for rule in registry.catalogue_rules(text, folder.meta.rule_prefix):
            found.setdefault(rule, chapter.page)
    return found


def rules_address(folder: Folder, page: int) -> str:
    """Where that page of the rules is."""
    return f"/rules/{quote(folder.name)}" + (f"/{page}" if page > 1 else "")


@lru_cache(maxsize=4096)
def rule_address(rule: str, game: str) -> str:
    """The address of a rule in the game's rules."""
    try:
        folder = registry.find(game)
    except UnknownGame:
        return f"/rules/{quote(game)}#{rule}"
    return f"{rules_address(folder, rule_page(folder, rule))}#{rule}"
