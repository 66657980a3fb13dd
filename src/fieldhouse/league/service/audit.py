"""Is everything as the journal says? The chain, the secret, every record, every line, made again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.record import Record
from fieldhouse.kernel.verify import verify
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.journal.acts import check_chain, read_entry
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import FixtureResult
from fieldhouse.league.packed_record import unpack_record
from fieldhouse.league.service.derive import sorted_rows
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.record_result import final_score, stat_rows_of_result
from fieldhouse.league.service.teams import LeagueTeams, changed_lineups
from fieldhouse.league.statistics.totals import LONGEST, season_totals
from fieldhouse.store.league_schema import LineRow


class AuditReport(msgspec.Struct):
    """What an audit proved, could not prove, and found wrong."""

    faults: list[str] = []
    proved: list[str] = []
    unproved: list[str] = []


def verify_league(service: LeagueService, league_id: str) -> AuditReport:
    """Check everything that can be checked; after the end the dice of every game and lot, too."""
    rows = service.store.leagues.journal(league_id)
    found = AuditReport()
    try:
        head = check_chain(league_id, rows)
    except FieldhouseError as error:
        found.faults.append(str(error))
        return found
    if head != service.store.leagues.row(league_id).head:
        found.faults.append("the log ends too early: entries are missing")
    found.proved.append(f"the {len(rows)} entries of the log form one chain, ending in {head[:12]}")
    journal = LeagueJournal(league_id, map(read_entry, rows))
    dice = _secret(journal, found)
    _lots(journal, dice, found)
    names = journal.league.names
    found.faults += [
        f"the lineup of {names[n]} was changed after it was set" for n in changed_lineups(service, journal)
    ]
    teams = LeagueTeams(journal)
    games = list(_standing(journal))
    records = sum(_record(service, journal, teams, dice, fixture, result, found) for fixture, result in games)
    if not found.faults:  # sums rest on records
        sums = check_totals(service, journal, games)
        found.faults += sums.faults
        if sums.games and not sums.faults:
            again = (
                f"stats of {sums.games} game{'s' * (sums.games != 1)} rebuilt from recorded games and scores"
            )
            found.proved.append(f"{again}; all {sums.sums} season totals match")
    if records:
        found.proved.append(f"recorded games that follow the rules and match their results: {records}")
    if typed := len(games) - records:
        found.unproved.append(f"results without a recorded game, as reported: {typed}")
    return found


def _secret(journal: LeagueJournal, found: AuditReport) -> LeagueDice | None:
    if not journal.secret:
        found.unproved.append("the dice: the season isn't over, so the secret isn't public yet")
        return None
    if commitment(journal.secret) != journal.league.commitment:
        found.faults.append("the published secret does not match the league's commitment")
        return None
    found.proved.append("the dice secret matches the commitment from the league's first day")
    return LeagueDice(journal.secret, journal.id, journal.league.nonce)


def _lots(journal: LeagueJournal, dice: LeagueDice | None, found: AuditReport) -> None:
    if dice is None:
        return
    for name, drawings in journal.lots.items():
        for drawn in drawings:
            if dice.lots(name, sorted(drawn)) != list(drawn):
                found.faults.append(f"the random draw {name!r} does not follow from the secret")


def _rolled_by(dice: LeagueDice, fixture: Fixture, attempt: int, made: Record) -> bool:
    """Are its dice those of the fixture's attempt, with nothing added? What people rolled at home is their
    own."""
    due = dice.fair(fixture.id, attempt)
    return made.dice.kind != "fair" or (made.dice.secrets, made.dice.nonces) == (due.secrets, due.nonces)


def _standing(journal: LeagueJournal) -> list[tuple[Fixture, FixtureResult]]:
    """The results that stand, by fixture, void ones left out."""
    pairs = [(fixture, journal.result(fixture)) for fixture in journal.fixtures().values()]
    return [(fixture, result) for fixture, result in pairs if result is not None and result.kind != "void"]


def _record(
    service: LeagueService,
    journal: LeagueJournal,
    teams: LeagueTeams,
    dice: LeagueDice | None,
    fixture: Fixture,
    result: FixtureResult,
    found: AuditReport,
) -> bool:
    """Check the record of a result; was there one?"""
    if not result.record:
        return False
    kept = service.store.leagues.record(journal.id, fixture.id, result.attempt)
    try:
        if kept is None or kept.digest != result.record:
            raise FieldhouseError("its record is missing")
        made = unpack_record(kept, lambda names: service.store.leagues.materials(journal.id, names))
        verdict = verify(made)
        found.faults += [f"{fixture.id}: {fault}" for fault in verdict.faults]
        if made.outcome is None or final_score(made.outcome, teams.home_seat)[0] != result.score:
            raise FieldhouseError("its record has a different score")
        if dice is not None and not _rolled_by(dice, fixture, result.attempt, made):
            raise FieldhouseError("its dice do not follow from the league's secret")
    except FieldhouseError as error:
        found.faults.append(f"{fixture.id}: {error}")
    return True


SumKey = tuple[int, str, str]
"""Team, man ("" is the team itself), and what is counted."""


class TotalsCheck(msgspec.Struct):
    """Games whose lines were made again, sums that were compared, and what does not agree."""

    games: int = 0
    sums: int = 0
    faults: list[str] = []


def check_totals(
    service: LeagueService, journal: LeagueJournal, games: Iterable[tuple[Fixture, FixtureResult]]
) -> TotalsCheck:
    """Record, events, lines, season: each step again, for the results that stand."""
    found = TotalsCheck()
    kept: dict[str, list[LineRow]] = {}
    for name, line in service.store.leagues.stat_lines(journal.id):
        kept.setdefault(name, []).append(line)
    made: list[LineRow] = []
    points: dict[int, int] = {}
    for fixture, result in games:
        try:
            lines = stat_rows_of_result(service, journal, fixture, result).lines
        except FieldhouseError as error:
            found.faults.append(str(error))
            continue
        if sorted_rows(lines) != sorted_rows(kept.pop(fixture.id, [])):
            found.faults.append(f"{fixture.id}: the saved stats don't match the recorded game")
        made += lines
        found.games += 1
        for team, own in ((result.home, result.home_points), (result.visitor, result.visitor_points)):
            points[team] = points.get(team, 0) + own
    found.faults += [f"{name}: stats were saved for a game that doesn't count" for name in kept]
    ours, theirs = sum_rows(made), stored_totals(service, journal)
    found.sums = len(ours)
    found.faults += [
        f"season, {journal.league.names[team]}, {player or 'team'}, {what}: the database says "
        f"{theirs.get((team, player, what))}, the recorded games {ours.get((team, player, what))}"
        for team, player, what in sorted(ours.keys() | theirs.keys())
        if ours.get((team, player, what)) != theirs.get((team, player, what))
    ]
    found.faults += [
        f"season, {journal.league.names[team]}: its results add up to {own} points, its stats to "
        f"{ours.get((team, '', 'points'))}"
        for team, own in points.items()
        if ours.get((team, "", "points")) != own
    ]
    return found


def sum_rows(lines: Sequence[LineRow]) -> dict[SumKey, int]:
    """The sums, line by line; of the longest the greatest. What is unknown adds nothing."""
    found: dict[SumKey, int] = {}
    for line in lines:
        if line.value is not None:
            key, value = (line.team, line.player, line.what), int(line.value)
            before = found.get(key)
            longest = line.what.startswith(LONGEST) and before is not None
            found[key] = max(before or 0, value) if longest else (before or 0) + value
    return found


def stored_totals(service: LeagueService, journal: LeagueJournal) -> dict[SumKey, int]:
    """The same, as SQL adds it up for the pages."""
    lines = [one for men in (False, True) for one in season_totals(service.store, journal.id, men=men)]
    return {(one.team, one.player, what): value for one in lines for what, value in one.stats.items()}
