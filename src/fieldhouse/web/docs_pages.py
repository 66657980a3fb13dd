"""The documentation under /docs: the built site where the settings name one, else the checkout's Markdown.

An installed package carries no documentation; then there is nothing at /docs, and no link to it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.settings import Settings

CHECKOUT = Path(__file__).parents[3] / "docs"
"""Where the Markdown is, if the server runs from a checkout."""
PICTURES = {".svg": "image/svg+xml", ".png": "image/png"}
_DIRECTIVE = re.compile(r"^```\{.*?^```\n", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class DocsPage(msgspec.Struct):
    """One page of the documentation."""

    title: str
    html: Markup


def docs_address(settings: Settings) -> str:
    """The link to the documentation; empty where there is none."""
    return "/docs/" if settings.docs_folder is not None or (CHECKOUT / "index.md").is_file() else ""


def docs_handlers(settings: Settings) -> list[ControllerRouterHandler]:
    """Who answers under /docs."""
    if settings.docs_folder is not None:
        site = create_static_files_router(
            path="/docs", directories=[settings.docs_folder], html_mode=True, name="docs"
        )
        return [site]
    return [docs_index, docs_file] if docs_address(settings) else []


@get("/docs", include_in_schema=False)
async def docs_index() -> Redirect:
    """Go to the first page: its links are relative, and `/docs` without a slash would lose the folder."""
    return Redirect("/docs/index.md")


@get("/docs/{name:path}", include_in_schema=False)
async def docs_file(name: FromPath[str]) -> Template | Response[bytes]:
    """Show a page or a picture of the documentation."""
    name = name.strip("/") or "index.md"
    kind = PICTURES.get(Path(name).suffix)
    if kind is None:
        return await _page(name)
    return Response(await in_thread(_inside(name).read_bytes), media_type=kind)


def _inside(name: str) -> Path:
    """The file of that name in the documentation; not found for any other."""
    place = (CHECKOUT / name).resolve()
    if not place.is_relative_to(CHECKOUT) or not place.is_file():
        raise NotFoundException
    return place


async def _page(name: str) -> Template:
    place = _inside(name)
    if place.suffix != ".md":
        raise NotFoundException
    return Template("docs.html", context={"page": await in_thread(_rendered, place)})


@lru_cache(maxsize=128)
def _rendered(place: Path) -> DocsPage:
    from markdown_it import MarkdownIt

    text = _DIRECTIVE.sub("", place.read_text(encoding="utf-8"))
    title = _TITLE.search(text)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = html.replace("<table>", '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    html = html.replace("</table>", "</table></div>").replace("<th></th>", "<td></td>")
    html = html.replace("<pre>", '<pre tabindex="0" role="group" aria-label="Example">')
    return DocsPage(title[1] if title else place.stem, Markup(html))  # escaped by MarkdownIt
