"""The rules of a game: search, contents, and the numbered catalogue with links in it."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler
from markupsafe import Markup

from fieldhouse.kernel import registry
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.learn.rule_links import rule_address, rule_chapters, rules_address
from fieldhouse.web.middleware.auth import Req
from fieldhouse.web.table_page.play_by_play import RuleLink

MOST_FOUND = 40
"""Rules that a search lists."""
_TAG = re.compile(r"(<[^>]+>)")


class RulesText(msgspec.Struct, frozen=True):
    """The rules as HTML, page by page, and its headings by their anchors."""

    pages: list[Markup]
    contents: list[tuple[str, Markup]]


class RulesPage(msgspec.Struct, kw_only=True):
    """One page of the rules, or what a search found in them."""

    name: str
    title: str
    number: int
    contents: list[tuple[str, Markup]]
    html: Markup
    others: list[tuple[str, str]]
    """The other pages: address and label."""
    has_guide: bool
    """Is there a `How to play` page?"""
    wanted: str
    found: list[RuleLink]
    count: int


@get("/rules/{game:str}", include_in_schema=False)
async def rules_page(request: Req, game: FromPath[str]) -> Template:
    """The numbered rules of a game; `q` looks for words in them."""
    return await render_rules(request, registry.find(game), 1)


@get("/rules/{game:str}/{page:int}", include_in_schema=False)
async def later_rules_page(request: Req, game: FromPath[str], page: FromPath[int]) -> Template:
    """A further page of long rules."""
    return await render_rules(request, registry.find(game), page)


async def render_rules(request: Req, folder: Folder, page: int) -> Template:
    """One page of the rules, or what was found in them."""
    whole = await in_thread(rules_html, folder)
    if not 1 <= page <= len(whole.pages):
        raise NotFoundException
    wanted = " ".join(request.query_params.get("q", "").split())[:80]
    found = await in_thread(search_rules, folder, wanted) if wanted else []
    view = RulesPage(
        name=folder.name,
        title=folder.meta.title,
        number=page,
        contents=whole.contents,
        html=whole.pages[page - 1],
        others=[
            (rules_address(folder, n), page_label(folder, n, page))
            for n in range(1, len(whole.pages) + 1)
            if n != page
        ],
        has_guide=bool(folder.how_to_play) and not wanted and page == 1,
        wanted=wanted,
        found=found[:MOST_FOUND],
        count=len(found),
    )
    return Template("learn/rules.html", context={"page": view})


def page_label(folder: Folder, page: int, here: int) -> str:
    """What a link to another page of the rules says."""
    if any(one.for_programmers for one in rule_chapters(folder) if one.page == page):
        return "For programmers"
    return "Earlier chapters" if page < here else "Later chapters"


def search_rules(folder: Folder, wanted: str) -> list[RuleLink]:
    """The rules that hold every one of these words, or have them in their number."""
    words = wanted.lower().split()
    found = []
    for rule in folder.rule_ids:
        text = re.sub(r"[*_`|]", "", folder.rule(rule) or "")
        if all(word in f"{rule} {text}".lower() for word in words):
            found.append(RuleLink(rule, text))
    return found


@lru_cache(maxsize=32)
def rules_html(folder: Folder) -> RulesText:
    """The catalogue as HTML: anchors at rules and chapters, and every number that is named a link there."""
    from markdown_it import MarkdownIt

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(folder.catalogue)
    html = re.sub(r'<img src="img/([\w.-]+)"', rf'<img src="/rules/{folder.name}/img/\1"', html)
    prefix = re.escape(folder.meta.rule_prefix)
    html, rules = add_rule_anchors(html, rf"{prefix}-(?:\d+|[A-Z]+)\.\d+[a-z]?")
    html, contents = add_chapter_anchors(html, prefix)
    known = rules | {anchor for anchor, _ in contents}
    html = link_rules(html, rf"\b{prefix}-(?:\d+|[A-Z]+)(?:\.\d+[a-z]?)?", known, folder)
    wide = '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>'  # scrolled by key, too
    html = html.replace("<table>", wide).replace("</table>", "</table></div>")
    html = html.replace("<th></th>", "<td></td>")  # the corner of a table heads nothing
    html = html.replace("<pre>", '<pre tabindex="0" role="group" aria-label="Example">')
    return RulesText(split_pages(html, folder), contents)


def split_pages(html: str, folder: Folder) -> list[Markup]:
    """The chapters of each page; what stands before the first is on the first."""
    before, *chapters = re.split(r"(?=<h2 id=)", html)
    pages = [before]
    for place, chapter in zip(rule_chapters(folder), chapters, strict=True):
        pages += [""] * (place.page - len(pages))
        pages[place.page - 1] += chapter
    return [Markup(page) for page in pages]  # escaped by MarkdownIt


def add_rule_anchors(html: str, name: str) -> tuple[str, set[str]]:
    """An anchor where a rule begins, the first time its number stands there."""
    seen: set[str] = set()

    def anchor(found: re.Match[str]) -> str:
        opening_tag, rule = found.group(1), found.group(2)
        if rule in seen:
            return found.group(0)
        seen.add(rule)
        return f'{opening_tag}<b class="rule" id="{rule}">{rule}</b>'

    start = rf"(<li>(?:\s*<p>)?|<td>|<p>|<h3>)(?:<strong>)?({name})(?:</strong>)?"
    return re.sub(start, anchor, html), seen


def add_chapter_anchors(html: str, prefix: str) -> tuple[str, list[tuple[str, Markup]]]:
    """An anchor at each chapter: `SQ-13` where it has a number, else its place; and the list of them."""
    contents: list[tuple[str, Markup]] = []

    def anchor(found: re.Match[str]) -> str:
        words = _TAG.sub("", found.group(1))
        number = re.match(r"(\d+|[A-Z])\.? ", words)
        name = f"{prefix}-{number.group(1)}" if number else f"chapter-{len(contents) + 1}"
        contents.append((name, Markup(words)))  # escaped by MarkdownIt
        return f'<h2 id="{name}">{found.group(1)}</h2>'

    return re.sub(r"<h2>(.*?)</h2>", anchor, html), contents


def link_rules(html: str, name: str, known: set[str], folder: Folder) -> str:
    """Every number in the words that has an anchor becomes a link; no link in a link, and not the anchor."""
    pieces: list[str] = []
    still = False  # in an anchor or a link
    for piece in _TAG.split(html):
        if piece.startswith("<"):
            if piece.startswith(('<b class="rule"', "<a ", "</b", "</a")):
                still = not piece.startswith("</")
            pieces.append(piece)
        else:
            pieces.append(
                piece if still else re.sub(name, lambda found: _link(found.group(), known, folder), piece)
            )
    return "".join(pieces)


def _link(rule: str, known: set[str], folder: Folder) -> str:
    if rule not in known:
        return rule
    place = (
        rule_address(rule, folder.name) if max(one.page for one in rule_chapters(folder)) > 1 else f"#{rule}"
    )
    return f'<a href="{place}">{rule}</a>'


@get("/rules/{game:str}/img/{name:str}", include_in_schema=False, media_type="image/svg+xml")
async def rules_picture(game: FromPath[str], name: FromPath[str]) -> bytes:
    """A picture in the rules; they lie in the game's folder `img`."""
    place = registry.find(game).path / "img" / name
    if not re.fullmatch(r"[a-z0-9-]+\.svg", name) or not place.is_file():
        raise NotFoundException
    return await in_thread(place.read_bytes)


HANDLERS: list[ControllerRouterHandler] = [rules_page, later_rules_page, rules_picture]
