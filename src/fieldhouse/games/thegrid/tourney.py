"""A World Tournament played out by coaches of the house, and told in words."""

from __future__ import annotations

from collections.abc import Iterator

from fieldhouse.games.thegrid.coaches import policy
from fieldhouse.games.thegrid.meta import TEAM_CHOICES, TOWNS
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.teams.making import named_team
from fieldhouse.games.thegrid.tournament import GROUPS, Fixture, Result, Tournament, tournament
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout, run_play
from fieldhouse.kernel.registry import find

WORLD = TEAM_CHOICES[-len(TOWNS) :]


def play_tournament(world: int, seed: int, level: str) -> Tournament:
    """The twelve teams of that world, every game between two coaches of that level."""
    dice = FastDice(seed)

    def play_game(fixture: Fixture) -> tuple[int, int]:
        game = find("thegrid").open(
            {
                "home": WORLD[fixture.home],
                "visitor": WORLD[fixture.visitor],
                "world_seed": world,
                "winner_needed": fixture.winner_needed,
            }
        )
        assert isinstance(game, TheGrid)
        home, visitor = playout(
            game, game.start(), dice, policy(level, game, dice.rng.getrandbits(32))
        ).scores
        return home, visitor

    t = Tournament()
    run_play(tournament(t, play_game), t, dice, lambda request, state: "")
    return t


def report(world: int, seed: int, level: str) -> str:
    """Groups, tables, knock-out games and the champion."""
    t = play_tournament(world, seed, level)
    names = [named_team(key, world).name for key in WORLD]
    return "\n".join(_lines(t, names))


def _lines(t: Tournament, names: list[str]) -> Iterator[str]:
    for name, table in zip(GROUPS, t.tables, strict=True):
        yield f"Group {name}: " + ", ".join(f"{place}. {names[team]}" for place, team in enumerate(table, 1))
        yield from (_line(r, names) for r in t.results if r.fixture.stage == f"group {name}")
    for result in t.results:
        if result.fixture.winner_needed:
            yield f"{result.fixture.stage.capitalize()}: {_line(result, names).strip()}"
    yield f"Champions: {names[t.champion]}"


def _line(result: Result, names: list[str]) -> str:
    fixture = result.fixture
    return f"  {names[fixture.home]} - {names[fixture.visitor]} {result.home}-{result.visitor}"
