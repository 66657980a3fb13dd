"""Tables of win probabilities packed by low-rank approximation: core by lead, slot by slot.

Win probability is a smooth function of lead and situation, the more so the longer there is to play:
value = left[core] @ middle[slot] @ right[lead]. The caller measures what packing changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


def directions(
    slots: Sequence[Floats], weight: Floats, *, cores: int, leads: int
) -> tuple[Floats, Floats, Floats]:
    """What matters of these tables, core by lead: directions of cores and of leads, and the rest by slot.

    `weight` says how much a core's error counts; `cores` and `leads` are the numbers of directions to keep.
    """
    weighted = [weight[:, None] * table for table in slots]
    right = _most(sum(table.T @ table for table in weighted), leads)
    short = [table @ right for table in weighted]
    left = _most(sum(table @ table.T for table in short), cores)
    middle = np.stack([left.T @ table for table in short])
    scale = np.abs(left / weight[:, None]).max(axis=0) + 1e-9  # halves keep numbers about 1 best
    packed = (left / weight[:, None] / scale).astype(np.float16)
    return packed, (middle * scale[None, :, None]).astype(np.float16), right.astype(np.float16)


def _most(square: Any, count: int) -> Floats:
    _, vectors = np.linalg.eigh(square.astype(np.float64))
    found: Floats = vectors[:, ::-1][:, :count].astype(np.float32)
    return found
