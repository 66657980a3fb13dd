"""The rules on pages: small enough, and every link to a rule leads to the page that it stands on."""

from __future__ import annotations

import re

import pytest

from fieldhouse.kernel import registry
from fieldhouse.web.learn.rule_links import rule_address, rules_address
from fieldhouse.web.learn.rules import rules_html

MOST_BYTES = 145_000
"""Of the rules themselves; the page around them and its contents take the rest of 150 kB."""


@pytest.mark.parametrize("game", ["cardbowl", "fastdrive", "redboar", "squares", "thegrid"])
def test_every_rule_stands_where_its_link_leads_and_no_page_is_long(game: str) -> None:
    folder = registry.find(game)
    pages = rules_html(folder).pages
    ids = [set(re.findall(r'id="([^"]+)"', page)) for page in pages]
    where = {rules_address(folder, number): held for number, held in enumerate(ids, 1)}
    for rule in folder.rule_ids:
        path, _, anchor = rule_address(rule, game).partition("#")
        assert anchor in where[path]
    for number, page in enumerate(pages, 1):
        assert len(page.encode()) < MOST_BYTES
        for link in re.findall(r'href="([^"]+)"', page):
            path, _, anchor = link.partition("#")
            if anchor:
                assert anchor in where[path or rules_address(folder, number)]
