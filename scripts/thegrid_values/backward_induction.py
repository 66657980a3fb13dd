"""The values behind `allpro`: backward induction over a stated abstraction. Needs the [lab] extra.

The abstraction. Both teams are the average team of DC-12 and stay so (no injuries); every timing card is
of each suit with chance 1/4, whatever has been flipped; score differences beyond 20 count as 20; in the
first half nobody knows who receives in the second (both with 1/2); a tie after the second half is worth
1/2. Everything else is the game: box, down, marker, cards left, score difference, both sides' timeouts,
the re-roll right, extra cards, field goals, and each pair of secret cards solved as a matrix game. The
ends of the average team are alike, so the offense's twelve cards become eight, the defense's twenty fifteen.

What is kept: the values with two timeouts each, and what other numbers of timeouts and a re-roll right
add: by situation for the last cards of the second half (as a few patterns), else on average.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from fieldhouse.games.thegrid.charts.cards import CALLED, DECK, ZONE, legal
from fieldhouse.games.thegrid.coaches.play_odds import LOWER_OF_2D6, RESULTS, card_results, risks
from fieldhouse.games.thegrid.coaches.value_table import (
    BASE,
    CARDS,
    CLIP,
    LATE,
    PATTERNS,
    SHAPE,
    SITUATIONS,
    STRENGTH,
    TIME_OUTS,
    UNIT,
    pack_values,
    situation_index,
    values_fingerprint,
)
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.players import CARRIERS, HB
from fieldhouse.kernel.registry import find

EIGHT = ("RI-HB", "RO-HB", "RO-LE", "FP-HB", "FP-LE", "SP-HB", "SP-LE", "LP-LE")
"""The offense's cards in the abstraction; LE stands for either end, both equally often."""
FIFTEEN = tuple((play, key) for play in ("RI", "RO", "FP", "SP", "LP") for key in ("HB", "LE", "NK"))
"""The defense's; LE again stands for either end."""

Progress = Callable[[str], None]


def average_game(plays: Any = None) -> TheGrid:
    """Two average teams, with other play cards if given."""
    materials = {"plays": plays} if plays is not None else None
    options = {"home": "average", "visitor": "average", "lineups": "fixed"}
    game = find("thegrid").open(options, materials)
    assert isinstance(game, TheGrid)
    return game


def numbers(game: TheGrid) -> Any:
    """The chances of the abstraction as arrays, all from the rules' own data."""
    import numpy as np
    from scripts.thegrid_values.compiled_sweep import Numbers

    s = game.start()
    pmf = np.array(
        [
            [[reduced_results(game, s, card, *guard, -zone) for guard in FIFTEEN] for card in EIGHT]
            for zone in range(3)
        ]
    )
    left = [risks(game, s, card) for card in EIGHT]
    right = [risks(game, s, card.replace("-LE", "-RE")) for card in EIGHT]
    kicker = 1 - 1 / max(game.player(0, s.sides[0].lineup, place).kicking for place in CARRIERS)
    boxes = range(12)
    places = [
        [[situation_index(box, down, marker) for marker in range(13)] for down in range(5)] for box in boxes
    ]
    return Numbers(
        pmf=pmf,
        risk=np.array([[r.loss, r.sack, r.interception, r.fumble, r.air] for r in left]),
        extra=np.array([(a.extra_point + b.extra_point) / 2 for a, b in zip(left, right, strict=True)]),
        back=kicker,
        field_goal=np.array([kicker ** (12 - box) for box in boxes]),
        zone=np.array([-ZONE[box] for box in boxes]),
        cards=np.array([[card in legal(max(1, box)) for card in EIGHT] for box in boxes]),
        lower=np.array(LOWER_OF_2D6),
        situations=np.array(SITUATIONS),
        index=np.array(places),
    )


def reduced_results(game: TheGrid, s: Grid, card: str, play: str, key: str, zone: int) -> list[float]:
    """Results of one of the eight against one of the fifteen: an end is keyed rightly every other time."""
    keys = ("LE", "RE") if key == "LE" and DECK[card].who != HB else (key,)
    parts = [card_results(game, s, card, sum(CALLED[card, f"{play}-{one}"]), zone) for one in keys]
    return [sum(part[x] for part in parts) / len(parts) for x in range(RESULTS)]


def final_ends() -> Any:
    """The end of the second half: a win, half a win, nothing."""
    import numpy as np

    outcome = (np.sign(np.arange(-CLIP, CLIP + 1)) + 1) / 2
    return np.repeat(outcome, (TIME_OUTS + 1) ** 2).reshape(-1, TIME_OUTS + 1, TIME_OUTS + 1)


def half_values(a: Any, end: Any, cards: int, progress: Progress | None = None) -> Any:
    """All values of a half with up to `cards` cards, from its last card backward."""
    import numpy as np
    from scripts.thegrid_values.compiled_sweep import step

    outs = TIME_OUTS + 1
    shape = (cards + 1, outs, outs, 2 * CLIP + 1, len(SITUATIONS), 3)
    w = np.zeros(shape, dtype=np.float32)
    clock = np.zeros(shape[1:5])
    for n in range(1, cards + 1):
        step(w, end, clock, n, a)
        if progress:
            progress(f"{n} of {cards} cards")
    return w


def halftime_ends(a: Any, w: Any, end: Any, cards: int) -> Any:
    """The end of the first half for a side: the second half's kickoff, received or kicked with 1/2 each."""
    import numpy as np
    from scripts.thegrid_values.compiled_sweep import kickoff

    found = np.zeros_like(end)
    for d, mine, theirs in np.ndindex(*end.shape):
        receives = kickoff(w, end, cards, d, mine, theirs, a)
        kicks = 1.0 - kickoff(w, end, cards, 2 * CLIP - d, theirs, mine, a)
        found[d, mine, theirs] = (receives + kicks) / 2
    return found


def kept(w: Any) -> tuple[Any, Any, Any]:
    """The table for BASE timeouts, and what other numbers and a re-roll right add on average."""
    import numpy as np

    plain = w[1:, :, :, :, :, 0].astype(np.float64)
    base = plain[:, BASE, BASE]
    extra = (plain - base[:, None, None]).mean(axis=4)
    table = np.rint(base * UNIT).astype(np.uint16)
    rights = w[1:, BASE, BASE, :, :, 1:].astype(np.float64) - base[..., None]
    return table, _small(extra.transpose(0, 3, 1, 2), UNIT), _small(rights.mean(axis=2), UNIT)


def patterns(w: Any) -> tuple[Any, Any]:
    """The last LATE cards: what timeouts and rights add, as strengths of shapes (a truncated SVD)."""
    import numpy as np

    strengths, shapes = [], []
    for n in range(1, LATE + 1):
        x = w[n].astype(np.float64)
        added = (x - x[BASE, BASE, :, :, :1]).transpose(2, 0, 1, 4, 3).reshape(-1, len(SITUATIONS))
        u, s, v = np.linalg.svd(added, full_matrices=False)
        largest = np.abs(v[:PATTERNS]).max(axis=1)
        strengths.append(u[:, :PATTERNS] * s[:PATTERNS] * largest)
        shapes.append((v[:PATTERNS] / largest[:, None]).T)
    return _small(np.array(strengths), STRENGTH), _small(np.array(shapes), SHAPE)


def _small(values: Any, unit: int) -> Any:
    import numpy as np

    return np.rint(values * unit).clip(-32768, 32767).astype(np.int16)


def make_value_table(plays: Any = None, progress: Progress | None = None) -> bytes:
    """The file of values for these play cards (default: the game's own); about ten minutes of one core."""
    game = average_game(plays)
    a = numbers(game)
    end = final_ends()
    second = half_values(a, end, CARDS, progress)
    first = half_values(a, halftime_ends(a, second, end, CARDS), CARDS, progress)
    return packed(game, first, second)


def packed(game: TheGrid, first: Any, second: Any) -> bytes:
    """Both halves' values as the file."""
    parts = [array("H"), *(array("h") for _ in range(4))]
    for w in (first, second):
        for part, values in zip(parts, kept(w), strict=False):
            part.frombytes(values.tobytes())
    for part, values in zip(parts[3:], patterns(second), strict=True):
        part.frombytes(values.tobytes())
    return pack_values(values_fingerprint(game.setup.materials["plays"]), parts)
