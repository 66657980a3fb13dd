"""The API pages of the site, from the docstrings: a page a module of the public face.

The docstrings are Markdown, as the pages are, so they are taken over as they stand.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MODULES = {
    "fieldhouse": "What `import fieldhouse` brings",
    "fieldhouse.gyms": "Environments",
    "fieldhouse.league": "Leagues",
    "fieldhouse.kernel.game": "The game interface",
    "fieldhouse.kernel.requests": "Requests",
    "fieldhouse.kernel.record": "Records",
    "fieldhouse.kernel.events": "Events",
    "fieldhouse.kernel.scoreboard": "The scoreboard",
    "fieldhouse.kernel.errors": "Errors",
    "fieldhouse.football.events": "Football events",
    "fieldhouse.football.parts": "Parts of a board",
    "fieldhouse.lab.network_coach": "Trained policies",
}

RESULTS = {
    "Summary": "fieldhouse.lab.summary",
    "Tally": "fieldhouse.lab.bulk",
    "Advice": "fieldhouse.lab.advice.samples",
    "OptionAdvice": "fieldhouse.lab.advice.samples",
    "Ledger": "fieldhouse.lab.review.luck_ledger",
    "LedgerLine": "fieldhouse.lab.review.luck_ledger",
    "Report": "fieldhouse.lab.report",
    "ArenaResult": "fieldhouse.lab.arena",
    "SeasonReplay": "fieldhouse.league.season_replay",
    "Standings": "fieldhouse.league.text",
}
"""What the verbs give back, by the module it comes from."""


def write_pages(folder: Path) -> None:
    """One page a module, and the list of them; a page that would not change is left alone."""
    folder.mkdir(exist_ok=True)
    pages = {name.replace(".", "-"): "\n".join(page_of(name, title)) for name, title in MODULES.items()}
    pages["results"] = "\n".join(results_page())
    listed = "\n".join(pages)
    pages["index"] = f"# API\n\nFrom the docstrings.\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    for old in folder.glob("*.md"):
        if old.stem not in pages:
            old.unlink()
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def page_of(name: str, title: str) -> Iterator[str]:
    """The lines of a module's page."""
    module = importlib.import_module(name)
    yield from (f"# {title}", "", f"`{name}`", "", *_told(module), "")
    for each in public(module, name):
        yield from _entry(each, getattr(module, each), "##")


def results_page() -> Iterator[str]:
    """The lines of the page of results."""
    yield from ("# What the verbs give back", "", "Each shows itself in a notebook and has `rows()`.", "")
    for each, name in RESULTS.items():
        yield from _entry(each, getattr(importlib.import_module(name), each), "##")


def public(module: Any, name: str) -> list[str]:
    """The module's names: those it lists, or the documented classes and functions of its own."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__, key=str.lower)
    return [
        each
        for each, value in vars(module).items()
        if not each.startswith("_")
        and (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__ == name
    ]


def _entry(name: str, value: Any, level: str) -> Iterator[str]:
    yield from (f"{level} {name}", "", f"```python\n{name}{_broken(value)}\n```", "", *_told(value), "")
    if inspect.isclass(value):
        for each, member in _members(value).items():
            if each.startswith("_") or not _documented(member):
                continue
            shown = member.fget if isinstance(member, property) else getattr(value, each)
            mark = "" if isinstance(member, property) else _signature(shown)
            told = " ".join(_told(shown)).strip()
            yield from (f"- `{each}{mark}`: {told}" if told else f"- `{each}{mark}`",)
        yield ""


def _members(value: type) -> dict[str, Any]:
    """Its own and what it inherits from ours: a table looks, says and keeps by bases of its own."""
    ours = [base for base in reversed(value.__mro__) if base.__module__.startswith("fieldhouse")]
    return {each: member for base in ours for each, member in vars(base).items()}


def _documented(member: Any) -> bool:
    plain = isinstance(member, property | classmethod | staticmethod) or inspect.isfunction(member)
    return plain and bool(inspect.getdoc(member if not isinstance(member, property) else member.fget))


def _signature(value: Any) -> str:
    try:
        return str(inspect.signature(value)).replace("'", "")
    except (TypeError, ValueError):
        return ""


WIDE = 76
"""Letters that a line of code has room for on the page."""


def _broken(value: Any) -> str:
    """The signature, a parameter a line where it is long."""
    plain = _signature(value)
    if len(plain) + len(value.__name__) <= WIDE:
        return plain
    signature = inspect.signature(value)
    lines, star = list[str](), False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            lines.append("*")
        star = star or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        lines.append(str(parameter.replace(default=parameter.empty)).replace("'", "") + default)
    back = plain[plain.rindex(")") + 1 :]
    return "(\n" + "".join(f"    {line},\n" for line in lines) + f"){back}"


def _told(value: Any) -> list[str]:
    """The docstring with its examples fenced."""
    lines: list[str] = []
    example = False
    for line in (inspect.getdoc(value) or "").splitlines():
        if line.startswith(">>> ") and not example:
            lines.append("```python")
            example = True
        elif example and not line.strip():
            lines.append("```")
            example = False
        lines.append(line)
    return [*lines, "```"] if example else lines
