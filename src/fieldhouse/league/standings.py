"""The tables of a season as a value that shows itself: text, a notebook's table, a frame."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from fieldhouse.kernel.showing.notebook import Tabled
from fieldhouse.league.follow import Season
from fieldhouse.league.text import tables_text


class Standings(Tabled):
    """Every table of a season, with the teams' names: `Standings(season, names)`."""

    def __init__(self, season: Season, titles: Sequence[str]) -> None:
        self.season = season
        self.titles = tuple(titles)

    def rows(self) -> list[dict[str, Any]]:
        """One row a team and table, best first; `separated` names what puts it above a level neighbour."""
        found = []
        for name in self.season.course.tables:
            placed = self.season.placed[name]
            for place, (team, reason) in enumerate(zip_longest(placed.teams, placed.reasons), start=1):
                line = self.season.ledger.line(team)
                games = {"won": line.won, "lost": line.lost, "tied": line.drawn, "share": line.share}
                points = {"scored": line.scored, "allowed": line.allowed, "separated": reason}
                found.append({"table": name, "place": place, "team": self.titles[team], **games, **points})
        return found

    def __str__(self) -> str:
        return tables_text(self.season, self.titles)

    def __repr__(self) -> str:
        """What they are; `print` shows them."""
        tables, lines = len(self.season.course.tables), map(self.season.ledger.line, range(len(self.titles)))
        games = sum(line.won + line.lost + line.drawn for line in lines) // 2
        return f"<Standings of {len(self.titles)} teams in {tables} tables after {games} games>"
