"""Words of the charts for the designer's pages."""

from __future__ import annotations

HEADINGS = {
    "timing": "Ticks of a drive, by the die",
    "drive": "Drive, by three dice",
    "turnovers": "Dice that turn the ball over, until which season",
    "two-point": "Try for two",
    "punt-bu": "Punt, backed up",
    "punt-co": "Punt into the corner",
    "fg": "Field goals good on",
    "xp": "Extra points good on",
    "detail": "How it scores",
    "results": "Results of its season",
}
