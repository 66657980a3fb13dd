"""Results that people bring: typed and confirmed, conceded, forfeit, void; corrections and replays."""

from __future__ import annotations

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.record import Record, replay_record
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.journal.acts import (
    Act,
    GameAnnulled,
    GameCorrected,
    GameEntered,
    JournalEntry,
    LotDrawn,
    ScoreConfirmed,
    ScoreDisputed,
    ScoreTyped,
)
from fieldhouse.league.journal.league import SERVER
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.journal.results import Attempt, FixtureResult, ResultKind
from fieldhouse.league.packed_record import RecordPacker
from fieldhouse.league.season import BadResult, knockout_winner
from fieldhouse.league.service.derive import update_derived
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService, fixture_row
from fieldhouse.league.service.permissions import (
    is_commissioner,
    own_franchise,
    require_commissioner,
    require_manager,
    require_reason,
    require_running,
    require_team,
)
from fieldhouse.league.service.record_result import (
    StatRows,
    final_score,
    make_result,
    row_with_result,
    score_only_rows,
    stat_rows,
    stat_rows_of_result,
)
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.text import fixture_name
from fieldhouse.store.league_schema import FixtureRow, KeptRecord


def journal_after(journal: LeagueJournal, act: Act, dice: LeagueDice | None = None) -> LeagueJournal:
    """The journal as it would be with this act; with the league's dice also the lots it would need."""
    trial = LeagueJournal(journal.id, journal.entries)
    trial.add(JournalEntry(trial.size, 0.0, SERVER, act))
    while dice is not None and (lot := trial.season().lot) is not None:
        drawn = LotDrawn(lot.id, tuple(dice.lots(lot.id, lot.entries)))
        trial.add(JournalEntry(trial.size, 0.0, SERVER, drawn))
    return trial


def consequences(journal: LeagueJournal, act: Act, dice: LeagueDice | None = None) -> list[str]:
    """In words, in the order of the form: changed pairings, results that fall, another champion."""
    trial = journal_after(journal, act, dice)
    names = journal.league.names
    before, then = journal.fixtures(), trial.fixtures()
    found: list[str] = []
    for name, fixture in before.items():
        other = then.get(name)
        if other is not None and _teams(other) == _teams(fixture):
            continue
        told = f"{fixture_name(name)}: {_pair(fixture, names)} "
        told += f"becomes {_pair(other, names)}" if other is not None else "is undecided again"
        result = journal.result(fixture)
        if result is not None and result.kind != "void":
            told += f"; its result {result.visitor_points}-{result.home_points} no longer counts"
        elif journal.current(fixture) is not None:
            told += "; the game in progress no longer counts"
        found.append(told)
    found += [
        f"{fixture_name(name)}: {_pair(fixture, names)} is new"
        for name, fixture in then.items()
        if name not in before
    ]
    champion, next_one = journal.season().progress.champion, trial.season().progress.champion
    if champion is not None and champion != next_one:
        becomes = names[next_one] if next_one is not None else "undecided"
        found.append(f"Champion: {names[champion]} becomes {becomes}")
    return found


def _teams(fixture: Fixture) -> tuple[int, int]:
    return fixture.home, fixture.visitor


def _pair(fixture: Fixture, names: tuple[str, ...]) -> str:
    return f"{names[fixture.visitor]} at {names[fixture.home]}"


MOST_POINTS = 999


class ResultService:
    """What people do with the results of one league, each as a member (`who`) or as the server."""

    def __init__(self, service: LeagueService, journal: LeagueJournal, who: int = SERVER) -> None:
        self.service, self.journal, self.who = service, journal, who

    # A score brought from a kitchen table

    def type_score(self, fixture: Fixture, score: FinalScore) -> Attempt:
        """A typed score: it counts when the other side confirms it, at once if the commissioner types it."""
        return self._typed(fixture, score, None)

    def type_record(self, fixture: Fixture, made: Record) -> Attempt:
        """A typed record of the whole game; it must be a game of this fixture, under the league's rules."""
        teams = LeagueTeams(self.journal)
        game = teams.open(fixture)
        if made.game != game.meta.name or dict(made.options) != dict(game.options):
            raise BadResult(f"{fixture_name(fixture.id)}: the recorded game has a different game or options")
        if made.materials != dict(game.setup.materials):
            raise BadResult(f"{fixture_name(fixture.id)}: the recorded game has different teams or charts")
        table = replay_record(made)
        if table.outcome is None:
            raise BadResult(f"{fixture_name(fixture.id)}: the recorded game is not finished")
        score, _ = final_score(table.outcome, teams.home_seat)
        lines = stat_rows(table.game, table.events, table.outcome, fixture, teams.home_seat)
        return self._typed(fixture, score, (made, lines))

    def _typed(self, fixture: Fixture, score: FinalScore, game: tuple[Record, StatRows] | None) -> Attempt:
        require_running(self.journal)
        at_once = is_commissioner(self.journal, self.who)
        under_way = self.journal.current(fixture)
        if at_once and under_way is not None and under_way.status == "live" and not self._unrecorded(fixture):
            raise BadResult(
                f"{fixture_name(fixture.id)} is being played now; discard that game first, with a reason"
            )
        self._must_be_open(fixture, live=at_once)
        check_score(fixture, score)
        side = own_franchise(self.journal, self.who, fixture)
        if not at_once and side is None:
            require_manager(self.journal, self.who, fixture.home)  # says whose it is
        attempt = self.journal.next_attempt(fixture)
        kept = RecordPacker().pack(game[0], attempt) if game is not None else None
        result = make_result(fixture, attempt, score, "typed", kept.digest if kept is not None else "")
        lines = game[1] if game is not None else self._points(fixture, score)
        if at_once:
            self._enter(GameEntered(result), fixture, result, lines, kept)
        else:
            assert side is not None
            row = row_with_result(fixture_row(self.journal, fixture), result, "typed")
            self._write(ScoreTyped(result, side), row, kept=kept)
        found = self.journal.current(fixture)
        assert found is not None
        return found

    def confirm(self, fixture: Fixture) -> None:
        """The other side, or the commissioner, saw the same score."""
        require_running(self.journal)
        attempt = self._waiting_score(fixture)
        other = fixture.visitor if attempt.typed_by == fixture.home else fixture.home
        require_manager(self.journal, self.who, other)
        assert attempt.result is not None
        lines = stat_rows_of_result(self.service, self.journal, fixture, attempt.result)
        self._enter(ScoreConfirmed(fixture.id), fixture, attempt.result, lines)

    def dispute(self, fixture: Fixture, reason: str) -> None:
        """It was another score: the fixture is open again."""
        attempt = self._waiting_score(fixture)
        if own_franchise(self.journal, self.who, fixture) is None:
            require_commissioner(self.journal, self.who)
        row = fixture_row(self.journal, fixture)
        row.status = "live" if attempt.table else "open"
        row.kind, row.home_points, row.visitor_points, row.awarded = "", None, None, 0
        self._write(ScoreDisputed(fixture.id, require_reason(reason)), row)

    def record_game(self, fixture: Fixture, made: Record) -> None:
        """A game that was played here under the league's dice, with its record."""
        teams = LeagueTeams(self.journal)
        table = replay_record(made)
        attempt = self.journal.next_attempt(fixture)
        if table.outcome is None:
            raise BadResult(f"{fixture_name(fixture.id)}: the game is not finished")
        due = self.service.dice(self.journal).fair(fixture.id, attempt)
        if (made.dice.secrets, made.dice.nonces) != (due.secrets, due.nonces):
            raise BadResult(f"{fixture_name(fixture.id)}: this game was not rolled with the league's dice")
        score, kind = final_score(table.outcome, teams.home_seat)
        check_score(fixture, score)
        lines = stat_rows(table.game, table.events, table.outcome, fixture, teams.home_seat)
        kept = RecordPacker().pack(made, attempt)
        result = make_result(fixture, attempt, score, kind, kept.digest)
        self._enter(GameEntered(result), fixture, result, lines, kept)

    # Without a game to its end

    def concede(self, fixture: Fixture, franchise: int, score: FinalScore | None = None) -> None:
        """The game is given up: the conceding team loses, by the score at the table of a game under way, and
        before kickoff by the league's score for a forfeit."""
        require_running(self.journal)
        require_manager(self.journal, self.who, franchise)
        self._decided(fixture, franchise, score or self._forfeit_score(fixture, franchise), "conceded", "")

    def forfeit(self, fixture: Fixture, franchise: int, reason: str) -> None:
        """The franchise did not come: the other wins by the league's score for it."""
        require_running(self.journal)
        require_commissioner(self.journal, self.who)
        score = self._forfeit_score(fixture, franchise)
        self._decided(fixture, franchise, score, "forfeit", require_reason(reason))

    def _forfeit_score(self, fixture: Fixture, loser: int) -> FinalScore:
        won, lost = self.journal.league.forfeit
        return FinalScore(lost, won) if loser == fixture.home else FinalScore(won, lost)

    def _decided(
        self, fixture: Fixture, loser: int, score: FinalScore, kind: ResultKind, reason: str
    ) -> None:
        if require_team(self.journal, loser) not in (fixture.home, fixture.visitor):
            raise BadResult(f"{self.journal.league.names[loser]} does not play in {fixture_name(fixture.id)}")
        self._must_be_open(fixture, live=True)
        awarded = -1 if loser == fixture.home else 1
        score = FinalScore(score.home, score.visitor, awarded)
        check_score(fixture, score)
        result = make_result(fixture, self.journal.next_attempt(fixture), score, kind)
        self._enter(GameEntered(result, reason), fixture, result, self._points(fixture, score))

    # The commissioner's pen

    def void(self, fixture: Fixture, reason: str) -> None:
        """The game counts for nobody and is not played (ordinary games only)."""
        act = self.void_act(fixture, reason)
        self._enter(act, fixture, act.result, StatRows([], []))

    def void_act(self, fixture: Fixture, reason: str) -> GameEntered | GameCorrected:
        """What makes the game void, for `changes_from`; a result that stands is corrected to it."""
        require_commissioner(self.journal, self.who)
        if fixture.knockout:
            raise BadResult(
                f"{fixture_name(fixture.id)} needs a winner: replay it or record a forfeit instead"
            )
        standing_result = self.journal.result(fixture)
        if standing_result is not None and standing_result.kind == "void":
            raise BadResult(f"{fixture_name(fixture.id)} is already void")
        result = make_result(fixture, self.journal.next_attempt(fixture), FinalScore(0, 0), "void")
        kind = GameEntered if standing_result is None else GameCorrected
        return kind(result, require_reason(reason))

    def replay(self, fixture: Fixture, reason: str) -> None:
        """The attempt, under way or over, does not count: the fixture waits again, with new dice."""
        act = self.replay_act(fixture, reason)
        row = fixture_row(self.journal, fixture)
        row.status, row.attempt, row.table_id = "open", act.attempt + 1, None
        row.kind, row.home_points, row.visitor_points, row.awarded, row.faults = "", None, None, 0, ""
        self._write(act, row, lines=StatRows([], []))
        update_derived(self.service, self.journal)  # what hung on it leaves the sums

    def replay_act(self, fixture: Fixture, reason: str) -> GameAnnulled:
        """What makes the attempt count no more, for `changes_from`."""
        require_commissioner(self.journal, self.who)
        attempt = self.journal.current(fixture)
        if attempt is None:
            raise BadResult(f"{fixture_name(fixture.id)} hasn't started, so there is nothing to replay")
        return GameAnnulled(fixture.id, attempt.number, fixture.home, fixture.visitor, require_reason(reason))

    def correct(self, fixture: Fixture, score: FinalScore, reason: str) -> None:
        """Another score in place of the one that stands; its lines are the points alone."""
        act = self.correction_act(fixture, score, reason)
        self._enter(act, fixture, act.result, self._points(fixture, score))

    def correction_act(self, fixture: Fixture, score: FinalScore, reason: str) -> GameCorrected:
        """The correction that is about to be made, for `consequences`."""
        require_commissioner(self.journal, self.who)
        standing_result = self.journal.result(fixture)
        if standing_result is None:
            raise BadResult(f"{fixture_name(fixture.id)} has no result to correct; enter one first")
        check_score(fixture, score)
        if score == standing_result.score and standing_result.kind != "void":
            raise BadResult(f"{fixture_name(fixture.id)} is already {score.visitor}-{score.home}")
        result = make_result(fixture, standing_result.attempt, score, "typed")
        return GameCorrected(result, require_reason(reason))

    def hangs(self, fixture: Fixture, score: FinalScore) -> list[str]:
        """What else would change with this correction, in words."""
        return self.changes_from(self.correction_act(fixture, score, "to see what this changes"))

    def changes_from(self, act: Act) -> list[str]:
        """What else would change with this act, in words."""
        return consequences(self.journal, act, self.service.dice(self.journal))

    # Shared

    def _enter(
        self,
        act: GameEntered | GameCorrected | ScoreConfirmed,
        fixture: Fixture,
        result: FixtureResult,
        lines: StatRows,
        kept: KeptRecord | None = None,
    ) -> None:
        row = row_with_result(fixture_row(self.journal, fixture), result, "over", lines.faults)
        self._write(act, row, lines=lines, kept=kept)
        update_derived(self.service, self.journal)

    def _write(
        self, act: Act, row: FixtureRow, *, lines: StatRows | None = None, kept: KeptRecord | None = None
    ) -> None:
        self.service.write(
            self.journal,
            JournalUpdate(
                [act],
                who=self.who,
                fixture=row,
                record=kept,
                lines=None if lines is None else lines.lines,
                players=() if lines is None else lines.players,
                status="open" if isinstance(act, GameCorrected | GameAnnulled) else None,
            ),
        )

    def _unrecorded(self, fixture: Fixture) -> bool:
        """Is its game over at the table, but the result could not be taken?"""
        return fixture.id in self.service.store.leagues.faults(self.journal.id)

    def _points(self, fixture: Fixture, score: FinalScore) -> StatRows:
        return score_only_rows(self.journal, fixture, score)

    def _must_be_open(self, fixture: Fixture, *, live: bool = False) -> None:
        attempt = self.journal.current(fixture)
        if attempt is not None and not (live and attempt.status == "live"):
            words = {
                "live": "is being played right now",
                "typed": "has a reported score that is waiting for confirmation",
                "over": "already has a result; the commissioner can correct it",
            }
            raise BadResult(f"{fixture_name(fixture.id)} {words[attempt.status]}")

    def _waiting_score(self, fixture: Fixture) -> Attempt:
        attempt = self.journal.current(fixture)
        if attempt is None or attempt.status != "typed":
            raise BadResult(f"{fixture_name(fixture.id)} has no reported score to confirm")
        return attempt


def check_score(fixture: Fixture, score: FinalScore) -> None:
    """A score that can be, with a winner where one is needed."""
    if not (0 <= score.home <= MOST_POINTS and 0 <= score.visitor <= MOST_POINTS):
        points = f"{score.visitor}-{score.home}"
        raise BadResult(f"{fixture_name(fixture.id)}: {points} is not a score (0 to {MOST_POINTS})")
    if fixture.knockout:
        knockout_winner(fixture, score)
