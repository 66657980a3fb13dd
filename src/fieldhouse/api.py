"""The functions people use from Python: `import fieldhouse` and they are there.

Each does what the command of the same name does and returns a value that a notebook can show.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from fieldhouse.kernel.archive import records, write_records
from fieldhouse.kernel.errors import BadOptions, BadRecord
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.record import Record, parse_record
from fieldhouse.kernel.registry import open_game
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table

if TYPE_CHECKING:
    from fieldhouse.lab.advice.adviser import Advice
    from fieldhouse.lab.bulk import Tally
    from fieldhouse.lab.report import Report
    from fieldhouse.lab.review.luck_ledger import Ledger
    from fieldhouse.lab.summary import Summary
    from fieldhouse.league.season_replay import SeasonReplay

__all__ = [
    "advise",
    "bulk",
    "luck",
    "read_record",
    "records",
    "report",
    "season",
    "simulate",
    "write_records",
]


def read_record(source: str | os.PathLike[str]) -> Record:
    """A record from its file. Raises BadRecord with file, line and reason.

    >>> import fieldhouse
    >>> fieldhouse.read_record("nowhere.json")
    Traceback (most recent call last):
    fieldhouse.kernel.errors.BadRecord: nowhere.json: file not found
    """
    path = Path(source)
    try:
        return parse_record(path.read_bytes())
    except FileNotFoundError:
        raise BadRecord(f"{path}: file not found") from None
    except BadRecord as fault:
        raise BadRecord(f"{path}: {fault}") from None


def simulate(
    game: str | Game[Any],
    games: int = 100,
    *,
    options: Mapping[str, Any] | None = None,
    length: str | None = None,
    levels: Sequence[str] | str = "starter",
    seed: int = 0,
    jobs: int = 1,
) -> Summary:
    """Play a game many times through its rules and sum it up: wins, endings, scores, football.

    `levels` is one level for every seat, or one a seat. Raises BadOptions for what the game does not have.

    >>> import fieldhouse
    >>> summary = fieldhouse.simulate("redboar", 20, options={"mode": "dice"}, length="tiny", seed=3)
    >>> summary.games
    20
    """
    from fieldhouse.lab.simulate import simulate_games as play
    from fieldhouse.lab.simulation_plan import make_plan
    from fieldhouse.lab.summary import Summary

    opened = _opened(game, options, length)
    seated = (levels,) * len(opened.seats) if isinstance(levels, str) else tuple(levels)
    summary = Summary.of(opened.seats, play(make_plan(opened, seated, seed=seed), games, jobs=jobs))
    seating = levels if isinstance(levels, str) else tuple(levels)
    summary.call = _call("simulate", game, games, options=options, length=length, levels=seating, seed=seed)
    return summary


def bulk(
    game: str | Game[Any],
    games: int = 1_000_000,
    *,
    options: Mapping[str, Any] | None = None,
    length: str | None = None,
    level: str = "starter",
    seed: int = 0,
) -> Tally:
    """Play millions of games from tables compiled from the rules.

    For games that compile (`redboar` by dice, `fastdrive`); raises BadOptions for the others. Needs the
    extra [lab].
    """
    from fieldhouse.lab.bulk import job_of, run_bulk

    tally = run_bulk(job_of(_opened(game, options, length), level), games, seed)
    tally.call = _call("bulk", game, games, options=options, length=length, level=level, seed=seed)
    return tally


def advise(table: Table[Any], seat: Seat | None = None, *, seconds: float = 20.0, seed: int = 0) -> Advice:
    """Rate every option of the decision at the table by win probability, with the best one and why.

    It uses the seat's view alone: what the opponent hides is dealt at random. Raises FieldhouseError if
    nothing is asked.
    """
    from fieldhouse.lab.advice.adviser import advise as asked

    return asked(table, seat, seconds=seconds, seed=seed)


def luck(
    record: Record,
    *,
    seconds: float = 60.0,
    seed: int = 0,
    progress: Callable[[str, float], None] | None = None,
) -> Ledger:
    """Split the result of a finished game into decisions and luck. Raises BadOptions if it is not over."""
    from fieldhouse.lab.review.luck_ledger import luck_ledger

    shown = {} if progress is None else {"progress": progress}
    return luck_ledger(record, seconds=seconds, seed=seed, **shown)  # type: ignore[arg-type]


def report(
    game: str | Game[Any],
    games: int = 500,
    *,
    options: Mapping[str, Any] | None = None,
    length: str | None = None,
    seed: int = 0,
    jobs: int = 1,
) -> Report:
    """Report balance and realism of a game, or compare your own charts with the default ones."""
    from fieldhouse.lab.report import make_report as written

    found = written(_opened(game, options, length), games=games, seed=seed, jobs=jobs)
    call = _call("report", game, games, options=options, length=length, seed=seed)
    return msgspec.structs.replace(found, call=call)


def season(
    year: int,
    *,
    seed: int | str = 1,
    weeks: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> SeasonReplay:
    """A year of Fast Drive Football on the real schedule, with that year's cards and play-offs, played to
    its end or through so many `weeks`. The same seed gives the same season. Raises BadOptions for a year
    or an option that there is not.

    >>> import fieldhouse
    >>> played = fieldhouse.season(1985, seed=7, weeks=1)
    >>> len(list(played.rows()))
    14
    >>> played.standings().rows()[0]["place"]
    1
    """
    from fieldhouse.league.season_replay import new_season_replay, season_game

    chosen = dict(options or {})
    season_game().meta.read_options(chosen)
    replay = new_season_replay(year, str(seed), options=chosen)
    while games := replay.next_games():
        if weeks is not None and (games[0].week > weeks or not games[0].week):
            break
        replay.play_week()
    return replay


def _call(verb: str, game: str | Game[Any], games: int, **given: Any) -> str:
    """What to type for the same result, for `repr`; empty for a game with charts of its own."""
    if not isinstance(game, str) and game.own_materials:
        return ""
    words = {**given, "options": dict(given["options"]) if given["options"] else None}
    named = "".join(f", {name}={value!r}" for name, value in words.items() if value is not None)
    return f"fieldhouse.{verb}({game!r}, {games}{named})"


def _opened(game: str | Game[Any], options: Mapping[str, Any] | None, length: str | None) -> Game[Any]:
    if isinstance(game, str):
        return open_game(game, options, length=length)
    if options is not None or length is not None:
        raise BadOptions("an opened game has its options: give them to open_game")
    return game
