"""A fixture is played at a table of the server: its seats belong to the managers, its dice to the league."""

from __future__ import annotations

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.fair import commitment
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.service.permissions import is_commissioner, require_manager
from fieldhouse.league.service.record_result import begin_fixture
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.store.schema import FOR_LEAGUE, SeatRow
from fieldhouse.store.tables import TableConflict
from fieldhouse.web.engine.table_loader import BoundGame
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.leagues.league_cache import LeagueCache
from fieldhouse.web.leagues.league_view import LeagueView
from fieldhouse.web.middleware.auth import Req, coaches, table_service, visitor
from fieldhouse.web.setup import create_table, join
from fieldhouse.web.setup.dice_commitment import BY_LEAGUE


def fixture_seats(
    place: LeagueCache, journal: LeagueJournal, teams: LeagueTeams, fixture: Fixture, who: int, device: str
) -> tuple[list[SeatRow], list[tuple[str, int]]]:
    """The seats of a fixture's table, and the further devices that open them. Who presses the button is
    there; the other says so when he comes, also with a device that was not known before."""
    chairs, keys = [], []
    for seat in (0, 1):
        team = teams.team_at(fixture, seat)
        chair = journal.managers[team]
        if not chair.person:
            level = chair.coach
            chairs.append(SeatRow(seat=seat, kind="coach", level=level, name=f"coach {level}"))
            continue
        devices = place.store.leagues.devices(journal.id, chair.member)
        mine = chair.member == who
        holder = device if mine else next(iter(devices), None)
        row = SeatRow(seat=seat, holder=holder, name=journal.members[chair.member].name)
        if mine:
            row.nonce, row.nonce_by = BY_LEAGUE
        chairs.append(row)
        keys += [(one, seat) for one in devices if one != holder]
    return chairs, keys


async def open_fixture_table(
    request: Req, place: LeagueCache, view: LeagueView, fixture: Fixture, who: int
) -> str:
    """Open the table of this fixture, creating it if there is none, and seat its manager; returns its id."""
    device = visitor(request).hash
    under_way = view.journal.current(fixture)
    if under_way is not None and under_way.table:
        return await _sit(request, place, view.journal, fixture, under_way.table, who, device)

    def prepare() -> tuple[LeagueJournal, LeagueTeams, BoundGame, list[SeatRow], list[tuple[str, int]]]:
        journal = place.service.journal(view.journal.id)
        if not is_commissioner(journal, who):
            own = fixture.home if journal.managers[fixture.home].member == who else fixture.visitor
            require_manager(journal, who, own)
        teams = LeagueTeams(
            journal
        )  # a saved lineup is for simulated games: at a table everybody would see it
        bound = table_service(request).setups.keep(teams.open(fixture))
        return journal, teams, bound, *fixture_seats(place, journal, teams, fixture, who, device)

    journal, _, bound, chairs, keys = await in_thread(prepare)
    under_way = journal.current(fixture)
    if under_way is not None and under_way.table:  # since the page was made: it is the other's table
        return await _sit(request, place, journal, fixture, under_way.table, who, device)
    people = [chair for chair in chairs if chair.kind == "person"]
    row = create_table.new_table_row(bound, "link" if len(people) > 1 else "coach", "", device)
    row.kept_for = f"{FOR_LEAGUE}{journal.id}"
    change = begin_fixture(journal, fixture, who, row.id)
    attempt = journal.next_attempt(fixture)
    row.secret = (await in_thread(place.service.dice, journal)).table_secret(fixture.id, attempt)
    folder = table_service(request).setups.folder(bound.game.meta.name)
    try:
        kept = await create_table.save_table(
            table_service(request), folder, bound, row, chairs, (), commitment(row.secret), change
        )
    except TableConflict:  # the other manager was faster: it is his table
        fresh = await in_thread(place.service.journal, view.journal.id)
        found = fresh.current(fixture)
        if found is None or not found.table:
            raise
        return await _sit(request, place, fresh, fixture, found.table, who, device)
    for key, seat in keys:
        await join.add_seat_key(table_service(request), kept, seat, key)
    coaches(request).drive(await table_service(request).get(kept))
    return kept


async def _sit(
    request: Req,
    place: LeagueCache,
    journal: LeagueJournal,
    fixture: Fixture,
    table: str,
    who: int,
    device: str,
) -> str:
    """Open the manager's seat at a table that stands: also from a device that came later."""
    live = await table_service(request).get(table)
    teams = await in_thread(LeagueTeams, journal)
    for seat in (0, 1):
        chair = journal.managers[teams.team_at(fixture, seat)]
        if chair.member == who and chair.person and seat not in live.held_by(device):
            await join.add_seat_key(table_service(request), table, seat, device)
    live = await join.take_kept_seat(table_service(request), table, device, "")
    coaches(request).drive(live)
    return table
