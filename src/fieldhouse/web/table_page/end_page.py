"""The end of a game as a page shows it: verdict, curve, luck, turning points, box score, drives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from fieldhouse.football.box_score import UNKNOWN, BoxScore
from fieldhouse.football.drive_chart import ChartedDrive, drive_chart
from fieldhouse.football.line_score import Line, line_score
from fieldhouse.football.stat_lines import counted_statistics
from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.advice.text import percent_text
from fieldhouse.lab.review.story import GameReview
from fieldhouse.league.statistics import GameSheet, sheet_of
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.replay.win_probability_chart import win_probability_chart
from fieldhouse.web.table_page.player_tables import PlayerTable, player_tables


class LuckShare(msgspec.Struct):
    """What made up the result, for one side, in points of win chance: from `low` to `high` of the bar."""

    what: str
    points: float
    low: float
    high: float


class EndPage(msgspec.Struct, kw_only=True):
    """Everything the end of a game shows beside score and buttons."""

    seat: Seat
    team: str
    verdict: str
    story: GameReview | None
    working: float | None
    """How much of its story the lab has; None where it does nothing."""
    limit: int
    curve: Markup | None
    luck: list[LuckShare]
    summary: str
    turns: list[tuple[int, int, str, str, int]]
    """Number, entry to replay from, words, when, and points for this side."""
    lessons: int
    periods: list[str]
    line: list[Line]
    """The points by period, where the game has several."""
    box: list[tuple[str, str, str]]
    men: list[tuple[str, list[PlayerTable]]]
    """A side's name and what its men did, where the game names them."""
    chart: Markup
    drives: list[tuple[int, str, str]]


def build_end_page(live: LiveTable, seat: Seat | None, held: Sequence[Seat], limit: float) -> EndPage | None:
    """The end of this table as a seat (None: anybody) sees it, who holds the seats `held`; None while it is
    played, and for a room. Who has both sides neither wins nor loses."""
    if live.row.status != "over" or live.room or live.table is None or len(live.seats) != 2:
        return None
    side = 0 if seat is None else seat
    own = seat if len(held) == 1 else None
    head, outcome, story = live.table.scoreboard(), live.table.outcome, live.review.found
    assert outcome is not None
    sheet = sheet_of(live.game, live.table.events, head.scores)
    gap = abs(head.scores[0] - head.scores[1])
    winner = outcome.winner
    verdict = (
        "A tie" if winner is None
        else f"{'You win' if winner == own else head.teams[winner] + ' win'}{f' by {gap}' if gap else ''}"
    )  # fmt: skip
    size = len(live.table.entries)
    return EndPage(
        seat=side,
        team="you" if side == own else head.teams[side],
        verdict=verdict,
        story=story,
        working=live.review.at_work,
        limit=max(1, int(limit)),
        curve=win_probability_chart(
            story, side, size, head.teams[side], lambda at: f"/t/{live.id}/replay?at={at}"
        )
        if story is not None
        else None,
        luck=luck_shares(story, side) if story is not None else [],
        summary=favorite_text(story, head.teams) if story is not None else "",
        turns=turning_points(story, side) if story is not None else [],
        lessons=len(story.lessons_of(seat)) if story is not None and seat is not None else 0,
        **_figures(live, sheet),
    )


def favorite_text(story: GameReview, teams: Any) -> str:
    """Who was favored, and by how much."""
    first = story.start
    favorite = 0 if first >= 0.5 else 1
    share = max(first, 1 - first)
    if share < 0.53:
        return "Nobody was favored before the first play."
    return f"{teams[favorite]} were favored before the first play: {percent_text(share)}."


def _luck_words(story: GameReview) -> str:
    """What is neither side's decision: dice, or in a game without any what the estimate is off by."""
    if abs(story.drift) < 0.005:
        return "dice"
    return "the estimate's drift" if abs(story.dice) < 0.005 else "dice and the estimate's drift"


def luck_shares(story: GameReview, seat: Seat) -> list[LuckShare]:
    """Before the first play, dice, own and the other side's decisions: from the start to the result.

    On the bar the decisions come first: what they gave away lies below the start, and the dice lead from
    there to the result, so that hardly anything reaches beyond the bar.
    """
    sign = 1 if seat == 0 else -1
    start = story.start if seat == 0 else 1 - story.start
    moves = [
        ("your decisions", story.decisions[seat]),
        ("their decisions", -story.decisions[1 - seat]),
        (_luck_words(story), sign * (story.dice + story.drift)),
    ]
    found = [LuckShare("before the first play", 100 * start, 0.0, 100 * start)]
    at = start
    for what, moved in moves:
        low, high = sorted((at, at + moved))
        found.append(LuckShare(what, 100 * moved, 100 * max(0.0, low), 100 * min(1.0, high)))
        at += moved
    return [found[0], found[-1], *found[1:-1]]


def turning_points(story: GameReview, seat: Seat) -> list[tuple[int, int, str, str, int]]:
    """The turning points for this side."""
    sign = 100 if seat == 0 else -100
    return [
        (n, turn.first, turn.words, turn.when, round(sign * turn.swing))
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
    several = len(periods) > 1 and all(drive.plays is not None for drive in sheet.drives)
    return {
        "periods": periods if several else [],
        "line": line if several else [],
        "box": [row for row in rows if set("123456789") & set(row[1] + row[2])],
        "men": [(head.teams[side], did) for side in (0, 1) if (did := player_tables(sheet.men(side)))],
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
            words.append(f"{drive.yards} yards")
        if drive.seconds:
            words.append(f"{drive.seconds // 60}:{drive.seconds % 60:02d}")
        found.append((drive.side, teams[drive.side], ", ".join(words)))
    return found
