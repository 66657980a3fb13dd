"""How values are shown in a notebook, and how their rows become a pyarrow or pandas frame.

Nothing here needs a notebook: a value with rows (`Tabular`) gets the rest. A whole page (a report, a
record's player) is put into a frame of its own, so that it works in a saved notebook and changes nothing
around it.
"""

from __future__ import annotations

import importlib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from fieldhouse.kernel.errors import FieldhouseError

MOST_ROWS = 40
"""Rows of a table that a notebook shows; `to_arrow` and `to_pandas` have all of them."""


class Tabular:
    """A value with rows: a subclass gives `rows`, and `caption` and `pictures` where it has them."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """One plain row after the other, all with the same names."""

    @property
    def caption(self) -> str:
        """A line above the table."""
        return ""

    @property
    def pictures(self) -> Sequence[str]:
        """SVG pictures above the table."""
        return ()

    def to_arrow(self) -> Any:
        """The rows as a pyarrow table. FieldhouseError where pyarrow is not installed."""
        try:
            import pyarrow as pa
        except ImportError:
            raise FieldhouseError("frames need pyarrow: pip install 'fieldhouse[parquet]'") from None
        return pa.Table.from_pylist(self.rows())

    def to_pandas(self) -> Any:
        """The rows as a pandas frame. FieldhouseError where pandas is not installed."""
        table = self.to_arrow()
        try:
            return table.to_pandas()
        except ImportError:
            raise FieldhouseError("this frame needs pandas: pip install pandas") from None

    def _repr_html_(self) -> str:
        return "".join(self.pictures) + html_table(self.rows(), self.caption)


def render_html(renderer: str, value: Any) -> str:
    """Show a value by a function named `module:function`, which is imported only when it is shown."""
    module, _, name = renderer.partition(":")
    shown: str = getattr(importlib.import_module(module), name)(value)
    return shown


def html_table(rows: Sequence[Mapping[str, Any]], caption: str = "", most: int = MOST_ROWS) -> str:
    """The rows as an HTML table; of more than `most` the first ones, and how many there are."""
    if not rows:
        return f"<p>{escape(caption)}</p>"
    words = {name for row in rows[:most] for name, value in row.items() if isinstance(value, str)}
    sides = {name: "left" if name in words else "right" for name in rows[0]}
    head = "".join(_cell("th", str(name), side) for name, side in sides.items())
    body = "".join(
        "<tr>" + "".join(_cell("td", _said(value), sides[name]) for name, value in row.items()) + "</tr>"
        for row in rows[:most]
    )
    left = len(rows) - most
    more = f"<p>and {left} more rows</p>" if left > 0 else ""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(tag: str, text: str, side: str) -> str:
    """Words to the left, figures to the right; a notebook would push all of them to the right."""
    return f'<{tag} style="text-align:{side}">{escape(text)}</{tag}>'


def _said(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


STEP = 8
_THEMES = "".join(
    f":is({where}) iframe.fieldhouse{{height:calc(var(--tall) + {STEP * place}px)!important}}"
    for place, where in (
        (1, '[data-jp-theme-light="false"],.vscode-dark,[data-theme="dark"]'),
        (2, '[data-jp-theme-light="true"],.vscode-light,[data-theme="light"]'),
    )
)
"""A page in a sandboxed frame cannot see whether JupyterLab, VS Code or the docs around it are dark. It sees
its own height, though: dark surroundings make it a little taller, and light ones a little taller still."""


def html_frame(page: str, height: int, *, night: str = "", scripts: bool = False) -> str:
    """A whole HTML page in a frame: sandboxed, it can neither see nor change what is around it.

    `night` are the rules for dark surroundings: what a theme says, and where none says anything the machine.
    """
    allowed = "allow-scripts" if scripts else ""
    half = STEP // 2
    dark = (
        f"@media(prefers-color-scheme:dark) and (max-height:{height + half}px){{{night}}}"
        f"@media(min-height:{height + half}px) and (max-height:{height + STEP + half}px){{{night}}}"
    )
    page = page.replace("</head>", f"<style>{dark}</style></head>", 1)
    style = f"--tall:{height}px;width:100%;height:{height}px;border:0;border-radius:4px"
    return (
        f"<style>{_THEMES}</style>"
        f'<iframe class="fieldhouse" sandbox="{allowed}" style="{style}" srcdoc="{escape(page)}"></iframe>'
    )
