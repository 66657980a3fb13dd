"""The journal in words, as every member reads it."""

from __future__ import annotations

from datetime import datetime
from functools import singledispatch
from zoneinfo import ZoneInfo

from fieldhouse.league.journal import acts
from fieldhouse.league.journal.entries import JournalEntry
from fieldhouse.league.journal.league import SERVER
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import FixtureResult


def journal_entry_text(journal: LeagueJournal, entry: JournalEntry) -> str:
    """`12  2026-11-22 20:00 CET, Ann: ...`: number from 1, moment in the league's zone, who, what."""
    at = datetime.fromtimestamp(entry.at, ZoneInfo(journal.league.zone))
    who = member_name(journal, entry.who)
    return f"{entry.n + 1:4}  {at:%Y-%m-%d %H:%M %Z}, {who}: {act_text(journal, entry)}"


def deadline_text(at: str, zone: str) -> str:
    """`Sun 29 Nov 2026, 20:00 CET`: a moment as the journal keeps it, in the league's zone."""
    return f"{datetime.fromisoformat(at).astimezone(ZoneInfo(zone)):%a %d %b %Y, %H:%M %Z}"


def member_name(journal: LeagueJournal, who: int) -> str:
    """A member's name, or the house."""
    return "the house" if who == SERVER else journal.members[who].name


def act_text(journal: LeagueJournal, entry: JournalEntry) -> str:
    """What happened, with its reason where it has one."""
    reason = getattr(entry.act, "reason", "")
    return _words(entry.act, journal) + (f". Reason: {reason}" if reason else "")


def _score(journal: LeagueJournal, result: FixtureResult) -> str:
    names = journal.league.names
    if result.kind == "void":
        return f"{result.fixture} is void: it counts for nobody"
    stage, _, teams = result.fixture.partition(": ")
    game = teams.rpartition(", game ")[2] if ", game " in teams else ""
    told = f"{stage}{f', game {game}' if game else ''}: {names[result.visitor]} {result.visitor_points}, "
    told += f"{names[result.home]} {result.home_points}"
    if result.awarded:
        told += f", {names[result.home if result.awarded > 0 else result.visitor]} win"
    again = f", attempt {result.attempt}" if result.attempt > 1 else ""
    return f"{told} ({result.kind}{again})"


@singledispatch
def _words(act: object, journal: LeagueJournal) -> str:
    raise AssertionError(f"an act without words: {act!r}")


@_words.register
def _(act: acts.Founded, journal: LeagueJournal) -> str:
    league = act.league
    count = len(league.franchises)
    return (
        f"{league.title} is founded: {league.form.title}, {count} franchises; commitment {league.commitment}"
    )


@_words.register
def _(act: acts.RulesSet, journal: LeagueJournal) -> str:
    options = ", ".join(f"{name} {value}" for name, value in act.options.items()) or "the usual ones"
    return f"house rules from the next stage on: {options}"


@_words.register
def _(act: acts.MemberJoined, journal: LeagueJournal) -> str:
    return f"{act.name} joins as {act.role}"


@_words.register
def _(act: acts.RoleGiven, journal: LeagueJournal) -> str:
    return f"{journal.members[act.member].name} is {act.role}"


@_words.register
def _(act: acts.HandedOver, journal: LeagueJournal) -> str:
    return f"{journal.members[act.member].name} is commissioner from now on"


@_words.register
def _(act: acts.LinkIssued, journal: LeagueJournal) -> str:
    return f"{journal.members[act.member].name} gets a new link; earlier ones are dead"


@_words.register
def _(act: acts.ChairGiven, journal: LeagueJournal) -> str:
    name, chair = journal.league.names[act.franchise], act.chair
    if chair.member < 0:
        return f"{name} is coached by the house ({chair.level})"
    manager = journal.members[chair.member].name
    if chair.away:
        return f"{name}: {manager} is away, coach {chair.stand_in} stands in"
    return f"{name} is managed by {manager}; stand-in is coach {chair.stand_in}"


@_words.register
def _(act: acts.LineUpLeft, journal: LeagueJournal) -> str:
    return f"{journal.league.names[act.franchise]} left a line-up behind"


@_words.register
def _(act: acts.LotDrawn, journal: LeagueJournal) -> str:
    return f"lot, {act.lot}: " + ", ".join(journal.league.names[team] for team in act.drawn)


@_words.register
def _(act: acts.GameBegun, journal: LeagueJournal) -> str:
    return f"{act.fixture} begins" + (f", attempt {act.attempt}" if act.attempt > 1 else "")


@_words.register
def _(act: acts.GameEntered, journal: LeagueJournal) -> str:
    return _score(journal, act.result)


@_words.register
def _(act: acts.ScoreTyped, journal: LeagueJournal) -> str:
    team = journal.league.names[act.franchise]
    return f"{_score(journal, act.result)} by {team}; the other side has to confirm"


@_words.register
def _(act: acts.ScoreConfirmed, journal: LeagueJournal) -> str:
    return f"{act.fixture}: the typed score is confirmed"


@_words.register
def _(act: acts.ScoreDisputed, journal: LeagueJournal) -> str:
    return f"{act.fixture}: the typed score is disputed, the game is open again"


@_words.register
def _(act: acts.GameCorrected, journal: LeagueJournal) -> str:
    return f"corrected: {_score(journal, act.result)}"


@_words.register
def _(act: acts.GameAnnulled, journal: LeagueJournal) -> str:
    return f"{act.fixture}: attempt {act.attempt} does not count, it is played again"


@_words.register
def _(act: acts.DeadlineSet, journal: LeagueJournal) -> str:
    return f"{act.of} is due {deadline_text(act.at, journal.league.zone)}"


@_words.register
def _(act: acts.LeaguePaused, journal: LeagueJournal) -> str:
    return "the league is paused"


@_words.register
def _(act: acts.LeagueResumed, journal: LeagueJournal) -> str:
    return "the league goes on"


@_words.register
def _(act: acts.LeagueOver, journal: LeagueJournal) -> str:
    return f"champions: {journal.league.names[act.champion]}; the secret was {act.secret}"
