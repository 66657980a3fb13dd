"""One cell of a chart, `[question?] result [arguments] [markers]`, and what each table may hold."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from fieldhouse.games.fastdrive.charts.codes import FACES, span
from fieldhouse.games.fastdrive.charts.qualities import LATE, PLACES, QUESTIONS, SCORES, STARTS

PUNTS = ("PUNT", "PUNT-BU", "PUNT-CO")
TOUCHDOWNS = ("TD-RUN", "TD-PASS")
PLAIN = (*TOUCHDOWNS, "FGA", *PUNTS, "FUMBLE", "INTERCEPTION", "SAFETY")
MARKS = {"[R]": "TD-PASS", "[R+]": "TD-PASS", "[P]": "TD-RUN", "[P+]": "TD-RUN"}  # FD-25.12
NONE: tuple[str, ...] = ("",)

Words = dict[str, tuple[str, ...]]
"""Result words -> the arguments each may take; "" stands for none."""

DRIVES: Words = {  # FD-25.8
    **dict.fromkeys(PLAIN, NONE),
    "DOWNS": STARTS,
    "REROLL": NONE,
    "BLOCKED-PUNT": (*STARTS, "DEF-TD"),
    "BLOCKED-FGA": (*STARTS, "DEF-TD"),
    "DEF-TD": ("FUMBLE", "INTERCEPTION"),
}
UNUSUAL: Words = {"UNUSUAL-1": NONE, "UNUSUAL-2": NONE}
KEPT: Words = {word: DRIVES[word] for word in (*TOUCHDOWNS, "FGA", *PUNTS, "SAFETY", "DOWNS")}
TURNOVERS: Words = {**dict.fromkeys(STARTS, NONE), "DEF-TD": NONE, "KEPT": NONE}  # FD-25.9
FOLLOW_UPS: Words = {**dict.fromkeys(STARTS, NONE), "KICKERS": STARTS, "TD": NONE}  # FD-25.10
KICKS: Words = {**FOLLOW_UPS, "FUMBLE": NONE, "OPEN": NONE}

RESULTS: dict[str, Words] = {
    "timing": dict.fromkeys(FACES, NONE),
    "drive": {**DRIVES, **UNUSUAL},
    "turnovers": {**DRIVES, **UNUSUAL},
    "fumble": TURNOVERS,
    "interception": TURNOVERS,
    "unusual-1": DRIVES,
    "unusual-2": DRIVES,
    "kickoff": KICKS,
    "kickoff-fumble": FOLLOW_UPS,
    "kickoff-open": FOLLOW_UPS,
    "squib": KICKS,
    "onside": KICKS,
    "punt-bu": KICKS,
    "punt": KICKS,
    "punt-co": KICKS,
    "punt-fumble": FOLLOW_UPS,
    "punt-open": FOLLOW_UPS,
    "two-point": {"GOOD": NONE, "NO-GOOD": NONE},  # FD-25.11
    "fourth-down": {"GOOD": NONE, "NO-GOOD": ("", *STARTS)},
    "desperation": {"TD": NONE, "NOTHING": NONE, "DEF-TD": NONE},
}
DRIVE_TABLES = ("drive", "turnovers", "unusual-1", "unusual-2")
KICK_TABLES = tuple(table for table, words in RESULTS.items() if "KICKERS" in words)


class Result(msgspec.Struct, frozen=True):
    """A chart result: the word, its argument, and its markers. `kept` is the result of a KEPT fumble."""

    word: str
    arg: str = ""
    dot: bool = False
    mark: str = ""
    kept: str = ""

    def text(self) -> str:
        """As printed in a chart."""
        return " ".join(filter(None, (self.word, self.kept, self.arg, self.mark, "dot" if self.dot else "")))


class Cell(msgspec.Struct, frozen=True):
    """The tests of the question, any of which answers yes (none: no question), and the result."""

    tests: tuple[str, ...]
    result: Result

    def text(self) -> str:
        """As printed in a chart."""
        return (" or ".join(self.tests) + "? " if self.tests else "") + self.result.text()


class Fault(msgspec.Struct, frozen=True):
    """What is wrong in a cell, and at which character of it."""

    what: str
    at: int = 0


def read_cell(text: str, table: str) -> Cell | list[Fault]:
    """Read one cell of that table, or say everything that is wrong and where in the cell."""
    body = text.partition(";")[0]  # FD-25.1: the rest is narrative
    question, mark, rest = body.partition("?")
    if not mark:
        question, rest = "", body
    tests: list[str] = []
    faults: list[Fault] = []
    for test in question.split(" or ") if mark else ():
        name = " ".join(test.split())
        if wrong := _wrong_test(name, table):
            faults.append(Fault(wrong, text.find(test.strip())))
        tests.append(name)
    found = _result(rest.split(), table)
    if not isinstance(found, Result):
        what, word = found
        faults.append(Fault(what, text.find(word, len(body) - len(rest)) if word else 0))
    elif not faults:
        return Cell(tuple(tests), _one(found))
    return faults


@lru_cache(maxsize=1024)
def _one(result: Result) -> Result:
    """Equal results are one: who binds the charts to two cards knows them by their id."""
    return result


def _wrong_test(name: str, table: str) -> str:
    """FD-25.7: what may be asked; "" if this may."""
    if name in STARTS and table in KICK_TABLES:
        return f"{name}: a start position may not be asked in a kick table"
    if name in QUESTIONS or name in STARTS or name in PLACES or name in SCORES or name in (LATE, "ODD"):
        return ""
    roll, _, faces = name.partition(" ")
    if roll == "ROLL" and span(faces, FACES) is not None:
        return ""
    if name in ("DISCIPLINED", "UNDISCIPLINED"):
        return f"{name}: say whose, O-{name} or D-{name}"
    return f"unknown question {name!r}" if name else "a question mark without a question"


def _result(words: list[str], table: str) -> Result | tuple[str, str]:
    """The result of these words, or what is wrong and the word it is wrong about."""
    allowed = RESULTS[table]
    if not words:
        return "no result", ""
    word = words[0]
    if word not in allowed:
        return f"{word!r} isn't a result of {table}; use one of {', '.join(allowed)}", word
    rest = words[1:]
    kept = arg = ""
    if word == "KEPT":  # FD-24.68
        if not rest or rest[0] not in KEPT:
            return f"KEPT needs a result of a drive: {', '.join(KEPT)}", rest[0] if rest else word
        kept, rest = rest[0], rest[1:]
    arguments = KEPT[kept] if kept else allowed[word]
    if rest and rest[0] in arguments:
        arg, rest = rest[0], rest[1:]
    elif "" not in arguments:
        return f"{kept or word} needs one of {', '.join(arguments)}", rest[0] if rest else word
    return _marked(Result(word, arg, kept=kept), rest, table)


def _marked(result: Result, marks: list[str], table: str) -> Result | tuple[str, str]:
    """FD-25.12: the markers behind a result."""
    for mark in marks:
        timed = table in DRIVE_TABLES and not result.word.startswith("UNUSUAL")
        if mark == "dot" and timed and not result.dot:
            result = msgspec.structs.replace(result, dot=True)
        elif mark in MARKS and MARKS[mark] == result.word and not result.mark:
            result = msgspec.structs.replace(result, mark=mark)
        else:
            return f"{mark!r} can't follow {result.word}", mark
    return result
