"""Draft and auction as a picture: a table of coaches with their needs, and player cards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from fieldhouse.games.thegrid.board.picture import EDGE, FONT, INK, PAPER, QUIET, box, words
from fieldhouse.games.thegrid.forming.textboard import COLUMNS, counts
from fieldhouse.games.thegrid.teams.cards import KIND, WORDS
from fieldhouse.games.thegrid.teams.players import ORDER, ROSTER
from fieldhouse.kernel.game import View

WIDTH = 960
ROW = 26
CARD_WIDTH, CARD_HEIGHT, GAP = 180, 200, 9
COLORS = {"QB": "#1d6b52", "HBE": "#7a4a16", "LN": "#33445f"}


def page(view: View, order: Sequence[int], at: int, cards: Sequence[int], title: str) -> str:
    """Status, coaches in that order with `at` marked, and these cards."""
    top = 70 + ROW * len(order)
    rows = (len(cards) + 4) // 5
    height = top + 40 + rows * (CARD_HEIGHT + GAP)
    parts = [f'<rect width="{WIDTH}" height="{height}" fill="#ece8dc"/>']
    parts.append(words(16, 30, view["status"], 19, font_weight="bold"))
    parts += [coach(view, seat, 48 + ROW * n, marked=seat == at) for n, seat in enumerate(order)]
    parts.append(words(16, top + 14, title, 15, font_weight="bold"))
    for n, who in enumerate(cards):
        x = 14 + (n % 5) * (CARD_WIDTH + GAP)
        parts.append(card(view, who, x, top + 26 + (n // 5) * (CARD_HEIGHT + GAP)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>{escape(view['status'])}</title>{''.join(parts)}</svg>"
    )


def coach(view: View, seat: int, y: float, *, marked: bool) -> str:
    """One line: name, squares by type, empty places, and the purse where there is one."""
    has = counts(view, seat)
    you = " (you)" if seat == view["seat"] else ""
    parts = [box(12, y, 936, ROW - 3, "#fbeecb" if marked else PAPER)]
    parts.append(words(22, y + 16, view["coaches"][seat] + you, 13, font_weight="bold"))
    for n, (kind, needed) in enumerate(COLUMNS):
        x = 170 + 180 * n
        parts.append(words(x, y + 16, kind, 11, fill=QUIET))
        for place in range(max(needed, has[kind])):
            fill = COLORS[kind] if place < has[kind] else "#fff"
            parts.append(box(x + 34 + 14 * place, y + 5, 10, 13, fill, COLORS[kind]))
    parts.append(words(720, y + 16, f"{ROSTER - len(view['state']['rosters'][seat])} open", 12, fill=QUIET))
    if "money" in view["state"]:
        purse = f"${view['state']['money'][seat]}"
        parts.append(words(800, y + 16, purse, 14, font_weight="bold"))
        parts.append(words(850, y + 16, f"limit ${view['limits'][seat]}", 12, fill=QUIET))
    return "".join(parts)


def card(view: View, who: int, x: float, y: float) -> str:
    """A player card with every rating and its word."""
    row = view["pool"][who]
    kind = row["type"]
    head = f'x="{x:g}" y="{y:g}" width="{CARD_WIDTH}" height="40" rx="6" fill="{COLORS[kind]}"'
    name = f"{row['number']} {row['name']}"
    parts = [box(x, y, CARD_WIDTH, CARD_HEIGHT, PAPER, EDGE), f"<rect {head}/>"]
    parts.append(words(x + 9, y + 17, name[:21], 13, fill="#fff", font_weight="bold"))
    parts.append(words(x + 9, y + 33, KIND[kind], 11, fill="#fff"))
    for n, key in enumerate(ORDER[kind]):
        line = y + 60 + 20 * n
        value = row[key] if isinstance(row[key], str) else f"{row[key]:+d}" if kind == "QB" else row[key]
        parts.append(words(x + 9, line, WORDS[key], 12, fill=QUIET))
        right = f'x="{x + CARD_WIDTH - 9:g}" y="{line:g}" font-size="13" text-anchor="end" font-weight="bold"'
        parts.append(f'<text {right} {FONT} fill="{INK}">{value}</text>')
    return "".join(parts)
