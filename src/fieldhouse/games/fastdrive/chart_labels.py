"""Names of chart sections as the chart editor shows them."""

from __future__ import annotations

HEADINGS = {
    "timing": "Drive time in ticks, by the die",
    "drive": "Drive results, by three dice",
    "turnovers": "Extra turnovers of older seasons",
    "two-point": "Two-point conversion",
    "punt-bu": "Punt, backed up",
    "punt-co": "Coffin-corner punt",
    "fg": "Field goals are good on",
    "xp": "Extra points are good on",
    "detail": "How it scores",
    "results": "Special results of the season",
}
