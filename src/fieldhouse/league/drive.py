"""The one place that drives a form: every interpreter says only what the answers are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fieldhouse.football.contest.asks import Ask, Steps


def drive(steps: Steps, answer: Callable[[Ask], Any]) -> None:
    """To the end of the form, or to whatever `answer` raises."""
    try:
        ask = next(steps)
        while True:
            ask = steps.send(answer(ask))
    except StopIteration:
        return
