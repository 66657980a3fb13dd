"""Passes to try: the cards of a throw, and the play from there to its end."""

from __future__ import annotations

from typing import Any

from tests.games.cardbowl.kit import Course, game, scene

from fieldhouse.games.cardbowl.rules.plays.development import execute_play
from fieldhouse.games.cardbowl.rules.state import Bowl

CARDS = {"QB": "QS", "WL1": "KH", "CB-WL1": "9S", "SL": "8S", "OL": "6S"}


def throw(
    call: str = "pass:WL1@end", formation: str = "i_form", alignment: str = "4-3", **cards: str
) -> Bowl:
    fields = {name.replace("_", "-"): card for name, card in cards.items()}
    return scene(formation, alignment, cards={**CARDS, **fields}, call=call)


def executed(s: Bowl, draws: str, answers: dict[str, Any] | None = None) -> Course:
    return Course(s, draws, answers).run(execute_play(s))


def whole(s: Bowl, draws: str, answers: dict[str, Any] | None = None) -> Course:
    return Course(s, draws, answers).run(game().play(s))
