"""What the dice of a choice can bring, in per cent: a fourth down, a kick, a conversion, the last play.

The charts and both team cards lie open on the table (FD-1.1), so nobody has to count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from fieldhouse.games.fastdrive.rules.chart_results import Bound, Landing, OpenEntry
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.state import AVERAGE, GREAT, POOR, Sheet
from fieldhouse.kernel.requests import Choose, Menu, Seat

HALF = " Your team is only somewhat efficient: a change of pace takes an odd die."
KICKS = {"deep": "kickoff", "squib": "squib", "onside": "onside"}


def show_chances(game: BoundCharts, s: Sheet, asked: Choose) -> Choose:
    """The same question with its chances, as the score and the clock have them now; made once for each."""
    lead = s.scores[asked.seat] - s.scores[1 - asked.seat]
    key = (
        asked.what,
        asked.seat,
        s.half,
        s.start,
        s.ending,
        s.base,
        (lead > 0) - (lead < 0),
        game.is_late(s),
    )
    found = game.asked.get((id(asked), *key))
    if found is None:
        found = game.asked[id(asked), *key] = _described(game, s, asked)
    return found


def _described(game: BoundCharts, s: Sheet, asked: Choose) -> Choose:
    options = []
    for option in asked.menu.options():
        made = WORDS.get(option.key)
        said = made(game, s, asked.seat) if made is not None else ""
        options.append(msgspec.structs.replace(option, help=said) if said else option)
    told = asked.help
    if asked.what == "clock" and game.efficient[asked.seat] == 0.5:  # FD-8.2, FD-3.2
        told += HALF
    menu = Menu(options, asked.menu.refusals())
    return Choose(asked.seat, asked.what, menu, asked.prompt, rule=asked.rule, help=told)


# What each answer brings


def _onside_words(game: BoundCharts, s: Sheet, kicker: Seat, kind: str = "onside") -> str:
    """FD-9.5: who gets the ball, and where the receiving team starts."""
    found = _landings(game, s, game.tables[s.half][KICKS[kind]][1 - kicker])
    keeps = sum(chance for (word, _), chance in found.items() if word == "KICKERS")
    parts = [f"yours {_percent(keeps)}"] if keeps else []
    for start, name in ((POOR, "poor"), (AVERAGE, "average"), (GREAT, "great")):
        chance = sum(c for (word, at), c in found.items() if at == start and word != "KICKERS")
        if chance:
            parts.append(f"{name} {_percent(chance)}")
    return ", ".join(parts)


def _fourth_words(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-13.2."""
    return f"converts {_percent(_chance(game, s, 'fourth-down', seat, 'GOOD'))}"


def _two_words(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-11.11."""
    return f"2 points, good {_percent(_chance(game, s, 'two-point', seat, 'GOOD'))}"


def _desperation_words(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-14.5."""
    good, bad = (_chance(game, s, "desperation", seat, word) for word in ("TD", "DEF-TD"))
    return f"touchdown {_percent(good)}, touchdown against you {_percent(bad)}"


def _kick_words(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-11.8, FD-11.12: the extra point, the field goal, or that it is a punt."""
    if s.phase == "try":
        return f"1 point, good {_percent(_range_chance(game, game.xp[seat]))}"
    if s.ending >= 0 and game.endings[s.ending].punt:
        return "a punt"
    good = f"good {_percent(_range_chance(game, game.fg[seat]))}"
    return good if s.phase == "settle" else f"field goal, {good}" if s.ending >= 0 else ""


WORDS: dict[str, Callable[[BoundCharts, Sheet, Seat], str]] = {
    **{kind: partial(_onside_words, kind=kind) for kind in KICKS},
    "go": _fourth_words,
    "two": _two_words,
    "desperation": _desperation_words,
    "kick": _kick_words,
}


# Chances


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%" if chance >= 0.005 or not chance else "under 1%"


def _range_chance(game: BoundCharts, kicks: tuple[int, int]) -> float:
    """FD-11.8: 11-66 is always good, unless it can be blocked (FD-17.3)."""
    low, high = kicks
    good = high - low + 1
    return (good - (good == 36 and game.blocked_kicks)) / 36


def _chance(game: BoundCharts, s: Sheet, table: str, seat: Seat, word: str) -> float:
    found = _landings(game, s, game.tables[s.half][table][seat * 3 + s.start])
    return sum(chance for (said, _), chance in found.items() if said == word)


def _landings(game: BoundCharts, s: Sheet, table: Bound) -> Counter[tuple[str, int]]:
    """How likely each word and start of a table is, its follow-up tables included."""
    found: Counter[tuple[str, int]] = Counter()
    for entry in table:
        for landing, chance in _answers(game, s, entry):
            share = chance / len(table)
            if landing.follow < 0:
                found[landing.word, landing.start] += share  # type: ignore[assignment]
                continue
            for key, more in _landings(game, s, game.follow_ups[landing.follow]).items():
                found[key] += share * more  # type: ignore[assignment]
    return found


def _answers(
    game: BoundCharts, s: Sheet, entry: Landing | OpenEntry[Landing]
) -> Sequence[tuple[Landing, float]]:
    """What an entry comes to as its questions are answered from left to right (FD-10.5)."""
    if isinstance(entry, Landing):
        return [(entry, 1.0)]
    found, left = [], 1.0
    for test, landing in entry.steps:
        if test is None:
            yes = 1.0
        elif test.faces:
            yes = len(test.faces) / 6
        else:
            yes = float(test.stands(s.scores, game.is_late(s)))
        found.append((landing, left * yes))
        left *= 1 - yes
    return found
