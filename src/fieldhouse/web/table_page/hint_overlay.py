"""A hint drawn on the board and in the hand: the answers it names are marked where they can be touched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from fieldhouse.kernel.game import View
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.table_page.board import ShownPart, sanitize_svg, strip_day_colors
from fieldhouse.web.table_page.question import board_touches


def draw_hint(parts: Sequence[ShownPart], keys: Sequence[str], folder: Folder, view: View) -> None:
    """Mark these answers: cards and buttons by their keys, elements of pictures by key or square.

    Where the board draws an answer itself (`hint_overlay`), that lies over the field instead.
    """
    pointed = getattr(folder.board, "hint_overlay", None) if folder.has_board else None
    drawn = pointed(view, keys[0]) if pointed is not None else ""
    touches = board_touches(folder)
    touched = {name for key in keys for name in touches(key)}
    for part in parts:
        if part.svg is None:
            continue
        if not drawn:
            part.svg = mark_answers(part.svg, set(keys), touched)
        elif part.area == "field":
            part.svg = overlay_svg(part.svg, drawn)


def overlay_svg(svg: Markup, drawn: str) -> Markup:
    """The picture with this on top, which no finger can touch."""
    whole = f'{str(svg).removesuffix("</svg>")}<g class="hintline">{drawn}</g></svg>'
    return strip_day_colors(sanitize_svg(whole))


def mark_answers(svg: Markup, keys: set[str], squares: set[str]) -> Markup:
    """The picture with `data-hinted` on what these answers touch."""
    wanted = {
        *(f'data-key="{escape(key)}"' for key in keys),
        *(f'data-square="{escape(name)}"' for name in squares),
    }

    def mark(found: re.Match[str]) -> str:
        return f'{found[0]} data-hinted=""' if found[0] in wanted else found[0]

    return Markup(re.sub(r'data-(?:key|square)="[^"]*"', mark, str(svg)))
