"""Gridiron's picture, in SVG and in plain text (RB-1.10)."""

from __future__ import annotations


def rings(seconds: int) -> tuple[int, int]:
    """RB-5.7: where the minute and second tokens stand; the 15 and the 00 of the minute ring are one place."""
    minutes = seconds // 60
    return minutes or 15, seconds % 60
