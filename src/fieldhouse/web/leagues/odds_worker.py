"""What is worked out in a process of its own: the score model of a league, and its chances."""

from __future__ import annotations

import io

import msgspec
import numpy as np

from fieldhouse.kernel import registry
from fieldhouse.kernel.record import parse_record, record_game
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.play_rows import events_by_play
from fieldhouse.lab.tables.compiled_game import find_reduction
from fieldhouse.league.journal.league import League, LeagueFormat
from fieldhouse.league.odds import Given, Odds, ScoreModel, build_score_model, estimate_odds, odds_by_week
from fieldhouse.league.season import SeasonFacts
from fieldhouse.league.teams import GameTeams


class OddsReport(msgspec.Struct):
    """The odds, and what they are if something is taken for granted (a key for each supposition)."""

    now: Odds
    weeks: list[list[float]] = []
    """The chance of the title by week and team, before the first game and after each week."""
    supposed: dict[str, Odds] = {}


class CoachedTeams(GameTeams):
    """The teams of a league, each with the coach who plays its simulated games."""

    def __init__(self, league: League, coaches: list[str]) -> None:
        clubs = [franchise.club for franchise in league.franchises]
        super().__init__(league.game, clubs, options=league.options, materials=league.materials)
        self.coaches = coaches

    def level_of(self, team: int) -> str:
        return self.coaches[team]


def pack_score_model(league: bytes, coaches: list[str]) -> bytes:
    """Scores of every pairing, as a file of arrays."""
    model = build_score_model(CoachedTeams(msgspec.json.decode(league, type=League), coaches))
    file = io.BytesIO()
    np.savez_compressed(file, home=model.home, visitor=model.visitor)
    return file.getvalue()


def unpack_score_model(body: bytes) -> ScoreModel:
    """Read a score model that `pack_score_model` wrote."""
    with np.load(io.BytesIO(body)) as arrays:
        return ScoreModel(arrays["home"], arrays["visitor"])


def calculate_odds(form: bytes, known: bytes, model: bytes, mine: str, weeks: bool) -> bytes:
    """The odds now, what hangs on my game (a fixture's id, or ""), and the curve where it is asked for."""
    shape, so_far, scores = _read(form, known, model)
    found = OddsReport(estimate_odds(shape, so_far, scores))
    for result in ("home", "visitor") if mine else ():
        found.supposed[result] = estimate_odds(shape, so_far, scores, given={mine: result}, seasons=4_000)
    if weeks:
        found.weeks = [one.champion for one in odds_by_week(shape, so_far, scores)]
    return msgspec.msgpack.encode(found)


def what_if_odds(form: bytes, known: bytes, model: bytes, given: Given) -> bytes:
    """The odds if these games end so."""
    return msgspec.msgpack.encode(estimate_odds(*_read(form, known, model), given=given))


def _read(form: bytes, known: bytes, model: bytes) -> tuple[LeagueFormat, SeasonFacts, ScoreModel]:
    return (
        msgspec.json.decode(form, type=LeagueFormat),
        msgspec.json.decode(known, type=SeasonFacts),
        unpack_score_model(model),
    )


def recorded_win_probability(text: str) -> bytes:
    """Seat 0's chance at every whistle of a recorded game, and what kind of figure it is: exact where the
    game leaves its tables open for any card, its own value where it has one, else nothing."""
    made = parse_record(text)
    game = record_game(made)
    folder = registry.find(made.game)
    events, last = events_by_play(made)
    whistles = list(dict.fromkeys([at.snapshot for _, at in events] + [last.snapshot]))
    part = folder.part("features")
    chances: list[float | None] = []
    how = ""
    if part is not None and hasattr(part, "value"):
        chances, how = [part.value(game, game.load(snapshot)) for snapshot in whistles], str(part.METHOD)
    elif (reduction := find_reduction(game)) is not None and reduction.open_reduction() is not None:
        exact = Exact(game)
        states = [game.load(snapshot) for snapshot in whistles]
        places = [exact.reduction.where(s) for s in states if game.outcome(s) is None]
        values = exact.values(set(places))
        chances, how = (
            [float(values[place].win_probability) for place in places],
            "exact, with best play on both sides",
        )
    found = [chance for chance in chances if chance is not None]
    end = game.outcome(game.load(last.snapshot))
    if found and end is not None:
        found.append(0.5 if end.winner is None else float(end.winner == 0))
    return msgspec.json.encode([found, how])
