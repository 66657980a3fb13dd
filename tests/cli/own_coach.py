"""A coach that is not in any game's folder, as a person would write one."""

from fieldhouse.kernel.coaches import CoachView
from fieldhouse.kernel.requests import Choose


class LastCard:
    """Always the last option."""

    def answer(self, request: Choose, seen: CoachView) -> str:
        return request.keys[-1]


def last_card(game: object, seat: int, seed: int, seconds: float | None) -> LastCard:
    """The factory that `--seat Shirts=tests.cli.own_coach:last_card` names."""
    return LastCard()


class Breaks:
    """Answers twice and then breaks."""

    def __init__(self) -> None:
        self.asked = 0

    def answer(self, request: Choose, seen: CoachView) -> str:
        self.asked += 1
        if self.asked == 3:
            raise RuntimeError("out of ideas")
        return request.keys[0]


def breaks_at_third(game: object, seat: int, seed: int, seconds: float | None) -> Breaks:
    """A program with a fault in it."""
    return Breaks()
