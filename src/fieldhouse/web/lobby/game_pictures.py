"""A picture of each game for the lobby: its board in the middle of a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.lobby.games import quick_length
from fieldhouse.web.table_page.board import board_parts

STATIC = Path(__file__).parents[1] / "static"
SCENE = (400, 182)
"""The size of a picture in the lobby."""
ROW = 34
"""A board of squares is cut between its rows."""
SHEET = Path(__file__).parents[1] / "static" / "board.css"
SHADE = re.compile(r"(--k-[a-z-]+): ([^;]+);")
PAINT = re.compile(r"\.([fs]-[a-z-]+) \{ (fill|stroke): var\((--k-[a-z-]+)\); \}")


FAN, CARD = 4, 84
"""So many cards of a hand, and how wide each is drawn."""


def lobby_scene(svg: str, stretch: bool, cards: Sequence[str] = ()) -> str:
    """A board that may be stretched fills the scene, a hand of cards before it; of a tall one the middle."""
    if not stretch:
        return _inked(_middle(svg))
    wide, high = SCENE
    inside = svg.replace("<svg ", f'<svg width="{wide}" height="{high}" ', 1)
    frame = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif"'
    return _inked(f"<svg {frame}>{inside}{_fan(cards[:FAN])}</svg>")


def _fan(cards: Sequence[str]) -> str:
    """The cards side by side, as a hand holds them; their feet are below the picture."""
    wide, high = SCENE
    found = []
    for place, card in enumerate(cards):
        off = place - (len(cards) - 1) / 2
        x, y = wide / 2 + off * (CARD - 10) - CARD / 2, high - 92 + 5 * off * off
        size = re.search(r'width="(\d+)" height="(\d+)"', card)
        if size is None:
            continue
        tall = CARD * int(size.group(2)) / int(size.group(1))
        drawn = card.replace(size.group(0), f'x="{x:g}" y="{y:g}" width="{CARD}" height="{tall:g}"', 1)
        found.append(f'<g transform="rotate({6 * off:g} {x + CARD / 2:g} {y + tall:g})">{drawn}</g>')
    return "".join(found)


def _middle(svg: str) -> str:
    """The middle of a tall board, in the shape of a scene."""
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    if found is None:
        return svg
    wide, tall = map(int, found.groups())
    high = round(wide * SCENE[1] / SCENE[0])
    top = max(0, tall - high) // 2 // ROW * ROW
    return svg.replace(found.group(0), f'viewBox="0 {top} {wide} {high}"', 1)


def _inked(svg: str) -> str:
    """With the shades of the inks it is painted with: an image sees no style sheet of its page."""
    sheet = SHEET.read_text(encoding="utf-8")
    shades = dict(SHADE.findall(sheet))
    painted = {name for names in re.findall(r'class="([^"]+)"', svg) for name in names.split()}
    rules = [f".{name}{{{how}:{shades[ink]}}}" for name, how, ink in PAINT.findall(sheet) if name in painted]
    style = f"<style>:root{{color-scheme:light dark}}{''.join(rules)}</style>"
    opening = svg.index(">") + 1
    return svg[:opening] + style + svg[opening:]


@get("/play/{game:str}/picture.svg", include_in_schema=False, media_type="image/svg+xml")
async def game_picture(game: FromPath[str]) -> Response[str]:
    """The game's board in the middle of a game, for the lobby."""
    drawn = await in_thread(_picture, registry.find(game))
    return Response(drawn, headers={"cache-control": "public, max-age=86400"})


@lru_cache(maxsize=32)
def _picture(folder: Folder) -> str:
    """The first part of the board some answers into a game; without a board the ball alone."""
    table: Table[Any] = Table(folder.open(length=quick_length(folder)), FastDice(11))
    rng = Random(11)
    for _ in range(24):
        if not table.pending_seats:
            break
        asked = table.request_for(table.pending_seats[0])
        assert asked is not None
        quick = [key for key in ("fill", "ready", "scrimmage", "play") if key in asked.menu]
        table.answer(asked.seat, quick[0] if quick else rng.choice(asked.keys))
    drawn = board_parts(folder, table.view(0))
    shown = [part for part in drawn if part.area == "field" and part.svg]
    if not shown:
        return (STATIC / "ball.svg").read_text(encoding="utf-8")
    held = {face.label: str(face.svg) for part in drawn if part.area == "hand" for face in part.faces}
    return lobby_scene(str(shown[0].svg), shown[0].stretch, list(held.values()))


HANDLERS: list[ControllerRouterHandler] = [game_picture]
