"""Looking things up in a game's catalogue: a rule, a section, a word."""

from __future__ import annotations

import re
import textwrap

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.registry import Folder


def sections(folder: Folder) -> dict[str, str]:
    """The titles of the catalogue's sections by number: {"9": "Penalties"}."""
    found = re.findall(r"^## (\d+)[.:]?\s+(.+)$", folder.catalogue, re.MULTILINE)
    return dict(found)


def section(folder: Folder, number: str) -> str | None:
    """The whole text of a section, or None."""
    start = re.search(rf"^## {re.escape(number)}[.:]?\s.*$", folder.catalogue, re.MULTILINE)
    if start is None:
        return None
    end = re.search(r"^## ", folder.catalogue[start.end() :], re.MULTILINE)
    stop = start.end() + end.start() if end else len(folder.catalogue)
    return folder.catalogue[start.start() : stop].strip().removesuffix("---").strip()


def subsection(folder: Folder, rule_id: str) -> str | None:
    """The text of a rule that is a heading with a table below it (`### RB-20.3 ...`), or None."""
    start = re.search(rf"^### {re.escape(rule_id)}\b.*$", folder.catalogue, re.MULTILINE)
    if start is None:
        return None
    end = re.search(r"^#{2,3} ", folder.catalogue[start.end() :], re.MULTILINE)
    stop = start.end() + end.start() if end else len(folder.catalogue)
    return folder.catalogue[start.start() : stop].strip().removesuffix("---").strip()


def full_id(folder: Folder, text: str) -> str | None:
    """`rb-9.14` or `9.14` as the id the catalogue has, or None."""
    prefix = folder.meta.rule_prefix
    wanted = text if text.upper().startswith(f"{prefix}-") else f"{prefix}-{text}"
    return next((known for known in folder.rule_ids if known.lower() == wanted.lower()), None)


def look_up(folder: Folder, wanted: str, width: int = 80) -> str:
    """A rule by id, a section by number, or every rule with the word; FieldhouseError if there is none."""
    rule_id = full_id(folder, wanted)
    if rule_id is not None:
        table = subsection(folder, rule_id)
        return rule_text(folder, rule_id, width) if table is None else wrap_markdown(table, width)
    number = wanted.upper().removeprefix(f"{folder.meta.rule_prefix}-")
    if number.isdecimal():
        text = section(folder, number)
        if text is None:
            known = ", ".join(sections(folder))
            raise FieldhouseError(f"{folder.meta.title} has no section {number}; it has: {known}")
        return wrap_markdown(text, width)
    hits = [known for known in folder.rule_ids if wanted.lower() in (folder.rule(known) or "").lower()]
    if hits:
        return "\n".join(rule_text(folder, hit, width) for hit in hits)
    if re.fullmatch(rf"(?i){re.escape(folder.meta.rule_prefix)}-.*|\d+\.\d+\w?", wanted):
        raise FieldhouseError(f"{folder.meta.title} has no rule {wanted}; `rules` alone lists the sections")
    raise FieldhouseError(f"no rule of {folder.meta.title} mentions {wanted!r}")


def guide_text(folder: Folder) -> str:
    """The short guide for new players as Markdown, without its pictures and the line between its screens."""
    if not folder.how_to_play:
        raise FieldhouseError(
            f"{folder.meta.title} has no short guide; `fieldhouse rules {folder.name}` has the rules"
        )
    words = re.sub(r"(!\[\]\(picture:\d+\)|---)\n+", "", folder.how_to_play)
    return f"# How to play {folder.meta.title}\n\n{words}"


def rule_text(folder: Folder, rule_id: str, width: int = 80) -> str:
    """One rule, its id first, wrapped."""
    return wrap_text(
        f"{rule_id}  {strip_markdown(folder.rule(rule_id) or '')}", width, " " * (len(rule_id) + 2)
    )


def strip_markdown(text: str) -> str:
    """Markdown without its marks, for reading on a terminal. What stands in a code span stays as it is."""
    words = re.split(r"`([^`]*)`", text)
    words[::2] = (re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"\1", part) for part in words[::2])
    return "".join(words)


def wrap_text(text: str, width: int, hang: str = "  ") -> str:
    """The text wrapped with a hanging indent."""
    return textwrap.fill(
        text, max(width, 30), subsequent_indent=hang, break_on_hyphens=False, break_long_words=False
    )


def wrap_markdown(text: str, width: int) -> str:
    """Markdown for the terminal: list items and paragraphs wrapped, tables left as they are."""
    shown = []
    for line in text.splitlines():
        if line.startswith("## "):
            shown += [strip_markdown(line.removeprefix("## ")), "=" * min(width, len(line) - 3)]
        elif line.startswith("### "):
            shown.append(strip_markdown(line.removeprefix("### ")))
        elif line.startswith("|") or not line.strip():
            shown.append(strip_markdown(line))
        else:
            shown.append(wrap_text(strip_markdown(line.removeprefix("- ")), width))
    return "\n".join(shown)
