"""The site: sphinx with furo, pages in Markdown (myst), the API written from the docstrings at each build."""

import re
import sys
from pathlib import Path
from typing import Any

from sphinx.util.logging import getLogger

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from api_pages import write_pages

import fieldhouse

project = "Fieldhouse"
author = "The Fieldhouse founders"
copyright = author  # noqa: A001  # sphinx calls it so
version = release = fieldhouse.__version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["games", "notebooks"]
html_theme = "furo"
templates_path = ["_templates"]
html_static_path = ["_static"]
html_css_files = ["house.css"]
html_title = "Fieldhouse"
html_copy_source = False
html_show_sourcelink = False
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]  # the catalogues number their rules below a section, not below a title

write_pages(Path(__file__).parent / "api")

INLINE = re.compile(r"<style\b|<script(?![^>]*\bsrc=)[^>]*>|<[^>]* style=[^>]*>|<[^>]* on[a-z]+=[^>]*>")


def nothing_inline(app: Any, failed: Exception | None) -> None:
    """The house serves the site under its own policy, which blocks inline scripts and styles."""
    for page in sorted(Path(app.outdir).rglob("*.html")) if failed is None else ():
        if found := INLINE.search(page.read_text(encoding="utf-8")):
            getLogger(__name__).warning("%s: %s would be blocked under /docs", page, found[0])


def setup(app: Any) -> None:
    """Every build is looked through."""
    app.connect("build-finished", nothing_inline)
