"""A picture that needs no cleaning is kept as it was written; whatever could run or load is taken out."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from msgspec import to_builtins
from tests.walked import walked

from fieldhouse.kernel import registry
from fieldhouse.web.table_page.board import SVG, is_clean, sanitize_svg


def test_a_clean_picture_is_kept_and_its_answers_are_marked() -> None:
    groups = '<g data-key="a&gt;b"/><g class="x" data-key="c"/><g data-key="d"/>'
    drawn = f'<svg xmlns="{SVG}" viewBox="0 0 9 9">{groups}</svg>'
    marked = drawn.replace("<g data-key", '<g class="can" data-key', 1).replace('class="x"', 'class="x can"')
    assert sanitize_svg(drawn, {"a>b", "c"}) == marked
    assert sanitize_svg(drawn) == drawn


@pytest.mark.parametrize(
    "inside",
    [
        "<script>1</script>",
        '<g onclick="1"/>',
        '<g OnLoad="1"/>',
        '<use href="http://elsewhere/x"/>',
        '<g style="fill: url(http://elsewhere/x)"/>',
        "<style>.a { fill: url(http://elsewhere/x) }</style>",
        '<a href="javascript:1"><g/></a>',
        "<Script>1</Script>",
        "<SCRIPT>1</SCRIPT>",
        '<rect fill="url(http://elsewhere/x)"/>',
        '<rect fill="URL( //elsewhere/x )"/>',
        '<rect fill="u\\72l(http://elsewhere/x)"/>',
        '<rect filter="url(http://elsewhere/x)"/>',
        '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="http://elsewhere/x"/>',
        '<x:script xmlns:x="http://www.w3.org/1999/xhtml">1</x:script>',
        '<title><img xmlns="http://www.w3.org/1999/xhtml" src="http://elsewhere/x"/></title>',
        '<feImage href="http://elsewhere/x"/>',
        '<animate attributeName="href" to="http://elsewhere/x"/>',
    ],
)
def test_what_could_run_or_load_is_taken_out(inside: str) -> None:
    found = sanitize_svg(f'<svg xmlns="{SVG}" viewBox="0 0 9 9">{inside}<g data-key="c"/></svg>', {"c"})
    for bad in ("script", "onclick", "onload", "elsewhere", "style", "72l"):
        assert bad not in found.lower()
    assert 'class="can"' in found


def test_paint_of_the_same_picture_is_kept() -> None:
    drawn = f'<svg xmlns="{SVG}" viewBox="0 0 9 9"><g marker-end="url(#arrow)" fill="url(#sky)"/></svg>'
    assert sanitize_svg(drawn) == drawn


@pytest.mark.parametrize("name", ["cardbowl", "fastdrive", "redboar", "squares", "thegrid"])
def test_our_own_boards_draw_nothing_that_is_taken_out(name: str) -> None:
    """A board that must be cleaned is parsed and written anew, which costs most of a page's time."""
    board = registry.find(name).board
    for table, seat, _ in walked(name, 5, 40):
        for part in board.parts(to_builtins(table.view(seat)), ()):
            for drawn in (part.svg, *(face.svg for face in part.faces)):
                assert is_clean(ET.fromstring(f'<svg xmlns="{SVG}">{drawn}</svg>')), (part.id, drawn)
