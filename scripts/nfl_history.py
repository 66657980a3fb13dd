"""Derive src/fieldhouse/football/nfl_seasons/history.txt from the tables of games and divisions.

usage: nfl_history.py FOLDER, which holds nfl_games.csv (season, week, date, home, away, home_points,
away_points, neutral) and nfl_divisions.csv (season, franchise, team_name, conference, division).
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

OUT = Path(__file__).parents[1] / "src/fieldhouse/football/nfl_seasons/history.txt"
HEAD = """\
# Every game of the National Football League from 1970 to 2024: facts of record, in our own compilation.
# Derived by scripts/nfl_history.py. Results and weeks: tobycrabtree/spreadspoke and
fivethirtyeight/nfl-elo-game # (GitHub), checked against the league's game files (nflverse/nflfastR-raw) and
each other. # A season has its divisions, then its weeks: visitor @ home, points in that order; / is a
neutral site.
"""


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main(folder: Path) -> None:
    games, teams = rows(folder / "nfl_games.csv"), rows(folder / "nfl_divisions.csv")
    lines = [HEAD]
    for season in sorted({game["season"] for game in games}):
        lines.append(f"= {season}")
        divisions: dict[str, list[str]] = {}
        for team in teams:
            if team["season"] == season:
                name = f"{team['franchise']} {team['team_name']}"
                divisions.setdefault(team["division"], []).append(name)
        lines += [f"{name}: {', '.join(sorted(divisions[name]))}" for name in sorted(divisions)]
        weeks: dict[str, list[str]] = {}
        for game in games:
            if game["season"] == season:
                site = "/" if game["neutral"] == "1" else "@"
                score = f"{game['away_points']}-{game['home_points']}"
                weeks.setdefault(game["week"], []).append(f"{game['away']}{site}{game['home']} {score}")
        lines += [f"{week}: {', '.join(found)}" for week, found in weeks.items()]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{OUT}: {len(games)} games")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
