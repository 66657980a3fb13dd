"""The dice tables in use as drawers: they are printed on the board that lies on the table (RB-1.10)."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.parts import Part
from fieldhouse.games.redboar.board.card_faces import signed_yards
from fieldhouse.games.redboar.rules.charts import BoundCharts, Call
from fieldhouse.games.redboar.rules.events import dice_share, totals_words
from fieldhouse.games.redboar.rules.game import GridironGame


def chart_parts(game: GridironGame) -> Sequence[Part]:
    """The table of plays in a game by dice, and special teams in every game."""
    found = [] if game.cards else [_plays_part(game.book)]
    return [*found, _kicks_part(game.book), _goals_part(game.book), _penalties_part()]


def _part(id: str, label: str, *rows: tuple[str, ...]) -> Part:
    return Part(id=id, area="beside", label=label, table=rows, fixed=True)


def _plays_part(book: BoundCharts) -> Part:
    """RB-20.3: what each total of the offense's dice is, and what the defense's die makes of it."""
    rows = [
        (str(total), call.name.capitalize(), _result_words(call)) for total, call in sorted(book.rows.items())
    ]
    return _part("chart-plays", "Plays by dice", ("Two dice", "Play", "Yards by the defense die"), *rows)


def _result_words(call: Call) -> str:
    """`1-2: 0, 3-4: +5, 5-6: +10`."""
    if call.results is None:
        return "touchdown; 1-2: stopped on the 5"
    if not call.die:
        return _ending(*call.results[0])
    runs: list[tuple[int, int, str]] = []
    for face in range(1, 7):
        words = _ending(*call.results[face])
        if runs and runs[-1][2] == words:
            runs[-1] = (runs[-1][0], face, words)
        else:
            runs.append((face, face, words))
    return ", ".join(
        f"{low}-{high}: {words}" if low < high else f"{low}: {words}" for low, high, words in runs
    )


def _ending(how: str, yards: int) -> str:
    if how == "incomplete":
        return how
    return f"{how} ({signed_yards(yards)})" if how in ("interception", "fumble") else signed_yards(yards)


def _kicks_part(book: BoundCharts) -> Part:
    """RB-20.4, RB-20.5: an odd punt goes out of bounds; else the receiving team's die adds to the yards."""
    rows = []
    for total in range(2, 13):
        net = book.kickoff_net[total]
        punt = f"{book.punt_net[total]}" + (", out of bounds" if total % 2 else "")
        rows.append((str(total), "touchback" if net is None else str(net), punt))
    rows.append(("Return die", "1-2: 5 fewer, 5-6: 5 more for the kick", "not out of bounds"))
    return _part("chart-kicks", "Kickoffs and punts", ("Two dice", "Kickoff", "Punt"), *rows)


def _goals_part(book: BoundCharts) -> Part:
    """RB-20.6 to RB-20.8."""
    rows = [
        (f"{g + 10} yards", f"{need} or more", dice_share(range(need, 13)))
        for g, need in sorted(book.need.items())
    ]
    for name, wins in (("Extra point", book.kick_good), ("Two-point conversion", book.conversion_good)):
        rows.append((name, totals_words(wins), dice_share(wins)))
    return _part("chart-goals", "Field goals and conversions", ("Kick", "Good on", "Chance"), *rows)


def _penalties_part() -> Part:
    """Section 9: each team's penalty dice, before every play."""
    return _part(
        "chart-penalties",
        "Penalties",
        ("Penalty dice", "Offense", "Defense"),
        ("2, before the snap", "5 yards back, same down", "5 yards forward, same down"),
        (
            "12, on a run",
            "10 yards back, same down",
            "10 yards from the end of the run or the line; first down",
        ),
        ("12, on a pass", "10 yards back, same down", "the pass's yards, at least 15; first down"),
        ("Both 12", "they offset: same down", ""),
    )
