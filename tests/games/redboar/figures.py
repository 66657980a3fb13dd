"""The measured figures of section 21, measured again: `python -m tests.games.redboar.figures dice 2000`.

Regulation only, baseline coach on both sides, default charts.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import sqrt
from random import Random

from fieldhouse.football.events import FieldGoalTried, Flag, Kicked, Played, Possession, Scored, Turnover
from fieldhouse.games.redboar.coaches.baseline import baseline
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.registry import find

BOOK = {
    "dice": {
        "points": 52.0, "points sd": 13.9, "tied %": 4.2, "all plays": 143, "scrimmage plays": 107,
        "possessions": 25.5, "start": 31, "touchdowns": 6.0, "field goals": 2.9, "field goal tries": 3.5,
        "punts": 9.1, "punt net": 41.0, "yards per play": 5.9, "run share %": 39, "yards per run": 3.4,
        "completion %": 60.1, "sack %": 18, "interceptions": 1.9, "fumbles lost": 1.9, "turnover %": 3.8,
        "penalties": 12.3, "declined": 1.0, "third down %": 25, "gains of 20 %": 10.3, "safeties": 0.8,
    },
    "cards": {
        "points": 43.9, "points sd": 10.8, "tied %": 5.4, "all plays": 142, "scrimmage plays": 110,
        "possessions": 20.5, "start": 28, "touchdowns": 4.9, "field goals": 3.1, "field goal tries": 3.9,
        "punts": 6.9, "punt net": 40.8, "yards per play": 5.8, "run share %": 51, "yards per run": 4.2,
        "completion %": 64.7, "sack %": 5.4, "interceptions": 1.4, "fumbles lost": 1.0, "turnover %": 2.3,
        "penalties": 12.7, "declined": 1.0, "third down %": 32, "gains of 20 %": 8.1, "safeties": 0.2,
    },
}  # fmt: skip
"""Section 21 of the catalogue."""

TOLERANCE = {"points": 1.0, "all plays": 1.5, "turnover %": 0.25, "completion %": 1.0}
"""What a repeat of 2,000 or more games must keep."""


def measure(mode: str, games: int, seed: int = 1) -> tuple[dict[str, float], dict[str, float]]:
    """The figures per game, and the standard errors of those with a tolerance."""
    game = find("redboar").open({"mode": mode, "overtime": "none"})
    assert isinstance(game, GridironGame)
    choose, dice = baseline(game, Random(seed)), FastDice(seed)
    total: Counter[str] = Counter()
    samples: dict[str, list[float]] = {"points": [], "all plays": []}
    for _ in range(games):
        s = game.start()
        told: list[Event] = []
        s.tell = told.append  # type: ignore[misc]
        plays = 0
        while game.outcome(s) is None:
            plays += s.phase != "toss" and not (s.clock == 0 and s.phase != "try")
            run_play(game.play(s), s, dice, choose)
        count(told, total)
        total["tied"] += s.scores[0] == s.scores[1]
        samples["points"].append(sum(s.scores))
        samples["all plays"].append(plays)
    return figures(total, samples, games)


def count(told: list[Event], total: Counter[str]) -> None:
    """Add one game's events."""
    for event in told:
        match event:
            case Played():
                _played(event, total)
            case Flag(offset=True):
                total["flag halves"] += 1
            case Flag(name="penalty before the snap"):
                total["penalties"] += 1
            case Flag():
                total["penalties"] += 1
                total["wiped" if event.accepted else "declined"] += 1
            case Scored():
                total[event.what] += 1
            case Turnover():
                total[event.what] += 1
            case FieldGoalTried():
                total["field goal tries"] += 1
            case Kicked(what="punt"):
                total["punts"] += 1
                total["punt yards"] += event.net
            case Possession():
                total["possessions"] += 1
                total["starts"] += 100 - event.spot


def _played(event: Played, total: Counter[str]) -> None:
    total["stand"] += 1
    total["yards"] += event.yards
    total["gains of 20"] += event.yards >= 20
    total["lost"] += event.lost
    if event.down == 3:
        total["third downs"] += 1
        total["third downs made"] += event.first_down
    if event.what == "run":
        total["runs"] += 1
        total["run yards"] += event.yards
    elif event.what == "sack":
        total["sacks"] += 1
    else:
        total["passes"] += 1
        total["completions"] += event.what == "pass" and not event.lost


def figures(
    total: Counter[str], samples: dict[str, list[float]], games: int
) -> tuple[dict[str, float], dict[str, float]]:
    """Totals as the catalogue prints them."""
    offsets = total["flag halves"] / 2
    snaps = total["stand"] + total["wiped"] + offsets
    found = {name: sum(values) / games for name, values in samples.items()}
    errors = {}
    for name, values in samples.items():
        spread = sqrt(sum((value - found[name]) ** 2 for value in values) / (games - 1))
        errors[name] = spread / sqrt(games)
        if name == "points":
            found["points sd"] = spread
    counts = {
        "possessions": "possessions", "touchdowns": "touchdown", "field goals": "field goal",
        "field goal tries": "field goal tries", "punts": "punts", "interceptions": "interception",
        "fumbles lost": "fumble", "declined": "declined", "safeties": "safety",
    }  # fmt: skip
    found |= {name: total[key] / games for name, key in counts.items()}
    dropbacks = total["passes"] + total["sacks"]
    found |= {
        "tied %": 100 * total["tied"] / games,
        "scrimmage plays": snaps / games,
        "start": total["starts"] / total["possessions"],
        "punt net": total["punt yards"] / total["punts"],
        "yards per play": total["yards"] / total["stand"],
        "run share %": 100 * total["runs"] / total["stand"],
        "yards per run": total["run yards"] / total["runs"],
        "completion %": 100 * total["completions"] / total["passes"],
        "sack %": 100 * total["sacks"] / dropbacks,
        "turnover %": 100 * total["lost"] / total["stand"],
        "penalties": (total["penalties"] + offsets) / games,
        "third down % of plays that stand": 100 * total["third downs made"] / total["third downs"],
        "gains of 20 %": 100 * total["gains of 20"] / total["stand"],
    }
    errors["completion %"] = 100 * _share_error(found["completion %"] / 100, total["passes"])
    errors["turnover %"] = 100 * _share_error(found["turnover %"] / 100, total["stand"])
    return found, errors


def _share_error(share: float, count: int) -> float:
    return sqrt(share * (1 - share) / count)


if __name__ == "__main__":
    mode, games = sys.argv[1], int(sys.argv[2])
    found, errors = measure(mode, games)
    print(f"{mode}, {games} games")
    for name, value in found.items():
        book = BOOK[mode].get(name)
        print(f"{name:<34}{value:8.2f}" + (f"   catalogue {book}" if book is not None else ""))
    for name, limit in TOLERANCE.items():
        off = found[name] - BOOK[mode][name]
        print(f"{name}: off by {off:+.2f} (tolerance {limit}, standard error {errors[name]:.2f})")
