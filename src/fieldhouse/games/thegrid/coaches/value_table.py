"""The situations of a drive, (box, down, marker), and the file of values the strongest coach plays by."""

from __future__ import annotations

import hashlib
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec

from fieldhouse.football.charts import read_toml
from fieldhouse.games.thegrid.chart_files import CHARTS, chart_text
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.kernel.files import cache_folder

CLIP = 20
"""Score differences beyond this count as this."""
TIME_OUTS = 5
BASE = 2
"""The table is for two timeouts each; other numbers add or subtract something."""
CARDS = 52
VERSION = 2
UNIT = 65535
LATE = 30
"""Up to this many cards left in the second half, timeouts and re-roll rights count by situation."""
PATTERNS = 8
"""They do so as sums of this many patterns over the situations, for each number of cards."""
STRENGTH, SHAPE = 8192, 32767
"""Units of the patterns' strengths and shapes."""
_COUNTS = (TIME_OUTS + 1) ** 2


def _reachable() -> tuple[tuple[int, int, int], ...]:
    """Every situation that can arise from a first down; there are 169 (DC-12)."""
    found = {(box, 1, min(box + 4, 12)) for box in range(1, 12)}
    fresh = list(found)
    while fresh:
        box, down, marker = fresh.pop()
        if down == 4:
            continue
        for after in range(max(1, box - 2), marker):
            following = (after, down + 1, marker)
            if following not in found:
                found.add(following)
                fresh.append(following)
    return tuple(sorted(found))


SITUATIONS = _reachable()
_INDEX = {situation: place for place, situation in enumerate(SITUATIONS)}


def situation_index(box: int, down: int, marker: int) -> int:
    """The place of a situation in SITUATIONS, -1 if it cannot arise."""
    return _INDEX.get((box, down, marker), -1)


def values_fingerprint(plays: Any) -> str:
    """What the values depend on: the play cards, the average team and this abstraction's version."""
    known = [VERSION, plays, chart_text("average"), chart_text("boxes"), CLIP, TIME_OUTS, BASE]
    return hashlib.sha256(msgspec.json.encode(known, order="deterministic")).hexdigest()[:16]


class Values:
    """Win probability with the ball (a tie is half a win), by half, cards left, score and situation.

    The table is for BASE timeouts each. What other numbers and a re-roll right add is stored by situation for
    the last LATE cards, and on average over the situations before.
    """

    def __init__(self, parts: Sequence[array[int]]) -> None:
        self.parts = parts
        self._table, self._extra, self._rights, self._strengths, self._shapes = parts

    def value(
        self, half: int, cards: int, diff: int, place: int, mine: int, theirs: int, right: int = 0
    ) -> float:
        """The offense's win probability with `cards` left and the ball at SITUATIONS[place].

        `right` says who may re-roll the next play: 0 nobody, 1 the offense, 2 the defense.
        """
        d = max(-CLIP, min(CLIP, diff)) + CLIP
        row = ((half - 1) * CARDS + cards - 1) * (2 * CLIP + 1) + d
        found: float = self._table[row * len(SITUATIONS) + place]
        if half == 2 and cards <= LATE:
            found += self._late(cards, d, place, mine, theirs, right)
        else:
            found += self._extra[row * _COUNTS + mine * (TIME_OUTS + 1) + theirs]
            if right:
                found += self._rights[2 * row + right - 1]
        return min(1.0, max(0.0, found / UNIT))

    def _late(self, cards: int, d: int, place: int, mine: int, theirs: int, right: int) -> float:
        case = ((cards - 1) * (2 * CLIP + 1) + d) * _COUNTS + mine * (TIME_OUTS + 1) + theirs
        first = (3 * case + right) * PATTERNS
        shape = ((cards - 1) * len(SITUATIONS) + place) * PATTERNS
        strengths, shapes = self._strengths, self._shapes
        total = sum(strengths[first + k] * shapes[shape + k] for k in range(PATTERNS))
        return total * (UNIT / (STRENGTH * SHAPE))


def pack_values(charts: str, parts: Sequence[array[int]]) -> bytes:
    """The file: a line of text, then the arrays compressed, the first as steps along the situations."""
    table = parts[0]
    steps = array("H", [0]) * len(table)
    before = 0
    for place, value in enumerate(table):
        steps[place] = (value - before) & 0xFFFF
        before = value
    sizes = " ".join(str(len(part)) for part in parts)
    head = f"thegrid values {charts} {sizes}\n".encode()
    woven = [part.tobytes() for part in (steps, *parts[1:])]
    return head + zlib.compress(b"".join(raw[0::2] + raw[1::2] for raw in woven), 9)


def unpack_values(data: bytes, wanted: str) -> Values | None:
    """The values, or None if the file was made for other charts or another version."""
    head, _, body = data.partition(b"\n")
    words = head.decode(errors="replace").split()
    if len(words) != 8 or words[:2] != ["thegrid", "values"] or words[2] != wanted:
        return None
    raw, begin = zlib.decompress(body), 0
    parts = []
    for number, size in enumerate(map(int, words[3:])):
        woven = bytearray(2 * size)
        woven[0::2], woven[1::2] = raw[begin : begin + size], raw[begin + size : begin + 2 * size]
        begin += 2 * size
        part = array("h" if number else "H")
        part.frombytes(bytes(woven))
        parts.append(part)
    sums = array("Q", accumulate(parts[0])).tobytes()
    table = bytearray(2 * len(parts[0]))
    table[0::2], table[1::2] = sums[0::8], sums[1::8]  # the low two bytes of each
    parts[0] = array("H", bytes(table))
    return Values(parts)


def packaged_file() -> Path:
    """The file that comes with the game, for the default charts."""
    return CHARTS / "values.bin"


@cache
def _load(path: Path, wanted: str) -> Values | None:
    return unpack_values(path.read_bytes(), wanted) if path.exists() else None


def values_for(plays: Mapping[str, Any], cache_folder: Path | None = None) -> Values:
    """The values for these play cards: from the shipped file, from the user's cache, else the shipped ones.

    Your own play cards are played by the values of the default ones until `scripts/thegrid_values` has made
    theirs; the matrix of the play at hand is always made from the cards in use.
    """
    wanted = values_fingerprint(plays)
    for path in (packaged_file(), *([cache_folder / f"thegrid-{wanted}.bin"] if cache_folder else [])):
        found = _load(path, wanted)
        if found is not None:
            return found
    found = _load(packaged_file(), values_fingerprint(read_toml("plays", chart_text("plays"))))
    if found is None:
        raise FileNotFoundError(
            f"{packaged_file()} is missing or out of date; `python -m scripts.thegrid_values values` makes it"
        )
    return found


def values_in_use(game: BoundCharts) -> Values:
    """The values for the play cards in use."""
    return values_for(game.setup.materials["plays"], cache_folder())
