"""The form of each year: the real schedule, division tables, wild cards, playoffs to the Super Bowl.

Eight teams to 1977, ten to 1989, twelve to 2019, fourteen since; in 1982, after the strike, sixteen by
conference. To 1989 nobody met a team of its own division in the second round. Two things are simpler than
they were: before 1975 the sites of playoff games rotated between divisions (here the better record is
home), and net touchdowns, the last tie-breaker before the coin, are not counted.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

import msgspec

from fieldhouse.football.competition.format import (
    Entry,
    Fixture,
    Format,
    FormatRequest,
    InOrderOf,
    KnockoutGames,
    LeagueGames,
    OwnDivisionLast,
    RankEntries,
    SeasonProgress,
    Steps,
)
from fieldhouse.football.nfl_seasons.history import RealSeason
from fieldhouse.football.nfl_seasons.tie_breakers import across_divisions, in_division

CONFERENCES = ("AFC", "NFC")
STAGES = {"WC": "wild card", "DIV": "divisional", "CONF": "conference final", "SB": "Super Bowl"}


class ScheduledGame(msgspec.Struct, frozen=True):
    """A game of the schedule, by number of team."""

    week: int
    visitor: int
    home: int
    neutral: bool = False


class NflSeason(Format, frozen=True, tag=True):
    """A year of the league. `divisions` gives each division's name and teams; `meetings` the schedule."""

    season: int
    divisions: tuple[tuple[str, tuple[int, ...]], ...]
    meetings: tuple[ScheduledGame, ...]

    @property
    def title(self) -> str:
        return f"{self.season} NFL season"

    @property
    def division(self) -> tuple[int, ...]:
        found = {team: n for n, (_, teams) in enumerate(self.divisions) for team in teams}
        return tuple(found[team] for team in range(len(self.names)))

    @property
    def conference(self) -> tuple[int, ...]:
        return tuple(CONFERENCES.index(self.divisions[n][0].split()[0]) for n in self.division)

    @property
    def teams_in_play_offs(self) -> int:
        """How many teams of each conference make the playoffs."""
        s = self.season
        return 8 if s == 1982 else 4 if s < 1978 else 5 if s < 1990 else 6 if s < 2020 else 7

    def fixtures(self) -> Iterator[Fixture]:
        """The schedule; a pair meets once a week at most, so week and names are enough for an id."""
        for m in self.meetings:
            label = f"week {m.week}: {self.names[m.visitor]} at {self.names[m.home]}"
            yield Fixture(label, f"week {m.week}", m.home, m.visitor, m.week, m.neutral)

    def steps(self, c: SeasonProgress) -> Steps:
        yield LeagueGames(tuple(self.fixtures()))
        seeds: dict[str, list[Entry]] = {}
        for conference in CONFERENCES:
            seeds[conference] = yield from self.seed_conference(c, conference)
            c.groups[f"{conference} play-offs"] = seeds[conference]
        c.reached["play-offs"] = [*seeds["AFC"], *seeds["NFC"]]
        left = dict(seeds)
        for stage in ("WC", "DIV", "CONF"):
            left = yield from self.round(stage, left, seeds)
            c.reached[{"WC": "last eight", "DIV": "last four", "CONF": "Super Bowl"}[stage]] = [
                team for conference in CONFERENCES for team in left[conference]
            ]
        afc, nfc = left["AFC"][0], left["NFC"][0]
        bowl = Fixture("Super Bowl", "Super Bowl", afc, nfc, neutral=True, knockout=True)
        (c.champion,) = yield KnockoutGames([bowl])

    def seed_conference(
        self, c: SeasonProgress, conference: str
    ) -> Generator[FormatRequest, Any, list[Entry]]:
        """Division winners by record, then the best of the rest; in 1982 the first eight of the
        conference."""
        tables: list[list[Entry]] = []
        across = across_divisions(self.season)
        for name, teams in self.divisions:
            if name.startswith(conference):
                c.tables[name] = yield RankEntries(name, teams, in_division(self.season))
                tables.append(c.tables[name])
        if self.season == 1982:
            everybody = [team for table in tables for team in table]
            seeds = yield RankEntries(f"{conference} seeds", everybody, across, 8)
            return list(seeds)
        winners = yield RankEntries(f"{conference} division winners", [table[0] for table in tables], across)
        others = [team for table in tables for team in table[1:]]
        places = self.teams_in_play_offs - len(winners)
        wild = yield RankEntries(f"{conference} wild cards", others, across, places)
        return [*winners, *wild]

    def sure(self, low: Sequence[float], high: Sequence[float]) -> dict[str, list[bool | None]]:
        """Who is in the playoffs, and who is out, by shares of wins alone; and who is sure to rest past the
        first round.

        Every ranking of ours compares shares first, also between the best left of each division. So whoever
        misses the playoffs has as many teams that did not win their division at or above his share as there
        are wild cards, and the winners of their divisions and of his own besides. And who has so many
        strictly above him, one of his own division among them, cannot come in.
        """
        play_offs: list[bool | None] = [None] * len(self.names)
        winners: list[bool | None] = [None] * len(self.names)
        division, conference = self.division, self.conference
        for team in range(len(self.names)):
            others = [n for n in range(len(self.names)) if n != team and conference[n] == conference[team]]
            near = [n for n in others if high[n] >= low[team]]
            above = [n for n in others if low[n] > high[team]]
            if self.season == 1982:
                play_offs[team] = True if len(near) < 8 else False if len(above) >= 8 else None
                continue
            wild_cards = self.teams_in_play_offs - len({division[n] for n in (team, *others)})
            caught, beaten = (
                any(division[n] == division[team] for n in some) for some in (near, above)
            )  # at home, in his own division
            winners[team] = False if beaten else None if caught else True
            if winners[team] or self._no_winners(near) < wild_cards:
                play_offs[team] = True
            elif beaten and self._no_winners(above) >= wild_cards:
                play_offs[team] = False
        found = {"play-offs": play_offs}
        if self.season < 1978:
            found["last eight"] = play_offs  # there was no first round
        elif self.teams_in_play_offs == 5:
            found["last eight"] = [won or None for won in winners]  # the winners of divisions rested
        return found

    def _no_winners(self, teams: Sequence[int]) -> int:
        """So many of these, at least, do not win their division: it has one winner."""
        return len(teams) - len({self.division[team] for team in teams})

    def round(
        self, stage: str, left: dict[str, list[Entry]], seeds: dict[str, list[Entry]]
    ) -> Generator[FormatRequest, Any, dict[str, list[Entry]]]:
        """One round of both conferences; who is left afterwards, by seed."""
        resting: dict[str, list[Entry]] = {}
        games: list[Fixture] = []
        for conference in CONFERENCES:
            resting[conference], pairs = yield from self.pairs(stage, left[conference])
            for number, (home, visitor) in enumerate(pairs, start=1):
                label = f"{conference} {STAGES[stage]}" + (f" {number}" if len(pairs) > 1 else "")
                games.append(Fixture(label, STAGES[stage], home, visitor, knockout=True))
        won = (yield KnockoutGames(games)) if games else []
        half = len(won) // 2
        after: dict[str, list[Entry]] = {}
        for conference, winners in (("AFC", won[:half]), ("NFC", won[half:])):
            after[conference] = yield InOrderOf([*resting[conference], *winners], seeds[conference])
        return after

    def pairs(
        self, stage: str, left: list[Entry]
    ) -> Generator[FormatRequest, Any, tuple[list[Entry], list[tuple[Entry, Entry]]]]:
        """Who rests, and who is at home to whom; `left` is in order of seed."""
        if stage == "WC":
            resting = 3 if self.season < 1978 else {5: 3, 6: 2, 7: 1, 8: 0}[self.teams_in_play_offs]
            playing = left[resting:] if self.season >= 1978 else []
            pairs = [(playing[n], playing[-1 - n]) for n in range(len(playing) // 2)]
            return (left[:resting] if playing else left), pairs
        if stage == "DIV" and self.season < 1990 and self.season != 1982:
            first, second = yield OwnDivisionLast(left[0], left[3], left[2])
            return [], [(left[0], first), (left[1], second)]
        return [], [(left[n], left[-1 - n]) for n in range(len(left) // 2)]


def season_format(year: RealSeason) -> NflSeason:
    """The form of a year of record."""
    codes = tuple(year.teams)
    number = {code: n for n, code in enumerate(codes)}
    return NflSeason(
        codes,
        year.season,
        tuple((d.name, tuple(number[code] for code in d.teams)) for d in year.divisions),
        tuple(ScheduledGame(int(g.week), number[g.visitor], number[g.home], g.neutral) for g in year.regular),
    )
