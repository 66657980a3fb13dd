"""Playouts: whole games through the rules generators, without table, log or events."""

from __future__ import annotations

from typing import Any

from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.dice import Dice
from fieldhouse.kernel.game import Game, Outcome, S, start_play
from fieldhouse.kernel.requests import Rules, Together


def run_play(rules: Rules, s: Any, dice: Dice, policy: Policy) -> None:
    """Run one play: every roll by `dice`, every choice by `policy`."""
    roll = dice.outcome
    try:
        request: Any = next(rules)
        send = rules.send
        while True:
            if request.chance:
                request = send(roll(request))
            elif type(request) is Together:
                request = send(tuple([policy(part, s) for part in request.parts]))
            else:
                request = send(policy(request, s))
    except StopIteration:
        return


def playout(game: Game[S], s: S, dice: Dice, policy: Policy) -> Outcome:
    """Play on from the whistle state `s`, changing it, until the game is over."""
    outcome = game.outcome
    while (end := outcome(s)) is None:
        run_play(start_play(game, s), s, dice, policy)
    return end
