"""What a journal comes to: read act by act, every page and every rule looks at this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import singledispatchmethod

import msgspec

from fieldhouse.football.competition.format import Fixture, Lots
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league.journal import acts
from fieldhouse.league.journal.acts import JournalEntry
from fieldhouse.league.journal.league import FranchiseManager, League, Member
from fieldhouse.league.journal.results import Attempt, FixtureResult
from fieldhouse.league.season import Season, SeasonFacts
from fieldhouse.league.standings import FinalScore


class Deadline(msgspec.Struct, frozen=True):
    """When games of a stage, or one fixture, are due: a moment with its time zone, as text."""

    of: str
    at: str
    reason: str

    @property
    def moment(self) -> datetime:
        """The deadline as a datetime."""
        return datetime.fromisoformat(self.at)


class LeagueJournal:
    """A league as its journal tells it."""

    def __init__(self, league_id: str, entries: Iterable[JournalEntry] = ()) -> None:
        self.id = league_id
        self.entries: list[JournalEntry] = []
        self.members: list[Member] = []
        self.managers: list[FranchiseManager] = []
        self.attempts: dict[str, list[Attempt]] = {}
        self.revisions: dict[str, int] = {}
        self.lots: dict[str, list[tuple[int, ...]]] = {}
        self.deadlines: dict[str, Deadline] = {}
        self.lineups: dict[int, str] = {}
        self.paused = False
        self.champion: int | None = None
        self.secret = ""
        self._league: League | None = None
        self._now = self._paused_at = 0.0
        for entry in entries:
            self.add(entry)

    @property
    def league(self) -> League:
        """As agreed, under the house rules of today."""
        if self._league is None:
            raise FieldhouseError("this league log is incomplete: its first entry doesn't create a league")
        return self._league

    @property
    def over(self) -> bool:
        """Is there a champion, and everything told?"""
        return self.champion is not None

    @property
    def size(self) -> int:
        """The number of entries so far."""
        return len(self.entries)

    # What stands

    def current(self, fixture: Fixture) -> Attempt | None:
        """The attempt at this fixture that is under way or stands, where there is one for this pairing."""
        tried = self.attempts.get(fixture.id)
        if not tried or tried[-1].status == "annulled":
            return None
        last = tried[-1]
        return last if (last.home, last.visitor) == (fixture.home, fixture.visitor) else None

    def next_attempt(self, fixture: Fixture) -> int:
        """The number of the attempt that is to be made, or is under way."""
        under_way = self.current(fixture)
        return under_way.number if under_way is not None else len(self.attempts.get(fixture.id, ())) + 1

    def result(self, fixture: Fixture) -> FixtureResult | None:
        """The result that counts (or is void)."""
        attempt = self.current(fixture)
        return attempt.result if attempt is not None and attempt.status == "over" else None

    def season(self, *, as_it_stands: bool = False) -> JournalSeason:
        """The form followed as far as the journal goes; `waiting` are the fixtures to be played now."""
        return JournalSeason(self, as_it_stands=as_it_stands)

    def facts(self) -> SeasonFacts:
        """What has happened, of the pairings that stand: for the odds, and for forms without a journal."""
        season = self.season()
        games = [game for f in season.fixtures for game in map(f.game, range(1, f.best_of + 1))]
        known = SeasonFacts(lots=dict(season.used_lots), struck=list(season.known.struck))
        for game in games:
            score = season.score_of(game)
            if score is not None:
                known.results[game.id] = score
        return known

    def fixture(self, name: str) -> Fixture:
        """A fixture by its id, among those the form has asked for; FieldhouseError names what there is."""
        games = self.fixtures()
        if name not in games:
            near = [other for other in games if name.lower() in other.lower()]
            if len(near) == 1:
                return games[near[0]]
            words = f"there are {', '.join(near[:6])}" if near else "`fieldhouse league show` lists the games"
            raise FieldhouseError(f"{'more than one' if near else 'no'} game matches {name!r}; {words}")
        return games[name]

    def fixtures(self) -> dict[str, Fixture]:
        """Every game the form has asked for so far, those of a series one by one."""
        season = self.season()
        found: dict[str, Fixture] = {}
        for fixture in season.fixtures:
            for number in range(1, fixture.best_of + 1):
                game = fixture.game(number)
                if fixture.best_of == 1 or self.current(game) is not None or game in season.waiting:
                    found[game.id] = game
        return found

    def due(self, fixture: Fixture) -> Deadline | None:
        """Its deadline: its own, or that of its stage."""
        return self.deadlines.get(fixture.id) or self.deadlines.get(fixture.stage)

    def commissioner(self) -> Member | None:
        """Who commands; None while nobody has joined as one."""
        return next((member for member in self.members if member.role == "commissioner"), None)

    def franchises_of(self, member: int) -> list[int]:
        """The franchises that this member manages."""
        return [n for n, chair in enumerate(self.managers) if chair.member == member]

    # Reading the journal

    def add(self, entry: JournalEntry) -> None:
        """Apply one more entry of the journal."""
        self._now = entry.at
        self._take(entry.act)
        self.entries.append(entry)

    def _touch(self, fixture: str) -> list[Attempt]:
        self.revisions[fixture] = self.revisions.get(fixture, 0) + 1
        return self.attempts.setdefault(fixture, [])

    @singledispatchmethod
    def _take(self, act: acts.Act) -> None:
        raise AssertionError(f"an act of a kind that is not read: {act!r}")

    @_take.register
    def _(self, act: acts.Founded) -> None:
        self.begin(act.league)

    def begin(self, league: League) -> None:
        """The league as agreed; also for one that is not created yet."""
        self._league = league
        self.managers = [franchise.chair for franchise in league.franchises]

    @_take.register
    def _(self, act: acts.RulesSet) -> None:
        self._league = msgspec.structs.replace(self.league, options=act.options, materials=act.materials)

    @_take.register
    def _(self, act: acts.MemberJoined) -> None:
        self.members.append(Member(act.member, act.name, act.role))

    @_take.register
    def _(self, act: acts.RoleGiven) -> None:
        self.members[act.member].role = act.role

    @_take.register
    def _(self, act: acts.HandedOver) -> None:
        for before in self.members:
            if before.role == "commissioner":
                before.role = "manager" if self.franchises_of(before.number) else "reader"
        self.members[act.member].role = "commissioner"

    @_take.register
    def _(self, act: acts.LinkIssued) -> None:
        """Links are kept elsewhere."""

    @_take.register
    def _(self, act: acts.ChairGiven) -> None:
        self.managers[act.franchise] = act.chair

    @_take.register
    def _(self, act: acts.LineUpLeft) -> None:
        self.lineups[act.franchise] = act.digest

    @_take.register
    def _(self, act: acts.LotDrawn) -> None:
        self.lots.setdefault(act.lot, []).append(act.drawn)

    @_take.register
    def _(self, act: acts.GameBegun) -> None:
        tried = self._touch(act.fixture)
        if tried and tried[-1].number == act.attempt:
            tried.pop()
        self._close_other(tried)
        tried.append(Attempt(act.fixture, act.attempt, act.home, act.visitor, "live", act.table))

    @_take.register
    def _(self, act: acts.GameEntered) -> None:
        self._result(act.result, "over")

    @_take.register
    def _(self, act: acts.ScoreTyped) -> None:
        self._result(act.result, "typed").typed_by = act.franchise

    @_take.register
    def _(self, act: acts.ScoreConfirmed) -> None:
        self._touch(act.fixture)[-1].status = "over"

    @_take.register
    def _(self, act: acts.ScoreDisputed) -> None:
        tried = self._touch(act.fixture)
        if tried[-1].table:
            tried[-1].status, tried[-1].result = "live", None
        else:
            tried.pop()  # nothing was rolled for it: the same attempt is still to be made

    @_take.register
    def _(self, act: acts.GameCorrected) -> None:
        self._result(act.result, "over")
        self.champion = None

    @_take.register
    def _(self, act: acts.GameAnnulled) -> None:
        tried = self._touch(act.fixture)
        if not tried or tried[-1].number != act.attempt:
            self._close_other(tried)
            tried.append(Attempt(act.fixture, act.attempt, act.home, act.visitor, "annulled"))
        tried[-1].status = "annulled"
        self.champion = None

    @_take.register
    def _(self, act: acts.DeadlineSet) -> None:
        self.deadlines[act.of] = Deadline(act.of, act.at, act.reason)

    @_take.register
    def _(self, act: acts.LeaguePaused) -> None:
        self.paused = True
        self._paused_at = self._now

    @_take.register
    def _(self, act: acts.LeagueResumed) -> None:
        """Deadlines that were still ahead move by the length of the pause."""
        self.paused = False
        for of, note in self.deadlines.items():
            if note.moment.timestamp() > self._paused_at:
                try:
                    moved = note.moment + timedelta(seconds=round(self._now - self._paused_at))
                except OverflowError:  # past the year 9999: a journal from elsewhere must still be readable
                    continue
                self.deadlines[of] = msgspec.structs.replace(note, at=moved.isoformat(timespec="minutes"))

    @_take.register
    def _(self, act: acts.LeagueOver) -> None:
        self.champion, self.secret = act.champion, act.secret

    def _result(self, result: FixtureResult, status: str) -> Attempt:
        tried = self._touch(result.fixture)
        table = ""
        if tried and tried[-1].number == result.attempt:
            table = tried.pop().table
        self._close_other(tried)
        attempt = Attempt(
            result.fixture,
            result.attempt,
            result.home,
            result.visitor,
            "typed" if status == "typed" else "over",
            table,
            result,
        )
        tried.append(attempt)
        return attempt

    def _close_other(self, tried: list[Attempt]) -> None:
        """An earlier attempt, at another pairing, no longer counts."""
        if tried:
            tried[-1].status = "annulled"


class JournalSeason(Season):
    """A season as the journal has it: a result counts for the pairing it was played by, a lot for those it
    was between."""

    def __init__(self, journal: LeagueJournal, *, as_it_stands: bool = False) -> None:
        self.journal = journal
        self.used_lots: dict[str, list[int]] = {}
        void = [
            name
            for name, tried in journal.attempts.items()
            if tried and tried[-1].status == "over" and tried[-1].result and tried[-1].result.kind == "void"
        ]
        super().__init__(journal.league.form, SeasonFacts(struck=void), as_it_stands=as_it_stands)

    def score_of(self, fixture: Fixture) -> FinalScore | None:
        result = self.journal.result(fixture)
        return result.score if result is not None and result.kind != "void" else None

    def known_lot(self, ask: Lots) -> Sequence[int] | None:
        fits = (drawn for drawn in self.journal.lots.get(ask.id, ()) if sorted(drawn) == sorted(ask.entries))
        found = next(fits, None)
        if found is not None:
            self.used_lots[ask.id] = list(found)
        return found
