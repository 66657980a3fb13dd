"""What a pair of cards is worth to the offense in yards, where no table of win chances is at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fieldhouse.games.redboar.rules.game import GridironGame

Worth = Callable[[str, str], float]
"""What the offense gets when this card meets that one."""


def by_yards(game: GridironGame, g: int, t: int) -> Worth:
    """Without a table: mean yards, a bonus for the line to gain, and a lost ball for what it costs."""
    to_go = g - t

    def gain(yards: int) -> float:
        yards = min(yards, g)
        return yards + (12.0 if yards >= to_go else 0.0) + (20.0 if yards >= g else 0.0)

    def worth(card: str, against: str) -> float:
        call = game.book.calls[card]
        if g <= call.limit:
            return gain(0)
        entry = game.book.defenses[against][game.book.plays[card]]
        normal = (call.base or 0) + entry.adjust
        faces: Sequence[str] = entry.modifiers[1:] if entry.modifiers is not None else ("",)
        return sum(_face(face, normal, gain) for face in faces) / len(faces)

    return worth


def _face(modifier: str, normal: int, gain: Callable[[int], float]) -> float:
    if modifier == "I":
        return gain(0)
    if modifier == "T":
        return -35.0
    if modifier == "B":
        return sum(gain(normal + 10 * die) for die in range(1, 7)) / 6
    return gain(int(modifier[2:-1]) if modifier else normal)
