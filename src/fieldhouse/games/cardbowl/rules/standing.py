"""What a seat may ask for ahead in a play, so that it is asked less: standing options."""

from __future__ import annotations

from fieldhouse.games.cardbowl.rules.clock import standing_timeout
from fieldhouse.games.cardbowl.rules.plays.blocking import may_sneak
from fieldhouse.games.cardbowl.rules.state import BoundCharts, Bowl, Phase
from fieldhouse.kernel.requests import Option, Seat

PLACE = Option(
    "always:place", "Always place my cards", "CB-17.1", "every play, high cards where they matter most"
)
RUN_BLOCK = Option(
    "play:run-block", "Run blocking", "CB-23.1", "nearest lanes, tight ends block, no back moves up"
)
PASS_BLOCK = Option(
    "play:pass-block", "Pass blocking", "CB-24.2", "nearest lanes, tight ends go out, no back moves up"
)
HOLD = Option("play:hold", "Hold to the end of the play", "CB-23.7", "your defenders stay where they are")
SNEAK = Option("ask:sneak", "Quarterback sneak", "CB-23.6", "choose the lane once the blocks are set")
BEFORE_SNAP = (Phase.DEFENSE_LINES_UP, Phase.MOTION, Phase.ADJUST, Phase.SNAP)
BLOCKING = (
    Phase.FIRST_PATTERN,
    Phase.FIRST_ANSWER,
    Phase.SECOND_PATTERN,
    Phase.SECOND_ANSWER,
    Phase.LINE_REVEALED,
)
DEFENDING = (Phase.FIRST_ANSWER, Phase.SECOND_PATTERN, Phase.SECOND_ANSWER, Phase.LINE_REVEALED, Phase.QUICK)
LATER = (Phase.BLOCKING_ANSWER, Phase.CHECK, Phase.PROTECT, Phase.ACTION, Phase.ANSWER, Phase.END_OF_TURN)


def standing_options(g: BoundCharts, s: Bowl, seat: Seat) -> tuple[Option, ...]:
    """CB-6.13, 17.1, 23.1, 23.6, 23.7: a timeout, cards placed, blocks set, a sneak, an alignment held."""
    phase = s.play.phase
    found = [*standing_timeout(g, s, seat), PLACE]
    if seat == s.off:
        found += [RUN_BLOCK, PASS_BLOCK] if phase in BLOCKING else []
        sneaks = s.play.stance == "U" if phase in BEFORE_SNAP else phase in BLOCKING[:3] and may_sneak(s)
        found += [SNEAK] if sneaks else []
    elif phase in DEFENDING or phase in LATER:
        found.append(HOLD)
    return tuple(found)
