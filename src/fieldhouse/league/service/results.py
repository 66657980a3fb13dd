"""Results that people bring: typed and confirmed, conceded, forfeit, void; corrections and replays."""

from __future__ import annotations

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.record import Record, replay_record
from fieldhouse.league.journal.acts import (
    Act,
    GameAnnulled,
    GameCorrected,
    GameEntered,
    ScoreConfirmed,
    ScoreDisputed,
    ScoreTyped,
)
from fieldhouse.league.journal.league import HOUSE
from fieldhouse.league.journal.league_journal import LeagueBook
from fieldhouse.league.journal.results import Attempt, FixtureResult, ResultKind
from fieldhouse.league.packed_record import Packer
from fieldhouse.league.season import BadResult, winner_of
from fieldhouse.league.service.consequences import consequences
from fieldhouse.league.service.derive import tidy
from fieldhouse.league.service.league_service import LeagueDesk, row_of
from fieldhouse.league.service.permissions import (
    commands,
    must_be_team,
    must_command,
    must_manage,
    must_reason,
    must_run,
    side_of,
)
from fieldhouse.league.service.record_result import (
    GameLines,
    lines_of,
    lines_of_result,
    points_alone,
    result_of,
    scored,
    standing,
)
from fieldhouse.league.service.teams import LeagueTeams
from fieldhouse.league.standings import FinalScore
from fieldhouse.store.league_schema import FixtureRow, KeptRecord

MOST_POINTS = 999


class ResultDesk:
    """What people do with the results of one league, each as a member (`who`) or as the house."""

    def __init__(self, desk: LeagueDesk, book: LeagueBook, who: int = HOUSE) -> None:
        self.desk, self.book, self.who = desk, book, who

    # A score brought from a kitchen table

    def type_score(self, fixture: Fixture, score: FinalScore) -> Attempt:
        """A typed score: it counts when the other side confirms it, at once if the commissioner types it."""
        return self._typed(fixture, score, None)

    def type_record(self, fixture: Fixture, made: Record) -> Attempt:
        """A typed record of the whole game; it must be a game of this fixture, under the league's rules."""
        teams = LeagueTeams(self.book)
        game = teams.open(fixture)
        if made.game != game.meta.name or dict(made.options) != dict(game.options):
            raise BadResult(f"{fixture.id}: the record is of another game or under other options")
        if made.materials != dict(game.setup.materials):
            raise BadResult(f"{fixture.id}: the record was played with other teams or charts")
        table = replay_record(made)
        if table.outcome is None:
            raise BadResult(f"{fixture.id}: the game in the record is not over")
        score, _ = scored(table.outcome, teams.home_seat)
        lines = lines_of(table.game, table.events, table.outcome, fixture, teams.home_seat)
        return self._typed(fixture, score, (made, lines))

    def _typed(self, fixture: Fixture, score: FinalScore, game: tuple[Record, GameLines] | None) -> Attempt:
        must_run(self.book)
        at_once = commands(self.book, self.who)
        self._must_be_open(fixture, live=at_once)
        check_score(fixture, score)
        side = side_of(self.book, self.who, fixture)
        if not at_once and side is None:
            must_manage(self.book, self.who, fixture.home)  # says whose it is
        attempt = self.book.next_attempt(fixture)
        kept = Packer().pack(game[0], attempt) if game is not None else None
        result = result_of(fixture, attempt, score, "typed", kept.digest if kept is not None else "")
        lines = game[1] if game is not None else self._points(fixture, score)
        if at_once:
            self._enter(GameEntered(result), fixture, result, lines, kept)
        else:
            assert side is not None
            row = standing(row_of(self.book, fixture), result, "typed")
            self._write(ScoreTyped(result, side), row, kept=kept)
        found = self.book.current(fixture)
        assert found is not None
        return found

    def confirm(self, fixture: Fixture) -> None:
        """The other side, or the commissioner, saw the same score."""
        must_run(self.book)
        attempt = self._waiting_score(fixture)
        other = fixture.visitor if attempt.typed_by == fixture.home else fixture.home
        must_manage(self.book, self.who, other)
        assert attempt.result is not None
        lines = lines_of_result(self.desk, self.book, fixture, attempt.result)
        self._enter(ScoreConfirmed(fixture.id), fixture, attempt.result, lines)

    def dispute(self, fixture: Fixture, reason: str) -> None:
        """It was another score: the fixture is open again."""
        attempt = self._waiting_score(fixture)
        if side_of(self.book, self.who, fixture) is None:
            must_command(self.book, self.who)
        row = row_of(self.book, fixture)
        row.status = "live" if attempt.table else "open"
        row.kind, row.home_points, row.visitor_points, row.awarded = "", None, None, 0
        self._write(ScoreDisputed(fixture.id, must_reason(reason)), row)

    def played(self, fixture: Fixture, made: Record) -> None:
        """A game that was played here under the league's dice, with its record."""
        teams = LeagueTeams(self.book)
        table = replay_record(made)
        attempt = self.book.next_attempt(fixture)
        if table.outcome is None:
            raise BadResult(f"{fixture.id}: the game is not over")
        due = self.desk.dice(self.book).fair(fixture.id, attempt)
        if (made.dice.secrets, made.dice.nonces) != (due.secrets, due.nonces):
            raise BadResult(f"{fixture.id}: the dice of this game are not those of the league's fixture")
        score, kind = scored(table.outcome, teams.home_seat)
        check_score(fixture, score)
        lines = lines_of(table.game, table.events, table.outcome, fixture, teams.home_seat)
        kept = Packer().pack(made, attempt)
        result = result_of(fixture, attempt, score, kind, kept.digest)
        self._enter(GameEntered(result), fixture, result, lines, kept)

    # Without a game to its end

    def concede(self, fixture: Fixture, franchise: int, score: FinalScore) -> None:
        """The game is given up with the score as it stands: the conceding side loses."""
        must_run(self.book)
        must_manage(self.book, self.who, franchise)
        self._decided(fixture, franchise, score, "conceded", "")

    def forfeit(self, fixture: Fixture, franchise: int, reason: str) -> None:
        """The franchise did not come: the other wins by the league's score for it."""
        must_run(self.book)
        must_command(self.book, self.who)
        won, lost = self.book.league.forfeit
        score = FinalScore(lost, won) if franchise == fixture.home else FinalScore(won, lost)
        self._decided(fixture, franchise, score, "forfeit", must_reason(reason))

    def _decided(
        self, fixture: Fixture, loser: int, score: FinalScore, kind: ResultKind, reason: str
    ) -> None:
        if must_be_team(self.book, loser) not in (fixture.home, fixture.visitor):
            raise BadResult(f"{self.book.league.names[loser]} does not play in {fixture.id}")
        self._must_be_open(fixture, live=True)
        awarded = -1 if loser == fixture.home else 1
        score = FinalScore(score.home, score.visitor, awarded)
        check_score(fixture, score)
        result = result_of(fixture, self.book.next_attempt(fixture), score, kind)
        self._enter(GameEntered(result, reason), fixture, result, self._points(fixture, score))

    # The commissioner's pen

    def void(self, fixture: Fixture, reason: str) -> None:
        """The game counts for nobody and is not played (ordinary games only)."""
        act = self.voiding(fixture, reason)
        self._enter(act, fixture, act.result, GameLines([], []))

    def voiding(self, fixture: Fixture, reason: str) -> GameEntered | GameCorrected:
        """What makes the game void, for `hangs_on`; a result that stands is corrected to it."""
        must_command(self.book, self.who)
        if fixture.knockout:
            raise BadResult(f"{fixture.id} needs a winner: it can be replayed or forfeit, but not void")
        standing_result = self.book.result(fixture)
        if standing_result is not None and standing_result.kind == "void":
            raise BadResult(f"{fixture.id} is void already")
        result = result_of(fixture, self.book.next_attempt(fixture), FinalScore(0, 0), "void")
        kind = GameEntered if standing_result is None else GameCorrected
        return kind(result, must_reason(reason))

    def replay(self, fixture: Fixture, reason: str) -> None:
        """The attempt, under way or over, does not count: the fixture waits again, with new dice."""
        act = self.annulment(fixture, reason)
        row = row_of(self.book, fixture)
        row.status, row.attempt, row.table_id = "open", act.attempt + 1, None
        row.kind, row.home_points, row.visitor_points, row.awarded, row.faults = "", None, None, 0, ""
        self._write(act, row, lines=GameLines([], []))
        tidy(self.desk, self.book)  # what hung on it leaves the sums

    def annulment(self, fixture: Fixture, reason: str) -> GameAnnulled:
        """What makes the attempt count no more, for `hangs_on`."""
        must_command(self.book, self.who)
        attempt = self.book.current(fixture)
        if attempt is None:
            raise BadResult(f"{fixture.id} has not begun: there is nothing to play again")
        return GameAnnulled(fixture.id, attempt.number, fixture.home, fixture.visitor, must_reason(reason))

    def correct(self, fixture: Fixture, score: FinalScore, reason: str) -> None:
        """Another score in place of the one that stands; its lines are the points alone."""
        act = self.correction(fixture, score, reason)
        self._enter(act, fixture, act.result, self._points(fixture, score))

    def correction(self, fixture: Fixture, score: FinalScore, reason: str) -> GameCorrected:
        """The correction that is about to be made, for `consequences`."""
        must_command(self.book, self.who)
        standing_result = self.book.result(fixture)
        if standing_result is None:
            raise BadResult(f"{fixture.id} has no result to correct; `fieldhouse league result` enters one")
        check_score(fixture, score)
        if score == standing_result.score and standing_result.kind != "void":
            raise BadResult(f"{fixture.id} stands {score.home}-{score.visitor} already")
        result = result_of(fixture, standing_result.attempt, score, "typed")
        return GameCorrected(result, must_reason(reason))

    def hangs(self, fixture: Fixture, score: FinalScore) -> list[str]:
        """What else would change with this correction, in words."""
        return self.hangs_on(self.correction(fixture, score, "to see what hangs on it"))

    def hangs_on(self, act: Act) -> list[str]:
        """What else would change with this act, in words."""
        return consequences(self.book, act, self.desk.dice(self.book))

    # Shared

    def _enter(
        self,
        act: GameEntered | GameCorrected | ScoreConfirmed,
        fixture: Fixture,
        result: FixtureResult,
        lines: GameLines,
        kept: KeptRecord | None = None,
    ) -> None:
        row = standing(row_of(self.book, fixture), result, "over", lines.faults)
        self._write(act, row, lines=lines, kept=kept)
        tidy(self.desk, self.book)

    def _write(
        self, act: Act, row: FixtureRow, *, lines: GameLines | None = None, kept: KeptRecord | None = None
    ) -> None:
        self.desk.write(
            self.book,
            [act],
            who=self.who,
            fixture=row,
            record=kept,
            lines=None if lines is None else lines.lines,
            players=() if lines is None else lines.players,
            status="open" if isinstance(act, GameCorrected | GameAnnulled) else None,
        )

    def _points(self, fixture: Fixture, score: FinalScore) -> GameLines:
        return points_alone(self.book, fixture, score)

    def _must_be_open(self, fixture: Fixture, *, live: bool = False) -> None:
        attempt = self.book.current(fixture)
        if attempt is not None and not (live and attempt.status == "live"):
            words = {
                "live": "is being played at a table",
                "typed": "has a typed score that waits for its confirmation",
                "over": "has a result already; the commissioner may correct it",
            }
            raise BadResult(f"{fixture.id} {words[attempt.status]}")

    def _waiting_score(self, fixture: Fixture) -> Attempt:
        attempt = self.book.current(fixture)
        if attempt is None or attempt.status != "typed":
            raise BadResult(f"{fixture.id} has no typed score that waits for its confirmation")
        return attempt


def check_score(fixture: Fixture, score: FinalScore) -> None:
    """A score that can be, with a winner where one is needed."""
    if not (0 <= score.home <= MOST_POINTS and 0 <= score.visitor <= MOST_POINTS):
        raise BadResult(f"{fixture.id}: {score.home}-{score.visitor} is no score (0 to {MOST_POINTS})")
    if fixture.knockout:
        winner_of(fixture, score)
