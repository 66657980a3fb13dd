"""How to play: a game on two screens, with pictures of its lesson drawn from the board's own parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup, escape

from fieldhouse.football.parts import Part
from fieldhouse.football.parts import part_svg as part_picture
from fieldhouse.football.shapes import INK, PAPER, SOFT, box, label
from fieldhouse.kernel import registry
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.tutorials.lesson import READ, lesson_of, play_lesson
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.table_page.board import sanitize_svg, with_event_parts

GAP = 10
WIDE = 400
"""Units across; a page shows them at this width and more."""
_PICTURE = re.compile(r'<p><img src="picture:(\d+)" alt="" /></p>')


class HowToPlayPage(msgspec.Struct, frozen=True):
    """One screen of a game's guide."""

    name: str
    title: str
    screen: int
    screens: int
    html: Markup
    has_quiz: bool


@get("/learn/{game:str}/how-to-play", include_in_schema=False)
async def how_to_play_page(game: FromPath[str]) -> Template:
    """The first screen: the aim, a turn, and worked examples."""
    return await render_screen(game, 1)


@get("/learn/{game:str}/how-to-play/{screen:int}", include_in_schema=False)
async def later_how_to_play_page(game: FromPath[str], screen: FromPath[int]) -> Template:
    """The second screen: scoring, the clock, and what to think about."""
    return await render_screen(game, screen)


async def render_screen(game: str, screen: int) -> Template:
    """A screen of the guide, counted from 1."""
    pages = await in_thread(build_how_to_play, registry.find(game))
    if not 1 <= screen <= len(pages):
        raise NotFoundException
    return Template("learn/how_to_play.html", context={"page": pages[screen - 1]})


@lru_cache(maxsize=32)
def build_how_to_play(folder: Folder) -> tuple[HowToPlayPage, ...]:
    """The guide's screens, parted by `---`. `![](picture:2)` is the second picture of the lesson."""
    from markdown_it import MarkdownIt

    lesson = lesson_of(folder)
    if not folder.how_to_play or lesson is None:
        raise NotFoundException(
            f"{folder.meta.title} has no How to play page yet. Read the full rules instead."
        )
    pictures = lesson.picture

    def figure(found: re.Match[str]) -> str:
        one = pictures[int(found.group(1)) - 1]
        source = f"/learn/{folder.name}/picture/{found.group(1)}"
        caption = f"<figcaption><b>{escape(one.title)}.</b> {escape(one.words)}</figcaption>"
        return f'<figure><img src="{source}" alt="" width="{WIDE}">{caption}</figure>'

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(folder.how_to_play)
    screens = _PICTURE.sub(figure, html).split("<hr />")
    return tuple(
        HowToPlayPage(folder.name, folder.meta.title, number, len(screens), Markup(screen), bool(lesson.quiz))
        for number, screen in enumerate(screens, start=1)
    )


@get("/learn/{game:str}/picture/{number:int}", include_in_schema=False, media_type="image/svg+xml")
async def how_to_play_picture(game: FromPath[str], number: FromPath[int]) -> Response[str]:
    """One of the pictures, counted from 1."""
    found = await in_thread(draw_picture, registry.find(game), number)
    return Response(found, headers={"cache-control": "public, max-age=86400"})


@lru_cache(maxsize=128)
def draw_picture(folder: Folder, number: int) -> str:
    """The parts that the picture names, one below the other."""
    lesson = lesson_of(folder)
    if lesson is None or not 0 < number <= len(lesson.picture):
        raise NotFoundException
    wanted = lesson.picture[number - 1]
    done = [step.do or READ for step in lesson.step[: wanted.after]]
    table = play_lesson(folder, lesson, done).table
    asked = table.request_for(lesson.seat)
    keys = asked.keys if asked is not None else ()
    view, told = table.view(lesson.seat), table.events_for(lesson.seat)
    parts = {part.id: part for part in with_event_parts(folder, view, folder.board.parts(view, keys), told)}
    return stack_parts([parts[name] for name in wanted.parts], wanted.cards)


def stack_parts(parts: Sequence[Part], cards: int) -> str:
    """The parts on paper, as wide as it is; of a row of cards the first few."""
    rows: list[str] = []
    tall = 0.0
    for part in parts:
        if part.svg:
            edge = 0 if part.area == "field" else GAP
            wide = WIDE - 2 * edge
            rows.append(part_picture(part, x=edge, y=tall + edge, width=wide))
            tall += 2 * edge + (part.height if part.stretch else part.height * wide / part.width)
        faces = part.faces[:cards]
        if faces:
            room = min(faces[0].width, (WIDE - GAP) / cards - GAP)
            for n, face in enumerate(faces):
                rows.append(part_picture(face, x=GAP + n * (room + GAP), y=tall + GAP, width=room))
            tall += 2 * GAP + max(face.height * room / face.width for face in faces)
        for name, value in part.rows:
            rows.append(label(GAP, tall + 18, name, 13, SOFT))
            rows.append(label(WIDE - GAP, tall + 18, value, 13, INK, anchor="end"))
            tall += 24
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {tall:g}" font-family="sans-serif">'
    return str(sanitize_svg(f"{head}{box(0, 0, WIDE, tall, PAPER)}{''.join(rows)}</svg>"))


HANDLERS: list[ControllerRouterHandler] = [how_to_play_page, later_how_to_play_page, how_to_play_picture]
