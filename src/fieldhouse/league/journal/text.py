"""The journal as members read it: the league log."""

from __future__ import annotations

from datetime import datetime
from functools import singledispatch
from zoneinfo import ZoneInfo

from fieldhouse.kernel.coaches import level_name
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.league.journal import acts
from fieldhouse.league.journal.acts import JournalEntry
from fieldhouse.league.journal.league import SERVER
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import FixtureResult
from fieldhouse.league.text import fixture_name, stage_name

ROLES = {"commissioner": "commissioner", "manager": "a manager", "reader": "a spectator"}
KINDS = {
    "played": "",
    "simulated": "simulated",
    "typed": "reported",
    "conceded": "conceded",
    "forfeit": "forfeit",
    "void": "void",
}


def journal_entry_text(journal: LeagueJournal, entry: JournalEntry) -> str:
    """`12  2026-11-22 20:00 CET, Ann: ...`: number from 1, moment in the league's zone, who, what."""
    at = datetime.fromtimestamp(entry.at, ZoneInfo(journal.league.zone))
    who = member_name(journal, entry.who)
    return f"{entry.n + 1:4}  {at:%Y-%m-%d %H:%M %Z}, {who}: {act_text(journal, entry)}"


def act_fixture(act: acts.Act) -> str:
    """The fixture that an act is about; empty where it is about none."""
    result = getattr(act, "result", None)
    return str(getattr(act, "fixture", "") or (result.fixture if result is not None else ""))


def deadline_text(at: str, zone: str) -> str:
    """`Sun, Nov 29, 2026, 8:00 PM CET`: a moment as the journal keeps it, in the league's zone."""
    due = datetime.fromisoformat(at).astimezone(ZoneInfo(zone))
    return f"{due:%a, %b} {due.day}, {due.year}, {due.hour % 12 or 12}:{due:%M %p %Z}"


def member_name(journal: LeagueJournal, who: int) -> str:
    """A member's name, or the server."""
    return "Server" if who == SERVER else journal.members[who].name


def act_text(journal: LeagueJournal, entry: JournalEntry) -> str:
    """What happened, with its reason where it has one."""
    reason = getattr(entry.act, "reason", "")
    return _text(entry.act, journal) + (f". Reason: {reason}" if reason else "")


def _score(journal: LeagueJournal, result: FixtureResult) -> str:
    """`Week 1: Geese 3, Ducks 7 (simulated)`."""
    names = journal.league.names
    if result.kind == "void":
        return f"{fixture_name(result.fixture)} voided"
    stage, colon, rest = fixture_name(result.fixture).partition(": ")
    game = rest.partition(", game ")[2]
    text = f"{stage}{f', game {game}' if colon and game else ''}: {names[result.visitor]} "
    text += f"{result.visitor_points}, {names[result.home]} {result.home_points}"
    if result.awarded:
        winner = names[result.home if result.awarded > 0 else result.visitor]
        text += f", {team_with_verb(winner, 'wins', 'win')}"
    notes = [KINDS[result.kind], f"attempt {result.attempt}" if result.attempt > 1 else ""]
    told = ", ".join(filter(None, notes))
    return f"{text} ({told})" if told else text


@singledispatch
def _text(act: object, journal: LeagueJournal) -> str:
    raise AssertionError(f"an act without a text: {act!r}")


@_text.register
def _(act: acts.Founded, journal: LeagueJournal) -> str:
    league = act.league
    return f"{league.title} created: {league.form.title}. Dice commitment: {league.commitment}"


@_text.register
def _(act: acts.RulesSet, journal: LeagueJournal) -> str:
    options = ", ".join(f"{name} {value}" for name, value in act.options.items()) or "standard rules"
    return f"House rules from the next round on: {options}"


@_text.register
def _(act: acts.MemberJoined, journal: LeagueJournal) -> str:
    return f"{act.name} joined as {ROLES[act.role]}"


@_text.register
def _(act: acts.RoleGiven, journal: LeagueJournal) -> str:
    return f"{journal.members[act.member].name} is now {ROLES[act.role]}"


@_text.register
def _(act: acts.HandedOver, journal: LeagueJournal) -> str:
    return f"League transferred: {journal.members[act.member].name} is now commissioner"


@_text.register
def _(act: acts.LinkIssued, journal: LeagueJournal) -> str:
    return f"New link for {journal.members[act.member].name}; any older link stops working"


@_text.register
def _(act: acts.ChairGiven, journal: LeagueJournal) -> str:
    name, chair = journal.league.names[act.franchise], act.chair
    if chair.member < 0:
        return f"{name}: the {level_name(chair.level)} coach takes over"
    manager = journal.members[chair.member].name
    if chair.away:
        return f"{name}: {manager} is away, the {level_name(chair.stand_in)} coach fills in"
    return f"{name}: {manager} is the manager"


@_text.register
def _(act: acts.LineUpLeft, journal: LeagueJournal) -> str:
    return f"{journal.league.names[act.franchise]} set a lineup"


@_text.register
def _(act: acts.LotDrawn, journal: LeagueJournal) -> str:
    name, comma, place = act.lot.partition(", place ")
    what = f"place {place} in {'the standings' if name == 'Table' else name}" if comma else act.lot
    return f"Random draw ({what}): " + ", ".join(journal.league.names[team] for team in act.drawn)


@_text.register
def _(act: acts.GameBegun, journal: LeagueJournal) -> str:
    return f"{fixture_name(act.fixture)} started" + (f", attempt {act.attempt}" if act.attempt > 1 else "")


@_text.register
def _(act: acts.GameEntered, journal: LeagueJournal) -> str:
    return _score(journal, act.result)


@_text.register
def _(act: acts.ScoreTyped, journal: LeagueJournal) -> str:
    team = journal.league.names[act.franchise]
    return f"{_score(journal, act.result)} by {team}; the other team has to confirm"


@_text.register
def _(act: acts.ScoreConfirmed, journal: LeagueJournal) -> str:
    return f"{fixture_name(act.fixture)}: score confirmed"


@_text.register
def _(act: acts.ScoreDisputed, journal: LeagueJournal) -> str:
    return f"{fixture_name(act.fixture)}: score disputed, the game is open again"


@_text.register
def _(act: acts.GameCorrected, journal: LeagueJournal) -> str:
    return f"Score corrected: {_score(journal, act.result)}"


@_text.register
def _(act: acts.GameAnnulled, journal: LeagueJournal) -> str:
    return f"{fixture_name(act.fixture)}: attempt {act.attempt} discarded, the game will be replayed"


@_text.register
def _(act: acts.DeadlineSet, journal: LeagueJournal) -> str:
    name = fixture_name(act.of) if ": " in act.of else stage_name(act.of)
    return f"{name} due {deadline_text(act.at, journal.league.zone)}"


@_text.register
def _(act: acts.LeaguePaused, journal: LeagueJournal) -> str:
    return "League paused"


@_text.register
def _(act: acts.LeagueResumed, journal: LeagueJournal) -> str:
    return "League resumed"


@_text.register
def _(act: acts.LeagueOver, journal: LeagueJournal) -> str:
    return f"{journal.league.names[act.champion]} are the champions. Dice secret: {act.secret}"
