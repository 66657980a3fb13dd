"""How well predicted win probabilities agree with results, in groups of similar predictions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt


class CalibrationGroup(msgspec.Struct, frozen=True):
    """Whistles of similar predictions: their mean prediction, the share of wins, and how many there are."""

    predicted: float
    played: float
    count: int


def calibration_groups(
    predicted: npt.ArrayLike, results: npt.ArrayLike, groups: int = 10
) -> tuple[CalibrationGroup, ...]:
    """Whistles sorted by prediction and cut into groups of equal size."""
    predictions, played = np.asarray(predicted), np.asarray(results)
    parts = np.array_split(np.argsort(predictions, kind="stable"), groups)
    return tuple(
        CalibrationGroup(float(predictions[part].mean()), float(played[part].mean()), len(part))
        for part in parts
        if len(part)
    )


def calibration_error(groups: Sequence[CalibrationGroup]) -> float:
    """The mean distance between prediction and result, weighted by group size."""
    total = sum(group.count for group in groups)
    return sum(abs(group.predicted - group.played) * group.count for group in groups) / max(total, 1)
