"""Filters for templates: numbers, times and names as people read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from markupsafe import Markup, escape

from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import coach_name, level_label
from fieldhouse.lab.advice.text import percent_text
from fieldhouse.store import server_clock
from fieldhouse.web.learn.rule_links import rule_address


def ago(then: float) -> str:
    """A point in the past as people say it: `5 minutes ago`."""
    seconds = max(0, int(server_clock.now() - then))
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = seconds // size
            return f"{count} {word}{'s' * (count > 1)} ago"
    return "just now"


def minutes_text(count: int) -> str:
    """`90` minutes as `1 hour 30 minutes`."""
    parts = []
    for size, word in ((1440, "day"), (60, "hour"), (1, "minute")):
        amount, count = divmod(count, size)
        if amount:
            parts.append(f"{amount} {word}{'s' * (amount > 1)}")
    return " ".join(parts)


def clock_text(seconds: float) -> str:
    """`94.2` seconds as `1:34`."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def iso_time(at: float) -> str:
    """A point in time as HTML's <time> wants it; the page's script shows it in local time."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def key_text(key: str) -> str:
    """A key as words: `short-pass` is `Short pass`."""
    text = str(key).replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]


def card_text(key: str) -> str:
    """A playing card's key with its suit drawn: `10H` is `10♥`."""
    found = re.fullmatch(r"(10|[2-9JQKA])([SHDC])", key)
    return key if found is None else found.group(1) + "♠♥♦♣"["SHDC".index(found.group(2))]


_RULE = re.compile(r"\b[A-Z]{2}-(?:\d+|[A-Z]+)\.\d+[a-z]?")


def with_rule_links(text: str, game: str) -> Markup:
    """Words with every rule number in them a link to its place in the game's rules."""

    def link(found: re.Match[str]) -> str:
        return f'<a class="ruleid" href="{rule_address(found.group(), game)}">{found.group()}</a>'

    return Markup(_RULE.sub(link, str(escape(text))))


def home_color(game: str) -> str:
    """The home team's color where the game's board declares one (`HOME_INK`); empty: the usual red."""
    folder = registry.find(game)
    ink = getattr(folder.board, "HOME_INK", None) if folder.has_board else None
    return "" if ink is None else ink.name


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return f"{text[:1].upper()}{text[1:]}"


def signed_change(value: float, digits: int = 0) -> str:
    """A change with its sign: `+12`, `−3.5`, and `0` for none."""
    text = f"{abs(value):.{digits}f}"
    if float(text) == 0:
        return "0"
    return f"{'+' if value > 0 else '−'}{text}"


def tone(value: float) -> str:
    """The class that colors a change: `up`, `down`, or none."""
    return "up" if value > 0.05 else "down" if value < -0.05 else ""


def pct(share: float) -> str:
    """A share the way standings have it: `.625`, `1.000`."""
    text = f"{share:.3f}"
    return text.removeprefix("0")


def thousands(value: float) -> str:
    """A number with commas: `12,345`."""
    return f"{value:,.0f}"


def plural(count: int, word: str) -> str:
    """`1 play`, `3 plays`."""
    return f"{count:,} {word}{'s' if count != 1 else ''}"


def day(value: date, *, year: bool = False) -> str:
    """`November 17`, or `November 17, 2026`."""
    return f"{value:%B} {value.day}{f', {value.year}' if year else ''}"


FILTERS: dict[str, Callable[..., Any]] = {
    "ago": ago,
    "chance": percent_text,
    "minutes": minutes_text,
    "moment": iso_time,
    "words": key_text,
    "card": card_text,
    "clock": clock_text,
    "ruled": with_rule_links,
    "rule_at": rule_address,
    "home_color": home_color,
    "sentence": sentence,
    "change": signed_change,
    "tone": tone,
    "thousands": thousands,
    "pct": pct,
    "plural": plural,
    "day": day,
    "level": level_label,
    "coach": coach_name,
}
