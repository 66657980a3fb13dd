"""Advice by a game's own engine: one answer and its reason in words, without a figure."""

from __future__ import annotations

from typing import Any

from fieldhouse.kernel import registry
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.walker import Walker
from fieldhouse.lab.advice.result import Advice, OptionAdvice


def engine_advice(world: Walker[Any], asked: Choose) -> Advice | None:
    """What the game's `advice.suggest` says to this question; None where it has none."""
    adviser: Any = registry.find(world.game.meta.name).advice
    suggest = getattr(adviser, "suggest", None)
    found: tuple[str, str] | None = suggest(world.game, world.state, asked) if suggest else None
    if found is None:
        return None
    key, reason = found
    option = OptionAdvice(key, asked.menu.option(key).label, 0.5, 0.0, 0.5)
    return Advice(asked.seat, asked.what, asked.prompt, False, "the game's engine", (option,), reason=reason)
