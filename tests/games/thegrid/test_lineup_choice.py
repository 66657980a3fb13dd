"""Who plays: the lineups and replacements of the strongest coach (sections 5, 13 and 24)."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.thegrid.helpers import CAN, at, grid

from fieldhouse.games.thegrid.coaches.allpro import AllPro
from fieldhouse.games.thegrid.coaches.lineup_choice import best_lineup, lineup_points
from fieldhouse.games.thegrid.coaches.value_table import values_for
from fieldhouse.games.thegrid.meta import TEAM_CHOICES
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.lineups import MOST_CHANGES, apply_change, lineup_menu
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.players import DS, HB, LE, QB, ROSTER, lineup_faults
from fieldhouse.kernel.requests import Choose, LazyMenu, Option


def pro(game: TheGrid) -> AllPro:
    """The coach."""
    return AllPro(game, Random(1), values_for(game.setup.materials["plays"]))


def settled(game: TheGrid, coach: AllPro, s: Grid) -> list[int]:
    """The lineup that it makes, one legal change after the other."""
    team, side = game.teams[CAN], s.sides[CAN]
    for _ in range(MOST_CHANGES):
        key = coach.answer(Choose(CAN, "lineup", lineup_menu(team, side, s.pending[CAN])), s)
        if key == "ready":
            break
        s.pending[CAN] = apply_change(team, s.pending[CAN], key)
    assert key == "ready"
    return s.pending[CAN]


@pytest.mark.parametrize("home", ["founders", *TEAM_CHOICES[-2:]])
def test_allpro_brings_on_the_best_lineup(home: str) -> None:
    """TG-5.1: from any lineup it comes to the best by legal changes; no man for another makes it better."""
    game = grid(lineups="set", home=home)
    s = game.start()
    s.pending = [list(side.lineup) for side in s.sides]
    found = settled(game, pro(game), s)
    best = lineup_points(game, CAN, found)
    assert best == lineup_points(game, CAN, best_lineup(game, CAN, range(ROSTER)))
    menu = lineup_menu(game.teams[CAN], s.sides[CAN], found)
    others = [apply_change(game.teams[CAN], found, key) for key in menu.keys if key != "ready"]
    assert len(others) > 20
    assert max(lineup_points(game, CAN, other) for other in others) <= best + 1e-9


def test_a_lineup_is_worth_what_its_boxes_are() -> None:
    """TG-6.4: a point of defense that fills no box is worth nothing, one that does is worth three."""
    game = grid()
    lineup = list(game.start().sides[CAN].lineup)
    values, worths = {}, {}
    for who, man in enumerate(game.teams[CAN].players):
        if man.type == "LN" and who not in lineup[:DS]:
            with_him = [*lineup[:DS], who]
            values[who], worths[who] = game.team_values(CAN, with_him), lineup_points(game, CAN, with_him)
    same = [(a, b) for a in values for b in values if a < b and values[a] == values[b]]
    assert same
    assert all(worths[a] == pytest.approx(worths[b], abs=0.1) for a, b in same), "but for injury dice"


def test_who_was_taken_out_or_hurt_is_not_wanted() -> None:
    """TG-13.5, TG-24.2: at the break the best of who is left, on the field at once."""
    game = grid(lineups="set")
    s, coach = game.start(), pro(game)
    best = coach.wanted_lineup(s, CAN)
    s.phase = "break"
    s.sides[CAN].injured, s.sides[CAN].taken_out = [best[QB]], [best[HB]]
    without = [who if who not in (best[QB], best[HB]) else -1 for who in best]
    free = [who for who in range(ROSTER) if who not in best]
    for place in (QB, HB):
        kind = game.teams[CAN].players[best[place]].type
        without[place] = next(who for who in free if game.teams[CAN].players[who].type == kind)
    s.pending = [without, list(s.sides[1].lineup)]
    found = settled(game, coach, s)
    assert not {best[QB], best[HB]} & set(found)
    assert not lineup_faults(game.teams[CAN].players, found)
    assert lineup_points(game, CAN, found) >= lineup_points(game, CAN, without)


def test_too_few_men_leave_the_emergency_players_where_they_are() -> None:
    """TG-24.5: with two halfbacks and ends left there is no whole lineup to want."""
    game = grid(lineups="set")
    s, coach = game.start(), pro(game)
    backs = [who for who, man in enumerate(game.teams[CAN].players) if man.type == "HBE"]
    s.sides[CAN].injured = backs[2:]
    assert coach.wanted_lineup(s, CAN) == ()


def test_a_replacement_is_chosen_for_the_whole_team() -> None:
    """TG-13.7: the man with whom the lineup is worth the most."""
    game = grid()
    s = at(game, 5)
    s.step = "replacement:LE"
    team, lineup = game.teams[CAN], list(s.sides[CAN].lineup)
    fit = [man.card for who, man in enumerate(team.players) if man.type == "HBE" and who not in lineup]
    menu = LazyMenu(fit, lambda key: Option(key, key))
    chosen = pro(game).answer(Choose(CAN, "replacement", menu), s)
    cards = [man.card for man in team.players]

    def with_him(card: str) -> float:
        return lineup_points(
            game, CAN, [cards.index(card) if n == LE else who for n, who in enumerate(lineup)]
        )

    assert with_him(chosen) == max(map(with_him, fit)) > min(map(with_him, fit))
