"""Whole random games against the second reading in `referee.py`: every request, every option, every score."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.thegrid.helpers import grid
from tests.games.thegrid.referee import PACK, PLACES, RATINGS, Referee, Team, Want, world_team

from fieldhouse.games.thegrid.meta import TEAM_CHOICES, TOWNS
from fieldhouse.games.thegrid.rules.log_sheet import LogSheet
from fieldhouse.kernel.requests import Chance, Choose, Draw, Roll, Together
from fieldhouse.kernel.table import Table

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced

WORLD = TEAM_CHOICES[-len(TOWNS) :]


class Match:
    """One game at the table and before the referee, with luck bent so that rare things happen."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.ones, self.suit = rng.choice([0.0, 0.5, 0.95]), rng.choice("HSC*")
        self.kick, self.stop = rng.choice([0.02, 0.3]), rng.choice([0.1, 0.9])
        self.passes = rng.choice([0.0, 0.6, 1.0])
        index = [rng.randrange(12), rng.randrange(12)]
        options: dict[str, Any] = {
            "half_cards": rng.choice([4, 8, 20, 52]),
            "overtime_cards": rng.choice([5, 9, 17]),
            "time_outs": rng.choice([0, 2, 5]),
            "winner_needed": rng.random() < 0.5,
            "lineups": rng.choice(["set", "fixed"]),
        }
        self.game = grid(home=WORLD[index[0]], visitor=WORLD[index[1]], world_seed=seed % 5, **options)
        self.table = Table(self.game, None)
        teams = [self._team(seat, world_team(seed % 5, n + 1), options) for seat, n in enumerate(index)]
        self.referee = Referee(
            teams,
            options["half_cards"],
            options["overtime_cards"],
            winner=options["winner_needed"],
            lineups=options["lineups"] == "set",
        )

    def _team(self, seat: int, players: list[dict[str, Any]], options: dict[str, Any]) -> Team:
        shown = self.table.view(None)["sides"][seat]
        for mine, theirs in zip(players, shown["players"], strict=True):
            for name in ("card", "type", *(rating.split(":")[0] for rating in RATINGS[mine["type"]].split())):
                assert str(theirs[name]).lstrip("d") == str(mine[name])
        return Team(players, shown["lineup"], options["time_outs"])

    def run(self) -> None:
        """To the end, comparing before every answer."""
        rules = self.referee.play()
        want: Want | None = next(rules)
        while want is not None:
            answer = self.step(want)
            try:
                want = rules.send(answer)
            except StopIteration:
                want = None
        assert self.table.outcome is not None
        home, visitor = self.referee.scores
        assert self.table.outcome.winner == (None if home == visitor else int(visitor > home))
        self.board()
        sheet = LogSheet.of(self.game, self.table.events_for(None))
        for team, lines in zip(self.referee.teams, sheet.teams, strict=True):
            assert lines.first_downs == team.first_downs
            assert [lines.points.get(n, 0) for n in range(1, len(team.points) + 1)] == team.points

    def step(self, want: Want) -> Any:
        """Compare the table's request with the referee's, and answer both alike."""
        request = self.table.request
        if isinstance(request, Chance):
            return self.chance(want, request)
        self.board()
        if isinstance(request, Together):
            mine, theirs = request.parts
            keys = (set(mine.keys), set(theirs.keys))
            assert want == Want("together", "cards", keys, mine.seat)
            return tuple(self.choose(part) for part in request.parts)
        assert isinstance(request, Choose), f"the referee expects {want}"
        assert want == Want("choose", request.what, set(request.keys), request.seat)
        return self.choose(request)

    def chance(self, want: Want, request: Chance) -> Any:
        """A roll or draw: stream and faces must agree; then luck has its way."""
        keys = list(request.keys)
        if isinstance(request, Draw):
            assert want == Want("draw", request.stream, set(keys))
            wished = [card for card in keys if card[-1] == self.suit]
        else:
            assert isinstance(request, Roll)
            assert want == Want("roll", request.stream, len(request.flat))
            one = request.stream not in ("play", "field-goal") and self.rng.random() < self.ones
            wished = ["1"] if one and "1" in keys else []
        key = self.rng.choice(wished if wished and self.rng.random() < 0.8 else keys)
        value = request.value(key)
        self.table.roll(key)
        return value

    def choose(self, asked: Choose) -> str:
        """Any legal answer, time outs, kicks and passes more or less often."""
        keys, rng = list(asked.keys), self.rng
        key = rng.choice(keys)
        if asked.what == "declare":
            key = rng.choice(keys[1:]) if rng.random() < self.kick else "play"
        elif "time-out" in keys and rng.random() < self.stop:
            key = "time-out"
        elif asked.what == "offense-card" and rng.random() < self.passes:
            key = rng.choice([card for card in keys if card[0] != "R"])
        elif asked.what == "lineup" and rng.random() < 0.3:
            key = "ready"
        self.table.answer(asked.seat, key)
        return key

    def board(self) -> None:
        """Everything both keep."""
        seen, ref = self.table.view(None), self.referee
        assert seen["scores"] == ref.scores
        for team, side in zip(ref.teams, seen["sides"], strict=True):
            assert side["time_outs"] == team.time_outs
            assert (set(side["injured"]), set(side["taken_out"])) == (set(team.injured), set(team.out))
            if self.table.state.step.startswith("replacement"):
                continue  # the place is empty just now
            assert side["lineup"] == {place: team.lineup[place] for place in PLACES}
            values = (side["run_block"], side["pass_block"], side["run_defense"], side["pass_defense"])
            assert values == team.values()
        if ref.in_play:
            ball = (seen["offense"], seen["box"], seen["down"], seen["marker"])
            assert ball == (ref.offense, ref.box, ref.down, ref.marker)
            assert (seen["period"], seen["deck"]["left"], seen["deck"]["flipped"]) == (
                ref.period,
                ref.left,
                ref.flipped,
            )
            assert sum(seen["deck"]["unseen"].values()) == len(PACK) - len(ref.flipped)
            assert [side["points"] for side in seen["sides"]] == [team.points for team in ref.teams]


def test_random_games_agree_with_a_second_reading() -> None:
    """TG-9.4, TG-D.8 to TG-D.17: requests, options, dice, board and results of fifty whole games.

    Among them are the rare things: TG-13.8, TG-13.9, TG-15.3, TG-15.5, TG-16.4, TG-21.1, TG-23.9.
    """
    seen: set[str] = set()
    for seed in range(50):
        match = Match(seed)
        match.run()
        seen |= match.referee.seen
    assert seen == {
        "DS steps in",
        "emergency player",
        "fumble lost",
        "return touchdown",
        "safety",
        "second overtime",
        "touchback",
    }
