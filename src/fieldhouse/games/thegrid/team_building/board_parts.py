"""Board parts of drafts and auctions: coaches' needs, player cards, your own team."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from fieldhouse.football import shapes
from fieldhouse.football.parts import Face, Part, card_paper
from fieldhouse.football.shapes import Ink, box, label
from fieldhouse.games.thegrid.board.player_card import KIND_INK, player_face, truncate_name
from fieldhouse.games.thegrid.team_building.board_text import COLUMNS, brief, counts
from fieldhouse.games.thegrid.teams.players import KIND, NEEDED, ROSTER, TYPES
from fieldhouse.kernel.game import View

WIDTH, ROW, TOP = 366, 30, 22
METERS = {"QB": 84, "HBE": 118, "LN": 194}
HEADS = {"QB": "QB", "HBE": "Backs", "LN": "Line"}


def coaches_part(view: View, order: Sequence[int], at: int, *, money: bool) -> Part:
    """One line per coach: name, squares for players had and needed, open spots, budget and top bid."""
    pieces = [label(10, 13, "Coach", 11, shapes.SOFT)]
    pieces += [label(METERS[kind], 13, HEADS[kind], 11, shapes.SOFT) for kind in TYPES]
    pieces += [label(284, 13, "Open", 11, shapes.SOFT, anchor="end")]
    if money:
        pieces += [label(326, 13, "Budget", 11, shapes.SOFT, anchor="end")]
        pieces += [label(360, 13, "Max bid", 11, shapes.SOFT, anchor="end")]
    for n, seat in enumerate(order):
        pieces.append(_coach(view, seat, TOP + ROW * n, marked=seat == at, money=money))
    said = "; ".join(coach_words(view, seat, money=money) for seat in order)
    return Part(
        id="coaches",
        area="beside" if money else "field",
        label=f"Budgets and needs: {said}" if money else f"Needs: {said}",
        title="Budgets and needs" if money else "",
        width=WIDTH,
        height=TOP + ROW * len(order),
        widest=620,
        svg="".join(pieces),
        open=True,
    )


def _coach(view: View, seat: int, y: float, *, marked: bool, money: bool) -> str:
    has = counts(view, seat)
    me = seat == view["seat"]
    fill: Ink = shapes.AMBER_TINT if marked else shapes.SHEET
    name = "You" if me else view["coaches"][seat]
    parts = [box(0.5, y + 0.5, WIDTH - 1, ROW - 4, fill, radius=6, stroke=shapes.EDGE)]
    parts.append(label(10, y + 18, truncate_name(name, 9), 12.5, bold=True))
    for kind, needed in COLUMNS:
        step = 9 if has[kind] <= needed else max(5.5, 9 * needed / has[kind])
        for place in range(max(needed, has[kind])):
            x = METERS[kind] + step * place
            full = place < has[kind]
            parts.append(
                box(x, y + 7, 7, 13, KIND_INK[kind] if full else None, radius=1.5, stroke=KIND_INK[kind])
            )
    open_ = ROSTER - len(view["state"]["rosters"][seat])
    parts.append(label(284, y + 18, str(open_), 12, shapes.SOFT, anchor="end"))
    if money:
        parts.append(label(326, y + 18, f"${view['state']['money'][seat]}", 13, anchor="end", bold=True))
        parts.append(label(360, y + 18, f"${view['limits'][seat]}", 12, shapes.SOFT, anchor="end"))
    return "".join(parts)


def coach_words(view: View, seat: int, *, money: bool) -> str:
    """A coach's line for screen readers."""
    has = counts(view, seat)
    held = ", ".join(f"{has[kind]} {kind}" for kind in TYPES)
    purse = f", ${view['state']['money'][seat]}, max bid ${view['limits'][seat]}" if money else ""
    return f"{view['coaches'][seat]} {held}{purse}"


def cards_part(
    view: View, whom: Sequence[int], keys: Collection[str], id: str, title: str, *, ask: bool
) -> Part:
    """Player cards; those that may be chosen now are the buttons."""
    faces = tuple(_card(view, who, keys) for who in whom)
    return Part(id=id, area="hand" if ask else "beside", label=title, faces=faces, open=True)


def _card(view: View, who: int, keys: Collection[str]) -> Face:
    row = view["pool"][who]
    return player_face(row, key=row["id"] if row["id"] in keys else "", note=row["id"])


def own_part(view: View) -> Part | None:
    """The viewer's players by type, with prices and what is still needed."""
    seat = view["seat"]
    if seat is None:
        return None
    rows: list[tuple[str, str]] = []
    prices = view["state"].get("prices")
    for kind in TYPES:
        players = [
            n for n, who in enumerate(view["state"]["rosters"][seat]) if view["pool"][who]["type"] == kind
        ]
        for n in players:
            row = view["pool"][view["state"]["rosters"][seat][n]]
            paid = f", ${prices[seat][n]}" if prices else ""
            rows.append((f"{row['number']} {row['name']}{paid}", f"{KIND[kind]}: {brief(row)}"))
        short = NEEDED[kind] - len(players)
        if short > 0:
            rows.append((f"{short} more", f"{KIND[kind]} needed"))
    has = len(view["state"]["rosters"][seat])
    return Part(id="own", area="beside", label=f"Your team, {has} of {ROSTER}", rows=tuple(rows), open=True)


def free_part(view: View, free: Sequence[int]) -> Part:
    """The available players by type and grade."""
    rows: list[tuple[str, ...]] = [("Player", "Type", "Grade", "Ratings")]
    order = sorted(
        free, key=lambda who: (TYPES.index(view["pool"][who]["type"]), -view["pool"][who]["grade"], who)
    )
    for who in order:
        row: dict[str, Any] = view["pool"][who]
        name = f"{row['number']} {row['name']} ({row['id']})"
        rows.append((name, KIND[row["type"]], str(row["grade"]), brief(row)))
    return Part(id="free", area="beside", label=f"Available players: {len(free)}", table=tuple(rows))


def number_face(key: str, big: str, small: str, good: bool) -> Face:
    """A bid as a button."""
    body = card_paper(78, 58) + box(1, 1, 76, 4, shapes.GOOD if good else shapes.SOFT, radius=2)
    body += label(39, 30, big, 18, anchor="middle", bold=True) + label(
        39, 47, small, 11.5, shapes.SOFT, anchor="middle"
    )
    return Face(id=f"bid-{key}", label=f"{big}, {small}", svg=body, width=78, height=58, key=key)
