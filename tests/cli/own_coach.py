"""A coach that is not in any game's folder, as a person would write one."""

from fieldhouse.kernel.players import Seen
from fieldhouse.kernel.requests import Choose


class LastCard:
    """Always the last option."""

    def answer(self, request: Choose, seen: Seen) -> str:
        return request.keys[-1]


def last_card(game: object, seat: int, seed: int, seconds: float | None) -> LastCard:
    """The factory that `--seat Shirts=tests.cli.own_coach:last_card` names."""
    return LastCard()
