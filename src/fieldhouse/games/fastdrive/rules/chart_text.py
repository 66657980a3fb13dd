"""Chart codes and drive results in football words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from fieldhouse.games.fastdrive.charts.cells import Cell, Result
from fieldhouse.games.fastdrive.charts.qualities import STARTS
from fieldhouse.games.fastdrive.rules.chart_results import CardAnswers, OpenQuestion

RESULTS = {
    "TD-RUN": "touchdown run",
    "TD-PASS": "touchdown pass",
    "DESP-TD": "last-play touchdown",
    "FGA good": "field goal",
    "FGA missed": "missed field goal",
    "FGA blocked": "blocked field goal",
    "FGA": "field goal attempt",
    "PUNT": "punt",
    "PUNT-BU": "punt, backed up",
    "PUNT-CO": "coffin-corner punt",
    "PUNT blocked": "blocked punt",
    "BLOCKED-PUNT": "blocked punt",
    "BLOCKED-FGA": "blocked field goal",
    "INTERCEPTION": "interception",
    "FUMBLE": "lost fumble",
    "DOWNS": "turnover on downs",
    "SAFETY": "safety",
    "EOH": "time expired",
    "KNEEL": "took a knee",
    "EOG": "ran out the clock",
    "DESP-NO": "last play failed",
    "DESP-DEF-TD": "returned for a TD",
    "DEF-TD": "returned for a touchdown",
    "REROLL": "roll again",
    "UNUSUAL-1": "unusual play",
    "UNUSUAL-2": "unusual play",
    "KICKERS": "kicking team recovers",
    "OPEN": "open field",
    "TD": "touchdown",
    "GOOD": "good",
    "NO-GOOD": "no good",
    "NOTHING": "no score",
    "KEPT": "recovered by the offense",
}
TABLES = {
    "punt-bu": "backed-up punt",
    "punt-co": "coffin-corner punt",
    "punt-fumble": "fumbled punt",
    "punt-open": "punt return",
    "kickoff-fumble": "fumbled kickoff",
    "kickoff-open": "kickoff return",
    "unusual-1": "unusual play",
    "unusual-2": "unusual play",
    "two-point": "two-point conversion",
    "fourth-down": "fourth-down",
}
TESTS = {"LATE": "late in the half", "HOME": "at home", "AWAY": "away"}


def result_words(result: str) -> str:
    """A result of the score sheet or of a chart, in words."""
    return start_words(result) if result in STARTS else RESULTS.get(result, result.lower())


def start_words(start: str) -> str:
    """A starting position in words: `average field position`."""
    return f"{start.lower()} field position"


def table_words(table: str) -> str:
    """A chart's name in words."""
    return TABLES.get(table, table)


@lru_cache(maxsize=1024)  # charts have few words, and every reported roll reads a row of them
def quality_words(name: str) -> str:
    """What a chart asks about: `D-DISCIPLINED` is `disciplined defense`."""
    plain = name.rstrip("*")
    for mark, side in (("O-", " offense"), ("D-", " defense")):
        if plain.startswith(mark):
            return plain[2:].lower() + side
    return TESTS.get(plain, plain.lower())


@lru_cache(maxsize=1024)
def cell_text(result: Result) -> str:
    """A chart result in words."""
    words = [result_words(part) for part in (result.word, result.kept, result.arg) if part]
    return ", ".join(words)


def row_words(world: CardAnswers, cells: Iterable[Cell], scores: Sequence[int], late: bool) -> str:
    """A row read left to right: cards, score and clock answer at once, a half quality waits for its die."""
    told: list[str] = []
    for cell in cells:
        name = " or ".join(map(quality_words, cell.tests))
        asked = [world.answer(test) for test in cell.tests]
        answers = [
            one.stands(scores, late) if isinstance(one, OpenQuestion) and not one.faces else one
            for one in asked
        ]
        if not cell.tests:
            told.append(f"otherwise {cell_text(cell.result)}" if told else cell_text(cell.result))
            break
        if True in answers:
            told.append(f"{name}: yes, {cell_text(cell.result)}")
            break
        told.append(f"{name}: no" if not any(answers) else f"{name}? {cell_text(cell.result)}")
    return "; ".join(told)


DRAWN_STARTS = {"POOR": 88, "AVERAGE": 70, "GREAT": 45}
"""Yards to the goal at which a drive is drawn to begin: the game has three starts, no yard lines (FD-4.3):
the spots of the lines are ours."""
_DRAWN_GAINS = {"PUNT": 12, "PUNT-BU": 3, "PUNT-CO": 24, "INTERCEPTION": 15, "FUMBLE": 11, "DOWNS": 22}


def drawn_at(start: str, result: str) -> tuple[int, int]:
    """Where the line of a drive begins and ends on a picture, in yards to the goal."""
    began = DRAWN_STARTS[start]
    if "TD" in result and "DEF" not in result:
        return began, 0
    if result.startswith("FGA"):
        return began, min(began - 8, 28)
    if result == "SAFETY":
        return began, 100
    return began, max(began - _DRAWN_GAINS.get(result, 8), 12)
