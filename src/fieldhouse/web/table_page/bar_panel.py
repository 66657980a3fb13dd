"""The win-probability bar as a page shows it."""

from __future__ import annotations

from fieldhouse.web.table_page.panels import BarPanel, BarSide, BarToggle
from fieldhouse.web.win_probability_bar import OFF, ON, WinProbabilityBar

SHOW, HIDE = "Show win probability", "Hide win probability"


def bar_panel(bar: WinProbabilityBar | None, *, seated: bool) -> BarPanel:
    """The bar for who holds a seat (`seated`) or watches; empty where the table has none."""
    if bar is None:
        return BarPanel()
    panel = BarPanel(toggle=_toggle(bar) if seated or not bar.agreeing else None)
    if bar.chance is not None:
        moved = -bar.moved if bar.own == 1 else bar.moved
        first = bar.own != 1
        panel.left = BarSide(bar.sides[0], bar.own == 0, bar.chance, moved if first else 0)
        panel.right = BarSide(bar.sides[1], bar.own == 1, 100 - bar.chance, 0 if first else moved)
        panel.moved_for = bar.sides[0] if bar.own is None else "you"
        panel.about = bar.about
    elif bar.note:
        panel.note = bar.note
    elif bar.making:
        panel.percent_done = bar.made
    else:
        panel.offered = bar.agreeing and bar.other and bar.own is not None
    return panel


def _toggle(bar: WinProbabilityBar) -> BarToggle:
    if not bar.agreeing:
        return BarToggle(OFF, HIDE) if bar.shown else BarToggle(ON, SHOW)
    if bar.wanted:
        return BarToggle(OFF, HIDE, "" if bar.shown else "Waiting for your opponent to agree.")
    if bar.other:
        return BarToggle(ON, SHOW, "Your opponent has asked for it.")
    return BarToggle(ON, SHOW, "Shown, with hints, if both players agree.")
