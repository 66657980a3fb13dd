"""The end of a game: result, win probability, luck, turning points, box score, drives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from fieldhouse.football.box_score import UNKNOWN, BoxScore, Line, counted_statistics, line_score
from fieldhouse.football.drive_chart import ChartedDrive, drive_chart
from fieldhouse.football.events import distance_words
from fieldhouse.kernel.concession import conceding_seat, result_text
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.lab.advice.text import percent_text
from fieldhouse.lab.review.story import GameReview
from fieldhouse.league.statistics import GameSheet, sheet_of
from fieldhouse.web.engine.daily_drive import dice_still_secret
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.replay.win_probability_chart import win_probability_chart
from fieldhouse.web.table_page.player_tables import PlayerTable, player_tables


class LuckShare(msgspec.Struct):
    """One cause of the result for one team, in percentage points, from `low` to `high` on the bar."""

    what: str
    points: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """How wide it is drawn: never too narrow to be seen."""
        return max(self.high - self.low, 0.4)


class TurningPointRow(msgspec.Struct):
    """A turning point, and what it did to this team's win probability in percentage points."""

    number: int
    entry: int
    """Where the replay begins."""
    text: str
    when: str
    moved: int


class EndPage(msgspec.Struct, kw_only=True):
    """Everything the end of a game shows beside score and buttons."""

    seat: Seat
    own: bool
    """Is it the game of who looks?"""
    teams: tuple[str, str]
    verdict: str
    favorite: str
    curve: Markup | None
    """Win probability through the game; None until the review is there."""
    percent_done: int | None
    """How much of the review is calculated; None where nothing is."""
    seconds: int
    luck: list[LuckShare]
    method: str
    turns: list[TurningPointRow]
    what_if: str
    """The opponent of a game that is played on from a turning point; empty while it may not be."""
    mistakes: int | None
    """Costly decisions of this seat, or its turns that gave something away; None for who had no seat."""
    turns_given_away: list[tuple[str, int]]
    """By team, where a game without dice is judged by its turns; then there is no curve and no luck."""
    periods: list[str]
    line: list[Line]
    """The points by period, where the game has several."""
    box: list[tuple[str, str, str]]
    players: list[tuple[str, list[PlayerTable]]]
    """A team's name and what its players did, where the game names them."""
    chart: Markup
    drives: list[tuple[int, str, str]]

    @property
    def team(self) -> str:
        """The team whose win probability is shown."""
        return self.teams[self.seat]


def build_end_page(live: LiveTable, seat: Seat | None, held: Sequence[Seat], limit: float) -> EndPage | None:
    """Build the end page for a seat (None: a spectator) of who holds the seats `held`.

    None while the game is played, and for drafts and auctions. Who has both seats neither wins nor loses.
    """
    if live.row.status != "over" or live.room or live.table is None or len(live.seats) != 2:
        return None
    side = 0 if seat is None else seat
    own = seat if len(held) == 1 else None
    head, outcome, story = live.table.scoreboard(), live.table.outcome, live.review.found
    assert outcome is not None
    sheet = sheet_of(live.game, live.table.events, head.scores)
    done = live.review.at_work
    size = len(live.table.entries)
    levels = live.game.meta.levels
    page = EndPage(
        seat=side,
        own=side == own,
        teams=(head.teams[0], head.teams[1]),
        verdict=result_text(live.table, own)
        if conceding_seat(live.table) is not None
        else verdict_text(head.teams, head.scores, outcome.winner, own),
        favorite="",
        curve=None,
        percent_done=None if done is None else round(100 * done),
        seconds=max(1, int(limit)),
        luck=[],
        method="",
        turns=[],
        what_if="" if dice_still_secret(live.row) else "both" if seat is None else f"coach:{levels[-1]}",
        mistakes=None,
        turns_given_away=[],
        **_figures(live, sheet),
    )
    if story is not None and story.turn_notes is not None:
        page.turns_given_away = [(team, len(story.notes_of(n))) for n, team in enumerate(page.teams)]
        page.mistakes = len(story.notes_of(seat)) if seat is not None else None
    elif story is not None:
        page.favorite = favorite_text(story, head.teams)
        page.curve = win_probability_chart(
            story, side, size, head.teams[side], lambda at: f"/t/{live.id}/replay?at={at}"
        )
        page.luck, page.method = luck_shares(story, side, own=page.own), story.how
        page.turns = turning_points(story, side)
        page.mistakes = len(story.lessons_of(seat)) if seat is not None else None
    return page


def verdict_text(teams: Sequence[str], scores: Sequence[int], winner: Seat | None, own: Seat | None) -> str:
    """`Bears win 24-17`, `You win 24-17`, `Tie game, 17-17`."""
    score = f"{max(scores)}-{min(scores)}"
    if winner is None:
        return f"Tie game, {score}"
    who = "You win" if winner == own else team_with_verb(teams[winner], "wins", "win")
    return f"{who} {score}" if scores[winner] > min(scores) else who


def favorite_text(story: GameReview, teams: Sequence[str]) -> str:
    """Who was favored, and by how much."""
    first = story.start
    favorite = 0 if first >= 0.5 else 1
    share = max(first, 1 - first)
    if share < 0.53:
        return "An even matchup at the start."
    return f"Favored at the start: {teams[favorite]}, {percent_text(share)}."


def _luck_label(story: GameReview) -> str:
    """What is neither team's decision: dice, or in a game without any the error of the estimate."""
    if abs(story.drift) < 0.005:
        return "Dice"
    return "Estimation error" if abs(story.dice) < 0.005 else "Dice and estimation error"


def luck_shares(story: GameReview, seat: Seat, *, own: bool = True) -> list[LuckShare]:
    """The start, the dice, and the decisions of both teams: together they are the result.

    On the bar the decisions come first: what they gave away lies below the start, and the dice lead from
    there to the result, so that hardly anything reaches beyond the bar.
    """
    sign = 1 if seat == 0 else -1
    start = story.start if seat == 0 else 1 - story.start
    moves = [
        ("Your decisions" if own else "Own decisions", story.decisions[seat]),
        ("Opponent's decisions", -story.decisions[1 - seat]),
        (_luck_label(story), sign * (story.dice + story.drift)),
    ]
    found = [LuckShare("At the start", 100 * start, 0.0, 100 * start)]
    at = start
    for what, moved in moves:
        low, high = sorted((at, at + moved))
        found.append(LuckShare(what, 100 * moved, 100 * max(0.0, low), 100 * min(1.0, high)))
        at += moved
    return [found[0], found[-1], *found[1:-1]]


def turning_points(story: GameReview, seat: Seat) -> list[TurningPointRow]:
    """The turning points for this team."""
    sign = 100 if seat == 0 else -100
    return [
        TurningPointRow(n, turn.first, turn.words, turn.when, round(sign * turn.swing))
        for n, turn in enumerate(story.turns, start=1)
    ]


def _figures(live: LiveTable, sheet: GameSheet) -> dict[str, Any]:
    assert live.table is not None
    head, events = live.table.scoreboard(), live.table.events
    box = BoxScore.of(head.teams, events)
    box.counts = counted_statistics(box, live.row.game)
    rows = [box_score_row(*row) for row in box.rows()]
    periods, line = line_score(head.teams, events)
    # Where a whistle is a whole drive it may end in another period: such a game's own sheet tells its points.
    several = len(periods) > 1 and all(drive.plays is not None or drive.returned for drive in sheet.drives)
    return {
        "periods": periods if several else [],
        "line": line if several else [],
        "box": [row for row in rows if set("123456789") & set(row[1] + row[2])],
        "players": [(head.teams[side], did) for side in (0, 1) if (did := player_tables(sheet.men(side)))],
        "chart": drive_chart_svg(sheet, (head.teams[0], head.teams[1])),
        "drives": drive_rows(sheet, head.teams),
    }


def drive_chart_svg(sheet: GameSheet, teams: tuple[str, str], first: int = 0) -> Markup:
    """The drives on one field, the side `first` attacking to the right; empty where a game has none."""
    drives = [ChartedDrive(drive.side, *drive.drawn, drive.result, drive.field) for drive in sheet.drives]
    return Markup(drive_chart(drives, teams, first))


def box_score_row(words: str, one: str, two: str) -> tuple[str, str, str]:
    """A line of the box score without what the game does not count: `punts` where it knows no yards."""
    while one.endswith(DASHED) and two.endswith(DASHED):
        words, one, two = (text.rpartition(", ")[0] for text in (words, one, two))
    return words, one.replace("-", "−"), two.replace("-", "−")


DASHED = f", {UNKNOWN}"


def drive_rows(sheet: GameSheet, teams: Any) -> list[tuple[int, str, str]]:
    """Side, team and words of each drive."""
    found = []
    for drive in sheet.drives:
        words = [drive.result]
        if drive.plays:
            words.append(f"{drive.plays} play{'s' * (drive.plays > 1)}")
        if drive.yards is not None:
            words.append(distance_words(drive.yards))
        if drive.seconds:
            words.append(f"{drive.seconds // 60}:{drive.seconds % 60:02d}")
        found.append((drive.side, teams[drive.side], ", ".join(words)))
    return found
