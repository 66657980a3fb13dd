"""The installed games, and the options of one, as text."""

from __future__ import annotations

import textwrap

from fieldhouse.kernel import registry
from fieldhouse.kernel.meta import Meta, OptionSpec


def games_text(width: int, *, brief: bool = False) -> str:
    """Every game in a few lines each; a folder that cannot be read is named and does not hide the others."""
    lines = []
    for number, (name, folder) in enumerate(registry.list_games().items(), start=1):
        try:
            lines += _on_the_shelf(number, folder.meta, width)[: 2 if brief else None]
        except Exception as error:  # a broken game must not hide the others
            lines.append(f"{number:>2} {name}: cannot be read: {error}")
    return "\n".join(lines) or "No games are installed."


def _on_the_shelf(number: int, meta: Meta, width: int) -> list[str]:
    seats = " and ".join(meta.seats)
    facts = f"lengths: {', '.join(meta.lengths)}; coaches: {', '.join(meta.levels)}; seats: {seats}"
    return [
        f"{number:>2} {meta.name:<12} {meta.title}",
        _indented(meta.blurb, width),
        _indented(meta.source, width),
        _indented(facts, width),
    ]


def _indented(text: str, width: int, indent: int = 16) -> str:
    space = " " * indent
    return textwrap.fill(text, width, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)


def game_text(meta: Meta, width: int) -> str:
    """One game's title page with all its options, lengths and materials."""
    lines = [meta.title, _indented(meta.blurb, width, 2), ""]
    facts = {
        "name": meta.name,
        "source": meta.source,
        "seats": ", ".join(meta.seats),
        "coaches": ", ".join(meta.levels),
        "edition": str(meta.edition),
        "hidden": "hands or calls" if meta.hidden else "nothing",
        "ties": "possible" if meta.ties else "none",
    }
    lines += [_row(name, value, width) for name, value in facts.items()]
    if meta.options:
        lines += ["", "Options (-o NAME=VALUE)"]
        lines += [_row(spec.name, _option(spec), width, 18) for spec in meta.options]
    if meta.lengths:
        lines += ["", "Lengths (--length NAME)"]
        for name, values in meta.lengths.items():
            told = ", ".join(f"{key}={_shell(value)}" for key, value in values.items())
            words = meta.length_words.get(name, "")
            lines.append(_row(name, "; ".join(filter(None, (words, told))) or "the default options", width))
    if meta.materials:
        lines += ["", f"Charts, decks and teams (fieldhouse charts show {meta.name} NAME)"]
        lines += [_row(name, what, width, 16) for name, what in meta.materials.items()]
    return "\n".join(lines)


def _row(name: str, text: str, width: int, head: int = 9) -> str:
    return textwrap.fill(
        f"  {name:<{head}} {text}", width, subsequent_indent=" " * (head + 3), break_on_hyphens=False
    )


def _option(spec: OptionSpec) -> str:
    rule = f" ({spec.rule})" if spec.rule else ""
    return f"{spec.help}{rule}: {spec.wants()}; default: {_shell(spec.default)}"


def _shell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value) or "empty"
