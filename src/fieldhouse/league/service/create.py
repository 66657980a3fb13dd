"""Ways to found a league: clubs by name or file, coaches, a season of record, teams from a room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.files import FORMULA
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.text_check import text_fault
from fieldhouse.league.formats.cup import Cup
from fieldhouse.league.formats.game_format import GameFormat, game_formats, game_tie_breakers
from fieldhouse.league.formats.round_robin import DoubleRoundRobin, RoundRobin
from fieldhouse.league.journal.acts import RulesSet
from fieldhouse.league.journal.league import SERVER, Franchise, FranchiseManager, League, LeagueFormat
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.season_replay import new_season_replay, season_game
from fieldhouse.league.service.deadlines import find_time_zone
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService
from fieldhouse.league.service.permissions import require_commissioner, require_reason
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.teams import find_clubs
from fieldhouse.league.text import fixture_name

MOST_NAME = 60


def make_franchises(
    game: str, words: Sequence[str], read: Callable[[str], str] | None, level: str
) -> list[Franchise]:
    """Franchises for clubs as people type them; in a game without clubs the words are their names."""
    folder = registry.find(game)
    if level not in folder.meta.levels:
        known = ", ".join(folder.meta.levels)
        raise BadOptions(f"{folder.meta.title} has no level {level!r}; choose from {known}")
    chair = FranchiseManager(level=level, stand_in=level)
    if (part := folder.part("clubs")) is not None:
        names, clubs = find_clubs(folder.name, words, read)
        if hasattr(part, "club_title"):
            names = [part.club_title(club) for club in clubs]
    else:
        names, clubs = [" ".join(word.split()) for word in words], [None] * len(words)
    return [Franchise(name, club, chair) for name, club in zip(names, clubs, strict=True)]


def make_format(kind: str, names: tuple[str, ...], game: str, given: Mapping[str, Any]) -> LeagueFormat:
    """A form by its word: robin (`weeks` or `times`), double, cup (`best_of`, `neutral`), or one that the
    game brings itself."""
    if kind == "robin":
        weeks, times = given.get("weeks") or 0, given.get("times") or 1
        return RoundRobin(names, weeks=weeks, times=times, by=game_tie_breakers(game))
    if kind == "double":
        return DoubleRoundRobin(names)
    if kind == "cup":
        return Cup(names, best_of=given.get("best_of") or 1, neutral=bool(given.get("neutral")))
    if kind in game_formats(game):
        return GameFormat(names, game=registry.find(game).name, kind=kind)
    raise BadOptions(
        f"no format {kind!r}; choose from {', '.join(('robin', 'double', 'cup', *game_formats(game)))}"
    )


def make_league(
    title: str,
    game: str,
    form: LeagueFormat,
    franchises: Sequence[Franchise],
    secret: str,
    *,
    options: Mapping[str, Any] | None = None,
    materials: Mapping[str, Any] | None = None,
    zone: str = "UTC",
    year: int = 0,
    nonce: str = "",
) -> League:
    """What was agreed, with the commitment to its secret; options are read as the game reads them."""
    folder = registry.find(game)
    chosen = folder.meta.read_options(options)
    given = {name: chosen[name] for name in (options or {})}
    return League(
        title=" ".join(title.split()),
        game=folder.name,
        edition=folder.meta.edition,
        form=form,
        franchises=tuple(franchises),
        options=given,
        materials=dict(materials or {}),
        commitment=commitment(secret),
        nonce=nonce,
        year=year,
        zone=zone,
    )


def make_season_league(
    title: str,
    season: int,
    secret: str,
    *,
    options: Mapping[str, Any] | None = None,
    zone: str = "UTC",
    level: str = "starter",
    nonce: str = "",
) -> League:
    """A season of record: the year's schedule, cards, overtime and playoffs."""
    replay = new_season_replay(season, secret)
    chair = FranchiseManager(level=level, stand_in=level)
    franchises = [
        Franchise(name, card, chair) for name, card in zip(replay.titles(), replay.cards, strict=True)
    ]
    return make_league(
        title,
        season_game().name,
        replay.form,
        franchises,
        secret,
        options=options,
        zone=zone,
        year=season,
        nonce=nonce,
    )


def create_league(
    service: LeagueService, league: League, secret: str, *, once: bool = False, league_id: str = ""
) -> LeagueJournal:
    """Check that it can be played, and found it (see `LeagueDesk.found`)."""
    names = [franchise.name for franchise in league.franchises]
    called = [name.casefold() for name in names]
    twice = next((name for name in names if called.count(name.casefold()) > 1), None)
    if twice is not None:
        raise BadOptions(f"{twice} is in the league twice; pick another team")
    for name in names:
        if not name or len(name) > MOST_NAME:
            raise BadOptions(f"{name!r}: a team name has 1 to {MOST_NAME} characters")
        if (fault := text_fault(name)) or FORMULA.match(name):
            raise BadOptions(fault or f"{name!r}: a name can't start with = + - @")
    if fault := text_fault(league.title):
        raise BadOptions(f"league name: {fault}")
    find_time_zone(league.zone)
    journal = LeagueJournal("")
    journal.begin(league)
    teams = LeagueTeams(journal)
    if (first := next(iter(journal.season(as_it_stands=True).fixtures), None)) is not None:
        teams.open(first)  # refuses rules and clubs that cannot be
    return service.journal(service.create(league, secret, once=once, league_id=league_id))


def set_rules(
    service: LeagueService,
    journal: LeagueJournal,
    options: Mapping[str, Any],
    materials: Mapping[str, Any],
    reason: str,
    who: int = SERVER,
) -> None:
    """Other house rules, for the stage that has not begun yet: a stage is played under one set of rules."""
    require_commissioner(journal, who)
    folder = registry.find(journal.league.game)
    chosen = folder.meta.read_options(options)
    season = journal.season()
    begun = next((fixture.id for fixture in season.stage if journal.current(fixture) is not None), None)
    if begun is not None or season.over:
        game = fixture_name(begun) if begun else "the last game"
        raise BadOptions(f"house rules can only change between rounds: {game} has already started")
    act = RulesSet({name: chosen[name] for name in options}, dict(materials), require_reason(reason))
    trial = LeagueJournal(journal.id, journal.entries)
    trial.begin(msgspec.structs.replace(journal.league, options=act.options, materials=act.materials))
    for fixture in season.stage[:1]:
        LeagueTeams(trial).open(fixture)  # refuses rules that cannot be
    service.write(journal, JournalUpdate([act], who=who, whole_league=True))


def franchises_from_draft(table: Table[Any], level: str = "starter") -> tuple[str, list[Franchise]]:
    """The game that the teams of a finished room are for, and its franchises, by seat."""
    folder = registry.find(table.game.meta.name)
    part = folder.part("draft_queue")
    if part is None or folder.parent is None:
        raise BadOptions(f"{folder.meta.title} doesn't build teams; use a draft or an auction")
    if table.outcome is None:
        raise BadOptions("the draft isn't finished: every seat needs its team first")
    chair = FranchiseManager(level=level, stand_in=level)
    clubs = part.drafted_teams(table.game, table.state)
    return folder.parent.name, [Franchise(name, club, chair) for name, club in clubs]
