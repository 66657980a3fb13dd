"""All that a play's course reads, as one value: what the compiler's cores and kinds must keep apart."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fieldhouse.games.redboar.rules import periods
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron


def situation(game: GridironGame, s: Gridiron) -> Hashable:
    """Phase, spot, markers and down as the offense sees them; more only where the rules read more.

    In a running quarter of regulation a play's course reads neither score, clock nor side. At 0:00 the
    next step is the end of the period, and overtime asks who leads and who has had the ball.
    """
    spot: tuple[Any, ...] = (s.g, s.t, s.down) if s.phase == "declare" else ()
    held: tuple[Any, ...] = ()
    if game.cards and s.phase == "declare":
        held = (
            s.fresh,
            *(
                (tuple(d.hand), tuple(d.draw), tuple(d.discard))
                for d in (s.decks[s.offense], s.decks[1 - s.offense])
            ),
        )
    if s.quarter <= game.quarters and (s.clock > 0 or s.phase == "try") and s.phase not in ("toss", "over"):
        return (s.phase, *spot, *held)
    ahead = s.scores[s.offense] - s.scores[1 - s.offense]
    over = tuple(s.over if s.offense == 0 else s.over[::-1])
    turn = (s.round, s.first == s.offense) if s.round else ()
    up = s.clock == 0 and s.phase not in ("toss", "over") and periods.time_is_up(game, s)
    who = (s.receiver == s.offense,) if s.quarter <= game.quarters else ()
    return (s.phase, *spot, *held, "period", s.quarter, up, (ahead > 0) - (ahead < 0), over, *turn, *who)
