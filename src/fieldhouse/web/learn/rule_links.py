"""Where a rule stands: long catalogues are shown on several pages, whole chapters on each."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import UnknownGame
from fieldhouse.kernel.registry import Folder

MOST_LETTERS = 115_000
"""Letters of a catalogue that one page holds: with its links and tables the page stays under 150 kB."""
_CHAPTER = re.compile(r"^## (?:(\d+|[A-Z])\.? )?", re.MULTILINE)


@lru_cache(maxsize=32)
def rule_pages(folder: Folder) -> tuple[tuple[str, int], ...]:
    """Each chapter in order, by its number ("" without one), with the page that it stands on."""
    text = folder.catalogue
    starts = list(_CHAPTER.finditer(text))
    page_size = len(text) / -(-len(text) // MOST_LETTERS)
    return tuple((found.group(1) or "", 1 + int(found.start() / page_size)) for found in starts)


def rule_page(folder: Folder, rule: str) -> int:
    """The page of a rule (`CB-16.4`) or chapter (`CB-16`)."""
    chapter = rule.partition("-")[2].partition(".")[0]
    try:
        return dict(rule_pages(folder)).get(chapter, 1)
    except OSError:  # a game on somebody's own shelf may have no catalogue
        return 1


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
