"""A hint drawn on the board and in the hand: the answers it names are marked where they can be touched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from fieldhouse.web.present.page import TablePage
from fieldhouse.web.present.question import named


def draw(page: TablePage, keys: Sequence[str]) -> None:
    """Mark these answers: cards and buttons by their keys, elements of pictures by key or square."""
    page.hinted = tuple(keys)
    touched = {name for key in keys for name in named(key)}
    for part in page.parts:
        if part.svg is not None:
            part.svg = marked(part.svg, set(keys), touched)


def marked(svg: Markup, keys: set[str], squares: set[str]) -> Markup:
    """The picture with `data-hinted` on what these answers touch."""
    wanted = {
        *(f'data-key="{escape(key)}"' for key in keys),
        *(f'data-square="{escape(name)}"' for name in squares),
    }

    def mark(found: re.Match[str]) -> str:
        return f'{found[0]} data-hinted=""' if found[0] in wanted else found[0]

    return Markup(re.sub(r'data-(?:key|square)="[^"]*"', mark, str(svg)))
