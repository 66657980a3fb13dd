"""The journal in words, as every member reads it."""

from __future__ import annotations

from datetime import datetime
from functools import singledispatch
from zoneinfo import ZoneInfo

from fieldhouse.league.journal import acts
from fieldhouse.league.journal.entries import JournalEntry
from fieldhouse.league.journal.league import HOUSE
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.journal.results import FixtureResult


def entry_words(book: LeagueBook, entry: JournalEntry) -> str:
    """`12  2026-11-22 20:00 CET, Ann: ...`: number from 1, moment in the league's zone, who, what."""
    at = datetime.fromtimestamp(entry.at, ZoneInfo(book.league.zone))
    return f"{entry.n + 1:4}  {at:%Y-%m-%d %H:%M %Z}, {who_words(book, entry.who)}: {act_words(book, entry)}"


def moment_words(at: str, zone: str) -> str:
    """`Sun 29 Nov 2026, 20:00 CET`: a moment as the journal keeps it, in the league's zone."""
    return f"{datetime.fromisoformat(at).astimezone(ZoneInfo(zone)):%a %d %b %Y, %H:%M %Z}"


def who_words(book: LeagueBook, who: int) -> str:
    """A member's name, or the house."""
    return "the house" if who == HOUSE else book.members[who].name


def act_words(book: LeagueBook, entry: JournalEntry) -> str:
    """What happened, with its reason where it has one."""
    reason = getattr(entry.act, "reason", "")
    return _words(entry.act, book) + (f". Reason: {reason}" if reason else "")


def _score(book: LeagueBook, result: FixtureResult) -> str:
    names = book.league.names
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
def _words(act: object, book: LeagueBook) -> str:
    raise AssertionError(f"an act without words: {act!r}")


@_words.register
def _(act: acts.Founded, book: LeagueBook) -> str:
    league = act.league
    count = len(league.franchises)
    return (
        f"{league.title} is founded: {league.form.title}, {count} franchises; commitment {league.commitment}"
    )


@_words.register
def _(act: acts.RulesSet, book: LeagueBook) -> str:
    options = ", ".join(f"{name} {value}" for name, value in act.options.items()) or "the usual ones"
    return f"house rules from the next stage on: {options}"


@_words.register
def _(act: acts.MemberJoined, book: LeagueBook) -> str:
    return f"{act.name} joins as {act.role}"


@_words.register
def _(act: acts.RoleGiven, book: LeagueBook) -> str:
    return f"{book.members[act.member].name} is {act.role}"


@_words.register
def _(act: acts.HandedOver, book: LeagueBook) -> str:
    return f"{book.members[act.member].name} is commissioner from now on"


@_words.register
def _(act: acts.LinkIssued, book: LeagueBook) -> str:
    return f"{book.members[act.member].name} gets a new link; earlier ones are dead"


@_words.register
def _(act: acts.ChairGiven, book: LeagueBook) -> str:
    name, chair = book.league.names[act.franchise], act.chair
    if chair.member < 0:
        return f"{name} is coached by the house ({chair.level})"
    manager = book.members[chair.member].name
    if chair.away:
        return f"{name}: {manager} is away, coach {chair.stand_in} stands in"
    return f"{name} is managed by {manager}; stand-in is coach {chair.stand_in}"


@_words.register
def _(act: acts.LineUpLeft, book: LeagueBook) -> str:
    return f"{book.league.names[act.franchise]} left a line-up behind"


@_words.register
def _(act: acts.LotDrawn, book: LeagueBook) -> str:
    return f"lot, {act.lot}: " + ", ".join(book.league.names[team] for team in act.drawn)


@_words.register
def _(act: acts.GameBegun, book: LeagueBook) -> str:
    return f"{act.fixture} begins" + (f", attempt {act.attempt}" if act.attempt > 1 else "")


@_words.register
def _(act: acts.GameEntered, book: LeagueBook) -> str:
    return _score(book, act.result)


@_words.register
def _(act: acts.ScoreTyped, book: LeagueBook) -> str:
    return f"{_score(book, act.result)} by {book.league.names[act.franchise]}; the other side has to confirm"


@_words.register
def _(act: acts.ScoreConfirmed, book: LeagueBook) -> str:
    return f"{act.fixture}: the typed score is confirmed"


@_words.register
def _(act: acts.ScoreDisputed, book: LeagueBook) -> str:
    return f"{act.fixture}: the typed score is disputed, the game is open again"


@_words.register
def _(act: acts.GameCorrected, book: LeagueBook) -> str:
    return f"corrected: {_score(book, act.result)}"


@_words.register
def _(act: acts.GameAnnulled, book: LeagueBook) -> str:
    return f"{act.fixture}: attempt {act.attempt} does not count, it is played again"


@_words.register
def _(act: acts.DeadlineSet, book: LeagueBook) -> str:
    return f"{act.of} is due {moment_words(act.at, book.league.zone)}"


@_words.register
def _(act: acts.LeaguePaused, book: LeagueBook) -> str:
    return "the league is paused"


@_words.register
def _(act: acts.LeagueResumed, book: LeagueBook) -> str:
    return "the league goes on"


@_words.register
def _(act: acts.LeagueOver, book: LeagueBook) -> str:
    return f"champions: {book.league.names[act.champion]}; the secret was {act.secret}"
