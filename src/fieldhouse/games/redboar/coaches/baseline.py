"""The baseline coach of RB-20.10: the core of `starter`, and the automatic side of solo play (RB-14.3)."""

from __future__ import annotations

from random import Random
from typing import Any

from fieldhouse.games.redboar.rules.state import Gridiron, Rulebook
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.requests import Choose

FINAL_CONVERSIONS = (-10, -5, -2, 1, 5)
"""Rule 7: the leads after six points that call for two."""


def baseline(game: Rulebook, rng: Random) -> Policy:
    """The policy; `rng` picks its cards."""
    random = rng.random

    def answer(request: Choose, s: Any) -> str:
        what = request.what
        if what == "declare":
            if s.down < 4 and s.clock > 30:
                return "play"
            return baseline_declaration(game, s)
        if what == "card":
            return baseline_card(game, s, request, random())
        return baseline_penalty(s) if what == "penalty" else baseline_try(game, s, request)

    return answer


def baseline_declaration(game: Rulebook, s: Gridiron) -> str:
    """Rules 1 to 3 and 8."""
    lead = s.scores[s.offense] - s.scores[1 - s.offense]
    late = s.quarter >= game.quarters
    in_range = s.g in game.book.need
    soon = s.clock <= 30 and in_range and not s.round
    if soon and (2 * s.quarter == game.quarters or (late and -3 <= lead <= 0)):  # rule 1
        return "field-goal"
    if s.down < 4:
        return "play"
    kick = in_range and s.g <= 40
    if late and lead < 0 and (s.clock <= 300 or s.quarter > game.quarters):  # rule 2
        return "field-goal" if kick and lead >= -3 else "play"
    if kick:  # rule 3
        return "field-goal"
    if s.g in (45, 50) and s.g - s.t <= 5:
        return "play"
    if s.round:  # rule 8: no punts in a series
        return "field-goal" if in_range else "play"
    return "punt"


def baseline_card(game: Rulebook, s: Gridiron, request: Choose, random: float) -> str:
    """Rule 4: uniform over the hand; the offense leaves out disallowed passes if it can."""
    hand = s.decks[request.seat].hand
    if request.seat == s.offense and s.g <= 15:
        calls = game.book.calls
        allowed = [name for name in hand if s.g > calls[name].limit]
        hand = allowed or hand
    return hand[int(random * len(hand))]


def baseline_penalty(s: Gridiron) -> str:
    """Rules 5 and 6: accept or decline a single 12."""
    p = s.pending
    assert p is not None
    if p.by == "defense":
        better = p.made == "first down" and s.g - p.yards <= p.enforced
        return "decline" if better else "accept"
    if s.g == 95:
        return "decline" if p.made == "defensive touchdown" else "accept"
    if p.made in ("turnover", "defensive touchdown", "safety"):
        return "decline"
    failed = s.down >= 3 and p.made in ("short", "downs")
    return "decline" if failed else "accept"


def baseline_try(game: Rulebook, s: Gridiron, request: Choose) -> str:
    """Rule 7: kick, but late in the game by the lead; a forced conversion is a conversion."""
    if len(request.keys) == 1:
        return request.keys[0]
    lead = s.scores[s.offense] - s.scores[1 - s.offense]
    return "conversion" if s.quarter >= game.quarters and lead in FINAL_CONVERSIONS else "kick"
