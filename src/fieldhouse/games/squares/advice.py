"""Advice on a turn: what the engine would play, and its reason in words."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.games.squares.analysis.turn_review import given_away, goal_words
from fieldhouse.games.squares.coaches.allpro import AllPro
from fieldhouse.games.squares.rules.game import SquaresGame
from fieldhouse.games.squares.rules.grid import NAME
from fieldhouse.games.squares.rules.notation import turn_key
from fieldhouse.games.squares.rules.state import Squares
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.games.squares.search.goal_search import find_score, find_tackle
from fieldhouse.games.squares.search.proofs import must_score
from fieldhouse.kernel.requests import Choose

__all__ = ["given_away", "goal_words", "suggest", "turn_reason"]

SECONDS = 0.25
"""Of the engine's work, so that a hint is there at once."""
NODES = 600


def suggest(game: SquaresGame, s: Squares, asked: Choose) -> tuple[str, str] | None:
    """The rest of the turn that the engine would play, and why; None where it has nothing to say."""
    if asked.what == "order":
        return asked.keys[0], "Nothing is known that favors going first or second."
    if asked.what != "action":
        return None
    turn = game.turn(s)
    actions = AllPro(0, SECONDS).turn(turn, s.down)
    return turn_key(turn, actions), turn_reason(turn, actions, s.down)


def turn_reason(turn: Turn, actions: Sequence[Action], down: int) -> str:
    """What the turn is for, as one sentence."""
    end = turn
    for action in actions:
        end = end.after(action)
    if end.over:
        return "It scores: a touchdown." if end.over == "touchdown" else "It ends the series with a tackle."
    return attack_reason(end, down) if turn.attack else defense_reason(turn, end)


def attack_reason(end: Turn, down: int) -> str:
    """What the offense threatens next, and whether the ball is safe."""
    if down == 4:
        return "No touchdown was found on this last down; it gets as close as it can."
    reply = end.handed_over()
    spot = NAME[end.qb]
    if must_score(reply):
        return f"Nothing stops the run from {spot} into the end zone on the next down."
    safe = find_tackle(reply, 3, NODES).line is None
    ball = (
        f"no tackle was found with the ball on {spot}" if safe else "every turn that was found risks a tackle"
    )
    threat = find_score(reply.handed_over(), 3, NODES).line
    if threat is None:
        return f"{ball[:1].upper()}{ball[1:]}."
    return f"It threatens {goal_words(threat)}, and {ball}."


def defense_reason(turn: Turn, end: Turn) -> str:
    """What the offense could do if the turn ended at once, and what it still can."""
    threat = find_score(turn.handed_over(), 3, NODES).line
    still = find_score(end.handed_over(), 3, NODES).line
    if still is not None:
        return f"Nothing was found that stops {goal_words(still)}."
    if threat is not None:
        return f"It stops {goal_words(threat)}."
    return "It leaves the offense no touchdown and no safe way forward that was found."
