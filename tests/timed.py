"""Bounds on processor time that hold on a busy machine too."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

TRIES = 3
"""A neighbour on the same core slows a try down; code that is too slow is so in all of them."""


def within(seconds: float, work: Callable[[], T]) -> T:
    """What the work gives; it must take less than so much of the processor in one of a few tries."""
    spent = []
    for _ in range(TRIES):
        began = time.process_time()
        found = work()
        spent.append(time.process_time() - began)
        if spent[-1] < seconds:
            return found
    raise AssertionError(f"{', '.join(f'{one:.2f}' for one in spent)} s of processor; at most {seconds:g}")
