"""Compare Fast Drive with the real NFL; run from the repository root.

python -m scripts.fastdrive_realism realism [--era 2016-2025] [--games N] [--charts FILE]
python -m scripts.fastdrive_realism replay [--first 1978] [--last 2025] [--each N]
python -m scripts.fastdrive_realism.compiled_tables [FILE]     the same from compiled tables, many more games
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.fastdrive_realism import reports

from fieldhouse.games.fastdrive.charts.reader import read_chart_text


def main() -> None:
    """Read the command line."""
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    verbs = parser.add_subparsers(dest="verb", required=True)
    realism = verbs.add_parser("realism")
    realism.add_argument("--era", default="2016-2025", help="seasons, or plain for teams without qualities")
    realism.add_argument("--games", type=int, default=4000)
    realism.add_argument("--seed", type=int, default=1)
    realism.add_argument("--charts", type=Path, help="your own chart file")
    replay = verbs.add_parser("replay")
    replay.add_argument("--first", type=int, default=1978)
    replay.add_argument("--last", type=int, default=2025)
    replay.add_argument("--each", type=int, default=10, help="games per pairing and site")
    replay.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.verb == "realism":
        own = read_chart_text(given.charts.read_text(encoding="utf-8")) if given.charts else None
        found = reports.realism(given.era, given.games, given.seed, own)
        print(reports.realism_text(given.era, found, given.games // 10 * 10))
        return
    matches = []
    for year in range(given.first, given.last + 1):
        matches.append(reports.replay_season(year, given.each, given.seed + year))
        print(f"{year} done", file=sys.stderr)
    print(reports.replay_text(matches))


if __name__ == "__main__":
    main()
