"""What a chart set does to real cards, from the tables bound to them.

`python -m scripts.fastdrive_realism.compiled_tables [FILE]`: sixty pairings of each era drawn at random, at
either home, 1500 games each by the starter, and two plain teams, beside the real figures (`targets.csv`),
with 95% intervals over the pairings. `!` is outside its band, `?` within the interval of its edge. Without
FILE: the default charts.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numba import njit
from scripts.fastdrive_realism.figures import targets
from scripts.fastdrive_realism.reports import overtime_of

from fieldhouse.games.fastdrive.cards.card import season_cards, to_data
from fieldhouse.games.fastdrive.charts.reader import default_text, read_chart_text
from fieldhouse.games.fastdrive.meta import META
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.kernel.game import Setup
from fieldhouse.lab.bulk import bind_tables
from fieldhouse.lab.tables.alias_tables import (
    GOLDEN,
    draw_leaf,
    lane_seed,
    points_of,
    row_at,
    slot_after,
    splitmix,
)

PAIRS, GAMES, HALF, QUARTER = 60, 1500, 25, 12
PLAIN = {"team": "Plain", "season": 2020, "xp": "11-64"}


@njit(cache=True)
def play(seed, games, tables, out, quarters):  # type: ignore[no-untyped-def]
    """As `lab.bulk.play_lanes`, one game after the other; points by quarter and the lead at half-time too."""
    for game in range(games):
        x = lane_seed(seed, game)
        here, slot, a, b, lead_then, seen = tables.start, 0, 0, 0, 0, False
        while True:
            row = row_at(tables, here, slot, a - b)
            if row < 0:
                break
            x += GOLDEN
            here = draw_leaf(tables, row, splitmix(x))
            before = slot
            slot = slot_after(tables, slot, here)
            part = before // HALF
            late = slot // HALF > part or slot % HALF > QUARTER
            quarter = 4 if part > 1 else 2 * part + (1 if late else 0)
            more_a, more_b = points_of(here)
            quarters[quarter] += more_a + more_b
            a, b = a + more_a, b + more_b
            if not seen and slot >= HALF:
                seen, lead_then = True, a - b
        out[game, 0], out[game, 1], out[game, 2], out[game, 3] = a, b, lead_then, slot >= 2 * HALF


def pairings(era: str) -> list[tuple[Any, Any, str]]:
    """Both homes of pairings of one season."""
    if era == "plain":
        cards = [PLAIN | {"fg": fg} for fg in ("11-61", "11-56")]
        return [(cards[n], cards[1 - n], "modified") for n in (0, 1)] * PAIRS
    rng, seasons = Random(11), targets()[era][0].seasons
    found: list[tuple[Any, Any, str]] = []
    for n in range(PAIRS):
        season = seasons[n % len(seasons)]
        one, two = (to_data(card) for card in rng.sample(list(season_cards(season).values()), 2))
        how = "sudden" if overtime_of(season) == "sudden" else "modified"
        found += [(one, two, how), (two, one, how)]
    return found


def played(era: str, charts: Any) -> list[tuple[Any, Any]]:
    """Of every pairing: a row a game, and the points by quarter of both homes together."""
    found: list[tuple[Any, Any]] = []
    games = GAMES if era != "plain" else 1000
    of_one = pairings(era)
    for n in range(0, len(of_one), 2):
        rows, quarters = [], np.zeros(5)
        for k, (away, home, how) in enumerate(of_one[n : n + 2]):
            options = META.read_options({"overtime": how})
            game = FastDrive(Setup(options, {"charts": charts, "away": away, "home": home}))
            t = bind_tables(game, "starter")
            assert t is not None
            out = np.zeros((games, 4), np.int64)
            play(1 + 7919 * (n + k), games, t, out, quarters)
            rows.append(out)
        found.append((np.concatenate(rows), quarters))
    return found


def figures(games: Any, quarters: Any) -> dict[str, float]:
    """Every figure that scores and quarters tell."""
    away_points, home_points, then, extra = games.T
    margin, points = abs(home_points - away_points), np.concatenate([away_points, home_points])
    final, led = home_points - away_points, then != 0
    kept = np.where(final[led] == 0, 0.5, np.sign(-then[led]) == np.sign(final[led]))
    found = {"points per team": points.mean(), "sd of points": points.std(), "mean margin": margin.mean()}
    found |= {"tie": (margin == 0).mean(), "margin 3": (margin == 3).mean()}
    bins = {"1-3": (1, 3), "4-7": (4, 7), "8-14": (8, 14), "15-21": (15, 21), "22+": (22, 999)}
    found |= {f"margin {k}": ((margin >= a) & (margin <= b)).mean() for k, (a, b) in bins.items()}
    found |= {"within 8 points": (margin <= 8).mean(), "shutouts": (points == 0).mean()}
    found |= {f"{n} points or more": (points >= n).mean() for n in (30, 40)}
    found |= {"under 10 points": (points < 10).mean(), "home margin": final.mean(), "overtime": extra.mean()}
    found |= {"home wins": ((final > 0) + 0.5 * (final == 0)).mean(), "half-time leader wins": kept.mean()}
    found["first half share"] = quarters[:2].sum() / quarters[:4].sum()
    return found | {f"quarter {q + 1}": quarters[q] / len(points) for q in range(4)}


def main() -> None:
    """Play every era and print its figures."""
    text = Path(sys.argv[1]).read_text(encoding="utf-8") if len(sys.argv) > 1 else default_text()
    charts = read_chart_text(text)
    for era in ("plain", *targets()):
        real = {row.figure: row for row in targets()["2016-2025" if era == "plain" else era]}
        parts = played(era, charts)
        whole = figures(np.concatenate([games for games, _ in parts]), sum(quarters for _, quarters in parts))
        each = [figures(*part) for part in parts]
        print(f"{era}: {len(parts)} pairings, {sum(len(games) for games, _ in parts)} games")
        for name, value in whole.items():
            error = 1.96 * np.std([one[name] for one in each], ddof=1) / len(each) ** 0.5
            row = real.get(name)
            past = abs(value - row.target) - row.band if row else -1.0
            beside = f"{row.target:9.3f} ± {row.band:g}" if row else ""
            off = "  !" if past > error else "  ?" if past > -error else ""
            print(f"  {name:24}{value:9.3f} ± {error:.3f}{beside:>20}{off}", flush=True)


if __name__ == "__main__":
    main()
