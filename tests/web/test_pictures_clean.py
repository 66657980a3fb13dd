"""A picture that needs no cleaning is kept as it was written; whatever could run or load is taken out."""

from __future__ import annotations

import pytest

from fieldhouse.web.table_page.board import SVG, sanitize_svg


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
    ],
)
def test_what_could_run_or_load_is_taken_out(inside: str) -> None:
    found = sanitize_svg(f'<svg xmlns="{SVG}" viewBox="0 0 9 9">{inside}<g data-key="c"/></svg>', {"c"})
    for bad in ("script", "onclick", "onload", "elsewhere", "style"):
        assert bad not in found.lower()
    assert 'class="can"' in found
