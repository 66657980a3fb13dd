"""The worked examples of section 28: what happens in each, computed with the charts that the package brings.

`python -m tests.games.fastdrive.worked_examples` writes them into the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.fastdrive.sheets import PLAIN, at, told

from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import KICKOFF, POOR, Sheet
from fieldhouse.kernel.registry import find

CATALOGUE = Path(__file__).parents[3] / "docs" / "rules" / "fastdrive.md"
HEADING, NEXT = "## 28. Worked examples\n", "\n## 29. "
INTRODUCTION = (
    "\nComputed with the charts that the package brings: `python -m tests.games.fastdrive.worked_examples` "
    "writes this section, and a test compares it.\nDice are given black, white, red. Away has the ball, at "
    "AVERAGE, with 25:00 (20 ticks) left in the first half and no score, unless the example says otherwise;\n"
    "teams have no qualities but those named, and kick from 11 to 61 (field goals) and 11 to 64 (extra "
    "points).\n\n"
)


class Example(NamedTuple):
    """A position, the dice and answers from there, and the rules it shows."""

    title: str
    says: str
    rules: str
    dice: str
    keys: str = ""
    position: Mapping[str, Any] = {}
    away: Mapping[str, Any] = {}
    home: Mapping[str, Any] = {}

    def game(self) -> FastDrive:
        """The rules with the default charts and these two teams."""
        teams = {"away": PLAIN | {"team": "Away", **self.away}, "home": PLAIN | {"team": "Home", **self.home}}
        game = find("fastdrive").open({}, teams)
        assert isinstance(game, FastDrive)
        return game

    def play(self) -> tuple[Sheet, list[str]]:
        """The position at the end, and the play-by-play."""
        s = at(**deepcopy(dict(self.position)))
        events = told(self.game(), s, self.dice, self.keys)
        return s, [event.text() for event in events]


EXAMPLES = (
    Example("Kickoff", "Home kicks off.", "FD-9.2", "63", position={"phase": KICKOFF, "kicker": 1}),
    Example(
        "Half quality, long drive",
        "The defense is PUNISHING*.",
        "FD-10.1, FD-3.2, FD-5.2, FD-11.9",
        "326 4 53",
        home={"defense": ["PUNISHING*"]},
    ),
    Example("Dot", "The offense is PROLIFIC*.", "FD-5.3", "216 4 24", away={"offense": ["PROLIFIC*"]}),
    Example(
        "2-4-5 re-roll",
        "The offense is DYNAMIC, 9 ticks are left.",
        "FD-12.5 to FD-12.8, FD-11.11",
        "452 654 65",
        "kick",
        {"left": 9},
        away={"offense": ["DYNAMIC"]},
    ),
    Example("Unusual result", "The Timing Die 4 is kept.", "FD-12.1 to FD-12.3", "444 63 11", "kick"),
    Example(
        "Unusual re-roll",
        "The offense is behind, 0-7.",
        "FD-12.4, FD-11.2",
        "222 43 515 1 3",
        position={"scores": [0, 7]},
    ),
    Example(
        "Cross-era kick",
        "A team of 1985 (field goals 11-52) against one of 2003: 18 years apart, 5 - 1 = 4, and four codes "
        "after 52 is 56.",
        "FD-18.3 to FD-18.6, FD-11.9",
        "443 61",
        away={"season": 1985, "fg": "11-52"},
        home={"season": 2003},
    ),
    Example(
        "EFFICIENT saves a score",
        "The offense is EFFICIENT, 2 ticks are left in the first half and the drive takes 3; one less is the "
        "last tick.",
        "FD-8.2, FD-6.4",
        "654 35",
        "-1 kick",
        {"left": 2},
        away={"offense": ["EFFICIENT"]},
    ),
    Example(
        "Touchdown becomes a kick",
        "Second half, 20-20, 2 ticks are left and the drive takes 3.",
        "FD-15.1, FD-24.24",
        "635 44",
        position={"half": 2, "left": 2, "scores": [20, 20]},
    ),
    Example(
        "Safety and free kick",
        "The drive starts POOR.",
        "FD-11.6, FD-11.7",
        "111 65 2",
        position={"start": POOR},
    ),
    Example(
        "Fourth down",
        "Second half, 14-21, 5 ticks are left; the offense goes for it instead of punting.",
        "FD-13.1 to FD-13.4",
        "253 26 366 52",
        "go kick",
        {"half": 2, "left": 5, "scores": [14, 21]},
    ),
    Example(
        "Desperation",
        "Second half, 17-21, 2 ticks are left and the drive takes both: three points are not enough.",
        "FD-7.17, FD-24.3, FD-24.9",
        "443 12",
        "desperation",
        {"half": 2, "left": 2, "scores": [17, 21]},
    ),
)


def section() -> str:
    """Section 28 as the catalogue has it."""
    found = [HEADING, INTRODUCTION]
    for number, example in enumerate(EXAMPLES, start=1):
        _, lines = example.play()
        found.append(f"{number}. **{example.title}.** {example.says} {' '.join(lines)} ({example.rules})\n")
    return "".join(found)


def written() -> str:
    """Section 28 in the catalogue."""
    text = CATALOGUE.read_text(encoding="utf-8")
    return text[text.index(HEADING) : text.index(NEXT)]


if __name__ == "__main__":
    CATALOGUE.write_text(
        CATALOGUE.read_text(encoding="utf-8").replace(written(), section()), encoding="utf-8"
    )
