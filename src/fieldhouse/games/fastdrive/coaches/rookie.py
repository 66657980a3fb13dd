"""`rookie`: plays by habit and has the clock the wrong way round."""

from __future__ import annotations

from fieldhouse.games.fastdrive.coaches.starter import lead_of
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.state import Sheet
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.requests import Choose

HABITS = {
    "toss": "receive",
    "try": "kick",
    "kickoff": "deep",
    "fourth-down": "kick",
    "settle": "kick",
    "replace": "kick",
    "last-play": "time",
    "last-onside": "give-up",
}
"""What a beginner does whatever the clock and the score."""


def rookie(game: BoundCharts) -> Policy:
    """Plays by habit, and has the clock the wrong way round: ahead it hurries to score again, behind it
    takes its time for a good long drive. It never goes for it, and gives up when the clock has run out."""

    def choose(request: Choose, s: Sheet) -> str:
        keys = request.menu.keys
        if request.what == "clock":
            return "-1" if lead_of(s, request.seat) > 0 else "+1"
        habit = HABITS[request.what]
        return habit if habit in keys else keys[-1]

    return choose
