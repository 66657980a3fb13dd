"""Lookup probabilities as sums over the answers to the charts' questions, bound to cards by arrays.

The rules' own lookups (`rules.dice_lookup`) are enumerated once with every question about cards and moment
left open. A quality answers yes with probability 1, one half (FD-3.2) or 0; so does the moment, with 1 or 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.games.fastdrive.charts.qualities import LATE, PLACES, QUESTIONS, SCORES, STARTS
from fieldhouse.games.fastdrive.meta import META
from fieldhouse.games.fastdrive.rules.chart_results import ODD, CardAnswers, OpenQuestion, RulesFor
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.requests import DESPERATION
from fieldhouse.games.fastdrive.rules.state import DRIVE, Sheet
from fieldhouse.games.fastdrive.tables.open_game import KICKS, TABLES, YES_NO, moment_of
from fieldhouse.games.fastdrive.tables.staged_rules import Staged
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.requests import Rules
from fieldhouse.solve.lookups import Lookup, Symbol, as_terms
from fieldhouse.solve.play_tree import explore, leaf_distribution

MOMENT = (*STARTS, *PLACES, *SCORES, LATE)
ASKED = (*QUESTIONS, *MOMENT)
Floats = NDArray[np.float64]


class OpenAnswers(CardAnswers):
    """Answers nothing: every question about the cards or the moment stays open."""

    def answer(self, test: str) -> bool | OpenQuestion:
        return OpenQuestion(test, ODD) if test in ASKED else super().answer(test)


class TableLookup(Staged):
    """One lookup as a play of its own: what it found is written into `why`."""

    world = OpenAnswers
    table = "drive"

    def play(self, s: Sheet) -> Rules:
        if self.table == "drive":
            found, base = yield from self.find_drive(s)
            s.why = self.drive_key(found, base)
        else:
            landing = yield from self._other(s)
            s.why = self.landing_key(landing)

    def _other(self, s: Sheet) -> RulesFor[Any]:
        if self.table in KICKS:
            return self.find_kick(s, self.table, s.ball, DESPERATION, "")
        if self.table in ("fumble", "interception"):
            return self.find_turnover(s, self.table.upper())
        return self.find(s, self.table, s.ball, DESPERATION, "")

    def asks(self, s: Sheet, test: OpenQuestion) -> RulesFor[bool]:
        if test.name not in ASKED:
            yes = yield from super().asks(s, test)
            return yes
        yes = yield Lookup(test.name, YES_NO)
        return bool(yes)


class Paths(NamedTuple):
    """A table as arrays: the answers each path needs (places in `answers`), its weight, what it finds."""

    needs: NDArray[np.int64]
    weight: Floats
    finds: NDArray[np.int64]
    outcomes: tuple[str, ...]

    def chances(self, answers: Floats) -> Floats:
        """By moment (a row of answers) and outcome."""
        parts = self.weight * answers[:, self.needs].prod(axis=2)
        found = np.zeros((len(answers), len(self.outcomes)))
        np.add.at(found.T, self.finds, parts.T)
        return found


def paths_of(game: TableLookup, table: str, seat: int) -> Paths:
    """The table of a team's offense (of kicks: the receiving team), enumerated."""
    game.table = table
    s = Sheet(left=9, phase=DRIVE, ball=seat)
    found = leaf_distribution(explore(game, s, lambda end: end.why))
    places = {(name, key): 2 * n + (key == "no") for n, name in enumerate(ASKED) for key in YES_NO}
    one = 2 * len(ASKED)
    needs: list[list[int]] = []
    weights: list[float] = []
    finds: list[int] = []
    for number, chance in enumerate(found.values()):
        for product, count in as_terms(chance).parts.items():
            needs.append([places[symbol] for symbol in product])
            weights.append(float(count))
            finds.append(number)
    most = max(map(len, needs))
    filled = np.array([part + [one] * (most - len(part)) for part in needs], np.int64).reshape(
        len(needs), most
    )
    return Paths(filled, np.array(weights), np.array(finds, np.int64), tuple(found))


@lru_cache(maxsize=256)
def _paths(key: bytes, seat: int) -> dict[str, Paths]:
    setup = msgspec.msgpack.decode(key, type=Setup)
    lookup = TableLookup(setup)
    return {table: paths_of(lookup, table, seat) for table in TABLES}


def team_paths(game: FastDrive, seat: int) -> dict[str, Paths]:
    """Every table for the seat, enumerated once for all cards of the same years and own results."""
    own = any(card.results for card in game.printed)  # those of the other side are of its own year
    away, home = (
        {
            "team": "Any",
            "season": game.years[n] if own else _year(game, game.years[seat]),
            "fg": "11-61",
            "xp": "11-64",
            "results": list(card.results),
        }
        for n, card in enumerate(game.printed)
    )
    materials = {"charts": game.setup.materials["charts"], "away": away, "home": home}
    options = META.read_options({"seven_minute": game.seven_minute, "cross_era": False})
    return _paths(msgspec.msgpack.encode(Setup(options, materials)), seat if own else 0)


def _year(game: FastDrive, year: int) -> int:
    """The same year for all with the same old turnovers in force (FD-25.14)."""
    changes = {year for era in game.charts.eras for year in (era.first, era.last + 1) if 1900 < year < 2100}
    return max((change for change in changes if change <= year), default=min(changes, default=2000) - 1)


def answers(game: FastDrive, seat: int, moments: Sequence[tuple[int, int, int, int]]) -> Floats:
    """Yes and no to every question, by moment (start, at home, sign of the lead, late), for the seat."""
    mine, theirs = game.cards[seat], game.cards[1 - seat]
    cards = [(theirs if side == "defense" else mine).has(side, name) for side, name in QUESTIONS.values()]
    found = np.empty((len(moments), 2 * len(ASKED) + 1))
    for n, (start, home, sign, late) in enumerate(moments):
        moment = [*(float(k == start) for k in range(3)), float(home), 1.0 - home]
        moment += [float(sign > 0), float(sign < 0), float(sign == 0), float(late)]
        found[n, 0:-1:2] = cards + moment
    found[:, 1::2] = 1.0 - found[:, 0:-1:2]
    found[:, -1] = 1.0
    return found


def symbol_odds(game: FastDrive, symbols: Sequence[Symbol]) -> Floats:
    """The probability of every symbol of the open tables for this game's cards, charts and options."""
    place = {symbol: n for n, symbol in enumerate(symbols)}
    found = np.zeros(len(symbols))
    by_table: dict[tuple[str, int], list[str]] = {}
    for name in dict.fromkeys(name for name, _ in symbols):
        what, who = name.split()[:2]
        if what in TABLES:
            by_table.setdefault((what, int(who)), []).append(name)
        else:
            yes = _plain(game, what, int(who))
            for key, value in (("yes", yes), ("no", 1.0 - yes)):
                if (name, key) in place:
                    found[place[name, key]] = value
    for (table, seat), names in by_table.items():
        paths = team_paths(game, seat)[table]
        made = paths.chances(answers(game, seat, [moment_of(name)[2:] for name in names]))
        for name, row in zip(names, made, strict=True):
            for key, value in zip(paths.outcomes, row, strict=True):
                if value:
                    found[place[name, key]] = value
    return found


def _plain(game: FastDrive, what: str, seat: int) -> float:
    """Probabilities that a card gives by itself: kicks (FD-11.8, FD-11.12, FD-17.3) and section 8's
    qualities."""
    if what in ("field-goal", "extra-point"):
        low, high = game.fg[seat] if what == "field-goal" else game.xp[seat]
        whole = high - low == 35
        return 1.0 if whole and not game.blocked_kicks else (35 if whole else high - low + 1) / 36
    if what == "changes":
        return float(game.efficient[seat] > 0)
    return float((game.efficient if what == "EFFICIENT" else game.inefficient)[seat])
