"""Create leagues, read their journals and write acts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.fair import commitment
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.journal.acts import Act, Founded, LotDrawn, encode_act, read_entry
from fieldhouse.league.journal.league import SERVER, League
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.store import server_clock
from fieldhouse.store.league_schema import (
    FixtureRow,
    KeptRecord,
    LeagueChange,
    LeagueRow,
    LineRow,
    PlayerRow,
)
from fieldhouse.store.leagues import LeagueConflict
from fieldhouse.store.store import Store

MOST_TITLE = 80


class JournalUpdate(msgspec.Struct, frozen=True):
    """What one transaction adds to a league: acts by one member, and the rows that go with them.

    What concerns one game is conditional on the revision of its `fixture` row; what was decided on the league
    as it stands (`whole_league`) on the length of its journal. `link` is a member and the hash of a new link,
    `lineup` a franchise and its lineup, `unseat` a franchise and the member who no longer manages it.
    """

    acts: Sequence[Act]
    who: int = SERVER
    fixture: FixtureRow | None = None
    record: KeptRecord | None = None
    lines: Sequence[LineRow] | None = None
    players: Sequence[PlayerRow] = ()
    link: tuple[int, str] | None = None
    lineup: tuple[int, str] | None = None
    unseat: tuple[int, int] | None = None
    status: str | None = None
    whole_league: bool = False


class LeagueService:
    """The leagues of one store. Every method that writes is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def create(self, league: League, secret: str, *, once: bool = False, league_id: str = "") -> str:
        """A new league, committed to its secret; its id. With `once`, that of the league which has this
        secret already, where there is one. `league_id` is for a league that shall be the same in two stores:
        the dice hang on it."""
        if league.commitment != commitment(secret):
            raise BadOptions("the league's commitment does not match its secret")
        if not league.title.strip() or len(league.title) > MOST_TITLE:
            raise BadOptions(f"give the league a name of up to {MOST_TITLE} characters")
        if len(league.franchises) != len(league.form.names):
            raise BadOptions(
                f"{len(league.franchises)} teams, but the format is for {len(league.form.names)}"
            )
        if league_id and self.store.leagues.journal(league_id):
            raise BadOptions(
                f"{league.title!r} with this secret already exists ({league_id}) and would have the "
                "same dice; choose another name or another secret"
            )
        league_id = league_id or secrets.token_urlsafe(9)
        now = server_clock.now()
        row = LeagueRow(
            id=league_id, title=league.title, game=league.game, secret=secret, created=now, updated=now
        )
        return self.store.leagues.create(row, encode_act(Founded(league)), once=once)

    def journal(self, league_id: str) -> LeagueJournal:
        """The league as it stands; NoSuchLeague if there is none."""
        rows = self.store.leagues.journal(league_id)
        if not rows:
            self.store.leagues.row(league_id)  # says that there is none
        return LeagueJournal(league_id, map(read_entry, rows))

    def refresh(self, journal: LeagueJournal) -> LeagueJournal:
        """Add what happened since to a journal that was read before."""
        for row in self.store.leagues.journal(journal.id, journal.size):
            journal.add(read_entry(row))
        return journal

    def find(self, words: str) -> LeagueRow:
        """A league by id or title; BadOptions names those there are."""
        rows = self.store.leagues.rows()
        fits = [row for row in rows if row.id == words]
        fits = fits or [row for row in rows if row.title.lower() == words.lower()]
        fits = fits or [row for row in rows if words.lower() in row.title.lower()]
        if len(fits) == 1:
            return fits[0]
        if not rows:
            raise BadOptions("there are no leagues yet; create one with `fieldhouse league new`")
        known = ", ".join(f"{row.title} ({row.id})" for row in (fits or rows)[:8])
        raise BadOptions(f"{'more than one' if fits else 'no'} league matches {words!r}; there are {known}")

    def dice(self, journal: LeagueJournal) -> LeagueDice:
        """The dice of all its games: for the server's own use. A member's copy of a league has none."""
        secret = self.store.leagues.row(journal.id).secret
        if not secret:
            raise FieldhouseError(
                "this is a member's copy of the league; only the commissioner's copy can roll its dice"
            )
        return LeagueDice(secret, journal.id, journal.league.nonce)

    def write(self, journal: LeagueJournal, update: JournalUpdate) -> None:
        """Save what was decided on this journal and add it there; LeagueConflict if it is outdated."""
        change = LeagueChange(
            league_id=journal.id,
            who=update.who,
            acts=[encode_act(act) for act in update.acts],
            fixture=update.fixture,
            size=journal.size if update.whole_league else None,
            record=update.record,
            lines=update.lines,
            players=update.players,
            link=update.link,
            lineup=update.lineup,
            unseat=update.unseat,
            values={} if update.status is None else {"status": update.status},
        )
        self.store.leagues.write(change)
        self.refresh(journal)

    def draw_lots(self, journal: LeagueJournal) -> None:
        """Draw every lot that the form waits for: pure, so whoever comes first draws the same."""
        while (lot := journal.season().lot) is not None:
            drawn = tuple(self.dice(journal).lots(lot.id, lot.entries))
            try:
                self.write(journal, JournalUpdate([LotDrawn(lot.id, drawn)], whole_league=True))
            except LeagueConflict:
                self.refresh(journal)


def fixture_row(journal: LeagueJournal, fixture: Fixture) -> FixtureRow:
    """The fixture as it stands, to be changed: with the revision that the journal has seen."""
    attempt = journal.current(fixture)
    result = attempt.result if attempt is not None else None
    row = FixtureRow(
        fixture=fixture.id,
        revision=journal.revisions.get(fixture.id, 0),
        attempt=journal.next_attempt(fixture),
        stage=fixture.stage,
        week=fixture.week,
        home=fixture.home,
        visitor=fixture.visitor,
    )
    if attempt is not None:
        row.status = "open" if attempt.status == "annulled" else attempt.status
        row.table_id = attempt.table or None
    if result is not None:
        row.kind, row.awarded = result.kind, result.awarded
        if result.kind != "void":
            row.home_points, row.visitor_points = result.home_points, result.visitor_points
    return row
