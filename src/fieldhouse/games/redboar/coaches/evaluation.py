"""The value of a pair of cards to the offense in yards, for use without a win probability table.

Five yards are worth the same almost everywhere on the field, so everything is counted in them: a play leaves
the ball somewhere, with a down and a distance, which are worth so many yards less than a first down there.
The numbers below are the solved table's at a level score, a whole half to play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fieldhouse.games.redboar.rules.game import GridironGame

PairValue = Callable[[str, str], float]
"""What the offense gets when this card meets that one."""
TOUCHDOWN = 41.0
"""Beyond the goal line, with the kickoff that follows."""
LOST = -73.0
"""The other side's ball where it would have been ours."""


def down_value(down: int, to_go: int) -> float:
    """What a down and a distance are worth, in yards against a first down at the same spot."""
    far = min(to_go, 25)
    match down:
        case 2:
            return 5 - 1.25 * far
        case 3:
            return 1 - 2.0 * far
        case 4:
            return -28 if far <= 5 else -43  # a kick, mostly
        case _:
            return LOST


def yards_evaluation(game: GridironGame, g: int, t: int, down: int) -> PairValue:
    """Without a table: the yards, what the next down is worth, touchdowns and lost balls."""
    to_go = g - t

    def gain(yards: int) -> float:
        if yards >= g:
            return g + TOUCHDOWN
        return yards if yards >= to_go else yards + down_value(down + 1, to_go - yards)

    def worth(card: str, against: str) -> float:
        call = game.book.calls[card]
        if g <= call.limit:
            return gain(0)
        entry = game.book.defenses[against][game.book.plays[card]]
        normal = (call.base or 0) + entry.adjust
        faces: Sequence[str] = entry.modifiers[1:] if entry.modifiers is not None else ("",)
        return sum(_face(face, normal, g, gain) for face in faces) / len(faces)

    return worth


def _face(modifier: str, normal: int, g: int, gain: Callable[[int], float]) -> float:
    if modifier == "I":
        return gain(0)
    if modifier == "T":
        return min(normal, g) + LOST
    if modifier == "B":
        return sum(gain(normal + 10 * die) for die in range(1, 7)) / 6
    return gain(int(modifier[2:-1]) if modifier else normal)
