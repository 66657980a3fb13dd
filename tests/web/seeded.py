"""`fieldhouse serve` as the tests start it: the same dice in every run, and traced where the suite is.

    python -P seeded.py WORD START serve ...

The file WORD holds the name of the test at work. What the server draws for new dice follows from that name,
from the number of times this store was STARTed, and from the draws before it: a test meets the same dice
alone and among others, and no draw comes twice. Names of tables and tokens of people stay random.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import secrets
import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

TRACED = "FIELDHOUSE_TEST_TRACED"
"""Names the file of the suite's coverage, where it is measured."""


class Seeded:
    """Takes the place of the module `secrets` where dice are made."""

    token_urlsafe = staticmethod(secrets.token_urlsafe)

    def __init__(self, word: Path, start: str) -> None:
        self.word = word
        self.start = start
        self.drawn = Counter[str]()

    def token_hex(self, size: int) -> str:
        test = self.word.read_text(encoding="utf-8")
        self.drawn[test] += 1
        text = f"{test}/{self.start}/{self.drawn[test]}"
        return hashlib.sha256(text.encode()).hexdigest()[: 2 * size]

    def randbelow(self, bound: int) -> int:
        return int(self.token_hex(16), 16) % bound


def secret(house: Any, token: str) -> str:
    """A dice token's own half decides, not the second of its making."""
    return hashlib.sha256(f"dice/{token.rpartition('.')[2]}".encode()).hexdigest()


def same_dice(word: Path, start: str, put: Callable[[Any, str, Any], None] = setattr) -> None:
    """New dice come from the test's name."""
    from fieldhouse.web.daily import opening
    from fieldhouse.web.opening import dicetoken, newtable, plan

    by_dice = next(one for one in opening.WEEK if one.options.get("mode") == "dice")
    put(opening, "WEEK", (by_dice,) * 7)  # the same game on every day that the tests are run
    seeded = Seeded(word, start)
    for module in (dicetoken, newtable, plan):
        put(module, "secrets", seeded)
    put(dicetoken, "_secret", secret)


def traced(place: str) -> None:
    """Measure from here to the end, which SIGTERM brings about in the open.

    Uvicorn raises the signal once more when it has closed; by itself that would end the process on the spot.
    """
    import coverage

    measured = coverage.Coverage(place, data_suffix=True)
    measured.start()

    def end(*_: object) -> None:
        raise SystemExit

    def keep() -> None:
        measured.stop()
        measured.save()

    signal.signal(signal.SIGTERM, end)
    atexit.register(keep)


if __name__ == "__main__":
    if TRACED in os.environ:
        traced(os.environ[TRACED])
    same_dice(Path(sys.argv[1]), sys.argv[2])
    from fieldhouse.cli import main

    main(sys.argv[3:])
